-- SPDX-License-Identifier: MIT
-- flux.journal.describe: two states in words: the first field in which they differ, and both values.

local ffi = require "ffi"
local number = require "flux.adapters.number"
local snapshot = require "flux.snapshot"

local M = {}

local FLOAT = { double = "double *", float = "float *" }

local function integer(bytes, kind)
  local value = snapshot.get(bytes, 0, #bytes)
  if kind:sub(1, 1) ~= "i" then return (tostring(value):gsub("U?LL$", "")) end
  return (tostring(ffi.cast(kind, value)):gsub("LL$", ""))
end

---A value as a person reads it.
---@param bytes string
---@param kind string its type
---@return string
function M.value(bytes, kind)
  if FLOAT[kind] then
    if snapshot.is_nan(bytes) then return "nan" end
    local memory = ffi.new("uint8_t[8]")
    ffi.copy(memory, bytes, #bytes)
    local value = tonumber(ffi.cast(FLOAT[kind], memory)[0])
    return kind == "float" and number.float_text(value) or number.text(value)
  end
  if kind == "bool" then return bytes:byte() ~= 0 and "true" or "false" end
  return integer(bytes, kind)
end

---The first difference of two states of one record; nil when they are equal.
---@param record flux.Record
---@param recorded string
---@param replayed string
---@return string|nil
function M.difference(record, recorded, replayed)
  if recorded == replayed then return nil end
  if #recorded ~= #replayed then return ("recorded %d bytes, replayed %d: the record is damaged"):format(#recorded, #replayed) end
  for _, field in ipairs(record.fields) do
    local count = field.count or 1
    local width = field.size / count
    for i = 0, count - 1 do
      local from = field.offset + i * width
      local a, b = recorded:sub(from + 1, from + width), replayed:sub(from + 1, from + width)
      if a ~= b then
        local name = field.count and ("%s[%d]"):format(field.name, i) or field.name
        return ("field '%s': recorded %s, replayed %s"):format(name, M.value(a, field.type), M.value(b, field.type))
      end
    end
  end
  return "padding differs"
end

---An error's text without its places: where a script lies, and on which of its lines a callback stands, is not part of what happened.
---  graph 'shop', cycle 2, event Trade, node 'guard', update (shop.lua:10): shop.lua:13: index 9 is out of range: …
---@param text string
---@return string
function M.without_places(text)
  local front, reason = text:match "^(graph '.-, node '.-) %([^()]*:%d+%): (.*)$"
  if not front then front, reason = text:match "^(graph '.-, node '.-) %(.-:%d+%): (.*)$" end -- a path with parentheses
  if not front then return text end
  return front .. ": " .. reason:gsub("^[^\n]-:%d+: ", "")
end

---Digits of an int64.
function M.digits(value) return (tostring(value):gsub("U?LL$", "")) end

return M
