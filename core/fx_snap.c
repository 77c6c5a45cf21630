/* SPDX-License-Identifier: MIT
 * fx_snap.c -- an instance as bytes, and back. The same state gives the same bytes, whoever wrote them.
 *
 * Restoring first reads the whole snapshot and changes nothing; only a snapshot that fits as a whole is applied. */
#include "fx_snap.h"
#include <stdio.h>
#include <string.h>

uint64_t fx_snap_checksum(const uint8_t *bytes, size_t size) {
  return flux_hash(bytes + 32, size - 32, flux_hash(bytes, 24, FLUX_HASH_SEED));
}

/* Bytes of what every snapshot of a plan has: header, layout, nodes, timers. */
static size_t fixed_size(const flux_plan *plan) {
  size_t size = FX_SNAP_HEAD + flux_layout(plan, NULL, 0) + fx_plan_nodes_count(plan);
  for (uint32_t n = 0; n < fx_plan_nodes_count(plan); n++) size += fx_record_packed(plan, n);
  return size + (size_t)FX_SNAP_TIMER * fx_plan_timers_count(plan);
}

static uint32_t post_size(const flux_plan *plan, uint32_t type) {
  return FX_SNAP_POST + fx_record_packed(plan, fx_record_of_event(plan, type));
}

static uint32_t waiting(const fx_queue *queue, uint32_t i) {
  return (uint32_t)(((uint64_t)queue->head + i) % queue->capacity);
}

size_t flux_snapshot_size(const flux_engine *e) {
  size_t size = fixed_size(e->plan) + (size_t)FX_SNAP_SYMBOL * e->symbol_count;
  for (uint32_t i = 0; i < e->queue.count; i++) size += post_size(e->plan, e->queue.types[waiting(&e->queue, i)]);
  return size;
}

/* -- taking ---------------------------------------------------------------------------------------------------------- */

static void put_head(const flux_engine *e, uint8_t *to, size_t size) {
  memset(to, 0, FX_SNAP_HEAD);
  memcpy(to, FX_SNAP_MAGIC, 8);
  fx_set_head_version(to, FX_SNAP_VERSION);
  const int has_now = e->clock.has_now && fx_clock_is_kept(e); /* exported C has no room for a time that nobody reads */
  fx_set_head_flags(to, (has_now ? FX_SNAP_HAS_NOW : 0) | (e->clock.attention & FLUX_ATTEND_HELD ? FX_SNAP_HELD : 0));
  fx_set_head_size(to, size);
  fx_set_head_layout(to, flux_layout_hash(e->plan));
  fx_set_head_text(to, flux_layout(e->plan, NULL, 0));
  fx_set_head_nodes(to, fx_plan_nodes_count(e->plan));
  fx_set_head_timers(to, fx_plan_timers_count(e->plan));
  fx_set_head_symbols(to, e->symbol_count);
  fx_set_head_posts(to, e->queue.count);
  fx_set_head_now(to, has_now ? (uint64_t)e->clock.now : 0);
  fx_set_head_cycle(to, (uint64_t)e->clock.cycle);
  fx_set_head_late(to, e->clock.late);
  fx_set_head_unhandled(to, e->clock.unhandled);
  fx_set_head_skipped(to, e->clock.skipped);
}

/* What of a node's flags somebody reads; the rest is not kept, so that backends which do not store it agree. */
static uint8_t node_flags(const flux_engine *e, uint32_t node) {
  const uint32_t kept = fx_plan_nodes(e->plan)[node].flags, held = e->held_node[node];
  return (uint8_t)((kept & FX_NODE_VALID && e->clock.valid[node] ? FX_SNAP_VALID : 0) |
                   (kept & FX_NODE_HELD_DIRTY && held & 1 ? FX_SNAP_DIRTY : 0) |
                   (kept & FX_NODE_HELD_RAN && held & 2 ? FX_SNAP_RAN : 0));
}

static uint8_t *put_nodes(const flux_engine *e, uint8_t *at) {
  const uint32_t *order = fx_plan_order(e->plan), nodes = fx_plan_nodes_count(e->plan);
  for (uint32_t i = 0; i < nodes; i++) *at++ = node_flags(e, order[i]);
  for (uint32_t i = 0; i < nodes; i++) {
    fx_record_pack(e->plan, order[i], e->clock.state + fx_plan_nodes(e->plan)[order[i]].state, at);
    at += fx_record_packed(e->plan, order[i]);
  }
  return at;
}

