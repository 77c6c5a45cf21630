/* SPDX-License-Identifier: MIT
 * The order of a graph (S10), and cycles reported as a path. */
#include "support.h"
#include <stdio.h>
#include <string.h>

/* The order as text, names separated by blanks. */
static const char *order(world *w) {
  static char text[1024];
  uint32_t count;
  flux_plan_nodes(w->plan, &count);
  const uint32_t *nodes = flux_plan_order(w->plan);
  size_t at = 0;
  *text = '\0';
  for (uint32_t i = 0; i < count; i++)
    at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", i ? " " : "", w->names[nodes[i]]);
  return text;
}

static void nodes_that_are_ready_run_as_declared(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t root = node(&w, "root");
  const char *const names[] = {"X", "A2", "Y", "A1"};
  for (int i = 0; i < 4; i++) follow(&w, names[i], root, pass);
  world_resolve(&w);
  assert_string_equal(order(&w), "root X A2 Y A1");
  world_free(&w);
}

static void a_ready_node_does_not_wait_for_later_sources(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t s1 = node(&w, "s1");
  follow(&w, "a", s1, pass);
  node(&w, "s2");
  world_resolve(&w);
  assert_string_equal(order(&w), "s1 a s2");
  world_free(&w);
}

static void a_forward_reference_is_ordered_after_its_source(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t b = node(&w, "b");
  input(&w, b, "source", 0, 1);
  node(&w, "a");
  world_resolve(&w);
  assert_string_equal(order(&w), "a b");
  world_free(&w);
}

static void rank_decides_and_not_distance(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t join = node(&w, "join");
  input(&w, join, "near", 0, 1);
  input(&w, join, "far", 0, 4);
  const uint32_t source = node(&w, "source"), a = follow(&w, "a", source, pass), b = follow(&w, "b", a, pass);
  follow(&w, "c", b, pass);
  world_resolve(&w);
  assert_string_equal(order(&w), "source a b c join");
  world_free(&w);
}

static void passive_inputs_order_and_prev_inputs_do_not(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t reader = node(&w, "reader");
  input(&w, reader, "soft", FLUX_PASSIVE, 1);
  input(&w, reader, "back", FLUX_PREV, 2);
  node(&w, "x");
  input(&w, node(&w, "y"), "reader", 0, reader);
  world_resolve(&w);
  assert_string_equal(order(&w), "x reader y");
  world_free(&w);
}

static void refuse_cycle(world *w, const char *path) {
  assert_int_equal(flux_resolve(w->b, &w->plan), FLUX_E_CYCLE);
  assert_string_equal(flux_builder_error(w->b), path);
  world_free(w);
}

static void a_cycle_is_a_path_from_its_first_declared_node(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  /* data flows c -> b -> a -> c; a is declared first. `start` and `end` hang on it and are not on it. */
  node(&w, "start");
  const uint32_t a = node(&w, "a"), b = node(&w, "b"), c = node(&w, "c"), end = node(&w, "end");
  input(&w, a, "b", 0, b);
  input(&w, b, "c", 0, c);
  input(&w, c, "start", 0, 0);
  input(&w, c, "a", 0, a);
  input(&w, end, "b", 0, b);
  refuse_cycle(&w, "the graph has a cycle: a -> c -> b -> a");
}

static void a_node_that_reads_itself_is_a_cycle(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t a = node(&w, "a");
  input(&w, a, "a", 0, a);
  refuse_cycle(&w, "the graph has a cycle: a -> a");
}

static void a_cycle_is_blamed_on_the_line_of_its_first_node(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const flux_node_spec a = {.name = "a", .align = 1, .origin = "graphs/x.lua:14"}, b = {.name = "b", .align = 1};
  assert_int_equal(flux_add_node(w.b, &a), 0);
  assert_int_equal(flux_add_node(w.b, &b), 1);
  input(&w, 0, "b", 0, 1);
  input(&w, 1, "a", 0, 0);
  refuse_cycle(&w, "graphs/x.lua:14: node 'a': the graph has a cycle: a -> b -> a");
}

static void nodes_behind_a_cycle_are_not_reported(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t behind = node(&w, "behind"), a = node(&w, "a"), b = node(&w, "b");
  input(&w, behind, "b", 0, b);
  input(&w, a, "b", 0, b);
  input(&w, b, "a", 0, a);
  refuse_cycle(&w, "the graph has a cycle: a -> b -> a");
}

static void a_long_cycle_is_shortened(void **ctx) {
  (void)ctx;
  world w;
  static char names[200][32];
  world_new(&w, NULL);
  for (int i = 0; i < 60; i++) {
    snprintf(names[i], sizeof names[i], "a_rather_long_name_%d", i);
    node(&w, names[i]);
  }
  for (uint32_t i = 0; i < 60; i++) input(&w, i, "source", 0, (i + 59) % 60);
  assert_int_equal(flux_resolve(w.b, &w.plan), FLUX_E_CYCLE);
  assert_non_null(strstr(flux_builder_error(w.b), "a_rather_long_name_0 -> a_rather_long_name_1 -> "));
  assert_non_null(strstr(flux_builder_error(w.b), "... -> a_rather_long_name_0"));
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_that_are_ready_run_as_declared),
      cmocka_unit_test(a_ready_node_does_not_wait_for_later_sources),
      cmocka_unit_test(a_forward_reference_is_ordered_after_its_source),
      cmocka_unit_test(rank_decides_and_not_distance),
      cmocka_unit_test(passive_inputs_order_and_prev_inputs_do_not),
      cmocka_unit_test(a_cycle_is_a_path_from_its_first_declared_node),
      cmocka_unit_test(a_node_that_reads_itself_is_a_cycle),
      cmocka_unit_test(a_cycle_is_blamed_on_the_line_of_its_first_node),
      cmocka_unit_test(nodes_behind_a_cycle_are_not_reported),
      cmocka_unit_test(a_long_cycle_is_shortened),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
