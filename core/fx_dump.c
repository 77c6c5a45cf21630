/* SPDX-License-Identifier: MIT
 * fx_dump.c -- a plan as text: stable, one step a line, indented by region, so that a change of a graph is a diff to review.
 *
 *   event Tick: 4 steps
 *     tick handler
 *     fast update
 *     detector update -> dirty
 *     if detector
 *       alarm update
 *   publish
 *     if detector
 *       sink warning of alarm */
#include "fx_plan.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
  char *buf;
  size_t size, length; /* length counts also what did not fit */
  const flux_plan *plan;
  const flux_entry *entry;
} writer;

static void put(writer *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const size_t room = w->length < w->size ? w->size - w->length : 0;
  const int length = vsnprintf(room ? w->buf + w->length : NULL, room, format, args);
  va_end(args);
  if (length > 0) w->length += (size_t)length;
}

static void put_indent(writer *w, uint32_t depth) {
  for (uint32_t i = 0; i < depth && i < 40; i++) put(w, "  "); /* a deep chain stays readable */
}

static const char *node_name(const writer *w, uint32_t node) {
  return fx_plan_name(w->plan, fx_plan_nodes(w->plan)[node].name);
}

static const flux_step *step_at(const writer *w, uint32_t step) {
  return fx_plan_steps(w->plan) + w->entry->first_step + step;
}

static uint32_t step_node(const writer *w, const flux_step *step) {
  if (step->role == FLUX_GATE) return step->callback;
  if (step->role == FLUX_SINK) return fx_plan_sinks(w->plan)[step->callback].node;
  return fx_plan_callbacks(w->plan)[step->callback].node;
}

static const char *role_name(uint32_t role) {
  static const char *const names[] = {"handler",      "timer",       "on_input", "update", "gate",  "on_arrest",
                                      "after_update", "after_cycle", "sink",     "init",   "start", "stop"};
  return names[role];
}

/* A step raises flags of its node; where several steps of one node do, the role tells them apart. */
static void put_flag(writer *w, uint32_t flag) {
  const uint32_t index = flag >> 2, kind = flag & 3;
  if (kind >= FLUX_FLAG_PENDING_DIRTY) {
    put(w, kind == FLUX_FLAG_PENDING_DIRTY ? "held %s" : "held ran %s", node_name(w, index));
    return;
  }
  const flux_step *step = step_at(w, index);
  put(w, kind == FLUX_FLAG_RAN ? "ran %s" : "%s", node_name(w, step_node(w, step)));
  if (step->role != FLUX_UPDATE && step->role != FLUX_HANDLER)
    put(w, ".%s", role_name(step->role));
  else if (step->seed == FLUX_SEED_FILTER || step->seed == FLUX_SEED_OTHERWISE)
    put(w, "#%u", index);
}

static void put_guard(writer *w, int32_t guard) {
  if (guard < 0) {
    put(w, guard == FLUX_GUARD_ALWAYS ? "always" : "never");
    return;
  }
  const flux_guard *g = fx_plan_guards(w->plan) + w->entry->first_guard + guard;
  for (uint32_t i = 0; i < g->count; i++) {
    if (i) put(w, " or ");
    put_flag(w, fx_plan_flags(w->plan)[g->first + i]);
  }
}

static void put_values(writer *w, uint32_t step) {
  const flux_entry *e = w->entry;
  for (uint32_t i = 0; i < e->matches; i++) {
    const fx_group *group = fx_plan_groups(w->plan) + e->first_match + i;
    for (uint32_t m = 0; m < group->matches; m++) {
      if (fx_plan_matches(w->plan)[group->first_match + m].step != step) continue;
      for (uint32_t k = 0; k < group->fields; k++)
        put(w, " [%u]=%lld", fx_plan_fields(w->plan)[group->first_field + k].offset,
            (long long)fx_plan_values(w->plan)[group->first_value + m * group->fields + k]);
    }
  }
}

