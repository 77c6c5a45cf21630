/* SPDX-License-Identifier: MIT
 * ladder_guarded_loop.c -- drives the hand-written dispatcher, one call per event.
 */
#include "ladder_guarded.h"

ARM hand_guarded(int periodic, int64_t events, result *out) {
  source in = source_of(periodic);
  ladder g = { 0 };
  for (int64_t i = 0; i < events; i++) {
    tick_event e = next_tick(&in);
    ladder_on_tick(&g, &e);
  }
  *out = (result){ g.detector.count, g.publisher.published };
}
