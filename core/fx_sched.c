/* SPDX-License-Identifier: MIT
 * fx_sched.c -- one schedule per entry: which steps it can reach, in order, and the guard of each.
 *
 * The naive rule: a node is dirty when one of its steps ran and did not arrest, and an update runs when one of its trigger inputs
 * is dirty. So "n is dirty" is an OR over flags (step, DIRTY). Three facts keep these sets small:
 *
 *   a step that never arrests is dirty exactly when it ran;
 *   a step with a single flag as its guard ran exactly when that flag is up;
 *   a flag whose step runs only when another flag of the same OR is up adds nothing.
 *
 * Together a chain of nodes that never arrest shares the flag at its head, and everything behind a plain handler that never
 * arrests has no guard at all; filters with an `otherwise` are together such a handler. A set holds at most one flag per step of its node: guards never grow along a path. */
#include "fx_resolver.h"
#include <string.h>

static flux_step *step_at(const fx_resolver *r, uint32_t i) {
  return fx_edit_steps(r) + r->entry.first_step + i;
}

/* -- steps ----------------------------------------------------------------------------------------------------------- */

/* Appends a step. A guard of NEVER adds none. */
static int add_step(fx_resolver *r, uint32_t callback, uint32_t role, uint32_t seed, int32_t guard) {
  if (guard == FLUX_GUARD_NEVER) return 0;
  flux_step *step = fx_add_steps(r, 1);
  if (!step) return fx_no_memory(r);
  if (seed == FLUX_SEED_GUARD && guard == FLUX_GUARD_ALWAYS) seed = FLUX_SEED_ALWAYS;
  *step = (flux_step){.callback = callback, .guard = guard, .role = (uint8_t)role, .seed = (uint8_t)seed};
  r->entry.steps++;
  if (role == FLUX_GATE || role == FLUX_SINK) return 0;
  r->entry.flags |= fx_callback_at(r->b, callback)->flags &
                    (FLUX_FOREIGN | FLUX_READS_NOW | FLUX_READS_WALL | FLUX_POSTS | FLUX_ARMS);
  return 0;
}

/* The step that was added last can make its node dirty: adds its flags to the node's own. */
static int add_verdict(fx_resolver *r, uint32_t node, int has_partner) {
  const uint32_t index = r->entry.steps - 1;
  flux_step *step = step_at(r, index);
  const uint32_t facts = fx_callback_at(r->b, step->callback)->flags;
  uint32_t ran = index << 2 | FLUX_FLAG_RAN;
  int always = 0;
  if (!has_partner && !(step->flags & FLUX_STEP_WHEN_ALL)) {
    always = step->seed == FLUX_SEED_ALWAYS;
    if (step->guard >= 0) {
      const flux_guard *guard = fx_edit_guards(r) + r->entry.first_guard + step->guard;
      if (guard->count == 1) ran = fx_edit_flags(r)[guard->first];
    }
  }
  if (always)
    r->own_ran_always = 1;
  else if (fx_guard_push(r, &r->own_ran, ran) < 0)
    return FLUX_E_MEMORY;
  if (facts & FLUX_NEVER_DIRTY) return 0;
  if (fx_edit_nodes(r)[node].flags & 6) step->flags |= FLUX_STEP_STAMPS;
  if (!(facts & FLUX_ALWAYS_DIRTY)) return fx_guard_push(r, &r->own_dirty, index << 2 | FLUX_FLAG_DIRTY);
  if (!always) return fx_guard_push(r, &r->own_dirty, ran);
  r->own_dirty_always = 1;
  return 0;
}

/* What is known of a node's filters: there are some; one that is quiet does not say that the node ran; one may arrest. */
enum { FILTERED = 1, FILTER_IS_QUIET = 2, FILTER_ARRESTS = 4 };

static uint32_t filter_facts(const fx_callback *handler) {
  if (handler->flags & FLUX_QUIET) return FILTERED | FILTER_IS_QUIET | FILTER_ARRESTS;
  return handler->flags & FLUX_ALWAYS_DIRTY ? FILTERED : FILTERED | FILTER_ARRESTS;
}

