-- SPDX-License-Identifier: MIT
-- bench.report.parts: sections that take the cost apart: capabilities, instructions, latency, input, start, mathematics.
-- Sections are as in bench.report.systems.

local charts = require "bench.report.charts"
local instructions = require "bench.instructions"
local report = require "bench.report.results"

local M = {}

local COLORS = charts.COLORS

-- A table of cases with the same arms: one row per arm and compiler, value and one ratio.
local function arm_table(r, workload, case, unit, opponent)
  local rows = {}
  for _, row in ipairs(r:rows(workload, case)) do
    local ratio = opponent and row.arm ~= opponent and report.ratio(row, opponent)
    rows[#rows + 1] = { row.arm, row.compiler, report.value(row), opponent and (ratio or "") }
  end
  return report.table({ "arm", "by", unit, opponent and "÷ " .. opponent }, rows)
end

-- An arm's medians: its name, and gcc's and clang's summaries.
local function pairs_of(r, workload, case, color, skip)
  local list = {}
  for _, arm in ipairs(r:each(workload, "arm", case)) do
    local values = {}
    for _, compiler in ipairs { "gcc", "clang" } do
      local row = r:row(workload, case, arm, compiler)
      values[#values + 1] = row and row.value
    end
    if #values > 0 and not arm:find(skip) then list[#list + 1] = { arm, color, values } end
  end
  return list
end

local function capability_chart(r)
  return function(path)
    return charts.bars(path, {
      title = "The ladder with one thing more, predictable detector", note = charts.PAIRS,
      unit = "ns an event (linear)", groups = { { rows = pairs_of(r, "article", "capabilities, periodic", COLORS.flux, "values$") } },
    })
  end
end

local function readings(r)
  local list = {}
  for i, row in ipairs(r:rows("article", "clock readings")) do list[i] = ("%s: %s"):format(row.arm, report.number(row.value.median)) end
  return #list > 0 and "Readings of the clock an event, counted: " .. table.concat(list, "; ") .. ".\n" or ""
end

-- A row an arm and compiler, and for each input of a case of the article its value and its ratios; opponents(arm) names what it is
-- divided by.
local function article_table(r, case, head, opponents, more)
  local rows = {}
  local inputs = { "periodic", "random" }
  for _, row in ipairs(r:rows("article", ("%s, periodic"):format(case))) do
    local cells = { row.arm, row.compiler }
    for _, input in ipairs(inputs) do
      local of = r:row("article", ("%s, %s"):format(case, input), row.arm, row.compiler)
      cells[#cells + 1] = report.value(of)
      for _, opponent in ipairs(opponents(row.arm)) do
        cells[#cells + 1] = opponent ~= row.arm and report.ratio(of, opponent) or ""
      end
    end
    for _, cell in ipairs(more and more(row) or {}) do cells[#cells + 1] = cell end
    rows[#rows + 1] = cells
  end
  return report.table(head, rows)
end

local function one(name) return function() return { name } end end

function M.capabilities(r, chart)
  if #r:rows("article", "capabilities, periodic") == 0 then return "" end
  local function counts(row)
    local count = r:row("counts", "capabilities", row.arm, row.compiler)
    return { report.number(count and count.value.median), row.counts and report.spread(report.count(row, "records")) or "" }
  end
  return report.section("What a capability costs",
    "The ladder, and the ladder with one thing more; ns an event. Instructions and records an event are counted.",
    chart("capabilities", capability_chart(r)), "\n",
    article_table(r, "capabilities", { "ladder with", "by", "periodic, ns", "÷ plain", "random, ns", "÷ plain", "instructions", "records" },
      one "plain", counts),
    "Kinds of entry:", "",
    article_table(r, "entries", { "entry", "by", "periodic, ns", "÷ typed entry", "random, ns", "÷ typed entry" }, one "typed entry"),
    readings(r))
end

---Dirty filtering on and off.
function M.filtering(r)
  local function opponents(arm) return { "exported, filtering on", "by hand, filtering " .. (arm:match("filtering (%a+)") or "on") } end
  local ratios = { "÷ exported, on", "÷ by hand, the same" }
  return report.section("Dirty filtering", "The detector's verdict is obeyed (on), or every node runs at every event (off); ns an event.",
    article_table(r, "filtering", { "arm", "by", "periodic, ns", ratios[1], ratios[2], "random, ns", ratios[1], ratios[2] }, opponents))
end

-- Cases of the article's workload that the sections above show.
local SHOWN = { allocations = true, ["clock readings"] = true, heap = true, ["heap over time"] = true }
for _, case in ipairs { "capabilities", "entries", "filtering" } do
  SHOWN[case .. ", periodic"], SHOWN[case .. ", random"] = true, true
end

---Other cases of the article's workload, as they are.
function M.article_rest(r)
  local list = {}
  for _, case in ipairs(r:each("article", "case")) do
    if not SHOWN[case] then list[#list + 1] = ("*%s*:\n\n%s"):format(case, arm_table(r, "article", case, "value")) end
  end
  return report.section("More of the article", "As measured, in the unit of each case.", table.concat(list, "\n"))
end

local LINES = { "code_lines", "data_lines", "far_lines", "guessed_wrong" }

-- What the first caches do not have, of the graphs of which it is counted.
local function cache_lines(r)
  local rows = {}
  for _, row in ipairs(r:rows("counts")) do
    if row.counts and row.counts.code_lines then
      local cells = { row.case, row.arm, row.compiler }
      for _, name in ipairs(LINES) do cells[#cells + 1] = report.number(row.counts[name]) end
      rows[#rows + 1] = cells
    end
  end
  if #rows == 0 then return "" end
  return ("Lines an event that caches of %s do not have, and branches that a simple predictor guesses wrong (cachegrind):\n\n%s"):format(
    instructions.CACHES, report.table({ "case", "arm", "by", "code", "data", "of these beyond the second cache", "guessed wrong" }, rows))
end

function M.counts(r)
  local rows = {}
  for _, case in ipairs(r:each("counts", "case")) do
    for _, arm in ipairs(r:each("counts", "arm", case)) do
      local function count(compiler, name)
        local row = r:row("counts", case, arm, compiler)
        if name then return report.number(row and row.counts and row.counts[name]) end
        return report.number(row and row.value.median)
      end
      rows[#rows + 1] = {
        case, arm, count "gcc", count "clang", count "aarch64", count("gcc", "stores"), count("gcc", "per_step_beyond_own"),
      }
    end
  end
  return report.section("Instructions",
    "Counted, so without a spread: instructions an event, making the event included; x86-64 by valgrind, aarch64 (gcc) under QEMU. " ..
    "*A step*: of the core's table, what it takes beyond the node's own.",
    report.table({ "case", "arm", "gcc", "clang", "aarch64", "stores, gcc", "a step, gcc" }, rows), "\n", cache_lines(r))
end

local PERCENTILES = { "p50", "p90", "p99", "p99.9", "p99.99", "max" }
local TIMES = {
  { "1 ns", 1 }, { "10 ns", 10 }, { "100 ns", 100 }, { "1 µs", 1e3 }, { "10 µs", 1e4 }, { "100 µs", 1e5 }, { "1 ms", 1e6 },
  { "10 ms", 1e7 }, { "100 ms", 1e8 }, { "1 s", 1e9 },
}
local LATENCY = {
  { "nothing", "nothing (ring and machine)", COLORS.other }, { "hand-guarded", "by hand", COLORS.hand },
  { "exported, typed entry", "flux", COLORS.flux },
}

local LATENCY_TEXT = [[
One thread sends at fixed intended times, another handles; latency runs from the intended time, so that a stall counts for all that it
delays. "nothing" is the ring and the machine alone: where all three rise together it is the machine that stalls. Percentiles are %s.
Each reading of the clock takes %s ns. The closed loop is as the article has it: one thread, no pacing, the mean of 50 events at a time,
which hides what a single event took.]]

local function rate_of(case) return (case:gsub("000000 ", " M "):gsub("000 ", ",000 ")) end

local function latency_chart(r)
  return function(path)
    local panels, ticks = {}, {}
    for i, p in ipairs(PERCENTILES) do ticks[i] = { p, i } end
    for _, case in ipairs(r:each("latency", "case")) do
      local lines = {}
      for _, look in ipairs(LATENCY) do
        local row, points = r:row("latency", case, look[1], "gcc"), {}
        for i, p in ipairs(row and PERCENTILES or {}) do
          local value = report.count(row, p)
          points[i] = { i, value.median, value.min, value.max }
        end
        if row then lines[#lines + 1] = { name = look[2], color = look[3], points = points } end
      end
      if #lines > 0 then
        panels[#panels + 1] = {
          title = rate_of(case), x = "", y = "latency, logarithmic", log = "y", lines = lines,
          x_ticks = ticks, x_range = { 0.7, #PERCENTILES + 0.3 }, y_ticks = TIMES, y_range = { 1 },
        }
      end
    end
    return charts.panels(path, { title = "Latency of paced events (gcc), from the intended time of sending", columns = 2, panels = panels })
  end
end

function M.latency(r, chart)
  local rows, clock, over_rounds = {}, nil, false
  for _, row in ipairs(r:rows("latency")) do
    local ratio = row.arm ~= "hand-guarded" and report.ratio(row, "hand-guarded") or ""
    local cells = { rate_of(row.case), row.arm, row.compiler, report.duration(row.value), ratio }
    for i = 2, #PERCENTILES do cells[#cells + 1] = report.duration(report.count(row, PERCENTILES[i])) end
    clock, over_rounds = clock or report.count(row, "clock"), over_rounds or row.spread ~= nil
    rows[#rows + 1] = cells
  end
  if #rows == 0 then return "" end
  local head = { "rate", "arm", "by", "p50", "÷ hand-guarded" }
  for i = 2, #PERCENTILES do head[#head + 1] = PERCENTILES[i] end
  return report.section("Latency of paced events",
    LATENCY_TEXT:format(over_rounds and "exact in each round" or "exact, p50 over the rounds, the others of the last one alone",
      report.spread(clock)),
    chart("latency", latency_chart(r)), "\n", report.table(head, rows))
end

-- How many doubles came out of CSV as strtod reads them.
local function doubles(r)
  local rows = {}
  for i, row in ipairs(r:rows("csv", "values")) do
    rows[i] = { row.arm, row.compiler, report.number(row.counts and row.counts.compared), report.value(row) }
  end
  return "Doubles, half of them of any bits with 17 digits, beside what `strtod` reads:\n\n" ..
    report.table({ "arm", "by", "compared", "not the same to the last bit" }, rows)
end

function M.input(r)
  local list = {}
  for i, case in ipairs(r:each("csv", "case")) do
    list[i] = case == "values" and doubles(r) or ("%s:\n\n%s"):format(case, arm_table(r, "csv", case, "MB/s", "by hand, strtod"))
  end
  return table.concat({
    report.section("CSV, end to end", "Rows of two doubles and a time in the page cache: processor time of the whole process, one core.",
      table.concat(list, "\n")),
    report.section("Start", "A whole process, to its first event and its end; the least of ten starts a round.",
      arm_table(r, "start", "start", "ms", "luajit with lpeg and ffi")),
  }, "\n")
end

function M.mathematics(r)
  local rows, single = {}, true
  for _, row in ipairs(r:rows("math")) do single = single and report.how(row) == "once" end
  for _, case in ipairs(r:each("math", "case")) do
    local cells = { case }
    for _, compiler in ipairs { "gcc", "clang" } do
      for _, arm in ipairs { "flux", "libm" } do
        local row = r:row("math", case, arm, compiler)
        cells[#cells + 1] = single and report.number(row and row.value.median) or report.value(row)
      end
    end
    rows[#rows + 1] = cells
  end
  return report.section("Mathematical functions",
    "Correctly rounded, the same bits everywhere ([math.md](math.md)), beside the C library's; ns a call" ..
    (single and ", each measured once." or "."),
    report.table({ "", "flux, gcc", "libm", "flux, clang", "libm" }, rows))
end

return M
