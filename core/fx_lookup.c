/* SPDX-License-Identifier: MIT
 * fx_lookup.c -- event filters while an instance runs. Equal values stand side by side in the plan, so that one slot is enough for all
 * filters that want them. */
#include "fx_lookup.h"
#include "fx_bits.h"
#include "fx_compiler.h"
#include <string.h>

/* -- keys ------------------------------------------------------------------------------------------------------------ */

static ALWAYS_INLINE int double_key(double value, int64_t *key) {
  if (value != value) return 0;
  value += 0.0; /* -0 equals 0 */
  memcpy(key, &value, sizeof value);
  return 1;
}

#define LOAD(type)                                                                                                     \
  do {                                                                                                                 \
    type value;                                                                                                        \
    memcpy(&value, at, sizeof value);                                                                                  \
    *key = (int64_t)value;                                                                                             \
    return 1;                                                                                                          \
  } while (0)

/* Of an event's field: integers as they are; double and float as the bits of the double, with one zero. 0 when the field can equal
 * nothing (NaN). */
static ALWAYS_INLINE int key_of(const void *event, const flux_condition *field, int64_t *key) {
  const unsigned char *at = (const unsigned char *)event + field->offset;
  double number;
  float single;
  switch (field->type) {
  case FLUX_T_DOUBLE: memcpy(&number, at, sizeof number); return double_key(number, key);
  case FLUX_T_FLOAT: memcpy(&single, at, sizeof single); return double_key((double)single, key);
  case FLUX_T_BOOL: *key = *at != 0; return 1;
  case FLUX_T_I8: LOAD(int8_t);
  case FLUX_T_U8: LOAD(uint8_t);
  case FLUX_T_I16: LOAD(int16_t);
  case FLUX_T_U16: LOAD(uint16_t);
  case FLUX_T_I32: LOAD(int32_t);
  case FLUX_T_U32:
  case FLUX_T_SYMBOL: LOAD(uint32_t);
  default: LOAD(int64_t); /* uint64_t too: equality of the bits is equality */
  }
}

/* -- tables ---------------------------------------------------------------------------------------------------------- */

/* The upper bits are the slot. Of one field it differs where the keys differ. */
static ALWAYS_INLINE uint64_t hash_of(const int64_t *key, uint32_t fields) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < fields; i++) {
    hash ^= (uint64_t)key[i];
    hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
  }
  return hash;
}

/* The slot of a key: its own, or the empty one that ends the search. */
static ALWAYS_INLINE fx_slot *find(const fx_lookup *l, const int64_t *key, uint32_t fields) {
  if (fields == 1 && l->shift == 0) {
    const uint64_t at = (uint64_t)*key - (uint64_t)l->least, none = (uint64_t)(l->last - l->slots);
    return &l->slots[at < none ? at : none];
  }
  const uint64_t hash = hash_of(key, fields);
  fx_slot *slot = &l->slots[hash >> l->shift];
  for (; slot->count; slot = slot == l->last ? l->slots : slot + 1) {
    if (slot->hash != hash) continue;
    if (fields == 1 || memcmp(l->values + (size_t)slot->first * fields, key, fields * sizeof *key) == 0) break;
  }
  return slot;
}

uint32_t fx_lookup_size(uint32_t keys) {
  uint32_t size = 4;
  while (size < 2 * (uint64_t)keys && size < 1u << 31) size *= 2;
  return size;
}

/* Of values, which stand sorted: how many differ. */
static uint32_t count_keys(const int64_t *values, const fx_group *group) {
  uint32_t keys = 1;
  for (uint32_t m = 1; m < group->matches; m++, values += group->fields)
    keys += memcmp(values, values + group->fields, group->fields * sizeof *values) != 0;
  return keys;
}

/* From the least value of one field to the greatest; else too many. */
static uint64_t range_of(const int64_t *values, const fx_group *group) {
  return group->fields == 1 ? (uint64_t)values[group->matches - 1] - (uint64_t)values[0] : UINT64_MAX;
}

uint32_t fx_lookup_slots(const flux_plan *plan, const fx_group *group) {
  const int64_t *values = fx_plan_values(plan) + group->first_value;
  const uint32_t size = fx_lookup_size(count_keys(values, group));
  const uint64_t range = range_of(values, group);
  return range < size - 1 ? (uint32_t)range + 2 : size;
}

/* The steps of a slot's matches, which stand in order, word by word. */
static void list_seeds(fx_lookup *l, const fx_slot *slot) {
  fx_seed *first = &l->seeds[slot->first], *last = first - 1;
  for (uint32_t m = slot->first; m < slot->first + slot->count; m++) {
    const uint32_t step = l->matches[m].step;
    if (last < first || last->step / 64 != step / 64) *++last = (fx_seed){.step = step};
    last->mask |= (uint64_t)1 << (step - last->step);
  }
  for (fx_seed *seed = first; seed < last; seed++) seed->behind = (uint32_t)(last - seed);
}

void fx_lookup_bind(fx_lookup *l, fx_slot *slots, fx_seed *seeds, const flux_plan *plan, const fx_group *group) {
  const uint32_t size = fx_lookup_slots(plan, group);
  const int64_t *values = fx_plan_values(plan) + group->first_value;
  *l = (fx_lookup){.slots = slots,
                   .last = slots + (size - 1),
                   .fields = fx_plan_fields(plan) + group->first_field,
                   .matches = fx_plan_matches(plan) + group->first_match,
                   .values = values,
                   .least = values[0],
                   .seeds = seeds,
                   .count = group->fields,
                   .shift = range_of(values, group) < size - 1 ? 0 : 64 - fx_bits_first(size)};
  for (uint32_t m = 0; m < group->matches; m++) {
    const int64_t *key = l->values + (size_t)m * l->count;
    fx_slot *slot = find(l, key, l->count);
    if (slot->count == 0) *slot = (fx_slot){.hash = hash_of(key, l->count), .first = m};
    slot->count++;
    if (l->matches[m].otherwise >= 0) l->seeds = NULL;
  }
  for (fx_slot *slot = l->slots; l->seeds && slot <= l->last; slot++) {
    if (slot->count == 0) continue;
    list_seeds(l, slot);
    if (slot->count == 1 && l->count == 1) *slot = (fx_slot){slot->hash, l->matches[slot->first].step, FX_ALONE};
  }
}

static const fx_slot no_match;

static NOINLINE const fx_slot *find_fields(const fx_lookup *l, const void *event) {
  int64_t key[FX_MAX_FIELDS];
  for (uint32_t i = 0; i < l->count; i++)
    if (!key_of(event, l->fields + i, &key[i])) return &no_match;
  return find(l, key, l->count);
}

const fx_slot *fx_lookup_find(const fx_lookup *l, const void *event) {
  int64_t key;
  if (l->count != 1) return find_fields(l, event);
  return key_of(event, l->fields, &key) ? find(l, &key, 1) : &no_match;
}
