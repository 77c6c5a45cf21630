-- SPDX-License-Identifier: MIT
-- Numbers as text: the shortest decimal that reads back as the same double, with at most 17 digits; 64-bit integers.
--
--   literal.number(0.1)  --> "0.1"       literal.c_double(2)  --> "2.0"       literal.c_int64(-1LL)  --> "-1"

local M = {}

---The shortest text of a finite number, as Lua and C read it.
---@param value number
---@return string
function M.number(value)
  for digits = 15, 17 do
    local text = ("%." .. digits .. "g"):format(value)
    if tonumber(text) == value then
      local short, whole = text:gsub("e%+?(%-?)0*", "e%1"), ("%.0f"):format(value)
      return #whole <= #short and tonumber(whole) == value and whole or short
    end
  end
  error(("%s is not a finite number"):format(tostring(value)))
end

---A finite number as a C constant of type double.
---@param value number
---@return string
function M.c_double(value)
  local text = M.number(value)
  if value == 0 then return 1 / value < 0 and "-0.0" or "0.0" end
  return text:find "[.e]" and text or text .. ".0"
end

local function digits(value) return (tostring(value):gsub("[UL]+$", "")) end

---An int64 as a C constant; small ones are plain.
---@param value ffi.cdata*
---@return string
function M.c_int64(value)
  local text = digits(value)
  if text == "-9223372036854775808" then return "INT64_MIN" end
  if value >= -2147483647LL and value <= 2147483647LL then return text end
  return ("INT64_C(%s)"):format(text)
end

---A uint64 as a C constant; small ones are plain.
---@param value ffi.cdata*
---@return string
function M.c_uint64(value)
  if value <= 2147483647ULL then return digits(value) end
  return ("UINT64_C(%s)"):format(digits(value))
end

---A 64-bit integer as a LuaJIT literal.
---@param value ffi.cdata*
---@param type_name string
---@return string
function M.lua_integer(value, type_name)
  if type_name == "uint64" then return digits(value) .. "ULL" end
  if digits(value) == "-9223372036854775808" then return "(-9223372036854775807LL - 1LL)" end
  return digits(value) .. "LL"
end

return M
