/* ladder.c -- the event graph 'ladder', written by flux from ladder.lua. Do not edit. */
#include "ladder.h"
#include <string.h>

#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF /* gcc: compile with -ffp-contract=off */
#endif

#if defined(__GNUC__)
#define APART __attribute__((noinline)) /* not inlined: it would only make its callers larger and slower */
#define COLD __attribute__((noinline, cold)) /* seldom called: kept away from what runs for every event */
#define UNLIKELY(x) __builtin_expect(!!(x), 0) /* seldom true */
#else
#define APART
#define COLD
#define UNLIKELY(x) (x)
#endif

/* Whether somebody listens, asked in a loop. gcc, told that it is seldom so, moves what a listener needs out of the
 * loop; clang, when it is not told, makes a loop of its own for where nobody does. */
#if defined(__GNUC__) && !defined(__clang__)
#define HEARD(x) __builtin_expect(!!(x), 0)
#else
#define HEARD(x) (x)
#endif

/* Bits of `attention`. */
enum {
  PUBLISHING = 1,  /* inside a sink */
  HELD = 4,        /* buffered work waits for the trigger */
  FRESH = 8        /* nothing has set the time yet */
};

static const ladder_field ladder_tick_fields[] = {
  { "price", "double", offsetof(ladder_tick, price), 0 },
  { "size", "double", offsetof(ladder_tick, size), 0 },
};
static const ladder_field ladder_ema_fields[] = {
  { "value", "double", offsetof(ladder_ema, value), 0 },
};
static const ladder_field ladder_spread_fields[] = {
  { "value", "double", offsetof(ladder_spread, value), 0 },
};
static const ladder_field ladder_notional_fields[] = {
  { "value", "double", offsetof(ladder_notional, value), 0 },
};
static const ladder_field ladder_vwap_fields[] = {
  { "pv", "double", offsetof(ladder_vwap, pv), 0 },
  { "v", "double", offsetof(ladder_vwap, v), 0 },
  { "value", "double", offsetof(ladder_vwap, value), 0 },
};
static const ladder_field ladder_dev_fields[] = {
  { "value", "double", offsetof(ladder_dev, value), 0 },
};
static const ladder_field ladder_var_fields[] = {
  { "value", "double", offsetof(ladder_var, value), 0 },
};
static const ladder_field ladder_detector_fields[] = {
  { "score", "double", offsetof(ladder_detector, score), 0 },
  { "count", "int64_t", offsetof(ladder_detector, count), 0 },
};
static const ladder_field ladder_publisher_fields[] = {
  { "published", "double", offsetof(ladder_publisher, published), 0 },
  { "count", "int64_t", offsetof(ladder_publisher, count), 0 },
};
static const ladder_field ladder_tick_event_fields[] = {
  { "price", "double", offsetof(ladder_tick_event, price), 0 },
  { "size", "double", offsetof(ladder_tick_event, size), 0 },
  { "time", "int64_t", offsetof(ladder_tick_event, time), 0 },
};

const ladder_struct ladder_nodes[] = {
  { "tick", ladder_tick_fields, 2, offsetof(ladder_t, tick), sizeof(ladder_tick), -1 },
  { "fast", ladder_ema_fields, 1, offsetof(ladder_t, fast), sizeof(ladder_ema), -1 },
  { "slow", ladder_ema_fields, 1, offsetof(ladder_t, slow), sizeof(ladder_ema), -1 },
  { "spread", ladder_spread_fields, 1, offsetof(ladder_t, spread), sizeof(ladder_spread), -1 },
  { "notional", ladder_notional_fields, 1, offsetof(ladder_t, notional), sizeof(ladder_notional), -1 },
  { "vwap", ladder_vwap_fields, 3, offsetof(ladder_t, vwap), sizeof(ladder_vwap), -1 },
  { "dev", ladder_dev_fields, 1, offsetof(ladder_t, dev), sizeof(ladder_dev), -1 },
  { "var", ladder_var_fields, 1, offsetof(ladder_t, var), sizeof(ladder_var), -1 },
  { "detector", ladder_detector_fields, 2, offsetof(ladder_t, detector), sizeof(ladder_detector), -1 },
  { "publisher", ladder_publisher_fields, 2, offsetof(ladder_t, publisher), sizeof(ladder_publisher), -1 },
};

