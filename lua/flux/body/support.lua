-- SPDX-License-Identifier: MIT
-- Runtime helpers of emitted bodies in Lua: conversions that saturate, checked indices, loops, the parts of numbers.
--
--   support.lua.sat_u8(300)  --> 255
--
-- flux.body.support_c has the same in C. Both forms of a helper give the same bits for every argument.

local ffi = require "ffi"
local bit = require "bit"
local number = require "flux.adapters.number"
local floor, ceil, min, max, band, bor, rshift, tobit = math.floor, math.ceil, math.min, math.max, bit.band, bit.bor, bit.rshift, bit.tobit
local int64, uint64 = ffi.typeof "int64_t", ffi.typeof "uint64_t"

local M = { lua = {} }
local L = M.lua

-- Numbers to integers: toward zero, saturating, NaN to 0 -------------------------------------------------------------------------

local function saturate(lo, hi)
  return function(x)
    if x >= hi then return hi end
    if x > lo then return x < 0 and ceil(x) or floor(x) end
    return x <= lo and lo or 0
  end
end

L.sat_i8, L.sat_u8 = saturate(-128, 127), saturate(0, 255)
L.sat_i16, L.sat_u16 = saturate(-32768, 32767), saturate(0, 65535)
L.sat_i32, L.sat_u32 = saturate(-2147483648, 2147483647), saturate(0, 4294967295)

-- LuaJIT computes int64(a + b) in integers when it compiles, which differs beyond 2^53; rounding first keeps the sum a double.
local function truncate(x) return int64(x < 0 and ceil(x) or floor(x)) end

local int64_max, int64_min, uint64_max = 9223372036854775807LL, -9223372036854775807LL - 1LL, 18446744073709551615ULL

function L.sat_i64(x)
  if x >= 9223372036854775808 then return int64_max end
  if x > -9223372036854775808 then return truncate(x) end
  return x == x and int64_min or 0LL
end

function L.sat_u64(x)
  if x >= 18446744073709551616 then return uint64_max end
  if x >= 9223372036854775808 then return uint64(truncate(x - 9223372036854775808)) + 9223372036854775808ULL end
  if x >= 1 then return uint64(truncate(x)) end
  return 0ULL
end

-- Shifts of 64 bits. When it compiles, LuaJIT turns (x & k) >> n into (x >> n) & k, unless it cannot know n: so n comes from memory.
local counts = ffi.new "uint8_t[64]"
for n = 0, 63 do counts[n] = n end

for _, name in ipairs { "lshift", "rshift", "arshift", "rol", "ror" } do
  local shift = bit[name]
  L[name .. "64"] = function(x, n) return shift(x, counts[band(n, 63)]) end
end

-- A divisor of 64 bits. When it compiles, LuaJIT turns -x / -y into x / y, which is something else where x is the least integer, and
-- for unsigned ones; it does not when it cannot know that y is negated: so something is added that comes from memory.
local nothing = ffi.new "int64_t[1]"
function L.divisor(x) return x + nothing[0] end

-- In two exact halves, because LuaJIT's own conversion rounds twice when compiled.
function L.u64_number(x)
  return tonumber(L.rshift64(x, 32)) * 4294967296 + tonumber(band(x, 0xffffffffULL))
end

-- Indices ------------------------------------------------------------------------------------------------------------------------

---The text of an index error.
---@param array string its name; or, with a space, the reason: a node of the library whose capacity is used up fails by such an index
---@param index any
---@param count integer
---@return string
function M.index_message(array, index, count)
  if array:find(" ", 1, true) then return array end
  local finite = type(index) == "number" and index - index == 0
  local shown = finite and number.text(index) or tostring(index):gsub("[UL]+$", "")
  return ("index %s is out of range: %s has elements 0 … %d"):format(shown, array, count - 1)
end

function L.at(x, count, array)
  if x > -1 and x < count then return x < 0 and 0 or floor(x) end
  error(M.index_message(array, x, count), 2)
