/* SPDX-License-Identifier: MIT
 * fx_engine.c -- makes an instance: one allocation, laid out by a walk that runs twice, first to measure and then to place; and
 * binds every step of the plan to the addresses in it. */
#include "fx_builder.h"
#include "fx_engine.h"
#include <string.h>

enum { LINE = 64 };

/* -- layout ---------------------------------------------------------------------------------------------------------- */

typedef struct arena {
  uint8_t *base; /* NULL: only measures */
  size_t at;
} arena;

static void *take(arena *a, size_t count, size_t item, size_t align) {
  a->at = (a->at + align - 1) / align * align;
  void *first = a->base ? a->base + a->at : NULL;
  a->at += count * item;
  return first;
}

#define TAKE(field, count) ((field) = take(a, (count), sizeof *(field), sizeof *(field) % 8 ? sizeof *(field) : 8))

static void place_bits(arena *a, fx_bits *bits, uint32_t words) {
  if (words == 0) words = 1;
  TAKE(bits->level[0], words);
  for (bits->levels = 1; bits->levels == 1 || words > 1; bits->levels++) {
    words = (words + 63) / 64;
    bits->top = TAKE(bits->level[bits->levels], words);
  }
}

static void place_queue(arena *a, fx_queue *queue, const flux_plan *plan) {
  size_t slot = 8;
  for (uint32_t i = 0; i < fx_plan_events_count(plan); i++)
    if (fx_plan_events(plan)[i].size > slot) slot = fx_plan_events(plan)[i].size;
  if (queue->capacity == 0) return;
  queue->slot = (slot + 15) / 16 * 16;
  queue->slots = take(a, queue->capacity, queue->slot, 16);
  queue->current = take(a, 1, queue->slot, 16);
  TAKE(queue->types, queue->capacity);
  TAKE(queue->causes, queue->capacity);
}

static void place_undo(arena *a, fx_undo *undo, const flux_plan *plan) {
  const uint32_t nodes = fx_plan_nodes_count(plan), timers = fx_plan_timers_count(plan);
  undo->state = take(a, 1, (size_t)plan->state_size, plan->state_align);
  TAKE(undo->stamp, nodes);
  TAKE(undo->dirty_at, nodes);
  TAKE(undo->nodes, nodes);
  TAKE(undo->valid, nodes);
  TAKE(undo->shot_stamp, timers);
  TAKE(undo->shots, timers);
  TAKE(undo->timers, timers);
}

static int32_t time_offset(const fx_plan_event *event) {
  return event->handlers == 0 ? FX_UNHANDLED : event->time_offset >= 0 ? event->time_offset : FX_UNTIMED;
}

static void place_runs(arena *a, flux_engine *e) {
  for (uint32_t i = 0; i < fx_plan_entries_count(e->plan); i++) {
    const flux_entry *entry = fx_plan_entries(e->plan) + i;
    fx_bound *bound = take(a, entry->steps, sizeof *bound, LINE);
    fx_shape *shapes = take(a, entry->steps, sizeof *shapes, LINE);
    fx_extra *extra = take(a, entry->steps, sizeof *extra, LINE);
    uint32_t count = 0;
    for (uint32_t w = 0; w < entry->words; w++) count += fx_plan_seeds(e->plan)[entry->first_seed + w] != 0;
    fx_seed *seeds = take(a, count, sizeof *seeds, 8);
    fx_lookup *lookups = take(a, entry->matches, sizeof *lookups, 8);
    for (uint32_t g = 0; g < entry->matches; g++) {
      const fx_group *group = fx_plan_groups(e->plan) + entry->first_match + g;
      fx_slot *slots = take(a, fx_lookup_slots(e->plan, group), sizeof *slots, LINE);
      fx_seed *listed = take(a, group->matches, sizeof *listed, 8);
      if (a->base) fx_lookup_bind(&lookups[g], slots, listed, e->plan, group);
    }
    if (!a->base) continue;
    fx_run *run = &e->runs[i];
    *run = (fx_run){.entry = entry,
                    .bound = bound,
                    .extra = extra,
                    .shapes = shapes,
                    .lookups = lookups,
                    .seeds = seeds,
                    .time_offset = entry->event < 0 ? FX_UNTIMED : time_offset(fx_plan_events(e->plan) + entry->event)};
    for (uint32_t w = 0; w < entry->words; w++) {
      const uint64_t mask = fx_plan_seeds(e->plan)[entry->first_seed + w];
      if (!mask) continue;
      const uint32_t gap = fx_bits_first(mask);
      seeds[run->seed_count++] = (fx_seed){mask >> gap, w * 64 + gap, --count};
    }
    if (run->seed_count > 1 || entry->matches || entry->copies) continue;
    run->first = bound;
    if (run->seed_count == 0) continue;
    run->first = bound + seeds->step;
    run->pending = seeds->mask;
  }
}

