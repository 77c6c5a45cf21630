/* SPDX-License-Identifier: MIT
 * The behaviour scenarios that make sense with C nodes, less posts and buffering (test_posts.c); expected calls are worked by hand from the rules (clause numbers). */
#include "support.h"
#include <string.h>

static world w;
static int setup(void **ctx) {
  (void)ctx;
  world_new(&w, NULL);
  return 0;
}
static int teardown(void **ctx) {
  (void)ctx;
  world_free(&w);
  return 0;
}

static uint32_t join(const char *name, uint32_t a, uint32_t b) {
  const uint32_t index = node(&w, name);
  input(&w, index, "a", 0, a);
  input(&w, index, "b", 0, b);
  update(&w, index, pass);
  return index;
}

static uint32_t source(const char *name, int event, flux_fn fn) {
  const uint32_t index = node(&w, name);
  on(&w, index, event, fn);
  return index;
}

/* 2 */
static void diamond(void **ctx) {
  (void)ctx;
  const int A = event(&w, "A"), B = event(&w, "B");
  const uint32_t hA = source("hA", A, pass), hB = source("hB", B, pass);
  const uint32_t A1 = follow(&w, "A1", hA, pass), A2 = follow(&w, "A2", A1, pass);
  join("End", A2, join("AB", A1, hB));
  world_start(&w);
  send(&w, A, 0, 0, 0);
  expect(&w, "hA A1 A2 AB End");
  send(&w, B, 0, 0, 0);
  expect(&w, "hB AB End");
}

/* 3 */
static void two_filters_two_paths(void **ctx) {
  (void)ctx;
  const int A = event(&w, "A"), B = event(&w, "B");
  const uint32_t hA = source("hA", A, take_event), hB = source("hB", B, take_event);
  /* The filter nodes read x of the source: 12 passes, 3 does not. */
  const uint32_t fA = node(&w, "fA"), fB = node(&w, "fB");
  on(&w, fA, A, take_above_10);
  on(&w, fB, B, take_above_10);
  input(&w, fA, "h", FLUX_PASSIVE, hA);
  input(&w, fB, "h", FLUX_PASSIVE, hB);
  const uint32_t n1 = follow(&w, "n1", hB, pass), n2 = follow(&w, "n2", fA, pass), n3 = join("n3", fA, fB);
  join("n4", n1, n3);
  follow(&w, "n5", n2, pass);
  follow(&w, "n6", n3, pass);
  world_start(&w);
  send(&w, A, 0, 0, 12);
  expect(&w, "hA fA n2 n3 n4 n5 n6");
  send(&w, A, 0, 0, 3);
  expect(&w, "hA fA-");
  send(&w, B, 0, 0, 12);
  expect(&w, "hB fB n1 n3 n4 n6");
  send(&w, B, 0, 0, 3);
  expect(&w, "hB fB- n1 n4");
}

/* 4 */
static void on_arrest_runs_when_an_input_ran_and_none_is_dirty(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t h = source("h", E, take_above_10);
  follow(&w, "u", h, pass);
  const uint32_t a = node(&w, "a");
  input(&w, a, "h", 0, h);
  call(&w, a, FLUX_ON_ARREST, pass, 0);
  const uint32_t middle = follow(&w, "middle", h, pass);
  follow(&w, "mu", middle, pass);
  const uint32_t ma = node(&w, "ma");
  input(&w, ma, "middle", 0, middle);
  call(&w, ma, FLUX_ON_ARREST, pass, 0);
  world_start(&w);
  send(&w, E, 0, 0, 12);
  expect(&w, "h u middle mu");
  send(&w, E, 0, 0, 3);
  expect(&w, "h- a.on_arrest");
}

static void one_node_has_update_and_on_arrest(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E"), F = event(&w, "F");
  const uint32_t e = source("e", E, take_above_10), f = source("f", F, take_above_10);
  const uint32_t both = node(&w, "both");
  on(&w, e, F, take_above_10);
  input(&w, both, "e", 0, e);
  input(&w, both, "f", 0, f);
  update(&w, both, pass);
  call(&w, both, FLUX_ON_ARREST, pass, 0);
  follow(&w, "behind", both, pass);
  world_start(&w);
  send(&w, E, 0, 0, 3);
  expect(&w, "e- both.on_arrest behind"); /* S7: on_arrest makes dirty */
  send(&w, F, 0, 0, 12);
  expect(&w, "e f both behind");
  send(&w, F, 0, 0, 3);
  expect(&w, "e- f- both.on_arrest behind");
}

