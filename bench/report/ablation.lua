-- SPDX-License-Identifier: MIT
-- bench.report.ablation: what each choice of the exporter is worth: the same export without it, ÷ with it, in the same round.

local report = require "bench.report.results"

local M = {}

local TEXT = [[
The same export with one choice switched off, ÷ the export as it is, in the same round: above 1 the choice buys that much, below 1 it
costs. What it buys or costs most is the graph with the largest ratio of those where all rounds say more than %g %%; each graph is in [all
ablations](#all-ablations). Any change makes a compiler allocate and place anew, which alone moves unpredictable code: where several
choices show the same ratio on the same graph, it is that.]]

local SURE = 0.02 -- a ratio further from 1 than that in all rounds is a finding

-- An arm without something: the choice's name, the arm that has it, and the entry. A profile and the compiler's vectorizer, which the
-- exported CMake file switches off, are choices too.
local function without(arm)
  local base, choice, entry = arm:match("^(.-) without (.-), (%a+ entry)$")
  if base then return choice, ("%s, %s"):format(base, entry), entry end
  base, entry = arm:match("^(.-), SLP, (%a+ entry)$")
  if base then return "the vectorizer off" .. (base:match(" with a profile") or ""), ("%s, %s"):format(base, entry), entry end
  entry = arm:match("^exported, (%a+ entry)$")
  if entry then return "a profile (branch-free tail)", "exported with a profile, " .. entry, entry end
end

local COLUMNS = { "typed entry, gcc", "typed entry, clang", "batch entry, gcc", "batch entry, clang" }

-- The choices in order: { name, { graph, [column] = ratio … } … }.
local function collect(r)
  local choices = {}
  local function named(list, name)
    if not list[name] then
      list[name] = { name }
      list[#list + 1] = list[name]
    end
    return list[name]
  end
  for _, result in ipairs(r.list) do
    for _, row in ipairs(result.rows) do
      local choice, with, entry = without(row.arm)
      local other = choice and row.unit == "ns/event" and r:row(result.workload, row.case, with, row.compiler)
      if other then
        local graph = named(named(choices, choice), ("%s, %s"):format(result.workload, row.case))
        graph[("%s, %s"):format(entry, row.compiler)] = report.paired(row, other)
      end
    end
  end
  return choices
end

-- The ratio of a choice that is largest by `sign` (1: it buys, -1: it costs), of those where all rounds say more than 2 %.
local function most(choice, sign)
  local found, at
  for i = 2, #choice do
    for _, column in ipairs(COLUMNS) do
      local ratio = choice[i][column]
      local sure = ratio and (sign > 0 and ratio.min > 1 + SURE or sign < 0 and ratio.max < 1 - SURE)
      if sure and (not found or sign * ratio.median > sign * found.median) then found, at = ratio, choice[i][1] .. ", " .. column end
    end
  end
  return found and ("%s (%s)"):format(report.spread(found), at)
end

local function mean(choice)
  local list = {}
  for i = 2, #choice do
    for _, column in ipairs(COLUMNS) do list[#list + 1] = choice[i][column] end
  end
  return report.spread(report.geometric(list)), #list
end

---One row a choice.
function M.section(r)
  local rows = {}
  for i, choice in ipairs(collect(r)) do
    local average, builds = mean(choice)
    rows[i] = { choice[1], most(choice, 1) or "nothing on any graph measured", most(choice, -1) or "nothing", average, tostring(builds) }
  end
  return report.section("What each choice of the exporter is worth",
    TEXT:format(100 * SURE),
    report.table({ "choice", "buys most", "costs most", "geometric mean", "of" }, rows))
end

---Each choice on each graph.
function M.rest(r)
  local rows = {}
  for _, choice in ipairs(collect(r)) do
    for i = 2, #choice do
      local cells = { choice[1], choice[i][1] }
      for _, column in ipairs(COLUMNS) do cells[#cells + 1] = report.spread(choice[i][column]) end
      rows[#rows + 1] = cells
    end
  end
  return report.section("All ablations", "Without the choice ÷ with it.", report.folded("Each choice on each graph",
    report.table({ "choice", "graph", COLUMNS[1], COLUMNS[2], COLUMNS[3], COLUMNS[4] }, rows)))
end

return M
