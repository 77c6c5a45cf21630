/* SPDX-License-Identifier: MIT
 * Many filters against the rule itself: a handler runs when every condition of its filter equals the event's field, and its node's
 * `otherwise` when none does; in the graph's order, however many words the pending set has. */
#include "support.h"
#include <math.h>
#include <stdio.h>

enum { NODES = 5000, READERS = 2500, EVENTS = 400, OTHERWISE = 1000000 };

/* What a node filters on: these fields of the event. */
enum { KEY, TIME, X, KEY_OTHER, X_KEY, KINDS, OWN_KEY };

typedef struct wish {
  int kind, has_otherwise;
  event_data wanted;
  uint32_t node;
  int64_t count;
} wish;

/* A node that reads two handlers, which lie anywhere before it. */
typedef struct reader {
  uint32_t node, sources[2];
  int64_t count;
} reader;

static wish wishes[NODES];
static reader readers[READERS];

static uint32_t seed_state = 2463534242u;
static uint32_t draw(uint32_t n) {
  seed_state ^= seed_state << 13;
  seed_state ^= seed_state >> 17;
  seed_state ^= seed_state << 5;
  return seed_state % n;
}

/* Values that differ in few bits, high or low, and some that many share. */
static void fill(event_data *e) {
  static const int shifts[] = {0, 8, 31, 32, 40, 56};
  static const double odd[] = {0.0, -0.0, INFINITY, 1e-310, 0.1};
  e->time = (int64_t)((uint64_t)draw(100) << shifts[draw(6)]) * (draw(3) ? 1 : -1);
  e->key = draw(3) ? (int32_t)draw(150) : (int32_t)(draw(40) << 25);
  e->other = (int32_t)draw(3) - 1;
  e->x = draw(4) ? (double)draw(80) / 4 - 5 : odd[draw(5)];
}

static int holds(const wish *w, const event_data *e) {
  switch (w->kind) {
  case KEY:
  case OWN_KEY: return e->key == w->wanted.key;
  case TIME: return e->time == w->wanted.time;
  case X: return e->x == w->wanted.x;
  case KEY_OTHER: return e->key == w->wanted.key && e->other == w->wanted.other;
  default: return e->x == w->wanted.x && e->key == w->wanted.key;
  }
}

static int64_t bits_of(double x) {
  union {
    double x;
    int64_t bits;
  } both = {x};
  return both.bits;
}

static uint32_t conditions_of(const wish *w, flux_condition *c) {
  const flux_condition key = {offsetof(event_data, key), FLUX_T_I32, w->wanted.key};
  const flux_condition other = {offsetof(event_data, other), FLUX_T_I32, w->wanted.other};
  const flux_condition time = {offsetof(event_data, time), FLUX_T_I64, w->wanted.time};
  const flux_condition x = {offsetof(event_data, x), FLUX_T_DOUBLE, bits_of(w->wanted.x)};
  c[0] = w->kind == TIME ? time : w->kind == X || w->kind == X_KEY ? x : key;
  c[1] = w->kind == KEY_OTHER ? other : key;
  return w->kind == KEY_OTHER || w->kind == X_KEY ? 2 : 1;
}

static int count_otherwise(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs, (void)ctx;
  ((cell *)self)->count += OTHERWISE;
  return FLUX_DIRTY;
}

static void declare(world *w, int event, uint32_t i, int kind) {
  char name[32];
  wish *mine = &wishes[i];
  *mine = (wish){.kind = kind == KINDS ? (int)draw(KINDS) : kind};
  mine->has_otherwise = kind == KINDS && draw(20) == 0;
  fill(&mine->wanted);
  if (kind == OWN_KEY) mine->wanted.key = (int32_t)i;
  snprintf(name, sizeof name, "n%u", i);
  const uint32_t node =
      (uint32_t)flux_add_node(w->b, &(flux_node_spec){.name = name, .size = sizeof(cell), .align = 8});
  flux_condition conditions[2];
  flux_callback_spec spec = {.node = node, .role = FLUX_HANDLER, .event = event, .fn = pass};
  spec.conditions = conditions;
  spec.condition_count = conditions_of(mine, conditions);
  assert_true(flux_add_callback(w->b, &spec) >= 0);
  mine->node = node;
  if (!mine->has_otherwise) return;
  spec = (flux_callback_spec){
      .node = node, .role = FLUX_HANDLER, .event = event, .fn = count_otherwise, .flags = FLUX_OTHERWISE};
  assert_true(flux_add_callback(w->b, &spec) >= 0);
}