static void put_step(writer *w, uint32_t index) {
  const flux_step *step = step_at(w, index);
  if (step->role == FLUX_SINK) {
    const fx_plan_sink *sink = fx_plan_sinks(w->plan) + step->callback;
    put(w, "sink %s of %s\n", fx_plan_name(w->plan, sink->name), node_name(w, sink->node));
    return;
  }
  put(w, "%s %s", node_name(w, step_node(w, step)), role_name(step->role));
  if (step->role == FLUX_INPUT && fx_plan_callbacks(w->plan)[step->callback].element >= 0)
    put(w, " %d", fx_plan_callbacks(w->plan)[step->callback].element);
  if (step->seed == FLUX_SEED_FILTER) {
    put(w, " #%u where", index);
    put_values(w, index);
  }
  if (step->seed == FLUX_SEED_OTHERWISE) put(w, " #%u otherwise", index);
  if (step->seed == FLUX_SEED_DUE) put(w, " if due");
  if (step->role == FLUX_ON_ARREST && index > 0 && step_at(w, index - 1)->partner) put(w, " unless the step above");
  if (step->flags & FLUX_STEP_WHEN_ALL) put(w, " when all");
  if (step->flags & (FLUX_STEP_TESTS | FLUX_STEP_MARKS | FLUX_STEP_STAMPS)) {
    put(w, " ->%s%s%s", step->flags & FLUX_STEP_TESTS ? " dirty" : "", step->flags & FLUX_STEP_MARKS ? " ran" : "",
        step->flags & FLUX_STEP_STAMPS ? " stamp" : "");
  }
  put(w, "\n");
}

static void put_steps(writer *w) {
  const flux_entry *e = w->entry;
  const flux_region *regions = fx_plan_regions(w->plan) + e->first_region;
  uint32_t next = 0, depth = 1;
  int32_t open = -1;
  for (uint32_t i = 0; i < e->steps; i++) {
    for (; open >= 0 && regions[open].end <= i; open = regions[open].parent) depth--;
    if (i == e->publish)
      put(w, "publish\n");
    else if (i == e->settle)
      put(w, "settle\n");
    for (; next < e->regions && regions[next].first == i; open = (int32_t)next++) {
      put_indent(w, depth++);
      put(w, "if ");
      put_guard(w, regions[next].guard);
      put(w, "\n");
    }
    put_indent(w, depth);
    put_step(w, i);
  }
}

static void put_entry(writer *w) {
  const flux_entry *e = w->entry;
  static const char *const names[] = {"event ", "buffer ", "trigger", "timer"};
  if (e->steps == 0) return;
  put(w, "\n%s%s: %u steps\n", names[e->kind],
      e->event >= 0 ? fx_plan_name(w->plan, fx_plan_events(w->plan)[e->event].name) : "", e->steps);
  for (uint32_t i = 0; i < e->copies; i++) {
    const flux_prev_copy *copy = fx_plan_copies(w->plan) + e->first_copy + i;
    put(w, "  copy %u bytes of %s\n", copy->size, node_name(w, copy->node));
  }
  put_steps(w);
  for (uint32_t i = 0; i < e->watches; i++) {
    const flux_watch *watch = fx_plan_watches(w->plan) + e->first_watch + i;
    put(w, "watch %s: ", node_name(w, watch->node));
    put_guard(w, watch->guard);
    put(w, "\n");
  }
}

size_t flux_plan_dump(const flux_plan *plan, char *buf, size_t size) {
  writer w = {buf, size, 0, plan, NULL};
  if (size) *buf = '\0';
  put(&w, "graph %s\nstate %llu bytes\norder", fx_plan_name(plan, plan->graph), (unsigned long long)plan->state_size);
  for (uint32_t i = 0; i < fx_plan_order_count(plan); i++) put(&w, " %s", node_name(&w, fx_plan_order(plan)[i]));
  put(&w, "\n");
  for (uint32_t i = 0; i < fx_plan_entries_count(plan); i++) {
    w.entry = fx_plan_entries(plan) + i;
    put_entry(&w);
  }
  return w.length;
}
