-- SPDX-License-Identifier: MIT
-- graphs/flights.lua against pandas' groupby (spec/reference/flights.py), on every backend: the airports' statistics to 1e-9, the list of
-- the worst, their means and its changes exactly.

local function rows_of(path)
  local rows, names = {}, nil
  for line in io.lines(path) do
    local cells = {}
    for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    if not names then
      names = cells
    else
      local row = {}
      for i, name in ipairs(names) do row[name] = cells[i] end
      rows[#rows + 1] = row
    end
  end
  return rows
end

local function run(backend)
  local g = dofile "graphs/flights.lua"
  local airports, lists, rt = {}, {}, nil
  rt = g:start { backend = backend, on = {
    airport = function(state)
      airports[#airports + 1] = { key = rt:symbol_text(state.key), flights = state.flights, mean = state.mean,
        deviation = state.deviation, median = state.median, late = state.late }
    end,
    worst = function(state)
      local parts = {}
      for i = 0, state.count - 1 do parts[i + 1] = ("%s:%.17g"):format(rt:symbol_text(state.airport[i]), state.mean[i]) end
      lists[#lists + 1] = { list = table.concat(parts, " "), all = state.all }
    end,
  } }
  for i, row in ipairs(rows_of "graphs/data/flights-5k.csv") do -- minutes from row to row do not matter here: the order does
    assert(rt:send(g.events[1], { date = i, delay = tonumber(row.delay), distance = tonumber(row.distance), origin = row.origin,
      destination = row.destination }))
  end
  return airports, lists
end

-- "JFK:22.9375 …" with the shortest digits and with 17 are the same numbers.
local function plain(list)
  return (list:gsub(":([^ ]+)", function(number) return (":%.17g"):format(tonumber(number)) end))
end

local function close(want, got, what)
  want = tonumber(want)
  assert.is_true(math.abs(want - got) <= 1e-9 * math.max(1, math.abs(want)), ("%s: expected %.17g, got %.17g"):format(what, want, got))
end

for _, backend in ipairs { "table", "luajit", "native" } do
  describe("flights on " .. backend, function()
    local airports, lists = run(backend)

    it("has the statistics of each airport", function()
      assert.equal(3227, #airports)
      local want = rows_of "spec/reference/flights_airport.csv"
      assert.is_true(#want > 300)
      for _, row in ipairs(want) do
        local got = airports[tonumber(row.row)]
        assert.equal(row.key, got.key)
        assert.equal(tonumber(row.flights), got.flights)
        for _, field in ipairs { "mean", "deviation", "median", "late" } do close(row[field], got[field], row.row .. " " .. field) end
      end
    end)

    it("has the worst five", function()
      assert.equal(400, #lists)
      for _, row in ipairs(rows_of "spec/reference/flights_worst.csv") do
        local got = lists[tonumber(row.row)]
        assert.equal(plain(row.list), plain(got.list))
        close(row.all, got.all, row.row .. " all")
      end
    end)
  end)
end
