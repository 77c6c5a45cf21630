/* hello.c -- the event graph 'hello', written by flux from hello.lua. Do not edit. */
#include "hello.h"
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

/* Bits of `attention`. */
enum {
  PUBLISHING = 1,  /* inside a sink */
  HELD = 4,        /* buffered work waits for the trigger */
  FRESH = 8        /* nothing has set the time yet */
};

static const hello_field hello_tick_fields[] = {
  { "price", "double", offsetof(hello_tick, price), 0 },
};
static const hello_field hello_mean_fields[] = {
  { "value", "double", offsetof(hello_mean, value), 0 },
};
static const hello_field hello_jump_fields[] = {
  { "above", "double", offsetof(hello_jump, above), 0 },
};
static const hello_field hello_tick_event_fields[] = {
  { "time", "int64_t", offsetof(hello_tick_event, time), 0 },
  { "price", "double", offsetof(hello_tick_event, price), 0 },
};

const hello_struct hello_nodes[] = {
  { "tick", hello_tick_fields, 1, offsetof(hello_t, tick), sizeof(hello_tick), -1 },
  { "mean", hello_mean_fields, 1, offsetof(hello_t, mean), sizeof(hello_mean), -1 },
  { "jump", hello_jump_fields, 1, offsetof(hello_t, jump), sizeof(hello_jump), -1 },
};

const hello_struct hello_events[] = {
  { "Tick", hello_tick_event_fields, 2, 0, sizeof(hello_tick_event), 0 },
};

static inline void tick_on_tick(hello_tick *self, const hello_tick_event *event) {
  self->price = event->price;
}

static inline void mean_update(hello_mean *self, double price) {
  self->value += 0.5 * (price - self->value);
}

static inline bool jump_update(hello_jump *self, double price, const hello_mean *mean) {
  self->above = price - mean->value;
  if (self->above < 1.0) {
    return false;
  } /* arrest: nothing downstream runs */
  return true;
}

APART static void publish_jump(hello_t *g) {
  g->attention |= PUBLISHING;
  g->on_jump(g->user, &g->jump);
  g->attention &= ~PUBLISHING;
}

/* Event Tick
 *
 *   tick  on Tick
 *   mean  update
 *   jump  update
 *   jump  sink jump  if jump
 */
static void tick_cycle(hello_t *g, const hello_tick_event *event) {
  tick_on_tick(&g->tick, event);
  mean_update(&g->mean, g->tick.price);
  const bool jump_dirty = jump_update(&g->jump, g->tick.price, &g->mean);
  if (jump_dirty && g->on_jump != NULL) publish_jump(g);
}

/* Event Tick, buffered: nothing propagates yet.
 *
 *   tick  on Tick
 */
static void tick_buffer_cycle(hello_t *g, const hello_tick_event *event) {
  tick_on_tick(&g->tick, event);
  g->pending.tick_dirty = true;
  g->attention |= HELD;
}

/* What buffered events left to do.
 *
 *   mean  update     if tick
 *   jump  update     if tick
 *   jump  sink jump  if jump
 */
static void trigger_cycle(hello_t *g) {
  const hello_pending pending = g->pending;
  memset(&g->pending, 0, sizeof g->pending);
  bool jump_dirty = false;
  if (pending.tick_dirty) {
    mean_update(&g->mean, g->tick.price);
    jump_dirty = jump_update(&g->jump, g->tick.price, &g->mean);
  }
  if (jump_dirty && g->on_jump != NULL) publish_jump(g);
}

static void run_trigger(hello_t *g) {
  g->attention &= ~HELD;
  g->cycle++;
  trigger_cycle(g);
}

static void set_first_time(hello_t *g, int64_t time) {
  g->attention &= ~FRESH;
  g->now = time;
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_tick(hello_t *g, const hello_tick_event *event) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  if (g->attention & HELD) run_trigger(g);
  if (g->attention & FRESH) set_first_time(g, event->time);
  return hello_on_tick(g, event);
}

int hello_on_tick(hello_t *g, const hello_tick_event *event) {
  if (g->attention != 0) return prepare_tick(g, event);
  if (UNLIKELY(event->time < g->now)) {
    g->late++;
  } else {
    g->now = event->time;
  }
  g->cycle++;
  tick_cycle(g, event);
  return 0;
}

/* What a batch of Tick keeps at hand. */
struct tick_batch {
  int64_t now;
  uint64_t cycle;
  hello_tick tick;
  hello_mean mean;
  hello_jump jump;
};

static inline void load_tick_batch(struct tick_batch *s, const hello_t *g) {
  s->now = g->now;
  s->cycle = g->cycle;
  s->tick = g->tick;
  s->mean = g->mean;
  s->jump = g->jump;
}

static inline void store_tick_batch(const struct tick_batch *s, hello_t *g) {
  g->now = s->now;
  g->cycle = s->cycle;
  g->tick = s->tick;
  g->mean = s->mean;
  g->jump = s->jump;
}

long hello_on_tick_n(hello_t *restrict g, const hello_tick_event *restrict events, size_t n) {
  size_t i = 0;
  if (n > 0 && g->attention != 0) { /* the first event sees to what an earlier entry left */
    const int status = hello_on_tick(g, &events[i++]);
    if (status < 0) return status;
  }
  struct tick_batch s;
  load_tick_batch(&s, g);
  for (; i < n; i++) {
    const hello_tick_event *event = &events[i];
    if (UNLIKELY(event->time < s.now)) {
      g->late++;
    } else {
      s.now = event->time;
    }
    s.cycle++;
    tick_on_tick(&s.tick, event);
    mean_update(&s.mean, s.tick.price);
    const bool jump_dirty = jump_update(&s.jump, s.tick.price, &s.mean);
    if (jump_dirty) {
      if (g->on_jump != NULL) {
        store_tick_batch(&s, g);
        publish_jump(g);
      }
    }
  }
  store_tick_batch(&s, g);
  return (long)n;
}

int hello_dispatch(hello_t *g, int type, const void *event) {
  switch (type) {
  case HELLO_TICK: return hello_on_tick(g, event);
  default: return HELLO_E_UNHANDLED;
  }
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_buffer_tick(hello_t *g, const hello_tick_event *event) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  if (g->attention & FRESH) set_first_time(g, event->time);
  return hello_buffer_tick(g, event);
}

int hello_buffer_tick(hello_t *g, const hello_tick_event *event) {
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

int hello_buffer(hello_t *g, int type, const void *event) {
  switch (type) {
  case HELLO_TICK: return hello_buffer_tick(g, event);
  default: return HELLO_E_UNHANDLED;
  }
}

int hello_trigger(hello_t *g) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  if (g->attention & HELD) run_trigger(g);
  return 0;
}

int hello_advance(hello_t *g, int64_t time) {
  if ((g->attention & (PUBLISHING | FRESH)) != 0) {
    if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
    if (g->attention & FRESH) set_first_time(g, time);
  }
  if (time > g->now) g->now = time;
  return 0;
}

/* State and time as before the first entry; what the host has set stays. */
static void set_initial_state(hello_t *g) {
  memset(g, 0, offsetof(hello_t, on_jump));
  g->attention = FRESH;
  g->mean.value = 100.0;
}

void hello_init(hello_t *g) {
  memset(g, 0, sizeof *g);
  set_initial_state(g);
}

int hello_reset(hello_t *g) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  set_initial_state(g);
  return 0;
}
