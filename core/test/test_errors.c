/* SPDX-License-Identifier: MIT
 * Errors and what they do (S16): policies, discarded posts, texts, sinks, misuse. */
#include "support.h"
#include <limits.h>
#include <string.h>

enum { STOP, SKIP, ROLLBACK };

static world w;
static int E, F;
static void begin(int policy) {
  world_new(&w, &(flux_options){.on_error = (uint8_t)policy, .capacity = 4});
  E = timed_event(&w, "E");
  F = timed_event(&w, "F");
}

/* Fails on x == 2. */
static int fails_on_2(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return ((const cell *)inputs[0])->value == 2 ? FLUX_E_CALLBACK : FLUX_DIRTY;
}
static int counts_event(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return take_event(self, inputs, ctx);
}

/* 18: a → b → c, b fails on the second of three events. */
static void chain(int policy) {
  begin(policy);
  const uint32_t a = node(&w, "a");
  on(&w, a, E, counts_event);
  follow(&w, "c", follow(&w, "b", a, fails_on_2), pass);
  world_start(&w);
}

static const char *const message = "graph 'test', cycle 2, event E, node 'b', update: returned status -7";

static void stop_refuses_until_resume(void **ctx) {
  (void)ctx;
  chain(STOP);
  assert_int_equal(send(&w, E, 1, 0, 1), 0);
  assert_int_equal(send(&w, E, 2, 0, 2), FLUX_E_CALLBACK);
  assert_string_equal(flux_engine_error(w.e), message);
  assert_int_equal(send(&w, E, 3, 0, 3), FLUX_E_STOPPED);
  assert_string_equal(flux_engine_error(w.e), message);
  assert_int_equal(flux_advance(w.e, 9), FLUX_E_STOPPED);
  assert_int_equal(flux_engine_clock(w.e)->now, 2);
  assert_int_equal(flux_resume_after_error(w.e), 0);
  assert_int_equal(send(&w, E, 3, 0, 3), 0);
  assert_string_equal(flux_engine_error(w.e), "");
  expect(&w, "a b c | a b! | a b c");
  assert_int_equal(flux_engine_clock(w.e)->skipped, 1);
  world_free(&w);
}

static void stop_is_over_after_reset(void **ctx) {
  (void)ctx;
  chain(STOP);
  send(&w, E, 2, 0, 2);
  assert_int_equal(flux_reset(w.e), 0);
  assert_int_equal(send(&w, E, 1, 0, 1), 0);
  assert_int_equal(state(&w, 0)->count, 1);
  world_free(&w);
}

static void skip_goes_on(void **ctx) {
  (void)ctx;
  chain(SKIP);
  send(&w, E, 1, 0, 1);
  assert_int_equal(send(&w, E, 2, 0, 2), FLUX_E_CALLBACK);
  assert_int_equal(send(&w, E, 3, 0, 3), 0);
  expect(&w, "a b c | a b! | a b c");
  assert_int_equal(state(&w, 0)->count, 3);
  assert_int_equal(state(&w, 1)->count, 3);
  assert_int_equal(state(&w, 2)->count, 2);
  world_free(&w);
}

static void rollback_puts_state_back(void **ctx) {
  (void)ctx;
  chain(ROLLBACK);
  send(&w, E, 1, 0, 1);
  cell before[3];
  for (uint32_t i = 0; i < 3; i++) before[i] = *state(&w, i);
  assert_int_equal(send(&w, E, 2, 0, 2), FLUX_E_CALLBACK);
  for (uint32_t i = 0; i < 3; i++) assert_memory_equal(state(&w, i), &before[i], sizeof(cell));
  assert_int_equal(flux_engine_clock(w.e)->now, 2);
  assert_int_equal(flux_engine_clock(w.e)->cycle, 2);
  send(&w, E, 3, 0, 3);
  expect(&w, "a b c | a b! | a b c");
  assert_int_equal(state(&w, 0)->count, 2);
  world_free(&w);
}

static int arms_then_fails(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  const double x = ((const event_data *)ctx->event)->x;
  if (x == 3) return flux_cancel(ctx) < 0 ? -100 : -101;
  if (flux_after(ctx, 50) < 0) return -100;
  return x == 2 ? -102 : FLUX_DIRTY;
}

