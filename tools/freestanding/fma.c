/* SPDX-License-Identifier: MIT
 * The fused multiply-add for a system without a C library: x * y + z, rounded once, to nearest. Only graphs that use transcendental
 * functions or `^` need it. spec/freestanding_spec.lua compares it with the C library's, bit for bit.
 */
#include "math.h"
#include <stdbool.h>
#include <stdint.h>

#define HIDDEN (UINT64_C(1) << 52)

typedef struct wide { uint64_t high, low; } wide; /* 128 bits */

/* A finite double other than zero: (-1)^negative * mantissa * 2^exponent, 2^52 <= mantissa < 2^53. */
typedef struct parts { uint64_t mantissa; int exponent; bool negative; } parts;

static parts split(double x) {
  const union { double value; uint64_t bits; } word = { x };
  parts p = { word.bits & (HIDDEN - 1), (int)(word.bits >> 52 & 0x7ff) - 1075, word.bits >> 63 != 0 };
  if (p.exponent == -1075) {
    p.exponent++;
    while (p.mantissa < HIDDEN) p.mantissa <<= 1, p.exponent--;
  } else {
    p.mantissa |= HIDDEN;
  }
  return p;
}

static wide product(uint64_t a, uint64_t b) {
  const uint64_t a1 = a >> 32, a0 = a & UINT32_MAX, b1 = b >> 32, b0 = b & UINT32_MAX;
  const uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & UINT32_MAX);
  return (wide){ a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (low & UINT32_MAX) };
}

static wide left(wide a, int n) {
  if (n == 0) return a;
  if (n >= 64) return (wide){ a.low << (n - 64), 0 };
  return (wide){ a.high << n | a.low >> (64 - n), a.low << n };
}

/* To the right; bits that are lost leave a trace in the lowest one. */
static wide right(wide a, int n) {
  if (n == 0) return a;
  if (n >= 128) return (wide){ 0, (a.high | a.low) != 0 };
  if (n >= 64) return (wide){ 0, (n == 64 ? a.high : a.high >> (n - 64)) | ((n == 64 ? 0 : a.high << (128 - n)) != 0 || a.low != 0) };
  return (wide){ a.high >> n, a.high << (64 - n) | a.low >> n | (a.low << (64 - n) != 0) };
}

static bool less(wide a, wide b) { return a.high < b.high || (a.high == b.high && a.low < b.low); }
static wide add(wide a, wide b) { return (wide){ a.high + b.high + (a.low + b.low < a.low), a.low + b.low }; }
static wide subtract(wide a, wide b) { return (wide){ a.high - b.high - (a.low < b.low), a.low - b.low }; }

/* a * 2^exponent as a double; a is not zero. */
static double rounded(wide a, int exponent, bool negative) {
  union { uint64_t bits; double value; } word;
  while (a.high >> 63 == 0) a = left(a, 1), exponent--;
  const int last = exponent + 75 < -1074 ? -1074 : exponent + 75; /* the exponent of the result's last bit */
  const wide twice = right(a, last - exponent - 2); /* two bits more, the lower one for all that is below */
  word.bits = twice.low >> 2;
  if ((twice.low & 2) != 0 && ((twice.low & 1) != 0 || (word.bits & 1) != 0)) word.bits++;
  /* A mantissa that has its hidden bit adds one to the exponent's field, a carry one more. */
  if (last + 1074 + (int)(word.bits >> 52) >= 0x7ff) word.bits = UINT64_C(0x7ff) << 52;
  else word.bits += (uint64_t)(last + 1074) << 52;
  if (negative) word.bits |= UINT64_C(1) << 63;
  return word.value;
}

double fma(double x, double y, double z) {
  if (x - x != 0.0 || y - y != 0.0 || x == 0.0 || y == 0.0) return x * y + z;
  if (z - z != 0.0) return z;
  if (z == 0.0) return x * y;
  const parts a = split(x), b = split(y), c = split(z);
  wide p = left(product(a.mantissa, b.mantissa), 20), q = left((wide){ 0, c.mantissa }, 73); /* both below 2^126 */
  int exponent = a.exponent + b.exponent - 20;
  const int ahead = exponent - (c.exponent - 73);
  if (ahead >= 0) q = right(q, ahead); else p = right(p, -ahead), exponent -= ahead;
  const bool negative = a.negative != b.negative;
  if (negative == c.negative) return rounded(add(p, q), exponent, negative);
  if (less(q, p)) return rounded(subtract(p, q), exponent, negative);
  if (less(p, q)) return rounded(subtract(q, p), exponent, c.negative);
  return 0.0;
}
