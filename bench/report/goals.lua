-- SPDX-License-Identifier: MIT
-- bench.report.goals: what flux wants to reach, and whether the stored results reach it.

local report = require "bench.report.results"
local stats = require "bench.stats"
local why = require "bench.report.why"

local M = {}

local COMPILERS = { "gcc", "clang" }

-- A measured thing: a label, a summary { median, min, max }, and how it was measured where not in rounds.
local function point(label, value, how)
  if type(value) == "number" then value = { median = value, min = value, max = value } end
  return value and { label = label, value = value, how = how }
end

local function against(r, workload, case, arm, opponent)
  local list = {}
  for _, compiler in ipairs(COMPILERS) do
    local row = r:row(workload, case, arm, compiler)
    list[#list + 1] = point(compiler, row and row.against[opponent], row and report.how(row))
  end
  return list
end

-- Over all cases of a workload: the worst, or the geometric means of medians, leasts and mosts.
local function over_cases(r, workload, arm, opponent, mean)
  local list = {}
  for _, compiler in ipairs(type(arm) == "string" and arm:find("backend") and { "lua" } or COMPILERS) do
    local ratios, worst, at = {}, nil, nil
    for _, row in ipairs(r:rows(workload, nil, arm, compiler)) do
      local ratio = row.against[opponent]
      if ratio then
        ratios[#ratios + 1] = ratio
        if not worst or ratio.median > worst.median then worst, at = ratio, row.case end
      end
    end
    if worst then list[#list + 1] = mean and point(compiler, report.geometric(ratios)) or point(compiler .. ", " .. at, worst) end
  end
  return list
end

-- value(n) / value(base) of the same round, each divided by its number of nodes when `per_node`.
local function grown(r, case, base, n, arm, compiler, per_node)
  local a, b = r:row("scale", case:format(n), arm, compiler), r:row("scale", case:format(base), arm, compiler)
  if not (a and b) then return nil end
  local rounds = {}
  for i = 1, math.min(#a.rounds, #b.rounds) do rounds[i] = a.rounds[i] / b.rounds[i] / (per_node and n / base or 1) end
  return stats.summary(rounds)
end

local function growth(r, case, base, sizes, arm, per_node, compilers)
  local list = {}
  for _, compiler in ipairs(compilers or COMPILERS) do
    for _, n in ipairs(sizes) do
      list[#list + 1] = point(("%s, %d"):format(compiler, n), grown(r, case, base, n, arm, compiler, per_node))
    end
  end
  return list
end

local function values(r, workload, case, arm, scale, compilers)
  local list = {}
  for _, compiler in ipairs(compilers or COMPILERS) do
    local row = r:row(workload, case, arm, compiler)
    local s = row and { median = row.value.median / scale, min = row.value.min / scale, max = row.value.max / scale }
    list[#list + 1] = point(compiler, s, row and report.how(row))
  end
  return list
end

local function difference(r, case, a, b, scale)
  local list = {}
  for _, compiler in ipairs(COMPILERS) do
    local x, y = r:row("article", case, a, compiler), r:row("article", case, b, compiler)
    if x and y then
      local rounds = {}
      for i = 1, math.min(#x.rounds, #y.rounds) do rounds[i] = (x.rounds[i] - y.rounds[i]) / scale end
      list[#list + 1] = point(compiler, stats.summary(rounds))
    end
  end
  return list
end

local function join(...)
  local all = {}
  for _, list in ipairs { ... } do
    for _, item in ipairs(list) do all[#all + 1] = item end
  end
  return all
end

local function labelled(prefix, list)
  for _, item in ipairs(list) do item.label = prefix .. ", " .. item.label end
  return list
end

-- Aborted traces of any arm on luajit, in its last round.
local function aborts(r)
  local most, at, seen = 0, "every graph", false
  for _, result in ipairs(r.list) do
    for _, row in ipairs(result.rows) do
      if row.arm == "luajit backend" and row.counts and row.counts.aborts then
        seen = true
        if row.counts.aborts > most then most, at = row.counts.aborts, row.case end
      end
    end
  end
  return seen and { point(at, most, "counted") } or {}
end

local function instructions(r, a, b)
  local list = {}
  for _, compiler in ipairs { "gcc", "clang", "aarch64" } do
    local case = a:find("^table") and "table, C nodes" or a:find("^8 active") and "quiet nodes, exported" or "capabilities"
    local x, y = r:row("counts", case, a, compiler), r:row("counts", case, b, compiler)
    if x and y then list[#list + 1] = point(compiler, x.value.median - y.value.median, "counted") end
  end
  return list
end

local function beyond_own(r)
  local list = {}
  for _, row in ipairs(r:rows("counts", "table, C nodes", "table chain 37")) do
    list[#list + 1] = point(row.compiler, row.counts.per_step_beyond_own, "counted")
  end
  return list
end

---Each goal: what, against what, limit, how it is written, value(results) → points. `least`: the limit is a least value; `why`:
---bench.report.why, of a goal that may be missed.
M.list = {
  { "exported C, one typed call per event, ladder", "hand-guarded C", 1.02, "≤ 1.00 (+0.02 noise)", function(r)
    return join(labelled("random", against(r, "ladder", "random", "exported, typed entry", "hand-guarded")),
      labelled("periodic", against(r, "ladder", "periodic", "exported, typed entry", "hand-guarded")))
  end, why = why.entry },
  { "exported C, one typed call per event, ladder", "hand-guarded C that keeps time and cycle", 1.02, "≤ 1.00 (+0.02 noise)", function(r)
    return join(labelled("random", against(r, "ladder", "random", "exported, typed entry", "hand-guarded, timed")),
      labelled("periodic", against(r, "ladder", "periodic", "exported, typed entry", "hand-guarded, timed")))
  end, why = why.timed },
  { "exported C, batch entry, ladder periodic", "inlined-branch", 1.05, "≤ 1.05", function(r)
    return against(r, "ladder", "periodic", "exported, batch entry", "inlined-branch")
  end },
  { "exported C with a profile, batch, ladder random", "inlined-branch", 0.6, "≤ 0.60", function(r)
    return against(r, "ladder", "random", "exported with a profile, batch entry", "inlined-branch")
  end },
  { "exported C with a profile, batch, ladder random", "inlined-mask", 1.05, "≤ 1.05", function(r)
    return against(r, "ladder", "random", "exported with a profile, batch entry", "inlined-mask")
  end, why = why.prefilled },
  { "exported C with a profile, batch, ladder random", "inlined-mask over prefilled events", 1.05, "≤ 1.05", function(r)
    return against(r, "ladder", "random", "exported with a profile, batch entry", "inlined-mask, prefilled")
  end },
  { "exported C, typed calls, debs, the worst", "Fluxtion, stream clock", 0.5, "≤ 0.5", function(r)
    return over_cases(r, "debs", "exported, typed entry", "fluxtion, stream clock")
  end, why = why.small_graphs },
  { "exported C, typed calls, debs, geometric mean", "Fluxtion, stream clock", 0.25, "≤ 0.25", function(r)
    return over_cases(r, "debs", "exported, typed entry", "fluxtion, stream clock", true)
  end, why = why.small_graphs_mean },
  { "exported C, batch, wingfoil's workloads, the worst", "wingfoil compiled", 1, "≤ 1.0", function(r)
    return over_cases(r, "wingfoil", "result only, batch entry", "wingfoil compiled")
  end },
  { "exported C, batch, wingfoil's workloads, geometric mean", "wingfoil compiled", 0.6, "≤ 0.6", function(r)
    return over_cases(r, "wingfoil", "result only, batch entry", "wingfoil compiled", true)
  end },
  { "`luajit`, ladder and debs, the worst", "Fluxtion, wall clock", 1, "≤ 1.0", function(r)
    return join(labelled("ladder", over_cases(r, "ladder", "luajit backend", "fluxtion wall")),
      labelled("debs", over_cases(r, "debs", "luajit backend", "fluxtion wall")))
  end },
  { "`luajit`, debs, geometric mean", "Fluxtion, wall clock", 0.5, "≤ 0.5", function(r)
    return over_cases(r, "debs", "luajit backend", "fluxtion wall", true)
  end },
  { "`luajit`, a chain of 1,000 nodes, per node", "10 nodes", 2, "≤ 2", function(r)
    return growth(r, "depth %d", 10, { 1000 }, "luajit backend", true, { "lua" })
  end, why = why.lua_depth },
  { "`luajit`, traces given up in steady state", "–", 0, "0", aborts },
  { "`table`, C nodes, chain of 37: instructions a step beyond the node's own", "–", 16, "≤ 16", beyond_own },
  { "`table`, C nodes, chain of 37: ns a node", "–", 3, "≤ 3", function(r)
    return values(r, "scale", "table chain 37", "table, C nodes", 37)
  end },
  { "`table`, portable Lua nodes: ns a node", "–", 40, "≤ 40", function(r)
    return values(r, "scale", "table, Lua nodes, chain 37", "with the JIT", 37, { "lua" })
  end },
  { "`table`, portable Lua nodes, `-joff`: ns a node", "–", 120, "≤ 120", function(r)
    return values(r, "scale", "table, Lua nodes, chain 37", "-joff", 37, { "lua" })
  end },
  { "10,000 quiet nodes on another event, exported C: instructions more", "8 nodes alone", 0, "0", function(r)
    return instructions(r, "8 active, 10000 on another event", "8 active, 0 on another event")
  end },
  { "100,000 quiet nodes on another event, table: instructions more", "8 nodes alone", 0.05, "0 (+0.05 noise)", function(r)
    return instructions(r, "table other 100000", "table other 0")
  end },
  { "keyed filters pick 8 of 10,000, exported C", "the 8 alone", 2.5, "≤ 2.5", function(r)
    return growth(r, "keyed %d", 8, { 10000 }, "exported, typed entry")
  end, why = why.keyed },
  { "keyed filters pick 8 of 10,000, table", "the 8 alone", 1.5, "≤ 1.5", function(r)
    return growth(r, "table keyed %d", 8, { 10000 }, "table, C nodes")
  end, why = why.keyed_table },
  { "a key wakes 8 scattered of 10,000 and their readers, exported C", "no others", 2.5, "≤ 2.5", function(r)
    return growth(r, "scattered %d", 16, { 10000 }, "exported, typed entry")
  end, why = why.scattered },
  { "a key wakes 8 scattered of 10,000 and their readers, table", "no others", 1.5, "≤ 1.5", function(r)
    return growth(r, "table scattered %d", 16, { 10000 }, "table, C nodes")
  end, why = why.scattered_table },
  { "width: independent chains of 8, per node", "10 nodes", 1.3, "≤ 1.3 within L2", function(r)
    return growth(r, "width %d", 10, { 100, 1000, 10000 }, "exported, typed entry", true)
  end },
  { "depth: one chain, per node", "100 nodes", 1.3, "≤ 1.3 within L2", function(r)
    return growth(r, "depth %d", 100, { 1000, 10000 }, "exported, typed entry", true)
  end, why = why.depth },
  { "a clock that is not read: readings an event", "–", 0, "0", function(r)
    local row = r:row("article", "clock readings", "a node more")
    return row and { point("gcc", row.value, report.how(row)) } or {}
  end },
  { "audit compiled in, off: instructions an event more", "without", 2, "one branch: compare, jump", function(r)
    return instructions(r, "plain", "no audit compiled in")
  end },
  { "filters on another event: instructions an event more", "without", 0, "0", function(r)
    return instructions(r, "another event with filters", "plain")
  end },
  { "a queue that only another event uses: instructions an event more", "without", 0, "0", function(r)
    return instructions(r, "another event that posts", "plain")
  end, why = why.queue },
  { "a timer that is not due: instructions an event more", "without", 0, "0", function(r)
    return instructions(r, "a timer every hour", "plain")
  end, why = why.timer },
  { "growth of LuaJIT's heap over 2 M events, `luajit` with the JIT: bytes an event", "–", 0.05, "constant", function(r)
    return values(r, "article", "heap", "luajit backend", 1, { "lua" })
  end },
  { "the stream clock read by a node: ns", "the node without", 0.5, "≤ 0.5", function(r)
    return difference(r, "capabilities, periodic", "stream clock", "a node more", 1)
  end },
  { "audit on, every callback recorded: ns a record", "off", 4, "≤ 4", function(r)
    local function cost(input)
      local on = r:row("article", "capabilities, " .. input, "audit on, nodes")
      if not (on and on.counts) then return {} end
      return labelled(input, difference(r, "capabilities, " .. input, "audit on, nodes", "plain", on.counts.records))
    end
    return join(cost "random", cost "periodic")
  end },
  { "calls of malloc in 500 M events, exported C", "–", 0, "0", function(r)
    return values(r, "article", "allocations", "exported, typed entry", 1, { "gcc" })
  end },
  { "resolve 10,000 nodes: s", "–", 0.2, "< 0.2", function(r)
    return join(labelled("width", values(r, "scale", "stages, width 10000", "resolve", 1, { "lua" })),
      labelled("depth", values(r, "scale", "stages, depth 10000", "resolve", 1, { "lua" })))
  end },
  { "export 10,000 nodes: s", "–", 2, "< 2", function(r)
    return join(labelled("width", values(r, "scale", "stages, width 10000", "export", 1, { "lua" })),
      labelled("depth", values(r, "scale", "stages, depth 10000", "export", 1, { "lua" })))
  end },
  { "compile 10,000 nodes: s", "–", 15, "< 15", function(r)
    return join(labelled("width", values(r, "scale", "stages, width 10000", "compile", 1)),
      labelled("depth", values(r, "scale", "stages, depth 10000", "compile", 1)))
  end },
  { "resolve 100,000 nodes: s", "–", 2, "< 2", function(r) return values(r, "scale", "stages, width 100000", "resolve", 1, { "lua" }) end },
  { "`flux run graphs/hello.lua` to its first event: ms", "–", 30, "≤ 30", function(r)
    return values(r, "start", "start", "flux run graphs/hello.lua", 1, { "own" })
  end },
  { "CSV end to end, exported `--main`: MB/s", "–", 300, "≥ 300", function(r)
    return values(r, "csv", nil, "exported --main", 1)
  end, least = true },
  { "CSV end to end, `flux run`: MB/s", "–", 100, "≥ 100", function(r)
    local function run(backend) return labelled(backend, values(r, "csv", nil, "flux run, " .. backend, 1, { "lua" })) end
    return join(run "table", run "luajit", run "native")
  end, least = true },
}

---Evaluates all goals. `met` is nil where no result speaks of one.
---@return table[] { what, against, text, limit, least, points, met, why }
function M.evaluate(results)
  local list = {}
  for i, goal in ipairs(M.list) do
    local points, met = goal[5](results), true
    for _, p in ipairs(points) do
      if goal.least then met = met and p.value.median >= goal[3] else met = met and p.value.median <= goal[3] + 1e-9 end
    end
    if #points == 0 then met = nil end
    list[i] = {
      what = goal[1], against = goal[2], text = goal[4], limit = goal[3], least = goal.least, points = points, met = met, why = goal.why,
    }
  end
  return list
end

return M
