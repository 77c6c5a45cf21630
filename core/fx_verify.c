/* SPDX-License-Identifier: MIT
 * fx_verify.c -- refuses a damaged plan. It promises that a block which passes can be dumped and run without a read or write
 * outside of the block and of the instance: every index is in range, flags are raised before they are read, steps only make
 * later steps pending, regions nest, texts end. It never trusts what it has not yet checked, and never writes. */
#include "fx_bits.h"
#include "fx_plan.h"
#include <string.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) return FLUX_E_PLAN;                                                                              \
  } while (0)

static const uint32_t item_size[] = {
#define ITEM_SIZE(name, type) sizeof(type),
    FX_SECTIONS(ITEM_SIZE)
#undef ITEM_SIZE
};

static int is_slice(uint64_t first, uint64_t count, uint64_t whole) {
  return first <= whole && count <= whole - first;
}

static int verify_header(const void *block, size_t size) {
  CHECK(block && size >= sizeof(flux_plan) && (uintptr_t)block % 8 == 0);
  const flux_plan *plan = block;
  CHECK(plan->magic == FX_PLAN_MAGIC && plan->version == FLUX_ABI_VERSION && plan->size == size);
  CHECK(plan->state_size <= INT32_MAX);
  CHECK(plan->state_align && plan->state_align <= 4096 && !(plan->state_align & (plan->state_align - 1)));
  for (int i = 0; i < FX_SECTION_COUNT; i++) {
    const fx_section *section = &plan->section[i];
    CHECK(section->offset >= sizeof *plan && section->offset % 8 == 0 && section->offset <= size);
    CHECK((uint64_t)section->count * item_size[i] <= size - section->offset);
  }
  return 0;
}

static int is_text(const flux_plan *plan, uint32_t offset) {
  return offset < fx_plan_text_count(plan);
}

static int verify_names(const flux_plan *plan) {
  const uint32_t size = fx_plan_text_count(plan), nodes = fx_plan_nodes_count(plan);
  CHECK(size > 0 && fx_plan_text(plan)[size - 1] == '\0' && is_text(plan, plan->graph));
  for (uint32_t i = 0; i < fx_plan_events_count(plan); i++) {
    const fx_plan_event *event = fx_plan_events(plan) + i;
    CHECK(is_text(plan, event->name) && event->size <= 1 << 30 && event->time_offset >= -1);
    CHECK(event->time_offset < 0 || is_slice((uint64_t)event->time_offset, 8, event->size));
  }
  for (uint32_t i = 0; i < fx_plan_sinks_count(plan); i++)
    CHECK(is_text(plan, fx_plan_sinks(plan)[i].name) && fx_plan_sinks(plan)[i].node < nodes);
  for (uint32_t i = 0; i < fx_plan_labels_count(plan); i++) CHECK(is_text(plan, fx_plan_labels(plan)[i]));
  return 0;
}

static int verify_nodes(const flux_plan *plan) {
  const uint32_t count = fx_plan_nodes_count(plan), elements = fx_plan_elements_count(plan);
  CHECK(fx_plan_order_count(plan) == count);
  for (uint32_t i = 0; i < count; i++) {
    const flux_plan_node *node = fx_plan_nodes(plan) + i;
    CHECK(is_text(plan, node->name) && is_text(plan, node->kind) &&
          is_slice(node->state, node->size, plan->state_size));
    CHECK(is_slice(node->first_input, node->inputs, elements));
    CHECK(node->position < count && fx_plan_order(plan)[node->position] == i);
    CHECK(node->timer >= -1 && (node->timer < 0 || (uint32_t)node->timer < fx_plan_timers_count(plan)));
  }
  for (uint32_t i = 0; i < elements; i++) CHECK(fx_plan_elements(plan)[i] <= plan->state_size);
  for (uint32_t i = 0; i < fx_plan_timers_count(plan); i++) {
    const fx_plan_timer *timer = fx_plan_timers(plan) + i;
    CHECK(timer->every >= 0 && timer->node < count && fx_plan_nodes(plan)[timer->node].timer == (int32_t)i);
  }
  return 0;
}

