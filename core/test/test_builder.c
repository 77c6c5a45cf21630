/* SPDX-License-Identifier: MIT
 * What the builder refuses, with which status and in which words. */
#include "support.h"
#include <string.h>

#define refused(w, call, status, words)                                                                                \
  do {                                                                                                                 \
    assert_int_equal(call, status);                                                                                    \
    assert_string_equal(flux_builder_error((w)->b), words);                                                            \
  } while (0)

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

static void names_are_identifiers_and_unique(void **ctx) {
  (void)ctx;
  const flux_node_spec bad = {.name = "2fast"}, none = {.name = NULL}, twice = {.name = "a"};
  refused(&w, flux_add_node(w.b, &bad), FLUX_E_NAME, "node name '2fast' is not an identifier");
  refused(&w, flux_add_node(w.b, &none), FLUX_E_NAME, "node name '' is not an identifier");
  node(&w, "a");
  refused(&w, flux_add_node(w.b, &twice), FLUX_E_NAME, "duplicate node name 'a'");
  event(&w, "a"); /* another kind of name */
  const flux_event_spec again = {.name = "a", .size = 8, .time_offset = -1};
  refused(&w, flux_add_event(w.b, &again), FLUX_E_NAME, "duplicate event name 'a'");
  assert_int_equal(flux_add_input(w.b, 0, "x", 0), 0);
  refused(&w, flux_add_input(w.b, 0, "x", 0), FLUX_E_NAME, "duplicate input name 'x'");
  node(&w, "b");
  assert_int_equal(flux_add_input(w.b, 1, "x", 0), 0); /* another node's */
  assert_int_equal(flux_add_sink(w.b, "s", 0), 0);
  refused(&w, flux_add_sink(w.b, "s", 1), FLUX_E_NAME, "duplicate sink name 's'");
}

static void many_names_stay_found(void **ctx) {
  (void)ctx;
  char name[16] = "n00";
  for (int i = 0; i < 60; i++) {
    name[1] = (char)('0' + i / 10);
    name[2] = (char)('0' + i % 10);
    node(&w, name);
  }
  const flux_node_spec twice = {.name = "n00"};
  refused(&w, flux_add_node(w.b, &twice), FLUX_E_NAME, "duplicate node name 'n00'");
}

static void indices_are_checked(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a");
  refused(&w, flux_add_input(w.b, 7, "x", 0), FLUX_E_INPUT, "there is no node with index 7");
  refused(&w, flux_add_element(w.b, a, 3, 0, 0, 0), FLUX_E_INPUT, "node 'a' has no input 3");
  refused(&w, flux_add_sink(w.b, "s", 9), FLUX_E_INPUT, "there is no node with index 9");
  refused(&w, flux_observe(w.b, 9, 2), FLUX_E_INPUT, "there is no node with index 9");
  refused(&w, flux_posts(w.b, 0, 0), FLUX_E_INPUT, "there is no callback 0");
  const flux_callback_spec handler = {.node = a, .role = FLUX_HANDLER, .event = 4, .fn = pass};
  refused(&w, flux_add_callback(w.b, &handler), FLUX_E_INPUT, "node 'a': there is no event type with index 4");
}

static void a_source_must_exist_when_the_graph_is_whole(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a");
  input(&w, a, "x", 0, 5);
  refused(&w, flux_resolve(w.b, &w.plan), FLUX_E_INPUT, "node 'a' input 'x': there is no node with index 5");
}

static void an_input_needs_a_source_and_takes_one(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a"), b = node(&w, "b");
  const uint32_t x = input(&w, b, "x", 0, a);
  refused(&w, flux_add_element(w.b, b, x, a, 0, 0), FLUX_E_INPUT,
          "node 'b' input 'x' takes one source; make it a list");
  assert_int_equal(flux_add_input(w.b, b, "y", 0), 1);
  refused(&w, flux_resolve(w.b, &w.plan), FLUX_E_INPUT, "node 'b' input 'y' has no source");
}

static void a_port_lies_inside_of_its_node(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a"), b = node(&w, "b");
  assert_int_equal(flux_add_input(w.b, b, "x", 0), 0);
  assert_int_equal(flux_add_element(w.b, b, 0, a, sizeof(cell) - 4, 8), 0);
  refused(&w, flux_resolve(w.b, &w.plan), FLUX_E_INPUT, "node 'b' input 'x': the port lies outside of node 'a'");
}

static void a_list_is_complete_before_its_on_input(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a"), b = node(&w, "b"), sources[] = {a, a};
  const uint32_t x = input_list(&w, b, "x", FLUX_LIST, 2, sources);
  const flux_callback_spec spec = {.node = b, .role = FLUX_INPUT, .input = (int)x, .fn = pass};
  assert_int_equal(flux_add_callback(w.b, &spec), 0);
  assert_int_equal(call(&w, b, FLUX_UPDATE, pass, 0), 2); /* the list's on_input is two callbacks */
  refused(&w, flux_add_element(w.b, b, x, a, 0, 0), FLUX_E_INPUT,
          "node 'b' input 'x': its on_input was declared before this element");
}

