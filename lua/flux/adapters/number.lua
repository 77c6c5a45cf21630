-- SPDX-License-Identifier: MIT
-- Doubles <-> text: parsing is exactly strtod, printing is the shortest text that strtod reads back to the same bits.
--
--   local number = require "flux.adapters.number"
--   number.parse("0.1")          --> 0.1
--   number.parse("0x10")         --> nil: decimal numbers, inf and nan only
--   number.text(0.1 + 0.2)       --> "0.30000000000000004"
--   number.text(-0.0)            --> "-0"
local ffi = require "ffi"
ffi.cdef [[ double strtod(const char *, char **); ]]
local M = {}

local libc = ffi.C
local floor, format = math.floor, string.format
local SPECIAL = { inf = 1 / 0, infinity = 1 / 0, nan = 0 / 0 }
local single = ffi.new("float[1]")

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
  local text = format("%.15g", value)
  if tonumber(text) == value then return text end
  text = format("%.16g", value)
  if tonumber(text) == value then return text end
  return format("%.17g", value)
end

---The shortest text that reads back to the same float.
---@param value number the float, widened
---@return string
function M.float_text(value)
  local short = value == floor(value) and value > -1e6 and value < 1e6
  if short or value ~= value or value == 1 / 0 or value == -1 / 0 then return M.text(value) end
  for digits = 6, 8 do
    local text = format("%." .. digits .. "g", value)
    single[0] = tonumber(text)
    if single[0] == value then return text end
  end
  return format("%.9g", value)
end

return M
