/* SPDX-License-Identifier: MIT
 * core.c -- graphs of C nodes on the core's own dispatch table, without Lua:
 *
 *   core chain 37 1000000      a handler, then a chain of +1
 *   core other 10000 1000000   8 nodes on the event that is sent, 10,000 in chains of 8 on another
 *   core keyed 10000 1000000   10,000 nodes in chains of 8, each behind a filter on a key; a random chain is hit each event
 *   core scattered 10000 1000000   10,000 nodes, each behind a filter on a key, and 5,000 that read two of them; each key wakes 8 and
 *                                  their readers, spread over all of the schedule
 *   core resolve 100000 0      time to build and to resolve that many nodes, in seconds
 *
 * Prints the time per event in ns, steps per event, flags tested per event, and the last value of the chain that ran. `-1` events:
 * the same without running, for the difference of two instruction counts.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "flux.h"

enum { CHAIN = 8 };

typedef struct tick {
  int64_t key;
  double price;
} tick;

/* Not static, and not inlined into anything: callgrind counts them by name. */
int node_handle(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  *(double *)self = ((const tick *)ctx->event)->price;
  return FLUX_DIRTY;
}

int node_add(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)ctx;
  *(double *)self = *(const double *)inputs[0] + 1;
  return FLUX_DIRTY;
}

int node_pair(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)ctx;
  *(double *)self = *(const double *)inputs[0] - *(const double *)inputs[1];
  return FLUX_DIRTY;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int check(int status, flux_builder *b) {
  if (status >= 0) return status;
  fprintf(stderr, "core: %s\n", flux_builder_error(b));
  exit(1);
}

static int add_node(flux_builder *b, const char *name) {
  return check(flux_add_node(b, &(flux_node_spec){.name = name, .size = 8, .align = 8}), b);
}

/* A handler of `event` for one key, or for any: -1. */
static int add_handler(flux_builder *b, const char *name, int event, int64_t key) {
  int node = add_node(b, name);
  flux_condition is_key = {.offset = offsetof(tick, key), .type = FLUX_T_I64, .value = key};
  flux_callback_spec spec = {
      .node = (uint32_t)node, .flags = FLUX_ALWAYS_DIRTY, .role = FLUX_HANDLER, .event = event, .fn = node_handle};
  if (key >= 0) spec.conditions = &is_key, spec.condition_count = 1;
  check(flux_add_callback(b, &spec), b);
  return node;
}

/* A node that reads one other node or two. */
static int add_reader(flux_builder *b, const char *name, flux_fn fn, const int *ups, int count) {
  int node = add_node(b, name);
  for (int i = 0; i < count; i++) {
    int input = check(flux_add_input(b, (uint32_t)node, i == 0 ? "a" : "b", 0), b);
    check(flux_add_element(b, (uint32_t)node, (uint32_t)input, (uint32_t)ups[i], 0, 0), b);
  }
  flux_callback_spec spec = {.node = (uint32_t)node, .flags = FLUX_ALWAYS_DIRTY, .role = FLUX_UPDATE, .fn = fn};
  check(flux_add_callback(b, &spec), b);
  return node;
}

/* A handler and a chain below it; returns the last node. */
static int add_chain(flux_builder *b, int event, int64_t key, int length, const char *prefix) {
  char name[64];
  snprintf(name, sizeof name, "%s_0", prefix);
  int last = add_handler(b, name, event, key);
  for (int i = 1; i < length; i++) {
    snprintf(name, sizeof name, "%s_%d", prefix, i);
    last = add_reader(b, name, node_add, &last, 1);
  }
  return last;
}

/* Each key wakes 8 of the handlers; a reader runs for the keys of its two. Returns the last reader. */
static int add_scattered(flux_builder *b, int event, int nodes) {
  char name[64];
  int last = -1;
  for (int i = 0; i < nodes; i += 2) {
    int pair[2];
    for (int k = 0; k < 2; k++) {
      snprintf(name, sizeof name, "k%d", i + k);
      pair[k] = add_handler(b, name, event, (i + k) % (nodes / CHAIN));
    }
    snprintf(name, sizeof name, "pair%d", i / 2);
    last = add_reader(b, name, node_pair, pair, 2);
  }
  return last;
}

static flux_builder *build(const char *mode, int nodes, int *last) {
  flux_builder *b = flux_builder_new("bench", NULL);
  flux_set_options(b, &(flux_options){.stream_clock = 1});
  int event = check(flux_add_event(b, &(flux_event_spec){.name = "Tick", .size = sizeof(tick), .time_offset = -1}), b);
  int other = check(flux_add_event(b, &(flux_event_spec){.name = "Other", .size = sizeof(tick), .time_offset = -1}), b);
  bool quiet = strcmp(mode, "other") == 0, keyed = strcmp(mode, "keyed") == 0;
  char name[32];
  if (strcmp(mode, "chain") == 0 || strcmp(mode, "scattered") == 0) {
    *last = mode[0] == 'c' ? add_chain(b, event, -1, nodes, "chain") : add_scattered(b, event, nodes);
    return b;
  }
  if (quiet) *last = add_chain(b, event, -1, CHAIN, "active");
  for (int i = 0; i < nodes / CHAIN; i++) {
    snprintf(name, sizeof name, "c%d", i);
    int end = add_chain(b, quiet ? other : event, keyed ? i : -1, CHAIN, name);
    if (!quiet) *last = end;
  }
  return b;
}

static int resolve_only(int nodes) {
  int last;
  double start = seconds();
  flux_builder *b = build("resolve", nodes, &last);
  double built = seconds();
  flux_plan *plan;
  check(flux_resolve(b, &plan), b);
  printf("%.6f %.6f\n", built - start, seconds() - built);
  return 0;
}

static void send(flux_engine *engine, int64_t events, uint64_t keys) {
  uint64_t s = 42;
  for (int64_t i = 0; i < events; i++) {
    s = s * 6364136223846793005u + 1442695040888963407u;
    tick e = {.key = (int64_t)((s >> 33) % keys), .price = (double)i};
    if (flux_send(engine, 0, &e) < 0) {
      fprintf(stderr, "core: %s\n", flux_engine_error(engine));
      exit(1);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const char *mode = argv[1];
  int nodes = atoi(argv[2]), last = 0;
  int64_t events = atoll(argv[3]);
  if (strcmp(mode, "resolve") == 0) return resolve_only(nodes);
  flux_builder *b = build(mode, nodes, &last);
  flux_plan *plan;
  flux_engine *engine;
  check(flux_resolve(b, &plan), b);
  check(flux_engine_new(plan, b, &engine), b);
  flux_start(engine);
  bool by_key = strcmp(mode, "keyed") == 0 || strcmp(mode, "scattered") == 0;
  uint64_t keys = by_key ? (uint64_t)nodes / CHAIN : 1;
  double start = seconds();
  send(engine, events, keys);
  double ns = events > 0 ? (seconds() - start) * 1e9 / (double)events : 0;
  double value = *(double *)flux_node_state(engine, (uint32_t)last);
  flux_counts before = flux_engine_counts(engine), after = before;
  if (argc > 4) { /* counts are kept while a trace is on */
    uint64_t count = 0;
    static flux_trace_record records[1 << 16];
    flux_engine_trace(engine, records, 1 << 16, &count);
    send(engine, 1000, keys);
    after = flux_engine_counts(engine);
  }
  printf("%.4f %.3f %.3f %.17g\n", ns, (double)(after.steps - before.steps) / 1000,
         (double)(after.tested - before.tested) / 1000, value);
  return 0;
}