/* Filters stand before `otherwise`, which runs where none of them matches: with it, one of them has run. */
static int add_handler(fx_resolver *r, uint32_t index, uint32_t *filters) {
  const fx_callback *handler = fx_callback_at(r->b, index);
  uint32_t seed = FLUX_SEED_ALWAYS;
  if (handler->conditions)
    seed = FLUX_SEED_FILTER, *filters |= filter_facts(handler);
  else if ((handler->flags & FLUX_OTHERWISE) && *filters)
    seed = FLUX_SEED_OTHERWISE, *filters |= filter_facts(handler);
  if (add_step(r, index, FLUX_HANDLER, seed, FLUX_GUARD_ALWAYS) < 0) return FLUX_E_MEMORY;
  if (!(handler->flags & FLUX_QUIET) && add_verdict(r, handler->node, 0) < 0) return FLUX_E_MEMORY;
  if (seed != FLUX_SEED_OTHERWISE) return 0;
  if (!(*filters & FILTER_IS_QUIET)) r->own_ran_always = 1;
  if (!(*filters & FILTER_ARRESTS)) r->own_dirty_always = 1;
  return 0;
}

/* on_input sees what this cycle itself made of the element, also of a passive one. */
static int add_on_input(fx_resolver *r, uint32_t index) {
  const fx_callback *callback = fx_callback_at(r->b, index);
  const fx_input *input = fx_input_at(r->b, callback->input);
  if (input->flags & FLUX_PREV) return 0;
  uint32_t e = input->first_element;
  if (callback->element != FX_NONE) {
    /* Callbacks of one list stand in element order, and so do the elements in the node's row. */
    const uint32_t *row = r->elements.items + r->elements.first[callback->node];
    uint32_t before = 0;
    for (uint32_t i = r->inputs.first[callback->node]; r->inputs.items[i] != callback->input; i++)
      before += fx_input_at(r->b, r->inputs.items[i])->elements;
    e = row[before + callback->element];
  }
  int32_t guard;
  const int what = FX_FRESH | (callback->flags & FLUX_RAN ? FX_RAN : 0);
  const int status = fx_guard_of_node(r, fx_element_at(r->b, e)->source, what, &guard);
  return status < 0 ? status : add_step(r, index, FLUX_INPUT, FLUX_SEED_GUARD, guard);
}

/* UPDATE (or GATE) and ON_ARREST. The latter is left out where it cannot run: whenever an input ran, one was dirty. */
static int add_update(fx_resolver *r, uint32_t node, uint32_t update, uint32_t on_arrest) {
  int32_t dirty, ran = FLUX_GUARD_NEVER;
  int status = fx_guard_of_triggers(r, node, 0, &dirty);
  if (status == 0 && on_arrest != FX_NONE) status = fx_guard_of_triggers(r, node, FX_RAN, &ran);
  if (status < 0) return status;
  const int arrests = ran != FLUX_GUARD_NEVER && !fx_guard_is_subset(r, ran, dirty);
  int partner = 0;
  if (dirty != FLUX_GUARD_NEVER && (update != FX_NONE || arrests)) {
    const uint32_t role = update != FX_NONE ? FLUX_UPDATE : FLUX_GATE;
    if (add_step(r, role == FLUX_UPDATE ? update : node, role, FLUX_SEED_GUARD, dirty) < 0) return FLUX_E_MEMORY;
    flux_step *step = step_at(r, r->entry.steps - 1);
    step->partner = arrests ? 1 : 0;
    partner = arrests;
    if (role == FLUX_UPDATE) {
      if (fx_node_at(r->b, node)->flags & 1) step->flags |= FLUX_STEP_WHEN_ALL;
      if (add_verdict(r, node, 0) < 0) return FLUX_E_MEMORY;
    }
  }
  if (!arrests) return 0;
  if (add_step(r, on_arrest, FLUX_ON_ARREST, FLUX_SEED_GUARD, ran) < 0) return FLUX_E_MEMORY;
  return add_verdict(r, node, partner);
}

