/* SPDX-License-Identifier: MIT
 * fx_guard.c -- conditions of one entry: sets of flags, how they combine, and the guards that they become. Equal guards are one. */
#include "fx_resolver.h"
#include <string.h>

static const flux_step *step_at(const fx_resolver *r, uint32_t i) {
  return fx_edit_steps(r) + r->entry.first_step + i;
}

int fx_guard_push(fx_resolver *r, fx_list *list, uint32_t value) {
  uint32_t *item = fx_list_add(r->alloc, list, 1, sizeof *item);
  if (!item) return fx_no_memory(r);
  *item = value;
  return 0;
}

/* -- sets ------------------------------------------------------------------------------------------------- */

static int less_flag(const void *ctx, uint32_t a, uint32_t b) {
  (void)ctx;
  return fx_flag_key(a) < fx_flag_key(b);
}

/* Adds the flags of a set to r->gather; 1 when the set is "always". */
static int gather_set(fx_resolver *r, const fx_set *set) {
  if (set->always) return 1;
  if (set->count == 0) return 0;
  uint32_t *to = fx_list_add(r->alloc, &r->gather, set->count, sizeof *to);
  if (!to) return fx_no_memory(r);
  memcpy(to, (const uint32_t *)r->sets.data + set->first, set->count * sizeof *to);
  return 0;
}

static int fx_guard_gather(fx_resolver *r, uint32_t node, int what) {
  const fx_reach *reach = &r->reach[node];
  if (reach->stamp != r->stamp) return 0;
  const int always = gather_set(r, what & FX_RAN ? &reach->ran : &reach->dirty);
  if (always || (what & FX_FRESH)) return always;
  if ((what & FX_RAN) && (reach->held & FX_HELD_RAN))
    return fx_guard_push(r, &r->gather, node << 2 | FLUX_FLAG_PENDING_RAN);
  if (!(what & FX_RAN) && (reach->held & FX_HELD_DIRTY))
    return fx_guard_push(r, &r->gather, node << 2 | FLUX_FLAG_PENDING_DIRTY);
  return 0;
}

static void sort_gather(fx_resolver *r) {
  uint32_t *flags = r->gather.data, kept = 0;
  fx_sort(flags, r->gather.count, less_flag, NULL);
  for (uint32_t i = 0; i < r->gather.count; i++)
    if (kept == 0 || flags[kept - 1] != flags[i]) flags[kept++] = flags[i];
  r->gather.count = kept;
}

