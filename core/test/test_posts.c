/* SPDX-License-Identifier: MIT
 * Posts and buffering (S12, S15) with C nodes, and the symbol table; expected calls are worked by hand. */
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

static uint32_t source(const char *name, int event, flux_fn fn) {
  const uint32_t index = node(&w, name);
  on(&w, index, event, fn);
  return index;
}

/* 13 */
static int x_event, r1_event, r2_event;
static int posts_r1(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return flux_post(ctx, (uint32_t)r1_event, ctx->event) < 0 ? FLUX_E_CALLBACK : FLUX_DIRTY;
}
static int posts_r2(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return flux_post(ctx, (uint32_t)r2_event, ctx->event) < 0 ? FLUX_E_CALLBACK : FLUX_DIRTY;
}
static int posts_both(void *self, const void *const *inputs, const flux_ctx *ctx) {
  posts_r2(self, inputs, ctx);
  return posts_r1(self, inputs, ctx);
}
static int posts_x(void *self, const void *const *inputs, const flux_ctx *ctx) {
  const event_data data = {0, 0, 0, 5};
  pass(self, inputs, ctx);
  return flux_post(ctx, (uint32_t)x_event, &data) < 0 ? FLUX_E_CALLBACK : FLUX_DIRTY;
}

static void posts_run_first_in_first_out(void **ctx) {
  (void)ctx;
  x_event = event(&w, "x"), r1_event = event(&w, "r1"), r2_event = event(&w, "r2");
  const int y_event = event(&w, "y");
  const uint32_t n = node(&w, "n"), r1 = node(&w, "r1"), r2 = node(&w, "r2");
  const flux_callback_spec posting = {
      .node = n, .role = FLUX_HANDLER, .event = x_event, .fn = posts_r1, .flags = FLUX_POSTS};
  flux_posts(w.b, (uint32_t)flux_add_callback(w.b, &posting), (uint32_t)r1_event);
  on(&w, n, y_event, posts_both);
  on(&w, r1, r1_event, posts_r2);
  on(&w, r2, r2_event, take_event);
  world_start(&w);
  send(&w, x_event, 0, 0, 1);
  expect(&w, "n | r1 | r2");
  assert_true(state(&w, r2)->value == 1);
  send(&w, x_event, 0, 0, 2);
  expect(&w, "n | r1 | r2");
  assert_true(state(&w, r2)->value == 2);
  send(&w, y_event, 0, 0, 3);
  expect(&w, "n | r2 | r1 | r2");
}

static void posts_of_start_run_after_every_start(void **ctx) {
  (void)ctx;
  x_event = event(&w, "x");
  const uint32_t a = node(&w, "a"), b = node(&w, "b");
  on(&w, a, x_event, take_event);
  call(&w, a, FLUX_INIT, pass, 0);
  call(&w, b, FLUX_INIT, pass, 0);
  call(&w, a, FLUX_START, posts_x, FLUX_POSTS);
  call(&w, b, FLUX_START, pass, 0);
  call(&w, a, FLUX_STOP, pass, 0);
  call(&w, b, FLUX_STOP, pass, 0);
  world_start(&w);
  expect(&w, "a.init b.init a.start b.start | a");
  assert_int_equal(flux_stop(w.e), 0);
  expect(&w, "b.stop a.stop");
  assert_int_equal(flux_start(w.e), 0);
  expect(&w, "a.start b.start | a");
}

static void in_a_stream_clock_graph_they_wait_for_time(void **ctx) {
  (void)ctx;
  x_event = timed_event(&w, "x");
  const int plain = event(&w, "plain");
  const uint32_t a = node(&w, "a"), b = node(&w, "b");
  on(&w, a, x_event, take_event);
  on(&w, b, plain, pass);
  call(&w, a, FLUX_START, posts_x, FLUX_POSTS);
  world_start(&w);
  expect(&w, "a.start");
  send(&w, plain, 0, 0, 0);
  expect(&w, "b");
  send(&w, x_event, 1000, 0, 8);
  expect(&w, "a | a");
  assert_true(state(&w, a)->value == 8); /* the posted one, 5, came before */
  assert_int_equal(flux_engine_clock(w.e)->now, 1000);
}

/* Work that is buffered before the time is set comes first, whichever entry sets it. */
static void posts_that_wait_for_time_come_after_what_is_buffered(void **ctx) {
  (void)ctx;
  x_event = timed_event(&w, "x");
  const int plain = event(&w, "plain");
  const uint32_t a = node(&w, "a"), h = source("h", plain, pass);
  on(&w, a, x_event, take_event);
  follow(&w, "u", h, pass);
  call(&w, a, FLUX_START, posts_x, FLUX_POSTS);
  world_start(&w);
  for (int entry = 0; entry < 3; entry++) {
    if (entry > 0) assert_int_equal(flux_reset(w.e), 0);
    buffer(&w, plain, 0, 0, 0);
    assert_int_equal(flux_engine_clock(w.e)->has_now, 0);
    if (entry == 0) send(&w, x_event, 1000, 0, 8);
    if (entry == 1) buffer(&w, x_event, 1000, 0, 8);
    if (entry == 2) assert_int_equal(flux_advance(w.e, 1000), 0);
    expect(&w, entry < 2 ? "a.start | h | u | a | a" : "a.start | h | u | a");
  }
}

