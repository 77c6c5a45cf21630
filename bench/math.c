/* SPDX-License-Identifier: MIT
 * math.c -- what a call of each portable function costs, beside the C library's, in the same run: independent calls on 4,096
 * arguments, rounds interleaved.  `flux bench math` builds and runs it.
 *
 * Prints one line a function and round: name, ns a call, ns a call of the C library.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <time.h>
#include "flux_math.h"

enum { ARGUMENTS = 4096, REPEATS = 64, ROUNDS = 9 };

static volatile double sink;

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double uniform(double low, double high) {
  static uint64_t s = 42;
  s = s * 6364136223846793005u + 1442695040888963407u;
  return low + (double)(s >> 11) * 0x1p-53 * (high - low);
}

/* ns a call of `f`, a function of one or (b) two arguments. Macros would be faster to call; a pointer is fair to both. */
static double timed(double (*f1)(double), double (*f2)(double, double), const double *a, const double *b) {
  double sum = 0, start = seconds();
  for (int r = 0; r < REPEATS; r++)
    for (int i = 0; i < ARGUMENTS; i++) sum += f1 ? f1(a[i]) : f2(a[i], b[i]);
  double end = seconds();
  sink = sum;
  return (end - start) * 1e9 / REPEATS / ARGUMENTS;
}

typedef struct row {
  const char *name;
  double (*ours1)(double), (*libm1)(double);
  double (*ours2)(double, double), (*libm2)(double, double);
  double low, high;
} row;

static const row rows[] = {
  { "exp", flux_exp, exp, NULL, NULL, -20, 20 },      { "log", flux_log, log, NULL, NULL, 1e-3, 1e3 },
  { "log10", flux_log10, log10, NULL, NULL, 1e-3, 1e3 }, { "pow", NULL, NULL, flux_pow, pow, 0.1, 10 },
  { "sin", flux_sin, sin, NULL, NULL, -10, 10 },      { "cos", flux_cos, cos, NULL, NULL, -10, 10 },
  { "tan", flux_tan, tan, NULL, NULL, -10, 10 },      { "asin", flux_asin, asin, NULL, NULL, -1, 1 },
  { "acos", flux_acos, acos, NULL, NULL, -1, 1 },     { "atan", flux_atan, atan, NULL, NULL, -10, 10 },
  { "atan2", NULL, NULL, flux_atan2, atan2, -10, 10 }, { "sinh", flux_sinh, sinh, NULL, NULL, -10, 10 },
  { "cosh", flux_cosh, cosh, NULL, NULL, -10, 10 },   { "tanh", flux_tanh, tanh, NULL, NULL, -5, 5 },
};

int main(void) {
  static double a[ARGUMENTS], b[ARGUMENTS];
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const row *r = &rows[k];
    for (int i = 0; i < ARGUMENTS; i++) a[i] = uniform(r->low, r->high), b[i] = uniform(r->low, r->high);
    timed(r->ours1, r->ours2, a, b);
    for (int i = 0; i < ROUNDS; i++) {
      double ours = timed(r->ours1, r->ours2, a, b);
      printf("%s %.3f %.3f\n", r->name, ours, timed(r->libm1, r->libm2, a, b));
    }
  }
  return 0;
}
