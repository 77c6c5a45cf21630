-- SPDX-License-Identifier: MIT
-- Runtime helpers of emitted bodies, in Lua and in C: conversions that saturate, checked indices, integers that wrap.
--
--   support.lua.sat_u8(300)  --> 255
--   support.c("sat_u8")      --> { text = "static inline uint8_t flux_sat_u8(double x) {…}", needs = {} }
--
-- Both forms of a helper give the same bits for every argument; spec/body_support_spec.lua compares them.

local ffi = require "ffi"
local bit = require "bit"
local literal = require "flux.body.literal"
local floor, ceil, max, band, tobit = math.floor, math.ceil, math.max, bit.band, bit.tobit
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

-- In two exact halves, because LuaJIT's own conversion rounds twice when compiled.
function L.u64_number(x)
  return tonumber(L.rshift64(x, 32)) * 4294967296 + tonumber(band(x, 0xffffffffULL))
end

-- Indices ------------------------------------------------------------------------------------------------------------------------

---The text of an index error.
---@param array string
---@param index any
---@param count integer
---@return string
function M.index_message(array, index, count)
  local finite = type(index) == "number" and index - index == 0
  local shown = finite and literal.number(index) or tostring(index):gsub("[UL]+$", "")
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
L.imin, L.imax = L.min, L.max

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

-- The 32 bits of a number: as LuaJIT's bit.tobit within 2^51, where that is defined (it rounds to even); beyond, modulo 2^32;
-- infinities and NaN are 0. LuaJIT computes tobit(a + b) from tobit(a) and tobit(b) when it compiles, which rounds differently:
-- a maximum that changes nothing keeps the sum a double.
function L.bits(x)
  if x > -2251799813685248 and x < 2251799813685248 then return tobit(max(x, -2251799813685248)) end
  x = x - floor(x / 4294967296) * 4294967296
  if x >= 0 then return tobit(max(x, -2251799813685248)) end
  return 0
end

-- The same in C ------------------------------------------------------------------------------------------------------------------

local C = {}

local function saturate_c(c_type, lo, hi)
  return ([[static inline %s @(double x) {
  if (x >= %s) { return %s; }
  if (x > %s) { return (%s)x; }
  return %s;
}]]):format(c_type, hi .. ".0", hi, lo .. ".0", c_type, lo == "0" and "0" or ("(%s)(x <= %s.0 ? %s : 0)"):format(c_type, lo, lo))
end

C.sat_i8 = saturate_c("int8_t", "-128", "127")
C.sat_u8 = saturate_c("uint8_t", "0", "255")
C.sat_i16 = saturate_c("int16_t", "-32768", "32767")
C.sat_u16 = saturate_c("uint16_t", "0", "65535")
C.sat_i32 = [[static inline int32_t @(double x) {
  if (x >= 2147483647.0) { return INT32_MAX; }
  if (x > -2147483648.0) { return (int32_t)x; }
  return x <= -2147483648.0 ? INT32_MIN : 0;
}]]
C.sat_u32 = [[static inline uint32_t @(double x) {
  if (x >= 4294967295.0) { return UINT32_MAX; }
  return x > 0.0 ? (uint32_t)x : 0;
}]]
C.sat_i64 = [[static inline int64_t @(double x) {
  if (x >= 9223372036854775808.0) { return INT64_MAX; }
  if (x > -9223372036854775808.0) { return (int64_t)x; }
  return x == x ? INT64_MIN : 0;
}]]
C.sat_u64 = [[static inline uint64_t @(double x) {
  if (x >= 18446744073709551616.0) { return UINT64_MAX; }
  return x > 0.0 ? (uint64_t)x : 0;
}]]

C.at = [[static inline int @(double x, int count) { return x > -1.0 && x < count ? (int)x : -1; }]]
C.at_i64 = [[static inline int @(int64_t x, int count) { return x >= 0 && x < count ? (int)x : -1; }]]
C.at_u64 = [[static inline int @(uint64_t x, int count) { return x < (uint64_t)count ? (int)x : -1; }]]

C.mod = [[static inline double @(double a, double b) { return a - $floor(a / b) * b; }]]
C.min = [[static inline double @(double a, double b) { return a < b ? a : b; }]]
C.max = [[static inline double @(double a, double b) { return a > b ? a : b; }]]
C.imin = [[static inline int @(int a, int b) { return a < b ? a : b; }]]
C.imax = [[static inline int @(int a, int b) { return a > b ? a : b; }]]
C.square = [[static inline double @(double x) { return x * x; }]]
C.inf = [[static inline double @(void) {
  const union { uint64_t bits; double value; } inf = { UINT64_C(0x7ff0000000000000) };
  return inf.value;
}]]
C.nan = [[static inline double @(void) {
  const union { uint64_t bits; double value; } nan = { UINT64_C(0x7ff8000000000000) };
  return nan.value;
}]]

