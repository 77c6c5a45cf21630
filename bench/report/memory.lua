-- SPDX-License-Identifier: MIT
-- bench.report.memory: what is allocated: calls of malloc, and LuaJIT's heap. Sections are as in bench.report.systems.

local report = require "bench.report.results"

local M = {}

local function allocations(r)
  local rows = {}
  for i, row in ipairs(r:rows("article", "allocations")) do rows[i] = { row.arm, report.number(row.events), report.value(row) } end
  return report.table({ "exported C", "events", "calls of malloc, calloc, realloc" }, rows)
end

-- The least and the most of the heap's largest sizes in the tenths of a run.
local function tenths(row)
  if not (row and row.counts) then return "–", "–", "–" end
  local least, most = math.huge, 0
  for part = 1, 10 do
    local peak = row.counts["peak_" .. part]
    least, most = math.min(least, peak), math.max(most, peak)
  end
  local function whole(x) return report.number(math.floor(x + 0.5)) end
  return report.number(row.events), whole(least), whole(most)
end

local function heap(r)
  local arms, seen, rows = {}, {}, {}
  for _, case in ipairs { "heap", "heap over time" } do
    for _, row in ipairs(r:rows("article", case)) do
      if not seen[row.arm] then arms[#arms + 1] = row.arm end
      seen[row.arm] = true
    end
  end
  for i, arm in ipairs(arms) do
    rows[i] = { arm, report.value(r:row("article", "heap", arm)), tenths(r:row("article", "heap over time", arm)) }
  end
  return report.table({ "driven from Lua", "garbage, bytes an event", "events", "largest heap, kB: the least tenth", "the most" }, rows)
end

local TEXT = [[
The ladder, random. Calls are counted by interposition, from the first event on. Garbage: what the heap grows by while nothing is
collected, the loop's own numbers included. Largest heap: of each tenth of a run, with the collector at work; where the tenth with the
least and that with the most are alike the heap does not grow. "-joff": LuaJIT only interprets.]]

function M.section(r) return report.section("Allocation", TEXT, allocations(r), "\n", heap(r)) end

return M