static uint32_t max_words(const flux_plan *plan, uint32_t *handlers) {
  uint32_t words = 0;
  *handlers = 0;
  for (uint32_t i = 0; i < fx_plan_entries_count(plan); i++) {
    const flux_entry *entry = fx_plan_entries(plan) + i;
    if (entry->words > words) words = entry->words;
    if (entry->kind == FLUX_ENTRY_BUFFER && entry->steps > *handlers) *handlers = entry->steps;
  }
  return words;
}

/* The walk. Everything that `e` points to comes from here. */
static size_t place(flux_engine *e, uint8_t *base) {
  const flux_plan *plan = e->plan;
  const size_t align = plan->state_align > LINE ? plan->state_align : LINE;
  /* The allocator may align to less than a line: what is placed begins at the first line after the engine itself. */
  uint8_t *first = base ? base + sizeof *e + (align - ((uintptr_t)base + sizeof *e) % align) % align : NULL;
  arena walk = {first, 0}, *a = &walk;
  const uint32_t nodes = fx_plan_nodes_count(plan), callbacks = fx_plan_callbacks_count(plan);
  const uint32_t timers = fx_plan_timers_count(plan), events = fx_plan_events_count(plan);
  uint32_t handlers;
  const uint32_t words = max_words(plan, &handlers);
  e->clock.state = take(a, 1, (size_t)plan->state_size, align);
  e->initial = take(a, 1, (size_t)plan->state_size, LINE);
  TAKE(e->clock.due, timers);
  TAKE(e->clock.valid, nodes);
  TAKE(e->clock.dirty_at, nodes);
  TAKE(e->inputs, fx_plan_elements_count(plan));
  TAKE(e->functions, callbacks);
  TAKE(e->init, callbacks);
  TAKE(e->start, callbacks);
  TAKE(e->stop, callbacks);
  if (fx_plan_waits_count(plan)) TAKE(e->wait_of, nodes);
  TAKE(e->sinks, fx_plan_sinks_count(plan));
  place_bits(a, &e->bits, words);
  place_bits(a, &e->held, fx_plan_entries(plan)[2 * events].words);
  TAKE(e->held_node, nodes);
  TAKE(e->held_nodes, nodes);
  TAKE(e->raised, handlers);
  TAKE(e->timers, timers);
  TAKE(e->heap, timers);
  TAKE(e->due, timers);
  place_queue(a, &e->queue, plan);
  if (e->options.on_error == 2) place_undo(a, &e->undo, plan);
  TAKE(e->audit.levels, nodes);
  TAKE(e->audit.first_value, nodes);
  TAKE(e->audit.numbers, callbacks);
  TAKE(e->symbols, e->options.symbols);
  if (e->options.symbols) TAKE(e->symbol_slot, e->symbol_mask + 1);
  TAKE(e->runs, fx_plan_entries_count(plan));
  place_runs(a, e);
  return sizeof *e + align + walk.at;
}

/* -- binding --------------------------------------------------------------------------------------------------------- */

static uint64_t shifted(uint64_t mask, int64_t by) {
  if (by < 0) return by > -64 ? mask >> -by : 0;
  return by < 64 ? mask << by : 0;
}

/* The shapes of an entry. Of those whose hash is the same the last one is remembered: that finds nearly all that are equal. */
typedef struct shapes {
  fx_shape *next;
  const fx_shape *seen[256];
} shapes;

static const fx_shape *shared(shapes *all, const fx_shape *shape) {
  const fx_shape **seen = &all->seen[flux_hash(shape, sizeof *shape, 0) % 256];
  if (!*seen || memcmp(*seen, shape, sizeof *shape) != 0) {
    *all->next = *shape;
    *seen = all->next++;
  }
  return *seen;
}