static void rollback_puts_one_shot_timers_and_valid_bits_back(void **ctx) {
  (void)ctx;
  begin(ROLLBACK);
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1});
  on(&w, t, E, arms_then_fails);
  call(&w, t, FLUX_TIMER, pass, 0);
  flux_observe(w.b, t, 4);
  world_start(&w);
  assert_int_equal(send(&w, E, 10, 0, 2), -102);
  assert_string_equal(flux_engine_error(w.e),
                      "graph 'test', cycle 1, event E, node 't', handler: returned status -102");
  assert_int_equal(flux_engine_clock(w.e)->next_deadline, INT64_MAX);
  assert_int_equal(flux_engine_clock(w.e)->valid[t], 0);
  assert_int_equal(send(&w, E, 20, 0, 1), 0); /* armed for 70 */
  assert_int_equal(flux_engine_clock(w.e)->valid[t], 1);
  assert_int_equal(send(&w, E, 30, 0, 3), -101); /* cancelled, and put back */
  assert_int_equal(flux_engine_clock(w.e)->next_deadline, 70);
  flux_advance(w.e, 100);
  expect(&w, "t! | t | t! | t.on_timer");
  world_free(&w);
}

/* -- posts ----------------------------------------------------------------------------------------------------------- */

static int posts_F_then_fails(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  const int status = flux_post(ctx, (uint32_t)F, ctx->event);
  if (status < 0) return status;
  return ((const event_data *)ctx->event)->x == 2 ? FLUX_E_CALLBACK : FLUX_DIRTY;
}

static void posts(int policy) {
  begin(policy);
  const uint32_t a = node(&w, "a"), f = node(&w, "f");
  on_with(&w, a, E, FLUX_POSTS, posts_F_then_fails);
  on(&w, f, F, counts_event);
  world_start(&w);
}

static void a_failed_cycles_posts_are_discarded_and_older_ones_run(void **ctx) {
  (void)ctx;
  for (int policy = SKIP; policy <= ROLLBACK; policy++) {
    posts(policy);
    buffer(&w, E, 1, 0, 1);
    assert_int_equal(buffer(&w, E, 2, 0, 2), FLUX_E_CALLBACK);
    assert_int_equal(flux_trigger(w.e), 0);
    expect(&w, "a | a! | f"); /* nobody reads a: the trigger itself calls nothing */
    assert_true(state(&w, 1)->value == 1);
    world_free(&w);
  }
}

static void stop_drops_waiting_posts(void **ctx) {
  (void)ctx;
  posts(STOP);
  buffer(&w, E, 1, 0, 1);
  assert_int_equal(buffer(&w, E, 2, 0, 2), FLUX_E_CALLBACK);
  flux_resume_after_error(w.e);
  assert_int_equal(flux_trigger(w.e), 0); /* the first buffered event's work is still there */
  assert_int_equal(state(&w, 1)->count, 0);
  world_free(&w);
}

static int overflows_silently(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  for (int i = 0; i < 5; i++) flux_post(ctx, (uint32_t)F, ctx->event);
  return FLUX_DIRTY;
}

static void overflow_is_an_error_even_when_the_callback_ignores_it(void **ctx) {
  (void)ctx;
  begin(SKIP);
  const uint32_t a = node(&w, "a"), f = node(&w, "f");
  on_with(&w, a, E, FLUX_POSTS, overflows_silently);
  on(&w, f, F, pass);
  follow(&w, "b", a, pass);
  flux_add_sink(w.b, "out", a);
  world_start(&w);
  flux_on(w.e, 0, NULL, NULL, 1); /* foreign: would be asked for */
  assert_int_equal(send(&w, E, 1, 0, 1), FLUX_E_QUEUE);
  assert_string_equal(
      flux_engine_error(w.e),
      "graph 'test', cycle 1, event E, node 'a', handler: returned status -9 (the queue of posted events is full)");
  expect(&w, "a b");
  assert_int_equal(state(&w, f)->count, 0);
  world_free(&w);
}

static void capacity_counts_what_waits(void **ctx) {
  (void)ctx;
  posts(STOP);
  for (int i = 0; i < 4; i++) assert_int_equal(buffer(&w, E, i, 0, 1), 0);
  assert_int_equal(buffer(&w, E, 9, 0, 1), FLUX_E_QUEUE);
  world_free(&w);
}

static void posting_from_stop_is_an_error(void **ctx) {
  (void)ctx;
  begin(STOP);
  const uint32_t a = node(&w, "a");
  on(&w, a, F, pass);
  call(&w, a, FLUX_STOP, posts_F_then_fails, FLUX_POSTS);
  world_start(&w);
  assert_int_equal(flux_stop(w.e), FLUX_E_MISUSE);
  assert_string_equal(
      flux_engine_error(w.e),
      "graph 'test', cycle 0, stop, node 'a', stop: returned status -16 (the call is not allowed here)");
  world_free(&w);
}

