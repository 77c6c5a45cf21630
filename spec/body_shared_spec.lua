-- SPDX-License-Identifier: MIT
-- Callbacks that a loop makes anew for each node are translated once, and those that differ in what they compute are not taken for one.
-- Expected values are worked by hand.

local backends = require "spec.support.backends"
local flux = require "flux"
local nodes = require "flux.nodes"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "int64_t time; int32_t key; double x;", { time = "time" })

local Divided = flux.kind("Divided", { params = "double by;", state = "double v;",
  update = function(self, x) self.v = x / self.by end })

local function minus(x) return -x end

-- A graph whose node `root` has the field x, with what `fill` adds.
local function graph(fill)
  local g = flux.graph("shared")
  fill(g, g:node("root", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } }))
  return g
end

-- How many translations the callbacks of the nodes with these names have.
local function translations(g, pattern)
  resolve.resolve(g)
  local known, count = {}, 0
  for _, callback in ipairs(g.callbacks) do
    local tree = callback.body.ast
    if callback.node.name:find(pattern) and not known[tree] then known[tree], count = true, count + 1 end
  end
  return count
end

describe("callbacks in a loop are translated", function()
  it("once where they close over nothing", function()
    assert.equal(1, translations(graph(function(g, root)
      for i = 1, 5 do
        g:node("n" .. i, { inputs = { x = root.x }, state = "double v;", update = function(self, x) self.v = x + 1 end })
      end
    end), "^n"))
  end)

  it("once for each value that they close over", function()
    assert.equal(3, translations(graph(function(g, root)
      for i = 1, 9 do
        local by = i % 3
        g:node("n" .. i, { inputs = { x = root.x }, state = "double v;", update = function(self, x) self.v = x + by end })
      end
    end), "^n"))
  end)

  it("once for each text", function()
    assert.equal(2, translations(graph(function(g, root)
      for i = 1, 6 do
        local text = ("function(self, x) self.v = x + %d end"):format(i % 2)
        g:node("n" .. i, { inputs = { x = root.x }, state = "double v;", update = flux.body(text) })
      end
    end), "^n"))
  end)

  it("once where a node of the library is called with one set of options", function()
    assert.equal(2, translations(graph(function(g, root)
      for i = 1, 6 do g:node("n" .. i, nodes.ema { x = root.x, span = 3 + i % 2 }) end
    end), "^n"))
  end)

  it("once behind handlers with filters", function()
    assert.equal(1, translations(graph(function(g)
      for i = 1, 6 do g:node("n" .. i, nodes.latest(Tick:where { key = i })) end
    end), "^n"))
  end)

  it("for each where they read lists", function()
    assert.equal(3, translations(graph(function(g, root)
      for i = 1, 3 do
        g:node("n" .. i, { inputs = { xs = { root.x, root.x } }, state = "double v;", update = function(self, xs) self.v = xs[0] end })
      end
    end), "^n"))
  end)
end)

-- Two nodes whose callbacks must not be taken for one: what they make of the 6 in `root`.
local APART = {
  { "params of zero and minus zero", { math.huge, -math.huge }, function(root) return
    Divided { x = root.x, by = 0 }, Divided { x = root.x, by = minus(0) } end },
  { "zero and minus zero from outside", { math.huge, -math.huge }, function(root)
    local function make(by) return { inputs = { x = root.x }, state = "double v;", update = function(self, x) self.v = x / by end } end
    return make(0), make(minus(0))
  end },
  { "numbers that differ in their last digit", { 6 + 2 ^ -40, 6 + 2 ^ -41 }, function(root)
    local function make(more)
      return { inputs = { x = root.x }, state = "double v;", update = function(self, x) self.v = x + more end }
    end
    return make(2 ^ -40), make(2 ^ -41)
  end },
  { "integers of 64 bits from outside", { 1, 0 }, function(root)
    local function make(at) return { inputs = { x = root.x }, state = "double v;", update = function(self, x, ctx)
      self.v = ctx.now < at and x * 0 + 1 or 0
    end } end
    return make(9223372036854775807LL), make(-9223372036854775807LL)
  end },
  { "entries of two tables", { 7, 8 }, function(root)
    local function make(set)
      return { inputs = { x = root.x }, state = "double v;", update = function(self, x) self.v = x + set.one end }
    end
    return make { one = 1 }, make { one = 2 }
  end },
  { "functions from outside", { -6, 12 }, function(root)
    local function make(fn)
      return { inputs = { x = root.x }, state = "double v;", update = function(self, x) self.v = fn(x) end }
    end
    return make(function(x) return -x end), make(function(x) return x * 2 end)
  end },
  { "states of another layout", { 6, 6 }, function(root)
    local function make(state) return { inputs = { x = root.x }, state = state, update = function(self, x) self.v = x end } end
    return make "double v;", make "int32_t n; float v;"
  end },
  { "inputs of another type", { 6, 1 }, function(root)
    local function make(x) return { inputs = { x = x }, state = "double v;", update = function(self, x) self.v = x end } end
    return make(root.x), make(root.graph:node("flag", { inputs = { x = root.x }, state = "int8_t y;",
      update = function(self, x) self.y = x > 5 and 1 or 0 end }).y)
  end },
}

describe("callbacks are not taken for one that differ in", function()
  for _, case in ipairs(APART) do
    backends.each(function(start, backend)
      it(("%s, on %s"):format(case[1], backend), function()
        local rt = start(graph(function(g, root)
          local one, two = case[3](root)
          g:node("one", one)
          g:node("two", two)
        end), {})
        rt:send(Tick, { time = 1, key = 0, x = 6 })
        assert.same(case[2], { rt.state.one.v, rt.state.two.v })
      end)
    end)
  end
end)