/* TRIGGER: what buffered cycles may have left of a node. */
static uint8_t held_of(const fx_resolver *r, uint32_t node) {
  uint8_t held = 0;
  for (uint32_t i = r->callbacks.first[node]; i < r->callbacks.first[node + 1]; i++) {
    const fx_callback *callback = fx_callback_at(r->b, r->callbacks.items[i]);
    if (callback->role != FLUX_HANDLER) break;
    if (callback->flags & FLUX_QUIET) continue;
    held |= FX_HELD_RAN | (callback->flags & FLUX_NEVER_DIRTY ? 0 : FX_HELD_DIRTY);
  }
  return held;
}

static int add_callbacks(fx_resolver *r, uint32_t node) {
  uint32_t update = FX_NONE, on_arrest = FX_NONE;
  uint32_t filters = 0;
  int status = 0;
  for (uint32_t i = r->callbacks.first[node]; i < r->callbacks.first[node + 1] && status == 0; i++) {
    const uint32_t index = r->callbacks.items[i];
    const fx_callback *callback = fx_callback_at(r->b, index);
    if (callback->role == FLUX_HANDLER) {
      if (r->entry.event >= 0 && callback->event == (uint32_t)r->entry.event) status = add_handler(r, index, &filters);
    } else if (callback->role == FLUX_TIMER) {
      if (r->entry.kind != FLUX_ENTRY_TIMER) continue;
      status = add_step(r, index, FLUX_TIMER, FLUX_SEED_DUE, FLUX_GUARD_ALWAYS);
      if (status == 0) status = add_verdict(r, node, 0);
    } else if (callback->role == FLUX_INPUT) {
      status = add_on_input(r, index);
    } else if (callback->role == FLUX_UPDATE) {
      update = index;
    } else if (callback->role == FLUX_ON_ARREST) {
      on_arrest = index;
    }
  }
  if (status < 0 || r->entry.kind == FLUX_ENTRY_BUFFER || (update == FX_NONE && on_arrest == FX_NONE)) return status;
  return add_update(r, node, update, on_arrest);
}

/* Keeps the node's own flags as a set. */
static int keep_set(fx_resolver *r, fx_list *own, uint8_t always, fx_set *set) {
  *set = (fx_set){r->sets.count, always ? 0 : own->count, always};
  if (set->count == 0) return 0;
  uint32_t *to = fx_list_add(r->alloc, &r->sets, set->count, sizeof *to);
  if (!to) return fx_no_memory(r);
  memcpy(to, own->data, set->count * sizeof *to);
  return 0;
}

static void visit_later(fx_resolver *r, uint32_t node) {
  if (r->reach[node].stamp == r->stamp) return;
  r->reach[node] = (fx_reach){.stamp = r->stamp};
  fx_topo_push(r, r->position[node]);
}

static int visit_node(fx_resolver *r, uint32_t node) {
  const uint32_t before = r->entry.steps;
  r->own_dirty.count = r->own_ran.count = 0;
  r->own_dirty_always = r->own_ran_always = 0;
  const int status = add_callbacks(r, node);
  fx_reach *reach = &r->reach[node];
  if (r->entry.kind == FLUX_ENTRY_TRIGGER) reach->held = held_of(r, node);
  if (r->entry.steps > before) reach->held |= FX_STEPPED;
  if (status < 0 || keep_set(r, &r->own_dirty, r->own_dirty_always, &reach->dirty) < 0 ||
      keep_set(r, &r->own_ran, r->own_ran_always, &reach->ran) < 0)
    return FLUX_E_MEMORY;
  r->visited[r->visits++] = node;
  if (!reach->ran.always && !reach->ran.count && !(reach->held & FX_HELD_RAN)) return 0;
  for (uint32_t i = r->readers.first[node]; i < r->readers.first[node + 1]; i++) visit_later(r, r->readers.items[i]);
  return 0;
}

