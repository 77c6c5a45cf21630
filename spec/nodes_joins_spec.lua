-- SPDX-License-Identifier: MIT
-- Joins: against pandas (spec/reference/nodes/joins.py) on a stream with equal times, and by hand where pandas has no word for it:
-- what happens when they are full, and how wrong uses are refused. On every backend.
local flux = require "flux"
local nodes = require "flux.nodes"

local MS = 1000000
local Quote = flux.event("Quote", "symbol symbol; int64_t id; double value; int64_t time;", { time = "time" })
local Trade = flux.event("Trade", "symbol symbol; int64_t id; double value; int64_t time;", { time = "time" })

local function sources(g)
  local function source(name, event)
    return g:node(name, { state = "symbol symbol; int64_t id; double value;", on = { [event] = function(self, e)
      self.symbol, self.id, self.value = e.symbol, e.id, e.value
    end } })
  end
  return source("quote", Quote), source("trade", Trade)
end

-- Runs items through one join; what it publishes, by `show`, one text a publication.
local function run(items, make, show)
  local g = flux.graph("joins")
  g:sink("out", g:node("out", make(sources(g))))
  local series, log = flux.test(g, items)
  local out = {}
  for i, state in ipairs(series.out) do out[i] = show(state) end
  return out, log
end

local function split(line)
  local cells = {}
  for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
  return cells
end

local function show_value(state) return ("%.15g"):format(state.value) end

-- As the reference files write a number; some printers give a NaN a sign.
local function text(value) return (("%.3f"):format(value):gsub("%-nan", "nan")) end

local function show_text(state) return text(state.value) end