/* Nodes with when = "all", and only they, have a fx_wait; these stand by node. */
static int verify_waits(const flux_plan *plan) {
  const uint32_t count = fx_plan_nodes_count(plan);
  uint32_t waiting = 0;
  for (uint32_t i = 0; i < count; i++) waiting += fx_plan_nodes(plan)[i].flags & 1;
  CHECK(waiting == fx_plan_waits_count(plan));
  for (uint32_t i = 0; i < waiting; i++) {
    const fx_wait *wait = fx_plan_waits(plan) + i;
    uint64_t at = wait->first;
    CHECK(wait->node < count && (fx_plan_nodes(plan)[wait->node].flags & 1));
    CHECK(i == 0 || wait[-1].node < wait->node);
    for (uint32_t g = 0; g < wait->groups; g++) {
      CHECK(at < fx_plan_wait_nodes_count(plan));
      const uint32_t members = fx_plan_wait_nodes(plan)[at++];
      CHECK(is_slice(at, members, fx_plan_wait_nodes_count(plan)));
      for (uint32_t m = 0; m < members; m++) CHECK(fx_plan_wait_nodes(plan)[at++] < count);
    }
  }
  return 0;
}

static int verify_callbacks(const flux_plan *plan) {
  const uint32_t count = fx_plan_callbacks_count(plan);
  CHECK(fx_plan_labels_count(plan) == count);
  for (uint32_t i = 0; i < count; i++) {
    const flux_plan_callback *callback = fx_plan_callbacks(plan) + i;
    CHECK(callback->node < fx_plan_nodes_count(plan));
    CHECK(callback->role <= FLUX_STOP && callback->role != FLUX_GATE && callback->role != FLUX_SINK);
    CHECK(callback->role != FLUX_HANDLER ||
          (callback->event >= 0 && (uint32_t)callback->event < fx_plan_events_count(plan)));
    CHECK(callback->role != FLUX_TIMER || fx_plan_nodes(plan)[callback->node].timer >= 0);
    CHECK(callback->element >= -1);
  }
  return 0;
}

static int verify_copies(const flux_plan *plan, const flux_prev_copy *copies, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const flux_prev_copy *copy = &copies[i];
    CHECK(copy->node < fx_plan_nodes_count(plan) && is_slice(copy->source, copy->size, plan->state_size));
    CHECK(is_slice(copy->copy, copy->size, plan->state_size));
    CHECK((uint64_t)copy->source + copy->size <= copy->copy || (uint64_t)copy->copy + copy->size <= copy->source);
  }
  return 0;
}

/* -- one entry ------------------------------------------------------------------------------------------------------- */

/* Flags stand sorted, pending ones first, each once. Returns in *last the step that raises the last one. */
static int verify_guards(const flux_plan *plan, const flux_entry *e) {
  CHECK(is_slice(e->first_guard, e->guards, fx_plan_guards_count(plan)));
  for (uint32_t g = 0; g < e->guards; g++) {
    const flux_guard *guard = fx_plan_guards(plan) + e->first_guard + g;
    CHECK(guard->count && is_slice(guard->first, guard->count, fx_plan_flags_count(plan)));
    const uint32_t *flags = fx_plan_flags(plan) + guard->first;
    for (uint32_t i = 0; i < guard->count; i++) {
      const uint32_t kind = flags[i] & 3, index = flags[i] >> 2;
      CHECK(i == 0 || fx_flag_key(flags[i - 1]) < fx_flag_key(flags[i]));
      CHECK(index < (kind < FLUX_FLAG_PENDING_DIRTY ? e->steps : fx_plan_nodes_count(plan)));
      CHECK(kind < FLUX_FLAG_PENDING_DIRTY || e->kind == FLUX_ENTRY_TRIGGER);
    }
  }
  return 0;
}

