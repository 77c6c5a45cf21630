/* SPDX-License-Identifier: MIT
 * Time and timers (S13, S14), windows worked by hand. Times are in ms, written as ns by the helpers. */
#include "support.h"
#include <stdio.h>
#include <string.h>

enum { MS = 1000000 };

static world w;
static int E;
static int setup(void **ctx) {
  (void)ctx;
  world_new(&w, NULL);
  E = timed_event(&w, "E");
  return 0;
}
static int teardown(void **ctx) {
  (void)ctx;
  world_free(&w);
  return 0;
}

static int send_ms(int ms, double x) {
  return send(&w, E, (int64_t)ms * MS, 0, x);
}
static int advance_ms(int ms) {
  return flux_advance(w.e, (int64_t)ms * MS);
}

/* What a window publishes, as text. */
static char heard[1024];
static int hear(void *user, const void *state) {
  (void)user;
  const size_t at = strlen(heard);
  snprintf(heard + at, sizeof heard - at, "%s%g", at ? " " : "", ((const cell *)state)->value);
  return 0;
}
static const char *said(void) {
  static char text[1024];
  memcpy(text, heard, sizeof text);
  *heard = '\0';
  return text;
}

/* A tumbling sum: the source adds up, the window reads it when its time is over and asks it to begin anew. */
static double open_sum;
static int add_up(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)self;
  (void)inputs;
  open_sum += ((const event_data *)ctx->event)->x;
  return FLUX_ARREST;
}
static int close_window(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  (void)ctx;
  ((cell *)self)->value = open_sum;
  open_sum = 0;
  return FLUX_DIRTY;
}

static uint32_t window(const char *name, int64_t every, flux_fn timer, flux_fn handler) {
  const uint32_t index = node_with(&w, (flux_node_spec){.name = name, .timer = 1, .every = every});
  on(&w, index, E, handler);
  call(&w, index, FLUX_TIMER, timer, 0);
  return index;
}

/* 16 */
static void a_tumbling_sum_skips_nothing(void **ctx) {
  (void)ctx;
  const uint32_t sum = window("sum", 100 * MS, close_window, add_up);
  flux_add_sink(w.b, "sum", sum);
  world_start(&w);
  flux_on(w.e, 0, hear, NULL, 0);
  open_sum = 0;
  send_ms(0, 10);
  send_ms(50, 20);
  assert_string_equal(said(), "");
  advance_ms(120);
  assert_string_equal(said(), "30");
  advance_ms(200);
  assert_string_equal(said(), "0");
  send_ms(210, 90);
  advance_ms(310);
  assert_string_equal(said(), "90");
  send_ms(320, 500);
  advance_ms(2000);
  assert_string_equal(said(), "500 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
  send_ms(2000, 1); /* exactly on the end: the next window's */
  send_ms(2099, 2);
  send_ms(2100, 4);
  assert_string_equal(said(), "3");
}

/* 20 */
static void timer_cycles_come_before_the_event_that_moves_time(void **ctx) {
  (void)ctx;
  window("t", 100 * MS, pass, arrest);
  world_start(&w);
  send_ms(30, 0);
  send_ms(130, 0);
  expect(&w, "t- | t.on_timer | t-");
  send_ms(130, 0);
  expect(&w, "t-");
  send_ms(500, 0);
  expect(&w, "t.on_timer | t.on_timer | t.on_timer | t.on_timer | t-");
  assert_int_equal(flux_engine_clock(w.e)->now, 500 * MS);
}

/* 21 */
static void windows_that_close_together_are_seen_together(void **ctx) {
  (void)ctx;
  const uint32_t a = window("a", 100 * MS, pass, arrest), b = window("b", 100 * MS, pass, arrest),
                 ratio = node(&w, "ratio");
  input(&w, ratio, "a", 0, a);
  input(&w, ratio, "b", 0, b);
  update(&w, ratio, pass);
  world_start(&w);
  send_ms(10, 0);
  expect(&w, "a- b-");
  advance_ms(100);
  expect(&w, "a.on_timer b.on_timer ratio");
}

static void the_grid_is_absolute_and_offset_moves_it(void **ctx) {
  (void)ctx;
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1, .every = 100 * MS, .offset = 230 * MS});
  on(&w, t, E, arrest);
  call(&w, t, FLUX_TIMER, pass, 0);
  world_start(&w);
  send_ms(130, 0); /* on the grid itself: strictly after */
  const flux_clockwork *clock = flux_engine_clock(w.e);
  assert_int_equal(clock->next_deadline, 230 * MS);
  flux_reset(w.e);
  send_ms(-571, 0);
  assert_int_equal(clock->now, -571 * MS);
  assert_int_equal(clock->next_deadline, -570 * MS);
  flux_reset(w.e);
  send(&w, E, INT64_MAX - 5, 0, 0);
  assert_int_equal(clock->next_deadline, INT64_MAX); /* there is none left */
  flux_reset(w.e);
  send(&w, E, INT64_MIN, 0, 0);
  assert_true(clock->next_deadline > INT64_MIN && clock->next_deadline <= INT64_MIN + 100 * MS);
}