static void declare_reader(world *w, uint32_t i, uint32_t handlers) {
  char name[32];
  snprintf(name, sizeof name, "r%u", i);
  const uint32_t node =
      (uint32_t)flux_add_node(w->b, &(flux_node_spec){.name = name, .size = sizeof(cell), .align = 8});
  reader *mine = &readers[i];
  *mine = (reader){.node = node, .sources = {draw(handlers), draw(handlers)}};
  for (uint32_t k = 0; k < 2; k++) {
    flux_add_input(w->b, node, k ? "b" : "a", 0);
    assert_true(flux_add_element(w->b, node, k, wishes[mine->sources[k]].node, 0, 0) >= 0);
  }
  flux_add_callback(w->b, &(flux_callback_spec){.node = node, .role = FLUX_UPDATE, .fn = pass});
}

/* Everything that ran did so in the graph's order. */
static void check_order(world *w) {
  const flux_plan_node *nodes = flux_plan_nodes(w->plan, NULL);
  const flux_plan_callback *callbacks = flux_plan_callbacks(w->plan, NULL);
  for (uint64_t i = 1; i < w->recorded; i++) {
    const flux_plan_callback *before = &callbacks[w->records[i - 1].callback],
                             *after = &callbacks[w->records[i].callback];
    assert_true(nodes[before->node].position < nodes[after->node].position);
  }
}

static void check_event(world *w, const event_data *e, uint32_t *held) {
  static int ran[NODES];
  for (uint32_t i = 0; i < NODES; i++) {
    const int holds_here = holds(&wishes[i], e);
    *held += (uint32_t)holds_here;
    ran[i] = holds_here || wishes[i].has_otherwise;
    wishes[i].count += holds_here ? 1 : wishes[i].has_otherwise ? OTHERWISE : 0;
    assert_int_equal(state(w, wishes[i].node)->count, wishes[i].count);
  }
  for (uint32_t i = 0; i < READERS; i++) {
    readers[i].count += ran[readers[i].sources[0]] || ran[readers[i].sources[1]];
    assert_int_equal(state(w, readers[i].node)->count, readers[i].count);
  }
}

/* Handlers of one kind, or of all of them: KINDS. */
static uint32_t run(int kind) {
  static world w;
  world_new(&w, NULL);
  const int E = event(&w, "E");
  for (uint32_t i = 0; i < NODES; i++) {
    declare(&w, E, i, kind);
    if (i % 2) declare_reader(&w, i / 2, i);
  }
  world_start(&w);
  uint32_t held = 0;
  for (uint32_t n = 0; n < EVENTS; n++) {
    event_data e = {.time = 0};
    fill(&e);
    if (draw(2)) e = wishes[draw(NODES)].wanted;
    if (draw(20) == 0) e.x = NAN;
    w.recorded = 0;
    assert_int_equal(flux_send(w.e, (uint32_t)E, &e), 0);
    check_order(&w);
    check_event(&w, &e, &held);
  }
  world_free(&w);
  return held;
}

static void a_handler_runs_when_its_filter_holds(void **ctx) {
  (void)ctx;
  assert_true(run(KINDS) > EVENTS); /* the events are such that it comes to that */
}

static void filters_that_rule_out_nothing_alike(void **ctx) {
  (void)ctx;
  assert_true(run(KEY) > EVENTS);
  assert_true(run(X_KEY) > EVENTS / 4);
  assert_true(run(OWN_KEY) > EVENTS / 4);
}

/* Values that lie close together have a slot each: those between them and beside them have none. */
static void values_between_and_beside_close_ones_match_nothing(void **ctx) {
  (void)ctx;
  static const uint64_t offsets[] = {0, 1, 1, 3, 5}; /* times wanted, from the least on */
  static const uint64_t least[] = {(uint64_t)1 << 63, (uint64_t)-3, 0, ((uint64_t)1 << 63) - 6};
  static const int64_t matches[] = {0, 0, 1, 2, 0, 1, 0, 1, 0, 0}; /* of times from two before the least on */
  for (size_t i = 0; i < sizeof least / sizeof *least; i++) {
    static world w;
    world_new(&w, NULL);
    const int E = event(&w, "E");
    char name[8];
    for (uint32_t n = 0; n < 5; n++) {
      snprintf(name, sizeof name, "n%u", n);
      const flux_condition wanted = {offsetof(event_data, time), FLUX_T_I64, (int64_t)(least[i] + offsets[n])};
      flux_add_callback(w.b, &(flux_callback_spec){.node = node(&w, name),
                                                   .role = FLUX_HANDLER,
                                                   .event = E,
                                                   .fn = pass,
                                                   .conditions = &wanted,
                                                   .condition_count = 1});
    }
    world_start(&w);
    for (uint64_t at = 0; at < sizeof matches / sizeof *matches; at++) {
      const event_data e = {.time = (int64_t)(least[i] + at - 2)};
      w.recorded = 0;
      assert_int_equal(flux_send(w.e, (uint32_t)E, &e), 0);
      assert_int_equal(w.recorded, matches[at]);
    }
    world_free(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_handler_runs_when_its_filter_holds),
                                     cmocka_unit_test(filters_that_rule_out_nothing_alike),
                                     cmocka_unit_test(values_between_and_beside_close_ones_match_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