static uint8_t *put_rest(const flux_engine *e, uint8_t *at) {
  for (uint32_t i = 0; i < e->timer_count; i++, at += FX_SNAP_TIMER) {
    fx_snap_put(at, (uint64_t)e->timers[i].next, 8);
    fx_snap_put(at + 8, (uint64_t)e->timers[i].shot, 8);
  }
  for (uint32_t i = 0; i < e->symbol_count; i++, at += FX_SNAP_SYMBOL) {
    memset(at, 0, FX_SNAP_SYMBOL);
    memcpy(at, e->symbols[i].text, e->symbols[i].length);
  }
  for (uint32_t i = 0; i < e->queue.count; i++) {
    const uint32_t slot = waiting(&e->queue, i), type = e->queue.types[slot];
    fx_snap_put(at, type, 4);
    fx_snap_put(at + 4, flux_event_hash(e->plan, type), 8);
    fx_record_pack(e->plan, fx_record_of_event(e->plan, type), e->queue.slots + slot * e->queue.slot,
                   at + FX_SNAP_POST);
    at += post_size(e->plan, type);
  }
  return at;
}

int flux_snapshot(flux_engine *e, void *buf, size_t size) {
  uint8_t *to = buf;
  const size_t length = flux_snapshot_size(e);
  if (e->clock.running) return fx_fail_misuse(e, "a snapshot was asked for inside a callback");
  if (e->clock.attention & FLUX_ATTEND_STOPPED) {
    e->text = e->stopped;
    return FLUX_E_STOPPED;
  }
  if (!e->started) return fx_fail_misuse(e, "the instance has not been started");
  if (size < length) {
    snprintf(e->error, sizeof e->error, "the snapshot takes %zu bytes, there is room for %zu", length, size);
    e->text = e->error;
    return FLUX_E_LIMIT;
  }
  e->text = ""; /* what an earlier call has said is over */
  put_head(e, to, length);
  const size_t text = flux_layout(e->plan, NULL, 0);
  if (text) flux_layout(e->plan, (char *)to + FX_SNAP_HEAD, text + 1); /* a node's flags overwrite the end */
  put_rest(e, put_nodes(e, to + FX_SNAP_HEAD + text));
  fx_set_head_checksum(to, fx_snap_checksum(to, length));
  return 0;
}

/* -- checking -------------------------------------------------------------------------------------------------------- */

#define REFUSE(e, status, ...) (snprintf((e)->reason, sizeof(e)->reason, __VA_ARGS__), (status))

static int check_head(flux_engine *e, const uint8_t *head, size_t size) {
  if (size < 8 || memcmp(head, FX_SNAP_MAGIC, 8) != 0) return REFUSE(e, FLUX_E_SNAPSHOT, "this is not a snapshot");
  if (size < FX_SNAP_HEAD)
    return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot is cut off: it has %zu bytes, its header alone takes %d", size,
                  FX_SNAP_HEAD);
  if (fx_head_version(head) != FX_SNAP_VERSION)
    return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot is of version %u, this is version %d",
                  (unsigned)fx_head_version(head), FX_SNAP_VERSION);
  if (fx_head_size(head) != size)
    return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot %s: it has %zu bytes and should have %llu",
                  size < fx_head_size(head) ? "is cut off" : "has something behind it", size,
                  (unsigned long long)fx_head_size(head));
  if (fx_head_checksum(head) != fx_snap_checksum(head, size))
    return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot is damaged: its checksum is %016llx, that of its bytes %016llx",
                  (unsigned long long)fx_head_checksum(head), (unsigned long long)fx_snap_checksum(head, size));
  if (fx_head_layout(head) != flux_layout_hash(e->plan))
    return REFUSE(e, FLUX_E_LAYOUT, "the snapshot is of another layout: it has %016llx, graph '%s' has %016llx",
                  (unsigned long long)fx_head_layout(head), fx_plan_name(e->plan, e->plan->graph),
                  (unsigned long long)flux_layout_hash(e->plan));
  return 0;
}

