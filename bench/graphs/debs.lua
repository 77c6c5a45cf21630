-- SPDX-License-Identifier: MIT
-- bench.graphs.debs: the graphs of Fluxtion's own benchmark project, by dimension and size.
--
--   local it = debs.build("deep", 10)    -- { graph, event, input, sink, nodes }
--
-- `input` says how event number `seq` (0, 1, …) is filled in: field → an expression that means the same in Lua and in C. Every graph
-- ends in a node "sink" whose `count` and `value` are what an arm is judged by.

local flux = require "flux"

local M = {}

local function prices(it, bid, ask)
  it.event = flux.event("Tick", "double bid, ask;")
  it.input = { { "bid", bid }, { "ask", ask } }
  return it.graph:node("root", {
    state = "double value;",
    on = { [it.event] = function(self, event) self.value = (event.bid + event.ask) / 2 end },
  })
end

local function rising(it) return prices(it, "100 + seq", "101 + seq") end
local function half_rising(it) return prices(it, "100 + seq", "101") end

local function values(it, name, value)
  it.event = flux.event(name or "Value", "double value;")
  it.input = { { "value", value or "100 + seq" } }
  return it.graph:node("root", {
    state = "double value;",
    on = { [it.event] = function(self, event) self.value = event.value end },
  })
end

local Add = flux.kind("Add", { state = "double value;", update = function(self, up) self.value = up.value + 1 end })
local Copy = flux.kind("Copy", { state = "double value;", update = function(self, up) self.value = up.value end })
local Times = flux.kind("Times", { state = "double value;", update = function(self, up) self.value = up.value * 1.0 end })
local Sum = flux.kind("Sum", { state = "double value;", update = function(self, up) self.value = self.value + up.value end })
local Join = flux.kind("Join", { state = "double value;", update = function(self, a, b) self.value = a.value + b.value + 1 end })
local Above = flux.kind("Above", {
  params = "double limit;",
  state = "double value;",
  update = function(self, up)
    if up.value <= self.limit then return false end
    self.value = up.value
  end,
})
local Sink = flux.kind("Sink", {
  state = "int64_t count; double value;",
  update = function(self, up)
    self.value = up.value
    self.count = self.count + 1
  end,
})

local function chain(it, root, n, kind)
  local last = root
  for i = 1, n do last = it.graph:node("n" .. i, kind(i) { up = last }) end
  return last
end

local function sink(it, up, kind)
  it.sink = it.graph:node("sink", (kind or Sink) { up = up })
  it.graph:sink("result", it.sink)
  return it
end

local function all(kind) return function() return kind end end

M.dimensions = {
  deep = function(it, n) return sink(it, chain(it, rising(it), n, all(Add))) end,
  noop = function(it, n) return sink(it, chain(it, half_rising(it), n, all(Copy))) end,
  diamond = function(it)
    local root, layer = half_rising(it), {}
    for i = 0, 8 do layer[i] = it.graph:node("l1_" .. i, Add { up = root }) end
    for k = 2, 11 do
      local previous = layer
      layer = {}
      for i = 0, 8 do layer[i] = it.graph:node(("l%d_%d"):format(k, i), Join { a = previous[i], b = previous[(i + 1) % 9] }) end
    end
    return sink(it, layer[0])
  end,
  dirty = function(it, n)
    it.event = flux.event("Gate", "bool enabled;")
    it.input = { { "enabled", "seq % 10 == 0" } }
    local root = it.graph:node("root", {
      state = "double value;",
      on = {
        [it.event] = function(self, event)
          if not event.enabled then return false end
          self.value = 1
        end,
      },
    })
    local last = root
    for i = 1, n do
      local name = "n" .. i
      last = it.graph:node(name, i % 3 == 0 and Above { up = last, limit = 0.5 } or Add { up = last })
    end
    return sink(it, last)
  end,
  intermediate = function(it, n)
    it.event = flux.event("Value", "double value;")
    it.input = { { "value", "50 + seq" } }
    local other = flux.event("Other", "double value;")
    local root = it.graph:node("root", {
      state = "double value;",
      on = {
        [it.event] = function(self, event) self.value = -event.value end,
        [other] = function(self, event) self.value = event.value end,
      },
    })
    return sink(it, chain(it, root, n, all(Add)))
  end,
  hotpath = function(it, n)
    local root, first = rising(it), nil
    for i = 0, n - 1 do
      local filter = it.graph:node("filter" .. i, Above { up = root, limit = 0 })
      local sum = it.graph:node("sum" .. i, Sum { up = filter })
      first = first or sum
    end
    return sink(it, first)
  end,
  poly = function(it, n)
    local kinds = { [0] = Add, [1] = Sum, [2] = Times }
    return sink(it, chain(it, values(it), n, function(i) return kinds[i % 3] end))
  end,
  short = function(it, n)
    local SinkAdd = flux.kind("SinkAdd", {
      state = "int64_t count; double value;",
      update = function(self, up)
        self.value = up.value + 1
        self.count = self.count + 1
      end,
    })
    return sink(it, chain(it, values(it), n, all(Add)), SinkAdd)
  end,
}

