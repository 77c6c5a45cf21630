/* SPDX-License-Identifier: MIT
 * Large graphs: the cost of an event is what runs, not what is declared; and resolving stays near linear. Work is counted, not
 * timed, so that the tests hold on any machine. */
#include "support.h"
#include <stdio.h>

/* Dirty only when the event's key is the node's own number. */
static int is_mine(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  return ((const event_data *)ctx->event)->key == (int32_t)((const cell *)self)->count;
}

/* `count` more nodes, each reading its predecessor; the first reads `source`. */
static void chain(world *w, const char *prefix, uint32_t source, uint32_t count) {
  char name[32];
  for (uint32_t i = 0; i < count; i++) {
    snprintf(name, sizeof name, "%s%u", prefix, i);
    const int index = flux_add_node(w->b, &(flux_node_spec){.name = name, .size = sizeof(cell), .align = 8});
    flux_add_input(w->b, (uint32_t)index, "x", 0);
    flux_add_element(w->b, (uint32_t)index, 0, i ? (uint32_t)index - 1 : source, 0, 0);
    flux_add_callback(w->b, &(flux_callback_spec){.node = (uint32_t)index, .role = FLUX_UPDATE, .fn = copy_input});
  }
}

static uint64_t steps_of(world *w, int type, int32_t key) {
  const uint64_t before = flux_engine_counts(w->e).steps;
  assert_int_equal(send(w, type, 0, key, 1), 0);
  return flux_engine_counts(w->e).steps - before;
}

static void eight_active_among_100000_cost_eight(void **ctx) {
  (void)ctx;
  static world w;
  world_new(&w, NULL);
  const int E = event(&w, "E");
  char name[32];
  enum { BRANCHES = 100, LENGTH = 1000 };
  for (int32_t branch = 0; branch < BRANCHES; branch++) {
    snprintf(name, sizeof name, "source%d_", branch);
    const int source = flux_add_node(w.b, &(flux_node_spec){.name = name, .size = sizeof(cell), .align = 8});
    const flux_condition mine = {offsetof(event_data, key), FLUX_T_I32, branch};
    flux_add_callback(w.b, &(flux_callback_spec){.node = (uint32_t)source,
                                                 .role = FLUX_HANDLER,
                                                 .event = E,
                                                 .fn = pass,
                                                 .conditions = &mine,
                                                 .condition_count = 1});
    snprintf(name, sizeof name, "b%d_", branch);
    chain(&w, name, (uint32_t)source, branch == 7 ? 7 : LENGTH - 1);
  }
  world_start(&w);
  assert_int_equal(steps_of(&w, E, 7), 8);
  assert_int_equal(steps_of(&w, E, 8), LENGTH);
  assert_int_equal(steps_of(&w, E, 5000), 0);
  assert_int_equal(steps_of(&w, E, 99), LENGTH);
  world_free(&w);
}

static void a_quiet_chain_of_100000_stops_at_its_head(void **ctx) {
  (void)ctx;
  static world w;
  world_new(&w, NULL);
  const int E = event(&w, "E");
  const uint32_t head = node(&w, "head");
  on(&w, head, E, is_mine);
  chain(&w, "n", head, 100000);
  const int tail = flux_add_sink(w.b, "tail", 100000);
  assert_int_equal(tail, 0);
  world_start(&w);
  assert_int_equal(steps_of(&w, E, 1), 1);
  assert_int_equal(steps_of(&w, E, 0), 100001 + 1);
  uint32_t count;
  const flux_entry *entry = flux_plan_entries(w.plan, &count);
  assert_int_equal(count, 4);
  assert_int_equal(entry->steps, 100001 + 1);
  world_free(&w);
}

