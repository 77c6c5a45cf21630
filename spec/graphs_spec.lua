-- SPDX-License-Identifier: MIT
-- The example graphs against results that pandas, numpy and plain Python computed from the same data (spec/reference/*.py,
-- their output beside them), on every backend. Counts, times and sides must be equal; other numbers to 1e-9, relative to the
-- larger of 1 and the value (pandas sums in another order). The ladder must be equal to the bit.
local ffi = require "ffi"

local BACKENDS = { "table", "luajit", "native" }
local TOLERANCE = 1e-9

---The rows of a CSV file without quotes, each a table by column name; text as it stands.
local function read_csv(path)
  local rows, names = {}, nil
  for line in io.lines(path) do
    local cells = {}
    for cell in (line:gsub("\r$", "") .. ","):gmatch("([^,]*),") do
      cells[#cells + 1] = cell
    end
    if not names then
      names = cells
    else
      local row = {}
      for i, name in ipairs(names) do
        row[name] = cells[i]
      end
      rows[#rows + 1] = row
    end
  end
  return rows
end

---ISO 8601 date, with or without time → int64 ns since 1970 (proleptic Gregorian, UTC).
local function iso_ns(text)
  local y, m, d, rest = text:match("^(%d+)-(%d+)-(%d+)(.*)$")
  y, m, d = tonumber(y), tonumber(m), tonumber(d)
  if m <= 2 then
    y, m = y - 1, m + 12
  end
  local days = 365 * y + math.floor(y / 4) - math.floor(y / 100) + math.floor(y / 400) + math.floor((153 * m - 457) / 5) + d
    - 719469
  local hour, minute, second = rest:match("T(%d+):(%d+):(%d+)")
  local seconds = days * 86400 + (tonumber(hour) or 0) * 3600 + (tonumber(minute) or 0) * 60 + (tonumber(second) or 0)
  return 1000000000LL * seconds
end

local function int64(text)
  local sign, digits = text:match("^(-?)(%d+)$")
  local n = 0LL
  for digit in digits:gmatch("%d") do
    n = n * 10 + tonumber(digit)
  end
  return sign == "-" and -n or n
end

---Fails unless `got` equals the reference text: whole numbers and int64 exactly, others to TOLERANCE.
local function same(text, got, what)
  if type(got) == "cdata" then
    assert(got == int64(text), ("%s: expected %s, got %s"):format(what, text, tostring(got)))
    return
  end
  if type(got) == "boolean" then got = got and 1 or 0 end
  local want = tonumber(text)
  local close = math.abs(got - want) <= TOLERANCE * math.max(1, math.abs(want))
  assert(close, ("%s: expected %s, got %.17g"):format(what, text, got))
end

---Runs a graph over CSV rows; returns what each sink published, copied by the fields of its reference, and the runtime.
local function run(graph, event_name, rows, backend, sinks)
  local published = {}
  local rt
  local on = {}
  for sink, fields in pairs(sinks) do
    published[sink] = {}
    on[sink] = function(state)
      local copy = {}
      for _, field in ipairs(fields) do
        copy[field] = state[field]
      end
      table.insert(published[sink], copy)
    end
  end
  local event_type
  for _, event in ipairs(graph.events) do
    if event.name == event_name then event_type = event end
  end
  rt = graph:start { backend = backend, on = on }
  local event = rt:new(event_type)
  for _, row in ipairs(rows) do
    for name, text in pairs(row) do
      if name == "date" then
        event.date = iso_ns(text)
      else
        event[name] = tonumber(text)
      end
    end
    assert(rt:dispatch(event))
  end
  return published, rt
end

local function header(path)
  local names = {}
  for name in (io.lines(path)() .. ","):gmatch("([^,]*),") do
    names[#names + 1] = name
  end
  return names
end

---One case: every sink's series and the final states.
local function check(name, event_name, data, sinks, backend)
  local fields = {}
  for _, sink in ipairs(sinks) do
    fields[sink] = header(("spec/reference/%s_%s.csv"):format(name, sink))
  end
  local graph = dofile(("graphs/%s.lua"):format(name))
  local published, rt = run(graph, event_name, read_csv(data), backend, fields)
  for _, sink in ipairs(sinks) do
    local want = read_csv(("spec/reference/%s_%s.csv"):format(name, sink))
    assert.equal(#want, #published[sink], sink .. ": count")
    for i, row in ipairs(want) do
      for _, field in ipairs(fields[sink]) do
        same(row[field], published[sink][i][field], ("%s %d, %s"):format(sink, i, field))
      end
    end
  end
  for _, row in ipairs(read_csv(("spec/reference/%s_final.csv"):format(name))) do
    same(row.value, rt.state[row.node][row.field], row.node .. "." .. row.field)
  end
  rt:stop()
end

local function bits(x)
  local box = ffi.new("union { double d; uint64_t u; }", { d = x })
  return ("%08x%08x"):format(tonumber(box.u / 2ULL ^ 32), tonumber(box.u % 2ULL ^ 32))
end

---The benchmark's generated input; see graphs/ladder.lua.
local GENERATORS = {
  random = { 6364136223846793005ULL, 1442695040888963407ULL },
  periodic = { 1ULL, bit.lshift(13ULL, 60) },
}

local function run_ladder(kind, n, backend)
  local graph = dofile("graphs/ladder.lua")
  local count = 0
  local rt = graph:start { backend = backend, on = { published = function() count = count + 1 end } }
  local event = rt:new(graph.events[1])
  local s, multiplier, increment = 42ULL, GENERATORS[kind][1], GENERATORS[kind][2]
  for i = 0, n - 1 do
    s = s * multiplier + increment
    event.price = 100 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10 - 5
    event.size = 1 + tonumber(bit.rshift(s, 60))
    event.time = i
    assert(rt:dispatch(event))
  end
  return count, rt
end

for _, backend in ipairs(BACKENDS) do
  describe("example graphs on " .. backend, function()
    it("hello finds the two jumps", function()
      local published = run(dofile("graphs/hello.lua"), "Tick", read_csv("graphs/data/hello.csv"), backend, { jump = { "above" } })
      assert.same({ { above = 2 }, { above = 1.8125 } }, published.jump)
    end)

    it("sp500 agrees with pandas", function()
      check("sp500", "Bar", "graphs/data/sp500-2000.csv", { "signal", "new_low" }, backend)
    end)

    it("weather agrees with pandas", function()
      check(
        "weather",
        "Reading",
        "graphs/data/seattle-weather-hourly-normals.csv",
        { "day", "warmest", "swing", "wind_alert", "front_alert" },
        backend
      )
    end)

    it("anomaly agrees with pandas", function()
      check("anomaly", "Reading", "graphs/data/seattle-weather-hourly-normals.csv", { "anomaly" }, backend)
    end)

    it("ladder agrees with plain Python to the bit", function()
      for _, row in ipairs(read_csv("spec/reference/ladder_final.csv")) do
        local count, rt = run_ladder(row.input, tonumber(row.events), backend)
        assert.equal(tonumber(row.count), count)
        assert.equal(tonumber(row.count), tonumber(rt.state.detector.count))
        assert.equal(row.bits, bits(rt.state.publisher.published))
        rt:stop()
      end
    end)
  end)
end

describe("the ladder's data file", function()
  it("holds the first 1,000 generated events", function()
    local s = 42ULL
    local rows = read_csv("graphs/data/ladder.csv")
    assert.equal(1000, #rows)
    for i, row in ipairs(rows) do
      s = s * GENERATORS.random[1] + GENERATORS.random[2]
      assert.equal(100 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10 - 5, tonumber(row.price))
      assert.equal(1 + tonumber(bit.rshift(s, 60)), tonumber(row.size))
      assert.equal(i - 1, tonumber(row.time))
    end
  end)
end)