/* -- sinks ----------------------------------------------------------------------------------------------------------- */

static int fails(void *user, const void *state) {
  (void)state;
  ++*(int *)user;
  return -105;
}
static int succeeds(void *user, const void *state) {
  (void)state;
  ++*(int *)user;
  return 0;
}

static void a_failing_sink_undoes_nothing(void **ctx) {
  (void)ctx;
  begin(ROLLBACK);
  const uint32_t a = node(&w, "a");
  on(&w, a, E, counts_event);
  flux_add_sink(w.b, "first", a);
  flux_add_sink(w.b, "second", a);
  world_start(&w);
  int first = 0, second = 0;
  flux_on(w.e, 0, fails, &first, 0);
  flux_on(w.e, 1, succeeds, &second, 0);
  assert_int_equal(send(&w, E, 1, 0, 1), -105);
  assert_string_equal(flux_engine_error(w.e), "graph 'test', cycle 1, event E, sink 'first': status -105");
  assert_int_equal(send(&w, E, 2, 0, 1), -105);
  assert_int_equal(second, 2);
  assert_int_equal(state(&w, a)->count, 2);
  assert_int_equal(flux_engine_clock(w.e)->skipped, 0);
  world_free(&w);
}

static int sends_F(void *user, const void *state) {
  (void)user;
  (void)state;
  const int status = send(&w, F, 0, 0, 1);
  return status < 0 ? status : 0;
}

static void a_dispatch_from_a_sink_is_a_post(void **ctx) {
  (void)ctx;
  begin(STOP);
  const uint32_t a = node(&w, "a"), f = node(&w, "f");
  on(&w, a, E, pass);
  on(&w, f, F, pass);
  flux_add_sink(w.b, "out", a);
  world_start(&w);
  flux_on(w.e, 0, sends_F, NULL, 0);
  assert_int_equal(send(&w, E, 5, 0, 1), 0);
  expect(&w, "a sink0 | f");
  world_free(&w);
}

static void a_dispatch_from_a_sink_needs_a_queue(void **ctx) {
  (void)ctx;
  world_new(&w, NULL);
  E = event(&w, "E");
  F = E;
  const uint32_t a = node(&w, "a");
  on(&w, a, E, pass);
  flux_add_sink(w.b, "out", a);
  world_start(&w);
  flux_on(w.e, 0, sends_F, NULL, 0);
  assert_int_equal(send(&w, E, 0, 0, 1), FLUX_E_MISUSE);
  assert_string_equal(flux_engine_error(w.e),
                      "graph 'test', cycle 1, event E, sink 'out': the call is not allowed here");
  world_free(&w);
}

/* -- entries that are refused ---------------------------------------------------------------------------------------- */

static int sends_from_inside(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  ((cell *)self)->count = send(&w, E, 0, 0, 0);
  assert_int_equal(flux_advance(ctx->engine, 5), FLUX_E_MISUSE);
  assert_int_equal(flux_reset(ctx->engine), FLUX_E_MISUSE);
  assert_int_equal(flux_resume(ctx->engine, 0), FLUX_E_MISUSE);
  return FLUX_DIRTY;
}

static void an_entry_inside_a_callback_is_misuse(void **ctx) {
  (void)ctx;
  begin(STOP);
  const uint32_t a = node(&w, "a");
  on(&w, a, E, sends_from_inside);
  world_start(&w);
  assert_int_equal(send(&w, E, 1, 0, 0), 0);
  assert_int_equal(state(&w, a)->count, FLUX_E_MISUSE);
  world_free(&w);
}

static void an_instance_must_be_started(void **ctx) {
  (void)ctx;
  begin(STOP);
  on(&w, node(&w, "a"), E, pass);
  world_resolve(&w);
  assert_int_equal(flux_engine_new(w.plan, w.b, &w.e), 0);
  assert_int_equal(send(&w, E, 1, 0, 0), FLUX_E_MISUSE);
  assert_string_equal(flux_engine_error(w.e), "the instance has not been started");
  assert_int_equal(flux_start(w.e), 0);
  assert_int_equal(flux_start(w.e), FLUX_E_MISUSE);
  assert_int_equal(send(&w, E, 1, 0, 0), 0);
  assert_int_equal(flux_stop(w.e), 0);
  assert_int_equal(send(&w, E, 1, 0, 0), FLUX_E_MISUSE);
  world_free(&w);
}

