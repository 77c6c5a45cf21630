/* SPDX-License-Identifier: MIT
 * ladder_inlined.c -- the ladder as one would write it if it were all there is: no nodes, no events, everything in the loop and
 * in registers. "branch" tests the detector; "mask" has the tail made branch-free by hand, and fenced, because clang would turn
 * it back into a branch. "generator" is the input alone.
 */
#include <string.h>
#include "ladder_arms.h"

/* The eight nodes between the event and the detector. */
typedef struct numbers {
  double fast, slow, pv, v, var;
} numbers;

static inline double score_of(numbers *n, double price, double size) {
  n->fast += 0.2 * (price - n->fast);
  n->slow += 0.02 * (price - n->slow);
  double spread = n->fast - n->slow;
  double notional = price * size;
  n->pv += notional;
  n->v += size;
  double dev = price - n->pv / n->v;
  n->var += 0.05 * (dev * dev - n->var);
  return spread * dev / (n->var + 1e-9);
}

ARM inlined_branch(int periodic, int64_t events, result *out) {
  source in = source_of(periodic);
  numbers n = { 0 };
  double published = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < events; i++) {
    tick_event e = next_tick(&in);
    double score = score_of(&n, e.price, e.size);
    if (score > 0) {
      count++;
      published = published * 0.5 + score;
    }
  }
  *out = (result){ count, published };
}

ARM inlined_mask(int periodic, int64_t events, result *out) {
  source in = source_of(periodic);
  numbers n = { 0 };
  double published = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < events; i++) {
    tick_event e = next_tick(&in);
    double score = score_of(&n, e.price, e.size);
    uint64_t mask = -(uint64_t)(score > 0), then, now;
    __asm__("" : "+r"(mask)); /* the compiler may not know that it is all zeros or all ones */
    double next = published * 0.5 + score;
    memcpy(&then, &published, 8);
    memcpy(&now, &next, 8);
    now = (now & mask) | (then & ~mask);
    memcpy(&published, &now, 8);
    count += (int64_t)(mask & 1);
  }
  *out = (result){ count, published };
}

ARM generator(int periodic, int64_t events, result *out) {
  source in = source_of(periodic);
  double sum = 0;
  for (int64_t i = 0; i < events; i++) {
    tick_event e = next_tick(&in);
    __asm__ volatile("" : : "x"(e.price), "x"(e.size), "r"(e.time));
    sum = e.price;
  }
  *out = (result){ 0, sum };
}
