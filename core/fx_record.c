/* SPDX-License-Identifier: MIT
 * fx_record.c -- what is known of the fields of states and events: the layout as text, and values packed in the order of their
 * declaration. A record whose fields were not declared is one run of bytes, kept as it is. */
#include "fx_resolver.h"
#include "fx_snap.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* By FLUX_T_. */
static const struct {
  const char *name;
  uint32_t bytes;
} types[] = {{"double", 8},   {"float", 4},   {"bool", 1},     {"int8_t", 1},  {"uint8_t", 1},  {"int16_t", 2},
             {"uint16_t", 2}, {"int32_t", 4}, {"uint32_t", 4}, {"int64_t", 8}, {"uint64_t", 8}, {"symbol", 4}};
enum { TYPES = sizeof types / sizeof *types };

uint64_t flux_hash(const void *data, size_t size, uint64_t seed) {
  const uint8_t *at = data;
  uint64_t hash = seed; /* FNV-1a */
  for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 1099511628211u;
  return hash;
}

/* -- declaring ------------------------------------------------------------------------------------------------------- */

static int add_field(flux_builder *b, fx_field field, const flux_field_spec *spec, uint32_t size) {
  if (spec->type >= TYPES || (spec->count ? spec->count : 1) > size || spec->offset > size ||
      (uint64_t)types[spec->type].bytes * (spec->count ? spec->count : 1) > size - spec->offset)
    return fx_graph_fail(b, FLUX_E_INPUT, "field '%s' lies outside of its record", spec->name ? spec->name : "");
  field.offset = spec->offset;
  field.count = spec->count;
  field.type = spec->type;
  const int status = fx_graph_add_text(b, spec->name, &field.name);
  if (status < 0) return status;
  fx_field *added = fx_list_add(&b->alloc, &b->fields, 1, sizeof field);
  if (!added) return fx_graph_fail(b, FLUX_E_MEMORY, "out of memory");
  *added = field;
  return 0;
}

int flux_add_node_field(flux_builder *b, uint32_t node, const flux_field_spec *spec) {
  if (node >= b->nodes.count) return fx_graph_fail(b, FLUX_E_INPUT, "there is no node with index %u", node);
  return add_field(b, (fx_field){.owner = node}, spec, fx_node_at(b, node)->size);
}

int flux_add_event_field(flux_builder *b, uint32_t event, const flux_field_spec *spec) {
  if (event >= b->events.count) return fx_graph_fail(b, FLUX_E_INPUT, "there is no event type with index %u", event);
  return add_field(b, (fx_field){.owner = event, .of_event = 1}, spec, fx_event_at(b, event)->size);
}

/* -- resolving ------------------------------------------------------------------------------------------------------- */

/* TRIGGER's steps tell what buffered cycles must leave behind. */
static void mark_held(fx_resolver *r, int32_t guard, const flux_entry *trigger) {
  if (guard < 0) return;
  const flux_guard *g = fx_edit_guards(r) + trigger->first_guard + guard;
  for (uint32_t i = 0; i < g->count; i++) {
    const uint32_t flag = fx_edit_flags(r)[g->first + i];
    if ((flag & 3) == FLUX_FLAG_PENDING_DIRTY) fx_edit_nodes(r)[flag >> 2].flags |= FX_NODE_HELD_DIRTY;
    if ((flag & 3) == FLUX_FLAG_PENDING_RAN) fx_edit_nodes(r)[flag >> 2].flags |= FX_NODE_HELD_RAN;
  }
}

int fx_record_resolve(fx_resolver *r) {
  const uint32_t records = r->nodes + r->b->events.count, count = r->b->fields.count;
  fx_member *members = fx_add_members(r, count);
  uint32_t *first = fx_add_member_first(r, records + 1);
  uint32_t *next = fx_resolver_new(r, records + 1, sizeof *next);
  if (!members || !first || !next) return fx_no_memory(r);
  for (uint32_t i = 0; i < count; i++) {
    const fx_field *field = fx_field_at(r->b, i);
    next[field->owner + (field->of_event ? r->nodes : 0) + 1]++;
  }
  for (uint32_t i = 0; i < records; i++) first[i + 1] = next[i + 1] += next[i];
  for (uint32_t i = 0; i < count; i++) {
    const fx_field *field = fx_field_at(r->b, i);
    members[next[field->owner + (field->of_event ? r->nodes : 0)]++] =
        (fx_member){field->name, field->offset, field->count, field->type};
  }
  const flux_entry *trigger = fx_edit_entries(r) + 2 * (size_t)r->b->events.count;
  for (uint32_t i = 0; i < trigger->steps; i++) mark_held(r, fx_edit_steps(r)[trigger->first_step + i].guard, trigger);
  for (uint32_t i = 0; i < trigger->watches; i++)
    mark_held(r, fx_edit_watches(r)[trigger->first_watch + i].guard, trigger);
  return 0;
}

