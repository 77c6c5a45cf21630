-- SPDX-License-Identifier: MIT
-- Bodies that call portable helper functions, mathematics and symbols, on every backend: what binds the emitted text's names.

local flux = require "flux"
local backends = require "spec.support.backends"

local HALF = 0.5
local RED = flux.symbol "RED"

local function half(x) return x * HALF end
local function wave(x) return half(math.sin(x)) + half(math.cos(x)) end
local function pick(w, i)
  if i > 2 then return w end
  return half(w)
end

backends.each(function(start, name)
  describe("a body on " .. name, function()
    it("calls helpers that call helpers", function()
      local E = flux.event("E", "double x; int32_t i;")
      local g = flux.graph("helpers")
      g:node("n", { state = "double wave, picked; int64_t runs;", on = { [E] = function(self, e)
        self.wave = wave(e.x)
        self.picked = pick(e.x, e.i)
        self.runs = self.runs + 1
      end } })
      local rt = start(g, {})
      assert(rt:send(E, { x = 0, i = 1 }))
      assert.equal(0.5, rt.state.n.wave)
      assert.equal(0, rt.state.n.picked)
      assert(rt:send(E, { x = 8, i = 3 }))
      assert.equal(8, rt.state.n.picked)
      assert(rt:send(E, { x = 8, i = 2 }))
      assert.equal(4, rt.state.n.picked)
      rt:stop()
    end)

    it("compares symbols from the script and from data", function()
      local E = flux.event("E", "symbol colour;")
      local g = flux.graph("colours")
      g:node("n", { state = "int32_t red, other; symbol last;", on = { [E] = function(self, e)
        if e.colour == RED then self.red = self.red + 1 else self.other = self.other + 1 end
        self.last = e.colour
      end } })
      local rt = start(g, {})
      for _, text in ipairs { "RED", "BLUE", "GREEN", "RED" } do assert(rt:send(E, { colour = text })) end
      assert(rt:send(E, { colour = flux.symbol "BLUE" }))
      assert.equal(2, rt.state.n.red)
      assert.equal(3, rt.state.n.other)
      assert.equal(rt:symbol("BLUE"), rt.state.n.last)
      rt:stop()
    end)

    it("adds up to 1,000 numbers in one row", function()
      local E = flux.event("E", "double x;")
      local g = flux.graph("row")
      local text = ("return function(self, e) self.v = e.x%s end"):format((" + e.x"):rep(1000))
      g:node("n", { state = "double v;", on = { [E] = assert(loadstring(text))() } })
      local rt = start(g, {})
      assert(rt:send(E, { x = 3 }))
      assert.equal(3003, rt.state.n.v)
      rt:stop()
    end)

    it("names the user's line when an index is out of range", function()
      local E = flux.event("E", "double i;")
      local g = flux.graph("lines", { on_error = "skip" })
      local here = debug.getinfo(1, "l").currentline
      g:node("n", { state = "double w[4];", on = { [E] = function(self, e)
        local i = e.i
        self.w[i] = 1
      end } })
      local rt = start(g, {})
      local ok, message = rt:send(E, { i = 4 })
      assert.is_nil(ok)
      local wanted = ("spec/semantics_helpers_spec.lua:%d: index 4 is out of range: self.w has elements 0 … 3"):format(here + 3)
      assert.truthy(message:find(wanted, 1, true), message)
      assert.truthy(rt:send(E, { i = 3.9 }))
      assert.equal(1, rt.state.n.w[3])
      assert.is_nil((rt:send(E, { i = 0 / 0 })))
      rt:stop()
    end)

    it("keeps the sign of a zero apart in nodes of one kind", function()
      local E = flux.event("E", "double x;")
      local Divided = flux.kind("Divided", { params = "double by;", state = "double v;", on = { [E] = function(self, e)
        self.v = e.x / self.by
      end } })
      local g = flux.graph "zeros"
      g:node("above", Divided { by = 0 })
      g:node("below", Divided { by = -0.0 })
      local rt = start(g, {})
      assert(rt:send(E, { x = 1 }))
      assert.same({ 1 / 0, -1 / 0 }, { rt.state.above.v, rt.state.below.v })
      rt:stop()
    end)
  end)
end)

-- What ends a text in C: "x" and "x\0y" would be one, and "\0" none at all.
describe("a text from data", function()
  for _, backend in ipairs { "table", "luajit", "native" } do
    it("takes no symbol with a zero byte, nor one too long, and keeps a snapshot's ids: " .. backend, function()
      local E = flux.event("E", "symbol colour;")
      local function graph()
        local g = flux.graph("texts", { symbols = 4 })
        g:node("n", { state = "symbol last;", on = { [E] = function(self, e) self.last = e.colour end } })
        return g
      end
      local rt, again = graph():start { backend = backend }, graph():start { backend = backend }
      for _, text in ipairs { "x\0y", "\0", "x\0" } do
        assert.same({ false, "a symbol cannot contain a zero byte" }, { pcall(rt.symbol, rt, text) })
      end
      assert.same({ false, ("a symbol has at most 31 bytes, '%s' has 32"):format(("z"):rep(32)) }, { pcall(rt.symbol, rt, ("z"):rep(32)) })
      assert.same({ 0, 1, 2, 1 }, { rt:symbol "", rt:symbol "x", rt:symbol "later", rt:symbol "x" })
      again:restore(rt:snapshot())
      assert.same({ "x", "later" }, { again:symbol_text(1), again:symbol_text(2) })
      assert.same({ 2, 1 }, { again:symbol "later", again:symbol "x" })
      rt:stop()
      again:stop()
    end)
  end
end)
