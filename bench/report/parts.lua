-- SPDX-License-Identifier: MIT
-- bench.report.parts: the sections that take the cost apart: capabilities, the sweep, size, counts, latency, input, start, mathematics.
-- Sections are as in bench.report.systems.

local charts = require "bench.report.charts"
local report = require "bench.report.results"
local stats = require "bench.stats"

local M = {}

local COLORS = charts.COLORS

-- A table of cases with the same arms: one row per arm and compiler, value and one ratio.
local function arm_table(r, workload, case, unit, opponent)
  local rows = {}
  for _, row in ipairs(r:rows(workload, case)) do
    local cells = { row.arm, row.compiler, report.spread(row.value) }
    if opponent then cells[4] = row.arm ~= opponent and report.spread(row.against[opponent]) or "" end
    rows[#rows + 1] = cells
  end
  return report.table({ "arm", "by", unit, opponent and "÷ " .. opponent }, rows)
end

local function section(title, text, ...)
  local parts = { "### " .. title, "", text, "" }
  for _, part in ipairs { ... } do parts[#parts + 1] = part end
  return table.concat(parts, "\n")
end

function M.capabilities(r)
  local rows = {}
  for _, row in ipairs(r:rows("article", "capabilities, periodic")) do
    local random = r:row("article", "capabilities, random", row.arm, row.compiler)
    local count = r:row("counts", "capabilities", row.arm, row.compiler)
    rows[#rows + 1] = {
      row.arm, row.compiler, report.spread(row.value), report.spread(row.against.plain), report.spread(random and random.value),
      report.number(count and count.value.median), row.counts and report.number(row.counts.records) or "",
    }
  end
  if #rows == 0 then return "" end
  local heap = r:rows("article", "heap")
  local heap_rows = {}
  for _, row in ipairs(heap) do heap_rows[#heap_rows + 1] = { row.arm, report.number(row.value.median) } end
  local allocations, text = r:row("article", "allocations"), ""
  if allocations then
    text = ("In %s events exported C called malloc, calloc and realloc %s times, counted by interposition.\n"):format(
      report.number(allocations.events), report.number(allocations.value.median))
  end
  local readings = {}
  for _, row in ipairs(r:rows("article", "clock readings")) do
    readings[#readings + 1] = ("%s: %s"):format(row.arm, report.number(row.value.median))
  end
  return section("What a capability costs",
    "The ladder, and the ladder with one thing more; ns an event, and instructions an event, which do not depend on the machine.",
    report.table({ "ladder with", "by", "periodic, ns", "÷ plain", "random, ns", "instructions", "records" }, rows),
    "Kinds of entry, periodic:", "", arm_table(r, "article", "entries, periodic", "ns an event", "typed entry"),
    "Readings of the clock an event: " .. table.concat(readings, "; ") .. ".", "", text,
    "Garbage that a graph makes when it is driven from Lua, bytes an event, nothing collected meanwhile (the loop's own numbers included):",
    "", report.table({ "backend", "bytes an event" }, heap_rows))
end

-- Rows of a workload whose arm is another arm "without" something: the ratio to that other arm.
local function without(r, workload, case, list)
  for _, row in ipairs(r:rows(workload, case)) do
    local base, entry = row.arm:match("^(.-) without .-, (%a+ entry)$")
    local other = base and r:row(workload, row.case, ("%s, %s"):format(base, entry), row.compiler)
    if other then
      local ratios = {}
      for i = 1, math.min(#row.rounds, #other.rounds) do ratios[i] = row.rounds[i] / other.rounds[i] end
      list[#list + 1] = { ("%s, %s"):format(workload, row.case), row.arm, row.compiler, report.spread(stats.summary(ratios)) }
    end
  end
  return list
end

function M.ablation(r)
  local rows = without(r, "ladder", "periodic", without(r, "ladder", "random", {}))
  without(r, "wingfoil", nil, rows)
  if #rows == 0 then return "" end
  return section("What each choice of the exporter is worth",
    "The same export with one choice switched off, ÷ the export as it is. Predication: *with a profile* in the ladder, and the sweep.",
    report.table({ "graph", "arm", "by", "÷ with it" }, rows))
end

function M.sweep(r, chart)
  if #r:rows("sweep") == 0 then return "" end
  local function draw(way, compiler)
    return function(path)
      local lines, dashes = {}, { 1, 2, 3, 4 }
      local colors = { COLORS.flux, COLORS.green, COLORS.other, COLORS.peer }
      local costs = r:each("sweep", "facts")
      local by_cost, order = {}, {}
      for _, facts in ipairs(costs) do
        if not by_cost[facts.cost] then
          by_cost[facts.cost] = {}
          order[#order + 1] = facts.cost
        end
      end
      for _, row in ipairs(r:rows("sweep", nil, way, compiler)) do
        local ratio = row.against.branch
        if ratio then table.insert(by_cost[row.facts.cost], { row.facts.arrest * 100, ratio.median, ratio.min, ratio.max }) end
      end
      for i, cost in ipairs(order) do
        lines[i] = { name = ("cost %d"):format(cost), color = colors[i], dash = dashes[1], points = by_cost[cost] }
      end
      charts.lines(path, {
        title = ("%s ÷ branch (%s)"):format(way, compiler), x = "events that are arrested, %", y = "ratio; below 1 the branch loses",
        level = 1, from_zero = true, lines = lines,
      })
    end
  end
  local rows = {}
  for _, case in ipairs(r:each("sweep", "case")) do
    local cells = { case }
    for _, compiler in ipairs { "gcc", "clang" } do
      for _, way in ipairs { "branch", "predicate", "unconditional" } do
        local row = r:row("sweep", case, way, compiler)
        cells[#cells + 1] = report.number(row and row.value.median)
      end
    end
    rows[#rows + 1] = cells
  end
  local function wins(compiler, cost)
    local least, most
    for _, row in ipairs(r:rows("sweep", nil, "predicate", compiler)) do
      local ratio = row.against.branch
      if row.facts.cost == cost and ratio and ratio.median < 1 then
        least, most = math.min(least or 1, row.facts.arrest), math.max(most or 0, row.facts.arrest)
      end
    end
    return least and ("%g to %g %%"):format(least * 100, most * 100) or "never"
  end
  local even = {}
  for _, facts in ipairs(r:each("sweep", "facts")) do
    local cost = facts.cost
    if not even[1] or even[#even][1] ~= cost then even[#even + 1] = { cost, wins("gcc", cost), wins("clang", cost) } end
  end
  return section("Branch, predicate, or neither",
    "A detector that arrests random events at a given rate, and below it one node of *cost* dependent multiplications and additions. " ..
    "*Unconditional* arrests nothing: it shows what the test costs and gives another result. ns an event.",
    "Where verdicts can be predicted the branch costs next to nothing; the exporter asks a profile how many are guessed wrong.", "",
    "The predicate is faster than the branch where so many events are arrested:", "",
    report.table({ "cost", "gcc", "clang" }, even), "",
    chart("sweep_predicate", draw("predicate", "gcc")), chart("sweep_predicate_clang", draw("predicate", "clang")),
    chart("sweep_unconditional", draw("unconditional", "gcc")), "",
    report.table({ "", "branch, gcc", "predicate", "unconditional", "branch, clang", "predicate", "unconditional" }, rows))
end

local function scale_chart(r)
  return function(path)
    local lines = {}
    for _, s in ipairs {
      { "width", "gcc", COLORS.flux, 1 }, { "width", "clang", COLORS.flux, 2 }, { "depth", "gcc", COLORS.peer, 1 },
      { "depth", "clang", COLORS.peer, 2 },
    } do
      local points = {}
      for _, row in ipairs(r:rows("scale", nil, "exported, typed entry", s[2])) do
        local n = row.facts.nodes
        if row.facts.kind == s[1] then
          points[#points + 1] = { n, row.value.median / n, row.value.min / n, row.value.max / n }
        end
      end
      lines[#lines + 1] = { name = ("%s, %s"):format(s[1], s[2]), color = s[3], dash = s[4], points = points }
    end
    charts.lines(path, {
      title = "Exported C: cost of a node by size of graph", x = "nodes", y = "ns a node", log = "x", from_zero = true, lines = lines,
    })
  end
end

function M.scale(r, chart)
  if #r:rows("scale") == 0 then return "" end
  local rows, stages = {}, {}
  for _, row in ipairs(r:rows("scale")) do
    if row.unit == "s" then
      stages[#stages + 1] = { row.case, row.arm, row.compiler, report.spread(row.value) }
    else
      local n = row.facts.nodes
      local active = (row.facts.kind == "width" or row.facts.kind == "depth" or row.facts.kind == "chain") and n or nil
      local counts = row.counts or {}
      rows[#rows + 1] = {
        row.case, row.arm, row.compiler, report.spread(row.value), active and report.number(row.value.median / active) or "",
        counts.steps and report.number(counts.steps) or "", counts.flags_tested and report.number(counts.flags_tested) or "",
        counts.aborts and report.number(counts.aborts) or "",
      }
    end
  end
  return section("Size",
    "*width*: independent chains of 8. *depth*, *chain*: one chain. *quiet*, *other*: 8 active nodes, and so many on an event that is " ..
    "not sent. *keyed*: so many nodes in chains of 8 behind filters on a key; a random chain is hit each event.",
    chart("scale", scale_chart(r)), "",
    report.table({ "graph", "arm", "by", "ns an event", "ns a node", "steps", "flags tested", "traces given up" }, rows),
    "Seconds of processor time to declare, resolve, export and compile (-O2):", "",
    report.table({ "graph", "stage", "by", "s" }, stages))
end

function M.counts(r)
  if #r:rows("counts") == 0 then return "" end
  local rows = {}
  for _, case in ipairs(r:each("counts", "case")) do
    for _, arm in ipairs(r:each("counts", "arm", case)) do
      local function count(compiler)
        local row = r:row("counts", case, arm, compiler)
        if row and row.counts and row.counts.per_step_beyond_own then
          local beyond = report.number(row.counts.per_step_beyond_own)
          return ("%s (%s a step beyond the node's own)"):format(report.number(row.value.median), beyond)
        end
        return report.number(row and row.value.median)
      end
      rows[#rows + 1] = { case, arm, count "gcc", count "clang", count "aarch64" }
    end
  end
  return section("Instructions", "Instructions an event, making the event included: x86-64 counted by callgrind, aarch64 (gcc) under QEMU.",
    report.table({ "", "arm", "gcc", "clang", "aarch64" }, rows))
end

function M.latency(r, chart)
  if #r:rows("latency") == 0 then return "" end
  local PERCENTILES = { "p50", "p90", "p99", "p99.9", "p99.99", "max" }
  local rows, clock = {}, nil
  for _, row in ipairs(r:rows("latency")) do
    local cells = { row.case, row.arm, row.compiler }
    for _, p in ipairs(PERCENTILES) do cells[#cells + 1] = report.number(row.counts[p]) end
    clock = clock or row.counts.clock
    rows[#rows + 1] = cells
  end
  local case = r:rows("latency")[1].case
  for _, name in ipairs(r:each("latency", "case")) do
    if name:find("^1000000 ") then case = name end
  end
  local function draw(path)
    local lines = {}
    local looks = { nothing = COLORS.other, ["hand-guarded"] = COLORS.hand, ["exported, typed entry"] = COLORS.flux }
    for _, row in ipairs(r:rows("latency", case, nil, "gcc")) do
      local points = {}
      for i, p in ipairs(PERCENTILES) do points[i] = { i, row.counts[p] } end
      lines[#lines + 1] = { name = row.arm, color = looks[row.arm], points = points }
    end
    charts.lines(path, {
      title = case .. ", from the intended time of sending", x = "", y = "ns", log = "y", ticks = PERCENTILES, lines = lines,
    })
  end
  return section("Latency of paced events",
    ("One thread sends at fixed intended times, another handles; latency runs from the intended time, so that a stall counts for all " ..
    "that it delays. \"nothing\" is the ring and the machine alone. Exact percentiles of the last round, ns; each reading of the clock " ..
    "takes %s ns. The closed loop is as the article has it: one thread, no pacing, the mean of 50 events at a time, which hides what a " ..
    "single event took."):format(report.number(clock)),
    chart("latency", draw), "",
    report.table({ "rate", "arm", "by", unpack(PERCENTILES) }, rows))
end

function M.input(r)
  local text = {}
  local case = r:each("csv", "case")[1]
  if case then
    text[#text + 1] = section("CSV, end to end",
      ("Rows of two doubles and a time, %s, in the page cache: processor time of the whole process, one core."):format(case),
      arm_table(r, "csv", case, "MB/s", "by hand, strtod"))
  end
  if #r:rows("start") > 0 then
    text[#text + 1] = section("Start", "A whole process, to its first event and its end; the least of ten starts a round.",
      arm_table(r, "start", "start", "ms", "luajit with lpeg and ffi"))
  end
  return table.concat(text, "\n")
end

function M.mathematics(r)
  local rows = {}
  for _, case in ipairs(r:each("math", "case")) do
    local cells = { case }
    for _, compiler in ipairs { "gcc", "clang" } do
      for _, arm in ipairs { "flux", "libm" } do
        local row = r:row("math", case, arm, compiler)
        cells[#cells + 1] = report.number(row and row.value.median)
      end
    end
    rows[#rows + 1] = cells
  end
  if #rows == 0 then return "" end
  local text = "Correctly rounded, the same bits everywhere ([math.md](math.md)), beside the C library's; ns a call."
  return section("Mathematical functions", text,
    report.table({ "", "flux, gcc", "libm", "flux, clang", "libm" }, rows))
end

return M
