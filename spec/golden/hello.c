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
  FRESH = 8,       /* nothing has set the time yet */
  AUDITING = 64    /* the audit is on */
};

/* Indices into hello_callbacks. */
enum {
  TICK_ON_TICK = 0,
  MEAN_UPDATE = 1,
  JUMP_UPDATE = 2
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

const char *const hello_callbacks[][3] = {
  { "tick", "on Tick", "hello.lua:12" },
  { "mean", "update", "hello.lua:14" },
  { "jump", "update", "hello.lua:16" },
};

static inline void tick_on_tick(hello_tick *self, const hello_tick_event *event) {
  self->price = event->price;
}

static inline void mean_update(hello_mean *self, double price) {
  self->value += 0.5 * (price - self->value);
}

static inline bool jump_update(hello_jump *self, double price, const hello_mean *mean) {
  self->above = price - mean->value;
  if (self->above < 1.0) { /* arrest: nothing downstream runs */
    return false;
  }
  return true;
}

APART static int publish_jump(hello_t *g) {
  g->attention |= PUBLISHING;
  g->on_jump(g->user, &g->jump);
  g->attention &= ~PUBLISHING;
  int status = 0;
#if defined(__clang__)
  __asm__("" : "+r"(status)); /* not seen to be 0: an entry that ends in this call jumps here */
#endif
  return status;
}

/* Indices into hello_nodes. */
enum { NODE_TICK = 0, NODE_MEAN, NODE_JUMP };

/* Kinds of records; of a cycle: its entry; of a call: its outcome. */
enum { AUDIT_CYCLE = 1, AUDIT_CALL, AUDIT_VALUE, AUDIT_POST, AUDIT_SINK, AUDIT_ERROR, AUDIT_REFUSED, AUDIT_MARK };
enum { AUDIT_EVENT = 0, AUDIT_BUFFER, AUDIT_TRIGGER, AUDIT_TIMER, AUDIT_INIT, AUDIT_START, AUDIT_STOP };
enum { AUDIT_ARRESTED = 0, AUDIT_DIRTY = 1, AUDIT_RAN = 2, AUDIT_FAILED = 3 };

/* Bytes of the types double, float, bool, int8_t, uint8_t and so on, uint64_t, symbol; the type of each field; and
 * which field and which value of all is a node's first. */
static const uint8_t audit_width[12] = { 8, 4, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4 };
static const uint8_t audit_types[3] = { 0, 0, 0 };
static const struct { uint32_t field, value; } audit_first[HELLO_NODES] = { { 0, 0 }, { 1, 1 }, { 2, 2 } };

static hello_audit_record *audit_records(hello_audit_ring *ring) {
  return (hello_audit_record *)(void *)(ring + 1);
}

APART static void audit_append(hello_t *g, int kind, int outcome, uint32_t subject, int64_t value) {
  hello_audit_ring *ring = g->audit.ring;
  if (UNLIKELY(ring->next == ring->limit)) { /* full, and the new one is dropped */
    ring->lost++;
    return;
  }
  hello_audit_record *record = audit_records(ring) + (ring->next++ & (ring->capacity - 1));
  record->cycle = g->cycle;
  record->time = g->now;
  record->kind = (uint8_t)kind;
  record->outcome = (uint8_t)outcome;
  record->event = g->audit.event;
  record->subject = subject;
  record->value = value;
}

/* A value's bits, widened to 64; there is one NaN. */
static uint64_t audit_bits(const unsigned char *from, int type) {
  uint64_t bits = 0;
  uint32_t word;
  uint16_t half;
  switch (audit_width[type]) {
  case 8: memcpy(&bits, from, 8); break;
  case 4: memcpy(&word, from, 4); bits = word; break;
  case 2: memcpy(&half, from, 2); bits = half; break;
  default: bits = *from; break;
  }
  if (type == 0 && (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)) return UINT64_C(0x7ff8000000000000);
  if (type == 1 && (bits & INT32_MAX) > 0x7f800000u) return 0x7fc00000u;
  return type == 2 ? bits != 0 : bits;
}

/* Keeps a node's state as it is before a callback. */
APART static void audit_keep(hello_t *g, int node) {
  const hello_struct *known = &hello_nodes[node];
  memcpy(audit_records(g->audit.ring) + g->audit.ring->capacity, (const unsigned char *)g + known->offset, known->size);
}

/* Records the values that a callback has changed. */
APART static void audit_values(hello_t *g, int node) {
  const hello_struct *known = &hello_nodes[node];
  const unsigned char *before = (const unsigned char *)(audit_records(g->audit.ring) + g->audit.ring->capacity);
  const unsigned char *now = (const unsigned char *)g + known->offset;
  uint32_t number = audit_first[node].value;
  if (known->size == 0 || memcmp(before, now, known->size) == 0) return;
  for (uint32_t f = 0; f < known->field_count; f++) {
    const int type = audit_types[audit_first[node].field + f];
    const uint32_t count = known->fields[f].count != 0 ? known->fields[f].count : 1;
    uint32_t at = known->fields[f].offset;
    for (uint32_t i = 0; i < count; i++, number++, at += audit_width[type]) {
      const uint64_t bits = audit_bits(now + at, type);
      if (bits != audit_bits(before + at, type)) audit_append(g, AUDIT_VALUE, type, number, (int64_t)bits);
    }
  }
}

static inline void audit_enter(hello_t *g, int node) {
  if (UNLIKELY(g->audit.level[node] >= HELLO_AUDIT_VALUES)) audit_keep(g, node);
}

static inline void audit_call(hello_t *g, int node, int callback, int32_t element, int outcome) {
  if (g->audit.level[node] >= HELLO_AUDIT_NODES) audit_append(g, AUDIT_CALL, outcome, (uint32_t)callback, element);
  if (UNLIKELY(g->audit.level[node] >= HELLO_AUDIT_VALUES)) audit_values(g, node);
}

static void audit_cycle(hello_t *g, int entry, int16_t event) {
  g->audit.event = event;
  if (g->audit.cycles) audit_append(g, AUDIT_CYCLE, entry, 0, 0);
}

static void audit_sink(hello_t *g, int node, uint32_t sink) {
  if (g->audit.level[node] >= HELLO_AUDIT_NODES) audit_append(g, AUDIT_SINK, 0, sink, 0);
}

/* An entry that is refused, or that its timers end early. */
COLD static void audit_refused(hello_t *g, int event, int status) {
  g->audit.event = (int16_t)event;
  audit_append(g, AUDIT_REFUSED, 0, 0, status);
}

/* 0: reset, 1: goes on after an error, 2: is restored. */
COLD static void audit_mark(hello_t *g, int what) {
  g->audit.event = HELLO_ENTRY_START;
  audit_append(g, AUDIT_MARK, what, 0, 0);
}

APART static int tick_cycle_audited(hello_t *g, const hello_tick_event *event) {
  audit_cycle(g, AUDIT_EVENT, HELLO_TICK);
  audit_enter(g, NODE_TICK);
  tick_on_tick(&g->tick, event);
  audit_call(g, NODE_TICK, TICK_ON_TICK, -1, AUDIT_DIRTY);
  audit_enter(g, NODE_MEAN);
  mean_update(&g->mean, g->tick.price);
  audit_call(g, NODE_MEAN, MEAN_UPDATE, -1, AUDIT_DIRTY);
  audit_enter(g, NODE_JUMP);
  const bool jump_dirty = jump_update(&g->jump, g->tick.price, &g->mean);
  audit_call(g, NODE_JUMP, JUMP_UPDATE, -1, jump_dirty);
  if (jump_dirty) {
    audit_sink(g, NODE_JUMP, 0);
    if (g->on_jump != NULL) publish_jump(g);
  }
  return 0;
}

/* Event Tick
 *
 *   tick  on Tick
 *   mean  update
 *   jump  update
 *   jump  sink jump  if jump is dirty
 */
static int tick_cycle(hello_t *g, const hello_tick_event *event) {
  tick_on_tick(&g->tick, event);
  mean_update(&g->mean, g->tick.price);
  const bool jump_dirty = jump_update(&g->jump, g->tick.price, &g->mean);
  if (jump_dirty && g->on_jump != NULL) return publish_jump(g);
  return 0;
}

APART static int tick_buffer_cycle_audited(hello_t *g, const hello_tick_event *event) {
  audit_cycle(g, AUDIT_BUFFER, HELLO_TICK);
  audit_enter(g, NODE_TICK);
  tick_on_tick(&g->tick, event);
  g->pending.tick_dirty = true;
  g->attention |= HELD;
  audit_call(g, NODE_TICK, TICK_ON_TICK, -1, AUDIT_DIRTY);
  return 0;
}

/* Event Tick, buffered: nothing propagates yet.
 *
 *   tick  on Tick
 */
static int tick_buffer_cycle(hello_t *g, const hello_tick_event *event) {
  if (UNLIKELY(g->audit.ring != NULL)) return tick_buffer_cycle_audited(g, event);
  tick_on_tick(&g->tick, event);
  g->pending.tick_dirty = true;
  g->attention |= HELD;
  return 0;
}

APART static void trigger_cycle_audited(hello_t *g) {
  audit_cycle(g, AUDIT_TRIGGER, HELLO_ENTRY_TRIGGER);
  const hello_pending pending = g->pending;
  memset(&g->pending, 0, sizeof g->pending);
  if (pending.tick_dirty) {
    audit_enter(g, NODE_MEAN);
    mean_update(&g->mean, g->tick.price);
    audit_call(g, NODE_MEAN, MEAN_UPDATE, -1, AUDIT_DIRTY);
    audit_enter(g, NODE_JUMP);
    const bool jump_dirty = jump_update(&g->jump, g->tick.price, &g->mean);
    audit_call(g, NODE_JUMP, JUMP_UPDATE, -1, jump_dirty);
    if (jump_dirty) {
      audit_sink(g, NODE_JUMP, 0);
      if (g->on_jump != NULL) publish_jump(g);
    }
  }
}

/* What buffered events left to do.
 *
 *   mean  update     if tick is dirty
 *   jump  update     if tick is dirty
 *   jump  sink jump  if jump is dirty
 */
static void trigger_cycle(hello_t *g) {
  if (UNLIKELY(g->audit.ring != NULL)) {
    trigger_cycle_audited(g);
    return;
  }
  const hello_pending pending = g->pending;
  memset(&g->pending, 0, sizeof g->pending);
  if (pending.tick_dirty) {
    mean_update(&g->mean, g->tick.price);
    const bool jump_dirty = jump_update(&g->jump, g->tick.price, &g->mean);
    if (jump_dirty && g->on_jump != NULL) publish_jump(g);
  }
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

/* The entry while the audit is on. */
APART static int audited_tick(hello_t *g, const hello_tick_event *event) {
  if (UNLIKELY(event->time < g->now)) {
    g->late++;
  } else {
    g->now = event->time;
  }
  g->cycle++;
  return tick_cycle_audited(g, event);
}

/* Sees to what an earlier entry left, then runs this one. */
APART static int prepare_tick(hello_t *g, const hello_tick_event *event) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  if (g->attention & HELD) run_trigger(g);
  if (g->attention & FRESH) set_first_time(g, event->time);
  return g->audit.ring != NULL ? audited_tick(g, event) : hello_on_tick(g, event);
}

int hello_on_tick(hello_t *g, const hello_tick_event *event) {
  if (UNLIKELY(g->attention != 0)) return prepare_tick(g, event);
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
  hello_tick tick;
  hello_mean mean;
  hello_jump jump;
};

static inline void load_tick_batch(struct tick_batch *s, const hello_t *g) {
  s->now = g->now;
  s->tick = g->tick;
  s->mean = g->mean;
  s->jump = g->jump;
}

static inline void store_tick_batch(const struct tick_batch *s, hello_t *g) {
  g->now = s->now;
  g->tick = s->tick;
  g->mean = s->mean;
  g->jump = s->jump;
}

/* Without what each cycle sets anew: the last event of the batch stores that. */
static inline void store_carried_tick_batch(const struct tick_batch *s, hello_t *g) {
  g->now = s->now;
  g->mean = s->mean;
}

long hello_on_tick_n(hello_t *restrict g, const hello_tick_event *restrict events, size_t n) {
  if (UNLIKELY(g->audit.ring != NULL)) {
    for (size_t i = 0; i < n; i++) {
      const int status = hello_on_tick(g, &events[i]);
      if (status < 0) return i > 0 ? (long)i : status;
    }
    return (long)n;
  }
  const hello_tick_event *event = events, *const end = events + n;
  if (n > 0 && g->attention != 0) { /* the first event sees to what an earlier entry left */
    const int status = hello_on_tick(g, event++);
    if (status < 0) return status;
  }
  if (event == end) return (long)n;
  const hello_tick_event *const first = event;
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
    mean_update(&s.mean, s.tick.price);
    const bool jump_dirty = jump_update(&s.jump, s.tick.price, &s.mean);
    if (jump_dirty) {
      if (HEARD(g->on_jump != NULL)) {
        store_tick_batch(&s, g);
        g->cycle = before + (uint64_t)(event - first) + 1;
        publish_jump(g);
      }
    }
  }
  store_carried_tick_batch(&s, g);
  g->cycle = before + (uint64_t)(event - first);
  hello_on_tick(g, event);
  return (long)n;
}