static void a_callback_makes_sense(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a");
  const flux_callback_spec gate = {.node = a, .role = FLUX_GATE, .fn = pass};
  refused(&w, flux_add_callback(w.b, &gate), FLUX_E_INPUT, "node 'a': 4 is not a callback's role");
  const flux_callback_spec none = {.node = a, .role = FLUX_UPDATE};
  refused(&w, flux_add_callback(w.b, &none), FLUX_E_INPUT, "node 'a': a callback is either a C function or foreign");
  const flux_callback_spec timer = {.node = a, .role = FLUX_TIMER, .fn = pass};
  refused(&w, flux_add_callback(w.b, &timer), FLUX_E_INPUT, "node 'a' was declared without a timer");
  const flux_callback_spec both = {
      .node = a, .role = FLUX_UPDATE, .fn = pass, .flags = FLUX_ALWAYS_DIRTY | FLUX_NEVER_DIRTY};
  refused(&w, flux_add_callback(w.b, &both), FLUX_E_INPUT,
          "node 'a': a callback cannot be both always and never dirty");
  update(&w, a, pass);
  const flux_callback_spec twice = {.node = a, .role = FLUX_UPDATE, .fn = pass};
  refused(&w, flux_add_callback(w.b, &twice), FLUX_E_NAME, "node 'a' has two callbacks of one role (3)");
}

static void layouts_are_checked(void **ctx) {
  (void)ctx;
  const flux_node_spec odd = {.name = "a", .size = 8, .align = 3};
  refused(&w, flux_add_node(w.b, &odd), FLUX_E_INPUT, "node 'a': alignment 3 is not a power of two up to 4096");
  const flux_node_spec huge = {.name = "a", .size = UINT32_MAX, .align = 8};
  refused(&w, flux_add_node(w.b, &huge), FLUX_E_LIMIT, "node 'a': its state is too large");
  const flux_node_spec timer = {.name = "a", .size = 8, .align = 8, .every = 100};
  refused(&w, flux_add_node(w.b, &timer), FLUX_E_INPUT, "node 'a': `every` must be positive and needs a timer");
  const flux_event_spec late = {.name = "E", .size = 8, .time_offset = 4};
  refused(&w, flux_add_event(w.b, &late), FLUX_E_INPUT, "event 'E': its time lies outside of it");
  const uint32_t a = node(&w, "a");
  const int E = event(&w, "E");
  const flux_condition outside = {sizeof(event_data) - 2, FLUX_T_I32, 1};
  const flux_callback_spec filter = {
      .node = a, .role = FLUX_HANDLER, .event = E, .fn = pass, .conditions = &outside, .condition_count = 1};
  refused(&w, flux_add_callback(w.b, &filter), FLUX_E_INPUT, "node 'a': a condition lies outside of the event");
}

static void posting_what_nobody_handles_is_refused(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a");
  const int E = event(&w, "E"), F = event(&w, "F");
  on(&w, a, E, pass);
  assert_int_equal(flux_posts(w.b, 0, (uint32_t)F), 0);
  refused(&w, flux_resolve(w.b, &w.plan), FLUX_E_UNHANDLED, "node 'a' posts 'F', which no node handles");
}

static void the_table_of_the_shared_structs_is_right(void **ctx) {
  (void)ctx;
  const char *table = flux_abi_table();
  assert_non_null(strstr(table, "flux_step 0000 0016\n"));
  assert_non_null(strstr(table, "flux_step.partner 0015 0001\n"));
  assert_non_null(strstr(table, "flux_clockwork.now 0000 0008\n"));
  assert_non_null(strstr(table, "flux_trace_record.reserved 0020 0004\n"));
}

static void every_status_has_a_text(void **ctx) {
  (void)ctx;
  assert_string_equal(flux_status_text(FLUX_E_QUEUE), "the queue of posted events is full");
  assert_string_equal(flux_status_text(0), "success");
  assert_string_equal(flux_status_text(-1000), "unknown status");
  char text[128];
  assert_int_equal(
      flux_error_text(text, sizeof text, "signals", 7, "event Tick", "cross", "update (graphs/signals.lua:21)", "no"),
      strlen("graph 'signals', cycle 7, event Tick, node 'cross', update (graphs/signals.lua:21): no"));
  assert_string_equal(text, "graph 'signals', cycle 7, event Tick, node 'cross', update (graphs/signals.lua:21): no");
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
      T(names_are_identifiers_and_unique),
      T(many_names_stay_found),
      T(indices_are_checked),
      T(a_source_must_exist_when_the_graph_is_whole),
      T(an_input_needs_a_source_and_takes_one),
      T(a_port_lies_inside_of_its_node),
      T(a_list_is_complete_before_its_on_input),
      T(a_callback_makes_sense),
      T(layouts_are_checked),
      T(posting_what_nobody_handles_is_refused),
      T(the_table_of_the_shared_structs_is_right),
      T(every_status_has_a_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
