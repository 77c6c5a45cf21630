-- SPDX-License-Identifier: MIT
-- bench.report.results: the stored results, and how figures are written.

local json = require "dkjson"
local host = require "bench.host"

local M = {}

local Results = {}
Results.__index = Results

---Loads every result in a directory.
---@param directory string
---@param names string[]
function M.load(directory, names)
  local self = setmetatable({ by_name = {}, list = {} }, Results)
  for _, name in ipairs(names) do
    local text = host.read(("%s/%s.json"):format(directory, name))
    if text ~= "" then
      local result = json.decode(text)
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
  if size >= 0.01 then return ("%.2f"):format(x) end
  return ("%.2g"):format(x)
end

---`median (min–max)`; "–" for nothing.
function M.spread(summary)
  if not summary then return "–" end
  if summary.min == summary.max then return M.number(summary.median) end
  return ("%s (%s–%s)"):format(M.number(summary.median), M.number(summary.min), M.number(summary.max))
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

return M
