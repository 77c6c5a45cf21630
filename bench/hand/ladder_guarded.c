/* SPDX-License-Identifier: MIT
 * ladder_guarded.c -- the ladder as an expert writes an event processor by hand: a function per node that says whether it
 * changed, a dirty flag per node as a local, everything inlined into one call per event. Its own translation unit, so the
 * caller cannot look in, and every node's state is stored. UNFILTERED: every node at every event, whatever its inputs say.
 */
#include <stdbool.h>
#include <stddef.h>
#include "ladder_guarded.h"

static inline bool tick_handle(ladder *g, const tick_event *e) {
  g->tick.price = e->price;
  g->tick.size = e->size;
  return true;
}

static inline bool fast_update(ladder *g) {
  g->fast.value += 0.2 * (g->tick.price - g->fast.value);
  return true;
}

static inline bool slow_update(ladder *g) {
  g->slow.value += 0.02 * (g->tick.price - g->slow.value);
  return true;
}

static inline bool spread_update(ladder *g) {
  g->spread.value = g->fast.value - g->slow.value;
  return true;
}

static inline bool notional_update(ladder *g) {
  g->notional.value = g->tick.price * g->tick.size;
  return true;
}

static inline bool vwap_update(ladder *g) {
  g->vwap.pv += g->notional.value;
  g->vwap.v += g->tick.size;
  g->vwap.value = g->vwap.pv / g->vwap.v;
  return true;
}

static inline bool dev_update(ladder *g) {
  g->dev.value = g->tick.price - g->vwap.value;
  return true;
}

static inline bool var_update(ladder *g) {
  g->var.value += 0.05 * (g->dev.value * g->dev.value - g->var.value);
  return true;
}

static inline bool detector_update(ladder *g) {
  g->detector.score = g->spread.value * g->dev.value / (g->var.value + 1e-9);
  if (!(g->detector.score > 0)) return false;
  g->detector.count++;
  return true;
}

static inline bool publisher_update(ladder *g) {
  g->publisher.published = g->publisher.published * 0.5 + g->detector.score;
  g->publisher.count++;
  return true;
}

void ladder_on_tick(ladder *g, const tick_event *e) {
#ifdef TIMED
  if (e->time < g->now) {
    g->late++;
  } else {
    g->now = e->time;
  }
  g->cycle++;
#endif
#ifdef UNFILTERED
  tick_handle(g, e);
  fast_update(g);
  slow_update(g);
  spread_update(g);
  notional_update(g);
  vwap_update(g);
  dev_update(g);
  var_update(g);
  detector_update(g);
  bool publisher = publisher_update(g);
#else
  bool fast = false, slow = false, spread = false, notional = false, vwap = false, dev = false, var = false;
  bool detector = false, publisher = false;
  bool tick = tick_handle(g, e);
  if (tick) fast = fast_update(g);
  if (tick) slow = slow_update(g);
  if (fast || slow) spread = spread_update(g);
  if (tick) notional = notional_update(g);
  if (notional || tick) vwap = vwap_update(g);
  if (tick || vwap) dev = dev_update(g);
  if (dev) var = var_update(g);
  if (spread || dev || var) detector = detector_update(g);
  if (detector) publisher = publisher_update(g);
#endif
  if (publisher && g->on_published != NULL) g->on_published(g->user, g->publisher.published);
}
