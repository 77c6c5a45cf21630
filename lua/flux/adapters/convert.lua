-- SPDX-License-Identifier: MIT
-- One cell of text -> the value of a field, by the field's type. This is the complete and careful path of every text
-- format; the CSV reader's generated code (csv_fast.lua) covers the common spellings and leaves the rest to this file.
--
--   local convert = require "flux.adapters.convert"
--   local value, expected = convert.cell(column, "abc")     --> nil, "a number"
--
-- A column is { field = Field, kind = "number"|"int"|"int64"|"uint64"|"bool"|"symbol"|"time", symbol = text -> id }.
local integer = require "flux.adapters.integer"
local number = require "flux.adapters.number"
local time = require "flux.adapters.time"
local M = {}

local BOOL = { ["true"] = true, ["1"] = true, ["false"] = false, ["0"] = false }

---@param field table a field of a record
---@param is_time boolean
---@return string kind
function M.kind(field, is_time)
  if is_time then return "time" end
  if field.type == "double" or field.type == "float" then return "number" end
  if field.type == "bool" or field.type == "symbol" then return field.type end
  if field.type == "int64_t" then return "int64" elseif field.type == "uint64_t" then return "uint64" end
  return "int"
end

local function whole(text, low, high, what, unsigned)
  local value, reason = integer.parse(text, unsigned)
  if not value then return nil, reason == "range" and ("an integer from %s to %s"):format(low, high) or what end
  return value
end

local by_kind = {}

function by_kind.number(text)
  local value = number.parse(text)
  if value == nil then return nil, "a number" end
  return value
end

function by_kind.int(text, column)
  local limits = integer.limits[column.field.type]
  local value, expected = whole(text, integer.text(limits[1]), integer.text(limits[2]), "an integer")
  if not value then return nil, expected end
  if value < limits[1] or value > limits[2] then
    return nil, ("an integer from %s to %s"):format(integer.text(limits[1]), integer.text(limits[2]))
  end
  return tonumber(value)
end

function by_kind.int64(text) return whole(text, "-9223372036854775808", "9223372036854775807", "an integer") end

function by_kind.uint64(text) return whole(text, "0", "18446744073709551615", "an integer", true) end

function by_kind.bool(text)
  local value = BOOL[text:lower()]
  if value == nil then return nil, "true, false, 1 or 0" end
  return value
end

function by_kind.time(text)
  local value, reason = time.parse(text)
  if not value then return nil, "a time (ISO 8601, or an integer of nanoseconds)", reason end
  return value
end

---@param column table
---@param text string
---@return any value nil when the cell is bad
---@return string? expected what should have stood there
---@return string? reason more about it
function M.cell(column, text)
  if column.kind == "symbol" then
    if text == "" then return 0 end -- no symbol, as sinks write it
    local id, reason = column.symbol(text)
    if not id then return nil, "a symbol", reason end
    return id
  end
  return by_kind[column.kind](text:match("^[ \t]*(.-)[ \t]*$"), column)
end

---The columns that an event type wants: one per field, one per element of an array field (`w[0]`, `w[1]` …).
---@param event table EventType
---@param symbol fun(text: string): integer?, string?
---@param target ffi.cdata* a fresh event: its values are the defaults
---@return table[] columns {name, field, element, kind, optional, default, symbol}
function M.columns(event, symbol, target)
  local columns = {}
  for _, field in ipairs(event.record.fields) do
    for element = 0, (field.count or 1) - 1 do
      local default
      if field.default ~= nil then
        default = target[field.name]
        if field.count then default = default[element] end
      end
      columns[#columns + 1] = {
        name = field.count and ("%s[%d]"):format(field.name, element) or field.name, field = field,
        element = field.count and element or nil, kind = M.kind(field, field == event.time),
        optional = default ~= nil, default = default, symbol = symbol,
      }
    end
  end
  return columns
end

---@param target ffi.cdata* the event
---@param column table
---@param value any
function M.store(target, column, value)
  if column.element then target[column.field.name][column.element] = value else target[column.field.name] = value end
end

---@param text string
---@return string the text on one line, without control characters
function M.printable(text)
  return (text:gsub("%c", function(c) return ("\\x%02x"):format(c:byte()) end))
end

---@param text string
---@return string the text in quotes, cut short and on one line
function M.quoted(text)
  if #text > 40 then text = text:sub(1, 37) .. "..." end
  return '"' .. M.printable(text) .. '"'
end

return M