const ladder_struct ladder_events[] = {
  { "Tick", ladder_tick_event_fields, 3, 0, sizeof(ladder_tick_event), 2 },
};

static inline int64_t flux_i64_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

static inline void tick_on_tick(ladder_tick *self, const ladder_tick_event *event) {
  self->price = event->price;
  self->size = event->size;
}

static inline void fast_update(ladder_ema *self, double x) {
  self->value += 0.2 * (x - self->value);
}

static inline void slow_update(ladder_ema *self, double x) {
  self->value += 0.02 * (x - self->value);
}

static inline void spread_update(ladder_spread *self, const ladder_ema *fast, const ladder_ema *slow) {
  self->value = fast->value - slow->value;
}

static inline void notional_update(ladder_notional *self, const ladder_tick *tick) {
  self->value = tick->price * tick->size;
}

static inline void vwap_update(ladder_vwap *self, const ladder_notional *notional, double size) {
  self->pv += notional->value;
  self->v += size;
  self->value = self->pv / self->v;
}

static inline void dev_update(ladder_dev *self, double price, const ladder_vwap *vwap) {
  self->value = price - vwap->value;
}

static inline void var_update(ladder_var *self, const ladder_dev *dev) {
  self->value += 0.05 * (dev->value * dev->value - self->value);
}

static inline bool detector_update(ladder_detector *self, const ladder_spread *spread, const ladder_dev *dev,
                                   const ladder_var *var) {
  self->score = spread->value * dev->value / (var->value + 1e-9);
  if (!(self->score > 0.0)) {
    return false;
  }
  self->count = flux_i64_add(self->count, 1);
  return true;
}

static inline void publisher_update(ladder_publisher *self, double score) {
  self->published = self->published * 0.5 + score;
  self->count = flux_i64_add(self->count, 1);
}

APART static int publish_published(ladder_t *g) {
  g->attention |= PUBLISHING;
  g->on_published(g->user, &g->publisher);
  g->attention &= ~PUBLISHING;
  int status = 0;
#if defined(__clang__)
  __asm__("" : "+r"(status)); /* not seen to be 0: an entry that ends in this call jumps here */
#endif
  return status;
}

/* Event Tick
 *
 *   tick       on Tick
 *   fast       update
 *   slow       update
 *   spread     update
 *   notional   update
 *   vwap       update
 *   dev        update
 *   var        update
 *   detector   update
 *   publisher  update          if detector is dirty
 *   publisher  sink published  if detector is dirty
 */
static int tick_cycle(ladder_t *g, const ladder_tick_event *event) {
  tick_on_tick(&g->tick, event);
  fast_update(&g->fast, g->tick.price);
  slow_update(&g->slow, g->tick.price);
  spread_update(&g->spread, &g->fast, &g->slow);
  notional_update(&g->notional, &g->tick);
  vwap_update(&g->vwap, &g->notional, g->tick.size);
  dev_update(&g->dev, g->tick.price, &g->vwap);
  var_update(&g->var, &g->dev);
  const bool detector_dirty = detector_update(&g->detector, &g->spread, &g->dev, &g->var);
  if (detector_dirty) {
    publisher_update(&g->publisher, g->detector.score);
    if (g->on_published != NULL) return publish_published(g);
  }
  return 0;
}

/* Event Tick, buffered: nothing propagates yet.
 *
 *   tick  on Tick
 */
static void tick_buffer_cycle(ladder_t *g, const ladder_tick_event *event) {
  tick_on_tick(&g->tick, event);
  g->pending.tick_dirty = true;
  g->attention |= HELD;
}

