/* SPDX-License-Identifier: MIT
 * ladder_arms.h -- what the ladder's arms share: the event and its generator. Identical input in every arm; generating it costs about
 * 1 ns an event and is part of every figure (arm "generator" measures it alone).
 */
#ifndef BENCH_LADDER_ARMS_H
#define BENCH_LADDER_ARMS_H
#include "arm.h"

typedef struct tick_event {
  double price, size;
  int64_t time;
} tick_event;

typedef struct source {
  uint64_t s, multiplier, increment;
  int64_t time;
} source;

/* random: a 64-bit linear congruential generator. periodic: period 16, so that the branch predictor learns the detector. */
static inline source source_of(int periodic) {
  return periodic ? (source){ 42, 1, 13ull << 60, 0 } : (source){ 42, 6364136223846793005ull, 1442695040888963407ull, 0 };
}

static inline tick_event next_tick(source *in) {
  in->s = in->s * in->multiplier + in->increment;
  return (tick_event){ .price = 100 + (double)(in->s >> 11) * 0x1p-53 * 10 - 5, .size = (double)(1 + (in->s >> 60)), .time = in->time++ };
}

#endif
