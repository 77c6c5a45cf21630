-- SPDX-License-Identifier: MIT
-- JSON Lines -> events: one object a line, its members by field name.
--
--   local jsonl = require "flux.adapters.jsonl"
--   local reader = jsonl.open("ticks.jsonl", options)      -- options and reader as in flux.adapters.reader
--   for event in function() return reader:next() end do rt:dispatch(event) end
--
-- lua-cjson parses. It reads every number as a double, so an integer beyond 2^53 is looked up again in the line's text; where
-- that is ambiguous the row is bad, and the number can be written as a string. Strings are accepted for every type, in the
-- spelling of a CSV cell (many feeds quote their prices). Members that are no field are ignored; null, or no member, takes
-- the field's default or is an error; an array field takes an array.
local ffi = require "ffi"
local Block = require "flux.adapters.block"
local convert = require "flux.adapters.convert"
local integer = require "flux.adapters.integer"
local readers = require "flux.adapters.reader"
local M = {}

ffi.cdef [[ void *memchr(const void *, int, size_t); ]]

local EXACT = 9007199254740992 -- 2^53

---@class flux.JsonlReader
local Reader = {}
Reader.__index = Reader

-- The next line as text, or nil at the end of the file.
local function next_line(self)
  local block = self.block
  while true do
    local length = block.limit - block.position
    local from = block.bytes + block.position
    local newline = length > 0 and ffi.C.memchr(from, 10, length) or nil
    if newline ~= nil then
      local size = ffi.cast("uint8_t *", newline) - from
      block.position = block.position + size + 1
      self.row_line, self.line = self.line, self.line + 1
      return ffi.string(from, size)
    end
    if not block:fill() then return nil end
  end
end

-- Digits of the member in the line's own text: the only spelling in it whose value is `value`.
local function digits(line, name, value)
  local found
  for text in line:gmatch('"' .. name .. '"%s*:%s*(-?%d+)') do
    if tonumber(text) == value then
      if found and found ~= text then return nil end
      found = text
    end
  end
  return found
end

local function from_number(column, value, line)
  local kind = column.kind
  if kind == "number" then return value end
  if kind == "bool" then
    if value == 1 or value == 0 then return value == 1 end
    return nil, "true or false"
  end
  if kind == "symbol" then return nil, "a string" end
  if value ~= math.floor(value) then return nil, kind == "time" and "a time" or "an integer" end
  if value > -EXACT and value < EXACT then return convert.cell(column, integer.text(value)) end
  local text = not column.element and digits(line, column.field.name, value)
  if not text then return nil, "an integer that a double holds, or a string" end
  return convert.cell(column, text)
end

local function value_of(column, value, line)
  local kind = type(value)
  if kind == "number" then return from_number(column, value, line) end
  if kind == "string" and (value ~= "" or column.kind == "symbol") then return convert.cell(column, value) end
  if kind == "boolean" and column.kind == "bool" then return value end
  return nil, column.kind == "symbol" and "a string" or column.kind == "bool" and "true or false" or "a number"
end

local function shown(value)
  if type(value) == "string" then return convert.quoted(value) end
  if type(value) == "table" then return "an object or array" end
  return tostring(value)
end

-- Fills the target from one line. Returns nil and a message at the first bad member.
local function fill(self, line)
  local ok, object = pcall(self.json.decode, line)
  if not ok then
    local character = object:match("at character (%d+)") or 1
    return nil, ("%s:%d:%d: not JSON: %s"):format(self.block.path, self.row_line, character, object)
  end
  if type(object) ~= "table" then
    return nil, ("%s:%d:1: expected an object, got %s"):format(self.block.path, self.row_line, shown(object))
  end
  for _, column in ipairs(self.columns) do
    local member = object[column.field.name]
    if column.element and type(member) == "table" then member = member[column.element + 1] end
    local value, expected, reason = column.default, "a value", nil
    if member ~= nil and member ~= self.json.null then value, expected, reason = value_of(column, member, line) end
    if value == nil then
      local got = member == nil and "nothing" or member == self.json.null and "null" or shown(member)
      return nil, ("%s:%d: field '%s': expected %s, got %s%s"):format(self.block.path, self.row_line, column.name, expected, got,
                                                                     reason and (" (" .. reason .. ")") or "")
    end
    convert.store(self.target, column, value)
  end
  return true
end

---@return ffi.cdata*? event nil at the end of the file
function Reader:next()
  while true do
    local line = next_line(self)
    if not line then return nil end
    if line:find("%S") then
      local ok, message = fill(self, line)
      if ok then
        self.rows = self.rows + 1
        readers.check_time(self, self.target, self.row_line)
        return self.target
      end
      readers.bad_row(self, message)
    end
  end
end

---@return integer line of the row that `next` returned last
function Reader:position() return self.row_line end

---@return integer rows that `next` has returned
function Reader:delivered() return self.rows end

function Reader:close() self.block:close() end

---@param path string "-" is standard input
---@param options flux.ReaderOptions
---@return flux.JsonlReader
function M.open(path, options)
  local found, json = pcall(require, "cjson")
  if not found then error(path .. ": reading JSON Lines needs lua-cjson (Debian: lua-cjson; LuaRocks: lua-cjson)", 0) end
  local block, reason = Block.open(path)
  if not block then error(reason, 0) end
  local self = readers.prepare(setmetatable({ json = json }, Reader), block, options)
  self.member = "field"
  for position, column in ipairs(self.columns) do column.position = position end
  return readers.finish(self)
end

return M