/* What buffered events left to do.
 *
 *   fast       update          if tick is dirty
 *   slow       update          if tick is dirty
 *   spread     update          if tick is dirty
 *   notional   update          if tick is dirty
 *   vwap       update          if tick is dirty
 *   dev        update          if tick is dirty
 *   var        update          if tick is dirty
 *   detector   update          if tick is dirty
 *   publisher  update          if detector is dirty
 *   publisher  sink published  if detector is dirty
 */
static void trigger_cycle(ladder_t *g) {
  const ladder_pending pending = g->pending;
  memset(&g->pending, 0, sizeof g->pending);
  if (pending.tick_dirty) {
    fast_update(&g->fast, g->tick.price);
    slow_update(&g->slow, g->tick.price);
    spread_update(&g->spread, &g->fast, &g->slow);
    notional_update(&g->notional, &g->tick);
    vwap_update(&g->vwap, &g->notional, g->tick.size);
    dev_update(&g->dev, g->tick.price, &g->vwap);
    var_update(&g->var, &g->dev);
    const bool detector_dirty = detector_update(&g->detector, &g->spread, &g->dev, &g->var);
    if (detector_dirty) {
      publisher_update(&g->publisher, g->detector.score);
      if (g->on_published != NULL) publish_published(g);
    }
  }
}

static void run_trigger(ladder_t *g) {
  g->attention &= ~HELD;
  g->cycle++;
  trigger_cycle(g);
}

