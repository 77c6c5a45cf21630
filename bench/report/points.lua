-- SPDX-License-Identifier: MIT
-- bench.report.points: what is measured of a goal, taken from the stored results: lists of points { label, value, how }, of which `value`
-- is a summary { median, min, max } and `how` says how it was measured where not in rounds. What is not stored gives no point.
--
--   points.against(r, "ladder", "random", "exported, typed entry", "hand-guarded")   --> gcc: 1.01 (0.95–1.16), clang: …

local report = require "bench.report.results"
local stats = require "bench.stats"

local M = {}

local COMPILERS = { "gcc", "clang" }
M.LUA, M.OWN = { "lua" }, { "own" }

-- What a compiler is called in a label: arms that none built need no name.
local function built_by(compiler) return (compiler == "lua" or compiler == "own") and "" or compiler end

local function joined(...)
  local list = {}
  for _, word in ipairs { ... } do
    if word ~= "" then list[#list + 1] = word end
  end
  return table.concat(list, ", ")
end

---A point; nil of a nil value.
function M.point(label, value, how)
  if type(value) == "number" then value = { median = value, min = value, max = value } end
  return value and { label = label, value = value, how = how }
end

function M.join(...)
  local all = {}
  for _, list in ipairs { ... } do
    for _, item in ipairs(list) do all[#all + 1] = item end
  end
  return all
end

function M.labelled(prefix, list)
  for _, item in ipairs(list) do item.label = joined(prefix, item.label) end
  return list
end

---A ratio that is stored.
function M.against(r, workload, case, arm, opponent)
  local list = {}
  for _, compiler in ipairs(COMPILERS) do
    local row = r:row(workload, case, arm, compiler)
    list[#list + 1] = M.point(compiler, row and row.against[opponent], row and report.how(row))
  end
  return list
end

-- Every ratio of an arm over all cases of the workloads, and the case of each.
local function ratios(r, workloads, arm, opponent, compiler)
  local list, cases = {}, {}
  for _, workload in ipairs(workloads) do
    for _, row in ipairs(r:rows(workload, nil, arm, compiler)) do
      list[#list + 1] = row.against[opponent]
      if row.against[opponent] then cases[#list] = workload == "ladder" and "ladder " .. row.case or row.case end
    end
  end
  return list, cases
end

---The worst over all cases of workloads, and how many are above the limit.
---@param workloads string[]
---@param compilers? string[]
---@param limit? number
function M.worst(r, workloads, arm, opponent, compilers, limit)
  local points = {}
  for _, compiler in ipairs(compilers or COMPILERS) do
    local list, cases = ratios(r, workloads, arm, opponent, compiler)
    local worst, above = nil, 0
    for i, ratio in ipairs(list) do
      if not worst or ratio.median > list[worst].median then worst = i end
      if limit and ratio.median > limit then above = above + 1 end
    end
    local many = above > 1 and ("%d of %d above, the worst"):format(above, #list) or ""
    if worst then points[#points + 1] = M.point(joined(built_by(compiler), many, cases[worst]), list[worst]) end
  end
  return points
end

---The geometric means of medians, leasts and mosts over all cases of workloads; none where one of the workloads is not stored.
function M.mean(r, workloads, arm, opponent, compilers)
  local points = {}
  for _, workload in ipairs(workloads) do
    if #r:rows(workload) == 0 then return points end
  end
  for _, compiler in ipairs(compilers or COMPILERS) do
    local list = ratios(r, workloads, arm, opponent, compiler)
    local label = joined(built_by(compiler), ("%d graph%s"):format(#list, #list == 1 and "" or "s"))
    points[#points + 1] = M.point(label, report.geometric(list))
  end
  return points
end

-- value(n) / value(base) of the same round, each divided by its number of nodes when `per_node`.
local function grown(r, case, base, n, arm, compiler, per_node)
  local a, b = r:row("scale", case:format(n), arm, compiler), r:row("scale", case:format(base), arm, compiler)
  if not (a and b) then return nil end
  local rounds = {}
  for i = 1, math.min(#a.rounds, #b.rounds) do rounds[i] = a.rounds[i] / b.rounds[i] / (per_node and n / base or 1) end
  return stats.summary(rounds)
end

---How much more each size costs than `base`.
---@param case string with %d for the size
function M.growth(r, case, base, sizes, arm, per_node, compilers)
  local list = {}
  for _, compiler in ipairs(compilers or COMPILERS) do
    for _, n in ipairs(sizes) do
      local label = joined(built_by(compiler), report.number(n) .. " nodes")
      list[#list + 1] = M.point(label, grown(r, case, base, n, arm, compiler, per_node))
    end
  end
  return list
end

---Values ÷ `scale`.
function M.values(r, workload, case, arm, scale, compilers)
  local list = {}
  for _, compiler in ipairs(compilers or COMPILERS) do
    local row = r:row(workload, case, arm, compiler)
    list[#list + 1] = M.point(built_by(compiler), row and report.scaled(row.value, 1 / scale), row and report.how(row))
  end
  return list
end

---A count of a row.
function M.count(r, workload, case, arm, name, compilers)
  local list = {}
  for _, compiler in ipairs(compilers or COMPILERS) do
    local row = r:row(workload, case, arm, compiler)
    list[#list + 1] = M.point(built_by(compiler), row and report.count(row, name), "counted")
  end
  return list
end

---Rounds of one arm less those of another, ÷ `scale`, of the workload `article`.
function M.difference(r, case, a, b, scale)
  local list = {}
  for _, compiler in ipairs(COMPILERS) do
    local x, y = r:row("article", case, a, compiler), r:row("article", case, b, compiler)
    if x and y then
      local rounds = {}
      for i = 1, math.min(#x.rounds, #y.rounds) do rounds[i] = (x.rounds[i] - y.rounds[i]) / scale end
      list[#list + 1] = M.point(compiler, stats.summary(rounds))
    end
  end
  return list
end

---Traces that any arm on luajit gave up: of the graph with most, in its worst round.
function M.aborts(r)
  local most, at, graphs = nil, nil, 0
  for _, result in ipairs(r.list) do
    for _, row in ipairs(result.rows) do
      local count = row.arm == "luajit backend" and report.count(row, "aborts")
      if count then
        graphs = graphs + 1
        if not most or count.max > most then most, at = count.max, ("%s, %s"):format(result.workload, row.case) end
      end
    end
  end
  if not most then return {} end
  if most == 0 then return { M.point(("each round of each of %d graphs"):format(graphs), most, "counted") } end
  return { M.point(("of %d graphs the worst in its worst round, %s"):format(graphs, at), most, "counted") }
end

---Instructions an event of one arm less those of another; to a hundredth, as what is not the loop differs by a few from run to run.
function M.instructions(r, a, b)
  local list = {}
  for _, compiler in ipairs { "gcc", "clang", "aarch64" } do
    local case = a:find("^table") and "table, C nodes" or a:find("^8 active") and "quiet nodes, exported" or "capabilities"
    local x, y = r:row("counts", case, a, compiler), r:row("counts", case, b, compiler)
    local more = x and y and math.floor((x.value.median - y.value.median) * 100 + 0.5) / 100
    if more then list[#list + 1] = M.point(compiler, more, "counted") end
  end
  return list
end

---Instructions a step beyond the node's own of the core's table.
function M.beyond_own(r)
  local list = {}
  for _, row in ipairs(r:rows("counts", "table, C nodes", "table chain 37")) do
    list[#list + 1] = M.point(row.compiler, row.counts and row.counts.per_step_beyond_own, "counted")
  end
  return list
end

return M