/* What a step raises: a dirty result its targets of flag DIRTY and those of RAN, an arrest only the second. */
static void bind_raise(const flux_engine *e, const fx_run *run, uint32_t index, fx_shape *shape) {
  const flux_step *step = fx_run_steps(e, run) + index;
  for (uint32_t t = step->targets; t < step[1].targets; t++) {
    const flux_target *target = fx_plan_targets(e->plan) + t;
    if (target->flag > FLUX_FLAG_RAN) continue;
    if (fx_seed_from(index + 65, target->word, target->mask)) run->extra[index].special |= FX_FAR;
    const uint64_t mask = shifted(target->mask, (int64_t)target->word * 64 - (index + 1));
    shape->raise[1] |= mask;
    if (target->flag == FLUX_FLAG_RAN) shape->raise[0] |= mask;
  }
}

static uint32_t special_of(const flux_engine *e, const fx_run *run, const flux_step *step) {
  uint32_t special = step->partner ? FX_PARTNER : 0;
  if (step->role == FLUX_GATE) return special | FX_GATE;
  if (step->role == FLUX_SINK) return special | FX_SINK;
  const flux_plan_callback *callback = fx_plan_callbacks(e->plan) + step->callback;
  if (step->role == FLUX_ON_ARREST && step > fx_run_steps(e, run) && step[-1].partner) special |= FX_PARTNERED;
  if (!e->functions[step->callback]) special |= FX_FOREIGN;
  if (step->flags & FLUX_STEP_WHEN_ALL) special |= FX_WHEN_ALL;
  if (step->flags & FLUX_STEP_STAMPS) special |= FX_STAMPS;
  if (callback->element >= 0) special |= FX_INDEX;
  if ((callback->flags & FLUX_POSTS) || fx_plan_nodes(e->plan)[callback->node].timer >= 0) special |= FX_ASKS;
  if (e->options.on_error == 2) special |= FX_SAVE;
  if (run->entry->kind == FLUX_ENTRY_BUFFER && step->role == FLUX_HANDLER && !(callback->flags & FLUX_QUIET))
    special |= FX_RAISES;
  return special;
}

static const flux_plan_node *node_of(const flux_engine *e, const flux_step *step, uint32_t *node) {
  *node = step->callback;
  if (step->role == FLUX_SINK)
    *node = fx_plan_sinks(e->plan)[step->callback].node;
  else if (step->role != FLUX_GATE)
    *node = fx_plan_callbacks(e->plan)[step->callback].node;
  return fx_plan_nodes(e->plan) + *node;
}

static void bind_inputs(const flux_engine *e, const flux_plan_node *node, fx_bound *s, fx_extra *x) {
  const void *const *inputs = e->inputs + node->first_input;
  if (!x->callback) return; /* what is foreign has its own */
  if (node->inputs <= FX_FEW) {
    for (uint32_t i = 0; i < node->inputs; i++) s->inputs.few[i] = inputs[i];
  } else {
    s->inputs.many = (fx_many){inputs, x->callback};
    x->special |= FX_MANY;
  }
}

static flux_fn function_of(const fx_extra *x) {
  switch (x->special) {
  case 0: return x->callback;
  case FX_FOREIGN: return fx_step_foreign;
  case FX_MANY: return fx_step_many;
  default: return fx_step_special;
  }
}

static void bind_step(flux_engine *e, const fx_run *run, uint32_t index, shapes *known_shapes) {
  const flux_step *step = fx_run_steps(e, run) + index;
  fx_bound *s = &run->bound[index];
  fx_extra *x = &run->extra[index];
  *x = (fx_extra){.special = special_of(e, run, step),
                  .number = step->callback,
                  .element = -1,
                  .targets = step->targets,
                  .targets_end = step[1].targets};
  const flux_plan_node *known = node_of(e, step, &x->node);
  s->self = e->clock.state + known->state;
  if (step->role != FLUX_SINK && step->role != FLUX_GATE) {
    x->callback = e->functions[step->callback];
    x->element = fx_plan_callbacks(e->plan)[step->callback].element;
    bind_inputs(e, known, s, x);
  }
  fx_shape shape = {.ctx = step->role == FLUX_HANDLER ? &e->ctx_event : &e->ctx_plain};
  bind_raise(e, run, index, &shape);
  shape.fn = function_of(x);
  if (shape.fn == fx_step_foreign) s->self = x;
  s->shape = shared(known_shapes, &shape);
  if (step->role == FLUX_TIMER) e->timers[known->timer].step = index;
}