static uint32_t symbol_length(const uint8_t *slot) {
  uint32_t length = 0;
  while (length < FX_SNAP_SYMBOL && slot[length]) length++;
  return length;
}

static int check_symbols(flux_engine *e, const uint8_t *at, uint32_t count) {
  if (count > e->options.symbols || count < e->constants)
    return REFUSE(e, FLUX_E_SYMBOLS, "the snapshot has %u symbols, the graph has room for %u", count,
                  e->options.symbols);
  for (uint32_t i = 0; i < count; i++, at += FX_SNAP_SYMBOL) {
    const uint32_t length = symbol_length(at);
    if (length == 0 || length == FX_SNAP_SYMBOL)
      return REFUSE(e, FLUX_E_SNAPSHOT, "symbol %u of the snapshot is no text", i + 1);
    if (i < e->constants && (length != e->symbols[i].length || memcmp(at, e->symbols[i].text, length) != 0))
      return REFUSE(e, FLUX_E_LAYOUT, "symbol %u is '%.31s' in the snapshot and '%.*s' in the graph", i + 1,
                    (const char *)at, (int)e->symbols[i].length, e->symbols[i].text);
  }
  return 0;
}

/* Posts that wait: each of a type that the graph has, with the same fields, and handles. */
static int check_posts(flux_engine *e, const uint8_t *at, const uint8_t *end, uint32_t count) {
  if (count > e->queue.capacity)
    return REFUSE(e, FLUX_E_QUEUE, "%u posted events wait in the snapshot, the graph's queue takes %u", count,
                  e->queue.capacity);
  for (uint32_t i = 0; i < count; i++) {
    if (end - at < FX_SNAP_POST) return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot's sizes contradict each other");
    const uint64_t type = fx_snap_get(at, 4);
    if (type >= fx_plan_events_count(e->plan) || flux_event_hash(e->plan, (uint32_t)type) != fx_snap_get(at + 4, 8) ||
        fx_plan_events(e->plan)[type].handlers == 0)
      return REFUSE(e, FLUX_E_LAYOUT,
                    "a posted event that waits in the snapshot is of a type that the graph does not have");
    if ((size_t)(end - at) < post_size(e->plan, (uint32_t)type))
      return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot's sizes contradict each other");
    at += post_size(e->plan, (uint32_t)type);
  }
  return at == end ? 0 : REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot's sizes contradict each other");
}

int fx_snap_check(flux_engine *e, const uint8_t *bytes, size_t size) {
  int status = check_head(e, bytes, size);
  if (status < 0) return status;
  const size_t fixed = fixed_size(e->plan), text = flux_layout(e->plan, NULL, 0);
  const uint64_t symbols = fx_head_symbols(bytes) * FX_SNAP_SYMBOL;
  if (size < fixed || size - fixed < symbols || fx_head_text(bytes) != text ||
      fx_head_nodes(bytes) != fx_plan_nodes_count(e->plan) || fx_head_timers(bytes) != e->timer_count ||
      fx_head_cycle(bytes) >= (uint64_t)INT64_MAX / 2)
    return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot's sizes contradict each other");
  if (flux_hash(bytes + FX_SNAP_HEAD, text, FLUX_HASH_SEED) != fx_head_layout(bytes))
    return REFUSE(e, FLUX_E_SNAPSHOT, "the snapshot's text is not that of its layout");
  status = check_symbols(e, bytes + fixed, (uint32_t)fx_head_symbols(bytes));
  if (status == 0) status = check_posts(e, bytes + fixed + symbols, bytes + size, (uint32_t)fx_head_posts(bytes));
  return status;
}

/* -- applying -------------------------------------------------------------------------------------------------------- */

static int is_held(const flux_engine *e, int32_t guard, const flux_entry *trigger) {
  if (guard < 0) return 0;
  const flux_guard *g = fx_plan_guards(e->plan) + trigger->first_guard + guard;
  for (uint32_t i = 0; i < g->count; i++) {
    const uint32_t flag = fx_plan_flags(e->plan)[g->first + i];
    if ((flag & 3) == FLUX_FLAG_PENDING_DIRTY && e->held_node[flag >> 2] & 1) return 1;
    if ((flag & 3) == FLUX_FLAG_PENDING_RAN && e->held_node[flag >> 2] & 2) return 1;
  }
  return 0;
}

