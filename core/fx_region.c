/* SPDX-License-Identifier: MIT
 * fx_region.c -- what follows from an entry's guards: which flags somebody reads, which runs of steps one guard dominates, and
 * which steps each raised flag makes pending.
 *
 * Regions nest: a guard whose flags are all raised by steps inside the open region can only hold when that region was entered, so
 * its own region may stand inside. The check is conservative: a guard with one flag from outside closes the region. */
#include "fx_resolver.h"

static flux_step *steps_of(const fx_resolver *r) {
  return fx_edit_steps(r) + r->entry.first_step;
}
static const flux_guard *guard_at(const fx_resolver *r, int32_t guard) {
  return fx_edit_guards(r) + r->entry.first_guard + guard;
}

/* -- marks ----------------------------------------------------------------------------------------------------------- */

static void mark_readers(fx_resolver *r) {
  const uint32_t *flags = fx_edit_flags(r);
  for (uint32_t g = 0; g < r->entry.guards; g++) {
    const flux_guard *guard = guard_at(r, (int32_t)g);
    for (uint32_t i = 0; i < guard->count; i++) {
      const uint32_t flag = flags[guard->first + i];
      if ((flag & 3) == FLUX_FLAG_DIRTY) steps_of(r)[flag >> 2].flags |= FLUX_STEP_TESTS;
      if ((flag & 3) == FLUX_FLAG_RAN) steps_of(r)[flag >> 2].flags |= FLUX_STEP_MARKS;
    }
  }
}

/* -- regions --------------------------------------------------------------------------------------------------------- */

/* All of the guard's flags are raised at or after `step`. Flags stand sorted, pending ones first. */
static int is_inside(const fx_resolver *r, int32_t guard, uint32_t step) {
  const uint32_t flag = fx_edit_flags(r)[guard_at(r, guard)->first];
  return (flag & 3) < FLUX_FLAG_PENDING_DIRTY && flag >> 2 >= step;
}

static void close_region(fx_resolver *r, int32_t *open, uint32_t end) {
  flux_region *region = fx_edit_regions(r) + r->entry.first_region + *open;
  region->end = end;
  *open = region->parent;
}

static int find_regions(fx_resolver *r) {
  int32_t open = -1;
  r->entry.first_region = fx_count_regions(r);
  for (uint32_t i = 0; i < r->entry.steps; i++) {
    const flux_step step = steps_of(r)[i];
    const int boundary = i == r->entry.settle || i == r->entry.publish;
    while (open >= 0) {
      const flux_region *region = fx_edit_regions(r) + r->entry.first_region + open;
      const int stays =
          !boundary && step.guard >= 0 && (region->guard == step.guard || is_inside(r, step.guard, region->first));
      if (stays) break;
      close_region(r, &open, i);
    }
    if (step.guard < 0 || (open >= 0 && fx_edit_regions(r)[r->entry.first_region + (uint32_t)open].guard == step.guard))
      continue;
    flux_region *region = fx_add_regions(r, 1);
    if (!region) return fx_no_memory(r);
    *region = (flux_region){step.guard, i, r->entry.steps, open};
    open = (int32_t)r->entry.regions++;
  }
  while (open >= 0) close_region(r, &open, r->entry.steps);
  return 0;
}

/* -- targets --------------------------------------------------------------------------------------------------------- */

/* Steps by the flag that makes them pending: a counting sort over `slots` rows. A row is a step's flag, or a node's pending one. */
typedef struct readers {
  uint32_t *first; /* slots + 2 */
  uint32_t *steps;
} readers;

static int slot_of(uint32_t flag, int pending, uint32_t *slot) {
  *slot = flag >> 2 << 1 | (flag & 1);
  return ((flag & 3) >= FLUX_FLAG_PENDING_DIRTY) == pending;
}

static int collect_readers(fx_resolver *r, int pending, uint32_t slots, readers *out) {
  const uint32_t *flags = fx_edit_flags(r);
  uint64_t total = 0;
  for (uint32_t i = 0; i < r->entry.steps; i++)
    if (steps_of(r)[i].guard >= 0) total += guard_at(r, steps_of(r)[i].guard)->count;
  if (total > UINT32_MAX / 2) return fx_graph_fail(r->b, FLUX_E_LIMIT, "the guards of one entry have too many flags");
  r->spare.count = 0;
  out->first = fx_list_add(r->alloc, &r->spare, slots + 2 + (uint32_t)total, sizeof(uint32_t));
  if (!out->first) return fx_no_memory(r);
  out->steps = out->first + slots + 2;
  for (int placing = 0; placing < 2; placing++) {
    for (uint32_t i = 0; i < r->entry.steps; i++) {
      if (steps_of(r)[i].guard < 0) continue;
      const flux_guard *guard = guard_at(r, steps_of(r)[i].guard);
      for (uint32_t k = 0; k < guard->count; k++) {
        uint32_t slot;
        if (!slot_of(flags[guard->first + k], pending, &slot)) continue;
        if (placing)
          out->steps[out->first[slot + 1]++] = i;
        else
          out->first[slot + 2]++;
      }
    }
    if (!placing)
      for (uint32_t i = 0; i < slots; i++) out->first[i + 2] += out->first[i + 1];
  }
  return 0;
}