static void an_unhandled_event_is_an_error_or_counted(void **ctx) {
  (void)ctx;
  for (uint8_t ignore = 0; ignore < 2; ignore++) {
    world_new(&w, &(flux_options){.ignore_unhandled = ignore});
    E = timed_event(&w, "E");
    F = timed_event(&w, "F");
    on(&w, node(&w, "a"), E, pass);
    world_start(&w);
    assert_int_equal(send(&w, F, 500, 0, 0), ignore ? 0 : FLUX_E_UNHANDLED);
    assert_string_equal(flux_engine_error(w.e), ignore ? "" : "no node handles this event type");
    assert_int_equal(flux_engine_clock(w.e)->unhandled, ignore);
    assert_int_equal(flux_engine_clock(w.e)->now, 0);
    assert_int_equal(flux_engine_clock(w.e)->cycle, 0);
    assert_int_equal(send(&w, E, 1, 0, 0), 0); /* not subject to the policy */
    world_free(&w);
  }
}

static int explains(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)self;
  (void)inputs;
  flux_fail(ctx->engine, 0, FLUX_E_CALLBACK, "the sensor is gone");
  return FLUX_E_CALLBACK;
}

static void a_callback_may_say_why(void **ctx) {
  (void)ctx;
  begin(SKIP);
  const uint32_t a = node(&w, "a");
  const flux_callback_spec spec = {
      .node = a, .role = FLUX_HANDLER, .event = E, .fn = explains, .label = "on E (x.lua:3)"};
  flux_add_callback(w.b, &spec);
  world_start(&w);
  send(&w, E, 1, 0, 0);
  assert_string_equal(flux_engine_error(w.e),
                      "graph 'test', cycle 1, event E, node 'a', on E (x.lua:3): the sensor is gone");
  world_free(&w);
}

static int timer_fails(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)self;
  (void)inputs;
  (void)ctx;
  return FLUX_E_INDEX;
}

static void an_entry_reports_its_first_error(void **ctx) {
  (void)ctx;
  for (int policy = STOP; policy <= SKIP; policy++) {
    begin(policy);
    const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1, .every = 1000});
    on(&w, t, E, pass);
    call(&w, t, FLUX_TIMER, timer_fails, 0);
    world_start(&w);
    send(&w, E, 1, 0, 0);
    assert_int_equal(send(&w, E, 2500, 0, 0), FLUX_E_INDEX);
    assert_string_equal(flux_engine_error(w.e),
                        "graph 'test', cycle 2, timer at 1000, node 't', on_timer: returned status -8");
    expect(&w, policy == STOP ? "t | t.on_timer!" : "t | t.on_timer! | t.on_timer! | t");
    world_free(&w);
  }
}

static int returns_the_least(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return INT_MIN;
}

/* The core tells steps without a callback by the same number, such as `gate`'s, which notes that an input is dirty. */
static void any_negative_number_is_a_status(void **ctx) {
  (void)ctx;
  for (int policy = STOP; policy <= ROLLBACK; policy++) {
    begin(policy);
    const uint32_t a = node(&w, "a"), gate = node(&w, "gate");
    on(&w, a, E, take_event);
    input(&w, gate, "x", 0, a);
    call(&w, gate, FLUX_ON_ARREST, pass, 0);
    follow(&w, "b", follow(&w, "late", a, pass), returns_the_least);
    world_start(&w);
    assert_int_equal(send(&w, E, 1, 0, 1), INT_MIN);
    expect(&w, "a late b!");
    world_free(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stop_refuses_until_resume),
      cmocka_unit_test(stop_is_over_after_reset),
      cmocka_unit_test(skip_goes_on),
      cmocka_unit_test(rollback_puts_state_back),
      cmocka_unit_test(rollback_puts_one_shot_timers_and_valid_bits_back),
      cmocka_unit_test(a_failed_cycles_posts_are_discarded_and_older_ones_run),
      cmocka_unit_test(stop_drops_waiting_posts),
      cmocka_unit_test(overflow_is_an_error_even_when_the_callback_ignores_it),
      cmocka_unit_test(capacity_counts_what_waits),
      cmocka_unit_test(posting_from_stop_is_an_error),
      cmocka_unit_test(a_failing_sink_undoes_nothing),
      cmocka_unit_test(a_dispatch_from_a_sink_is_a_post),
      cmocka_unit_test(a_dispatch_from_a_sink_needs_a_queue),
      cmocka_unit_test(an_entry_inside_a_callback_is_misuse),
      cmocka_unit_test(an_instance_must_be_started),
      cmocka_unit_test(an_unhandled_event_is_an_error_or_counted),
      cmocka_unit_test(a_callback_may_say_why),
      cmocka_unit_test(an_entry_reports_its_first_error),
      cmocka_unit_test(any_negative_number_is_a_status),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