static void missed_once_fires_at_the_last(void **ctx) {
  (void)ctx;
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1, .every = 100 * MS, .missed_once = 1});
  on(&w, t, E, arrest);
  call(&w, t, FLUX_TIMER, pass, 0);
  window("all", 200 * MS, pass, arrest);
  world_start(&w);
  send_ms(0, 0);
  expect(&w, "t- all-");
  advance_ms(570);
  expect(&w, "all.on_timer | all.on_timer | t.on_timer"); /* 200, 400, 500 */
  advance_ms(600);
  expect(&w, "t.on_timer all.on_timer");
}

static void too_many_deadlines_in_one_jump_are_an_error(void **ctx) {
  (void)ctx;
  const flux_options options = {.max_missed = 10};
  flux_set_options(w.b, &options);
  window("t", 100 * MS, pass, arrest);
  world_start(&w);
  send_ms(0, 0);
  assert_int_equal(advance_ms(1000), 0);
  assert_int_equal(send_ms(2100, 0), FLUX_E_DEADLINES);
  assert_string_equal(flux_engine_error(w.e), "too many timer deadlines in one jump");
  assert_int_equal(flux_engine_clock(w.e)->now, 2000 * MS);
}

static int arm_50(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return flux_after(ctx, 50 * MS);
}
static int arm_or_cancel(void *self, const void *const *inputs, const flux_ctx *ctx) {
  return ((const event_data *)ctx->event)->x > 0 ? arm_50(self, inputs, ctx) : flux_cancel(ctx);
}

static void after_arms_one_timer_and_arming_again_replaces_it(void **ctx) {
  (void)ctx;
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1});
  on(&w, t, E, arm_or_cancel);
  call(&w, t, FLUX_TIMER, pass, 0);
  world_start(&w);
  send_ms(0, 1);
  send_ms(30, 1);
  expect(&w, "t- | t-");
  advance_ms(79);
  expect(&w, "");
  advance_ms(80);
  expect(&w, "t.on_timer");
  send_ms(90, 1);
  send_ms(95, -1);
  advance_ms(500);
  expect(&w, "t- | t-");
}

static int64_t delay;
static int arm_delay(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return flux_after(ctx, delay);
}

/* INT64_MAX is no deadline: the last one is a nanosecond before it. */
static void a_deadline_at_the_end_of_time_never_comes(void **ctx) {
  (void)ctx;
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1});
  on(&w, t, E, arm_delay);
  call(&w, t, FLUX_TIMER, pass, 0);
  world_start(&w);
  delay = INT64_MAX - 10;
  send(&w, E, 10, 0, 0);
  assert_int_equal(flux_advance(w.e, INT64_MAX), 0);
  expect(&w, "t-");
  assert_int_equal(flux_reset(w.e), 0);
  delay = INT64_MAX - 11;
  send(&w, E, 10, 0, 0);
  assert_int_equal(flux_advance(w.e, INT64_MAX - 2), 0);
  expect(&w, "t-");
  assert_int_equal(flux_advance(w.e, INT64_MAX), 0);
  assert_int_equal(flux_advance(w.e, INT64_MAX), 0);
  expect(&w, "t.on_timer");
}

static void after_before_time_is_set_is_an_error(void **ctx) {
  (void)ctx;
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1});
  call(&w, t, FLUX_TIMER, pass, 0);
  call(&w, t, FLUX_START, arm_50, FLUX_ARMS);
  on(&w, t, E, pass);
  world_resolve(&w);
  assert_int_equal(flux_engine_new(w.plan, w.b, &w.e), 0);
  assert_int_equal(flux_start(w.e), FLUX_E_TIME);
  assert_string_equal(flux_engine_error(w.e),
                      "graph 'test', cycle 0, start, node 't', start: returned status -13 (time has "
                      "not been set)");
}

static void late_events_are_counted_or_refused(void **ctx) {
  (void)ctx;
  const uint32_t a = node(&w, "a");
  on(&w, a, E, pass);
  world_start(&w);
  const flux_clockwork *clock = flux_engine_clock(w.e);
  send_ms(100, 0);
  assert_int_equal(send_ms(100, 0), 0);
  assert_int_equal(clock->late, 0);
  assert_int_equal(send_ms(99, 0), 0);
  assert_int_equal(clock->late, 1);
  assert_int_equal(clock->now, 100 * MS);
  assert_int_equal(clock->cycle, 3);
}