static int is_guard(const flux_entry *e, int32_t guard) {
  return guard == FLUX_GUARD_ALWAYS || (guard >= 0 && (uint32_t)guard < e->guards);
}

/* The guard can be known before step `step` runs. */
static int is_before(const flux_plan *plan, const flux_entry *e, int32_t guard, uint32_t step) {
  if (guard < 0) return 1;
  const flux_guard *g = fx_plan_guards(plan) + e->first_guard + guard;
  const uint32_t last = fx_plan_flags(plan)[g->first + g->count - 1];
  return (last & 3) >= FLUX_FLAG_PENDING_DIRTY || last >> 2 < step;
}

static int verify_targets(const flux_plan *plan, const flux_entry *e, uint32_t index, const flux_entry *trigger) {
  const flux_step *step = fx_plan_steps(plan) + e->first_step + index;
  const uint32_t end = step[1].targets;
  CHECK(step->targets <= end && end <= fx_plan_targets_count(plan));
  uint32_t kind = FLUX_FLAG_DIRTY;
  for (uint32_t t = step->targets; t < end; t++) {
    const flux_target *target = fx_plan_targets(plan) + t;
    CHECK(target->flag <= FLUX_FLAG_PENDING_RAN && target->flag >= kind && target->mask);
    kind = target->flag;
    const int pending = kind >= FLUX_FLAG_PENDING_DIRTY;
    const flux_entry *to = pending ? trigger : e;
    CHECK(!pending || e->kind == FLUX_ENTRY_BUFFER);
    CHECK(target->word < to->words);
    if (target->word == to->words - 1 && to->steps % 64) CHECK(!(target->mask >> to->steps % 64));
    if (pending) continue;
    const flux_step *first = fx_plan_steps(plan) + e->first_step + (size_t)target->word * 64;
    for (uint64_t left = target->mask; left; left &= left - 1)
      CHECK(first[fx_bits_first(left)].seed == FLUX_SEED_GUARD);
    CHECK(target->word >= index / 64);
    if (target->word == index / 64) CHECK(!(target->mask & ((uint64_t)-1 >> (63 - index % 64))));
  }
  return 0;
}

static int phase_of(const flux_entry *e, uint32_t step) {
  return step >= e->publish ? 2 : step >= e->settle ? 1 : 0;
}

static int verify_role(const flux_plan *plan, const flux_entry *e, uint32_t index) {
  const flux_step *step = fx_plan_steps(plan) + e->first_step + index;
  static const uint8_t phase[] = {0, 0, 0, 0, 0, 0, 1, 1, 2};
  CHECK(step->role <= FLUX_SINK && phase[step->role] == phase_of(e, index) && step->seed <= FLUX_SEED_GUARD);
  if (step->role == FLUX_SINK)
    CHECK(step->callback < fx_plan_sinks_count(plan));
  else if (step->role == FLUX_GATE)
    CHECK(step->callback < fx_plan_nodes_count(plan));
  else {
    CHECK(step->callback < fx_plan_callbacks_count(plan));
    const flux_plan_callback *callback = fx_plan_callbacks(plan) + step->callback;
    CHECK(callback->role == step->role && (step->role != FLUX_HANDLER || callback->event == e->event));
    if (step->flags & FLUX_STEP_WHEN_ALL)
      CHECK(step->role == FLUX_UPDATE && (fx_plan_nodes(plan)[callback->node].flags & 1));
  }
  CHECK((step->seed == FLUX_SEED_GUARD) == (step->guard >= 0));
  CHECK(step->seed != FLUX_SEED_DUE || (step->role == FLUX_TIMER && e->kind == FLUX_ENTRY_TIMER));
  CHECK((step->role == FLUX_TIMER) == (step->seed == FLUX_SEED_DUE));
  CHECK((step->role == FLUX_HANDLER) <= (e->event >= 0));
  if (step->seed == FLUX_SEED_FILTER || step->seed == FLUX_SEED_OTHERWISE) CHECK(step->role == FLUX_HANDLER);
  CHECK(step->partner == 0 || step->partner == 1);
  if (step->partner) {
    CHECK(step->role == FLUX_UPDATE || step->role == FLUX_GATE);
    CHECK(index + 1 < e->steps && step[1].role == FLUX_ON_ARREST);
  }
  return 0;
}

