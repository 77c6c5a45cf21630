-- SPDX-License-Identifier: MIT
-- The nodes that shape a series, against values worked out by hand, on every backend. Times are in ms.
local flux = require "flux"
local nodes = require "flux.nodes"

local MS = 1000000
local Value = flux.event("Value", "double x; int64_t time;", { time = "time" })
local Other = flux.event("Other", "double x; int64_t time;", { time = "time" })

-- "1@0" sends x to `value`, "2:5" to `other` (x 2 at 5 ms), "=120" moves time. What the node publishes is joined by spaces.
local function run(text, make, field)
  local g = flux.graph("shape")
  local function source(name, event)
    return g:node(name, { state = "double x, low, weight; bool high; int64_t count;", on = { [event] = function(self, e)
      self.x, self.high, self.weight = e.x, e.x > 0, self.count == 1 and 1 or self.count == 2 and 2 or 0
      self.count = self.count + 1
    end } })
  end
  g:sink("out", g:node("out", make(source("value", Value), source("other", Other))))
  local items = {}
  for word in text:gmatch "%S+" do
    local x, mark, at = word:match "^(.-)([@:])(.*)$"
    if x then
      items[#items + 1] = { mark == "@" and Value or Other, x = x == "nan" and 0 / 0 or tonumber(x), time = tonumber(at) * MS }
    else
      items[#items + 1] = { "advance", tonumber(word:sub(2)) * MS }
    end
  end
  local series = flux.test(g, items)
  local out = {}
  for i, state in ipairs(series.out) do
    local value = state[field or "value"]
    out[i] = type(value) == "boolean" and tostring(value) or value ~= value and "nan" or ("%g"):format(tonumber(value))
  end
  return table.concat(out, " "), series.out
end

-- name, what is sent, what must be published, the node, the field.
local CASES = {
  { "filter passes a range, and no NaN", "1@0 5@1 nan@2 9@3 10@4", "5 9",
    function(v) return nodes.filter { x = v.x, low = 5, high = 9 } end },
  { "filter passes what a function says", "1@0 5@1 nan@2 6@3", "1 5",
    function(v) return nodes.filter { x = v.x, fn = function(x) return x % 2 == 1 end } end },
  { "map", "1@0 -3@1 nan@2", "2 10 nan", function(v) return nodes.map { x = v.x, fn = function(x) return x * x + 1 end } end },
  { "gate passes while it is open", "1@0 1:1 2@2 0:3 3@4 1:5 4@6", "2 4",
    function(v, o) return nodes.gate { x = v.x, open = o.high } end },
  { "sample takes the newest on a trigger", "0:0 1@1 2@2 0:3 0:4 3@5 0:6", "2 2 3",
    function(v, o) return nodes.sample { x = v.x, trigger = o } end },
  { "sample takes the newest by a timer", "1@5 2@10 =30 3@30 =50", "1 2 2 3 3",
    function(v) return nodes.sample { x = v.x, every = "10ms" } end },
  { "throttle passes one an interval", "1@0 2@4 3@9 4@10 5@19 6@25", "1 4 6",
    function(v) return nodes.throttle { x = v.x, interval = "10ms" } end },
  { "throttle passes the newest at the end of the interval", "1@0 2@4 3@9 4@10 5@19 =50 6@60", "1 3 5 6",
    function(v) return nodes.throttle { x = v.x, interval = "10ms", trailing = true } end },
  { "rate_limiter spends its burst, then its rate", "1@0 2@0 3@0 4@50 5@100 6@150 7@1000 8@1000 9@1000", "1 2 5 7 8",
    function(v) return nodes.rate_limiter { x = v.x, rate = 10, burst = 2 } end },
  { "debounce waits for quiet", "1@0 2@4 3@9 =18 =19 4@30 =100", "3 4",
    function(v) return nodes.debounce { x = v.x, quiet = "10ms" } end },
  { "delay by values", "1@0 2@1 3@2 4@3", "1 2", function(v) return nodes.delay { x = v.x, by = 2 } end },
  { "delay by time", "1@0 2@4 3@4 =9 =10 =14 4@20 =100", "1 2 3 4",
    function(v) return nodes.delay { x = v.x, by = "10ms", capacity = 3 } end },
  { "delay by time gives back each of equal times, before what comes then", "1@0 2@0 3@0 4@10 5@10 =20", "1 2 3 4 5",
    function(v) return nodes.delay { x = v.x, by = "10ms", capacity = 3 } end },
  { "delay that is full drops the oldest", "1@0 2@1 3@2 4@3 =100", "2 3 4",
    function(v) return nodes.delay { x = v.x, by = "10ms", capacity = 3, overflow = "oldest" } end },
  { "delay that dropped a value keeps the times of the others", "1@0 2@1 3@2 =10", "",
    function(v) return nodes.delay { x = v.x, by = "10ms", capacity = 2, overflow = "oldest" } end },
  { "diff", "1@0 4@1 9@2", "3 5", function(v) return nodes.diff { x = v.x } end },
  { "pct_change", "2@0 4@1 3@2", "0.5", function(v) return nodes.pct_change { x = v.x, n = 2 } end },
  { "changed drops duplicates", "1@0 1@1 2@2 nan@3 nan@4 2@5", "1 2 nan 2", function(v) return nodes.changed { x = v.x } end },
  { "changed has a tolerance", "1@0 1.5@1 1.6@2 1.1@3", "1 1.6", function(v) return nodes.changed { x = v.x, tolerance = 0.5 } end },
  { "take", "1@0 2@1 3@2", "1 2", function(v) return nodes.take { x = v.x, n = 2 } end },
  { "skip", "1@0 2@1 3@2", "3", function(v) return nodes.skip { x = v.x, n = 2 } end },
  { "hold drops NaN", "nan@0 2@1 nan@2 3@3", "2 3", function(v) return nodes.hold { x = v.x } end },
  { "default replaces NaN", "nan@0 2@1 nan@2", "7 2 7", function(v) return nodes.default { x = v.x, fallback = 7 } end },
  { "merge", "1@0 2:1 3@2", "1 2 3", function(v, o) return nodes.merge { xs = { v.x, o.x } } end },
  { "merge says which", "1@0 2:1 3@2", "0 1 0", function(v, o) return nodes.merge { xs = { v.x, o.x } } end, "source" },
  { "switch follows the selected one", "5@0 1:1 6@2 0:3 7@4 9:5 8@6", "5 1 6 7",
    function(v, o) return nodes.switch { xs = { v.x, o.x }, select = o.x } end },
  { "edge of a number", "1@0 3@1 4@2 2@3 5@4", "1 2", function(v) return nodes.edge { x = v.x, level = 2 } end, "count" },
  { "edge of a bool, both ways", "1@0 -1@1 -2@2 3@3", "false true",
    function(v) return nodes.edge { x = v.high, on = "both" } end, "high" },
  { "edge, falling", "1@0 -1@1 1@2 -2@3", "1 2", function(v) return nodes.edge { x = v.high, on = "falling" } end, "count" },
  { "hysteresis", "1@0 5@1 3@2 1@3 4@4 5@5", "true false true",
    function(v) return nodes.hysteresis { x = v.x, above = 5, below = 2 } end, "on" },
  { "deadline", "1@0 2@9 =18 =19 =40 3@50 4@55 =100", "true false true",
    function(v) return nodes.deadline { x = v, within = "10ms" } end, "late" },
  { "gap", "1@0 2@1 5@2 5@3 6@4 4@5 7@6", "2 -1 -3", function(v) return nodes.gap { x = v.x } end },
  { "gap of a 64-bit number", "1@0 2@1", "", function(v) return nodes.gap { x = v.count } end },
  { "accumulate", "1@0 2@1 9:2 3@3", "1 3 3", function(v, o) return nodes.accumulate { x = v.x, reset = o } end },
  { "rate", "1@0 1@1 1@2 =1000", "6 0", function(v) return nodes.rate { x = v.x, window = "500ms", every = "500ms" } end },
  { "twap from a reset on carries the price over it", "1@0 3@10 5@20 9:20 6@30 8@40", "1 1 2 5 5.5",
    function(v, o) return nodes.twap { x = v.x, reset = o } end },
  { "twap of a reset between two prices", "10@0 9:5 20@10 20@15", "10 10 15", -- (10 · 5 + 20 · 5) / 10
    function(v, o) return nodes.twap { x = v.x, reset = o } end },
  { "twap with a trigger", "0:0 10@0 0:0 20@10 0:30 nan@40 0:50", "10 16.6667 nan", -- (100 + 400) / 30
    function(v, o) return nodes.twap { x = v.x, trigger = o } end },
  -- to 20: 10; then 20 for 10 ms and 40 for 20 ms, its NaN being no price
  { "twap of each bar", "10@0 20@20 0:20 40@30 nan@35 0:50 0:50", "10 33.3333 40",
    function(v, o) return nodes.twap { x = v.x, trigger = o, reset = o, nan = "skip" } end },
  { "rsi keeps a NaN", "1@0 3@1 2@2 nan@3 nan@4 7@5 6@6", "66.6667 nan nan nan nan", function(v) return nodes.rsi { x = v.x, n = 2 } end },
  -- gain and loss: 1 and 0.5; 3 and 0.25; 1.5 and 0.625
  { "rsi skips NaN", "1@0 3@1 2@2 nan@3 nan@4 7@5 6@6", "66.6667 92.3077 70.5882",
    function(v) return nodes.rsi { x = v.x, n = 2, nan = "skip" } end },
  { "rsi begins anew on a reset", "1@0 3@1 2@2 nan@3 9:4 6@5 5@6 8@7", "66.6667 nan 75",
    function(v, o) return nodes.rsi { x = v.x, n = 2, reset = o } end },
  -- true ranges of bars whose close is the high, the low being 0: 4, 6, then 8; after the reset 3, 5
  { "atr begins anew on a reset", "4@0 6@1 8@2 nan@3 9:4 3@5 5@6", "5 6.5 nan 4",
    function(v, o) return nodes.atr { close = v.x, high = v.x, low = v.low, n = 2, reset = o } end },
  { "macd begins anew on a reset", "1@0 nan@1 9:2 4@3 8@4", "0 nan 0 1.33333", -- averages of 2/2 and 2/3 of 4: 4 − 8/3 = 4/3
    function(v, o) return nodes.macd { x = v.x, fast = 1, slow = 2, reset = o } end, "line" },
  { "ema begins anew on a reset", "1@0 3@1 9:2 5@3 7@4", "1 2 5 6",
    function(v, o) return nodes.ema { x = v.x, alpha = 0.5, reset = o } end },
  -- 1, (1 + 3) / 2; the second trigger comes before the reset of its cycle
  { "ema with a trigger, and a reset with it", "9:0 1@1 3@2 9:3 5@4 7@5 9:6 9:7", "2 6",
    function(v, o) return nodes.ema { x = v.x, alpha = 0.5, trigger = o, reset = o } end },
  { "ema of the bars that a value's own cycle ends", "1@0 3@1 5@2 7@3", "1 3 5",
    function(v) return nodes.ema { x = v.x, alpha = 0.5, trigger = v, reset = v, adjust = true } end },
  { "ema_var with a trigger", "9:0 1@1 9:1 3@2 9:3", "nan 2", -- of 1 and 3 with equal weights
    function(v, o) return nodes.ema_var { x = v.x, alpha = 1e-12, trigger = o, adjust = true } end },
  -- weights 0; 1; 2 and 1/2; 0, 1 and 1/4
  { "ema with weights", "5@0 6@1 8@2 9@3", "nan 6 7.6 7.6",
    function(v) return nodes.ema { x = v.x, alpha = 0.5, adjust = true, weight = v.weight } end },
  { "ema of equal times keeps the first value", "1@0 3@0 3@0", "1 1 1", function(v) return nodes.ema { x = v.x, halflife = "1ms" } end },
  { "ema skips NaN and waits for min_window", "1@0 nan@1 3@2", "2",
    function(v) return nodes.ema { x = v.x, alpha = 0.5, nan = "skip", min_window = 2 } end },
}

describe("nodes:", function()
  for _, case in ipairs(CASES) do
    it(case[1], function() assert.equal(case[3], (run(case[2], case[4], case[5]))) end)
  end

  it("latest keeps every field of the newest event, arrays too, and only those of its filter", function()
    local Book = flux.event("Book", "double bid[3]; symbol venue; bool firm; int32_t level;")
    local g = flux.graph("latest")
    local all = g:node("all", nodes.latest(Book))
    g:sink("all", all)
    g:sink("firm", g:node("firm", nodes.latest(Book:where { firm = true })))
    g:sink("bid", g:node("bid", nodes.map { x = all.level, fn = function(x) return 2 * x end }))
    local series = flux.test(g, {
      { Book, bid = { 1, 2, 3 }, venue = "X", firm = true, level = 7 },
      { Book, bid = { 4, 5, 6 }, venue = "Y", firm = false, level = -1 },
    })
    local function text(s)
      return ("%g %g %g %s %s %d"):format(s.bid[0], s.bid[1], s.bid[2], tostring(s.venue), tostring(s.firm), tonumber(s.level))
    end
    assert.equal(2, #series.all)
    assert.equal("1 2 3 X true 7", text(series.all[1]))
    assert.equal("4 5 6 Y false -1", text(series.all[2]))
    assert.equal(1, #series.firm)
    assert.equal("1 2 3 X true 7", text(series.firm[1]))
    assert.equal(-2, series.bid[2].value)
  end)

  it("gap counts 64-bit numbers one by one, over their ends", function()
    for _, case in ipairs {
      { "int64_t", { 9007199254740992LL, 9007199254740993LL, 9007199254740994LL, 9007199254740996LL }, 1, "1" }, -- 2^53 + 3 is missing
      { "int64_t", { -3LL, -1LL, -2LL, 1LL, 3LL, 9LL }, 2, "-1.5 2" }, -- expected: -1, 1, 1, 3, 5
      { "int64_t", { 9223372036854775805LL, 9223372036854775807LL, -9223372036854775807LL }, 1, "1 1" }, -- the least one is missing
      { "uint64_t", { 18446744073709551613ULL, 18446744073709551615ULL, 18446744073709551614ULL }, 1, "1 -2" },
      { "uint64_t", { 5ULL, 4ULL, 2ULL, 1ULL, 0ULL }, -1, "1" }, -- downwards, 3 is missing
      { "double", { 1, 2, 1 / 0, 0 / 0, 3, 6 }, 1, "2" },
      { "double", { 0 / 0, 1, 2, 4 }, 1, "1" },
      { "int32_t", { 7, 8, 11 }, 1, "2" },
    } do
      local Numbered = flux.event("Numbered", case[1] .. " n;")
      local g = flux.graph "numbers"
      local last = g:node("last", nodes.latest(Numbered))
      g:sink("out", g:node("out", nodes.gap { x = last.n, step = case[3] }))
      local items, out = {}, {}
      for i, n in ipairs(case[2]) do items[i] = { Numbered, n = n } end
      for i, state in ipairs((flux.test(g, items)).out) do out[i] = ("%g"):format(state.value) end
      assert.equal(case[4], table.concat(out, " "), case[1])
    end
  end)

  it("gap refuses a step that is no step", function()
    for _, case in ipairs { { 0, "option 'step' is 0" }, { 0.5, "is not a whole number" }, { 0 / 0, "expected a number" } } do
      local ok, message = pcall(run, "1@0", function(v) return nodes.gap { x = v.x, step = case[1] } end)
      assert.is_false(ok)
      assert.truthy(message:find("^spec/nodes_shape_spec.lua:%d+: nodes.gap: ") and message:find(case[2], 1, true), message)
    end
  end)

  it("ema forgets over any time", function()
    local g = flux.graph "ages"
    local value = g:node("value", { state = "double x;", on = { [Value] = function(self, e) self.x = e.x end } })
    g:sink("out", g:node("out", nodes.ema { x = value.x, halflife = "1ns" }))
    local series = flux.test(g, { { Value, x = 100, time = -9223372036854775807LL - 1 }, { Value, x = 200, time = 9223372036854775807LL } })
    assert.same({ 100, 200 }, { series.out[1].value, series.out[2].value })
  end)

  it("default has a value before anything came", function()
    local g = flux.graph("early")
    local value = g:node("value", { state = "double x;", on = { [Value] = function(self, e) self.x = e.x end } })
    local other = g:node("other", { on = { [Other] = function() end } })
    local known = g:node("known", nodes.default { x = value.x, fallback = 7 })
    g:sink("out", g:node("out", nodes.sample { x = value.x, trigger = other }))
    g:sink("seen", g:node("seen", { inputs = { other = other, known = flux.passive(known) }, state = "double value;",
      update = function(self, known) self.value = known.value end }))
    local series = flux.test(g, { { Other, time = 0 } })
    assert.equal(7, series.seen[1].value)
    assert.equal(0, #series.out)
  end)

  it("delay counts and fails when it is full", function()
    local ok, series = pcall(run, "1@0 2@1 3@2 =100", function(v) return nodes.delay { x = v.x, by = "10ms", capacity = 2 } end)
    assert.is_true(ok, series)
    assert.equal("", series)
  end)

  it("throttle and rate_limiter count what they drop", function()
    local _, states = run("1@0 2@1 3@30", function(v) return nodes.throttle { x = v.x, interval = "10ms" } end)
    assert.equal(1, tonumber(states[2].dropped))
    _, states = run("1@0 2@1 3@2000", function(v) return nodes.rate_limiter { x = v.x, rate = 1 } end)
    assert.equal(1, tonumber(states[2].dropped))
  end)
end)
