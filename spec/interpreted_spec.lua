-- SPDX-License-Identifier: MIT
-- The backend `table` where LuaJIT only interprets: which bodies become functions of numbers, as which text, and that they do the same.

local bodies = require "flux.bodies"
local body = require "flux.body"
local differential = require "spec.support.differential"
local flux = require "flux"
local interpreted = require "flux.runtime.interpreted"
local numbers = require "flux.body.numbers"

local Tick = flux.event("InterpretedTick", "double x;")

-- A graph with one node behind another; `update` is the text of what it does.
local function graph(update, state, input)
  local g = flux.graph("interpreted")
  local up = g:node("up", { state = "double v; int32_t k;", on = { [Tick] = function(self, event) self.v = event.x end } })
  local node = g:node("node", { inputs = { up = input and input(up) or up }, state = state or "double v, w;", update = flux.body(update) })
  bodies.compile(g)
  for _, callback in ipairs(node.callbacks) do
    if callback.role == "update" then return callback.body end
  end
end

local NAMES = { math = function(name) return name end, helper = function(name) return name end }

local function text(...)
  local b = graph(...)
  local cells = numbers.cells(b)
  return cells and (body.emit_lua_numbers(b, cells, NAMES):gsub("%s+", " "))
end

describe("a body of single values", function()
  it("takes what it reads and returns its verdict and what it may have set", function()
    assert.equal("function(up_v, self_v) self_v = up_v + 1 return true, self_v end", text "function(self, up) self.v = up.v + 1 end")
    assert.equal("function(self_w, self_v) self_v, self_w = self_w, self_v return true, self_w, self_v end",
      text "function(self) self.v, self.w = self.w, self.v end")
  end)

  it("returns them on every path", function()
    assert.equal("function(up_v, self_v) if up_v > 3 then return false, self_v end self_v = up_v return true, self_v end",
      text "function(self, up) if up.v > 3 then return false end self.v = up.v end")
    assert.equal("function(up_v, self_w) self_w = up_v return self_w > 2, self_w end",
      text "function(self, up) self.w = up.v return self.w > 2 end")
  end)

  it("reads a port by the input's name", function()
    assert.equal("function(up, self_v) self_v = up return true, self_v end",
      text("function(self, up) self.v = up end", nil, function(up) return up.v end))
  end)

  it("keeps its names apart from the user's", function()
    assert.equal("function(up_v, self_v) local self_v_2 = up_v self_v = self_v_2 return true, self_v end",
      text "function(self, up) local self_v = up.v self.v = self_v end")
  end)

  it("converts what it sets, to a zero without a sign", function()
    assert.equal("function(up_v, self_k) self_k = sat_i32(up_v) + 0 return true, self_k end",
      text("function(self, up) self.k = up.v end", "int32_t k;"))
    assert.equal("function(up_k, self_k) self_k = up_k return true, self_k end",
      text("function(self, up) self.k = up.k end", "int32_t k;"))
  end)

  it("takes integers of 64 bits as numbers where sums are exact", function()
    assert.equal("function(self_n) self_n = self_n + 1 return self_n > 3, self_n end",
      text("function(self) self.n = self.n + 1 return self.n > 3 end", "int64_t n;"))
    assert.equal("function(self_n, self_v) self_v = self_n return true, self_v end",
      text("function(self) self.v = tonumber(self.n) end", "int64_t n; double v;"))
  end)

  it("is not given back what it only reads", function()
    assert.equal("function(self_w, self_v) self_v = self_w return true, self_v end", text "function(self) self.v = self.w end")
  end)

  for _, case in ipairs {
    { "a float that is read again", "function(self, up) self.f = up.v self.v = self.f end", "float f; double v;" },
    { "a product of integers of 64 bits", "function(self) self.n = self.n * self.n end", "int64_t n;" },
    { "a conversion to one", "function(self, up) self.n = up.v end", "int64_t n;" },
    { "a large one", "function(self) self.n = self.n + 17592186044417 end", "int64_t n;" },
    { "a sum of them in a loop", "function(self) for i = 1, 9 do self.n = self.n + self.n end end", "int64_t n;" },
    { "many sums of them", "function(self) self.n = self.n" .. (" + self.n"):rep(9) .. " end", "int64_t n;" },
    { "bits of one", "function(self) self.n = bit.lshift(self.n, 3) end", "int64_t n;" },
    { "an unsigned one", "function(self) self.n = self.n - 1 end", "uint64_t n;" },
    { "an array", "function(self, up) self.a[1] = up.v end", "double a[2];" },
    { "an index that may fail", "function(self, up) self.v = self.a[up.v] end", "double v, a[2];" },
    { "the context", "function(self, up, ctx) if ctx.valid(up) then self.v = up.v end end" },
    { "more cells than are worth it", "function(self, up) self.a = self.b + self.c + self.d + self.e + self.f + self.g + self.h + up.v end",
      "double a, b, c, d, e, f, g, h;" },
  } do
    it("is none with " .. case[1], function() assert.is_nil(text(case[2], case[3])) end)
  end
end)