static int verify_steps(const flux_plan *plan, const flux_entry *e, const flux_entry *trigger) {
  CHECK(is_slice(e->first_step, (uint64_t)e->steps + 1, fx_plan_steps_count(plan)));
  CHECK(e->settle <= e->publish && e->publish <= e->steps && e->steps < UINT32_MAX - 64);
  CHECK(e->words == (e->steps + 63) / 64 && is_slice(e->first_seed, e->words, fx_plan_seeds_count(plan)));
  for (uint32_t i = 0; i < e->steps; i++) {
    const flux_step *step = fx_plan_steps(plan) + e->first_step + i;
    int status = verify_role(plan, e, i);
    if (status == 0) status = verify_targets(plan, e, i, trigger);
    if (status < 0) return status;
    CHECK(is_guard(e, step->guard) && is_before(plan, e, step->guard, i));
    const int seeded = (fx_plan_seeds(plan)[e->first_seed + i / 64] >> i % 64 & 1) != 0;
    CHECK(seeded == (step->seed == FLUX_SEED_ALWAYS || step->seed == FLUX_SEED_OTHERWISE));
  }
  if (e->steps % 64) CHECK(!(fx_plan_seeds(plan)[e->first_seed + e->words - 1] >> e->steps % 64));
  return 0;
}

/* Regions stand by `first`, outer before inner; each lies inside its parent and within one phase. Each guarded step's
 * innermost region has the step's guard, and no other step lies in one. */
static int verify_regions(const flux_plan *plan, const flux_entry *e) {
  CHECK(is_slice(e->first_region, e->regions, fx_plan_regions_count(plan)));
  const flux_region *regions = fx_plan_regions(plan) + e->first_region;
  uint32_t next = 0;
  int32_t open = -1;
  for (uint32_t i = 0; i < e->steps; i++) {
    while (open >= 0 && regions[open].end <= i) open = regions[open].parent;
    for (; next < e->regions && regions[next].first == i; next++) {
      const flux_region *region = &regions[next];
      CHECK(region->end > i && region->end <= e->steps && region->parent == open);
      CHECK(region->guard >= 0 && is_guard(e, region->guard));
      CHECK(phase_of(e, i) == phase_of(e, region->end - 1));
      CHECK(open < 0 || region->end <= regions[open].end);
      open = (int32_t)next;
    }
    CHECK(fx_plan_steps(plan)[e->first_step + i].guard == (open < 0 ? FLUX_GUARD_ALWAYS : regions[open].guard));
  }
  CHECK(next == e->regions);
  return 0;
}

/* Matches stand sorted by their values, equal ones by step. */
static int is_sorted(const flux_plan *plan, const fx_group *group) {
  const fx_match *match = fx_plan_matches(plan) + group->first_match;
  const int64_t *value = fx_plan_values(plan) + group->first_value;
  for (uint32_t i = 1; i < group->matches; i++, value += group->fields) {
    uint32_t f = 0;
    while (f < group->fields && value[f] == value[group->fields + f]) f++;
    if (f == group->fields ? match[i - 1].step >= match[i].step : value[f] > value[group->fields + f]) return 0;
  }
  return 1;
}

