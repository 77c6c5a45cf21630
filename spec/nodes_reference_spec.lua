-- SPDX-License-Identifier: MIT
-- Every node with numbers as its result against numpy and pandas (spec/reference/nodes/reference.py), on real data and on what
-- breaks careless sums: NaN, infinities, constants, 1e9 and a little noise, equal times, equal values, an outlier of 1e15.
-- All cases are nodes of one graph, which runs on every backend. Values agree to 1e-9, relative to the larger of 1 and the value.
local flux = require "flux"
local node_cases = require "spec.support.node_cases"

local HERE = "spec/reference/nodes/"
local TOLERANCE = 1e-9
local Tick = flux.event("Tick", "double x, y; int64_t time;", { time = "time" })

local function split(line)
  local cells = {}
  for cell in (line .. ","):gmatch("([^,]*),") do cells[#cells + 1] = cell end
  return cells
end

-- The lines of a CSV file by their first cell, in order.
local function by_series(path, header)
  local out, names = {}, nil
  for line in io.lines(HERE .. path) do
    local cells = split(line)
    if header and not names then
      names = cells
    else
      out[cells[1]] = out[cells[1]] or {}
      table.insert(out[cells[1]], cells)
    end
  end
  return out, names
end

local function build()
  local g = flux.graph("reference")
  local tick = g:node("tick", { state = "double x, y, high, low, weight, times; int32_t count;", on = { [Tick] = function(self, event)
    self.x, self.y = event.x, event.y
    self.weight = math.abs(event.y)
    self.count = self.count + 1
    self.times = self.count % 4
    self.high, self.low = math.max(event.x, event.y), math.min(event.x, event.y)
  end } })
  local cases = node_cases(tick)
  for _, case in ipairs(cases) do g:sink("out_" .. case.name, g:node("n_" .. case.name, case.spec)) end
  return g, cases
end

local function same(want, got)
  if want == "?" then return true end
  if want == "-" or got == nil then return want == "-" and got == nil end
  if want == "nan" then return got ~= got end
  if want == "!" then return got - got ~= 0 end
  local number = tonumber(want)
  return number == got or math.abs(got - number) <= TOLERANCE * math.max(1, math.abs(number))
end

local function numbers(state, record)
  local copy = {}
  for _, field in ipairs(record.fields) do
    if field.type == "double" and not field.count then copy[field.name] = state[field.name] end
  end
  return copy
end

-- Runs one series: what each case published at each event, and in order.
local function run(rt, published, rows)
  local at, listed = {}, {}
  rt:reset()
  for i, row in ipairs(rows) do
    for name in pairs(published) do published[name] = nil end -- emptied: the order does not matter
    assert(rt:send(Tick, { time = 1LL * tonumber(row[2]), x = tonumber(row[3]), y = tonumber(row[4]) }))
    at[i] = {}
    for name, list in pairs(published) do -- sorted into tables: the order does not matter
      at[i][name] = list[#list]
      listed[name] = listed[name] or {}
      for _, state in ipairs(list) do table.insert(listed[name], state) end
    end
  end
  for name in pairs(published) do published[name] = nil end
  assert(rt:advance((math.floor(tonumber(rows[#rows][2]) / 1e9) + 4) * 1000000000LL))
  for name, list in pairs(published) do
    listed[name] = listed[name] or {}
    for _, state in ipairs(list) do table.insert(listed[name], state) end
  end
  return at, listed
end

local series = { "sp500", "weather", "offset", "constant", "nan", "inf", "ties", "outlier" }
local inputs = by_series("inputs.csv", true)
local want_rows, columns = by_series("rows.csv", true)
local want_timed = by_series("timed.csv")

for _, backend in ipairs { "table", "luajit", "native" } do
  describe("nodes on " .. backend, function()
    local rt, published = nil, {}
    setup(function()
      local g, cases = build()
      local on = {}
      for _, case in ipairs(cases) do
        local record = g.by_name["n_" .. case.name].record
        on["out_" .. case.name] = function(state)
          published[case.name] = published[case.name] or {}
          table.insert(published[case.name], numbers(state, record))
        end
      end
      rt = g:start { backend = backend, on = on }
    end)
    teardown(function() rt:stop() end)

    for _, name in ipairs(series) do
      it("agree with numpy and pandas on " .. name, function()
        local at, listed = run(rt, published, inputs[name])
        local wrong, compared = {}, 0
        local function compare(want, got, what)
          compared = compared + 1
          if not same(want, got) then wrong[#wrong + 1] = ("%s: expected %s, got %s"):format(what, want, tostring(got)) end
        end
        for i, row in ipairs(want_rows[name]) do
          for c = 2, #columns do
            local case, field = columns[c]:match("^(.*)%.(.*)$")
            compare(row[c], at[i][case] and at[i][case][field], ("event %d, %s"):format(i, columns[c]))
          end
        end
        for _, line in ipairs(want_timed[name]) do
          local case, field = line[2]:match("^(.*)%.(.*)$")
          local got = listed[case] or {}
          compare(tostring(#line - 2), #got, case .. ": publications")
          for i = 3, #line do compare(line[i], got[i - 2] and got[i - 2][field], ("publication %d, %s"):format(i - 2, line[2])) end
        end
        assert.equal(0, #wrong, ("%d of %d differ:\n%s"):format(#wrong, compared, table.concat(wrong, "\n", 1, math.min(#wrong, 40))))
        assert.is_true(compared > 7000)
      end)
    end
  end)
end
