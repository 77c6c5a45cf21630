/* SPDX-License-Identifier: MIT
 * fx_lookup.h -- the filters of an instance that test the same fields, as a table of the values that they want: an event is looked up
 * once, however many there are. Values of one field that lie close together, as symbols do, have a slot each in their order; others
 * are hashed, and most often found in the first slot. */
#ifndef FX_LOOKUP_H
#define FX_LOOKUP_H
#include "fx_plan.h"

#define FX_ALONE UINT32_MAX

/* Steps of one word that a cycle begins with. */
typedef struct fx_seed {
  uint64_t mask; /* bit 0 is `step`, the first of them */
  uint32_t step;
  uint32_t behind; /* seeds of later words that follow this one in its list */
} fx_seed;

typedef struct fx_slot {
  uint64_t hash;
  uint32_t first; /* of the matches that have these values */
  uint32_t count; /* of them; 0: the slot is empty; FX_ALONE: one that rules out nothing, and `first` is its step */
} fx_slot;

typedef struct fx_lookup {
  fx_slot *slots,
      *last; /* a power of two; when dense one for each value from `least` on, and an empty one for all others */
  const flux_condition *fields;
  const fx_match *matches;
  const int64_t *values;
  fx_seed *seeds; /* those of a slot's matches stand where its matches do; NULL: some match rules out a step */
  uint32_t count; /* fields */
  uint32_t shift; /* of a hash, to its slot; 0: dense */
  int64_t least;
} fx_lookup;

uint32_t fx_lookup_size(uint32_t keys); /* slots for that many keys: at most half of them are taken */
uint32_t fx_lookup_slots(const flux_plan *plan, const fx_group *group);
/* slots: empty; seeds: one a match */
void fx_lookup_bind(fx_lookup *lookup, fx_slot *slots, fx_seed *seeds, const flux_plan *plan, const fx_group *group);
const fx_slot *fx_lookup_find(const fx_lookup *lookup, const void *event); /* an empty one when nothing matches */

#endif
