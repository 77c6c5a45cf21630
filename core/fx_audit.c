/* SPDX-License-Identifier: MIT
 * fx_audit.c -- the audit: what happens, as fixed records in the host's ring. Reached only from the audited twins of the loops, and
 * where an entry fails anyway. */
#include "fx_engine.h"
#include "fx_snap.h"
#include <string.h>

/* -- the ring -------------------------------------------------------------------------------------------------------- */

static flux_audit_record *records_of(flux_audit_ring *ring) {
  return (flux_audit_record *)(void *)(ring + 1);
}

static uint8_t *scratch_of(flux_audit_ring *ring) {
  return (uint8_t *)(records_of(ring) + ring->capacity);
}

int flux_audit_init(flux_audit_ring *ring, size_t size, uint32_t scratch, int overwrite) {
  if ((uintptr_t)ring % 8 != 0) return FLUX_E_INPUT;
  if (size < sizeof *ring + sizeof(flux_audit_record) || size - sizeof *ring - sizeof(flux_audit_record) < scratch)
    return FLUX_E_LIMIT;
  const size_t room = (size - sizeof *ring - scratch) / sizeof(flux_audit_record);
  uint32_t capacity = 1;
  while (capacity < 1u << 31 && capacity <= room / 2) capacity *= 2;
  *ring = (flux_audit_ring){.magic = {'F', 'L', 'U', 'X', 'A', 'U', 'D', 'T'},
                            .version = FLUX_AUDIT_VERSION,
                            .record_size = FLUX_AUDIT_RECORD,
                            .limit = overwrite ? UINT64_MAX : capacity,
                            .capacity = capacity,
                            .overwrite = overwrite != 0,
                            .scratch = scratch};
  return 0;
}

/* Records that a ring has overwritten before they were read. */
static uint64_t overwritten(const flux_audit_ring *ring) {
  const uint64_t waiting = ring->next - ring->read;
  return waiting > ring->capacity ? waiting - ring->capacity : 0;
}

uint64_t flux_audit_lost(const flux_audit_ring *ring) {
  return ring->lost + overwritten(ring);
}

uint64_t flux_audit_read(flux_audit_ring *ring, flux_audit_record *records, uint64_t count) {
  const uint64_t gone = overwritten(ring);
  uint64_t taken = 0;
  ring->lost += gone;
  ring->read += gone;
  while (taken < count && ring->read < ring->next)
    records[taken++] = records_of(ring)[ring->read++ & (ring->capacity - 1)];
  if (!ring->overwrite) ring->limit = ring->read + ring->capacity;
  return taken;
}

static void append(flux_engine *e, uint8_t kind, int outcome, uint32_t subject, int64_t value) {
  flux_audit_ring *ring = e->audit.ring;
  if (ring->next == ring->limit) { /* full, and the new one is dropped */
    ring->lost++;
    return;
  }
  flux_audit_record *record = records_of(ring) + (ring->next++ & (ring->capacity - 1));
  record->cycle = (uint64_t)e->clock.cycle;
  record->time = e->audit.keeps_time ? e->clock.now : 0;
  record->kind = kind;
  record->outcome = (uint8_t)outcome;
  record->event = e->audit.event;
  record->subject = subject;
  record->value = value;
}

/* -- switching ------------------------------------------------------------------------------------------------------- */

/* How records number callbacks and values. */
void fx_audit_bind(flux_engine *e) {
  const flux_plan *plan = e->plan;
  uint32_t callbacks = 0, values = 0;
  for (uint32_t i = 0; i < fx_plan_callbacks_count(plan); i++) {
    if (fx_plan_callbacks(plan)[i].element <= 0) callbacks++;
    e->audit.numbers[i] = callbacks - 1;
  }
  for (uint32_t i = 0; i < fx_plan_nodes_count(plan); i++) {
    const uint32_t node = fx_plan_order(plan)[i], *first = fx_plan_member_first(plan) + node;
    e->audit.first_value[node] = values;
    if (first[0] == first[1]) values += fx_plan_nodes(plan)[node].size;
    for (uint32_t m = first[0]; m < first[1]; m++) {
      const uint32_t count = fx_plan_members(plan)[m].count;
      values += count ? count : 1;
    }
  }
  e->audit.keeps_time = (uint8_t)fx_clock_is_kept(e);
}

