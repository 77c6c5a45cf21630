-- SPDX-License-Identifier: MIT
-- Scenarios about time (S13, S14): 16, 17, 20, 21. See spec/support/scenario.lua for the notation. Times are in ms.

local flux = require "flux"

local list = {}
local function scenario(s) list[#list + 1] = s end

local MS = 1000000

local function value_event(name) return flux.event(name or "Value", "double x; int64_t time;", { time = "time" }) end

local function value(g, name, Value)
  return g:node(name, { state = "double x;", on = { [Value] = function(self, e) self.x = e.x end } })
end

-- Collects in on_input, publishes by timer.
local function tumbling(g, name, source)
  return g:node(name, { inputs = { source = source }, state = "double sum, open; int64_t closed;", every = "100ms",
    on_input = { source = function(self, source) self.open = self.open + source.x end },
    on_timer = function(self, ctx)
      self.sum, self.open = self.open, 0
      self.closed = ctx.now
    end })
end

local function send(x, time, published)
  return { "send", "Value", { x = x, time = time * MS }, published = published }
end

local function advance(time, published) return { "advance", time * MS, published = published } end

local function zeros(count, first)
  local out = { first }
  for _ = 1, count do out[#out + 1] = 0 end
  return out
end

scenario {
  name = "16a tumbling sum, 100 ms",
  graph = function()
    local Value = value_event()
    local g = flux.graph("s16a")
    g:sink("window", tumbling(g, "window", value(g, "source", Value)))
    return g, { Value = Value }
  end,
  publishes = { window = "sum" },
  steps = {
    send(10, 0, {}), send(20, 50, {}), advance(120, { 30 }), advance(200, { 0 }), send(90, 210, {}), advance(310, { 90 }),
    send(500, 320, {}), advance(2000, zeros(16, 500)),
  },
}

scenario {
  name = "16b a value exactly on a window's end belongs to the next",
  graph = function()
    local Value = value_event()
    local g = flux.graph("s16b")
    g:sink("window", tumbling(g, "window", value(g, "source", Value)))
    return g, { Value = Value }
  end,
  publishes = { window = "sum" },
  steps = { send(1, 0, {}), send(5, 100, { 1 }), advance(200, { 5 }) },
}

scenario {
  name = "17a sliding sum over 2 x 100 ms",
  graph = function()
    local Value = value_event()
    local g = flux.graph("s17a")
    local source = value(g, "source", Value)
    local window = g:node("window", { inputs = { source = source }, state = "double sum, before, open; int32_t full;",
      every = "100ms",
      on_input = { source = function(self, source) self.open = self.open + source.x end },
      on_timer = function(self)
        self.sum = self.before + self.open
        self.before, self.open = self.open, 0
        if self.full < 1 then
          self.full = self.full + 1
          return false
        end
      end })
    g:sink("window", window)
    return g, { Value = Value }
  end,
  publishes = { window = "sum" },
  steps = { send(30, 50, {}), send(50, 80, {}), send(60, 150, {}), advance(200, { 140 }), send(70, 230, {}), advance(300, { 130 }) },
}

scenario {
  name = "17b count window of 5",
  graph = function()
    local Value = value_event()
    local g = flux.graph("s17b")
    local window = g:node("window", { state = "double sum; double values[5]; int32_t next, count;",
      on = { [Value] = function(self, e)
        self.values[self.next] = e.x
        self.next = (self.next + 1) % 5
        if self.count < 5 then self.count = self.count + 1 end
        if self.count < 5 then return false end
        self.sum = 0
        for i = 0, 4 do self.sum = self.sum + self.values[i] end
      end } })
    g:sink("window", window)
    return g, { Value = Value }
  end,
  publishes = { window = "sum" },
  steps = {
    send(0, 0, {}), send(1, 1, {}), send(2, 2, {}), send(3, 3, {}), send(4, 4, { 10 }), send(5, 5, { 15 }), send(6, 6, { 20 }),
    send(7, 7, { 25 }), send(8, 8, { 30 }), send(9, 9, { 35 }),
  },
}

scenario {
  name = "20 time",
  graph = function()
    local Value = value_event()
    local g = flux.graph("s20")
    g:node("clock", { state = "int64_t at; int64_t fired;", every = "100ms", on_timer = function(self, ctx)
      self.at = ctx.now
      self.fired = self.fired + 1
    end })
    value(g, "value", Value)
    return g, { Value = Value }
  end,
  steps = {
    { "send", "Value", { time = 30 * MS }, calls = "value(Value)" },
    { "send", "Value", { time = 130 * MS }, calls = "clock.on_timer, value(Value)", state = { clock = { at = 100LL * MS } } },
    { "send", "Value", { time = 130 * MS }, calls = "value(Value)" },
    { "send", "Value", { time = 500 * MS },
      calls = "clock.on_timer, clock.on_timer, clock.on_timer, clock.on_timer, value(Value)",
      state = { clock = { at = 500LL * MS, fired = 5 } } },
  },
}

scenario {
  name = "21 two windows, one close",
  graph = function()
    local A, B = value_event("A"), value_event("B")
    local g = flux.graph("s21")
    local left = tumbling(g, "left", value(g, "a", A))
    local right = tumbling(g, "right", value(g, "b", B))
    g:node("ratio", { inputs = { left = left, right = right }, state = "double value; int64_t runs;",
      update = function(self, left, right)
        self.value = left.sum / right.sum
        self.runs = self.runs + 1
      end })
    return g, { A = A, B = B }
  end,
  steps = {
    { "send", "A", { x = 6, time = 10 * MS }, calls = "a(A), left.on_input(source)" },
    { "send", "B", { x = 3, time = 20 * MS }, calls = "b(B), right.on_input(source)" },
    { "advance", 100 * MS, calls = "left.on_timer, right.on_timer, ratio", state = { ratio = { value = 2, runs = 1 } } },
  },
}

return list
