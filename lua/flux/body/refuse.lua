-- SPDX-License-Identifier: MIT
-- Refusals: why a text is no portable body, where, and what to write instead.
--
--   refuse(source, pos, "a string is not portable", "compare symbols: local MSFT = flux.symbol \"MSFT\" outside of the function")
--
-- raises a table with `refusal = true` whose tostring() is the complete message:
--
--   graphs/signals.lua:14:22: a string is not portable
--       if event.symbol == "MSFT" then
--                          ^
--     instead: compare symbols: …

local Refusal = {}
Refusal.__index = Refusal
Refusal.__tostring = function(self) return self.message end

---@class flux.Refusal
---@field refusal true
---@field message string the complete text
---@field file string
---@field line integer
---@field column integer
---@field reason string
---@field advice string?
---@field list flux.Refusal[]? all of them, where this one stands for several

---Makes a refusal from its parts. Without `text` (the source line) no caret is drawn.
---@param file string
---@param line integer
---@param column integer?
---@param text string?
---@param reason string
---@param advice string?
---@return flux.Refusal
local function make(file, line, column, text, reason, advice)
  local where = column and ("%s:%d:%d"):format(file, line, column) or ("%s:%d"):format(file, line)
  local parts = { where .. ": " .. reason }
  if text then
    local shown = text:gsub("\r?\n?$", "")
    local margin = shown:sub(1, column - 1):gsub("[^\t]", " ")
    parts[#parts + 1] = "    " .. shown
    parts[#parts + 1] = "    " .. margin .. "^"
  end
  if advice then parts[#parts + 1] = "  instead: " .. advice end
  local message = table.concat(parts, "\n")
  return setmetatable(
    { refusal = true, message = message, file = file, line = line, column = column or 1, reason = reason, advice = advice }, Refusal)
end

local M = { make = make }

---One refusal that stands for all of a list: its message is theirs, the rest is the first one's.
---@param list flux.Refusal[]
---@return flux.Refusal
function M.together(list)
  if #list == 1 then return list[1] end
  local whole, messages = setmetatable({ list = list }, Refusal), {}
  for key, value in pairs(list[1]) do whole[key] = value end -- a copy: in any order
  for i, each in ipairs(list) do messages[i] = each.message end
  whole.message = table.concat(messages, "\n\n")
  return whole
end

---Adds to a refusal in a helper function from where it was called, and with what.
---@param refusal flux.Refusal
---@param file string
---@param line integer
---@param given string
function M.called_from(refusal, file, line, given)
  refusal.message = ("%s\n  called from %s:%d with (%s)"):format(refusal.message, file, line, given)
end

---Raises a refusal at a byte of a source (see flux.body.source).
---@param source table
---@param pos integer
---@param reason string
---@param advice string?
function M.at(source, pos, reason, advice)
  local line, column = source:place(pos)
  error(make(source.file, line, column, source:line_text(pos), reason, advice), 0)
end

---Raises a refusal that has no place in a text other than a line.
---@param origin { file: string, line: integer }
---@param reason string
---@param advice string?
function M.near(origin, reason, advice)
  error(make(origin.file, origin.line, nil, nil, reason, advice), 0)
end

return M