/* -- settle, publish, enter ------------------------------------------------------------------------------------------ */

static uint32_t find_role(const fx_resolver *r, uint32_t node, uint32_t role) {
  /* The roles after on_input are single and stand last. */
  for (uint32_t i = r->callbacks.first[node + 1]; i-- > r->callbacks.first[node];) {
    const fx_callback *callback = fx_callback_at(r->b, r->callbacks.items[i]);
    if (callback->role == role) return r->callbacks.items[i];
    if (callback->role < role) break;
  }
  return FX_NONE;
}

static int add_settle(fx_resolver *r) {
  for (uint32_t i = r->visits; i-- > 0;) {
    const uint32_t callback = find_role(r, r->visited[i], FLUX_AFTER_UPDATE);
    int32_t guard;
    if (callback == FX_NONE) continue;
    if (fx_guard_of_node(r, r->visited[i], 0, &guard) < 0) return FLUX_E_MEMORY;
    if (add_step(r, callback, FLUX_AFTER_UPDATE, FLUX_SEED_GUARD, guard) < 0) return FLUX_E_MEMORY;
  }
  for (uint32_t i = 0; i < r->after_cycles; i++)
    if (add_step(r, r->after_cycle[i], FLUX_AFTER_CYCLE, FLUX_SEED_ALWAYS, FLUX_GUARD_ALWAYS) < 0) return FLUX_E_MEMORY;
  return 0;
}

static int add_publish(fx_resolver *r) {
  for (uint32_t i = 0; i < r->visits; i++) {
    const uint32_t node = r->visited[i];
    for (uint32_t s = r->sinks.first[node]; s < r->sinks.first[node + 1]; s++) {
      int32_t guard;
      if (fx_guard_of_node(r, node, 0, &guard) < 0) return FLUX_E_MEMORY;
      if (add_step(r, r->sinks.items[s], FLUX_SINK, FLUX_SEED_GUARD, guard) < 0) return FLUX_E_MEMORY;
    }
  }
  return 0;
}

static int add_watches(fx_resolver *r) {
  r->entry.first_watch = fx_count_watches(r);
  for (uint32_t i = 0; i < r->visits; i++) {
    int32_t guard;
    if (!(fx_edit_nodes(r)[r->visited[i]].flags & 6)) continue;
    if (fx_guard_of_node(r, r->visited[i], 0, &guard) < 0) return FLUX_E_MEMORY;
    if (guard == FLUX_GUARD_NEVER) continue;
    flux_watch *watch = fx_add_watches(r, 1);
    if (!watch) return fx_no_memory(r);
    *watch = (flux_watch){r->visited[i], guard};
    r->entry.watches++;
  }
  return 0;
}

static int copy_for(fx_resolver *r, uint32_t reader) {
  for (uint32_t e = r->elements.first[reader]; e < r->elements.first[reader + 1]; e++) {
    const uint32_t copy = r->first_copy[e];
    if (!copy || r->copied[copy - 1] == r->stamp) continue;
    r->copied[copy - 1] = r->stamp;
    flux_prev_copy *added = fx_add_copies(r, 1);
    if (!added) return fx_no_memory(r);
    *added = fx_edit_all_copies(r)[copy - 1];
    r->entry.copies++;
  }
  return 0;
}

static int add_copies(fx_resolver *r) {
  r->entry.first_copy = fx_count_copies(r);
  if (!fx_count_all_copies(r)) return 0;
  for (uint32_t i = 0; i < r->visits; i++)
    if ((r->reach[r->visited[i]].held & FX_STEPPED) && copy_for(r, r->visited[i]) < 0) return FLUX_E_MEMORY;
  for (uint32_t i = r->entry.settle; i < r->entry.publish; i++)
    if (copy_for(r, fx_callback_at(r->b, step_at(r, i)->callback)->node) < 0) return FLUX_E_MEMORY;
  return 0;
}

