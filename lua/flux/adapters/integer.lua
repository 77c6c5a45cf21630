-- SPDX-License-Identifier: MIT
-- Integers as text, all 64 bits of them: Lua's numbers end at 2^53.
--
--   local integer = require "flux.adapters.integer"
--   integer.parse("9007199254740993")             --> 9007199254740993LL
--   integer.parse("18446744073709551615", true)   --> 18446744073709551615ULL
--   integer.text(-5LL)                            --> "-5"
local ffi = require "ffi"
local M = {}

local int64, uint64 = ffi.typeof("int64_t"), ffi.typeof("uint64_t")

---Inclusive limits of the integer types that fit a Lua number.
M.limits = {
  int8_t = { -128, 127 }, uint8_t = { 0, 255 },
  int16_t = { -32768, 32767 }, uint16_t = { 0, 65535 },
  int32_t = { -2147483648, 2147483647 }, uint32_t = { 0, 4294967295 },
}

---@param text string decimal digits with an optional sign
---@param unsigned boolean? parse a uint64 instead of an int64
---@return ffi.cdata*? value
---@return "syntax"|"range"|nil reason
function M.parse(text, unsigned)
  local sign, digits = text:match("^([+-]?)0*(%d+)$")
  if not sign then return nil, "syntax" end
  local negative = sign == "-"
  if #digits > 20 then return nil, "range" end
  -- Up to 19 digits fit 64 bits without a wrap; the twentieth is checked.
  local value = 0ULL
  for i = 1, math.min(#digits, 19) do value = value * 10 + (digits:byte(i) - 48) end
  if #digits == 20 then
    local last = digits:byte(20) - 48
    if value > 1844674407370955161ULL or (value == 1844674407370955161ULL and last > 5) then return nil, "range" end
    value = value * 10 + last
  end
  if unsigned then
    if negative and value ~= 0 then return nil, "range" end
    return value
  end
  if value > (negative and 9223372036854775808ULL or 9223372036854775807ULL) then return nil, "range" end
  return negative and -int64(value) or int64(value)
end

---@param value ffi.cdata*|number an int64, uint64 or a whole number
---@return string decimal digits
function M.text(value)
  if type(value) == "number" then return ("%.0f"):format(value) end
  return (tostring(value):gsub("U?LL$", ""))
end

---@param value ffi.cdata*
---@return boolean
function M.is_64bit(value) return ffi.istype(int64, value) or ffi.istype(uint64, value) end

return M