local function show_pairs(state)
  local list = {}
  for i = 0, state.pairs - 1 do list[#list + 1] = text(state.x[i]) .. ":" .. text(state.y[i]) end
  return table.concat(list, " ")
end

local CASES = {
  asof = { function(q, t) return nodes.asof { x = t.value, y = q.value } end, show_text },
  asof_within = { function(q, t) return nodes.asof { x = t.value, y = q.value, tolerance = "3ms" } end, show_text },
  asof_before = { function(q, t) return nodes.asof { x = t.value, y = q.value, tolerance = "5ms", exact = false } end, show_text },
  lookup = { function(q, t) return nodes.lookup { key = t.symbol, row = q.symbol, y = q.value, capacity = 5 } end, show_text },
  combine = { function(q, t) return nodes.combine { quote = q.value, trade = t.value } end,
    function(state) return text(state.quote) .. ":" .. text(state.trade) end },
  pairs = { function(q, t)
    return nodes.interval_join { x = t.value, y = q.value, before = "2ms", after = "5ms", capacity = 32 }
  end, show_pairs },
  pairs_before = { function(q, t) return nodes.interval_join { x = t.value, y = q.value, before = "5ms", capacity = 32 } end, show_pairs },
}

for _, name in ipairs { "joins", "joins_hostile" } do
  describe("joins agree with pandas on " .. name .. ".csv:", function()
    local items, want, columns = {}, {}, nil
    for line in io.lines("spec/reference/nodes/" .. name .. ".csv") do
      local cells = split(line)
      if not columns then
        columns = cells
      else
        items[#items + 1] = { cells[4] == "q" and Quote or Trade, time = tonumber(cells[1]), symbol = cells[2], value = tonumber(cells[3]) }
        for c = 5, #cells do
          want[columns[c]] = want[columns[c]] or {}
          if cells[c] ~= "-" then table.insert(want[columns[c]], cells[c]) end
        end
      end
    end
    assert(#items == 270 and #columns == 11)

    for c = 5, #columns do
      it(columns[c], function()
        assert.same(want[columns[c]], (run(items, unpack(CASES[columns[c]]))))
      end)
    end
  end)
end

local function quote(at, value, symbol, id) return { Quote, time = at * MS, value = value, symbol = symbol or "A", id = id or 0 } end
local function trade(at, value, symbol, id) return { Trade, time = at * MS, value = value, symbol = symbol or "A", id = id or 0 } end

describe("a join", function()
  it("asof has a value for what is missing, and says how old the other is", function()
    local out = run({ trade(0, 1), quote(1, 50), trade(4, 2), trade(5, 3) },
      function(q, t) return nodes.asof { x = t.value, y = q.value, tolerance = "3ms", missing = 0 / 0 } end,
      function(state) return ("%g %g %d"):format(state.x, state.value, tonumber(state.age)):gsub("%-nan", "nan") end)
    assert.same({ "1 nan -1", "2 50 3000000", "3 nan -1" }, out)
  end)

  it("asof and interval_join meet from the beginning of time to its end", function()
    local least, most = -9223372036854775807LL - 1, 9223372036854775807LL
    local function at(event, time, value) return { event, time = time, value = value, symbol = "A" } end
    local items = { at(Quote, least, 1), at(Trade, least, 2), at(Trade, least + 1, 3), at(Trade, most, 4),
      at(Quote, most, 5), at(Trade, most, 6) }
    -- The fourth has no y within 1 ms: a y of 2^64 ns before is none.
    assert.same({ "2:1", "3:1", "6:5" }, (run(items,
      function(q, t) return nodes.asof { x = t.value, y = q.value, tolerance = "1ms" } end,
      function(state) return ("%g:%g"):format(state.x, state.value) end)))
    assert.same({ "2:1", "3:1", "4:1", "6:5" }, (run(items, function(q, t) return nodes.asof { x = t.value, y = q.value } end,
      function(state) return ("%g:%g"):format(state.x, state.value) end)))
    assert.same({ "2.000:1.000", "3.000:1.000", "4.000:5.000", "6.000:5.000" }, (run(items,
      function(q, t) return nodes.interval_join { x = t.value, y = q.value, before = "1ms", after = "1ms", capacity = 4 } end, show_pairs)))
  end)

  it("combine need not wait for all", function()
    local out = run({ trade(0, 1), quote(1, 50), trade(2, 3) },
      function(q, t) return nodes.combine { quote = q.value, trade = t.value, id = t.id, all = false } end,
      function(state) return ("%g %g"):format(state.quote, state.trade) end)
    assert.same({ "0 1", "50 1", "50 3" }, out)
  end)

  it("interval_join that is full fails the cycle, or drops the oldest and counts it", function()
    local items = { quote(0, 1), quote(1, 2), quote(2, 3), trade(3, 9) }
    local function make(overflow)
      return function(q, t) return nodes.interval_join { x = t.value, y = q.value, before = "9ms", capacity = 2, overflow = overflow } end
    end
    local out, log = run(items, make "error", show_pairs)
    assert.same({}, out)
    assert.truthy(log[4]:find("item 3: .*node 'out'.*its capacity of 2 values of a series is used up"), log[4])
    out = run(items, make "oldest", function(state) return show_pairs(state) .. " " .. tonumber(state.overflowed) end)
    assert.same({ "9.000:2.000 9.000:3.000 1" }, out)
  end)

  it("lookup that is full fails the cycle, or drops the key and counts it; known keys still change", function()
    local items = { quote(0, 1, "A"), quote(0, 2, "B"), quote(0, 3, "C"), quote(0, 4, "A"), trade(1, 0, "C"), trade(1, 0, "A") }
    local function make(on_full)
      return function(q, t)
        return nodes.lookup { key = t.symbol, row = q.symbol, y = q.value, capacity = 2, on_full = on_full, missing = -1 }
      end
    end
    local out, log = run(items, make "error", show_value)
    assert.same({}, out)
    assert.truthy(log[4]:find("item 3: .*node 'out'.*its capacity of 2 keys is used up"), log[4])
    out = run(items, make "drop", function(state)
      return ("%g %s %d"):format(state.value, tostring(state.found), tonumber(state.dropped))
    end)
    assert.same({ "-1 false 1", "4 true 1" }, out)
  end)

  it("lookup by 64-bit keys that share their low bits", function()
    local items, want = {}, {}
    for i = -20, 19 do items[#items + 1] = quote(0, i, "A", i * 4294967296LL) end
    for i = -20, 20 do
      items[#items + 1] = trade(0, 0, "A", i * 4294967296LL)
      want[#want + 1] = i < 20 and tostring(i) or "99"
    end
    local out = run(items, function(q, t) return nodes.lookup { key = t.id, row = q.id, y = q.value, capacity = 40, missing = 99 } end,
      show_value)
    assert.same(want, out)
  end)

  local REFUSED = {
    { "a number is no key", "nodes.lookup: input 'key': a key is a symbol or an integer, and this port is a double",
      function(q, t) return nodes.lookup { key = t.value, row = q.symbol, y = q.value, capacity = 5 } end },
    { "keys of two types", "nodes.lookup: input 'row': its keys are int64_t, those of 'key' symbol",
      function(q, t) return nodes.lookup { key = t.symbol, row = q.id, y = q.value, capacity = 5 } end },
    { "no capacity", "nodes.lookup: option 'capacity' is not given",
      function(q, t) return nodes.lookup { key = t.symbol, row = q.symbol, y = q.value } end },
    { "no interval", 'nodes.interval_join: how far may y be from x? before = "1s", after = "1s", or both',
      function(q, t) return nodes.interval_join { x = t.value, y = q.value, capacity = 5 } end },
    { "one series", "nodes.combine: two series or more are combined",
      function(q) return nodes.combine { x = q.value } end },
    { "a reserved name", "nodes.combine: 'index' is the name of an input and of a field: reserved",
      function(q, t) return nodes.combine { index = q.value, x = t.value } end },
  }
  for _, case in ipairs(REFUSED) do
    it("refuses " .. case[1] .. ", at the user's line", function()
      local g = flux.graph("refused")
      local ok, message = pcall(case[3], sources(g))
      assert.is_false(ok)
      assert.truthy(message:find("spec/nodes_joins_spec.lua:%d+: "), message)
      assert.truthy(message:find(case[2], 1, true), message)
    end)
  end
end)