int fx_record_verify(const flux_plan *plan) {
  const uint32_t nodes = fx_plan_nodes_count(plan), records = nodes + fx_plan_events_count(plan);
  const uint32_t *first = fx_plan_member_first(plan);
  if (fx_plan_member_first_count(plan) != records + 1 || first[0] != 0) return FLUX_E_PLAN;
  if (first[records] != fx_plan_members_count(plan)) return FLUX_E_PLAN;
  for (uint32_t i = 0; i < records; i++) {
    const uint32_t size = i < nodes ? fx_plan_nodes(plan)[i].size : fx_plan_events(plan)[i - nodes].size;
    if (first[i + 1] < first[i] || first[i + 1] > first[records]) return FLUX_E_PLAN;
    for (uint32_t m = first[i]; m < first[i + 1]; m++) {
      const fx_member *member = fx_plan_members(plan) + m;
      if (member->type >= TYPES || member->name >= fx_plan_text_count(plan) || member->offset > size)
        return FLUX_E_PLAN;
      if ((uint64_t)(member->count ? member->count : 1) * types[member->type].bytes > size - member->offset)
        return FLUX_E_PLAN;
    }
  }
  return 0;
}

/* -- the layout ------------------------------------------------------------------------------------------------------ */

typedef struct sink {
  char *at;
  size_t room, length;
  uint64_t hash;
} sink;

static void put(sink *s, const char *format, ...) {
  char line[512];
  va_list args;
  va_start(args, format);
  const int written = vsnprintf(line, sizeof line, format, args);
  va_end(args);
  const size_t length = written < 0 ? 0 : (size_t)written < sizeof line ? (size_t)written : sizeof line - 1;
  s->hash = flux_hash(line, length, s->hash);
  if (s->length + length <= s->room) memcpy(s->at + s->length, line, length);
  s->length += length;
}

static uint32_t record_size(const flux_plan *plan, uint32_t record) {
  const uint32_t nodes = fx_plan_nodes_count(plan);
  return record < nodes ? fx_plan_nodes(plan)[record].size : fx_plan_events(plan)[record - nodes].size;
}

static void put_record(sink *s, const flux_plan *plan, uint32_t record) {
  const uint32_t *first = fx_plan_member_first(plan) + record;
  if (first[0] == first[1] && record_size(plan, record)) put(s, "  bytes [%u]\n", record_size(plan, record));
  for (uint32_t m = first[0]; m < first[1]; m++) {
    const fx_member *member = fx_plan_members(plan) + m;
    put(s, "  %s %.400s", types[member->type].name, fx_plan_name(plan, member->name));
    if (member->count) put(s, "[%u]", member->count);
    put(s, "\n");
  }
}

static void put_layout(sink *s, const flux_plan *plan) {
  for (uint32_t i = 0; i < fx_plan_nodes_count(plan); i++) {
    const uint32_t n = fx_plan_order(plan)[i];
    const flux_plan_node *node = fx_plan_nodes(plan) + n;
    put(s, "node %.400s", fx_plan_name(plan, node->name));
    put(s, "%s%s%s%s", node->flags & FX_NODE_VALID ? " valid" : "", node->flags & FX_NODE_HELD_DIRTY ? " dirty" : "",
        node->flags & FX_NODE_HELD_RAN ? " ran" : "", node->timer >= 0 ? " timer" : "");
    put(s, "%s%.400s\n", node->kind ? " of " : "", node->kind ? fx_plan_name(plan, node->kind) : "");
    put_record(s, plan, n);
  }
}

