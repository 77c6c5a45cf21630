-- SPDX-License-Identifier: MIT
-- bench.report.goals: what flux wants to reach, and whether the stored results reach it.

local points = require "bench.report.points"
local report = require "bench.report.results"
local why = require "bench.report.why"

local M = {}

local against, growth, values, instructions = points.against, points.growth, points.values, points.instructions
local join, labelled, LUA = points.join, points.labelled, points.LUA

-- Random and periodic input of the ladder or of the article's cases.
local function both_inputs(of) return join(labelled("random", of "random"), labelled("periodic", of "periodic")) end

local function ladder(arm, opponent)
  return function(r) return both_inputs(function(input) return against(r, "ladder", input, arm, opponent) end) end
end

local function batch(input, arm, opponent)
  return function(r) return against(r, "ladder", input, arm, opponent) end
end

-- The worst ratio over workloads, and how many are above the limit.
local function worst(limit, workloads, arm, opponent, compilers)
  return function(r) return points.worst(r, workloads, arm, opponent, compilers, limit) end
end

local function mean(workloads, arm, opponent, compilers)
  return function(r) return points.mean(r, workloads, arm, opponent, compilers) end
end

local function stages(stage, compilers)
  return function(r)
    return join(labelled("width", values(r, "scale", "stages, width 10000", stage, 1, compilers)),
      labelled("depth", values(r, "scale", "stages, depth 10000", stage, 1, compilers)))
  end
end

-- Calls of malloc, and during how many events.
local function allocations(arm)
  return function(r)
    local row = r:row("article", "allocations", arm, "gcc")
    return labelled(row and report.number(row.events) .. " events" or "", values(r, "article", "allocations", arm, 1, { "gcc" }))
  end
end