/* -- entries --------------------------------------------------------------------------------------------------------- */

/* Queues the nodes where an entry begins. Returns how many. */
static uint32_t begin_nodes(fx_resolver *r) {
  uint32_t begun = 0;
  if (r->entry.event >= 0) {
    const uint32_t event = (uint32_t)r->entry.event;
    for (uint32_t i = r->handlers.first[event]; i < r->handlers.first[event + 1]; i++, begun++)
      visit_later(r, r->handlers.items[i]);
    return begun;
  }
  for (uint32_t n = 0; n < r->nodes; n++) {
    const uint32_t first = r->callbacks.first[n];
    if (first == r->callbacks.first[n + 1]) continue;
    const int handles = fx_callback_at(r->b, r->callbacks.items[first])->role == FLUX_HANDLER;
    const int is_timer = fx_edit_nodes(r)[n].timer >= 0;
    if (!(r->entry.kind == FLUX_ENTRY_TRIGGER ? handles : is_timer)) continue;
    visit_later(r, n);
    begun++;
  }
  return begun;
}

static int schedule(fx_resolver *r, int32_t kind, int32_t event) {
  r->stamp++;
  r->visits = 0;
  r->sets.count = 0;
  r->entry =
      (flux_entry){.kind = kind, .event = event, .first_step = fx_count_steps(r), .first_guard = fx_count_guards(r)};
  const uint32_t begun = begin_nodes(r);
  int status = 0;
  while (r->heaped) {
    const uint32_t node = r->order[fx_topo_pop(r)];
    if (status == 0) status = visit_node(r, node);
  }
  r->entry.settle = r->entry.steps;
  const int whole = begun && kind != FLUX_ENTRY_BUFFER; /* S15: a buffered cycle neither settles nor publishes */
  if (status == 0 && whole) status = add_settle(r);
  r->entry.publish = r->entry.steps;
  if (status == 0 && whole) status = add_publish(r);
  if (status == 0) status = add_watches(r);
  if (status == 0) status = add_copies(r);
  if (status == 0) status = fx_filter_entry(r);
  if (status == 0) status = fx_region_entry(r);
  return status;
}

static int schedule_into(fx_resolver *r, uint32_t index, int32_t kind, int32_t event) {
  const int status = schedule(r, kind, event);
  if (status == 0) fx_edit_entries(r)[index] = r->entry;
  return status;
}

static int prepare(fx_resolver *r) {
  r->reach = fx_resolver_new(r, r->nodes, sizeof(fx_reach));
  r->after_cycle = fx_resolver_new(r, r->nodes, sizeof(uint32_t));
  r->copied = fx_resolver_new(r, fx_count_all_copies(r), sizeof(uint32_t));
  if (!r->reach || !r->after_cycle || !r->copied || !fx_add_entries(r, 2 * r->b->events.count + 2))
    return fx_no_memory(r);
  for (uint32_t i = r->nodes; i-- > 0;) {
    const uint32_t callback = find_role(r, r->order[i], FLUX_AFTER_CYCLE);
    if (callback != FX_NONE) r->after_cycle[r->after_cycles++] = callback;
  }
  return 0;
}

int fx_sched_entries(fx_resolver *r) {
  const uint32_t events = r->b->events.count;
  int status = prepare(r);
  /* TRIGGER first: buffered steps raise flags that it reads. */
  if (status == 0) status = schedule_into(r, 2 * events, FLUX_ENTRY_TRIGGER, -1);
  if (status == 0) status = fx_region_pending(r);
  for (uint32_t t = 0; t < events && status == 0; t++) {
    status = schedule_into(r, 2 * t, FLUX_ENTRY_EVENT, (int32_t)t);
    if (status == 0) status = schedule_into(r, 2 * t + 1, FLUX_ENTRY_BUFFER, (int32_t)t);
  }
  if (status == 0) status = schedule_into(r, 2 * events + 1, FLUX_ENTRY_TIMER, -1);
  return status;
}