/* Buffered work: which nodes it made dirty says which of TRIGGER's steps wait. */
static void apply_held(flux_engine *e, const uint8_t *flags) {
  const uint32_t *order = fx_plan_order(e->plan);
  for (uint32_t i = 0; i < fx_plan_nodes_count(e->plan); i++) {
    const uint8_t held = (uint8_t)((flags[i] & FX_SNAP_DIRTY ? 3 : 0) | (flags[i] & FX_SNAP_RAN ? 2 : 0));
    if (!held) continue;
    e->held_node[order[i]] = held;
    e->held_nodes[e->held_count++] = order[i];
  }
  const fx_run *trigger = &e->runs[2 * (size_t)fx_plan_events_count(e->plan)];
  for (uint32_t s = 0; s < trigger->entry->steps; s++)
    if (is_held(e, fx_run_steps(e, trigger)[s].guard, trigger->entry))
      fx_bits_add(&e->held, s / 64, (uint64_t)1 << s % 64);
  e->clock.attention |= FLUX_ATTEND_HELD;
}

static const uint8_t *apply_nodes(flux_engine *e, const uint8_t *at, int held) {
  const uint32_t *order = fx_plan_order(e->plan), nodes = fx_plan_nodes_count(e->plan);
  memcpy(e->clock.state, e->initial, (size_t)e->plan->state_size); /* padding too is as at the start */
  for (uint32_t i = 0; i < nodes; i++) {
    e->clock.valid[order[i]] = at[i] & FX_SNAP_VALID ? 1 : 0;
    e->clock.dirty_at[order[i]] = -1;
  }
  if (held) apply_held(e, at);
  at += nodes;
  for (uint32_t i = 0; i < nodes; i++) {
    fx_record_unpack(e->plan, order[i], at, e->clock.state + fx_plan_nodes(e->plan)[order[i]].state);
    at += fx_record_packed(e->plan, order[i]);
  }
  fx_step_copy_prev(e, fx_plan_all_copies(e->plan), fx_plan_all_copies_count(e->plan));
  return at;
}

static const uint8_t *apply_timers(flux_engine *e, const uint8_t *at) {
  fx_timer_reset(e);
  for (uint32_t i = 0; i < e->timer_count; i++, at += FX_SNAP_TIMER) {
    if (e->timers[i].every > 0) e->timers[i].next = (int64_t)fx_snap_get(at, 8);
    fx_timer_set_shot(e, i, (int64_t)fx_snap_get(at + 8, 8));
  }
  return at;
}

void fx_snap_apply(flux_engine *e, const uint8_t *bytes) {
  const uint8_t *at = bytes + FX_SNAP_HEAD + fx_head_text(bytes);
  fx_step_drop_held(e);
  fx_post_truncate(e, 0);
  at = apply_timers(e, apply_nodes(e, at, (fx_head_flags(bytes) & FX_SNAP_HELD) != 0));
  e->symbol_count = 0;
  if (e->options.symbols) memset(e->symbol_slot, 0, ((size_t)e->symbol_mask + 1) * sizeof *e->symbol_slot);
  for (uint64_t i = fx_head_symbols(bytes); i > 0; i--, at += FX_SNAP_SYMBOL)
    flux_symbol(e, (const char *)at, symbol_length(at));
  for (uint64_t i = fx_head_posts(bytes); i > 0; i--) {
    const uint32_t type = (uint32_t)fx_snap_get(at, 4);
    void *slot = fx_post_place(e, type);
    if (slot) fx_record_unpack(e->plan, fx_record_of_event(e->plan, type), at + FX_SNAP_POST, slot);
    at += post_size(e->plan, type);
  }
  e->job.waits = e->queue.count > 0 || (e->clock.attention & FLUX_ATTEND_HELD) != 0;
  e->clock.now = (int64_t)fx_head_now(bytes);
  e->clock.cycle = (int64_t)fx_head_cycle(bytes);
  e->clock.late = fx_head_late(bytes);
  e->clock.unhandled = fx_head_unhandled(bytes);
  e->clock.skipped = fx_head_skipped(bytes);
  e->clock.has_now = (fx_head_flags(bytes) & FX_SNAP_HAS_NOW) != 0;
}
