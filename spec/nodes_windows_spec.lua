-- SPDX-License-Identifier: MIT
-- When windows close and speak: scenarios 16 and 17, hops, triggers, resets, capacity, and what is refused. Times are in ms.
local flux = require "flux"
local nodes = require "flux.nodes"

local MS = 1000000
local Value = flux.event("Value", "double x; int64_t time;", { time = "time" })
local Mark = flux.event("Mark", "int64_t time;", { time = "time" })

local function sources(g)
  return g:node("source", { state = "double x;", on = { [Value] = function(self, event) self.x = event.x end } }),
    g:node("mark", { state = "int64_t count;", on = { [Mark] = function(self) self.count = self.count + 1 end } })
end

local function graph(make, options)
  local g = flux.graph("windows", options)
  g:sink("out", g:node("out", make(sources(g))))
  return g
end

-- "10@0" is a value, "!50" a mark, "=120" moves time.
local function items_of(text)
  local items = {}
  for word in text:gmatch "%S+" do
    local x, at = word:match "^(.-)@(.*)$"
    if x then items[#items + 1] = { Value, x = x == "nan" and 0 / 0 or tonumber(x), time = tonumber(at) * MS }
    elseif word:sub(1, 1) == "!" then items[#items + 1] = { Mark, time = tonumber(word:sub(2)) * MS }
    else items[#items + 1] = { "advance", tonumber(word:sub(2)) * MS } end
  end
  return items
end

local function joined(states)
  local out = {}
  for i, state in ipairs(states) do out[i] = state.value ~= state.value and "nan" or ("%g"):format(state.value) end
  return table.concat(out, " ")
end

-- The published values, joined by spaces.
local function run(text, make)
  local series, log = flux.test(graph(make), items_of(text))
  return joined(series.out), series.out, log
end

-- Several nodes in one graph: `add(name, options, what they must publish)` declares each.
local function run_all(text, declare)
  local g, want, got = flux.graph "windows", {}, {}
  local source, mark = sources(g)
  declare(function(name, options, expected)
    local at = #want + 1
    got[at] = ("%d: %s, window %s, min_window %s"):format(at, name, tostring(options.window), tostring(options.min_window))
    want[at] = got[at] .. " → " .. expected
    options.x = options.x or source.x
    if options.trigger == true then options.trigger = mark end
    if options.reset == true then options.reset = mark end
    g:sink("s" .. at, g:node("n" .. at, nodes[name](options)))
  end, source)
  local series = flux.test(g, items_of(text))
  for i, title in ipairs(got) do got[i] = title .. " → " .. joined(series["s" .. i]) end
  assert.same(want, got)
end

describe("windows of time", function()
  it("tumble (scenario 16): empty windows are facts, a value on the end belongs to the next", function()
    local function sum(source) return nodes.sum { x = source.x, window = "100ms", every = "100ms" } end
    assert.equal("30", (run("10@0 20@50 =120", sum)))
    assert.equal("30 0", (run("10@0 20@50 =120 =200", sum)))
    assert.equal("30 0 90", (run("10@0 20@50 =120 =200 90@210 =310", sum)))
    assert.equal("30 0 90 500" .. (" 0"):rep(16), (run("10@0 20@50 =120 =200 90@210 =310 500@320 =2000", sum)))
    assert.equal("1 5", (run("1@0 5@100 =200", sum)))
  end)

  it("slide over 2 x 100 ms (scenario 17)", function()
    local function sum(source) return nodes.sum { x = source.x, window = "200ms", every = "100ms", capacity = 16 } end
    assert.equal("140", (run("30@50 50@80 60@150 =200", sum)))
    assert.equal("140 130", (run("30@50 50@80 60@150 =200 70@230 =300", sum)))
  end)

  it("slide with every value: what is as old as the window has left", function()
    -- (50, 150] holds 3 and 4
    assert.equal("1 3 6 7 12", (run("1@0 2@50 3@99 4@150 5@160", function(source)
      return nodes.sum { x = source.x, window = "100ms", capacity = 8 }
    end)))
  end)

  it("reach from the beginning of time to its end", function()
    local least, most = -9223372036854775807LL - 1, 9223372036854775807LL
    for name, overflow in pairs { sum = "error", unique = "oldest" } do -- each by itself: the order does not matter
      local g = graph(function(source) return nodes[name] { x = source.x, window = "2ns", capacity = 4, overflow = overflow } end)
      -- (t − 2, t] holds one value; two; the second and the third; one; two
      local series = flux.test(g, { { Value, x = 1, time = least }, { Value, x = 1, time = least + 1 },
        { Value, x = 1, time = least + 2 }, { Value, x = 5, time = most - 1 }, { Value, x = 5, time = most } })
      assert.equal(name == "sum" and "1 2 2 5 10" or "1 1 1 1 1", joined(series.out))
    end
  end)

  it("two of them close in one cycle (scenario 21)", function()
    local g = flux.graph("ratio")
    local source = g:node("source", { state = "double x;", on = { [Value] = function(self, event) self.x = event.x end } })
    local sum = g:node("sum", nodes.sum { x = source.x, window = "100ms", every = "100ms" })
    local n = g:node("n", nodes.count { x = source.x, window = "100ms", every = "100ms" })
    g:sink("mean", g:node("mean", { inputs = { sum = sum.value, n = n.value }, state = "double value; int32_t runs;",
      update = function(self, sum, n) self.value, self.runs = sum / n, self.runs + 1 end }))
    local series = flux.test(g, { { Value, x = 2, time = 0 }, { Value, x = 4, time = MS }, { "advance", 100 * MS } })
    assert.same({ { value = 3, runs = 1 } }, series.mean)
  end)

  it("drop the oldest beyond the capacity and count it", function()
    local text, states = run("1@0 2@1 3@2 4@3", function(source)
      return nodes.sum { x = source.x, window = "100ms", capacity = 2, overflow = "oldest" }
    end)
    assert.equal("1 3 5 7", text)
    assert.equal(2, tonumber(states[4].overflowed))
  end)

  it("or fail, naming the node", function()
    for _, name in ipairs { "sum", "median" } do
      local _, states, log = run("1@0 2@1 3@2", function(source) return nodes[name] { x = source.x, window = "100ms", capacity = 2 } end)
      assert.equal(2, #states)
      local all = ""
      for _, entry in ipairs(log) do all = all .. tostring(entry) .. "\n" end
      assert.truthy(all:find("node 'out', update", 1, true), all)
      assert.truthy(all:find("is used up", 1, true), all)
    end
  end)

  it("move with offset, and close once over a jump with missed = \"once\"", function()
    local text = run("1@0 2@40 =70 =170", function(source)
      return nodes.sum { x = source.x, window = "100ms", every = "100ms", offset = "60ms" }
    end)
    assert.equal("3 0", text)
    assert.equal("1", (run("1@0 =1000", function(source)
      return nodes.sum { x = source.x, window = "100ms", every = "100ms", missed = "once" }
    end)))
  end)
end)

describe("windows of values", function()
  it("speak when they are full (scenario 17)", function()
    assert.equal("10 15 20 25 30 35", (run("0@0 1@1 2@2 3@3 4@4 5@5 6@6 7@7 8@8 9@9", function(source)
      return nodes.sum { x = source.x, window = 5 }
    end)))
  end)

  it("speak earlier with min_window, and every so many values", function()
    local text = "1@0 2@1 3@2 4@3 5@4 6@5"
    assert.equal("3 6 9 12 15", (run(text, function(source) return nodes.sum { x = source.x, window = 3, min_window = 2 } end)))
    assert.equal("9 15", (run(text, function(source) return nodes.sum { x = source.x, window = 3, every = 2 } end)))
    assert.equal("6 15", (run(text, function(source) return nodes.sum { x = source.x, window = 3, every = 3 } end)))
  end)

  it("speak with values number n, 2n, 3n, whatever the statistic and the shape of the window", function()
    local text = ""
    for i = 1, 15 do text = ("%s%d@%d "):format(text, i, i) end
    run_all(text, function(add) -- every = 5: the newest values are 5, 10, 15 if the window holds enough
      for _, case in ipairs {
        { "5 10 15" }, { "10 15", 7 }, { "5 10 15", 3 }, { "5 10 15", 5 }, { "5 10 15", 5, 2 }, { "5 10 15", 5, 0 }, { "10 15", 7, 6 },
        { "5 10 15", "100ms" }, { "15", "100ms", 11 },
      } do
        for _, name in ipairs { "last", "max", "quantile" } do
          if case[2] or name ~= "quantile" then
            add(name, { window = case[2], min_window = case[3], capacity = case[2] == "100ms" and 20 or nil, every = 5,
              q = name == "quantile" and 1 or nil }, case[1])
          end
        end
      end
    end)
  end)

  it("weigh their values", function()
    run_all("1@0 2@1 3@2 nan@3 2@4 5@5", function(add, source) -- each value is its own weight
      local w = source.x
      -- 1 + 4, 4 + 9, then NaN until it has left, 4 + 25
      add("sum", { weight = w, window = 2 }, "5 13 nan nan 29")
      add("sum", { weight = w, nan = "skip" }, "1 5 14 18 43")
      add("sum", { weight = w, window = "2ms", capacity = 4, nan = "skip" }, "1 5 13 4 29")
      -- (2²)^(1/3), (2² · 3³)^(1/5), (2² · 5⁵)^(1/7)
      add("gmean", { weight = w, window = 2 }, "1.5874 2.55085 nan nan 3.84833")
      add("gmean", { weight = w, window = 2, every = 2, nan = "skip" }, "1.5874 2.55085")
    end)
  end)

  it("say that a square has overflowed", function()
    run_all("1e300@0 -1e300@1 1@2 3@3", function(add, source)
      add("var", { window = 2 }, "inf inf 2")
      add("zscore", { window = 2 }, "nan nan 0.707107") -- (3 − 2) / √2
      add("zscore", { window = 2, weight = source.x, ddof = 0 }, "nan nan 0.57735") -- mean 2.5, variance 0.75
    end)
  end)

  it("count their values anew from a reset on", function()
    run_all("1@0 2@1 3@2 4@3 !4 5@5 6@6 7@7 8@8", function(add) -- every = 3: 3 is the third value, 5, 6, 7 are three after the reset
      for _, window in ipairs { {}, { window = 3 }, { window = 2 }, { window = 4, min_window = 1 } } do
        add("last", { window = window.window, min_window = window.min_window, every = 3, reset = true }, "3 7")
      end
    end)
  end)

  it("skip a NaN, or forget it when it has left", function()
    local text = "1@0 nan@1 3@2 4@3 5@4"
    assert.equal("4 7 9", (run(text, function(source) return nodes.sum { x = source.x, window = 2, nan = "skip" } end)))
    assert.equal("nan nan 7 9", (run(text, function(source) return nodes.sum { x = source.x, window = 2 } end)))
    assert.equal("nan nan 3.5 4.5", (run(text, function(source) return nodes.median { x = source.x, window = 2 } end)))
  end)
end)

describe("every window", function()
  it("speaks on a trigger", function()
    for _, window in ipairs { { window = 3, min_window = 1 }, { window = "100ms", capacity = 9 }, {} } do
      assert.equal("3 6", (run("1@0 2@1 !2 3@3 !4", function(source, mark)
        return nodes.sum { x = source.x, window = window.window, min_window = window.min_window, capacity = window.capacity,
          trigger = mark }
      end)))
    end
    assert.equal("0", (run("1@0 2@1 !102", function(source, mark)
      return nodes.sum { x = source.x, window = "100ms", capacity = 9, min_window = 0, trigger = mark }
    end)))
  end)

  it("begins anew on a reset", function()
    for _, window in ipairs { { window = 3, min_window = 1 }, { window = "100ms", capacity = 9 }, {} } do
      for _, name in ipairs { "sum", "max", "last", "median" } do
        if name ~= "median" or window.window then
          local text = run("1@0 2@1 !2 3@3 4@4 5@5 6@6 7@7 !8 1@9", function(source, mark)
            return nodes[name] { x = source.x, window = window.window, min_window = window.min_window, capacity = window.capacity,
              reset = mark }
          end)
          local want = ({ sum = window.window == 3 and "1 3 3 7 12 15 18 1" or "1 3 3 7 12 18 25 1", max = "1 2 3 4 5 6 7 1",
            last = "1 2 3 4 5 6 7 1", median = window.window == 3 and "1 1.5 3 3.5 4 5 6 1" or "1 1.5 3 3.5 4 4.5 5 1" })[name]
          assert.equal(want, text)
        end
      end
    end
  end)

  it("publishes for a trigger before a reset of the same cycle", function()
    run_all("1@0 2@1 !2 3@3 4@4 !5 5@6 !7 !8", function(add)
      for _, window in ipairs { { window = 3, min_window = 1 }, { window = "100ms", capacity = 9 }, {} } do
        for _, case in ipairs { { "sum", "3 7 5" }, { "max", "2 4 5" }, { "last", "2 4 5" }, { "median", "1.5 3.5 5" } } do
          if case[1] ~= "median" or window.window then
            add(case[1], { window = window.window, min_window = window.min_window, capacity = window.capacity, trigger = true,
              reset = true }, case[2])
          end
        end
      end
    end)
    run_all("1@0 2@1 !1 3@2 !2 4@3 !102", function(add, source)
      -- A value of that cycle is the first of the new window.
      add("sum", { trigger = source, reset = source }, "1 2 3")
      -- An empty window is published if min_window says so.
      add("count", { trigger = true, reset = true, min_window = 0 }, "2 1 1")
      add("sum", { window = "99ms", capacity = 9, min_window = 0, trigger = true, reset = true }, "3 3 0")
      -- What is too old has left: (2, 102] holds the 4 of 3.
      add("sum", { window = "100ms", capacity = 9, trigger = true, reset = true }, "3 3 4")
    end)
  end)

  it("publishes by its timer before a reset of the same cycle", function()
    local g = flux.graph "bars"
    local source = sources(g)
    local bar = g:node("bar", { state = "int32_t count;", every = "20ms", on_timer = function(self) self.count = self.count + 1 end })
    g:sink("out", g:node("out", nodes.sum { x = source.x, every = "10ms", reset = bar }))
    -- [0, 10) has 2 values, [0, 20) 4; after the reset [20, 30) 2 and [20, 40) 3
    assert.equal("2 4 2 3", joined((flux.test(g, items_of "1@1 1@5 1@11 1@15 1@21 1@25 1@31 =40")).out))
  end)

  it("takes a value that comes with the reset into the new window", function()
    assert.equal("1 2 3", (run("1@0 2@1 3@2", function(source)
      return nodes.sum { x = source.x, reset = source }
    end)))
  end)
end)

describe("a mistake in a window", function()
  local function refused(make) return select(2, pcall(graph, make)) end
  it("blames the user's line and says what to write", function()
    for _, case in ipairs {
      { function(s) return nodes.sum { x = s.x, windw = 5 } end, "unknown option 'windw' (did you mean 'window'?)" },
      { function(s) return nodes.sum { x = s.x, window = "100 parsecs" } end, "is not a duration" },
      { function(s) return nodes.sum { x = s.x, window = "1s" } end, "capacity = 256" },
      { function(s) return nodes.sum { x = s.x, window = 5, capacity = 5 } end, "this one keeps 5 values" },
      { function(s) return nodes.median { x = s.x } end, "a window is needed" },
      { function(s) return nodes.sum { x = s.y } end, "has no field 'y'" },
      { function() return nodes.sum { window = 3 } end, "input 'x' is not given" },
      { function(s) return nodes.sum { x = s } end, "one of its fields is needed, as in x = source.x" },
      { function(_, m) return nodes.sum { x = m.count } end, "this port is a 64-bit integer" },
      { function(s, m) return nodes.sum { x = s.x, every = 5, trigger = m } end, "not both" },
      { function(s) return nodes.sum { x = s.x, window = 5, min_window = 6 } end, "is not from 0 to 5" },
      { function(s) return nodes.rate { x = s.x, window = 5 } end, "a window of time is needed" },
      { function(s) return nodes.quantile { x = s.x, window = 5, q = 2 } end, "is not from 0 to 1" },
      { function(s) return nodes.ema { x = s.x } end, "one of alpha, span and halflife" },
      { function() return nodes.meen {} end, "did you mean 'mean'?" },
    } do
      local message = refused(case[1])
      assert.truthy(tostring(message):find(case[2], 1, true), tostring(message))
      assert.truthy(tostring(message):find("^spec/nodes_windows_spec.lua:%d+: "), tostring(message))
    end
  end)
end)
