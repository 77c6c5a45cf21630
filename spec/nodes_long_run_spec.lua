-- SPDX-License-Identifier: MIT
-- Ten million steps: sliding windows stay within 1e-9 (relative) of the window recomputed exactly, through outliers of 1e12 and
-- stretches at an offset of 1e9 (spec/reference/nodes/long_run.py). Nothing drifts, because nothing is subtracted.
-- The other backends run a part of it: that all agree is the business of nodes_reference_spec.lua. Sorted windows cost more and cannot
-- drift: they run a million steps.
local flux = require "flux"
local nodes = require "flux.nodes"

local Pair = flux.event("Pair", "double x, y;")

local MOMENTS = { "sum", "mean", "var", "skew", "kurt", "min", "max", "cov", "corr", "vwap" }
local SORTED = { "median", "quantile" }

local function build(names)
  local g = flux.graph("long_run")
  local pair = g:node("pair", { state = "double x, y, weight;", on = { [Pair] = function(self, event)
    self.x, self.y, self.weight = event.x, event.y, event.y + 2
  end } })
  local x, y = pair.x, pair.y
  local options = { cov = { x = x, y = y }, corr = { x = x, y = y }, vwap = { price = x, size = pair.weight },
    quantile = { x = x, q = 0.95 } }
  for _, name in ipairs(names) do
    local given = options[name] or { x = x }
    given.window = 1000
    g:node("n_" .. name, nodes[name](given))
  end
  return g
end

local function read_checks()
  local names, checks = nil, {}
  for line in io.lines("spec/reference/nodes/long_run.csv") do
    local cells = {}
    for cell in (line .. ","):gmatch("([^,]*),") do cells[#cells + 1] = cell end
    if not names then names = cells
    else
      local row = {}
      for i, name in ipairs(names) do row[name] = tonumber(cells[i]) end
      checks[#checks + 1] = row
    end
  end
  return checks
end

-- Feeds steps from `first` to `last`; `s` is the generator's state.
local function feed(rt, event, first, last, s)
  for step = first, last do
    s = s * 6364136223846793005ULL + 1442695040888963407ULL
    local u = tonumber(bit.rshift(s, 11)) * 2 ^ -53
    s = s * 6364136223846793005ULL + 1442695040888963407ULL
    local v = tonumber(bit.rshift(s, 11)) * 2 ^ -53
    local million = math.floor(step / 1000000)
    event.x = ((million == 2 or million == 5) and 1e9 or 1e6) + u
    if step % 24989 == 24988 then event.x = 1e12 end
    event.y = u - 0.5 * v
    rt:dispatch(event)
  end
  return s
end

local function run(backend, steps, names)
  local checks = read_checks()
  local rt = build(names):start { backend = backend }
  local event, s, done, worst = rt:new(Pair), 42ULL, 0, 0
  for _, check in ipairs(checks) do
    if check.step > steps then break end
    s = feed(rt, event, done, check.step - 1, s)
    done = check.step
    for _, name in ipairs(names) do
      local got, want = rt.state["n_" .. name].value, check[name]
      local off = math.abs(got - want) / math.abs(want)
      worst = math.max(worst, off)
      assert.is_true(off <= 1e-9, ("step %d, %s: expected %.17g, got %.17g"):format(done, name, want, got))
      assert.is_true(name ~= "corr" or math.abs(got) <= 1)
    end
  end
  assert.equal(steps, done)
  rt:stop()
  if os.getenv "FLUX_SHOW" then print(("%s, %d steps: off by %.2g at most"):format(backend, steps, worst)) end
end

describe("sliding windows stay exact", function()
  it("over ten million steps", function() run("native", 10000000, MOMENTS) end)
  it("over a million steps, sorted", function() run("native", 1000000, SORTED) end)
  it("on luajit", function() run("luajit", 500000, MOMENTS) end)
  it("on table", function() run("table", 500000, MOMENTS) end)
end)
