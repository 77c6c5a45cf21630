/* SPDX-License-Identifier: MIT
 * What Lua hosts use of flux.h, from C: a new start after a stop, time and timers asked for by a host, whole cycles that are saved
 * and recorded, layouts and hashes. */
#include "support.h"
#include <string.h>

static world w;
static int E;

/* -- a new start (S17) ------------------------------------------------------------------------------------------------ */

static int fail_77(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return -77;
}

static uint32_t living(uint8_t policy, flux_fn stop) {
  world_new(&w, &(flux_options){.on_error = policy, .capacity = 4});
  E = timed_event(&w, "E");
  const uint32_t n = node(&w, "n");
  call(&w, n, FLUX_INIT, pass, 0);
  call(&w, n, FLUX_START, pass, 0);
  on(&w, n, E, pass);
  call(&w, n, FLUX_STOP, stop, 0);
  follow(&w, "next", n, pass);
  world_start(&w);
  expect(&w, "n.init n.start");
  return n;
}

static void every_entry_is_misuse(void) {
  assert_int_equal(send(&w, E, 9, 0, 0), FLUX_E_MISUSE);
  assert_string_equal(flux_engine_error(w.e), "the instance has not been started");
  assert_int_equal(buffer(&w, E, 9, 0, 0), FLUX_E_MISUSE);
  assert_int_equal(flux_trigger(w.e), FLUX_E_MISUSE);
  assert_int_equal(flux_advance(w.e, 9), FLUX_E_MISUSE);
  assert_int_equal(flux_resume_after_error(w.e), FLUX_E_MISUSE);
  assert_int_equal(flux_stop(w.e), FLUX_E_MISUSE);
  expect(&w, "");
}

static void a_stopped_instance_starts_again_where_it_was(void **ctx) {
  (void)ctx;
  const uint32_t n = living(0, pass);
  assert_int_equal(send(&w, E, 5, 0, 0), 0);
  assert_int_equal(buffer(&w, E, 7, 0, 0), 0); /* which is dropped */
  expect(&w, "n next | n");
  assert_int_equal(flux_stop(w.e), 0);
  expect(&w, "n.stop");
  every_entry_is_misuse();
  assert_int_equal(flux_start(w.e), 0);
  expect(&w, "n.start");
  assert_int_equal(state(&w, n)->count, 6);
  assert_int_equal(flux_engine_clock(w.e)->now, 7);
  assert_int_equal(flux_engine_clock(w.e)->cycle, 2);
  assert_int_equal(flux_start(w.e), FLUX_E_MISUSE);
  assert_string_equal(flux_engine_error(w.e), "the instance runs already");
  assert_int_equal(flux_trigger(w.e), 0);
  expect(&w, "");
  assert_int_equal(send(&w, E, 8, 0, 0), 0);
  expect(&w, "n next");
  world_free(&w);
}

static void a_stop_that_fails_ends_the_instance(void **ctx) {
  (void)ctx;
  for (uint8_t policy = 0; policy < 3; policy++) {
    const uint32_t n = living(policy, fail_77);
    assert_int_equal(flux_stop(w.e), -77);
    assert_string_equal(flux_engine_error(w.e), "graph 'test', cycle 0, stop, node 'n', stop: returned status -77");
    assert_int_equal(state(&w, n)->count, policy == 2 ? 2 : 3); /* rollback undoes what stop did */
    expect(&w, "n.stop!");
    every_entry_is_misuse();
    assert_int_equal(flux_start(w.e), 0);
    assert_int_equal(send(&w, E, 1, 0, 0), 0);
    expect(&w, "n.start | n next");
    world_free(&w);
  }
}

/* -- time and timers of a host that runs the callbacks ---------------------------------------------------------------- */

static int64_t host_time, reads;
static int64_t host_clock(void *ud) {
  (void)ud;
  reads++;
  return host_time;
}

static uint32_t foreign(uint32_t node, int role, int event) {
  const flux_callback_spec spec = {.node = node, .role = role, .event = event, .input = -1, .flags = FLUX_FOREIGN};
  return (uint32_t)flux_add_callback(w.b, &spec);
}

static void handle(int64_t time) {
  host_time = time;
  assert_int_equal(send(&w, E, 0, 0, 0), FLUX_CALL);
}

