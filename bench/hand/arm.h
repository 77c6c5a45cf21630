/* SPDX-License-Identifier: MIT
 * arm.h -- the shape of an arm: one loop over `events` events of an input from a fresh state, and what it observed.
 */
#ifndef BENCH_ARM_H
#define BENCH_ARM_H
#include <stdint.h>

/* What every arm must agree on. */
typedef struct result {
  int64_t count;
  double value;
} result;

#define ARM __attribute__((visibility("default"))) void

#endif