-- Swaps, paths, a port, flux.prev, an arrest and what follows it, NaN, helpers, a loop.
local function mixed()
  local function half(x) return x / 2 end
  local g = flux.graph("mixed")
  local tick = g:node("tick", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } })
  local swap = g:node("swap", { inputs = { x = tick.x }, state = "double a, b = 1;",
    update = function(self, x) self.a, self.b = self.b, self.a + half(x) end })
  local odd = g:node("odd", { inputs = { swap = swap }, state = "double v, calls;", update = function(self, swap)
    self.calls = self.calls + 1
    if swap.a > 3 then return false end
    self.v = swap.a - swap.b
    return self.v > -50
  end })
  local sum = g:node("sum", { inputs = { odd = odd, before = flux.prev "last" }, state = "double v;", update = function(self, odd, before)
    local total = 0
    for i = 1, 3 do total = total + odd.v * i end
    self.v = math.abs(total) % 7 + before.v * 0.25
  end, on_arrest = function(self) self.v = -self.v end })
  local last = g:node("last", { inputs = { sum = sum, calls = odd.calls }, state = "double v;", update = function(self, sum, calls)
    if calls == 5 then self.v = 0 / 0 else self.v = math.sin(sum.v) + calls end
  end, after_update = function(self) self.v = self.v * 2 end })
  g:sink("result", last)
  return g
end

local Typed = flux.event("InterpretedTyped", "int64_t n; int32_t k; uint32_t u; float f; bool b; double x;")

-- Every type of field, of the event, of inputs and of its own.
local function typed()
  local g = flux.graph("typed")
  local total = g:node("total", { state = "int64_t calls, n, least;", on = { [Typed] = function(self, event)
    self.calls = self.calls + 1
    self.n = self.n + event.n
    if event.n < self.least then self.least = event.n - self.calls end
  end } })
  local small = g:node("small", { state = "int32_t k; int8_t low; uint16_t high; double sign;", on = { [Typed] = function(self, event)
    self.low, self.high = event.x, event.u + self.high
    self.k = event.x
    self.sign = 1 / self.k
  end } })
  local other = g:node("other", { state = "float f; bool b; uint32_t u;", on = { [Typed] = function(self, event)
    self.f, self.b, self.u = event.f / 3, not event.b, event.u
  end } })
  local more = g:node("more", { state = "int16_t i; uint8_t c;", on = { [Typed] = function(self, event)
    self.c, self.i = self.c + 1, event.k
  end } })
  local last = g:node("last", { inputs = { total = total, small = small, other = other }, state = "int64_t n; double x; bool b;",
    update = function(self, total, small, other)
      if other.b and total.n ~= 7 then self.n = total.n - self.n end
      self.x = other.f + small.k + tonumber(total.calls)
      self.b = self.b == other.b
      if self.x > 1e9 then return false end
    end })
  local rest = g:node("rest", { inputs = { small = small, other = other, more = more }, state = "double x; float f;",
    update = function(self, small, other, more)
      self.x = other.u + more.i + more.c * 0.5 + small.low + small.high
      self.f = small.sign
    end })
  g:sink("result", last)
  g:sink("rest", rest)
  return g
end

describe("an instance where LuaJIT only interprets", function()
  it("has its loop in C", function() assert.is_function(interpreted.module()) end)

  it("does as the oracle does, and gives functions of numbers what they read", function()
    local g, entries = mixed(), {}
    for i = 1, 40 do entries[i] = { "send", "Tick", { x = i * 37 % 11 - 4.5 } } end
    local made, used = bodies.numbers, 0
    function bodies.numbers(...)
      local fn, reads, writes = made(...)
      used = used + (fn and 1 or 0)
      return fn, reads, writes
    end
    local ok, difference = pcall(differential.compare, { graph = g, events = { InterpretedTick = Tick, Tick = Tick }, entries = entries },
      { backends = { "table" } })
    bodies.numbers = made
    assert.is_true(ok, difference)
    assert.is_nil(difference)
    assert.equal(7, used) -- a handler, four updates, on_arrest and after_update
  end)

  it("does as the oracle does with every type, whatever their values", function()
    -- Around the largest integers that are numbers there, around those that doubles hold, and around those that wrap.
    local integers = { 5, 17592186044415LL, 1, 1, 1, -35184372088832LL, 9007199254740993LL, 2, 9223372036854775807LL, 3,
      -9223372036854775807LL - 1LL, -1, -9007199254740993LL, 7 }
    local numbers_of = { -0.3, 16777217, -129, 4294967295, 0.5, 0 / 0, -1 / 0, 1e300, 0 }
    local sent = {}
    for i = 1, 150 do
      local x = numbers_of[i % #numbers_of + 1]
      sent[i] = { "send", "Typed", { n = integers[i % #integers + 1], k = i * 16777217 % 2147483647 - i % 2 * 2147483647,
        u = 4294967295 - i, f = i / 7, b = i % 3 == 0, x = x } }
    end
    local difference = differential.compare({ graph = typed(), events = { Typed = Typed }, entries = sent }, { backends = { "table" } })
    assert.is_nil(difference)
  end)

  it("names the callback and the line of what fails", function()
    local g = flux.graph("failing")
    local tick = g:node("tick", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } })
    g:node("bad", { inputs = { tick = tick }, state = "double a[2];", update = function(self, tick) self.a[tick.x] = 1 end })
    local rt = g:start { interpreted = true }
    assert(rt:send(Tick, { x = 1 }))
    local ok, message = rt:send(Tick, { x = 2 })
    assert.is_nil(ok)
    assert.truthy(message:find("node 'bad', update (spec/interpreted_spec.lua:", 1, true), message)
    assert.truthy(message:find("interpreted_spec.lua:%d+: index 2 is out of range: self.a has elements 0 … 1$"), message)
  end)
end)