/* 5, 6 */
static void settle_runs_in_reverse(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t parent = source("parent", E, pass), child = follow(&w, "child", parent, pass);
  for (uint32_t i = parent; i <= child; i++) {
    call(&w, i, FLUX_AFTER_UPDATE, pass, 0);
    call(&w, i, FLUX_AFTER_CYCLE, pass, 0);
  }
  world_start(&w);
  send(&w, E, 0, 0, 0);
  expect(&w, "parent child child.after_update parent.after_update child.after_cycle parent.after_cycle");
}

static void after_update_needs_dirt_and_after_cycle_nothing(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E"), F = event(&w, "F");
  const uint32_t h = source("h", E, take_above_10);
  call(&w, h, FLUX_AFTER_UPDATE, pass, 0);
  const uint32_t other = source("other", F, pass);
  call(&w, other, FLUX_AFTER_CYCLE, pass, 0);
  world_start(&w);
  send(&w, E, 0, 0, 100);
  expect(&w, "h h.after_update other.after_cycle");
  send(&w, E, 0, 0, 1);
  expect(&w, "h- other.after_cycle");
}

/* 7 */
static void a_handler_does_not_fire_its_nodes_update(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E"), F = event(&w, "F"), Q = event(&w, "Q");
  const uint32_t p = source("p", F, pass), n = follow(&w, "n", p, pass);
  on(&w, n, E, pass);
  on_with(&w, n, Q, FLUX_QUIET, pass);
  follow(&w, "child", n, pass);
  world_start(&w);
  send(&w, E, 0, 0, 0);
  expect(&w, "n child");
  send(&w, Q, 0, 0, 0);
  expect(&w, "n");
  send(&w, F, 0, 0, 0);
  expect(&w, "p n child");
}

/* 8 */
static void on_input_sees_passive_inputs_too(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E"), F = event(&w, "F");
  const uint32_t p1 = source("p1", E, take_above_10), p2 = source("p2", F, take_above_10), child = node(&w, "child");
  const uint32_t in1 = input(&w, child, "p1", FLUX_PASSIVE, p1), in2 = input(&w, child, "p2", 0, p2);
  on_input(&w, child, in1, 0, pass);
  on_input(&w, child, in2, 0, pass);
  update(&w, child, pass);
  world_start(&w);
  send(&w, F, 0, 0, 12);
  expect(&w, "p2 child.on_input child");
  send(&w, E, 0, 0, 12);
  expect(&w, "p1 child.on_input");
  send(&w, E, 0, 0, 3);
  send(&w, F, 0, 0, 3);
  expect(&w, "p1- | p2-");
}

/* 9 */
static void on_input_of_ran_runs_after_an_arrest_too(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t parent = source("parent", E, take_above_10), child = node(&w, "child");
  on_input(&w, child, input(&w, child, "parent", 0, parent), FLUX_RAN, pass);
  update(&w, child, pass);
  world_start(&w);
  send(&w, E, 0, 0, 3);
  expect(&w, "parent- child.on_input");
  send(&w, E, 0, 0, 12);
  expect(&w, "parent child.on_input child");
}

/* 10 */
static void on_input_does_not_propagate(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t h = source("h", E, pass), mid = node(&w, "mid");
  on_input(&w, mid, input(&w, mid, "h", FLUX_PASSIVE, h), 0, pass);
  follow(&w, "out", mid, pass);
  world_start(&w);
  send(&w, E, 0, 0, 0);
  send(&w, E, 0, 0, 0);
  expect(&w, "h mid.on_input | h mid.on_input");
}

/* 11 */
static void otherwise_runs_when_no_filter_of_its_node_matched(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t n = node(&w, "n"), other = node(&w, "other");
  on(&w, n, E, pass); /* unfiltered; stands last */
  on_with(&w, n, E, FLUX_OTHERWISE, pass);
  on_key(&w, n, E, 7, pass);
  on_key(&w, other, E, 9, pass);
  world_start(&w);
  const uint32_t otherwise = 1, unfiltered = 0, filtered = 2; /* by order of declaration */
  send(&w, E, 0, 9, 0);
  assert_int_equal(w.recorded, 3);
  assert_int_equal(w.records[0].callback, otherwise);
  assert_int_equal(w.records[1].callback, unfiltered);
  expect(&w, "n n other");
  send(&w, E, 0, 7, 0);
  assert_int_equal(w.recorded, 2);
  assert_int_equal(w.records[0].callback, filtered);
  assert_int_equal(w.records[1].callback, unfiltered);
}

