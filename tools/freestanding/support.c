/* SPDX-License-Identifier: MIT
 * The few library functions that exported C may call, small and exact, for a system without a C library. Compile with
 * -ffreestanding -fno-builtin, so that the compiler does not turn a loop of memcpy into a call of memcpy.
 *
 * spec/freestanding_spec.lua compares them with the C library's, bit for bit.
 */
#include "math.h"
#include "string.h"
#include <stdint.h>

#define SIGN (UINT64_C(1) << 63)
#define INFINITE (UINT64_C(0x7ff) << 52)
#define HIDDEN (UINT64_C(1) << 52)

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  unsigned char *t = to;
  const unsigned char *f = from;
  while (size-- > 0) *t++ = *f++;
  return to;
}

void *memset(void *to, int value, size_t size) {
  unsigned char *t = to;
  while (size-- > 0) *t++ = (unsigned char)value;
  return to;
}

int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *x = a, *y = b;
  for (; size > 0; size--, x++, y++) {
    if (*x != *y) return *x < *y ? -1 : 1;
  }
  return 0;
}

static uint64_t bits_of(double x) {
  union {
    double value;
    uint64_t bits;
  } u = { .value = x };
  return u.bits;
}

static double double_of(uint64_t bits) {
  union {
    uint64_t bits;
    double value;
  } u = { .bits = bits };
  return u.value;
}

double fabs(double x) {
  return double_of(bits_of(x) & ~SIGN);
}

/* Cuts the fraction off the bits; a carry from the fraction into the exponent is the next power of two, as it should be. */
double floor(double x) {
  uint64_t bits = bits_of(x);
  const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  if (exponent >= 52 || (bits & ~SIGN) == 0) return x; /* an integer, not finite, or zero */
  if (exponent < 0) return bits & SIGN ? -1.0 : 0.0;
  const uint64_t fraction = (UINT64_C(1) << (52 - exponent)) - 1;
  if ((bits & fraction) == 0) return x;
  if (bits & SIGN) bits += fraction;
  return double_of(bits & ~fraction);
}

double ceil(double x) {
  return -floor(-x);
}

/* The significand with its hidden bit, shifted left until that bit is set; the exponent of its last place. */
static uint64_t significand(uint64_t bits, int *exponent) {
  uint64_t m = bits & (HIDDEN - 1);
  *exponent = (int)(bits >> 52 & 0x7ff);
  if (*exponent != 0) {
    m |= HIDDEN;
  } else {
    *exponent = 1;
    while (m < HIDDEN) {
      m <<= 1;
      --*exponent;
    }
  }
  *exponent -= 1075;
  return m;
}

/* The root digit by digit, 54 of them: the 54th and the rest decide how it is rounded. No root of a double is a tie. */
double sqrt(double x) {
  const uint64_t bits = bits_of(x);
  if ((bits & ~SIGN) == 0 || bits == INFINITE) return x;
  if (bits > INFINITE) return NAN; /* negative, or not a number */
  int exponent;
  uint64_t m = significand(bits, &exponent);
  if (exponent & 1) {
    m <<= 1;
    exponent--;
  }
  /* x = m * 2^exponent, m in [2^52, 2^54), exponent even: the root of m * 2^54 has 54 digits (53 before m's last pair). */
  uint64_t root = 0, rest = 0;
  for (int i = 53; i >= 0; i--) {
    const uint64_t pair = i >= 27 ? m >> (2 * (i - 27)) & 3 : 0;
    const uint64_t trial = root << 2 | 1;
    rest = rest << 2 | pair;
    root <<= 1;
    if (rest >= trial) {
      rest -= trial;
      root |= 1;
    }
  }
  /* root = floor(sqrt(m) * 2^27), 54 digits; its last one rounds. */
  root = (root >> 1) + (root & 1);
  return double_of((uint64_t)(exponent / 2 - 26 + 1075 - 1) * HIDDEN + root);
}

/* The remainder of a long division in binary: exact. */
double fmod(double x, double y) {
  const uint64_t sign = bits_of(x) & SIGN, a = bits_of(x) & ~SIGN, b = bits_of(y) & ~SIGN;
  if (a >= INFINITE || b > INFINITE || b == 0) return NAN;
  if (a < b) return x;
  int ea, eb;
  uint64_t ma = significand(a, &ea);
  const uint64_t mb = significand(b, &eb);
  for (; ea > eb; ea--) {
    if (ma >= mb) ma -= mb;
    ma <<= 1;
  }
  if (ma >= mb) ma -= mb;
  if (ma == 0) return double_of(sign);
  while (ma < HIDDEN) {
    ma <<= 1;
    eb--;
  }
  const int biased = eb + 1075;
  if (biased > 0) return double_of(sign | ((uint64_t)biased << 52) | (ma & (HIDDEN - 1)));
  return double_of(sign | ma >> (1 - biased)); /* a denormal; no bit is lost, since y's last place is not below its own */
}