/* Appends one slot's steps to `to` as words and masks; `flag` is their kind. */
static int add_groups(fx_resolver *r, fx_list *to, const readers *from, uint32_t slot, uint32_t flag) {
  flux_target *group = NULL;
  for (uint32_t i = from->first[slot]; i < from->first[slot + 1]; i++) {
    const uint32_t step = from->steps[i];
    if (!group || group->word != step / 64) {
      group = fx_list_add(r->alloc, to, 1, sizeof *group);
      if (!group) return fx_no_memory(r);
      *group = (flux_target){0, step / 64, flag};
    }
    group->mask |= (uint64_t)1 << step % 64;
  }
  return 0;
}

/* A buffered step raises flags of the TRIGGER entry, too. */
static int add_pending(fx_resolver *r, const flux_step *step) {
  if (r->entry.kind != FLUX_ENTRY_BUFFER || step->role != FLUX_HANDLER) return 0;
  const fx_callback *handler = fx_callback_at(r->b, step->callback);
  if (handler->flags & FLUX_QUIET) return 0;
  const uint32_t slot = handler->node * 2 + (handler->flags & FLUX_NEVER_DIRTY ? 1 : 0);
  const uint32_t first = r->pending_first[slot], count = r->pending_first[handler->node * 2 + 2] - first;
  flux_target *to = fx_add_targets(r, count);
  if (!to) return fx_no_memory(r);
  for (uint32_t i = 0; i < count; i++) to[i] = ((const flux_target *)r->pending.data)[first + i];
  return 0;
}

static int find_targets(fx_resolver *r) {
  readers from;
  if (collect_readers(r, 0, r->entry.steps * 2, &from) < 0) return FLUX_E_MEMORY;
  fx_list *targets = &r->section[FX_SECTION_targets];
  for (uint32_t i = 0; i < r->entry.steps; i++) {
    steps_of(r)[i].targets = targets->count;
    if (add_groups(r, targets, &from, i * 2, FLUX_FLAG_DIRTY) < 0) return FLUX_E_MEMORY;
    if (add_groups(r, targets, &from, i * 2 + 1, FLUX_FLAG_RAN) < 0) return FLUX_E_MEMORY;
    if (add_pending(r, &steps_of(r)[i]) < 0) return FLUX_E_MEMORY;
  }
  flux_step *sentinel = fx_add_steps(r, 1);
  if (!sentinel) return fx_no_memory(r);
  *sentinel = (flux_step){.guard = FLUX_GUARD_NEVER, .targets = targets->count};
  return 0;
}

int fx_region_pending(fx_resolver *r) {
  readers from;
  r->pending_first = fx_resolver_new(r, (size_t)r->nodes * 2 + 1, sizeof(uint32_t));
  if (!r->pending_first || collect_readers(r, 1, r->nodes * 2, &from) < 0) return fx_no_memory(r);
  for (uint32_t slot = 0; slot < r->nodes * 2; slot++) {
    r->pending_first[slot] = r->pending.count;
    if (add_groups(r, &r->pending, &from, slot, slot & 1 ? FLUX_FLAG_PENDING_RAN : FLUX_FLAG_PENDING_DIRTY) < 0)
      return FLUX_E_MEMORY;
  }
  r->pending_first[r->nodes * 2] = r->pending.count;
  return 0;
}

/* -- seeds ----------------------------------------------------------------------------------------------------------- */

static int find_seeds(fx_resolver *r) {
  r->entry.words = (r->entry.steps + 63) / 64;
  r->entry.first_seed = fx_count_seeds(r);
  uint64_t *seeds = fx_add_seeds(r, r->entry.words);
  if (!seeds) return fx_no_memory(r);
  for (uint32_t i = 0; i < r->entry.steps; i++) {
    const uint8_t seed = steps_of(r)[i].seed;
    if (seed == FLUX_SEED_ALWAYS || seed == FLUX_SEED_OTHERWISE) seeds[i / 64] |= (uint64_t)1 << i % 64;
  }
  return 0;
}

int fx_region_entry(fx_resolver *r) {
  mark_readers(r);
  int status = find_regions(r);
  if (status == 0) status = find_targets(r);
  if (status == 0) status = find_seeds(r);
  return status;
}
