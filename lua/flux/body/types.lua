-- SPDX-License-Identifier: MIT
-- The types of portable bodies: number, bool, symbol, int64, uint64; what fields hold them; where a number is surely a small integer.
--
-- A number whose value is an integer between `lo` and `hi`, both within int32, may be an `int` in C. The rules here promise that an
-- expression with a range has the same value when it is computed in int arithmetic: no overflow, no lost negative zero, no NaN.

local ffi = require "ffi"

local M = {}

local INT_MIN, INT_MAX = -2147483648, 2147483647
M.INT_MIN, M.INT_MAX = INT_MIN, INT_MAX

-- Of each field type: the type of its value in a body; the range of small integers; the helper that converts a number to it.
M.of_field = {
  double = { type = "number" },
  float = { type = "number", narrow = "float" },
  bool = { type = "bool" },
  symbol = { type = "symbol" },
  int8_t = { type = "number", lo = -128, hi = 127, saturate = "sat_i8" },
  uint8_t = { type = "number", lo = 0, hi = 255, saturate = "sat_u8" },
  int16_t = { type = "number", lo = -32768, hi = 32767, saturate = "sat_i16" },
  uint16_t = { type = "number", lo = 0, hi = 65535, saturate = "sat_u16" },
  int32_t = { type = "number", lo = INT_MIN, hi = INT_MAX, saturate = "sat_i32" },
  uint32_t = { type = "number", wide = true, least = 0, most = 4294967295, saturate = "sat_u32" },
  int64_t = { type = "int64", saturate = "sat_i64" },
  uint64_t = { type = "uint64", saturate = "sat_u64" },
}

-- The C types of values; a mask is what exported C makes of a bool (flux.export.flatten).
M.c_type = { number = "double", bool = "bool", symbol = "uint32_t", int64 = "int64_t", uint64 = "uint64_t", mask = "uint64_t" }

-- How a refusal names them.
M.named = { number = "a number", bool = "a boolean", symbol = "a symbol", int64 = "an int64", uint64 = "a uint64" }

---Whether a type is one of the 64-bit integers.
---@param type_name string
---@return boolean
function M.is_integer(type_name) return type_name == "int64" or type_name == "uint64" end

---@param value number?
---@return boolean
function M.is_negative_zero(value) return value == 0 and 1 / value < 0 end

---Whether a number is an integer that C's int holds; negative zero is not.
---@param value number
---@return boolean
function M.is_int(value)
  return value >= INT_MIN and value <= INT_MAX and value == math.floor(value) and not M.is_negative_zero(value)
end

---@param value number
---@return boolean
function M.is_finite(value) return value - value == 0 end

---Whether a number is an integer that a double holds without doubt: beyond 2^53 neighbours share a double.
---@param value number
---@return boolean
function M.is_exact(value) return value == math.floor(value) and math.abs(value) <= 9007199254740992 end

local function bounded(lo, hi)
  if lo >= INT_MIN and hi <= INT_MAX then return lo, hi end
end

-- The range of `a op b`, both with ranges.
local rules = {
  ["+"] = function(a, b) return bounded(a.lo + b.lo, a.hi + b.hi) end,
  ["-"] = function(a, b) return bounded(a.lo - b.hi, a.hi - b.lo) end,
  -- A product of zero and a negative number is negative zero, so both must be known to be non-negative.
  ["*"] = function(a, b)
    if a.lo >= 0 and b.lo >= 0 then return bounded(a.lo * b.lo, a.hi * b.hi) end
  end,
  -- Only here do Lua's floored and C's truncated remainder agree.
  ["%"] = function(a, b)
    if a.lo >= 0 and b.lo > 0 then return 0, math.min(a.hi, b.hi - 1) end
  end,
}

---The range of an arithmetic expression, or nothing if it need not be a small integer.
---@param op string
---@param a table
---@param b table
---@return number? lo
---@return number? hi
function M.range(op, a, b)
  local rule = rules[op]
  if rule and a.lo and b.lo then return rule(a, b) end
end

---What `value op other` gives in both languages when both are known.
---@param op string
---@param a number
---@param b number
---@return number?
function M.fold(op, a, b)
  if op == "+" then return a + b end
  if op == "-" then return a - b end
  if op == "*" then return a * b end
  if op == "/" then return a / b end
  if op == "%" then return a - math.floor(a / b) * b end
  if op == "^" then -- integral powers that are exact are exact everywhere; others wait for run time
    if not (M.is_exact(a) and M.is_exact(b) and b >= 0 and b <= 64) then return nil end
    local product = 1
    for _ = 1, b do product = product * a end
    return math.abs(product) <= 9007199254740992 and product or nil
  end
end

---The same for 64-bit integers: they wrap, division truncates, and x / 0 and x % 0 give the smallest int64 (2^63 as a uint64).
---@param op string
---@param a ffi.cdata*
---@param b ffi.cdata*
---@return ffi.cdata*
function M.wrap(op, a, b)
  if op == "+" then return a + b end
  if op == "-" then return a - b end
  if op == "*" then return a * b end
  return op == "/" and a / b or a % b
end

local int64, uint64 = ffi.typeof "int64_t", ffi.typeof "uint64_t"

---"int64" or "uint64" for cdata of these types.
---@param value any
---@return string?
function M.integer_kind(value)
  if type(value) ~= "cdata" then return nil end
  return ffi.istype(int64, value) and "int64" or ffi.istype(uint64, value) and "uint64" or nil
end

---The cdata of an integer type for an integral number.
---@param type_name string
---@param value number
---@return ffi.cdata*
function M.integer(type_name, value) return ffi.cast(type_name .. "_t", value) end

local function range_of(value)
  if value.wide then return 0, 4294967295 end
  return value.lo, value.hi
end

-- The range of a sum or difference of integers, which need not be a small one; nothing for what may be no integer.
local function sum_range(value)
  if value.k ~= "arith" or value.op ~= "+" and value.op ~= "-" then return nil end
  local lo, hi = range_of(value.left)
  local other_lo, other_hi = range_of(value.right)
  if not (lo and other_lo) then return nil end
  if value.op == "+" then return lo + other_lo, hi + other_hi end
  return lo - other_hi, hi - other_lo
end

---The helper that a number needs to become the value of a field; nil where it is surely one.
---@param field_type string
---@param value table a typed expression
---@return string? helper
---@return number? lo of a sum of integers, which can only be too small or too large
---@return number? hi
function M.saturation(field_type, value)
  local info = M.of_field[field_type]
  if not info.saturate or info.wide and value.wide then return nil end
  if value.lo and (info.lo and value.lo >= info.lo and value.hi <= info.hi or info.wide and value.lo >= 0) then return nil end
  if info.type ~= "number" then return info.saturate end
  return info.saturate, sum_range(value)
end

return M