static void bind_run(flux_engine *e, const fx_run *run) {
  shapes known = {.next = run->shapes};
  for (uint32_t s = 0; s < run->entry->steps; s++) bind_step(e, run, s, &known);
}

/* Lifecycle callbacks, in the graph's order; `stop` in reverse. */
static void bind_life(flux_engine *e, const flux_builder *b) {
  const flux_plan *plan = e->plan;
  for (uint32_t i = 0; i < fx_plan_nodes_count(plan); i++) {
    const uint32_t node = fx_plan_order(plan)[i];
    for (uint32_t c = fx_node_at(b, node)->first_callback; c != FX_NONE; c = fx_callback_at(b, c)->next) {
      const uint32_t role = fx_callback_at(b, c)->role;
      if (role == FLUX_INIT) e->init[e->inits++] = c;
      if (role == FLUX_START) {
        e->start[e->starts++] = c;
        e->start_posts |= (fx_plan_callbacks(plan)[c].flags & FLUX_POSTS) != 0;
      }
      if (role == FLUX_STOP) e->stop[e->stops++] = c;
    }
  }
  for (uint32_t i = 0; i < e->stops / 2; i++) {
    const uint32_t other = e->stop[i];
    e->stop[i] = e->stop[e->stops - 1 - i];
    e->stop[e->stops - 1 - i] = other;
  }
}

static void bind(flux_engine *e, const flux_builder *b) {
  const flux_plan *plan = e->plan;
  e->targets = fx_plan_targets(plan);
  for (uint32_t i = 0; i < fx_plan_callbacks_count(plan); i++) {
    e->functions[i] = fx_callback_at(b, i)->fn;
    if (fx_plan_callbacks(plan)[i].flags & (FLUX_READS_NOW | FLUX_ARMS)) e->needs_time = 1;
  }
  for (uint32_t i = 0; i < fx_plan_elements_count(plan); i++) e->inputs[i] = e->clock.state + fx_plan_elements(plan)[i];
  for (uint32_t i = 0; i < fx_plan_nodes_count(plan); i++) {
    const fx_node *node = fx_node_at(b, i);
    if (node->initial != FX_NONE)
      memcpy(e->initial + fx_plan_nodes(plan)[i].state, (const uint8_t *)b->bytes.data + node->initial, node->size);
  }
  for (uint32_t i = 0; i < fx_plan_waits_count(plan); i++) e->wait_of[fx_plan_waits(plan)[i].node] = i + 1;
  e->timer_count = fx_plan_timers_count(plan);
  if (e->timer_count) e->needs_time = 1;
  for (uint32_t i = 0; i < e->timer_count; i++) {
    const fx_plan_timer *timer = fx_plan_timers(plan) + i;
    e->timers[i] = (fx_timer){.every = timer->every,
                              .offset = timer->offset,
                              .node = timer->node,
                              .step = UINT32_MAX,
                              .missed_once = timer->missed_once != 0};
  }
  for (uint32_t i = 0; i < fx_plan_entries_count(plan); i++) bind_run(e, &e->runs[i]);
  bind_life(e, b);
  fx_audit_bind(e);
}

/* What an element of `node` must point to: its source's state, or for flux.prev a copy that is aligned like it. */
static int is_element(const flux_plan *plan, const flux_builder *b, const fx_element *element, uint32_t address) {
  const flux_plan_node *source = fx_plan_nodes(plan) + element->source;
  const uint32_t size = element->size ? element->size : source->size, align = fx_node_at(b, element->source)->align;
  if (address == source->state + element->offset) return 1;
  return (fx_input_at(b, element->input)->flags & FLUX_PREV) && address % (align > 8 ? align : 8) == 0 &&
         (uint64_t)address + size <= plan->state_size;
}

static int has_elements_of(const flux_plan *plan, const flux_builder *b) {
  if (fx_plan_elements_count(plan) != b->elements.count) return 0;
  for (uint32_t n = 0; n < b->nodes.count; n++) {
    const flux_plan_node *known = fx_plan_nodes(plan) + n;
    uint32_t at = known->first_input;
    if (known->inputs != fx_node_at(b, n)->elements) return 0;
    for (uint32_t i = fx_node_at(b, n)->first_input; i != FX_NONE; i = fx_input_at(b, i)->next)
      for (uint32_t e = fx_input_at(b, i)->first_element; e != FX_NONE; e = fx_element_at(b, e)->next)
        if (!is_element(plan, b, fx_element_at(b, e), fx_plan_elements(plan)[at++])) return 0;
  }
  return 1;
}

