-- SPDX-License-Identifier: MIT
-- bench.report.verdict: what is worse than a peer or than a goal, by how much and why; and the goals that are met.

local goals = require "bench.report.goals"
local report = require "bench.report.results"

local M = {}

local WORKLOADS = { "ladder", "debs", "wingfoil" }

-- Ours, as columns beside the peers.
local OURS = {
  { "exported, gcc", "exported, typed entry", "gcc" }, { "exported, clang", "exported, typed entry", "clang" },
  { "batches, gcc", "exported, batch entry", "gcc" }, { "`luajit`", "luajit backend" }, { "`table`, Lua nodes", "table backend" },
}

-- Those of which only the worst graph is said first.
local WAYS = {
  { "batches, gcc", "exported, batch entry", "gcc" }, { "batches, clang", "exported, batch entry", "clang" },
  { "`luajit`", "luajit backend" }, { "`table`, Lua nodes", "table backend" },
}

-- Every ratio of one of our arms to a peer: { case, ratio, row, peer }.
local function ratios(r, arm, compiler, peer)
  local list = {}
  for _, workload in ipairs(WORKLOADS) do
    for _, other in ipairs(r:rows(workload, nil, peer, "own")) do
      local row = r:row(workload, other.case, arm, compiler)
      if row then
        list[#list + 1] = { case = ("%s, %s"):format(workload, row.case), ratio = report.paired(row, other), row = row, peer = other }
      end
    end
  end
  return list
end

local function peers(r)
  local names, seen = {}, {}
  for _, workload in ipairs(WORKLOADS) do
    for _, row in ipairs(r:rows(workload, nil, nil, "own")) do
      if not (seen[row.arm] or row.entry) then names[#names + 1] = row.arm end
      seen[row.arm] = true
    end
  end
  table.sort(names)
  return names
end

-- Is the peer faster, by the median ratio within a round or by the medians?
local function loses(entry)
  return entry.ratio.median > 1 or entry.row.value.median > entry.peer.value.median
end

local function beside(list)
  if #list == 0 then return "–" end
  local slower, worst, all = 0, list[1], {}
  for i, entry in ipairs(list) do
    all[i] = entry.ratio
    if loses(entry) then slower = slower + 1 end
    if entry.ratio.median > worst.ratio.median then worst = entry end
  end
  local mean = report.spread(report.geometric(all))
  if #list == 1 then return mean end
  local lost = slower > 0 and ("<br>slower on %d of %d"):format(slower, #list) or ""
  return ("%s%s<br>worst: %s"):format(mean, lost, report.spread(worst.ratio))
end

local PEERS_TEXT = [[
Our time ÷ theirs in the same round, below 1 ours is faster: the geometric mean over all graphs that both ran (of medians, of leasts, of
mosts), and the graph that is worst for us. Each graph is below. *fluxtion, stream clock*: its clock is the events' own time, the faster of
its entries; *fluxtion wall*: as it comes. *wingfoil compiled*, *interpreted*, *nested*: its three ways to run a graph; *tiers-…*: its own
benchmark as published.]]

-- The geometric mean of the medians of the first of ours, for which an engine's row is placed: the nearest first.
local function nearness(r, peer)
  local all = {}
  for i, entry in ipairs(ratios(r, OURS[1][2], OURS[1][3], peer)) do all[i] = entry.ratio end
  local mean = report.geometric(all)
  return mean and mean.median or 0
end

---All peers against all of ours.
function M.peers(r)
  local head, rows, order, near = { "engine" }, {}, peers(r), {}
  for _, ours in ipairs(OURS) do head[#head + 1] = ours[1] end
  for _, peer in ipairs(order) do near[peer] = nearness(r, peer) end
  table.sort(order, function(a, b)
    if near[a] ~= near[b] then return near[a] > near[b] end
    return a < b
  end)
  for _, peer in ipairs(order) do
    local cells = { peer }
    for _, ours in ipairs(OURS) do cells[#cells + 1] = beside(ratios(r, ours[2], ours[3], peer)) end
    rows[#rows + 1] = cells
  end
  return report.section("Beside other engines", PEERS_TEXT, report.table(head, rows))
end

-- Other ways to run a graph that are slower than an engine on some graph: a row each with its worst graph, the worst first.
local function slower_ways(r)
  local found = {}
  for _, peer in ipairs(peers(r)) do
    for _, way in ipairs(WAYS) do
      local list, lost, worst = ratios(r, way[2], way[3], peer), 0, nil
      for _, entry in ipairs(list) do
        if loses(entry) then lost = lost + 1 end
        if not worst or entry.ratio.median > worst.ratio.median then worst = entry end
      end
      if lost > 0 then found[#found + 1] = { way = way[1], peer = peer, lost = lost, of = #list, worst = worst } end
    end
  end
  table.sort(found, function(a, b)
    if a.worst.ratio.median ~= b.worst.ratio.median then return a.worst.ratio.median > b.worst.ratio.median end
    return a.way .. a.peer < b.way .. b.peer
  end)
  local rows = {}
  for i, entry in ipairs(found) do
    local worst = entry.worst
    rows[i] = {
      entry.way, entry.peer, ("%d of %d"):format(entry.lost, entry.of), worst.case, report.value(worst.row), report.value(worst.peer),
      report.spread(worst.ratio),
    }
  end
  return report.table({ "ours", "engine", "slower on", "the worst graph", "ours, ns", "its ns", "ours ÷ theirs" }, rows)
end

local CLIFF = 10 -- times the exported C's
local CLIFF_TEXT = "`luajit` takes more than %d times as long as the exported C of the same graph:\n\n"

-- Graphs on which `luajit` takes more than CLIFF times as long as the exported C of the same graph, the worst first.
local function cliffs(r)
  local list, rows = {}, {}
  for _, result in ipairs(r.list) do
    for _, row in ipairs(result.rows) do
      local other = row.arm == "luajit backend" and r:row(result.workload, row.case, "exported, typed entry", "gcc")
      local ratio = other and report.paired(row, other)
      if ratio and ratio.median > CLIFF then list[#list + 1] = { ("%s, %s"):format(result.workload, row.case), row, other, ratio } end
    end
  end
  table.sort(list, function(a, b) return a[4].median > b[4].median end)
  for i, entry in ipairs(list) do rows[i] = { entry[1], report.value(entry[2]), report.value(entry[3]), report.spread(entry[4]) } end
  return report.table({ "graph", "`luajit`, ns", "exported C, gcc, ns", "÷" }, rows)
end

-- Graphs on which a peer is faster than the exported C's typed entry, the worst first; of all peers, or of those that are named.
local function slower(r, named)
  local list, rows, of = {}, {}, 0
  for _, peer in ipairs(peers(r)) do
    for _, compiler in ipairs(named and not named[peer] and {} or { "gcc", "clang" }) do
      for _, entry in ipairs(ratios(r, "exported, typed entry", compiler, peer)) do
        of = of + 1
        if loses(entry) then list[#list + 1] = entry end
      end
    end
  end
  table.sort(list, function(a, b)
    if a.ratio.median ~= b.ratio.median then return a.ratio.median > b.ratio.median end
    return a.case .. a.row.compiler < b.case .. b.row.compiler
  end)
  for i, entry in ipairs(list) do
    local row, peer = entry.row, entry.peer
    rows[i] = { entry.case, row.compiler, report.value(row), peer.arm, report.value(peer), report.spread(entry.ratio) }
  end
  return report.table({ "graph", "by", "exported C, ns", "peer", "its ns", "ours ÷ theirs" }, rows), #rows, of
end

local function labelled(label, text) return label ~= "" and ("%s: %s"):format(label, text) or text end

local function points_text(points)
  local list = {}
  for i, p in ipairs(points) do list[i] = labelled(p.label, report.spread(p.value, p.how)) end
  return table.concat(list, "<br>")
end

local function over_limit(goal)
  local list = {}
  for _, p in ipairs(goal.points) do
    local over = (p.value.median - goal.limit) * (goal.least and -1 or 1)
    if over > 1e-9 then list[#list + 1] = labelled(#goal.points > 1 and p.label or "", report.number(over)) end
  end
  return table.concat(list, "<br>")
end

-- By what factor a goal is missed: 0 for one that is met, or that allows nothing at all.
local function factor(goal)
  local most = 0
  for _, p in ipairs(goal.met == false and goal.limit > 0 and goal.points or {}) do
    most = math.max(most, goal.least and goal.limit / p.value.median or p.value.median / goal.limit)
  end
  return most
end

-- All goals, those that are missed by most first, else as they are listed.
local function judged(r)
  local list, place = goals.evaluate(r), {}
  for i, goal in ipairs(list) do place[goal] = i end
  table.sort(list, function(a, b)
    local x, y = factor(a), factor(b)
    if x ~= y then return x > y end
    return place[a] < place[b]
  end)
  return list
end

local function goal_table(evaluated, met, apart)
  local rows = {}
  for _, goal in ipairs(evaluated) do
    if goal.met == met and goal.beside == apart then
      rows[#rows + 1] = { goal.what, goal.against, goal.text, points_text(goal.points), not met and over_limit(goal) or nil }
    end
  end
  return report.table({ "what", "against", "goal", "measured: median (min–max)", not met and "missed by" or nil }, rows), #rows
end

-- Why goals are missed: of each that is, and of no other.
local function reasons(r, evaluated)
  local list = {}
  for _, goal in ipairs(evaluated) do
    if goal.met == false then
      local reason, against = goal.why and goal.why(r) or "", goal.against ~= "–" and ", against " .. goal.against or ""
      list[#list + 1] = ("* **%s**%s: %s"):format(goal.what, against, reason ~= "" and reason or "No reason is known.")
    end
  end
  return #list > 0 and "#### Why not more\n\n" .. table.concat(list, "\n") .. "\n" or ""
end

local function unmeasured(evaluated)
  local list = {}
  for _, goal in ipairs(evaluated) do
    if goal.met == nil then list[#list + 1] = ("* %s (against: %s; goal: %s)"):format(goal.what, goal.against, goal.text) end
  end
  return #list > 0 and "Goals that no stored result speaks of:\n\n" .. table.concat(list, "\n") .. "\n" or ""
end

-- `N of M`: in how many comparisons with an engine an arm is slower.
local function lost_of(r, arm)
  local lost, of = 0, 0
  for _, peer in ipairs(peers(r)) do
    for _, entry in ipairs(ratios(r, arm, nil, peer)) do
      of = of + 1
      if loses(entry) then lost = lost + 1 end
    end
  end
  return ("%d of %d"):format(lost, of)
end

---A sentence or two: how much of it is worse.
function M.sentence(r)
  local _, count, of = slower(r)
  local _, nearest, nearest_of = slower(r, { ["fluxtion, stream clock"] = true, ["wingfoil compiled"] = true })
  local missed, measured = 0, 0
  for _, goal in ipairs(goals.evaluate(r)) do
    if goal.met ~= nil and not goal.beside then measured = measured + 1 end
    if goal.met == false and not goal.beside then missed = missed + 1 end
  end
  return ("The worst first: called once per event, exported C is slower than another engine in %d of %d comparisons, of those with the " ..
    "fastest, Fluxtion with the stream clock and wingfoil compiled, in %d of %d; driven from Lua `luajit` in %s and `table` in %s; and " ..
    "%d of %d goals are missed ([what is worse](#what-is-worse))."):format(
    count, of, nearest, nearest_of, lost_of(r, "luajit backend"), lost_of(r, "table backend"), missed, measured)
end

---What is worse.
function M.worse(r)
  local evaluated = judged(r)
  local losing, lost = slower(r)
  local missed, count = goal_table(evaluated, false, false)
  local above, others = goal_table(evaluated, false, true)
  local ways, falls = slower_ways(r), cliffs(r)
  return table.concat({
    "### What is worse\n",
    lost > 0 and "Slower than a peer, one typed call per event, by the median ratio within a round or by the medians:\n\n" .. losing
      or "No peer is faster than exported C, one typed call per event.\n",
    ways ~= "" and "Slower than a peer, run in another way, the worst graph of each:\n\n" .. ways or "",
    falls ~= "" and CLIFF_TEXT:format(CLIFF) .. falls or "",
    count > 0 and "Goals that are missed:\n\n" .. missed or "No goal that was measured is missed.\n",
    others > 0 and "No goals, but above the same limits:\n\n" .. above or "",
    reasons(r, evaluated),
    unmeasured(evaluated),
  }, "\n")
end

---Goals that are met.
function M.met(r)
  local evaluated = goals.evaluate(r)
  local within, others = goal_table(evaluated, true, true)
  return report.section("Goals that are met", "", (goal_table(evaluated, true, false)) ..
    (others > 0 and "\nNo goals, but within the same limits:\n\n" .. within or ""))
end

return M