int hello_dispatch(hello_t *g, int type, const void *event) {
  switch (type) {
  case HELLO_TICK: return hello_on_tick(g, event);
  default:
    if (g->audit.ring != NULL) audit_refused(g, type >= 0 && type < 1 ? type : -1, HELLO_E_UNHANDLED);
    return HELLO_E_UNHANDLED;
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
  return tick_buffer_cycle(g, event);
}

int hello_buffer(hello_t *g, int type, const void *event) {
  switch (type) {
  case HELLO_TICK: return hello_buffer_tick(g, event);
  default:
    if (g->audit.ring != NULL) audit_refused(g, type >= 0 && type < 1 ? type : -1, HELLO_E_UNHANDLED);
    return HELLO_E_UNHANDLED;
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
  if (g->audit.ring != NULL) g->attention |= AUDITING;
  g->mean.value = 100.0;
}

void hello_init(hello_t *g) {
  memset(g, 0, sizeof *g);
  set_initial_state(g);
}

int hello_reset(hello_t *g) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  if (g->audit.ring != NULL) audit_mark(g, 0);
  set_initial_state(g);
  return 0;
}

int hello_audit_init(hello_audit_ring *ring, size_t size, bool overwrite) {
  const size_t fixed = sizeof *ring + HELLO_AUDIT_SCRATCH;
  if ((uintptr_t)ring % 8 != 0) return HELLO_E_INPUT;
  if (size < fixed + sizeof(hello_audit_record)) return HELLO_E_LIMIT;
  uint32_t capacity = 1;
  while (capacity < UINT32_C(1) << 31 && capacity <= (size - fixed) / sizeof(hello_audit_record) / 2) capacity *= 2;
  memset(ring, 0, sizeof *ring);
  memcpy(ring->magic, "FLUXAUDT", 8);
  memcpy(ring->graph, "hello", sizeof "hello");
  ring->version = 1;
  ring->record_size = sizeof(hello_audit_record);
  ring->fingerprint = HELLO_GRAPH_HASH;
  ring->limit = overwrite ? UINT64_MAX : capacity;
  ring->capacity = capacity;
  ring->overwrite = overwrite;
  ring->scratch = HELLO_AUDIT_SCRATCH;
  return 0;
}

int hello_audit(hello_t *g, hello_audit_ring *ring, int level) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  if (level < HELLO_AUDIT_OFF || level > HELLO_AUDIT_VALUES) return HELLO_E_INPUT;
  if (ring != NULL && (memcmp(ring->magic, "FLUXAUDT", 8) != 0 || ring->version != 1)) return HELLO_E_INPUT;
  if (ring != NULL && ring->fingerprint != HELLO_GRAPH_HASH) return HELLO_E_INPUT; /* of another graph */
  if (ring != NULL && ring->scratch < HELLO_AUDIT_SCRATCH) return HELLO_E_LIMIT;
  g->audit.ring = ring;
  g->attention = ring != NULL ? g->attention | AUDITING : g->attention & ~AUDITING;
  g->audit.cycles = level >= HELLO_AUDIT_CYCLES;
  memset(g->audit.level, level, sizeof g->audit.level);
  return 0;
}

int hello_audit_node(hello_t *g, int node, int level) {
  if (g->attention & PUBLISHING) return HELLO_E_MISUSE;
  if (node < 0 || node >= HELLO_NODES) return HELLO_E_INPUT;
  if (level < HELLO_AUDIT_OFF || level > HELLO_AUDIT_VALUES) return HELLO_E_INPUT;
  g->audit.level[node] = (uint8_t)level;
  return 0;
}

uint64_t hello_audit_lost(const hello_audit_ring *ring) {
  const uint64_t waiting = ring->next - ring->read;
  return ring->lost + (waiting > ring->capacity ? waiting - ring->capacity : 0);
}

uint64_t hello_audit_read(hello_audit_ring *ring, hello_audit_record *records, uint64_t count) {
  const uint64_t gone = hello_audit_lost(ring) - ring->lost;
  uint64_t taken = 0;
  ring->lost += gone;
  ring->read += gone;
  while (taken < count && ring->read < ring->next) {
    records[taken++] = audit_records(ring)[ring->read++ & (ring->capacity - 1)];
  }
  if (ring->overwrite == 0) ring->limit = ring->read + ring->capacity;
  return taken;
}