-- One chain shared by three event types; each dimension sends one of them.
local function multi(which)
  return function(it, n)
    local market = flux.event("Market", "double bid, ask;")
    local signal = flux.event("Signal", "double value;")
    local control = flux.event("Control", "bool enabled;")
    local inputs = {
      market = { market, { { "bid", "100 + seq" }, { "ask", "101 + seq" } } },
      signal = { signal, { { "value", "100 + seq" } } },
      control = { control, { { "enabled", "seq % 10 == 0" } } },
    }
    it.event, it.input = inputs[which][1], inputs[which][2]
    local root = it.graph:node("root", {
      state = "double value;",
      on = {
        [market] = function(self, event) self.value = (event.bid + event.ask) / 2 end,
        [signal] = function(self, event) self.value = event.value end,
        [control] = function(self, event) self.value = event.enabled and 1 or 0 end,
      },
    })
    return sink(it, chain(it, root, n, all(Add)))
  end
end

for _, which in ipairs { "market", "signal", "control" } do M.dimensions["multi_" .. which] = multi(which) end

---Every dimension with its sizes.
M.sizes = {
  { "diamond", { 101 } }, { "noop", { 5, 10, 20, 50, 100 } }, { "deep", { 5, 10, 20, 50, 100 } }, { "dirty", { 10, 20, 50, 100 } },
  { "intermediate", { 5, 10, 20, 50, 100 } }, { "hotpath", { 2, 8, 32 } }, { "multi_market", { 5, 10, 20, 50 } },
  { "multi_signal", { 5, 10, 20, 50 } }, { "multi_control", { 5, 10, 20, 50 } }, { "poly", { 5, 10, 20, 50, 100 } },
  { "short", { 3, 5, 10 } },
}

---What the sink's value is after each of the first events: [dimension][size].
M.known = {
  deep = { [10] = { 110.5, 111.5 } },
  diamond = { [101] = { 104959, 105471 } },
  dirty = { [10] = { 8 } },
  intermediate = { [10] = { -40, -41 } },
  hotpath = { [2] = { 100.5, 202, 304.5 }, [8] = { 100.5, 202, 304.5 } },
  poly = { [10] = { 103, 510, 1525, 3555 } },
  short = { [10] = { 111, 112 } },
}

---@param dimension string
---@param n integer
---@return { graph: flux.Graph, event: flux.EventType, input: table, sink: flux.Node, nodes: integer }
function M.build(dimension, n)
  local it = { graph = flux.graph(dimension .. "_" .. n) }
  M.dimensions[dimension](it, n)
  it.nodes = #it.graph.nodes
  return it
end

return M
