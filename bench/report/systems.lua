-- SPDX-License-Identifier: MIT
-- bench.report.systems: the sections that set flux beside hand-written code and other engines: ladder, debs, wingfoil.
--
-- A section is a function of (results, chart) that returns Markdown, or "" when nothing is stored. chart(name, draw) draws
-- performance/NAME.svg and returns the Markdown for it.

local charts = require "bench.report.charts"
local report = require "bench.report.results"

local M = {}

local COLORS = charts.COLORS

local function color_of(arm)
  if arm:find("^exported with a profile") then return COLORS.dark end
  if arm:find("^exported") or arm:find("^result only") then return COLORS.flux end
  if arm:find("backend") then return COLORS.light end
  if arm:find("^inlined") or arm:find("^hand") or arm:find("^generator") then return COLORS.hand end
  return COLORS.peer
end

local function ladder_chart(r, input)
  return function(path)
    local bars, seen = {}, {}
    for _, row in ipairs(r:rows("ladder", input)) do
      if not seen[row.arm] and row.arm ~= "table backend" and not row.arm:find("without") then
        seen[row.arm] = true
        bars[#bars + 1] = { row.arm, row.value.median, row.value.min, row.value.max, color_of(row.arm) }
      end
    end
    table.sort(bars, function(a, b)
      if a[2] ~= b[2] then return a[2] < b[2] end
      return a[1] < b[1]
    end)
    local text = input == "random" and "unpredictable detector" or "predictable detector"
    charts.bars(path, { title = ("Ten nodes, %s (gcc)"):format(text), unit = "ns an event", bars = bars })
  end
end

---The ladder: a table of all arms, two charts.
function M.ladder(r, chart)
  local rows = {}
  for _, row in ipairs(r:rows("ladder", "random")) do
    local periodic = r:row("ladder", "periodic", row.arm, row.compiler)
    local function ratio(of, opponent) return of and row.arm ~= opponent and report.spread(of.against[opponent]) or "" end
    rows[#rows + 1] = {
      row.arm, row.compiler, report.spread(row.value), ratio(row, "hand-guarded"), ratio(row, "inlined-branch"),
      report.spread(periodic and periodic.value), ratio(periodic, "hand-guarded"), ratio(periodic, "inlined-branch"),
    }
  end
  if #rows == 0 then return "" end
  return table.concat({
    "### The ladder",
    "",
    "Ten nodes, one event type, a detector that arrests: 29 % of *random* events, whose verdict no processor predicts, 44 % of",
    "*periodic* ones (period 16), which it learns. ns an event; ratios are to the arm of the same compiler in the same round, of two",
    "builds of hand-written code to the faster. \"SLP\": with the straight-line vectorizer, as -O2 alone builds it.",
    "",
    chart("ladder_random", ladder_chart(r, "random")),
    chart("ladder_periodic", ladder_chart(r, "periodic")),
    "",
    report.table({ "arm", "by", "random, ns", "÷ hand-guarded", "÷ inlined", "periodic, ns", "÷ hand-guarded", "÷ inlined" }, rows),
  }, "\n")
end

-- One row per case: several arms, then ratios.
local function case_table(r, workload, columns, ratios)
  local head, rows = { "graph" }, {}
  for _, column in ipairs(columns) do head[#head + 1] = column.title end
  for _, ratio in ipairs(ratios) do head[#head + 1] = ratio.title end
  for _, case in ipairs(r:each(workload, "case")) do
    local cells = { case }
    for _, column in ipairs(columns) do
      local row = r:row(workload, case, column.arm, column.compiler)
      cells[#cells + 1] = report.spread(row and row.value)
    end
    for _, ratio in ipairs(ratios) do
      local row = r:row(workload, case, ratio.arm, ratio.compiler)
      cells[#cells + 1] = report.spread(row and row.against[ratio.opponent])
    end
    rows[#rows + 1] = cells
  end
  return report.table(head, rows)
end

local function case_chart(r, workload, title, series)
  return function(path)
    local cases, lines = r:each(workload, "case"), {}
    for _, s in ipairs(series) do
      local points = {}
      for i, case in ipairs(cases) do
        local row = r:row(workload, case, s.arm, s.compiler)
        if row then points[#points + 1] = { i, row.value.median, row.value.min, row.value.max } end
      end
      if #points > 0 then lines[#lines + 1] = { name = s.name, color = s.color, points = points, points_only = true } end
    end
    charts.lines(path, { title = title, x = "", y = "ns an event", log = "y", ticks = cases, rotate = true, lines = lines })
  end
end

---Fluxtion's dimensions.
function M.debs(r, chart)
  if #r:rows("debs") == 0 then return "" end
  local series = {
    { name = "exported C (gcc)", arm = "exported, typed entry", compiler = "gcc", color = COLORS.flux },
    { name = "exported C, batch", arm = "exported, batch entry", compiler = "gcc", color = COLORS.dark },
    { name = "luajit", arm = "luajit backend", color = COLORS.light },
    { name = "Fluxtion, stream clock", arm = "fluxtion stream", color = COLORS.peer },
    { name = "Fluxtion, wall clock", arm = "fluxtion wall", color = COLORS.other },
  }
  return table.concat({
    "### Fluxtion's own benchmark",
    "",
    "The dimensions of Fluxtion's benchmark project. Fluxtion's processors are generated by its published compiler in this run; the stream",
    "clock is the events' own time, the wall clock is what it does when it is told nothing. Both are called through `onEvent`, ours",
    "through the typed entry (the ladder has the typed call of both). All state is stored, as there. ns an event.",
    "",
    chart("debs", case_chart(r, "debs", "Fluxtion's dimensions and sizes", series)),
    "",
    case_table(r, "debs", {
      { title = "exported, gcc", arm = "exported, typed entry", compiler = "gcc" },
      { title = "clang", arm = "exported, typed entry", compiler = "clang" },
      { title = "batch, gcc", arm = "exported, batch entry", compiler = "gcc" },
      { title = "luajit", arm = "luajit backend" },
      { title = "table, Lua nodes", arm = "table backend" },
      { title = "Fluxtion, stream", arm = "fluxtion stream" },
      { title = "Fluxtion, wall", arm = "fluxtion wall" },
    }, {
      { title = "exported ÷ Fluxtion, stream", arm = "exported, typed entry", compiler = "gcc", opponent = "fluxtion stream" },
      { title = "luajit ÷ Fluxtion, wall", arm = "luajit backend", opponent = "fluxtion wall" },
    }),
  }, "\n")
end

---wingfoil's workloads.
function M.wingfoil(r, chart)
  if #r:rows("wingfoil") == 0 then return "" end
  local series = {
    { name = "exported C, result only, batch", arm = "result only, batch entry", compiler = "gcc", color = COLORS.dark },
    { name = "exported C, typed entry", arm = "exported, typed entry", compiler = "gcc", color = COLORS.flux },
    { name = "luajit", arm = "luajit backend", color = COLORS.light },
    { name = "wingfoil compiled", arm = "wingfoil compiled", color = COLORS.peer },
    { name = "wingfoil interpreted", arm = "wingfoil interpreted", color = COLORS.other },
  }
  return table.concat({
    "### wingfoil's own benchmark",
    "",
    "The workloads of its `tiers` benchmark on its published crate. Its compiled tier is one function with its loop in it and keeps",
    "only the result; \"result only, batch\" is ours alike, \"exported\" stores every node's state. *compiled* is its graph without fences",
    "between the nodes, as ours; *tiers* is its own benchmark as published, which passes every map's result through `black_box`.",
    "ns a cycle.",
    "",
    chart("wingfoil", case_chart(r, "wingfoil", "wingfoil's workloads", series)),
    "",
    case_table(r, "wingfoil", {
      { title = "result only, batch, gcc", arm = "result only, batch entry", compiler = "gcc" },
      { title = "clang", arm = "result only, batch entry", compiler = "clang" },
      { title = "exported, typed, gcc", arm = "exported, typed entry", compiler = "gcc" },
      { title = "luajit", arm = "luajit backend" },
      { title = "wingfoil compiled", arm = "wingfoil compiled" },
      { title = "tiers", arm = "wingfoil tiers-compiled" },
      { title = "interpreted", arm = "wingfoil interpreted" },
    }, {
      { title = "batch ÷ compiled", arm = "result only, batch entry", compiler = "gcc", opponent = "wingfoil compiled" },
      { title = "typed ÷ compiled", arm = "exported, typed entry", compiler = "gcc", opponent = "wingfoil compiled" },
    }),
  }, "\n")
end

---Peers that are measured besides: every arm of debs and wingfoil that has no column.
function M.others(r)
  local known, lines = {}, {}
  for _, name in ipairs { "fluxtion stream", "fluxtion wall", "fluxtion typed-stream", "wingfoil compiled", "wingfoil interpreted",
    "wingfoil tiers-compiled" } do
    known[name] = true
  end
  local rows = {}
  for _, workload in ipairs { "ladder", "debs", "wingfoil" } do
    for _, row in ipairs(r:rows(workload, nil, nil, "own")) do
      local ours = r:row(workload, row.case, "exported, typed entry", "gcc")
      if not known[row.arm] then
        local ratio = ours and row.value.median / ours.value.median
        rows[#rows + 1] = { row.arm, ("%s, %s"):format(workload, row.case), report.spread(row.value), report.number(ratio) .. " ×" }
      end
    end
  end
  if #rows == 0 then return "" end
  lines[1] = "### Other engines\n"
  lines[2] = report.table({ "engine", "graph", "ns an event", "of exported C, typed, gcc" }, rows)
  return table.concat(lines, "\n")
end

return M
