-- SPDX-License-Identifier: MIT
-- bench.report.results: the stored results, and how figures are written.

local json = require "dkjson"
local host = require "bench.host"
local stats = require "bench.stats"

local M = {}

local Results = {}
Results.__index = Results

local function least_of(rows)
  local lists = {}
  for i, row in ipairs(rows) do lists[i] = row.rounds end
  return stats.least(lists)
end

-- Entries of a peer between which one may choose are one opponent, the faster in each round: "fluxtion stream" and "fluxtion
-- typed-stream" are "fluxtion, stream clock". It is a row of its own (`joined`), and its entries are marked `entry`; where results do
-- not have the ratios to it, they are made here.
local function join_entries(result)
  local joined = {}
  for _, row in ipairs(result.rows) do
    local peer = row.compiler == "own" and row.arm:match("^(%S+) .*stream$")
    if peer then
      local name, list = peer .. ", stream clock", joined[row.case] or { entries = {} }
      list.name, row.entry = name, true
      list.entries[#list.entries + 1] = row
      joined[row.case] = list
    end
  end
  local rows = {}
  for _, row in ipairs(result.rows) do
    rows[#rows + 1] = row
    local list = joined[row.case]
    if list and row == list.entries[#list.entries] then
      local rounds = least_of(list.entries)
      list.row = {
        case = row.case, arm = list.name, compiler = "own", unit = row.unit, events = row.events, rounds = rounds, joined = true,
        value = stats.summary(rounds), against = {},
      }
      rows[#rows + 1] = list.row
    end
  end
  for _, row in ipairs(rows) do
    local list = joined[row.case]
    if list and not row.against[list.name] then row.against[list.name] = M.paired(row, list.row) end
  end
  result.rows = rows
end

---Loads every result in a directory.
---@param directory string
---@param names string[]
function M.load(directory, names)
  local self = setmetatable({ by_name = {}, list = {} }, Results)
  for _, name in ipairs(names) do
    local text = host.read(("%s/%s.json"):format(directory, name))
    if text ~= "" then
      local result = json.decode(text)
      join_entries(result)
      self.by_name[name] = result
      self.list[#self.list + 1] = result
    end
  end
  return self
end

---The rows of a workload that match: each of `case`, `arm`, `compiler` is a value or nil.
---@return table[]
function Results:rows(workload, case, arm, compiler)
  local list = {}
  local result = self.by_name[workload]
  for _, row in ipairs(result and result.rows or {}) do
    local matches = (not case or row.case == case) and (not arm or row.arm == arm) and (not compiler or row.compiler == compiler)
    if matches then list[#list + 1] = row end
  end
  return list
end

---The first such row.
function Results:row(...) return self:rows(...)[1] end

---The different values of a field of a workload's rows, in order.
function Results:each(workload, field, case)
  local list, seen = {}, {}
  for _, row in ipairs(self:rows(workload, case)) do
    local value = row[field]
    if value and not seen[value] then
      seen[value] = true
      list[#list + 1] = value
    end
  end
  return list
end

---A number with three significant digits or so.
function M.number(x)
  if x == nil then return "–" end
  local size = math.abs(x)
  if size == 0 then return "0" end
  if size >= 99.95 then
    local text = ("%.0f"):format(x)
    if #text > 4 then text = text:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""):gsub("^%-,", "-") end
    return text
  end
  if size >= 9.995 then return ("%.1f"):format(x) end
  if size >= 0.0995 then return ("%.2f"):format(x) end
  return ("%.2g"):format(x)
end

---`median (min–max)`; "–" for nothing. Where all rounds gave the same there is no bracket.
---@param summary? { median: number, min: number, max: number }
---@param how? string "once", for a single measurement
function M.spread(summary, how)
  if not summary then return "–" end
  if how then return ("%s, %s"):format(M.number(summary.median), how) end
  if summary.min == summary.max then return M.number(summary.median) end
  return ("%s (%s–%s)"):format(M.number(summary.median), M.number(summary.min), M.number(summary.max))
end

local UNITS = { { "ns", 1 }, { "µs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } }

---A summary of nanoseconds in the unit that suits its median: `2.45 ms (2.14–3.60)`.
function M.duration(summary)
  if not summary then return "–" end
  local at = 1
  while at < #UNITS and summary.median >= UNITS[at + 1][2] do at = at + 1 end
  local name, scale = unpack(UNITS[at])
  local median = ("%s %s"):format(M.number(summary.median / scale), name)
  if summary.min == summary.max then return median end
  return ("%s (%s–%s)"):format(median, M.number(summary.min / scale), M.number(summary.max / scale))
end

-- What is counted, and so has no spread.
local COUNTED = { ["instructions/event"] = true, ["readings/event"] = true, calls = true, values = true }

---How a row was measured: "counted", "once" (one round), or nil: in rounds.
function M.how(row)
  if COUNTED[row.unit] then return "counted" end
  return #row.rounds == 1 and "once" or nil
end

---What a row counted besides, as a summary: over the rounds where they differ, else the last one's.
---@param row table
---@param name string
---@return table|nil
function M.count(row, name)
  local count = row.counts and row.counts[name]
  return row.spread and row.spread[name] or count and { median = count, min = count, max = count } or nil
end

---A row's value as text.
---@param row? table
function M.value(row) return M.spread(row and row.value, row and M.how(row)) end

---A row's ratio to an opponent, as text: "–" where there is none.
---@param row? table
function M.ratio(row, opponent) return M.spread(row and row.against[opponent], row and M.how(row)) end

---A summary times a number.
function M.scaled(summary, factor)
  return { median = summary.median * factor, min = summary.min * factor, max = summary.max * factor }
end

---The ratio of two rows, round by round.
function M.paired(row, other)
  local a, b = {}, {}
  for i = 1, math.min(#row.rounds, #other.rounds) do a[i], b[i] = row.rounds[i], other.rounds[i] end
  return stats.summary(stats.ratios(a, b))
end

---The geometric means of medians, of leasts and of mosts.
---@param summaries table[]
---@return table|nil
function M.geometric(summaries)
  if #summaries == 0 then return nil end
  local mean = {}
  for _, part in ipairs { "median", "min", "max" } do
    local list = {}
    for i, summary in ipairs(summaries) do list[i] = summary[part] end
    mean[part] = stats.geometric(list)
  end
  return mean
end

---A Markdown table.
---@param head string[]
---@param rows string[][]
function M.table(head, rows)
  if #rows == 0 then return "" end
  local lines, rule = { "| " .. table.concat(head, " | ") .. " |" }, {}
  for i = 1, #head do rule[i] = i == 1 and "---" or "---:" end
  lines[2] = "|" .. table.concat(rule, "|") .. "|"
  for _, row in ipairs(rows) do lines[#lines + 1] = "| " .. table.concat(row, " | ") .. " |" end
  return table.concat(lines, "\n") .. "\n"
end

---A long table, folded until it is asked for; "" stays "".
---@param summary string what is in it
---@param text string
function M.folded(summary, text)
  if text == "" then return "" end
  return ("<details><summary>%s</summary>\n\n%s\n</details>\n"):format(summary, text)
end

---A section of the page: a heading, a text, and what follows it; "" where all of that is empty.
---@param title string
---@param text string
---@param ... string
function M.section(title, text, ...)
  local parts, all = { "### " .. title, "", text, "" }, table.concat({ ... })
  if all:match("^%s*$") then return "" end
  for _, part in ipairs { ... } do parts[#parts + 1] = part end
  return table.concat(parts, "\n")
end

return M