static void a_host_asks_for_the_time_and_arms_timers(void **ctx) {
  (void)ctx;
  host_time = 100;
  reads = 0;
  world_new(&w, &(flux_options){.clock = host_clock});
  E = event(&w, "E");
  const uint32_t n = node_with(&w, (flux_node_spec){.name = "n", .timer = 1});
  foreign(n, FLUX_HANDLER, E);
  const uint32_t timer = foreign(n, FLUX_TIMER, -1);
  world_start(&w);
  assert_int_equal(reads, 1);
  handle(150);
  assert_int_equal(reads, 1); /* nobody has asked */
  assert_int_equal(flux_engine_now(w.e), 150);
  assert_int_equal(flux_engine_now(w.e), 150);
  assert_int_equal(reads, 2);
  assert_int_equal(flux_engine_after(w.e, n, 30), 0); /* at 180 */
  assert_int_equal(flux_resume(w.e, FLUX_DIRTY), 0);
  handle(170);
  assert_int_equal(flux_engine_cancel(w.e, n), 0);
  assert_int_equal(flux_resume(w.e, FLUX_DIRTY), 0);
  handle(200);
  assert_int_equal(flux_engine_after(w.e, n, 10), 0); /* at 210 */
  assert_int_equal(flux_resume(w.e, FLUX_DIRTY), 0);
  handle(260);
  assert_int_equal(flux_engine_clock(w.e)->call, timer);
  assert_int_equal(flux_engine_now(w.e), 210);
  assert_int_equal(flux_resume(w.e, FLUX_ARREST), FLUX_CALL);
  assert_int_equal(flux_engine_now(w.e), 260);
  host_time = 300;
  const int64_t before = reads;
  assert_int_equal(flux_engine_wall(w.e), 300);
  host_time = 301;
  assert_int_equal(flux_engine_wall(w.e), 300); /* once a cycle */
  assert_int_equal(reads, before + 1);
  assert_int_equal(flux_resume(w.e, FLUX_DIRTY), 0);
  expect(&w, "n | n | n | n.on_timer- | n");
  world_free(&w);
}

static void a_timer_needs_a_time(void **ctx) {
  (void)ctx;
  world_new(&w, &(flux_options){.stream_clock = 1, .on_error = 1});
  E = event(&w, "E");
  const uint32_t n = node_with(&w, (flux_node_spec){.name = "n", .timer = 1});
  foreign(n, FLUX_HANDLER, E);
  foreign(n, FLUX_TIMER, -1);
  world_start(&w);
  handle(1);
  assert_int_equal(flux_engine_after(w.e, n, 30), FLUX_E_TIME);
  assert_int_equal(flux_resume(w.e, FLUX_E_TIME), FLUX_E_TIME);
  assert_int_equal(flux_advance(w.e, 50), 0);
  handle(1);
  assert_int_equal(flux_engine_after(w.e, n, 30), 0);
  assert_int_equal(flux_resume(w.e, FLUX_DIRTY), 0);
  assert_int_equal(flux_advance(w.e, 79), 0);
  assert_int_equal(flux_advance(w.e, 80), FLUX_CALL);
  assert_int_equal(flux_resume(w.e, FLUX_DIRTY), 0);
  world_free(&w);
}

/* -- whole cycles ------------------------------------------------------------------------------------------------------ */

static void a_whole_cycle_is_recorded_and_rolled_back(void **ctx) {
  (void)ctx;
  world_new(&w, &(flux_options){.on_error = 2});
  E = timed_event(&w, "E");
  const uint32_t h = node(&w, "h"), mid = node(&w, "mid");
  input(&w, mid, "h", 0, h);
  const uint32_t on_h = foreign(h, FLUX_HANDLER, E), on_mid = foreign(mid, FLUX_UPDATE, -1);
  world_start(&w);
  flux_engine_whole_cycles(w.e, 1);
  for (int fails = 0; fails < 2; fails++) {
    assert_int_equal(send(&w, E, 1 + fails, 0, 5), FLUX_CYCLE);
    flux_engine_enter(w.e, on_h);
    flux_engine_save(w.e, h);
    state(&w, h)->count = 5 + fails;
    flux_engine_record(w.e, on_h, FLUX_DIRTY, -1);
    flux_engine_enter(w.e, on_mid);
    flux_engine_save(w.e, mid);
    state(&w, mid)->value = 7 + fails;
    if (fails) {
      flux_fail(w.e, on_mid, FLUX_E_CALLBACK, "no");
      assert_int_equal(flux_resume(w.e, FLUX_E_CALLBACK), FLUX_E_CALLBACK);
      expect(&w, "h");
    } else {
      flux_engine_record(w.e, on_mid, FLUX_ARREST, -1);
      assert_int_equal(flux_resume(w.e, 0), 0);
      expect(&w, "h mid-");
    }
  }
  assert_int_equal(state(&w, h)->count, 5); /* as the first cycle left it */
  assert_true(state(&w, mid)->value == 7);
  assert_string_equal(flux_engine_error(w.e), "graph 'test', cycle 2, event E, node 'mid', update: no");
  world_free(&w);
}