static void a_chain_that_never_arrests_tests_one_flag(void **ctx) {
  (void)ctx;
  static world w;
  world_new(&w, NULL);
  const int E = event(&w, "E");
  const uint32_t head = node(&w, "head");
  on(&w, head, E, is_mine);
  uint32_t last = head;
  char name[32];
  for (uint32_t i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "n%u", i);
    const int index = flux_add_node(w.b, &(flux_node_spec){.name = name, .size = sizeof(cell), .align = 8});
    const uint32_t n = (uint32_t)index;
    flux_add_input(w.b, n, "x", 0);
    flux_add_element(w.b, n, 0, last, 0, 0);
    flux_add_input(w.b, n, "head", 0);
    flux_add_element(w.b, n, 1, head, 0, 0);
    flux_add_callback(
        w.b, &(flux_callback_spec){.node = n, .role = FLUX_UPDATE, .fn = copy_input, .flags = FLUX_ALWAYS_DIRTY});
    last = n;
  }
  world_start(&w);
  const flux_entry *entry = flux_plan_entries(w.plan, NULL);
  assert_int_equal(entry->guards, 1);
  assert_int_equal(entry->regions, 1);
  assert_int_equal(steps_of(&w, E, 0), 1001);
  assert_int_equal(flux_engine_counts(w.e).tested, 1);
  world_free(&w);
}

static void a_join_of_many_runs_once(void **ctx) {
  (void)ctx;
  static world w;
  static uint32_t sources[5000];
  world_new(&w, NULL);
  const int E = event(&w, "E");
  char name[32];
  for (uint32_t i = 0; i < 5000; i++) {
    snprintf(name, sizeof name, "s%u", i);
    sources[i] = (uint32_t)flux_add_node(w.b, &(flux_node_spec){.name = name, .size = sizeof(cell), .align = 8});
    const flux_condition mine = {offsetof(event_data, key), FLUX_T_I32, (int32_t)(i / 2)};
    flux_add_callback(w.b, &(flux_callback_spec){.node = sources[i],
                                                 .role = FLUX_HANDLER,
                                                 .event = E,
                                                 .fn = pass,
                                                 .conditions = &mine,
                                                 .condition_count = 1});
  }
  const int join = flux_add_node(w.b, &(flux_node_spec){.name = "join", .size = sizeof(cell), .align = 8});
  flux_add_input(w.b, (uint32_t)join, "all", FLUX_LIST);
  for (uint32_t i = 0; i < 5000; i++) flux_add_element(w.b, (uint32_t)join, 0, sources[i], 0, 0);
  flux_add_callback(w.b, &(flux_callback_spec){.node = (uint32_t)join, .role = FLUX_INPUT, .fn = pass});
  flux_add_callback(w.b, &(flux_callback_spec){.node = (uint32_t)join, .role = FLUX_UPDATE, .fn = pass});
  world_start(&w);
  assert_int_equal(steps_of(&w, E, 1000), 5); /* two sources, on_input of each, the update */
  assert_int_equal(w.records[2].index, 2000);
  assert_int_equal(w.records[3].index, 2001);
  assert_int_equal(steps_of(&w, E, 2500), 0);
  world_free(&w);
}

static void buffered_work_of_a_wide_graph_is_triggered(void **ctx) {
  (void)ctx;
  static world w;
  world_new(&w, NULL);
  const int E = event(&w, "E");
  const uint32_t head = node(&w, "head");
  on(&w, head, E, is_mine);
  chain(&w, "n", head, 1000);
  world_start(&w);
  buffer(&w, E, 0, 0, 0);
  buffer(&w, E, 0, 1, 0);
  assert_int_equal(flux_engine_counts(w.e).steps, 2);
  flux_trigger(w.e);
  assert_int_equal(flux_engine_counts(w.e).steps, 2 + 1000);
  flux_trigger(w.e);
  assert_int_equal(flux_engine_counts(w.e).cycles, 3);
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eight_active_among_100000_cost_eight),
      cmocka_unit_test(a_quiet_chain_of_100000_stops_at_its_head),
      cmocka_unit_test(a_chain_that_never_arrests_tests_one_flag),
      cmocka_unit_test(a_join_of_many_runs_once),
      cmocka_unit_test(buffered_work_of_a_wide_graph_is_triggered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
