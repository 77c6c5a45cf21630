/* SPDX-License-Identifier: MIT
 * ladder_export.c -- drives what `flux export graphs/ladder.lua` wrote: the typed entry once per event, and the batch entry on
 * 1,024 events a call.
 */
#include "ladder.h" /* exported */
#include "ladder_arms.h"

static result result_of(const ladder_t *g) {
  return (result){ g->detector.count, g->publisher.published };
}

ARM export_typed(int periodic, int64_t events, result *out) {
  source in = source_of(periodic);
  ladder_t g;
  ladder_init(&g);
  for (int64_t i = 0; i < events; i++) {
    tick_event e = next_tick(&in);
    ladder_on_tick(&g, &(ladder_tick_event){ .price = e.price, .size = e.size, .time = e.time });
  }
  *out = result_of(&g);
}

ARM export_batch(int periodic, int64_t events, result *out) {
  enum { BATCH = 1024 };
  static _Thread_local ladder_tick_event batch[BATCH];
  source in = source_of(periodic);
  ladder_t g;
  ladder_init(&g);
  for (int64_t done = 0; done < events; done += BATCH) {
    int64_t n = events - done < BATCH ? events - done : BATCH;
    for (int64_t i = 0; i < n; i++) {
      tick_event e = next_tick(&in);
      batch[i] = (ladder_tick_event){ .price = e.price, .size = e.size, .time = e.time };
    }
    ladder_on_tick_n(&g, batch, (size_t)n);
  }
  *out = result_of(&g);
}
