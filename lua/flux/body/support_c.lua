-- SPDX-License-Identifier: MIT
-- Runtime helpers of emitted bodies in C: conversions that saturate, checked indices, integers that wrap, the parts of numbers.
--
--   support_c.c("sat_u8")      --> { text = "static inline uint8_t flux_sat_u8(double x) {…}", libm = false }
--
-- Both forms of a helper, here and in flux.body.support, give the same bits for every argument.

local M = {}

local C = {}

local function saturate_c(c_type, lo, hi)
  return ([[static inline %s @(double x) {
  if (x >= %s) return %s;
  if (x > %s) return (%s)x;
  return %s;
}]]):format(c_type, hi .. ".0", hi, lo .. ".0", c_type, lo == "0" and "0" or ("(%s)(x <= %s.0 ? %s : 0)"):format(c_type, lo, lo))
end

C.sat_i8 = saturate_c("int8_t", "-128", "127")
C.sat_u8 = saturate_c("uint8_t", "0", "255")
C.sat_i16 = saturate_c("int16_t", "-32768", "32767")
C.sat_u16 = saturate_c("uint16_t", "0", "65535")
C.sat_i32 = [[static inline int32_t @(double x) {
  if (x >= 2147483647.0) return INT32_MAX;
  if (x > -2147483648.0) return (int32_t)x;
  return x <= -2147483648.0 ? INT32_MIN : 0;
}]]
C.sat_u32 = [[static inline uint32_t @(double x) {
  if (x >= 4294967295.0) return UINT32_MAX;
  return x > 0.0 ? (uint32_t)x : 0;
}]]
C.sat_i64 = [[static inline int64_t @(double x) {
  if (x >= 9223372036854775808.0) return INT64_MAX;
  if (x > -9223372036854775808.0) return (int64_t)x;
  return x == x ? INT64_MIN : 0;
}]]
C.sat_u64 = [[static inline uint64_t @(double x) {
  if (x >= 18446744073709551616.0) return UINT64_MAX;
  return x > 0.0 ? (uint64_t)x : 0;
}]]

C.at = [[static inline int @(double x, int count) { return x > -1.0 && x < count ? (int)x : -1; }]]
C.at_i64 = [[static inline int @(int64_t x, int count) { return x >= 0 && x < count ? (int)x : -1; }]]
C.at_u64 = [[static inline int @(uint64_t x, int count) { return x < (uint64_t)count ? (int)x : -1; }]]

C.mod = [[static inline double @(double a, double b) { return a - floor(a / b) * b; }]]
C.min = [[static inline double @(double a, double b) { return a < b ? a : b; }]]
C.max = [[static inline double @(double a, double b) { return a > b ? a : b; }]]
C.imin = [[static inline int @(int a, int b) { return a < b ? a : b; }]]
C.imax = [[static inline int @(int a, int b) { return a > b ? a : b; }]]
C.trunc = [[static inline double @(double x) { return x < 0.0 ? ceil(x) : floor(x); }]]
C.fraction = [[static inline double @(double x) {
  const double whole = x < 0.0 ? ceil(x) : floor(x);
  if (x != whole) return x - whole;
  return x < 0.0 ? -0.0 : x > 0.0 ? 0.0 : x;
}]]
C.mantissa = [[static inline double @(double x) {
  union { double value; uint64_t bits; } word = { x };
  if (x == 0.0 || !(x - x == 0.0)) return x;
  if ((word.bits >> 52 & 0x7ff) == 0) { word.value = x * 18014398509481984.0; } /* denormal: times 2^54 */
  word.bits = (word.bits & UINT64_C(0x800fffffffffffff)) | UINT64_C(0x3fe0000000000000);
  return word.value;
}]]
C.exponent = [[static inline int @(double x) {
  union { double value; uint64_t bits; } word = { x };
  if (x == 0.0 || !(x - x == 0.0)) return 0;
  if ((word.bits >> 52 & 0x7ff) != 0) return (int)(word.bits >> 52 & 0x7ff) - 1022;
  word.value = x * 18014398509481984.0; /* denormal: times 2^54 */
  return (int)(word.bits >> 52 & 0x7ff) - 1076;
}]]
C.ldexp = [[static inline double @(double x, double e) {
  int n = e > 2200.0 ? 2200 : e < -2200.0 ? -2200 : e == e ? (int)e : 0;
  union { uint64_t bits; double value; } power;
  for (int i = 0; i < 2; i++) { /* in steps that round once */
    if (n > 1023) {
      x *= 8.98846567431158e307;
      n -= 1023;
    } else if (n < -1022) {
      x *= 2.004168360008973e-292;
      n += 969;
    }
  }
  n = n > 1023 ? 1023 : n < -1022 ? -1022 : n;
  power.bits = (uint64_t)(n + 1023) << 52;
  return x * power.value;
}]]
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
    x = x - floor(x / 4294967296.0) * 4294967296.0;
    if (!(x >= 0.0)) return 0;
  }
  word.value = x + 6755399441055744.0; /* moves the integer to the low bits, rounding to even */
  return (int32_t)(uint32_t)(word.bits & UINT32_MAX);
}]]

-- Integers wrap: they are computed unsigned.
for name, op in pairs { add = "+", sub = "-", mul = "*" } do
  C["i64_" .. name] = ("static inline int64_t @(int64_t a, int64_t b) { return (int64_t)((uint64_t)a %s (uint64_t)b); }"):format(op)
end
C.i64_neg = [[static inline int64_t @(int64_t x) { return (int64_t)(0 - (uint64_t)x); }]]
C.number = [[static inline double @(double x) { return x; }]]
C.i64_div = [[static inline int64_t @(int64_t a, int64_t b) {
  if (b == 0) return INT64_MIN;
  return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}]]
C.i64_mod = [[static inline int64_t @(int64_t a, int64_t b) {
  if (b == 0) return INT64_MIN;
  return b == -1 ? 0 : a % b;
}]]
C.u64_div = [[static inline uint64_t @(uint64_t a, uint64_t b) { return b == 0 ? UINT64_C(0x8000000000000000) : a / b; }]]
C.u64_mod = [[static inline uint64_t @(uint64_t a, uint64_t b) { return b == 0 ? UINT64_C(0x8000000000000000) : a % b; }]]

-- Shifts mask their count.
local function shifts(prefix, signed, unsigned, mask)
  local function define(name, body)
    local form = #body < 60 and "static inline %s @(%s x, int32_t n) { %s }" or "static inline %s @(%s x, int32_t n) {\n  %s\n}"
    C[name .. prefix] = form:format(signed, signed, body)
  end
  local u, count = ("(%s)x"):format(unsigned), ("((uint32_t)n & %d)"):format(mask)
  local back = ("((0 - (uint32_t)n) & %d)"):format(mask)
  define("lshift", ("return (%s)(%s << %s);"):format(signed, u, count))
  define("rshift", ("return (%s)(%s >> %s);"):format(signed, u, count))
  define("arshift", ("return x < 0 ? ~(~x >> %s) : x >> %s;"):format(count, count))
  local both = "const %s u = %s;\n  return (%s)(u %s %s | u %s %s);"
  define("rol", both:format(unsigned, u, signed, "<<", count, ">>", back))
  define("ror", both:format(unsigned, u, signed, ">>", count, "<<", back))
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

---The C text of a helper flux_<name>, and whether it calls the C library's math.h.
---@param name string
---@return { text: string, libm: boolean }
function M.c(name)
  local template = assert(C[name], name)
  return { text = (template:gsub("@", "flux_" .. name)), libm = template:find "floor%(" ~= nil }
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