static int verify_group(const flux_plan *plan, const flux_entry *e, const fx_group *group) {
  const flux_step *steps = fx_plan_steps(plan) + e->first_step;
  CHECK(e->event >= 0 && group->fields && group->fields <= FX_MAX_FIELDS && group->matches);
  CHECK(is_slice(group->first_field, group->fields, fx_plan_fields_count(plan)));
  CHECK(is_slice(group->first_match, group->matches, fx_plan_matches_count(plan)));
  CHECK(is_slice(group->first_value, (uint64_t)group->matches * group->fields, fx_plan_values_count(plan)));
  CHECK(is_sorted(plan, group));
  for (uint32_t i = 0; i < group->fields; i++) {
    const flux_condition *field = fx_plan_fields(plan) + group->first_field + i;
    CHECK(field->type <= FLUX_T_SYMBOL);
    CHECK(is_slice(field->offset, fx_filter_width(field->type), fx_plan_events(plan)[e->event].size));
  }
  for (uint32_t i = 0; i < group->matches; i++) {
    const fx_match *match = fx_plan_matches(plan) + group->first_match + i;
    CHECK(match->step < e->steps && steps[match->step].seed == FLUX_SEED_FILTER && match->otherwise >= -1);
    if (match->otherwise < 0) continue;
    CHECK((uint32_t)match->otherwise < e->steps && steps[match->otherwise].seed == FLUX_SEED_OTHERWISE);
  }
  return 0;
}

static int verify_rest(const flux_plan *plan, const flux_entry *e) {
  CHECK(is_slice(e->first_watch, e->watches, fx_plan_watches_count(plan)));
  for (uint32_t i = 0; i < e->watches; i++) {
    const flux_watch *watch = fx_plan_watches(plan) + e->first_watch + i;
    CHECK(watch->node < fx_plan_nodes_count(plan) && is_guard(e, watch->guard));
  }
  CHECK(is_slice(e->first_copy, e->copies, fx_plan_copies_count(plan)));
  CHECK(is_slice(e->first_match, e->matches, fx_plan_groups_count(plan)));
  for (uint32_t i = 0; i < e->matches; i++) {
    const int status = verify_group(plan, e, fx_plan_groups(plan) + e->first_match + i);
    if (status < 0) return status;
  }
  return 0;
}

static int verify_entry(const flux_plan *plan, uint32_t index) {
  const flux_entry *e = fx_plan_entries(plan) + index;
  const uint32_t events = fx_plan_events_count(plan);
  const flux_entry *trigger = fx_plan_entries(plan) + 2 * (size_t)events;
  CHECK(e->kind == (index < 2 * events ? (int32_t)(index & 1) : (int32_t)(FLUX_ENTRY_TRIGGER + index - 2 * events)));
  CHECK(e->event == (index < 2 * events ? (int32_t)(index / 2) : -1));
  int status = verify_guards(plan, e);
  if (status == 0) status = verify_steps(plan, e, trigger);
  if (status == 0) status = verify_regions(plan, e);
  if (status == 0) status = verify_rest(plan, e);
  return status;
}

int flux_plan_verify(const void *block, size_t size) {
  int status = verify_header(block, size);
  if (status < 0) return status;
  const flux_plan *plan = block;
  const uint64_t events = fx_plan_events_count(plan);
  CHECK(events < INT32_MAX / 2 && fx_plan_entries_count(plan) == 2 * events + 2);
  status = verify_names(plan);
  if (status == 0) status = verify_nodes(plan);
  if (status == 0) status = verify_waits(plan);
  if (status == 0) status = fx_record_verify(plan);
  if (status == 0) status = verify_callbacks(plan);
  if (status == 0) status = verify_copies(plan, fx_plan_copies(plan), fx_plan_copies_count(plan));
  if (status == 0) status = verify_copies(plan, fx_plan_all_copies(plan), fx_plan_all_copies_count(plan));
  for (uint32_t i = 0; i < fx_plan_entries_count(plan) && status == 0; i++) status = verify_entry(plan, i);
  return status;
}
