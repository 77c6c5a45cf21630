/* SPDX-License-Identifier: MIT
 * support.c -- see support.h. */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *resize(void *ud, void *ptr, size_t osize, size_t nsize) {
  world *w = ud;
  if (nsize == 0) {
    free(ptr);
    w->live -= osize;
    return NULL;
  }
  w->allocations++;
  if (w->fail_at && w->allocations == w->fail_at) return NULL;
  void *grown = realloc(ptr, nsize);
  if (grown) {
    w->live += nsize - osize;
    w->bytes += nsize;
  }
  return grown;
}

void world_new(world *w, const flux_options *options) {
  memset(w, 0, sizeof *w);
  if (options) w->options = *options;
  w->alloc = (flux_alloc){resize, w};
  w->b = flux_builder_new("test", &w->alloc);
  assert_non_null(w->b);
  assert_int_equal(flux_set_options(w->b, &w->options), 0);
}

void world_resolve(world *w) {
  const int status = flux_resolve(w->b, &w->plan);
  if (status < 0) fail_msg("resolve: %s", flux_builder_error(w->b));
  assert_int_equal(flux_plan_verify(w->plan, flux_plan_size(w->plan)), 0);
}

void world_start(world *w) {
  world_resolve(w);
  assert_int_equal(flux_engine_new(w->plan, w->b, &w->e), 0);
  flux_engine_trace(w->e, w->records, sizeof w->records / sizeof *w->records, &w->recorded);
  assert_int_equal(flux_start(w->e), 0);
}

void world_free(world *w) {
  flux_engine_free(w->e);
  flux_plan_free(w->plan);
  flux_builder_free(w->b);
  assert_int_equal(w->live, 0);
}

static uint32_t checked(world *w, int index) {
  if (index < 0) fail_msg("%s", flux_builder_error(w->b));
  return (uint32_t)index;
}

int event(world *w, const char *name) {
  const flux_event_spec spec = {.name = name, .size = sizeof(event_data), .time_offset = -1};
  return (int)checked(w, flux_add_event(w->b, &spec));
}

int timed_event(world *w, const char *name) {
  const flux_event_spec spec = {.name = name, .size = sizeof(event_data), .time_offset = 0};
  return (int)checked(w, flux_add_event(w->b, &spec));
}

uint32_t node_with(world *w, flux_node_spec spec) {
  spec.size = sizeof(cell);
  spec.align = sizeof(double);
  const uint32_t index = checked(w, flux_add_node(w->b, &spec));
  w->names[index] = spec.name;
  w->nodes = index + 1;
  return index;
}

uint32_t node(world *w, const char *name) {
  return node_with(w, (flux_node_spec){.name = name});
}

uint32_t input_list(world *w, uint32_t node, const char *name, uint32_t flags, uint32_t count,
                    const uint32_t *sources) {
  const uint32_t in = checked(w, flux_add_input(w->b, node, name, flags));
  for (uint32_t i = 0; i < count; i++) checked(w, flux_add_element(w->b, node, in, sources[i], 0, 0));
  return in;
}

uint32_t input(world *w, uint32_t node, const char *name, uint32_t flags, uint32_t source) {
  return input_list(w, node, name, flags, 1, &source);
}

uint32_t call(world *w, uint32_t node, int role, flux_fn fn, uint32_t flags) {
  const flux_callback_spec spec = {.node = node, .role = role, .event = -1, .input = -1, .flags = flags, .fn = fn};
  return checked(w, flux_add_callback(w->b, &spec));
}

void on_with(world *w, uint32_t node, int event, uint32_t flags, flux_fn fn) {
  const flux_callback_spec spec = {
      .node = node, .role = FLUX_HANDLER, .event = event, .input = -1, .flags = flags, .fn = fn};
  checked(w, flux_add_callback(w->b, &spec));
}

void on(world *w, uint32_t node, int event, flux_fn fn) {
  on_with(w, node, event, 0, fn);
}