uint32_t flux_audit_scratch(const flux_engine *e) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < fx_plan_nodes_count(e->plan); i++)
    if (fx_plan_nodes(e->plan)[i].size > most) most = fx_plan_nodes(e->plan)[i].size;
  return most;
}

static int check_ring(const flux_engine *e, const flux_audit_ring *ring) {
  if (memcmp(ring->magic, "FLUXAUDT", sizeof ring->magic) != 0 || ring->version != FLUX_AUDIT_VERSION ||
      ring->record_size != FLUX_AUDIT_RECORD || ring->capacity == 0 || (ring->capacity & (ring->capacity - 1)) != 0)
    return FLUX_E_INPUT;
  if (ring->scratch < flux_audit_scratch(e) || fx_plan_events_count(e->plan) > INT16_MAX) return FLUX_E_LIMIT;
  return 0;
}

static int is_level(int level) {
  return level >= FLUX_AUDIT_OFF && level <= FLUX_AUDIT_VALUES;
}

int flux_audit(flux_engine *e, flux_audit_ring *ring, int level) {
  if (e->clock.running) return fx_fail_misuse(e, "the audit was switched from inside a callback");
  if (!is_level(level)) return FLUX_E_INPUT;
  if (ring) {
    const int status = check_ring(e, ring);
    if (status < 0) return status;
  }
  /* What was posted while it was off has no known cause. */
  if (!e->audit.ring && e->queue.capacity) memset(e->queue.causes, 0, e->queue.capacity * sizeof *e->queue.causes);
  e->audit.ring = ring;
  e->audit.cause = 0;
  e->audit.cycles = level >= FLUX_AUDIT_CYCLES;
  memset(e->audit.levels, level, fx_plan_nodes_count(e->plan));
  fx_trace_attend(e);
  return 0;
}

int flux_audit_node(flux_engine *e, uint32_t node, int level) {
  if (e->clock.running) return fx_fail_misuse(e, "the audit was switched from inside a callback");
  if (node >= fx_plan_nodes_count(e->plan) || !is_level(level)) return FLUX_E_INPUT;
  e->audit.levels[node] = (uint8_t)level;
  return 0;
}

/* -- what happens ---------------------------------------------------------------------------------------------------- */

void fx_audit_cycle(flux_engine *e, int entry, int event) {
  if (!e->audit.ring) return;
  e->audit.event = (int16_t)event;
  e->audit.posts = e->queue.count;
  e->audit.entered = UINT32_MAX;
  if (e->audit.cycles) append(e, FLUX_AUDIT_CYCLE, entry, 0, e->audit.cause);
  e->audit.cause = 0;
}

void fx_audit_enter(flux_engine *e, uint32_t callback) {
  if (!e->audit.ring) return;
  const uint32_t node = fx_plan_callbacks(e->plan)[callback].node;
  const flux_plan_node *known = fx_plan_nodes(e->plan) + node;
  if (e->audit.levels[node] >= FLUX_AUDIT_VALUES)
    memcpy(scratch_of(e->audit.ring), e->clock.state + known->state, known->size);
}

static void append_value(flux_engine *e, uint32_t number, uint32_t type, const uint8_t *before, const uint8_t *now) {
  const uint64_t bits = fx_record_bits(now, type);
  if (bits != fx_record_bits(before, type)) append(e, FLUX_AUDIT_VALUE, (int)type, number, (int64_t)bits);
}

static void append_values(flux_engine *e, uint32_t node) {
  const flux_plan_node *known = fx_plan_nodes(e->plan) + node;
  const uint32_t *first = fx_plan_member_first(e->plan) + node;
  const uint8_t *before = scratch_of(e->audit.ring), *now = e->clock.state + known->state;
  uint32_t number = e->audit.first_value[node];
  if (memcmp(before, now, known->size) == 0) return;
  if (first[0] == first[1])
    for (uint32_t i = 0; i < known->size; i++) append_value(e, number++, FLUX_T_U8, before + i, now + i);
  for (uint32_t m = first[0]; m < first[1]; m++) {
    const fx_member *member = fx_plan_members(e->plan) + m;
    const uint32_t count = member->count ? member->count : 1, width = fx_record_width(member->type);
    for (uint32_t i = 0; i < count; i++)
      append_value(e, number++, member->type, before + member->offset + i * width, now + member->offset + i * width);
  }
}

