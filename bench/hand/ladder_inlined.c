/* SPDX-License-Identifier: MIT
 * ladder_inlined.c -- the ladder as one would write it if it were all there is: no nodes, no events, everything in the loop and
 * in registers. "branch" tests the detector; "mask" has the tail made branch-free by hand, and fenced, because clang would turn
 * it back into a branch. "prefilled" reads its events from memory. "generator" is the input alone.
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

typedef struct tail {
  double published;
  int64_t count;
} tail;

static inline void branch_step(numbers *n, tail *t, double price, double size) {
  double score = score_of(n, price, size);
  if (score > 0) {
    t->count++;
    t->published = t->published * 0.5 + score;
  }
}

static inline void mask_step(numbers *n, tail *t, double price, double size) {
  double score = score_of(n, price, size);
  uint64_t mask = -(uint64_t)(score > 0), then, now;
  __asm__("" : "+r"(mask)); /* the compiler may not know that it is all zeros or all ones */
  double next = t->published * 0.5 + score;
  memcpy(&then, &t->published, 8);
  memcpy(&now, &next, 8);
  now = (now & mask) | (then & ~mask);
  memcpy(&t->published, &now, 8);
  t->count += (int64_t)(mask & 1);
}

/* The events are made in the loop, beside the work. */
#define FUSED(name, step) \
  ARM name(int periodic, int64_t events, result *out) { \
    source in = source_of(periodic); \
    numbers n = { 0 }; \
    tail t = { 0 }; \
    for (int64_t i = 0; i < events; i++) { \
      tick_event e = next_tick(&in); \
      step(&n, &t, e.price, e.size); \
    } \
    *out = (result){ t.count, t.published }; \
  }

/* The events are made before, 1,024 at a time, and read from memory, as the batch entry of an export reads them. */
#define PREFILLED(name, step) \
  ARM name(int periodic, int64_t events, result *out) { \
    enum { BATCH = 1024 }; \
    tick_event batch[BATCH]; \
    source in = source_of(periodic); \
    numbers n = { 0 }; \
    tail t = { 0 }; \
    for (int64_t done = 0; done < events; done += BATCH) { \
      int64_t count = events - done < BATCH ? events - done : BATCH; \
      for (int64_t i = 0; i < count; i++) batch[i] = next_tick(&in); \
      __asm__ volatile("" : : : "memory"); /* made before, not beside */ \
      for (int64_t i = 0; i < count; i++) step(&n, &t, batch[i].price, batch[i].size); \
    } \
    *out = (result){ t.count, t.published }; \
  }

FUSED(inlined_branch, branch_step)
FUSED(inlined_mask, mask_step)
PREFILLED(prefilled_branch, branch_step)
PREFILLED(prefilled_mask, mask_step)

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
