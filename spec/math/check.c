/* SPDX-License-Identifier: MIT
 * check.c -- the bits of the portable functions (S18), for spec/math_spec.lua.
 *
 *   check            prints for each function a checksum over the results of 100,000 arguments and all special ones
 *   check FILE       reads lines "name,a,b,result" of hexadecimal bits; prints each result that differs, then their number
 *
 * Every build of this program, whatever the compiler, the options and the processor, must print the same checksums.
 */
#include <errno.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "flux_math.h"

typedef struct function {
  const char *name;
  double (*one)(double);
  double (*two)(double, double);
  double low, high; /* where most of its arguments are */
} function;

static const function functions[] = {
  { "exp", flux_exp, NULL, -750, 710 },   { "log", flux_log, NULL, 0, 10 },    { "log10", flux_log10, NULL, 0, 10 },
  { "pow", NULL, flux_pow, 0, 40 },       { "sin", flux_sin, NULL, -100, 100 }, { "cos", flux_cos, NULL, -100, 100 },
  { "tan", flux_tan, NULL, -100, 100 },   { "asin", flux_asin, NULL, -1, 1 },  { "acos", flux_acos, NULL, -1, 1 },
  { "atan", flux_atan, NULL, -10, 10 },   { "atan2", NULL, flux_atan2, -5, 5 }, { "sinh", flux_sinh, NULL, -30, 30 },
  { "cosh", flux_cosh, NULL, -30, 30 },   { "tanh", flux_tanh, NULL, -20, 20 },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions, ARGUMENTS = 100000 };

/* Zeros, ones, ends of the range, denormals, infinities, a signalling and a negative NaN, ties of the reductions. */
static const uint64_t special[] = {
  0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
  0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000001,
  0x7ff0000000000001, 0x3ff0000000000000, 0xbff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x4000000000000000,
  0xc000000000000000, 0x3fe0000000000000, 0x3ff921fb54442d18, 0x400921fb54442d18, 0xc00921fb54442d18, 0x3fe62e42fefa39ef,
  0x40862e42fefa39ef, 0xc0874910d52d3051, 0xc0862e42fefa39f0, 0x4340000000000000, 0x4340000000000001, 0x4330000000000001,
  0xc330000000000001, 0x4320000000000001, 0x4024000000000000, 0x4059000000000000, 0x4008000000000000, 0xc008000000000000,
  0x3fd0000000000000, 0x3e40000000000000, 0x3e57137449123ef6, 0x3c90000000000000, 0x44b52d02c7e14af6, 0x7e7c3a8db8c8d129,
};
enum { SPECIAL = sizeof special / sizeof *special };

static double from_bits(uint64_t u) {
  double f;
  memcpy(&f, &u, sizeof f);
  return f;
}

static uint64_t to_bits(double f) {
  uint64_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}

static uint64_t call(const function *f, double a, double b) {
  return to_bits(f->one ? f->one(a) : f->two(a, b));
}

static uint64_t state;
static uint64_t next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state ^ state >> 29;
}

static double argument(const function *f, int i) {
  uint64_t r = next();
  if (i % 4 == 0) return from_bits(r); /* any exponent, NaN too */
  double unit = (double)(r >> 11) * 0x1p-53;
  if (i % 4 == 1) return 1 + (unit - 0.5) * 0x1p-6; /* near 1, where logarithms cancel */
  return f->low + unit * (f->high - f->low);
}

static uint64_t checksum(const function *f) {
  uint64_t sum = 0;
  state = 42;
  for (int i = 0; i < ARGUMENTS; i++) {
    double a = argument(f, i), b = argument(f, f->two && i % 3 == 0 ? 2 : i);
    if (f->two && i % 5 == 0) b = (double)((int64_t)(next() % 41) - 20); /* integral exponents */
    sum = sum * 6364136223846793005u + call(f, a, b);
  }
  for (int i = 0; i < SPECIAL; i++)
    for (int j = 0; j < (f->two ? SPECIAL : 1); j++)
      sum = sum * 6364136223846793005u + call(f, from_bits(special[i]), from_bits(special[j]));
  return sum;
}

static int compare(const char *path) {
  FILE *in = fopen(path, "r");
  if (!in) return 2;
  char line[256], name[16];
  unsigned long long a, b, want;
  long different = 0, lines = 0;
  while (fgets(line, sizeof line, in)) {
    if (sscanf(line, "%15[^,],%llx,%llx,%llx", name, &a, &b, &want) != 4) continue;
    for (int i = 0; i < FUNCTIONS; i++) {
      if (strcmp(functions[i].name, name) != 0) continue;
      lines++;
      unsigned long long got = call(&functions[i], from_bits(a), from_bits(b));
      if (got == want) continue;
      different++;
      printf("%s(%016llx, %016llx) = %016llx, expected %016llx\n", name, a, b, got, want);
    }
  }
  fclose(in);
  printf("%ld of %ld differ\n", different, lines);
  return different != 0;
}

int main(int argc, char **argv) {
  if (argc > 1) return compare(argv[1]);
  errno = 0;
  for (int i = 0; i < FUNCTIONS; i++) printf("%s,%016llx\n", functions[i].name, (unsigned long long)checksum(&functions[i]));
  printf("errno,%d\nrounding,%d\n", errno, fegetround() == FE_TONEAREST);
  return 0;
}
