-- SPDX-License-Identifier: MIT
-- bench.report.method: how it was measured, on what, and what the runs said of themselves.

local report = require "bench.report.results"

local M = {}

local TEXT = [[
## Method and limits

Whole loops are timed, never single events, in processor time of the loop's thread (peers: their own clock). Arms run one after the
other in each round and are compared within it; medians, with the least and the most of all rounds in brackets. Before anything is
timed all arms of a case must give the same observable output, and where it is known from outside, that. Making the events is part of
every arm. [bench/README.md](../bench/README.md) describes the arms.
]]

local LIMITS = [[

* Graphs driven from Lua run in a process of their own, which stays alive over the rounds; so do peers.
* "inlined" arms store nothing, the per-event arms store every node's state.
* A batch entry stores states at its end, and nobody listens in these loops: what each event sets anew a compiler then computes for the
  batch's last event alone. It is why a batch of a long chain costs so little; with a listener each event is computed.
* Of 100,000 nodes the core's table and the resolver are measured. Their export is written, too, but a compiler takes minutes for it.
* A small instance lies beside its event on the stack, exported and by hand alike: apart, a process now and then got addresses at which
  small graphs took longer.
* Latency is measured between threads of one machine, without a network.
* Instructions of aarch64 are counted, not timed: no such machine was there.]]

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

-- What a note is about, and what it says of it: notes that say the same are one line.
local function parted(note)
  local subject, reason = note:match("^(.-) left out: (.*)$")
  if subject then return (subject:gsub(" by %S+$", "")), "left out: " .. reason end
  subject, reason = note:match("^(.-): (the machine was shared)")
  if subject then return subject, reason end
  return note, ""
end

---The notes of a workload, those that say the same of several arms in one line.
---@param workload string
---@param notes string[]
---@return string[]
function M.notes(workload, notes)
  local groups, by_reason = {}, {}
  for _, note in ipairs(notes) do
    local subject, reason = parted(note)
    local key = reason ~= "" and reason or note
    local group = by_reason[key]
    if not group then
      group = { reason = reason, subjects = {} }
      by_reason[key] = group
      groups[#groups + 1] = group
    end
    if not group.subjects[subject] then table.insert(group.subjects, subject) end
    group.subjects[subject] = true
  end
  local lines = {}
  for i, group in ipairs(groups) do
    local subjects = group.subjects
    local shown = #subjects > 2 and ("%s and %d more"):format(subjects[1], #subjects - 1) or table.concat(subjects, ", ")
    lines[i] = ("* %s: %s%s"):format(workload, shown, group.reason ~= "" and (" " .. group.reason):gsub("^ the", ": the") or "")
  end
  return lines
end

local function machine(r)
  local m, peers = r.list[1].machine, {}
  local rows = {
    { "processor", ("%s, %d cores"):format(m.cpu, m.cores or 0) }, { "system", m.system }, { "LuaJIT", m.luajit },
    { "flags", "`" .. m.flags .. "`" },
  }
  for _, compiler in ipairs(m.compilers) do rows[#rows + 1] = { compiler.name, compiler.version } end
  for _, result in ipairs(r.list) do
    for _, about in ipairs(result.peers or {}) do
      if not peers[about] then rows[#rows + 1] = { "peer", about } end
      peers[about] = true
    end
  end
  return report.table({ "", "" }, rows)
end

-- How many rounds the arms of a workload had: "9", or "1–9".
local function rounds_of(result)
  local least, most = math.huge, 0
  for _, row in ipairs(result.rows) do
    local n = row.rounds and #row.rounds or 1
    least, most = math.min(least, n), math.max(most, n)
  end
  return least == most and tostring(most) or ("%d–%d"):format(least, most)
end

function M.section(r)
  local runs, notes = {}, {}
  for i, result in ipairs(r.list) do
    local commit = (result.machine.commit or "?"):sub(1, 10) .. (result.machine.modified and ", modified" or "")
    runs[i] = { result.workload, result.machine.date, commit, rounds_of(result), ("%.0f s"):format(result.seconds or 0) }
    for _, line in ipairs(M.notes(result.workload, result.notes or {})) do notes[#notes + 1] = line end
  end
  return table.concat({
    TEXT, machine(r), "One machine, shared with others at times; what the runs said of themselves:\n",
    report.table({ "workload", "when", "commit", "rounds", "took" }, runs), table.concat(notes, "\n"), LIMITS, "\n", NOT_SHOWN,
  }, "\n")
end

return M