static void late_reject_runs_no_cycle(void **ctx) {
  (void)ctx;
  const flux_options options = {.reject_late = 1};
  flux_set_options(w.b, &options);
  on(&w, node(&w, "a"), E, pass);
  world_start(&w);
  send_ms(100, 0);
  assert_int_equal(send_ms(99, 0), FLUX_E_LATE);
  assert_string_equal(flux_engine_error(w.e), "the event is late");
  assert_int_equal(flux_engine_clock(w.e)->cycle, 1);
  assert_int_equal(flux_engine_clock(w.e)->late, 1);
  assert_int_equal(send_ms(100, 0), 0);
  assert_string_equal(flux_engine_error(w.e), "");
}

/* The posts of a timer's cycle run before the next deadline; a posted event does not move time. */
static int post_E(void *self, const void *const *inputs, const flux_ctx *ctx) {
  const event_data data = {77000 * (int64_t)MS, 0, 0, 0};
  pass(self, inputs, ctx);
  return flux_post(ctx, (uint32_t)E, &data) < 0 ? FLUX_E_CALLBACK : FLUX_DIRTY;
}
static void a_timers_posts_run_before_the_next_deadline(void **ctx) {
  (void)ctx;
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1, .every = 100 * MS});
  call(&w, t, FLUX_TIMER, post_E, FLUX_POSTS);
  on(&w, node(&w, "h"), E, pass);
  world_start(&w);
  send_ms(0, 0);
  send_ms(200, 0);
  expect(&w, "h | t.on_timer | h | t.on_timer | h | h");
  assert_int_equal(flux_engine_clock(w.e)->now, 200 * MS);
}

static void a_due_timer_triggers_first_at_the_old_now(void **ctx) {
  (void)ctx;
  const uint32_t t = window("t", 100 * MS, pass, pass);
  follow(&w, "u", t, pass);
  world_start(&w);
  send_ms(0, 0);
  expect(&w, "t u");
  buffer(&w, E, 50 * MS, 0, 0);
  advance_ms(99);
  expect(&w, "t");
  advance_ms(100);
  expect(&w, "u | t.on_timer u");
  buffer(&w, E, 150 * MS, 0, 0);
  buffer(&w, E, 210 * MS, 0, 0); /* moves time past a deadline */
  expect(&w, "t | u | t.on_timer u | t");
}

/* -- the host clock -------------------------------------------------------------------------------------------------- */

static int64_t host_time(void *ud) {
  return *(int64_t *)ud += 10;
}
static int reads_now(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  ((cell *)self)->count = flux_now(ctx);
  flux_now(ctx);
  flux_wall(ctx);
  flux_wall(ctx);
  return FLUX_DIRTY;
}

static void host_clock_is_read_once_an_event_and_only_if_needed(void **ctx) {
  (void)ctx;
  world own;
  int64_t host = 0;
  world_new(&own, &(flux_options){.clock = host_time, .clock_ud = &host});
  const int A = event(&own, "A"), B = event(&own, "B");
  const uint32_t a = node(&own, "a"), b = node(&own, "b");
  on(&own, a, A, reads_now);
  on(&own, b, B, pass);
  world_start(&own);
  const flux_clockwork *clock = flux_engine_clock(own.e);
  send(&own, B, 0, 0, 0);
  assert_int_equal(clock->clock_reads, 0);
  send(&own, A, 0, 0, 0);
  assert_int_equal(clock->clock_reads, 2); /* now, wall */
  assert_int_equal(state(&own, a)->count, 10);
  assert_int_equal(clock->wall, 20);
  world_free(&own);
}

static void a_timer_makes_the_host_clock_needed(void **ctx) {
  (void)ctx;
  world own;
  int64_t host = 0;
  world_new(&own, &(flux_options){.clock = host_time, .clock_ud = &host});
  const int A = event(&own, "A");
  const uint32_t t = node_with(&own, (flux_node_spec){.name = "t", .timer = 1, .every = 25});
  call(&own, t, FLUX_TIMER, pass, 0);
  on(&own, t, A, arrest);
  world_start(&own); /* now = 10: the first deadline is 25 */
  send(&own, A, 0, 0, 0);
  expect(&own, "t-");
  send(&own, A, 0, 0, 0); /* now = 30 */
  expect(&own, "t.on_timer | t-");
  assert_int_equal(flux_engine_clock(own.e)->clock_reads, 3);
  world_free(&own);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
      T(a_tumbling_sum_skips_nothing),
      T(timer_cycles_come_before_the_event_that_moves_time),
      T(windows_that_close_together_are_seen_together),
      T(the_grid_is_absolute_and_offset_moves_it),
      T(missed_once_fires_at_the_last),
      T(too_many_deadlines_in_one_jump_are_an_error),
      T(after_arms_one_timer_and_arming_again_replaces_it),
      T(a_deadline_at_the_end_of_time_never_comes),
      T(after_before_time_is_set_is_an_error),
      T(late_events_are_counted_or_refused),
      T(late_reject_runs_no_cycle),
      T(a_timers_posts_run_before_the_next_deadline),
      T(a_due_timer_triggers_first_at_the_old_now),
      T(host_clock_is_read_once_an_event_and_only_if_needed),
      T(a_timer_makes_the_host_clock_needed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
