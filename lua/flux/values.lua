-- SPDX-License-Identifier: MIT
-- Values of the declared types: ranges, conversion from Lua values and from text.
--
--   values.convert("int8_t", 200)   → nil, "200 does not fit int8_t (-128 … 127)"
--   values.read("int64_t", "-9223372036854775808") → int64 cdata

local ffi = require "ffi"
local number = require "flux.adapters.number"
local symbols = require "flux.symbol"

local M = {}

local int64, uint64 = ffi.typeof("int64_t"), ffi.typeof("uint64_t")

--- Type names in the order in which messages list them.
M.types = { "double", "float", "bool", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
  "symbol" }

--- What each type is: { size, c = spelling in C, class = "float"|"bool"|"integer"|"wide"|"symbol", low, high }.
M.type = {
  double = { size = 8, c = "double", class = "float" },
  float = { size = 4, c = "float", class = "float" },
  bool = { size = 1, c = "bool", class = "bool" },
  int8_t = { size = 1, c = "int8_t", class = "integer", low = -128, high = 127 },
  int16_t = { size = 2, c = "int16_t", class = "integer", low = -32768, high = 32767 },
  int32_t = { size = 4, c = "int32_t", class = "integer", low = -2147483648, high = 2147483647 },
  int64_t = { size = 8, c = "int64_t", class = "wide" },
  uint8_t = { size = 1, c = "uint8_t", class = "integer", low = 0, high = 255 },
  uint16_t = { size = 2, c = "uint16_t", class = "integer", low = 0, high = 65535 },
  uint32_t = { size = 4, c = "uint32_t", class = "integer", low = 0, high = 4294967295 },
  uint64_t = { size = 8, c = "uint64_t", class = "wide" },
  symbol = { size = 4, c = "uint32_t", class = "symbol" },
}

local range_text = {
  int64_t = "int64_t (-9223372036854775808 … 9223372036854775807)",
  uint64_t = "uint64_t (0 … 18446744073709551615)",
}

local function misfit(text, type_name)
  local t = M.type[type_name]
  if t.low then return ("%s does not fit %s (%d … %d)"):format(text, type_name, t.low, t.high) end
  return ("%s does not fit %s"):format(text, range_text[type_name] or type_name)
end

--- A value as messages show it: integers plainly, cdata without its suffix.
---@return string
function M.show(value)
  if type(value) == "number" then
    return number.text(value)
  elseif ffi.istype(int64, value) or ffi.istype(uint64, value) then
    return (tostring(value):gsub("[UL]+$", ""))
  elseif symbols.is(value) then
    return value.text
  elseif type(value) == "string" then
    return ("'%s'"):format(value)
  end
  return tostring(value)
end

local function to_float(type_name, value)
  if ffi.istype(int64, value) or ffi.istype(uint64, value) then value = tonumber(value) end
  if type(value) ~= "number" then return nil, ("expected a number, got %s"):format(M.show(value)) end
  if type_name == "double" then return value end
  local rounded = tonumber(ffi.new("float", value))
  if math.abs(rounded) == math.huge and math.abs(value) ~= math.huge then return nil, misfit(M.show(value), "float") end
  return rounded
end

local function to_wide(type_name, value)
  local own = type_name == "int64_t" and int64 or uint64
  if ffi.istype(own, value) then return value end
  if ffi.istype(int64, value) or ffi.istype(uint64, value) then
    if ffi.cast(int64, value) < 0 then return nil, misfit(M.show(value), type_name) end
    return own(value)
  end
  if type(value) ~= "number" then return nil, ("expected an integer, got %s"):format(M.show(value)) end
  if value ~= math.floor(value) then return nil, ("expected an integer, got %s"):format(M.show(value)) end
  local low, high = type_name == "int64_t" and -2 ^ 63 or 0, type_name == "int64_t" and 2 ^ 63 or 2 ^ 64
  if value < low or value >= high then return nil, misfit(M.show(value), type_name) end
  return value >= 2 ^ 63 and uint64(value - 2 ^ 63) + 9223372036854775808ULL or own(value)