/* What was posted since the last record of the kind. */
static void append_posts(flux_engine *e, uint32_t poster) {
  const fx_queue *queue = &e->queue;
  for (uint32_t i = e->audit.posts; i < queue->count; i++) {
    const uint32_t at = (uint32_t)(((uint64_t)queue->head + i) % queue->capacity);
    append(e, FLUX_AUDIT_POST, 0, poster, queue->types[at]);
  }
}

int fx_audit_outcome(const flux_plan_callback *callback, int rc) {
  if (rc < 0) return FLUX_AUDIT_FAILED;
  switch (callback->role) {
  case FLUX_HANDLER:
    if (callback->flags & FLUX_QUIET) return FLUX_AUDIT_RAN;
    break;
  case FLUX_TIMER:
  case FLUX_UPDATE:
  case FLUX_ON_ARREST: break;
  default: return FLUX_AUDIT_RAN;
  }
  return rc > 0 ? FLUX_AUDIT_DIRTY : FLUX_AUDIT_ARRESTED;
}

void fx_audit_leave(flux_engine *e, uint32_t callback, int rc, int32_t element) {
  if (!e->audit.ring) return;
  const flux_plan_callback *known = fx_plan_callbacks(e->plan) + callback;
  const uint8_t level = e->audit.levels[known->node];
  e->audit.entered = UINT32_MAX;
  if (level >= FLUX_AUDIT_NODES)
    append(e, FLUX_AUDIT_CALL, fx_audit_outcome(known, rc), e->audit.numbers[callback], element);
  if (level >= FLUX_AUDIT_VALUES) append_values(e, known->node);
  if (level >= FLUX_AUDIT_NODES && rc >= 0) append_posts(e, e->audit.numbers[callback]);
  e->audit.posts = e->queue.count;
}

void fx_audit_sink(flux_engine *e, uint32_t sink) {
  if (!e->audit.ring || e->audit.levels[fx_plan_sinks(e->plan)[sink].node] < FLUX_AUDIT_NODES) return;
  append(e, FLUX_AUDIT_SINK, 0, sink, 0);
}

void fx_audit_end_sink(flux_engine *e, uint32_t sink) {
  if (!e->audit.ring) return;
  if (e->audit.levels[fx_plan_sinks(e->plan)[sink].node] >= FLUX_AUDIT_NODES)
    append_posts(e, (uint32_t)FLUX_TRACE_SINK | sink);
  e->audit.posts = e->queue.count;
}

void fx_audit_error(flux_engine *e, uint32_t callback, int outcome, int status) {
  if (!e->audit.ring) return;
  /* A host that runs whole cycles does not come back for the callback that failed. */
  if (outcome != FLUX_AUDIT_SINK_FAILED && e->audit.entered != UINT32_MAX)
    fx_audit_leave(e, e->audit.entered, status, fx_plan_callbacks(e->plan)[e->audit.entered].element);
  if (!(callback & FLUX_TRACE_SINK))
    callback = callback < fx_plan_callbacks_count(e->plan) ? e->audit.numbers[callback] : UINT32_MAX;
  append(e, FLUX_AUDIT_ERROR, outcome, callback, status);
}

void fx_audit_refused(flux_engine *e, int event, int status) {
  if (!e->audit.ring) return;
  e->audit.event = (int16_t)event;
  append(e, FLUX_AUDIT_REFUSED, 0, 0, status);
}

void fx_audit_mark(flux_engine *e, int what) {
  if (!e->audit.ring) return;
  e->audit.event = FLUX_AUDIT_AT_START;
  append(e, FLUX_AUDIT_MARK, what, 0, 0);
}