size_t flux_layout(const flux_plan *plan, char *buf, size_t size) {
  sink s = {buf, size ? size - 1 : 0, 0, FLUX_HASH_SEED};
  put_layout(&s, plan);
  if (size) buf[s.length < size ? s.length : size - 1] = '\0';
  return s.length;
}

uint64_t flux_layout_hash(const flux_plan *plan) {
  sink s = {NULL, 0, 0, FLUX_HASH_SEED};
  put_layout(&s, plan);
  return s.hash;
}

uint64_t flux_event_hash(const flux_plan *plan, uint32_t event) {
  sink s = {NULL, 0, 0, FLUX_HASH_SEED};
  put(&s, "event %.400s\n", fx_plan_name(plan, fx_plan_events(plan)[event].name));
  put_record(&s, plan, fx_record_of_event(plan, event));
  return s.hash;
}

/* -- values ---------------------------------------------------------------------------------------------------------- */

uint32_t fx_record_packed(const flux_plan *plan, uint32_t record) {
  const uint32_t *first = fx_plan_member_first(plan) + record;
  if (first[0] == first[1]) return record_size(plan, record);
  uint64_t bytes = 0;
  for (uint32_t m = first[0]; m < first[1]; m++) {
    const fx_member *member = fx_plan_members(plan) + m;
    bytes += (uint64_t)(member->count ? member->count : 1) * types[member->type].bytes;
  }
  return (uint32_t)bytes; /* fields may overlap only by a caller's mistake; what is kept is bounded by their number */
}

uint32_t fx_record_width(uint32_t type) {
  return types[type].bytes;
}

/* There is one NaN, and one true. */
static uint64_t canonical(uint64_t bits, uint32_t type) {
  if (type == FLUX_T_DOUBLE && (bits & INT64_MAX) > 0x7ff0000000000000u) return 0x7ff8000000000000u;
  if (type == FLUX_T_FLOAT && (bits & INT32_MAX) > 0x7f800000u) return 0x7fc00000u;
  return type == FLUX_T_BOOL ? bits != 0 : bits;
}

uint64_t fx_record_bits(const uint8_t *from, uint32_t type) {
  uint64_t bits = 0;
  uint32_t narrow;
  uint16_t small;
  switch (types[type].bytes) {
  case 8: memcpy(&bits, from, 8); break;
  case 4:
    memcpy(&narrow, from, 4);
    bits = narrow;
    break;
  case 2:
    memcpy(&small, from, 2);
    bits = small;
    break;
  default: bits = *from;
  }
  return canonical(bits, type);
}

static void store(uint8_t *to, uint64_t bits, uint32_t bytes) {
  const uint32_t narrow = (uint32_t)bits;
  const uint16_t small = (uint16_t)bits;
  switch (bytes) {
  case 8: memcpy(to, &bits, 8); break;
  case 4: memcpy(to, &narrow, 4); break;
  case 2: memcpy(to, &small, 2); break;
  default: *to = (uint8_t)bits;
  }
}

void fx_record_pack(const flux_plan *plan, uint32_t record, const void *from, uint8_t *to) {
  const uint32_t *first = fx_plan_member_first(plan) + record;
  if (first[0] == first[1] && record_size(plan, record)) memcpy(to, from, record_size(plan, record));
  for (uint32_t m = first[0]; m < first[1]; m++) {
    const fx_member *member = fx_plan_members(plan) + m;
    const uint8_t *at = (const uint8_t *)from + member->offset;
    const uint32_t bytes = types[member->type].bytes;
    for (uint32_t i = member->count ? member->count : 1; i > 0; i--, at += bytes, to += bytes)
      fx_snap_put(to, fx_record_bits(at, member->type), bytes);
  }
}

void fx_record_unpack(const flux_plan *plan, uint32_t record, const uint8_t *from, void *to) {
  const uint32_t *first = fx_plan_member_first(plan) + record;
  if (first[0] == first[1] && record_size(plan, record)) memcpy(to, from, record_size(plan, record));
  for (uint32_t m = first[0]; m < first[1]; m++) {
    const fx_member *member = fx_plan_members(plan) + m;
    uint8_t *at = (uint8_t *)to + member->offset;
    const uint32_t bytes = types[member->type].bytes;
    for (uint32_t i = member->count ? member->count : 1; i > 0; i--, at += bytes, from += bytes)
      store(at, canonical(fx_snap_get(from, bytes), member->type), bytes);
  }
}