-- The largest heap in the last half of a run ÷ that in the first half.
local function heap_growth(backends)
  return function(r)
    local list = {}
    for _, backend in ipairs(backends) do
      local row = r:row("article", "heap over time", backend)
      if row then
        local halves = { 0, 0 }
        for part = 1, 10 do
          local half = part <= 5 and 1 or 2
          halves[half] = math.max(halves[half], row.counts["peak_" .. part])
        end
        list[#list + 1] = points.point(("%s, %s events"):format(backend, report.number(row.events)), halves[2] / halves[1], "once")
      end
    end
    return list
  end
end

-- How many values a way of reading CSV has that are not strtod's, and of how many.
local function differing(r)
  local list = {}
  for _, row in ipairs(r:rows("csv", "values")) do
    local label = ("%s, of %s values"):format(row.compiler == "lua" and row.arm or row.arm .. ", " .. row.compiler,
      report.number(row.counts.compared))
    list[#list + 1] = points.point(label, row.value, "counted")
  end
  return list
end

local TYPED, BATCH, PROFILE = "exported, typed entry", "exported, batch entry", "exported with a profile, batch entry"
local STREAM, WALL, COMPILED = "fluxtion, stream clock", "fluxtion wall", "wingfoil compiled"

---Each goal: what, against what, limit, how it is written, value(results) → points. `least`: the limit is a least value; `why`:
---bench.report.why, of a goal that may be missed; `beside`: no goal, but a measurement that is held to the same limit.
M.list = {
  { "exported C, one typed call per event, ladder", "hand-guarded C", 1.02, "≤ 1.00 (+0.02 noise)", ladder(TYPED, "hand-guarded"),
    why = why.entry },
  { "exported C, one typed call per event, ladder", "hand-guarded C that keeps time and cycle", 1.02, "≤ 1.00 (+0.02 noise)",
    ladder(TYPED, "hand-guarded, timed"), why = why.timed, beside = true },
  { "exported C, batch entry, ladder periodic", "inlined-branch", 1.05, "≤ 1.05", batch("periodic", BATCH, "inlined-branch") },
  { "exported C with a profile, batch, ladder random", "inlined-branch", 0.6, "≤ 0.60", batch("random", PROFILE, "inlined-branch") },
  { "exported C with a profile, batch, ladder random", "inlined-mask", 1.05, "≤ 1.05", batch("random", PROFILE, "inlined-mask"),
    why = why.prefilled },
  { "exported C with a profile, batch, ladder random", "inlined-mask over prefilled events", 1.05, "≤ 1.05",
    batch("random", PROFILE, "inlined-mask, prefilled"), beside = true },
  { "exported C, typed calls, debs, the worst", "Fluxtion, stream clock", 0.5, "≤ 0.5", worst(0.5, { "debs" }, TYPED, STREAM),
    why = why.small_graphs },
  { "exported C, typed calls, debs, geometric mean", "Fluxtion, stream clock", 0.25, "≤ 0.25", mean({ "debs" }, TYPED, STREAM),
    why = why.small_graphs_mean },
  { "exported C, batch, debs, the worst", "Fluxtion, stream clock", 0.5, "≤ 0.5", worst(0.5, { "debs" }, BATCH, STREAM), beside = true },
  { "exported C, batch, debs, geometric mean", "Fluxtion, stream clock", 0.25, "≤ 0.25", mean({ "debs" }, BATCH, STREAM), beside = true },
  { "exported C, typed calls, all state stored, wingfoil's graphs, the worst", "wingfoil compiled", 1, "≤ 1.0",
    worst(1, { "wingfoil" }, TYPED, COMPILED), why = why.stored, beside = true },
  { "exported C, typed calls, all state stored, wingfoil's graphs, geometric mean", "wingfoil compiled", 0.6, "≤ 0.6",
    mean({ "wingfoil" }, TYPED, COMPILED), beside = true },
  { "exported C, typed calls, result only, wingfoil's graphs, the worst", "wingfoil compiled", 1, "≤ 1.0",
    worst(1, { "wingfoil" }, "result only, typed entry", COMPILED) },
  { "exported C, typed calls, result only, wingfoil's graphs, geometric mean", "wingfoil compiled", 0.6, "≤ 0.6",
    mean({ "wingfoil" }, "result only, typed entry", COMPILED) },
  { "exported C, batch, result only, wingfoil's graphs, the worst", "wingfoil compiled", 1, "≤ 1.0",
    worst(1, { "wingfoil" }, "result only, batch entry", COMPILED), beside = true },
  { "exported C, batch, result only, wingfoil's graphs, geometric mean", "wingfoil compiled", 0.6, "≤ 0.6",
    mean({ "wingfoil" }, "result only, batch entry", COMPILED), beside = true },
  { "`luajit`, ladder and debs, the worst", "Fluxtion, wall clock", 1, "≤ 1.0",
    worst(1, { "ladder", "debs" }, "luajit backend", WALL, LUA) },
  { "`luajit`, ladder and debs, geometric mean", "Fluxtion, wall clock", 0.5, "≤ 0.5",
    mean({ "ladder", "debs" }, "luajit backend", WALL, LUA) },
  { "`luajit`, a chain of 1,000 nodes, per node", "10 nodes", 2, "≤ 2", function(r)
    return growth(r, "depth %d", 10, { 1000 }, "luajit backend", true, LUA)
  end, why = why.lua_depth },
  { "`luajit`, traces given up in steady state", "–", 0, "0", points.aborts },
  { "`table`, C nodes, chain of 37: instructions a step beyond the node's own", "–", 16, "≤ 16", points.beyond_own },
  { "`table`, C nodes, chain of 37: ns a node", "–", 3, "≤ 3", function(r)
    return values(r, "scale", "table chain 37", "table, C nodes", 37)
  end, why = why.table_chain },
  { "`table`, portable Lua nodes: ns a node", "–", 40, "≤ 40", function(r)
    return values(r, "scale", "table, Lua nodes, chain 37", "with the JIT", 37, LUA)
  end },
  { "`table`, portable Lua nodes, `-joff`: ns a node", "–", 120, "≤ 120", function(r)
    return values(r, "scale", "table, Lua nodes, chain 37", "-joff", 37, LUA)
  end },
  { "10,000 quiet nodes on another event, exported C: instructions more", "8 nodes alone", 0, "0", function(r)
    return instructions(r, "8 active, 10000 on another event", "8 active, 0 on another event")
  end },
  { "quiet nodes on another event, table: instructions more", "8 nodes alone", 0.05, "0 (+0.05 noise)", function(r)
    return join(labelled("10,000", instructions(r, "table other 10000", "table other 0")),
      labelled("100,000", instructions(r, "table other 100000", "table other 0")))
  end },
  { "keyed filters pick 8 of 10,000, exported C", "the 8 alone", 2.5, "≤ 2.5", function(r)
    return growth(r, "keyed %d", 8, { 10000 }, TYPED)
  end, why = why.keyed },
  { "keyed filters pick 8 of many, table", "the 8 alone", 1.5, "≤ 1.5", function(r)
    return growth(r, "table keyed %d", 8, { 10000, 100000 }, "table, C nodes")
  end, why = why.keyed_table },
  { "a key wakes 8 scattered of 10,000 and their readers, exported C", "no others", 2.5, "≤ 2.5", function(r)
    return growth(r, "scattered %d", 16, { 10000 }, TYPED)
  end, why = why.scattered },
  { "a key wakes 8 scattered of many and their readers, table", "no others", 1.5, "≤ 1.5", function(r)
    return growth(r, "table scattered %d", 16, { 10000, 100000 }, "table, C nodes")
  end, why = why.scattered_table },
  { "width: independent chains of 8, per node", "10 nodes", 1.3, "≤ 1.3 within L2", function(r)
    return growth(r, "width %d", 10, { 100, 1000, 10000 }, TYPED, true)
  end },
  { "depth: one chain, per node", "100 nodes", 1.3, "≤ 1.3 within L2", function(r)
    return growth(r, "depth %d", 100, { 1000, 10000 }, TYPED, true)
  end, why = why.depth },
  { "a clock that is not read: readings an event", "–", 0, "0", function(r)
    return values(r, "article", "clock readings", "a node more", 1, { "gcc" })
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
  { "the stream clock read by a node: ns", "the node without", 0.5, "≤ 0.5", function(r)
    return points.difference(r, "capabilities, periodic", "stream clock", "a node more", 1)
  end },
  { "audit on, every callback recorded: ns a record", "off", 4, "≤ 4", function(r)
    return both_inputs(function(input)
      local on = r:row("article", "capabilities, " .. input, "audit on, nodes")
      return on and on.counts and points.difference(r, "capabilities, " .. input, "audit on, nodes", "plain", on.counts.records) or {}
    end)
  end },
  { "audit on, every callback recorded: calls of malloc", "–", 0, "0", allocations "audit on, nodes" },
  { "calls of malloc after start, exported C", "–", 0, "0", allocations(TYPED) },
  { "LuaJIT's heap with the JIT: its largest size in the last half of the events", "in the first half", 1, "constant",
    heap_growth { "luajit backend", "table backend" } },
  { "LuaJIT's heap without the JIT: its largest size in the last half of the events", "in the first half", 1.01,
    "bounded (≤ 1.01)", heap_growth { "luajit backend, -joff", "table backend, -joff" } },
  { "garbage that Lua makes: bytes an event", "–", math.huge, "reported", function(r)
    local function of(arm) return labelled(arm, values(r, "article", "heap", arm, 1, LUA)) end
    return join(of "luajit backend", of "luajit backend, -joff", of "table backend", of "table backend, -joff")
  end },
  { "resolve 10,000 nodes: s", "–", 0.2, "< 0.2", stages("resolve", LUA) },
  { "export 10,000 nodes: s", "–", 2, "< 2", stages("export", LUA) },
  { "compile 10,000 nodes: s", "–", 15, "< 15", stages "compile" },
  { "resolve 100,000 nodes: s", "–", 2, "< 2", function(r) return values(r, "scale", "stages, width 100000", "resolve", 1, LUA) end },
  { "resolve 100,000 nodes: time a node", "10,000 nodes", 1.3, "linear (≤ 1.3)", function(r)
    return growth(r, "stages, width %d", 10000, { 100000 }, "resolve", true, LUA)
  end, why = why.resolve },
  { "export, and compile, 10,000 nodes: time a node", "1,000 nodes", 1.3, "linear (≤ 1.3)", function(r)
    local function stage(kind, name, compilers)
      return labelled(("%s, %s"):format(kind, name), growth(r, "stages, " .. kind .. " %d", 1000, { 10000 }, name, true, compilers))
    end
    return join(stage("width", "export", LUA), stage("depth", "export", LUA), stage("width", "compile"), stage("depth", "compile"))
  end, why = why.export },
  { "`flux run graphs/hello.lua` to its first event, the least of ten starts: ms", "–", 30, "≤ 30", function(r)
    return values(r, "start", "start", "flux run graphs/hello.lua", 1, points.OWN)
  end },
  { "CSV end to end, exported `--main`: MB/s", "–", 300, "≥ 300", function(r)
    return values(r, "csv", nil, "exported --main", 1)
  end, least = true },
  { "CSV end to end, `flux run`: MB/s", "–", 100, "≥ 100", function(r)
    local function run(backend) return labelled(backend, values(r, "csv", nil, "flux run, " .. backend, 1, LUA)) end
    return join(run "table", run "luajit", run "native")
  end, least = true },
  { "doubles read from CSV that are not `strtod`'s to the last bit", "–", 0, "0", differing },
}

---Evaluates all goals. `met` is nil where no result speaks of one.
---@return table[] { what, against, text, limit, least, points, met, why, beside }
function M.evaluate(results)
  local list = {}
  for i, goal in ipairs(M.list) do
    local measured, met = goal[5](results), true
    for _, p in ipairs(measured) do
      if goal.least then met = met and p.value.median >= goal[3] else met = met and p.value.median <= goal[3] + 1e-9 end
    end
    if #measured == 0 then met = nil end
    list[i] = {
      what = goal[1], against = goal[2], text = goal[4], limit = goal[3], least = goal.least, points = measured, met = met, why = goal.why,
      beside = goal.beside or false,
    }
  end
  return list
end

return M
