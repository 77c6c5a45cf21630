-- SPDX-License-Identifier: MIT
-- Doubles <-> text: parsing is exactly strtod, printing is the first of C's %.15g, %.16g and %.17g that strtod reads back to the same
-- bits. C's own, for string.format rounds what lies in the middle of two decimals up, and C to the even one: an exported program would
-- print other digits.
--
--   local number = require "flux.adapters.number"
--   number.parse("0.1")          --> 0.1
--   number.parse("0x10")         --> nil: decimal numbers, inf and nan only
--   number.text(0.1 + 0.2)       --> "0.30000000000000004"
--   number.text(-0.0)            --> "-0"
--   number.float_text(21.8828125) --> "21.882812": a float's are %.6g to %.9g
local ffi = require "ffi"
ffi.cdef [[
double strtod(const char *, char **);
float strtof(const char *, char **);
int flux_number_print(char *, size_t, const char *, ...) asm("snprintf");
]]
local M = {}

local libc = ffi.C
local floor, format = math.floor, string.format
local SPECIAL = { inf = 1 / 0, infinity = 1 / 0, nan = 0 / 0 }
local buffer = ffi.new("char[40]")

---@param text string
---@return number? value nil when the text is not a decimal number
function M.parse(text)
  if text:find("^[+-]?%d+%.?%d*$") or text:find("^[+-]?%.%d+$") or text:find("^[+-]?%d*%.?%d*[eE][+-]?%d+$") then
    if not text:find("^[+-]?%.?%d") then return nil end -- an exponent alone
    return libc.strtod(text, nil)
  end
  local sign, word = text:match("^([+-]?)(%a+)$")
  local value = word and SPECIAL[word:lower()]
  if not value then return nil end
  return sign == "-" and -value or value
end

---@param value number
---@return string
function M.text(value)
  if value ~= value then return "nan" end
  if value == floor(value) and value >= -1e15 and value <= 1e15 then
    if value == 0 then return 1 / value < 0 and "-0" or "0" end
    return format("%d", value)
  end
  if value == 1 / 0 then return "inf" elseif value == -1 / 0 then return "-inf" end
  local length = libc.flux_number_print(buffer, 40, "%.15g", value)
  if libc.strtod(buffer, nil) ~= value then length = libc.flux_number_print(buffer, 40, "%.16g", value) end
  if libc.strtod(buffer, nil) ~= value then length = libc.flux_number_print(buffer, 40, "%.17g", value) end
  return ffi.string(buffer, length)
end

---The same of a float.
---@param value number the float, widened
---@return string
function M.float_text(value)
  local short = value == floor(value) and value > -1e6 and value < 1e6
  if short or value ~= value or value == 1 / 0 or value == -1 / 0 then return M.text(value) end
  local length = libc.flux_number_print(buffer, 40, "%.6g", value)
  if libc.strtof(buffer, nil) ~= value then length = libc.flux_number_print(buffer, 40, "%.7g", value) end
  if libc.strtof(buffer, nil) ~= value then length = libc.flux_number_print(buffer, 40, "%.8g", value) end
  if libc.strtof(buffer, nil) ~= value then length = libc.flux_number_print(buffer, 40, "%.9g", value) end
  return ffi.string(buffer, length)
end

return M