static void set_first_time(ladder_t *g, int64_t time) {
  g->attention &= ~FRESH;
  g->now = time;
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_tick(ladder_t *g, const ladder_tick_event *event) {
  if (g->attention & PUBLISHING) return LADDER_E_MISUSE;
  if (g->attention & HELD) run_trigger(g);
  if (g->attention & FRESH) set_first_time(g, event->time);
  return ladder_on_tick(g, event);
}

int ladder_on_tick(ladder_t *g, const ladder_tick_event *event) {
  if (g->attention != 0) return prepare_tick(g, event);
  if (UNLIKELY(event->time < g->now)) {
    g->late++;
  } else {
    g->now = event->time;
  }
  g->cycle++;
  return tick_cycle(g, event);
}

/* What a batch of Tick keeps at hand. */
struct tick_batch {
  int64_t now;
  ladder_tick tick;
  ladder_fast fast;
  ladder_slow slow;
  ladder_spread spread;
  ladder_notional notional;
  ladder_vwap vwap;
  ladder_dev dev;
  ladder_var var;
  ladder_detector detector;
  ladder_publisher publisher;
};

static inline void load_tick_batch(struct tick_batch *s, const ladder_t *g) {
  s->now = g->now;
  s->tick = g->tick;
  s->fast = g->fast;
  s->slow = g->slow;
  s->spread = g->spread;
  s->notional = g->notional;
  s->vwap = g->vwap;
  s->dev = g->dev;
  s->var = g->var;
  s->detector = g->detector;
  s->publisher = g->publisher;
}

static inline void store_tick_batch(const struct tick_batch *s, ladder_t *g) {
  g->now = s->now;
  g->tick = s->tick;
  g->fast = s->fast;
  g->slow = s->slow;
  g->spread = s->spread;
  g->notional = s->notional;
  g->vwap = s->vwap;
  g->dev = s->dev;
  g->var = s->var;
  g->detector = s->detector;
  g->publisher = s->publisher;
}

/* Without what each cycle sets anew: the last event of the batch stores that. */
static inline void store_carried_tick_batch(const struct tick_batch *s, ladder_t *g) {
  g->now = s->now;
  g->fast = s->fast;
  g->slow = s->slow;
  g->vwap.pv = s->vwap.pv;
  g->vwap.v = s->vwap.v;
  g->var = s->var;
  g->detector.count = s->detector.count;
  g->publisher = s->publisher;
}

long ladder_on_tick_n(ladder_t *restrict g, const ladder_tick_event *restrict events, size_t n) {
  const ladder_tick_event *event = events, *const end = events + n;
  if (n > 0 && g->attention != 0) { /* the first event sees to what an earlier entry left */
    const int status = ladder_on_tick(g, event++);
    if (status < 0) return status;
  }
  if (event == end) return (long)n;
  const ladder_tick_event *const first = event;
  const uint64_t before = g->cycle;
  struct tick_batch s;
  load_tick_batch(&s, g);
  for (; event < end - 1; event++) {
    if (UNLIKELY(event->time < s.now)) {
      g->late++;
    } else {
      s.now = event->time;
    }
    tick_on_tick(&s.tick, event);
    fast_update(&s.fast, s.tick.price);
    slow_update(&s.slow, s.tick.price);
    spread_update(&s.spread, &s.fast, &s.slow);
    notional_update(&s.notional, &s.tick);
    vwap_update(&s.vwap, &s.notional, s.tick.size);
    dev_update(&s.dev, s.tick.price, &s.vwap);
    var_update(&s.var, &s.dev);
    const bool detector_dirty = detector_update(&s.detector, &s.spread, &s.dev, &s.var);
    if (detector_dirty) {
      publisher_update(&s.publisher, s.detector.score);
      if (HEARD(g->on_published != NULL)) {
        store_tick_batch(&s, g);
        g->cycle = before + (uint64_t)(event - first) + 1;
        publish_published(g);
      }
    }
  }
  store_carried_tick_batch(&s, g);
  g->cycle = before + (uint64_t)(event - first);
  ladder_on_tick(g, event);
  return (long)n;
}

int ladder_dispatch(ladder_t *g, int type, const void *event) {
  switch (type) {
  case LADDER_TICK: return ladder_on_tick(g, event);
  default: return LADDER_E_UNHANDLED;
  }
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_buffer_tick(ladder_t *g, const ladder_tick_event *event) {
  if (g->attention & PUBLISHING) return LADDER_E_MISUSE;
  if (g->attention & FRESH) set_first_time(g, event->time);
  return ladder_buffer_tick(g, event);
}

int ladder_buffer_tick(ladder_t *g, const ladder_tick_event *event) {
  if ((g->attention & (PUBLISHING | FRESH)) != 0) return prepare_buffer_tick(g, event);
  if (UNLIKELY(event->time < g->now)) {
    g->late++;
  } else {
    g->now = event->time;
  }
  g->cycle++;
  tick_buffer_cycle(g, event);
  return 0;
}

int ladder_buffer(ladder_t *g, int type, const void *event) {
  switch (type) {
  case LADDER_TICK: return ladder_buffer_tick(g, event);
  default: return LADDER_E_UNHANDLED;
  }
}

int ladder_trigger(ladder_t *g) {
  if (g->attention & PUBLISHING) return LADDER_E_MISUSE;
  if (g->attention & HELD) run_trigger(g);
  return 0;
}

int ladder_advance(ladder_t *g, int64_t time) {
  if ((g->attention & (PUBLISHING | FRESH)) != 0) {
    if (g->attention & PUBLISHING) return LADDER_E_MISUSE;
    if (g->attention & FRESH) set_first_time(g, time);
  }
  if (time > g->now) g->now = time;
  return 0;
}

/* State and time as before the first entry; what the host has set stays. */
static void set_initial_state(ladder_t *g) {
  memset(g, 0, offsetof(ladder_t, on_published));
  g->attention = FRESH;
}

void ladder_init(ladder_t *g) {
  memset(g, 0, sizeof *g);
  set_initial_state(g);
}

int ladder_reset(ladder_t *g) {
  if (g->attention & PUBLISHING) return LADDER_E_MISUSE;
  set_initial_state(g);
  return 0;
}