static int has_flag(const uint32_t *flags, uint32_t count, uint32_t flag) {
  uint32_t low = 0;
  for (uint32_t high = count; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    if (fx_flag_key(flags[middle]) < fx_flag_key(flag))
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && flags[low] == flag;
}

/* The flag's step runs only when a flag that is gathered already is up, so it adds nothing to the OR. */
static int is_implied(const fx_resolver *r, const uint32_t *flags, uint32_t count, uint32_t flag) {
  enum { WORTH_A_LOOK = 8 }; /* flags of the step's own guard; keeps the cost linear */
  if ((flag & 3) >= FLUX_FLAG_PENDING_DIRTY) return 0;
  const int32_t index = step_at(r, flag >> 2)->guard;
  if (index < 0) return 0;
  const flux_guard *guard = fx_edit_guards(r) + r->entry.first_guard + index;
  if (guard->count > WORTH_A_LOOK) return 0;
  for (uint32_t i = 0; i < guard->count; i++)
    if (!has_flag(flags, count, fx_edit_flags(r)[guard->first + i])) return 0;
  return 1;
}

/* From the last flag on, so that each is compared with all that precede it: what one is implied by is kept, or implied too. */
static void drop_implied(fx_resolver *r) {
  uint32_t *flags = r->gather.data, at = r->gather.count;
  for (uint32_t i = r->gather.count; i-- > 0;)
    if (!is_implied(r, flags, i, flags[i])) flags[--at] = flags[i];
  r->gather.count -= at;
  memmove(flags, flags + at, r->gather.count * sizeof *flags);
}

static uint64_t hash_flags(const uint32_t *flags, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++) hash = (hash ^ flags[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
  return hash;
}

static uint64_t *intern_slot(fx_resolver *r, const uint32_t *flags, uint32_t count) {
  uint64_t *table = r->interned.data;
  for (uint64_t at = hash_flags(flags, count);; at++) {
    uint64_t *slot = &table[at & (r->interned.count - 1)];
    if (*slot >> 32 != r->stamp) return slot;
    const flux_guard *guard = fx_edit_guards(r) + r->entry.first_guard + (uint32_t)*slot - 1;
    if (guard->count == count && memcmp(fx_edit_flags(r) + guard->first, flags, count * sizeof *flags) == 0)
      return slot;
  }
}

static int grow_interned(fx_resolver *r) {
  if (r->interned.count > 2 * r->entry.guards) return 0;
  const uint32_t size = r->interned.count ? r->interned.count * 2 : 64;
  fx_list_free(r->alloc, &r->interned, sizeof(uint64_t));
  if (!fx_list_add(r->alloc, &r->interned, size, sizeof(uint64_t))) return fx_no_memory(r);
  for (uint32_t i = 0; i < r->entry.guards; i++) {
    const flux_guard *guard = fx_edit_guards(r) + r->entry.first_guard + i;
    *intern_slot(r, fx_edit_flags(r) + guard->first, guard->count) = (uint64_t)r->stamp << 32 | (i + 1);
  }
  return 0;
}

/* Makes the gathered flags a guard of the entry: its index, ALWAYS or NEVER. `always` is the OR of gather's results. */
static int make_guard(fx_resolver *r, int always, int32_t *guard) {
  if (always < 0) return always;
  *guard = always ? FLUX_GUARD_ALWAYS : FLUX_GUARD_NEVER;
  if (always || r->gather.count == 0) return 0;
  sort_gather(r);
  drop_implied(r);
  if (grow_interned(r) < 0) return FLUX_E_MEMORY;
  const uint32_t *gathered = r->gather.data, count = r->gather.count;
  uint64_t *slot = intern_slot(r, gathered, count);
  if (*slot >> 32 != r->stamp) {
    const uint32_t first = fx_count_flags(r);
    uint32_t *flags = fx_add_flags(r, count);
    flux_guard *added = fx_add_guards(r, 1);
    if (!flags || !added) return fx_no_memory(r);
    memcpy(flags, gathered, count * sizeof *flags);
    *added = (flux_guard){first, count};
    *slot = (uint64_t)r->stamp << 32 | ++r->entry.guards;
  }
  *guard = (int32_t)(uint32_t)*slot - 1;
  return 0;
}

int fx_guard_of_node(fx_resolver *r, uint32_t node, int what, int32_t *guard) {
  r->gather.count = 0;
  return make_guard(r, fx_guard_gather(r, node, what), guard);
}

/* The guard over all trigger inputs of a node. */
int fx_guard_of_triggers(fx_resolver *r, uint32_t node, int what, int32_t *guard) {
  r->gather.count = 0;
  int always = 0;
  for (uint32_t e = r->elements.first[node]; e < r->elements.first[node + 1] && always == 0; e++) {
    const fx_element *element = fx_element_at(r->b, r->elements.items[e]);
    if (fx_input_at(r->b, element->input)->flags & (FLUX_PASSIVE | FLUX_PREV)) continue;
    always = fx_guard_gather(r, element->source, what);
  }
  return make_guard(r, always, guard);
}

int fx_guard_is_subset(const fx_resolver *r, int32_t small, int32_t large) {
  if (large == FLUX_GUARD_ALWAYS || small == large) return 1;
  if (large < 0 || small < 0) return 0;
  const flux_guard *a = fx_edit_guards(r) + r->entry.first_guard + small,
                   *b = fx_edit_guards(r) + r->entry.first_guard + large;
  const uint32_t *flags = fx_edit_flags(r);
  uint32_t j = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    while (j < b->count && fx_flag_key(flags[b->first + j]) < fx_flag_key(flags[a->first + i])) j++;
    if (j == b->count || flags[b->first + j] != flags[a->first + i]) return 0;
  }
  return 1;
}