void on_key(world *w, uint32_t node, int event, int32_t key, flux_fn fn) {
  const flux_condition is_key = {offsetof(event_data, key), FLUX_T_I32, key};
  const flux_callback_spec spec = {.node = node,
                                   .role = FLUX_HANDLER,
                                   .event = event,
                                   .input = -1,
                                   .conditions = &is_key,
                                   .condition_count = 1,
                                   .fn = fn};
  checked(w, flux_add_callback(w->b, &spec));
}

void update(world *w, uint32_t node, flux_fn fn) {
  call(w, node, FLUX_UPDATE, fn, 0);
}

void on_input(world *w, uint32_t node, uint32_t input, uint32_t flags, flux_fn fn) {
  const flux_callback_spec spec = {
      .node = node, .role = FLUX_INPUT, .event = -1, .input = (int)input, .flags = flags, .fn = fn};
  checked(w, flux_add_callback(w->b, &spec));
}

uint32_t follow(world *w, const char *name, uint32_t source, flux_fn fn) {
  const uint32_t index = node(w, name);
  input(w, index, "source", 0, source);
  update(w, index, fn);
  return index;
}

/* An event must live until its entry is over, also when the host is called in between: sinks that send use the next slot. */
static event_data *next_event(world *w, int64_t time, int32_t key, double x) {
  event_data *data = &w->events[w->sent++ % (sizeof w->events / sizeof *w->events)];
  *data = (event_data){time, key, 0, x};
  return data;
}

int send(world *w, int type, int64_t time, int32_t key, double x) {
  return flux_send(w->e, (uint32_t)type, next_event(w, time, key, x));
}

int buffer(world *w, int type, int64_t time, int32_t key, double x) {
  return flux_buffer(w->e, (uint32_t)type, next_event(w, time, key, x));
}

cell *state(world *w, uint32_t node) {
  return flux_node_state(w->e, node);
}

static const char *role_suffix(uint32_t role) {
  static const char *const names[] = {"", ".on_timer",  ".on_input",     "",
                                      "", ".on_arrest", ".after_update", ".after_cycle",
                                      "", ".init",      ".start",        ".stop"};
  return names[role];
}

const char *traced(world *w) {
  size_t at = 0;
  int64_t cycle = w->recorded ? w->records[0].cycle : 0;
  *w->text = '\0';
  for (uint64_t i = 0; i < w->recorded && at < sizeof w->text - 128; i++) {
    const flux_trace_record *r = &w->records[i];
    if (r->cycle != cycle) at += (size_t)snprintf(w->text + at, sizeof w->text - at, " |");
    cycle = r->cycle;
    if (at) at += (size_t)snprintf(w->text + at, sizeof w->text - at, " ");
    if (r->callback & FLUX_TRACE_SINK) {
      at += (size_t)snprintf(w->text + at, sizeof w->text - at, "sink%u", r->callback & ~(uint32_t)FLUX_TRACE_SINK);
    } else {
      const flux_plan_callback *callback = flux_plan_callbacks(w->plan, NULL) + r->callback;
      at += (size_t)snprintf(w->text + at, sizeof w->text - at, "%s%s", w->names[callback->node],
                             role_suffix(callback->role));
    }
    if (r->index >= 0) at += (size_t)snprintf(w->text + at, sizeof w->text - at, "[%d]", r->index);
    if (r->outcome < 1) at += (size_t)snprintf(w->text + at, sizeof w->text - at, r->outcome < 0 ? "!" : "-");
  }
  w->recorded = 0;
  return w->text;
}

int pass(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  (void)ctx;
  ((cell *)self)->count++;
  return FLUX_DIRTY;
}

int arrest(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  (void)ctx;
  ((cell *)self)->count++;
  return FLUX_ARREST;
}

int take_event(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  ((cell *)self)->value = ((const event_data *)ctx->event)->x;
  return FLUX_DIRTY;
}

int take_above_10(void *self, const void *const *inputs, const flux_ctx *ctx) {
  take_event(self, inputs, ctx);
  return ((cell *)self)->value > 10 ? FLUX_DIRTY : FLUX_ARREST;
}

int copy_input(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)ctx;
  ((cell *)self)->value = ((const cell *)inputs[0])->value;
  return FLUX_DIRTY;
}

int sum_event(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  ((cell *)self)->value += ((const event_data *)ctx->event)->x;
  return FLUX_DIRTY;
}
