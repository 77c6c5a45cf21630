-- SPDX-License-Identifier: MIT
-- bench.report: docs/performance.md, its charts, and the table of figures in the README, from the stored results.
--
--   report.write("bench/results", "docs", print)
--
-- What it costs and against what comes first, and of that what is worse than a goal or a peer; then the parts of the cost; then method
-- and limits.

local charts = require "bench.report.charts"
local goals = require "bench.report.goals"
local host = require "bench.host"
local parts = require "bench.report.parts"
local results = require "bench.report.results"
local systems = require "bench.report.systems"

local M = {}

---All workloads, in the order in which they run.
M.WORKLOADS = { "ladder", "article", "debs", "wingfoil", "sweep", "scale", "counts", "latency", "csv", "start", "math" }

local function points_text(points)
  local list = {}
  for _, p in ipairs(points) do list[#list + 1] = ("%s: %s"):format(p.label, results.spread(p.value)) end
  return table.concat(list, "<br>")
end

local function goal_table(evaluated, met)
  local rows = {}
  for _, goal in ipairs(evaluated) do
    if goal.met == met then rows[#rows + 1] = { goal.what, goal.against, goal.text, points_text(goal.points) } end
  end
  return results.table({ "what", "against", "goal", "measured: median (min–max)" }, rows), #rows
end

-- Cases in which a peer is faster than the exported C's typed entry.
local function slower_than_peers(r)
  local list = {}
  for _, workload in ipairs { "ladder", "debs", "wingfoil" } do
    for _, row in ipairs(r:rows(workload, nil, "exported, typed entry")) do
      for _, peer in ipairs(r:rows(workload, row.case, nil, "own")) do
        local ratio = row.value.median / peer.value.median
        if ratio > 1 then
          local text = "%s, %s: exported C by %s takes %s × %s"
          list[#list + 1] = text:format(workload, row.case, row.compiler, results.number(ratio), peer.arm)
        end
      end
    end
  end
  return list
end

-- Why goals are missed.
local function reasons(evaluated)
  local list = {}
  for _, goal in ipairs(evaluated) do
    if goal.met == false and goal.why then list[#list + 1] = ("* %s, against %s: %s"):format(goal.what, goal.against, goal.why) end
  end
  return #list > 0 and "Why not more:\n\n" .. table.concat(list, "\n") .. "\n" or ""
end

local function unmeasured(evaluated)
  local list = {}
  for _, goal in ipairs(evaluated) do
    if goal.met == nil then list[#list + 1] = ("%s (against: %s; goal: %s)"):format(goal.what, goal.against, goal.text) end
  end
  return list
end

local function worse(r, evaluated)
  local missed, count = goal_table(evaluated, false)
  local slower, unknown, lines = slower_than_peers(r), unmeasured(evaluated), { "## What is worse than it should be", "" }
  if count > 0 then missed = ("Goals that are missed:\n\n%s\n%s"):format(missed, reasons(evaluated)) end
  lines[#lines + 1] = count > 0 and missed or "No goal that was measured is missed.\n"
  if #unknown > 0 then lines[#lines + 1] = "Goals that no stored result speaks of:\n\n* " .. table.concat(unknown, "\n* ") .. "\n" end
  if #slower > 0 then lines[#lines + 1] = "Slower than a peer, one typed call per event:\n\n* " .. table.concat(slower, "\n* ") .. "\n" end
  return table.concat(lines, "\n")
end

local NOT_SHOWN = [[
### What the article that started this did not show

| not shown there | here |
|---|---|
| larger graphs | [Size](#size): 10 to 10,000 nodes, quiet nodes to 100,000 |
| arrest rate and downstream cost | [Branch, predicate, or neither](#branch-predicate-or-neither) |
| paced arrivals, two threads | [Latency of paced events](#latency-of-paced-events) |
| other compilers, other architectures | gcc and clang in every table; instructions on aarch64 |
| raw results, one command | `bench/results/`, `./flux bench` |
]]

local METHOD = [[
## Method and limits

Whole loops are timed, never single events, in processor time of the loop's thread (peers: their own clock). Arms run one after the
other in each round and are compared within it; medians, with the least and the most of all rounds in brackets. Before anything is
timed all arms of a case must give the same observable output, and where it is known from outside, that. Making the events is part of
every arm. [bench/README.md](../bench/README.md) describes the arms.
]]

local function method(r)
  local lines, m = { METHOD }, r.list[1].machine
  local rows = {
    { "processor", ("%s, %d cores"):format(m.cpu, m.cores or 0) },
    { "system", m.system },
    { "LuaJIT", m.luajit },
    { "flags", "`" .. m.flags .. "`" },
  }
  for _, compiler in ipairs(m.compilers) do rows[#rows + 1] = { compiler.name, compiler.version } end
  local peers = {}
  for _, result in ipairs(r.list) do
    for _, about in ipairs(result.peers or {}) do
      if not peers[about] then rows[#rows + 1] = { "peer", about } end
      peers[about] = true
    end
  end
  lines[#lines + 1] = results.table({ "", "" }, rows)
  lines[#lines + 1] = "One machine, shared with others at times; what the runs said of themselves:\n"
  local runs, notes = {}, {}
  for _, result in ipairs(r.list) do
    local commit = (result.machine.commit or "?"):sub(1, 10) .. (result.machine.modified and ", modified" or "")
    runs[#runs + 1] = { result.workload, result.machine.date, commit, tostring(result.rounds), ("%.0f s"):format(result.seconds or 0) }
    local shared = 0
    for _, note in ipairs(result.notes or {}) do
      if note:find("the machine was shared", 1, true) then
        shared = shared + 1
      else
        notes[#notes + 1] = ("* %s: %s"):format(result.workload, note)
      end
    end
    if shared > 0 then notes[#notes + 1] = ("* %s: in %d cases the machine was shared"):format(result.workload, shared) end
  end
  lines[#lines + 1] = results.table({ "workload", "when", "commit", "rounds", "took" }, runs)
  lines[#lines + 1] = table.concat(notes, "\n")
  lines[#lines + 1] = [[

* Graphs driven from Lua run in a process of their own, which stays alive over the rounds; so do peers.
* "inlined" arms store nothing, the per-event arms store every node's state.
* An instance of up to 200 nodes lies beside its event on the stack, exported and by hand alike: apart, one process in sixty or so got
  addresses at which small graphs took a quarter longer.
* Latency is measured between threads of one machine, without a network.
* Instructions of aarch64 are counted, not timed: no such machine was there.]]
  return table.concat(lines, "\n")
end

local function page(r, chart)
  local evaluated = goals.evaluate(r)
  local met = goal_table(evaluated, true)
  local sections = {
    "# Performance",
    "",
    "Written by `./flux bench` from the results in `bench/results/`. In brackets: the least and the most of all rounds.",
    "",
    worse(r, evaluated),
    "## What it costs, and against what",
    "",
    "Goals that are met:\n",
    met,
    systems.ladder(r, chart), systems.debs(r, chart), systems.wingfoil(r, chart), systems.others(r),
    "## Where the time goes",
    "",
    parts.capabilities(r), parts.ablation(r), parts.sweep(r, chart), parts.scale(r, chart), parts.counts(r), parts.latency(r, chart),
    parts.input(r), parts.mathematics(r),
    NOT_SHOWN,
    method(r),
  }
  return (table.concat(sections, "\n"):gsub("\n\n\n+", "\n\n"):gsub("%s+$", "") .. "\n")
end

---The short table for the README.
function M.figures(r)
  local rows = {}
  local function add(what, row, opponent, name)
    local ratio = row and row.against[opponent]
    if ratio then rows[#rows + 1] = { what, results.number(row.value.median), ("%s × %s"):format(results.spread(ratio), name) } end
  end
  for _, input in ipairs { "periodic", "random" } do
    local what = ("ten nodes, %s, one call an event"):format(input)
    add(what, r:row("ladder", input, "exported, typed entry", "gcc"), "hand-guarded", "hand-guarded C")
  end
  local batch = r:row("ladder", "random", "exported with a profile, batch entry", "gcc")
  add("ten nodes, random, batch with a profile", batch, "inlined-branch", "inlined C with a branch")
  add("ten nodes, random, batch with a profile", batch, "inlined-mask", "inlined C without one")
  add("chain of 100", r:row("debs", "deep 100", "exported, typed entry", "gcc"), "fluxtion stream", "Fluxtion")
  add("diamond of 101", r:row("debs", "diamond 101", "exported, typed entry", "gcc"), "fluxtion stream", "Fluxtion")
  local worst, at
  for _, row in ipairs(r:rows("debs", nil, "exported, typed entry", "gcc")) do
    local ratio = row.against["fluxtion stream"]
    if ratio and (not worst or ratio.median > worst.against["fluxtion stream"].median) then worst, at = row, row.case end
  end
  add(("the worst of Fluxtion's dimensions, %s"):format(at or ""), worst, "fluxtion stream", "Fluxtion")
  local fanout = r:row("wingfoil", "fanout 103", "result only, batch entry", "gcc")
  add("fan-out of 103, result only, batch", fanout, "wingfoil compiled", "wingfoil")
  add("ten nodes, random, LuaJIT", r:row("ladder", "random", "luajit backend"), "fluxtion wall", "Fluxtion as it comes")
  if #rows == 0 then return nil end
  return results.table({ "exported C (gcc), or as it says", "ns an event", "median ratio (min–max)" }, rows)
end

local BEGIN, END = "<!-- figures: written by flux bench -->\n", "<!-- end of figures -->"

local function write_readme(r)
  local path = host.path("README.md")
  local text, figures = host.read(path), M.figures(r)
  local first, last = text:find(BEGIN, 1, true)
  local stop = first and text:find(END, last, true)
  if not (stop and figures) then return end
  local file = assert(io.open(path, "w"))
  file:write(text:sub(1, last), "\n", figures, "\n", text:sub(stop))
  file:close()
end

---Renders everything.
---@param from string directory of results
---@param docs string directory of performance.md
---@param say fun(format: string, ...)
---@param readme? boolean the README too
function M.write(from, docs, say, readme)
  local r = results.load(from, M.WORKLOADS)
  if #r.list == 0 then return say("no results in %s: nothing to render", from) end
  local drawn = charts.available()
  if not drawn then say("gnuplot is not here: the page is written without new charts") end
  os.execute(("mkdir -p '%s/performance'"):format(docs))
  local function chart(name, draw)
    if drawn then
      local ok, problem = pcall(draw, ("%s/performance/%s.svg"):format(docs, name))
      if not ok then say("chart %s: %s", name, tostring(problem)) end
    end
    return ("![%s](performance/%s.svg)\n"):format(name:gsub("_", " "), name)
  end
  local path = docs .. "/performance.md"
  local text = page(r, chart)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  if readme then write_readme(r) end
  say("%s", path)
end

return M