end

local function to_integer(type_name, value)
  local t = M.type[type_name]
  if ffi.istype(int64, value) or ffi.istype(uint64, value) then value = tonumber(value) end
  if type(value) ~= "number" or value ~= math.floor(value) then return nil, ("expected an integer, got %s"):format(M.show(value)) end
  if value < t.low or value > t.high then return nil, misfit(M.show(value), type_name) end
  return value
end

local function to_symbol(value)
  if symbols.is(value) then return value end
  if type(value) == "string" then return nil, ('expected a symbol, got a string: write flux.symbol "%s"'):format(value) end
  return nil, ("expected a symbol, got %s"):format(M.show(value))
end

--- A Lua value as a value of a declared type: numbers, booleans, Symbols; int64_t and uint64_t are cdata of that type.
---@param type_name string
---@param value any
---@return any? converted
---@return string? reason
function M.convert(type_name, value)
  local class = M.type[type_name].class
  if class == "float" then return to_float(type_name, value) end
  if class == "wide" then return to_wide(type_name, value) end
  if class == "integer" then return to_integer(type_name, value) end
  if class == "symbol" then return to_symbol(value) end
  if type(value) ~= "boolean" then return nil, ("expected true or false, got %s"):format(M.show(value)) end
  return value
end

--- Digits → uint64, exactly; nil when they overflow.
local function exact(digits, base)
  local value, limit = 0ULL, 18446744073709551615ULL
  for d in digits:gmatch(".") do
    local n = tonumber(d, base)
    if value > (limit - n) / base then return nil end
    value = value * base + n
  end
  return value
end

local function read_wide(type_name, text)
  local sign, digits = text:match("^([+-]?)(%d+)$")
  local base = 10
  if not digits then
    sign, digits = text:match("^([+-]?)0[xX](%x+)$")
    base = 16
  end
  if not digits then return nil end
  local magnitude = exact(digits, base)
  local limit = type_name == "uint64_t" and (sign == "-" and 0ULL or 18446744073709551615ULL)
    or (sign == "-" and 9223372036854775808ULL or 9223372036854775807ULL)
  if not magnitude or magnitude > limit then return nil, misfit(text, type_name) end
  local value = ffi.cast(type_name == "uint64_t" and uint64 or int64, magnitude)
  return sign == "-" and -value or value
end

local special = { inf = math.huge, INFINITY = math.huge, nan = 0 / 0, NAN = 0 / 0 }

local function read_number(type_name, text)
  local sign, body = text:match("^([+-]?)(.*)$")
  if not body:match("^[%d.]") then
    if special[body] and M.type[type_name].class == "float" then return sign == "-" and -special[body] or special[body] end
    return nil, ("expected a number, found '%s'"):format(text)
  end
  local value = tonumber(body)
  if not value then return nil, ("'%s' is not a number"):format(text) end
  if body:match("^0%d+$") then return nil, ("'%s' begins with 0, which C reads as octal"):format(text) end
  if value == math.huge then return nil, misfit(text, type_name) end
  return sign == "-" and -value or value
end

--- A value of a declared type from text, as a declaration or a command line gives it.
---@param type_name string
---@param text string
---@param quoted boolean? the text stood in quotes
---@return any? value
---@return string? reason
function M.read(type_name, text, quoted)
  local class = M.type[type_name].class
  if class == "symbol" then
    if quoted == false then return nil, ('a symbol\'s value is a quoted text, as in "%s"'):format(text) end
    local reason = symbols.refused(text)
    if reason then return nil, reason end
    return symbols.new(text)
  elseif quoted then
    return nil, ("expected a value of type %s, found a text"):format(type_name)
  elseif class == "bool" then
    if text == "true" or text == "false" then return text == "true" end
    return nil, ("expected true or false, found '%s'"):format(text)
  end
  local value, reason = read_number(type_name, text)
  if value == nil then return nil, reason end
  if class == "wide" then
    local wide, misfits = read_wide(type_name, text)
    if wide or misfits then return wide, misfits end
  end
  return M.convert(type_name, value)
end

return M