static void filters_of_every_type_are_found(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t n = node(&w, "n");
  double wanted = -1.5;
  flux_condition is[2] = {{offsetof(event_data, x), FLUX_T_DOUBLE, 0}, {offsetof(event_data, key), FLUX_T_I32, -4}};
  memcpy(&is[0].value, &wanted, sizeof wanted);
  const flux_callback_spec both = {
      .node = n, .role = FLUX_HANDLER, .event = E, .fn = pass, .conditions = is, .condition_count = 2};
  assert_int_equal(flux_add_callback(w.b, &both), 0);
  is[0].value = 0; /* 0 == -0 */
  const flux_callback_spec zero = {
      .node = n, .role = FLUX_HANDLER, .event = E, .fn = pass, .conditions = is, .condition_count = 1};
  assert_int_equal(flux_add_callback(w.b, &zero), 1);
  for (int32_t key = 0; key < 40; key++) on_key(&w, n, E, key * 3, pass);
  world_start(&w);
  send(&w, E, 0, -4, -1.5);
  assert_int_equal(w.recorded, 1);
  assert_int_equal(w.records[0].callback, 0);
  w.recorded = 0;
  send(&w, E, 0, -4, -0.0);
  assert_int_equal(w.recorded, 1);
  assert_int_equal(w.records[0].callback, 1);
  w.recorded = 0;
  send(&w, E, 0, -4, 0.0 / (double)w.recorded); /* NaN equals nothing */
  send(&w, E, 0, -4, 1.5);
  assert_int_equal(w.recorded, 0);
  send(&w, E, 0, 51, 1);
  assert_int_equal(w.recorded, 1);
  assert_int_equal(w.records[0].callback, 2 + 17);
}

/* 12 */
static void a_list_runs_on_input_once_an_element(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E"), all = event(&w, "All");
  uint32_t legs[3];
  const char *const names[] = {"a", "b", "c"};
  for (uint32_t i = 0; i < 3; i++) {
    legs[i] = node(&w, names[i]);
    on_key(&w, legs[i], E, (int32_t)i + 1, pass);
    on(&w, legs[i], all, pass);
  }
  const uint32_t n = node(&w, "n");
  on_input(&w, n, input_list(&w, n, "legs", FLUX_LIST, 3, legs), 0, pass);
  update(&w, n, pass);
  world_start(&w);
  send(&w, E, 0, 9, 0);
  expect(&w, "");
  assert_int_equal(flux_engine_clock(w.e)->cycle, 1); /* S11: a cycle in which nothing runs */
  send(&w, E, 0, 2, 0);
  expect(&w, "b n.on_input[1] n");
  send(&w, all, 0, 0, 0);
  expect(&w, "a b c n.on_input[0] n.on_input[1] n.on_input[2] n");
}

/* 15 */
static void a_filter_on_a_path_that_joins(void **ctx) {
  (void)ctx;
  const int ES = event(&w, "ES"), ET = event(&w, "ET");
  const uint32_t S = node(&w, "S"), T = node(&w, "T");
  on_key(&w, S, ES, 2, pass);
  on(&w, T, ET, pass);
  follow(&w, "k", join("j", S, T), pass);
  world_start(&w);
  send(&w, ES, 0, 1, 0);
  expect(&w, "");
  send(&w, ES, 0, 2, 0);
  expect(&w, "S j k");
  send(&w, ET, 0, 0, 0);
  expect(&w, "T j k");
}

/* 19 */
static void rank_not_distance(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  join("join", 1, 4);
  const uint32_t s = source("source", E, pass);
  follow(&w, "c", follow(&w, "b", follow(&w, "a", s, pass), pass), pass);
  world_start(&w);
  send(&w, E, 0, 0, 0);
  expect(&w, "source a b c join");
}

/* 22 */
static int one_plus_prev(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)ctx;
  ((cell *)self)->value = 1 + ((const cell *)inputs[0])->value;
  return FLUX_DIRTY;
}
static int accumulate(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)ctx;
  ((cell *)self)->value += ((const cell *)inputs[0])->value;
  return FLUX_DIRTY;
}

static void feedback_reads_the_cycle_before(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t a = source("a", E, one_plus_prev);
  input(&w, a, "b", FLUX_PREV, 1);
  const uint32_t b = follow(&w, "b", a, accumulate);
  /* c stands behind b: it needs b's copy, not b. */
  const uint32_t c = node(&w, "c");
  input(&w, c, "prev", FLUX_PREV, b);
  input(&w, c, "b", 0, b);
  update(&w, c, copy_input);
  world_start(&w);
  const double as[] = {1, 2, 4}, bs[] = {1, 3, 7}, cs[] = {0, 1, 3};
  for (int i = 0; i < 3; i++) {
    send(&w, E, 0, 0, 0);
    assert_true(state(&w, a)->value == as[i]);
    assert_true(state(&w, b)->value == bs[i]);
    assert_true(state(&w, c)->value == cs[i]);
  }
}

