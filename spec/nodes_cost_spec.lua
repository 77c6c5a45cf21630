-- SPDX-License-Identifier: MIT
-- What a value costs, counted in instructions of the interpreter, not in time: windows of 32 and of 1,024 values, 32 and 1,024 keys. What
-- the source alone costs is taken off. A value must cost the same (O(1) amortised) or at most twice as much (log 1024 / log 32 = 2).
local flux = require "flux"
local nodes = require "flux.nodes"

local Value = flux.event("Value", "double x, y; int64_t key, time;", { time = "time" })
local FEW, MANY, STEP = 32, 1024, 20

-- Instructions for each of `count` events that `fill` makes, after as many that fill the window; STEP at a time.
local function instructions(declare, size, count, fill)
  local g = flux.graph "cost"
  declare(g, size)
  local rt = g:start { backend = "table" }
  local event = rt:new(Value)
  local function pass(from, to)
    for i = from, to do
      fill(event, i, size)
      assert(rt:dispatch(event))
    end
  end
  pass(1, 2 * size)
  local counted = 0
  debug.sethook(function() counted = counted + STEP end, "", STEP)
  pass(2 * size + 1, 2 * size + count)
  debug.sethook()
  rt:stop()
  return counted / count
end

-- A walk that neither rises nor falls for long, so that windows have new extremes now and then.
local function walk(event, i)
  local x = (i * 7919) % 10007
  event.x, event.y, event.key, event.time = x, (x * x) % 10007, 0, i
end

local function source(g) return g:node("source", nodes.latest(Value)) end

-- The cost of few and of many, both whole turns of the windows long.
local function costs(declare, fill, base)
  local out = {}
  for i, size in ipairs { FEW, MANY } do
    out[i] = instructions(declare, size, 2 * MANY, fill) - instructions(base or source, size, 2 * MANY, fill)
  end
  return out[1], out[2]
end

describe("a value costs", function()
  setup(function()
    jit.off()
    jit.flush() -- traces of what ran before go on without the JIT, and no hook counts what runs in them
  end)
  teardown(function() jit.on() end)

  for _, name in ipairs { "sum", "mean", "var", "skew", "max", "argmin", "corr", "range" } do
    for _, window in ipairs { "values", "time" } do
      it(("as much in a long window of %s as in a short one: %s"):format(window, name), function()
        local few, many = costs(function(g, size)
          local s = source(g)
          g:node("n", nodes[name] { x = s.x, y = name == "corr" and s.y or nil, window = window == "values" and size or size .. "ns",
            capacity = window == "time" and size or nil })
        end, walk)
        assert.is_true(few > 10, tostring(few))
        assert.is_true(many < 1.1 * few, ("%g and %g instructions"):format(few, many))
      end)
    end
  end

  for _, name in ipairs { "median", "rank", "unique" } do
    it("at most twice as much in a sorted window of 32 times the length: " .. name, function()
      local few, many = costs(function(g, size) g:node("n", nodes[name] { x = source(g).x, window = size }) end, walk)
      assert.is_true(few > 10, tostring(few))
      assert.is_true(many < 2.2 * few, ("%g and %g instructions"):format(few, many))
    end)
  end

  it("32 times as much where the window is walked, which this count sees", function()
    local few, many = costs(function(g, size)
      g:node("n", { inputs = { x = source(g).x }, state = ("double sum, w[%d];"):format(size), update = function(self, x)
        self.sum = x
        for i = 0, size - 1 do self.sum = self.sum + self.w[i] end
      end })
    end, walk)
    assert.is_true(many > 16 * few, ("%g and %g instructions"):format(few, many))
  end)

  local function keys(event, i, size)
    walk(event, i)
    event.key = i % size
  end

  local function keyed(g, size)
    return g:by(Value.key, { capacity = size }, function(sub) return sub:node("source", nodes.latest(Value)) end)
  end

  it("as much with many keys as with few", function()
    local few, many = costs(keyed, keys, function(g) g:node("clock", { on = { [Value] = function() end } }) end)
    assert.is_true(few > 10, tostring(few))
    assert.is_true(many < 1.2 * few, ("%g and %g instructions"):format(few, many))
  end)

  for name, declare in pairs { -- each by itself: the order does not matter
    top = function(g, size) g:node("n", nodes.top { x = keyed(g, size).x, n = 3 }) end,
    across = function(g, size) g:node("n", nodes.across { x = keyed(g, size).x, of = "sum" }) end,
  } do
    it("at most twice as much across 32 times as many keys: " .. name, function()
      local few, many = costs(declare, keys, keyed)
      assert.is_true(few > 10, tostring(few))
      assert.is_true(many < 2.2 * few, ("%g and %g instructions"):format(few, many))
    end)
  end
end)