end

function L.at_i64(x, count, array)
  if x >= 0 and x < count then return tonumber(x) end
  error(M.index_message(array, x, count), 2)
end
L.at_u64 = L.at_i64

-- Numbers ------------------------------------------------------------------------------------------------------------------------

function L.min(a, b)
  if a < b then return a end
  return b
end

function L.max(a, b)
  if a > b then return a end
  return b
end
L.imin, L.imax = min, max -- of integers: there is no NaN and no -0, and LuaJIT needs no branch

function L.square(x) return x * x end

-- LuaJIT's interpreter gives +0 for math.ceil(-0.7), its compiled code -0; floor has no such case.
function L.ceil(x) return -floor(-x) end

-- Bounds of a loop. When compiled, LuaJIT runs a loop with a bound of NaN once; a range without values takes its place here.
function L.up(first, last)
  if first <= last then return first + 0, last end
  return 1, 0
end

function L.down(first, last)
  if first >= last then return first + 0, last end
  return 0, 1
end

---The bounds and the step of a loop whose step's sign is not known; a step of zero or NaN never runs.
function L.steps(first, last, step)
  if step > 0 and first <= last or step < 0 and first >= last then return first + 0, last, step end
  return 1, 0, 1
end

-- The parts of numbers: math.modf and math.frexp as two functions each, math.ldexp by multiplication -------------------------------

function L.trunc(x)
  if x < 0 then return -floor(-x) end
  return floor(x)
end

-- The fraction has the sign of its number, also when it is zero.
function L.fraction(x)
  local whole = L.trunc(x)
  if x ~= whole then return x - whole end
  return x < 0 and 0 / -1 or x > 0 and 0 or x
end

local word = ffi.new "union { double value; struct { int32_t low, high; }; }"

-- The high half of a finite double other than zero, scaled by 2^54 when it is denormal, and whether it was.
local function high_of(x)
  word.value = x
  if band(word.high, 0x7ff00000) ~= 0 then return word.high, false end
  word.value = x * 18014398509481984
  return word.high, true
end

function L.mantissa(x)
  if x == 0 or x - x ~= 0 then return x end
  word.high = bor(band((high_of(x)), 0x800fffff), 0x3fe00000)
  return word.value
end

function L.exponent(x)
  if x == 0 or x - x ~= 0 then return 0 end
  local high, denormal = high_of(x)
  return band(rshift(high, 20), 0x7ff) - (denormal and 1076 or 1022)
end

local powers = ffi.new "double[2046]" -- 2^(i - 1022)
powers[1022] = 1
for i = 1023, 2045 do powers[i] = powers[i - 1] * 2 end
for i = 1021, 0, -1 do powers[i] = powers[i + 1] / 2 end

-- In steps that round once: a power on the way down leaves 53 bits of room above the denormals.
function L.ldexp(x, e)
  local n = e > 2200 and 2200 or e < -2200 and -2200 or e == e and L.trunc(e) or 0
  for _ = 1, 2 do
    if n > 1023 then x, n = x * powers[2045], n - 1023 elseif n < -1022 then x, n = x * powers[53], n + 969 end
  end
  return x * powers[max(0, math.min(n, 1023) + 1022)]
end

-- The 32 bits of a number: as LuaJIT's bit.tobit within 2^51, where that is defined (it rounds to even); beyond, modulo 2^32;
-- infinities and NaN are 0. LuaJIT computes tobit(a + b) from tobit(a) and tobit(b) when it compiles, which rounds differently:
-- a maximum that changes nothing keeps the sum a double.
function L.bits(x)
  if x > -2251799813685248 and x < 2251799813685248 then return tobit(max(x, -2251799813685248)) end
  x = x - floor(x / 4294967296) * 4294967296
  if x >= 0 then return tobit(max(x, -2251799813685248)) end
  return 0
end

return M