/* -- layouts ------------------------------------------------------------------------------------------------------------ */

static void the_hash_is_fnv_1a(void **ctx) {
  (void)ctx;
  assert_true(flux_hash("", 0, FLUX_HASH_SEED) == UINT64_C(0xcbf29ce484222325));
  assert_true(flux_hash("a", 1, FLUX_HASH_SEED) == UINT64_C(0xaf63dc4c8601ec8c));
  assert_true(flux_hash("foobar", 6, FLUX_HASH_SEED) == UINT64_C(0x85944171f73967e8));
  assert_true(flux_hash("bar", 3, flux_hash("foo", 3, FLUX_HASH_SEED)) == UINT64_C(0x85944171f73967e8));
}

static void the_layout_names_nodes_in_order_and_their_fields(void **ctx) {
  (void)ctx;
  static const char expected[] =
      "node source dirty\n  double value\n  int64_t count\nnode reader timer\n  bytes [16]\n";
  /* dirty: reader's update asks for it, so what is buffered at source is kept */
  static const char of_event[] = "event E\n  int64_t time\n  int32_t pair[2]\n  double x\n";
  world_new(&w, NULL);
  E = timed_event(&w, "E");
  const uint32_t reader = node_with(&w, (flux_node_spec){.name = "reader", .timer = 1, .every = 10});
  const uint32_t source = node(&w, "source");
  input(&w, reader, "source", 0, source);
  update(&w, reader, pass);
  call(&w, reader, FLUX_TIMER, pass, 0);
  on(&w, source, E, pass);
  flux_add_node_field(w.b, source, &(flux_field_spec){"value", FLUX_T_DOUBLE, offsetof(cell, value), 0});
  flux_add_node_field(w.b, source, &(flux_field_spec){"count", FLUX_T_I64, offsetof(cell, count), 0});
  const flux_field_spec fields[] = {{"time", FLUX_T_I64, offsetof(event_data, time), 0},
                                    {"pair", FLUX_T_I32, offsetof(event_data, key), 2},
                                    {"x", FLUX_T_DOUBLE, offsetof(event_data, x), 0}};
  for (int i = 0; i < 3; i++) assert_int_equal(flux_add_event_field(w.b, (uint32_t)E, &fields[i]), 0);
  assert_int_equal(flux_add_event_field(w.b, 7, &fields[0]), FLUX_E_INPUT);
  world_resolve(&w);
  char text[256];
  assert_int_equal(flux_layout(w.plan, NULL, 0), sizeof expected - 1);
  assert_int_equal(flux_layout(w.plan, text, sizeof text), sizeof expected - 1);
  assert_string_equal(text, expected);
  assert_int_equal(flux_layout(w.plan, text, 12), sizeof expected - 1); /* cut, and terminated */
  assert_int_equal(strlen(text) < 12, 1);
  assert_true(flux_layout_hash(w.plan) == flux_hash(expected, sizeof expected - 1, FLUX_HASH_SEED));
  assert_true(flux_event_hash(w.plan, (uint32_t)E) == flux_hash(of_event, sizeof of_event - 1, FLUX_HASH_SEED));
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stopped_instance_starts_again_where_it_was),
      cmocka_unit_test(a_stop_that_fails_ends_the_instance),
      cmocka_unit_test(a_host_asks_for_the_time_and_arms_timers),
      cmocka_unit_test(a_timer_needs_a_time),
      cmocka_unit_test(a_whole_cycle_is_recorded_and_rolled_back),
      cmocka_unit_test(the_hash_is_fnv_1a),
      cmocka_unit_test(the_layout_names_nodes_in_order_and_their_fields),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