/* 23 */
static void when_all_waits_for_every_input(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E"), F = event(&w, "F");
  const uint32_t s1 = source("s1", E, take_above_10), s2 = source("s2", F, pass);
  join("j", s1, s2);
  const uint32_t all = node_with(&w, (flux_node_spec){.name = "all", .when_all = 1});
  input(&w, all, "s1", 0, s1);
  input(&w, all, "s2", 0, s2);
  update(&w, all, pass);
  call(&w, all, FLUX_ON_ARREST, pass, 0);
  follow(&w, "behind", all, pass);
  world_start(&w);
  send(&w, F, 0, 0, 0);
  expect(&w, "s2 j"); /* blocked, and on_arrest is not for that */
  send(&w, E, 0, 0, 3);
  expect(&w, "s1- all.on_arrest behind"); /* on_arrest does not wait */
  send(&w, E, 0, 0, 12);
  expect(&w, "s1 j all behind");
  send(&w, F, 0, 0, 0);
  expect(&w, "s2 j all behind");
}

/* S5 */
static int published(void *user, const void *state) {
  *(double *)user = ((const cell *)state)->value;
  return 0;
}

static void sinks_publish_dirty_nodes_in_schedule_order(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t a = source("a", E, take_above_10), b = follow(&w, "b", a, copy_input);
  double first = 0, second = 0, third = 0;
  assert_int_equal(flux_add_sink(w.b, "of_b", b), 0);
  assert_int_equal(flux_add_sink(w.b, "of_a", a), 1);
  assert_int_equal(flux_add_sink(w.b, "again_b", b), 2);
  world_start(&w);
  flux_on(w.e, 0, published, &first, 0);
  flux_on(w.e, 1, published, &second, 0);
  flux_on(w.e, 2, published, &third, 0);
  send(&w, E, 0, 0, 12);
  expect(&w, "a b sink1 sink0 sink2");
  assert_true(first == 12 && second == 12 && third == 12);
  send(&w, E, 0, 0, 3);
  expect(&w, "a-");
  flux_on(w.e, 0, NULL, NULL, 0);
  send(&w, E, 0, 0, 13);
  expect(&w, "a b sink1 sink2");
}

static void reset_starts_anew(void **ctx) {
  (void)ctx;
  const int E = timed_event(&w, "E");
  const double seven = 7;
  cell initial = {seven, 0};
  const uint32_t a = node_with(&w, (flux_node_spec){.name = "a", .initial = &initial});
  on(&w, a, E, sum_event);
  call(&w, a, FLUX_INIT, pass, 0);
  world_start(&w);
  expect(&w, "a.init");
  send(&w, E, 50, 0, 1);
  buffer(&w, E, 60, 0, 1);
  assert_true(state(&w, a)->value == 9);
  assert_int_equal(flux_reset(w.e), 0);
  expect(&w, "a | a | a.init");
  assert_true(state(&w, a)->value == 7);
  assert_int_equal(flux_engine_clock(w.e)->now, 0);
  assert_int_equal(flux_trigger(w.e), 0); /* held work was dropped */
  expect(&w, "");
  send(&w, E, 20, 0, 1);
  assert_int_equal(flux_engine_clock(w.e)->late, 0);
  assert_int_equal(flux_engine_clock(w.e)->cycle, 1);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
      T(diamond),
      T(two_filters_two_paths),
      T(on_arrest_runs_when_an_input_ran_and_none_is_dirty),
      T(one_node_has_update_and_on_arrest),
      T(settle_runs_in_reverse),
      T(after_update_needs_dirt_and_after_cycle_nothing),
      T(a_handler_does_not_fire_its_nodes_update),
      T(on_input_sees_passive_inputs_too),
      T(on_input_of_ran_runs_after_an_arrest_too),
      T(on_input_does_not_propagate),
      T(otherwise_runs_when_no_filter_of_its_node_matched),
      T(filters_of_every_type_are_found),
      T(a_list_runs_on_input_once_an_element),
      T(a_filter_on_a_path_that_joins),
      T(rank_not_distance),
      T(feedback_reads_the_cycle_before),
      T(when_all_waits_for_every_input),
      T(sinks_publish_dirty_nodes_in_schedule_order),
      T(reset_starts_anew),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