C.bits = [[static inline int32_t @(double x) {
  union { double value; uint64_t bits; } word;
  if (!(x > -2251799813685248.0 && x < 2251799813685248.0)) {
    x = x - $floor(x / 4294967296.0) * 4294967296.0;
    if (!(x >= 0.0)) { return 0; }
  }
  word.value = x + 6755399441055744.0; /* moves the integer to the low bits, rounding to even */
  return (int32_t)(uint32_t)(word.bits & UINT32_MAX);
}]]

-- Integers wrap: they are computed unsigned.
for name, op in pairs { add = "+", sub = "-", mul = "*" } do
  C["i64_" .. name] = ("static inline int64_t @(int64_t a, int64_t b) { return (int64_t)((uint64_t)a %s (uint64_t)b); }"):format(op)
end
C.i64_neg = [[static inline int64_t @(int64_t x) { return (int64_t)(0 - (uint64_t)x); }]]
C.i64_div = [[static inline int64_t @(int64_t a, int64_t b) {
  if (b == 0) { return INT64_MIN; }
  return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}]]
C.i64_mod = [[static inline int64_t @(int64_t a, int64_t b) {
  if (b == 0) { return INT64_MIN; }
  return b == -1 ? 0 : a % b;
}]]
C.u64_div = [[static inline uint64_t @(uint64_t a, uint64_t b) { return b == 0 ? UINT64_C(0x8000000000000000) : a / b; }]]
C.u64_mod = [[static inline uint64_t @(uint64_t a, uint64_t b) { return b == 0 ? UINT64_C(0x8000000000000000) : a % b; }]]

-- Shifts mask their count.
local function shifts(prefix, signed, unsigned, mask)
  local function define(name, body) C[name .. prefix] = ("static inline %s @(%s x, int32_t n) { %s }"):format(signed, signed, body) end
  local u, count = ("(%s)x"):format(unsigned), ("((uint32_t)n & %d)"):format(mask)
  local back = ("((0 - (uint32_t)n) & %d)"):format(mask)
  define("lshift", ("return (%s)(%s << %s);"):format(signed, u, count))
  define("rshift", ("return (%s)(%s >> %s);"):format(signed, u, count))
  define("arshift", ("return x < 0 ? ~(~x >> %s) : x >> %s;"):format(count, count))
  define("rol", ("return (%s)(%s << %s | %s >> %s);"):format(signed, u, count, u, back))
  define("ror", ("return (%s)(%s >> %s | %s << %s);"):format(signed, u, count, u, back))
end
shifts("", "int32_t", "uint32_t", 31)
shifts("64", "int64_t", "uint64_t", 63)
C.bswap = [[static inline int32_t @(int32_t x) {
  const uint32_t u = (uint32_t)x;
  return (int32_t)(u << 24 | (u & 0xff00) << 8 | (u >> 8 & 0xff00) | u >> 24);
}]]
C.bswap64 = [[static inline int64_t @(int64_t x) {
  uint64_t u = (uint64_t)x;
  u = (u & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (u >> 8 & UINT64_C(0x00ff00ff00ff00ff));
  u = (u & UINT64_C(0x0000ffff0000ffff)) << 16 | (u >> 16 & UINT64_C(0x0000ffff0000ffff));
  return (int64_t)(u << 32 | u >> 32);
}]]

---The C text of a helper, under the name prefix .. name.
---@param name string
---@param options { prefix: string?, math: (fun(name: string): string)? }? `math` gives the C name of floor
---@return { text: string, needs: string[], math: string[] }
function M.c(name, options)
  local template = assert(C[name], name)
  local prefix, math_name = options and options.prefix or "flux_", options and options.math
  local text = template:gsub("@", prefix .. name):gsub("%$(%w+)", function(fn) return math_name and math_name(fn) or fn end)
  return { text = text, needs = {}, math = template:find("$floor", 1, true) and { "floor" } or {} }
end

---The names of all C helpers, sorted.
---@return string[]
function M.c_names()
  local names = {}
  for name in pairs(C) do names[#names + 1] = name end
  table.sort(names)
  return names
end

return M
