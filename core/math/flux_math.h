/* SPDX-License-Identifier: MIT
 * flux_math.h -- the transcendental functions of every backend (S18): correctly rounded, so one result per argument, whatever
 * the compiler, its options and the machine. The arithmetic must not be contracted or relaxed: build with -ffp-contract=off,
 * never with -ffast-math. See README.md.
 */
#ifndef FLUX_MATH_H
#define FLUX_MATH_H
#include <stdint.h>

#pragma GCC visibility push(default)
double flux_exp(double x);
double flux_log(double x);
double flux_log10(double x);
double flux_pow(double x, double y);
double flux_sin(double x);
double flux_cos(double x);
double flux_tan(double x);
double flux_asin(double x);
double flux_acos(double x);
double flux_atan(double x);
double flux_atan2(double y, double x);
double flux_sinh(double x);
double flux_cosh(double x);
double flux_tanh(double x);
#pragma GCC visibility pop

/* -- what the implementations share ------------------------------------------------------------------------------------ */

/* Unions of these functions lay words over each other. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the portable mathematical functions need a little-endian target"
#endif

/* 128 bits. Where a target of 32 bits lacks __int128, clang's _BitInt is the same arithmetic. */
#if defined(__SIZEOF_INT128__) && !defined(FLUX_MATH_BITINT)
#define FLUX_MATH_U128 unsigned __int128
#elif defined(__clang__) && __clang_major__ >= 14
#define FLUX_MATH_U128 unsigned _BitInt(128)
#endif

/* Rounding is to nearest; the values name the modes that the sources distinguish. */
enum { FLUX_MATH_TONEAREST = 0, FLUX_MATH_DOWNWARD = 1, FLUX_MATH_UPWARD = 2, FLUX_MATH_TOWARDZERO = 3 };

/* The fused multiply-add a * b + c, rounded once. One instruction where the target has it. Plain x86-64 may not promise
 * it, so there the processor is asked: a test that always falls the same way, where a call of fma costs 4 ns.
 * Everywhere else it is the C library's fma, which is exact by definition. */
#if defined(__x86_64__) && !defined(__FMA__) && __STDC_HOSTED__ && !defined(FLUX_MATH_LIBRARY_FMA)
static inline double flux_math_fma(double a, double b, double c) {
  if (__builtin_expect(__builtin_cpu_supports("fma") != 0, 1)) {
    __asm__("vfmadd213sd %2, %1, %0" : "+x"(a) : "x"(b), "x"(c));
    return a;
  }
  return __builtin_fma(a, b, c);
}
#else
#define flux_math_fma(a, b, c) __builtin_fma(a, b, c)
#endif
#define flux_math_nan __builtin_nan("")

/* The nearest integer, ties to even, for |x| < 2^51: adding 1.5 * 2^52 leaves no bit for a fraction. */
static inline double flux_math_nearest(double x) {
  return (x + 0x1.8p52) - 0x1.8p52;
}

static inline int flux_math_is_int(double x) {
  double a = __builtin_fabs(x);
  return a >= 0x1p52 || a == (a + 0x1p52) - 0x1p52;
}

/* The largest integer that is not above x, for 0 <= x < 2^63. */
static inline double flux_math_floor(double x) {
  return (double)(int64_t)x;
}

/* x, or the one NaN. Looks at the bits, which no optimisation may reason away. */
static inline double flux_math_canonical(double x) {
  union {
    double f;
    uint64_t u;
  } v = { .f = x };
  if ((v.u & 0x7fffffffffffffffu) > 0x7ff0000000000000u) v.u = 0x7ff8000000000000u;
  return v.f;
}

#endif
