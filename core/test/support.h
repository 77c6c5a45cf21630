/* SPDX-License-Identifier: MIT
 * support.h -- a small world for tests: a graph declared in one line a node, an engine with its trace on, and the trace as text.
 *
 *   world w;
 *   world_new(&w, NULL);
 *   const int E = event(&w, "E");
 *   const uint32_t a = node(&w, "a");    on(&w, a, E, pass);
 *   const uint32_t b = node(&w, "b");    input(&w, b, "a", 0, a);    update(&w, b, pass);
 *   world_start(&w);
 *   send(&w, E, 0, 0, 1.0);
 *   expect(&w, "a b");
 *
 * In a trace a handler and an update are the node's name alone, other roles are "node.role"; "!" after a call: it failed; "-":
 * it arrested; "[i]": the element; "|" stands between cycles. */
#ifndef FLUX_TEST_SUPPORT_H
#define FLUX_TEST_SUPPORT_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "flux.h"

typedef struct event_data {
  int64_t time;
  int32_t key;
  int32_t other;
  double x;
} event_data;

/* Every test node's state. */
typedef struct cell {
  double value;
  int64_t count;
} cell;

typedef struct world {
  flux_options options;
  flux_alloc alloc;
  size_t allocations, bytes, live; /* of its own allocator */
  size_t fail_at;                  /* the N-th allocation fails, from 1; 0: none */
  flux_builder *b;
  flux_plan *plan;
  flux_engine *e;
  const char *names[256];
  uint32_t nodes;
  event_data events[4];
  uint32_t sent;
  flux_trace_record records[4096];
  uint64_t recorded;
  char text[8192];
} world;

void world_new(world *w, const flux_options *options);
void world_resolve(world *w);
void world_start(world *w); /* resolves, makes the engine, switches the trace on, starts */
void world_free(world *w);

int event(world *w, const char *name);       /* untimed */
int timed_event(world *w, const char *name); /* its time is event_data.time */
uint32_t node(world *w, const char *name);
uint32_t node_with(world *w, flux_node_spec spec); /* size and align are a cell's */
uint32_t input(world *w, uint32_t node, const char *name, uint32_t flags, uint32_t source);
uint32_t input_list(world *w, uint32_t node, const char *name, uint32_t flags, uint32_t count, const uint32_t *sources);
uint32_t call(world *w, uint32_t node, int role, flux_fn fn, uint32_t flags);
void on(world *w, uint32_t node, int event, flux_fn fn);
void on_key(world *w, uint32_t node, int event, int32_t key, flux_fn fn);
void on_with(world *w, uint32_t node, int event, uint32_t flags, flux_fn fn);
void update(world *w, uint32_t node, flux_fn fn);
void on_input(world *w, uint32_t node, uint32_t input, uint32_t flags, flux_fn fn);
/* update of a node that reads one other, both declared in a line */
uint32_t follow(world *w, const char *name, uint32_t source, flux_fn fn);

int send(world *w, int type, int64_t time, int32_t key, double x);
int buffer(world *w, int type, int64_t time, int32_t key, double x);
cell *state(world *w, uint32_t node);

/* The trace since the last call, as text. */
const char *traced(world *w);
#define expect(w, words) assert_string_equal(traced(w), words)

/* Callbacks. */
int pass(void *self, const void *const *inputs, const flux_ctx *ctx);          /* counts; dirty */
int arrest(void *self, const void *const *inputs, const flux_ctx *ctx);        /* counts; arrests */
int take_event(void *self, const void *const *inputs, const flux_ctx *ctx);    /* value = event.x; dirty */
int take_above_10(void *self, const void *const *inputs, const flux_ctx *ctx); /* value = event.x; dirty when > 10 */
int copy_input(void *self, const void *const *inputs, const flux_ctx *ctx);    /* value = first input's value; dirty */
int sum_event(void *self, const void *const *inputs, const flux_ctx *ctx);     /* value += event.x; dirty */

#endif
