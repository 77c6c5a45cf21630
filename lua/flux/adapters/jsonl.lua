-- SPDX-License-Identifier: MIT
-- JSON Lines -> events: one object a line, its members by field name.
--
--   local jsonl = require "flux.adapters.jsonl"
--   local reader = jsonl.open("ticks.jsonl", options)      -- options and reader as in flux.adapters.reader
--   for event in function() return reader:next() end do rt:dispatch(event) end
--
-- lua-cjson parses. It reads every number as a double, so an integer beyond 2^53 is looked up again in the line's text. Strings
-- are accepted for every type, in the spelling of a CSV cell (many feeds quote their prices). Members that are no field are
-- ignored; null, or no member, takes the field's default or is an error; an array field takes an array of its length. A UTF-8
-- byte order mark is skipped.
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

-- The place behind the string that starts at `at`.
local function behind_string(line, at)
  repeat
    at = line:find('["\\]', at + 1)
    local escaped = line:byte(at) == 92
    if escaped then at = at + 1 end
  until not escaped
  return at + 1
end

-- Where the value of a member begins in an object's text; nil where its name is spelled with escapes. The last one counts, as for
-- the parser.
local function place(line, name)
  local depth, at, found = 0, 1, nil
  while true do
    at = line:find('[%[%]{}"]', at)
    if not at then return found end
    local c = line:sub(at, at)
    if c == '"' then
      local stop = behind_string(line, at)
      local value = depth == 1 and line:match("^%s*:%s*()", stop)
      if value and line:sub(at + 1, stop - 2) == name then found = value end
      at = stop
    else
      depth = depth + ((c == "{" or c == "[") and 1 or -1)
      at = at + 1
    end
  end
end

-- Digits of the member in the line's own text: the only spelling in it whose value is `value`, or else the one in its place.
local function digits(line, name, value)
  local found
  for text in line:gmatch('"' .. name .. '"%s*:%s*(-?%d+)') do
    if tonumber(text) == value then
      if found and found ~= text then return line:match("^-?%d+", place(line, name) or #line) end
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
  if value == nil then return "nothing" end
  if type(value) == "string" then return convert.quoted(value) end
  if type(value) == "table" then return "an object or array" end
  if type(value) == "userdata" then return "null" end
  return tostring(value)
end

-- null is lua-cjson's only userdata.
local function is_absent(member) return member == nil or type(member) == "userdata" end

-- Why the member is no value of an array field; nil when it is one.
local function misshapen(member, count)
  if type(member) ~= "table" then return shown(member) end
  if type(next(member)) == "string" then return "an object" end
  if #member ~= count then return ("an array of %d"):format(#member) end
end

-- The value of a column in a row's object; nil, what was expected instead, what is there, and a reason.
local function value_at(column, object, line)
  local member = object[column.field.name]
  if column.element and not is_absent(member) then
    local wrong = misshapen(member, column.field.count)
    if wrong then return nil, ("an array of %d values"):format(column.field.count), wrong end
    member = member[column.element + 1]
  end
  if is_absent(member) then return readers.default(column), "a value", shown(member) end
  local value, expected, reason = value_of(column, member, line)
  return value, expected, value == nil and shown(member) or nil, reason
end

-- Fills the target from one line. Returns nil and a message at the first bad member.
local function fill(self, line)
  local zero = line:find("\0", 1, true) -- to lua-cjson it is the end of the text
  local ok, object = pcall(self.json.decode, line)
  if zero or not ok then
    local character = ok and zero or object:match("at character (%d+)") or 1
    return nil, ("%s:%d:%d: not JSON: %s"):format(self.block.path, self.row_line, character, ok and "a byte of value 0" or object)
  end
  if type(object) ~= "table" or line:find("^%s*%[") then
    local got = type(object) == "table" and "an array" or shown(object)
    return nil, ("%s:%d:1: expected an object, got %s"):format(self.block.path, self.row_line, got)
  end
  for _, column in ipairs(self.columns) do
    local value, expected, got, reason = value_at(column, object, line)
    if value == nil then
      local at = place(line, column.field.name)
      return nil, ("%s:%d:%sfield '%s': expected %s, got %s%s"):format(self.block.path, self.row_line, at and at .. ": " or " ",
        column.name, expected, got, reason and (" (" .. reason .. ")") or "")
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
  local block, reason = options.block, nil
  if not block then block, reason = Block.open(path) end
  if not block then error(reason, 0) end
  json = json.new()
  json.decode_invalid_numbers(false) -- hexadecimal, NaN and the like are no JSON
  local self = readers.prepare(setmetatable({ json = json }, Reader), block, options)
  block:skip_mark()
  self.member = "field"
  for position, column in ipairs(self.columns) do column.position = position end
  return readers.finish(self)
end

return M