/* A plan is a block of bytes that may have been stored: it must have been made of this very graph. */
static int is_of(const flux_plan *plan, const flux_builder *b) {
  if (fx_plan_nodes_count(plan) != b->nodes.count || fx_plan_callbacks_count(plan) != b->callbacks.count ||
      fx_plan_events_count(plan) != b->events.count || fx_plan_sinks_count(plan) != b->sinks.count)
    return 0;
  for (uint32_t i = 0; i < b->nodes.count; i++)
    if (fx_plan_nodes(plan)[i].size != fx_node_at(b, i)->size || fx_plan_nodes(plan)[i].state % fx_node_at(b, i)->align)
      return 0;
  for (uint32_t i = 0; i < b->callbacks.count; i++) {
    const flux_plan_callback *known = fx_plan_callbacks(plan) + i;
    const fx_callback *callback = fx_callback_at(b, i);
    if (known->node != callback->node || known->role != callback->role || known->flags != callback->flags) return 0;
    if (callback->role == FLUX_HANDLER && known->event != (int32_t)callback->event) return 0;
  }
  for (uint32_t i = 0; i < b->events.count; i++) {
    const fx_plan_event *known = fx_plan_events(plan) + i;
    const fx_event *event = fx_event_at(b, i);
    if (known->size != event->size || known->time_offset != event->time_offset) return 0;
  }
  return has_elements_of(plan, b);
}

int flux_engine_new(const flux_plan *plan, const flux_builder *b, flux_engine **engine) {
  const int status = flux_plan_verify(plan, (size_t)plan->size);
  if (status < 0) return status;
  if (!is_of(plan, b)) return FLUX_E_PLAN;
  flux_engine draft = {.plan = plan, .alloc = b->alloc, .options = b->options};
  draft.queue.capacity = b->options.capacity ? b->options.capacity : plan->flags & FX_PLAN_POSTS ? 64 : 0;
  if (draft.options.max_missed == 0) draft.options.max_missed = 1000000;
  draft.symbol_mask = fx_lookup_size(draft.options.symbols) - 1;
  draft.stream_clock = (plan->flags & FX_PLAN_STREAM_CLOCK) != 0;
  for (uint32_t i = 0; i < fx_plan_events_count(plan); i++) draft.timed |= fx_plan_events(plan)[i].time_offset >= 0;
  draft.size = place(&draft, NULL);
  flux_engine *e = fx_mem_new(&b->alloc, draft.size);
  if (!e) return FLUX_E_MEMORY;
  memset(e, 0, draft.size);
  *e = draft;
  place(e, (uint8_t *)e);
  e->ctx_event = e->ctx_plain = (flux_ctx){.clock = &e->clock, .engine = e, .index = -1};
  e->clock.index = -1;
  e->quick_events = fx_plan_events_count(plan);
  bind(e, b);
  memcpy(e->clock.state, e->initial, (size_t)plan->state_size);
  for (uint32_t i = 0; i < fx_plan_nodes_count(plan); i++) e->clock.dirty_at[i] = -1;
  fx_timer_reset(e);
  fx_clock_attend(e);
  *engine = e;
  return 0;
}

void flux_engine_free(flux_engine *e) {
  if (!e) return;
  const flux_alloc alloc = e->alloc;
  fx_mem_free(&alloc, e, e->size);
}

/* -- accessors ------------------------------------------------------------------------------------------------------- */

flux_clockwork *flux_engine_clock(flux_engine *e) {
  return &e->clock;
}
void *flux_node_state(flux_engine *e, uint32_t node) {
  return e->clock.state + fx_plan_nodes(e->plan)[node].state;
}
void flux_engine_whole_cycles(flux_engine *e, int on) {
  e->whole = on != 0;
  e->quick_events = on ? 0 : fx_plan_events_count(e->plan);
}

int flux_on(flux_engine *e, uint32_t sink, flux_sink_fn fn, void *user, int foreign) {
  if (sink >= fx_plan_sinks_count(e->plan)) return FLUX_E_INPUT;
  e->sinks[sink] = (fx_hook){fn, user, foreign};
  return 0;
}