/* 14 */
static void buffered_work_waits_for_the_trigger(void **ctx) {
  (void)ctx;
  const int S = event(&w, "S"), D = event(&w, "D");
  const uint32_t parent = source("parent", S, pass), child = node(&w, "child");
  on(&w, child, D, pass);
  on_input(&w, child, input(&w, child, "parent", 0, parent), 0, pass);
  update(&w, child, pass);
  call(&w, child, FLUX_AFTER_UPDATE, pass, 0);
  call(&w, child, FLUX_AFTER_CYCLE, pass, 0);
  flux_add_sink(w.b, "out", child);
  world_start(&w);
  for (int i = 0; i < 5; i++) buffer(&w, i % 2 ? D : S, 0, 0, 0);
  expect(&w, "parent child.on_input | child | parent child.on_input | child | parent child.on_input");
  assert_int_equal(flux_trigger(w.e), 0);
  expect(&w, "child child.after_update child.after_cycle");
  assert_int_equal(flux_trigger(w.e), 0);
  expect(&w, "");
  assert_int_equal(flux_engine_clock(w.e)->cycle, 6);
  buffer(&w, S, 0, 0, 0);
  send(&w, D, 0, 0, 0);
  expect(&w, "parent child.on_input | child child.after_update child.after_cycle | child child.after_update "
             "child.after_cycle");
}

static void a_buffered_arrest_is_remembered_as_ran(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E");
  const uint32_t h = source("h", E, take_above_10), both = node(&w, "both");
  input(&w, both, "h", 0, h);
  update(&w, both, pass);
  call(&w, both, FLUX_ON_ARREST, pass, 0);
  world_start(&w);
  buffer(&w, E, 0, 0, 3);
  flux_trigger(w.e);
  expect(&w, "h- | both.on_arrest");
  buffer(&w, E, 0, 0, 3);
  buffer(&w, E, 0, 0, 12);
  buffer(&w, E, 0, 0, 3);
  flux_trigger(w.e);
  expect(&w, "h- | h | h- | both");
}

static int sees(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  ((cell *)self)->count = 10 * flux_ticked(ctx, 0) + flux_valid(ctx, 0);
  return FLUX_DIRTY;
}

static void ticked_and_valid_tell_what_was_dirty(void **ctx) {
  (void)ctx;
  const int E = event(&w, "E"), F = event(&w, "F");
  const uint32_t a = source("a", E, take_above_10), b = source("b", F, pass), c = node(&w, "c");
  input(&w, c, "a", 0, a);
  input(&w, c, "b", 0, b);
  update(&w, c, sees);
  flux_observe(w.b, a, 2 | 4);
  world_start(&w);
  send(&w, F, 0, 0, 0);
  assert_int_equal(state(&w, c)->count, 0);
  send(&w, E, 0, 0, 12);
  assert_int_equal(state(&w, c)->count, 11);
  send(&w, F, 0, 0, 0);
  assert_int_equal(state(&w, c)->count, 1);
  buffer(&w, E, 0, 0, 12);
  flux_trigger(w.e);
  assert_int_equal(state(&w, c)->count, 11); /* what was buffered counts in the trigger's cycle */
}

static void symbols_are_numbered_by_first_arrival(void **ctx) {
  (void)ctx;
  const flux_options options = {.symbols = 3};
  flux_set_options(w.b, &options);
  world_start(&w);
  assert_int_equal(flux_symbol(w.e, "MSFT", 4), 1);
  assert_int_equal(flux_symbol(w.e, "AAPL", 4), 2);
  assert_int_equal(flux_symbol(w.e, "MSFT", 4), 1);
  assert_int_equal(flux_symbol(w.e, "", 0), 0);
  assert_int_equal(flux_symbol(w.e, "a text of exactly 31 characters", 31), 3);
  assert_int_equal(flux_symbol(w.e, "a text of all of 32 characters..", 32), FLUX_E_LIMIT);
  assert_int_equal(flux_symbol(w.e, "MSFT\0", 5), FLUX_E_INPUT);
  assert_int_equal(flux_symbol(w.e, "\0", 1), FLUX_E_INPUT);
  assert_int_equal(flux_symbol(w.e, "IBM", 3), FLUX_E_SYMBOLS);
  size_t length;
  assert_memory_equal(flux_symbol_text(w.e, 2, &length), "AAPL", 4);
  assert_int_equal(length, 4);
  assert_null(flux_symbol_text(w.e, 0, &length));
  assert_null(flux_symbol_text(w.e, 4, &length));
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
      T(posts_run_first_in_first_out),
      T(posts_of_start_run_after_every_start),
      T(in_a_stream_clock_graph_they_wait_for_time),
      T(posts_that_wait_for_time_come_after_what_is_buffered),
      T(buffered_work_waits_for_the_trigger),
      T(a_buffered_arrest_is_remembered_as_ran),
      T(ticked_and_valid_tell_what_was_dirty),
      T(symbols_are_numbered_by_first_arrival),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
