-- SPDX-License-Identifier: MIT
-- bench.report.size: what the cost depends on: the rate of arrests and what is below them, and the size of the graph.
-- Sections are as in bench.report.systems.

local charts = require "bench.report.charts"
local report = require "bench.report.results"

local M = {}

local SCALE_TEXT = [[
*width*: independent chains of 8. *depth*, *chain*: one chain. *quiet*, *other*: 8 active nodes, and so many on an event that is not
sent. *keyed*: so many nodes in chains of 8 behind filters on a key; a random chain is hit each event. *scattered*: so many nodes behind
filters, of which a random key wakes 8 spread over the schedule, and half as many that read two of them. ns an event, ns a node.]]

local SWEEP_TEXT = [[
A detector that arrests random events at a given rate, and below it one node of *cost* dependent multiplications and additions.
*Unconditional* arrests nothing: it shows what the test costs and gives another result. Where verdicts can be predicted the branch costs
next to nothing; the exporter asks a profile how many are guessed wrong. ns an event.]]

local COLORS = charts.COLORS
local WAYS = { { "branch", COLORS.hand }, { "predicate", COLORS.flux }, { "unconditional", COLORS.other } }
local BOTH = { "gcc", "clang" }

-- The costs of the sweep, in order.
local function costs(r)
  local list, seen = {}, {}
  for _, row in ipairs(r:rows("sweep")) do
    if not seen[row.facts.cost] then list[#list + 1] = row.facts.cost end
    seen[row.facts.cost] = true
  end
  return list
end

local function sweep_panel(r, cost)
  local lines = {}
  for _, way in ipairs(WAYS) do
    for _, compiler in ipairs(BOTH) do
      local points = {}
      for _, row in ipairs(r:rows("sweep", nil, way[1], compiler)) do
        local value = row.value
        if row.facts.cost == cost then points[#points + 1] = { row.facts.arrest * 100, value.median, value.min, value.max } end
      end
      if #points > 0 then
        lines[#lines + 1] = { name = ("%s, %s"):format(way[1], compiler), color = way[2], dashed = compiler == "clang", points = points }
      end
    end
  end
  return {
    title = ("cost %d"):format(cost), x = "events that are arrested, %", y = "ns an event",
    from_zero = true, lines = lines,
  }
end

-- The rates of the sweep, in order.
local function rates(r)
  local list, seen = {}, {}
  for _, row in ipairs(r:rows("sweep")) do
    if not seen[row.facts.arrest] then list[#list + 1] = row.facts.arrest end
    seen[row.facts.arrest] = true
  end
  table.sort(list)
  return list
end

-- The predicate's time ÷ the branch's: a row a cost and compiler, a column a rate; bold where the predicate is faster.
local function even_table(r)
  local head, rows = { "cost", "by" }, {}
  for i, rate in ipairs(rates(r)) do head[i + 2] = ("%g %%"):format(rate * 100) end
  for _, cost in ipairs(costs(r)) do
    for _, compiler in ipairs(BOTH) do
      local cells = { tostring(cost), compiler }
      for i, rate in ipairs(rates(r)) do
        cells[i + 2] = "–"
        for _, row in ipairs(r:rows("sweep", nil, "predicate", compiler)) do
          local ratio = row.facts.cost == cost and row.facts.arrest == rate and row.against.branch
          if ratio then cells[i + 2] = (ratio.median < 1 and "**%s**" or "%s"):format(report.ratio(row, "branch")) end
        end
      end
      rows[#rows + 1] = cells
    end
  end
  return report.table(head, rows)
end

function M.sweep(r, chart)
  if #r:rows("sweep") == 0 then return "" end
  local rows, panels = {}, {}
  for i, cost in ipairs(costs(r)) do panels[i] = sweep_panel(r, cost) end
  for i, case in ipairs(r:each("sweep", "case")) do
    rows[i] = { case }
    for _, compiler in ipairs(BOTH) do
      for _, way in ipairs(WAYS) do table.insert(rows[i], report.value(r:row("sweep", case, way[1], compiler))) end
    end
  end
  return report.section("Branch, predicate, or neither",
    SWEEP_TEXT,
    chart("sweep", function(path)
      return charts.panels(path, { title = "Random arrests: the lower line is the better choice", columns = 2, panels = panels })
    end), "\n",
    "The predicate's time ÷ the branch's by the part of events that is arrested; below 1, in bold, the predicate is the better choice:",
    "\n", even_table(r), "\n",
    report.folded("Each rate and cost", report.table(
      { "rate and cost", "branch, gcc", "predicate", "unconditional", "branch, clang", "predicate", "unconditional" }, rows)))
end

local function scale_chart(r)
  return function(path)
    local lines = {}
    for _, s in ipairs {
      { "width", "gcc", COLORS.flux }, { "width", "clang", COLORS.flux, true }, { "depth", "gcc", COLORS.dark },
      { "depth", "clang", COLORS.dark, true },
    } do
      local points = {}
      for _, row in ipairs(r:rows("scale", nil, "exported, typed entry", s[2])) do
        local n = row.facts.nodes
        if row.facts.kind == s[1] then points[#points + 1] = { n, row.value.median / n, row.value.min / n, row.value.max / n } end
      end
      local what = s[1] == "width" and "chains of 8 side by side" or "one chain"
      lines[#lines + 1] = { name = ("%s, %s"):format(what, s[2]), color = s[3], dashed = s[4], points = points }
    end
    return charts.lines(path, {
      title = "Exported C: a node's cost by the graph's size", x = "nodes, logarithmic", y = "ns a node", log = "x", from_zero = true,
      x_range = { 8, 13000 }, x_ticks = { { "10", 10 }, { "100", 100 }, { "1,000", 1000 }, { "10,000", 10000 } }, lines = lines,
    })
  end
end

-- A row per case of those whose rows are `chosen`; a column per arm and compiler that these have, and one per node where all nodes run.
local function pivot(r, chosen)
  local columns, seen, cases = {}, {}, {}
  for _, row in ipairs(r:rows("scale")) do
    local name = ("%s, %s"):format(row.arm, row.compiler)
    if chosen(row) then
      if not seen[name] then columns[#columns + 1] = { name, row.arm, row.compiler } end
      if not cases[row.case] then cases[#cases + 1] = row.case end
      seen[name], cases[row.case] = true, true
    end
  end
  local head, rows = { "graph" }, {}
  for i, column in ipairs(columns) do head[i + 1] = column[1] end
  for i, case in ipairs(cases) do
    rows[i] = { case }
    for at, column in ipairs(columns) do rows[i][at + 1] = report.value(r:row("scale", case, column[2], column[3])) end
  end
  return head, rows, columns
end

-- The same with the cost of a node beside the event's.
local function with_nodes(r, chosen)
  local head, rows, columns = pivot(r, chosen)
  for _, column in ipairs(columns) do head[#head + 1] = "a node, " .. column[3] end
  for _, cells in ipairs(rows) do
    for _, column in ipairs(columns) do
      local row = r:row("scale", cells[1], column[2], column[3])
      local n, v = row and row.facts.nodes, row and row.value
      cells[#cells + 1] = row and report.spread({ median = v.median / n, min = v.min / n, max = v.max / n }, report.how(row)) or "–"
    end
  end
  return report.table(head, rows)
end

local ALL_RUN = { width = true, depth = true, chain = true }

local function active(row) return row.facts and ALL_RUN[row.facts.kind] and row.unit ~= "s" end

-- What the core counted of its dispatch table.
local function table_counts(r)
  local head, rows = { "graph", "steps an event", "flags tested an event", "traces given up" }, {}
  for _, case in ipairs(r:each("scale", "case")) do
    local function first(key)
      for _, row in ipairs(r:rows("scale", case)) do
        local count = report.count(row, key)
        if count then return report.spread(count) end
      end
      return ""
    end
    local cells = { case, first "steps", first "flags_tested", first "aborts" }
    if cells[2] .. cells[3] .. cells[4] ~= "" then rows[#rows + 1] = cells end
  end
  return report.table(head, rows)
end

function M.scale(r, chart)
  if #r:rows("scale") == 0 then return "" end
  local function exported(row) return active(row) and row.arm ~= "table, C nodes" end
  local function chains(row) return active(row) and row.arm == "table, C nodes" end
  local function rest(row)
    return not active(row) and row.unit ~= "s" and row.arm ~= "table, C nodes" and not row.arm:find " without " -- these are ablations
  end
  local function rest_of_table(row) return not active(row) and row.unit ~= "s" and row.arm == "table, C nodes" end
  local function plain(chosen)
    local head, rows = pivot(r, chosen)
    return report.table(head, rows)
  end
  local function stages(row) return row.unit == "s" end
  local function titled(title, text) return text ~= "" and ("%s\n\n%s\n"):format(title, text) or "" end
  return report.section("Size", SCALE_TEXT,
    chart("scale", scale_chart(r)), "\n",
    titled("All nodes run:", with_nodes(r, exported)),
    titled("All nodes run, the core's dispatch table with C nodes:", with_nodes(r, chains)),
    titled("A few of the nodes run, or another backend:", plain(rest)),
    titled("A few of the nodes run, the core's dispatch table with C nodes:", plain(rest_of_table)),
    report.folded("Counted: steps and flags of the core's table, traces that LuaJIT gave up", table_counts(r)),
    titled("Seconds of processor time to declare, resolve, export and compile (-O2):", plain(stages)))
end

return M
