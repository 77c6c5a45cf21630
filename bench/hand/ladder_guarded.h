/* SPDX-License-Identifier: MIT
 * ladder_guarded.h -- the hand-written dispatcher's interface: one instance, one call per event. TIMED: one that also keeps what every
 * exported graph keeps, the time, the number of the cycle and how many events were late.
 */
#ifndef BENCH_LADDER_GUARDED_H
#define BENCH_LADDER_GUARDED_H
#include "ladder_arms.h"

typedef struct ladder {
  struct { double price, size; } tick;
  struct { double value; } fast, slow, spread, notional;
  struct { double pv, v, value; } vwap;
  struct { double value; } dev, var;
  struct { double score; int64_t count; } detector;
  struct { double published; int64_t count; } publisher;
  void (*on_published)(void *user, double published); /* NULL: nobody listens */
  void *user;
#ifdef TIMED
  int64_t now; /* never moves backwards */
  uint64_t cycle, late;
#endif
} ladder;

void ladder_on_tick(ladder *g, const tick_event *e);

#endif
