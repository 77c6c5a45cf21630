-- SPDX-License-Identifier: MIT
-- Tails without a branch: where a profile finds them, what they look like, and that they compute the same.
local ffi = require "ffi"
local flux = require "flux"
local export = require "flux.export"
local exported = require "spec.support.exported"
local profile = require "flux.profile"
local resolve = require "flux.resolve"

local GENERATORS = { random = { 6364136223846793005ULL, 1442695040888963407ULL }, periodic = { 1ULL, bit.lshift(13ULL, 60) } }

-- Sends n events of the ladder's input.
local function feed(rt, graph, kind, n, after)
  local event = rt:new(graph.events[1])
  local s, multiplier, increment = 42ULL, GENERATORS[kind][1], GENERATORS[kind][2]
  for i = 0, n - 1 do
    s = s * multiplier + increment
    event.price = 100 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10 - 5
    event.size = 1 + tonumber(bit.rshift(s, 60))
    event.time = i
    assert(rt:dispatch(event))
    if after then after() end
  end
end

local function measured(kind)
  local graph = dofile("graphs/ladder.lua")
  local p = profile.new(graph)
  feed(p.rt, graph, kind, 20000, function() p:note() end)
  return profile.unpredictable(p:report())
end

describe("a branch-free tail", function()
  it("is proposed where random verdicts cannot be guessed", function() assert.same({ detector = true }, measured("random")) end)

  it("is not proposed for a pattern that a processor learns", function() assert.same({}, measured("periodic")) end)

  it("is computed on a copy and kept through a mask, and the arrest before it is no branch", function()
    local text = export.text(resolve.resolve(dofile("graphs/ladder.lua")), { unpredictable = { detector = true } })
    local body = text.source:match("static inline uint64_t detector_update.-\n}\n")
    assert.falsy(body:find("if (", 1, true), body)
    local counted = "self->count = flux_i64_add(self->count, (int64_t)(dirty & 1));"
    assert.truthy(body:find("const uint64_t dirty = mask_greater(self->score, 0.0);\n  " .. counted, 1, true), body)
    local cycle = text.source:match("\nstatic %a+ tick_cycle%(.-\n}\n")
    assert.truthy(cycle:find("const uint64_t detector_dirty = detector_update(", 1, true), cycle)
    for _, kept in ipairs { "published = blend_double", "count = choose_int64_t" } do
      assert.truthy(cycle:find("g->publisher." .. kept .. "(detector_dirty, publisher_next.", 1, true), cycle)
    end
    assert.falsy(cycle:find("if (detector_dirty)", 1, true), cycle)
    assert.truthy(cycle:find("if (g->on_published != NULL && detector_dirty) {", 1, true), cycle)
  end)

  it("asks a mask of the flag where the verdict is no comparison of doubles", function()
    local Tick = flux.event("Tick", "int64_t n;")
    local g = flux.graph("odd")
    local gate = g:node("gate", { state = "int64_t n;", on = { [Tick] = function(self, event)
      self.n = event.n
      if event.n % 2LL == 0LL then return false end
    end } })
    local sum = g:node("sum", { inputs = { n = gate.n }, state = "double sum;", update = function(self, n)
      self.sum = self.sum + tonumber(n)
    end })
    g:sink("sum", sum)
    local source = export.text(resolve.resolve(g), { unpredictable = true }).source
    local cycle = source:match("\nstatic %a+ tick_cycle%(.-\n}\n")
    assert.truthy(cycle:find("const uint64_t gate_mask = mask_of(gate_dirty);", 1, true), cycle)
    assert.truthy(cycle:find("g->sum.sum = choose_double(gate_mask, sum_next.sum, g->sum.sum);", 1, true), cycle)
    -- The flag itself would do for gcc; clang would branch on its comparison first.
    assert.truthy(cycle:find("if (g->on_sum != NULL && gate_mask != 0) {", 1, true), cycle)
    local rt = g:start { backend = "native", unpredictable = true }
    for n = 1, 6 do rt:send(Tick, { n = n }) end
    assert.equal(1 + 3 + 5, rt.state.sum.sum)
  end)

  -- A node that no verdict decides stands between the two tails of `gate`; one tail does nothing at all.
  it("may stand twice behind one flag, and be empty", function()
    local Tick = flux.event("Tick", "int64_t n;")
    local g = flux.graph("twice")
    local gate = g:node("gate", { state = "int64_t n;", on = { [Tick] = function(self, event)
      self.n = event.n
      if event.n % 2LL == 0LL then return false end
    end } })
    local function sum(name, up)
      return g:node(name, { inputs = { n = up }, state = "double sum;", update = function(self, n) self.sum = self.sum + tonumber(n) end })
    end
    sum("first", gate.n)
    g:node("empty", { inputs = { n = gate.n }, state = "double sum;", update = function() end })
    g:node("between", { state = "int64_t n;", on = { [Tick] = function(self, event) self.n = self.n + event.n end } })
    sum("second", gate.n)
    g:node("idle", { inputs = { n = gate.n }, state = "double sum;", update = function() end })
    local rt = g:start { backend = "native", unpredictable = true }
    for n = 1, 6 do rt:send(Tick, { n = n }) end
    assert.same({ 9, 9, 21 }, { rt.state.first.sum, rt.state.second.sum, tonumber(rt.state.between.n) }) -- 1 + 3 + 5; 1 + … + 6
    assert.same({ 0, 0 }, { rt.state.empty.sum, rt.state.idle.sum })
  end)

  it("may stand beside two callbacks of one node that arrest", function()
    local Tick = flux.event("Tick", "int64_t n;")
    local g = flux.graph("both")
    local node = g:node("node", { state = "int64_t n; double v;", on = {
      [Tick:where { n = 3 }] = function(self) self.v = 100 end,
      [Tick:otherwise()] = function(self)
        self.v = self.v + 1
        if self.v > 102 then return false end
        self.n = self.n + 10
      end,
      [Tick] = function(self, event)
        if self.v > 101 then return false end
        self.n = self.n + event.n
      end,
    } })
    g:node("tail", { inputs = { n = node.n }, state = "double sum;", update = function(self, n) self.sum = self.sum + tonumber(n) end })
    local rt = g:start { backend = "native", unpredictable = true }
    for n = 1, 6 do rt:send(Tick, { n = n }) end
    -- n: 11, 23, 26, 40, 50 by the first alone, and then neither; v: 1, 2, 100, 101, 102, 103.
    assert.same({ 50, 103, 11 + 23 + 26 + 40 + 50 }, { tonumber(rt.state.node.n), rt.state.node.v, rt.state.tail.sum })
  end)

  -- `gate` writes nothing, `plain` all before it decides: a copy would be set and not used, or copied in and out for nothing.
  it("copies no state of which nothing is masked, and compiles without a warning", function()
    local Tick = flux.event("Tick", "double x;")
    local g = flux.graph("bare")
    local plain = g:node("plain", { state = "double x;", on = { [Tick] = function(self, event)
      self.x = event.x
      return event.x > -1
    end } })
    local gate = g:node("gate", { inputs = { plain = plain.x }, state = "double unused;", update = function(self, plain) -- luacheck: ignore
      return plain > 0.5
    end })
    local score = g:node("score", { inputs = { gate = gate }, state = "double v;", update = function(self) self.v = self.v * 0.5 + 1 end,
      on_arrest = function(self)
        if self.v > 1 then self.v = self.v * 0.5 end
        return self.v > 0.7
      end })
    g:sink("score", score)
    local dir = exported.directory()
    finally(exported.remove)
    export.write(resolve.resolve(g), { dir = dir, unpredictable = true })
    local file = assert(io.open(dir .. "/bare.c"))
    local source = file:read "*a"
    file:close()
    assert.is_nil(source:find("plain_next", 1, true) or source:find("gate_next", 1, true))
    assert.truthy(source:find("score_next", 1, true)) -- halved or not
    for _, cc in ipairs { "gcc", "clang" } do exported.run(("cd %s && %s -std=c11 -Wall -Wextra -Werror -c bare.c"):format(dir, cc)) end
    local rt = g:start { backend = "native", unpredictable = true }
    for _, x in ipairs { 1, 2, 0, -3, 0.25 } do rt:send(Tick, { x = x }) end
    assert.equal(0.75, rt.state.score.v) -- 1, 1.5, then halved by the third; -3 goes no further, the fifth is below 1
  end)

  it("leaves an export without the option as it is", function()
    local text = export.text(resolve.resolve(dofile("graphs/ladder.lua")))
    assert.falsy(text.source:find("mask", 1, true))
  end)

  for _, kind in ipairs { "random", "periodic" } do
    it("has the ladder's known answer on " .. kind .. " input", function()
      local graph = dofile("graphs/ladder.lua")
      local rt = graph:start { backend = "native", unpredictable = true }
      feed(rt, graph, kind, 1000000)
      local expected = kind == "random" and { 707342, "3ff139e5f6fd70aa" } or { 562435, "3fe3b34616f0eba0" }
      local bits = ffi.new("union { double number; uint64_t bits; }", rt.state.publisher.published).bits
      assert.same(expected, { tonumber(rt.state.detector.count), bit.tohex(bits, 16) })
    end)
  end

  it("keeps every field type as a branch would", function()
    local Tick = flux.event("Tick", "double x;")
    local function build()
      local g = flux.graph("types")
      local source = g:node("source", { state = "double x; int64_t seen;", on = { [Tick] = function(self, event)
        self.x = event.x
        if event.x < 0 then return false end
        self.seen = self.seen + 1
      end } })
      g:node("tail", { inputs = { x = source.x }, state = "double d; float f; int8_t a; uint16_t b; int32_t c; uint64_t e; bool t;",
        update = function(self, x)
          self.d = self.d * 0.5 + x
          self.f = self.f + x
          self.a, self.b, self.c = self.a + 3, self.b + 7, self.c - 1
          self.e = self.e + 1
          self.t = not self.t
        end })
      return g
    end
    local states = {}
    for i, unpredictable in ipairs { false, true } do
      local g = build()
      local rt = g:start { backend = "native", unpredictable = unpredictable }
      for k = 1, 200 do rt:send(Tick, { x = (k * 7919) % 101 - 50 }) end
      states[i] = rt:state_bytes("source") .. rt:state_bytes("tail")
    end
    assert.equal(states[1], states[2])
  end)

  it("keeps an integer that no double holds, where the tail stores a number to it", function()
    local Tick = flux.event("Tick", "double x;")
    local g = flux.graph("wide")
    g:node("source", { state = "int64_t n = 9007199254740993;", on = { [Tick] = function(self, event)
      if event.x < 0 then return false end
      self.n = event.x * 3
    end } })
    local rt = g:start { backend = "native", unpredictable = true }
    rt:send(Tick, { x = -1 })
    assert.equal(9007199254740993LL, rt.state.source.n) -- 2^53 + 1
    rt:send(Tick, { x = 1.5 })
    assert.equal(4LL, rt.state.source.n)
  end)
end)
