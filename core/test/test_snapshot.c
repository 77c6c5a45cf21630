/* SPDX-License-Identifier: MIT
 * Snapshots: an instance restored from one goes on as if it had never stopped; what does not fit is refused and changes nothing. */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_up(void *self, const void *const *inputs, const flux_ctx *ctx) {
  cell *c = self;
  (void)inputs;
  c->value += ((const event_data *)ctx->event)->x;
  c->count++;
  return flux_after(ctx, 25) < 0 ? FLUX_E_TIME : FLUX_DIRTY;
}

static int half(void *self, const void *const *inputs, const flux_ctx *ctx) {
  cell *c = self;
  c->value = ((const cell *)inputs[0])->value / 2;
  c->count += flux_now(ctx);
  return FLUX_DIRTY;
}

static int counts(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  (void)ctx;
  ((cell *)self)->count++;
  return FLUX_DIRTY;
}

static void declare(flux_builder *b, uint32_t n) {
  assert_int_equal(flux_add_node_field(b, n, &(flux_field_spec){"value", FLUX_T_DOUBLE, offsetof(cell, value), 0}), 0);
  assert_int_equal(flux_add_node_field(b, n, &(flux_field_spec){"count", FLUX_T_I64, offsetof(cell, count), 0}), 0);
}

/* a sums up and arms a timer, b follows, every 10 ns c counts, d posts. */
static void make(world *w, const char *name) {
  const flux_options options = {.symbols = 4, .capacity = 4};
  world_new(w, &options);
  const int tick = timed_event(w, "Tick");
  const uint32_t a = node_with(w, (flux_node_spec){.name = "a", .timer = 1});
  on(w, a, tick, add_up);
  call(w, a, FLUX_TIMER, counts, 0);
  const uint32_t b = follow(w, name, a, half);
  const uint32_t c = node_with(w, (flux_node_spec){.name = "c", .timer = 1, .every = 10});
  call(w, c, FLUX_TIMER, counts, 0);
  declare(w->b, a);
  declare(w->b, b);
  world_start(w);
}

static uint8_t *take(world *w, size_t *size) {
  *size = flux_snapshot_size(w->e);
  uint8_t *bytes = malloc(*size);
  assert_int_equal(flux_snapshot(w->e, bytes, *size), 0);
  return bytes;
}

static void run(world *w, int64_t from, int64_t to) {
  for (int64_t t = from; t < to; t += 7) assert_int_equal(send(w, 0, t, 0, 0.25 * (double)t), 0);
}

static void goes_on_with_the_same_bytes(void **unused) {
  (void)unused;
  world whole, left, right;
  size_t size, same;
  make(&whole, "b");
  make(&left, "b");
  make(&right, "b");
  run(&whole, 1, 400);
  run(&left, 1, 200);
  assert_int_equal(flux_symbol(left.e, "MSFT", 4), 1);
  uint8_t *first = take(&left, &size);
  assert_int_equal(flux_restore(right.e, first, size), 0);
  uint8_t *again = take(&right, &same);
  assert_int_equal(size, same);
  assert_memory_equal(first, again, size);
  size_t length;
  assert_memory_equal(flux_symbol_text(right.e, 1, &length), "MSFT", 4);
  int64_t t = 1;
  while (t < 200) t += 7;
  run(&right, t, 400);
  for (uint32_t n = 0; n < 3; n++) assert_memory_equal(state(&whole, n), state(&right, n), sizeof(cell));
  free(first);
  free(again);
  world_free(&whole);
  world_free(&left);
  world_free(&right);
}

static void keeps_buffered_work(void **unused) {
  (void)unused;
  world left, right;
  size_t size;
  make(&left, "b");
  make(&right, "b");
  run(&left, 1, 9);
  assert_int_equal(buffer(&left, 0, 9, 0, 3), 0);
  uint8_t *bytes = take(&left, &size);
  assert_int_equal(flux_restore(right.e, bytes, size), 0);
  traced(&left);
  traced(&right);
  assert_int_equal(flux_trigger(left.e), 0);
  assert_int_equal(flux_trigger(right.e), 0);
  expect(&left, "b");
  expect(&right, "b");
  assert_memory_equal(state(&left, 1), state(&right, 1), sizeof(cell));
  free(bytes);
  world_free(&left);
  world_free(&right);
}

/* The text is that of the last call, not of an entry before it. */
static void says_why_none_was_taken(void **unused) {
  (void)unused;
  world w;
  uint8_t small[8], *bytes;
  char expected[100];
  make(&w, "b");
  run(&w, 1, 9);
  const size_t size = flux_snapshot_size(w.e);
  assert_int_equal(flux_send(w.e, 99, NULL), FLUX_E_UNHANDLED);
  assert_string_equal(flux_engine_error(w.e), flux_status_text(FLUX_E_UNHANDLED));
  assert_int_equal(flux_snapshot(w.e, small, sizeof small), FLUX_E_LIMIT);
  snprintf(expected, sizeof expected, "the snapshot takes %zu bytes, there is room for 8", size);
  assert_string_equal(flux_engine_error(w.e), expected);
  bytes = malloc(size);
  assert_int_equal(flux_snapshot(w.e, bytes, size), 0);
  assert_string_equal(flux_engine_error(w.e), "");
  run(&w, 9, 20);
  assert_string_equal(flux_engine_error(w.e), "");
  free(bytes);
  world_free(&w);
}

static void refuses_what_does_not_fit(void **unused) {
  (void)unused;
  world left, right;
  size_t size, after;
  make(&left, "b");
  make(&right, "renamed");
  run(&left, 1, 50);
  run(&right, 1, 20);
  uint8_t *bytes = take(&left, &size), *before = take(&right, &after), *now;
  assert_int_equal(flux_restore(right.e, bytes, size), FLUX_E_LAYOUT);
  assert_non_null(strstr(flux_engine_error(right.e), "another layout"));
  for (size_t cut = 0; cut < size; cut++) assert_int_equal(flux_restore(left.e, bytes, cut), FLUX_E_SNAPSHOT);
  for (size_t i = 0; i < size; i++) {
    bytes[i] ^= 0x40;
    assert_int_equal(flux_restore(left.e, bytes, size), FLUX_E_SNAPSHOT);
    bytes[i] ^= 0x40;
  }
  assert_int_equal(flux_restore(left.e, bytes, size), 0);
  now = take(&right, &size);
  assert_int_equal(size, after);
  assert_memory_equal(before, now, size);
  free(bytes);
  free(before);
  free(now);
  world_free(&left);
  world_free(&right);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(goes_on_with_the_same_bytes),
      cmocka_unit_test(keeps_buffered_work),
      cmocka_unit_test(says_why_none_was_taken),
      cmocka_unit_test(refuses_what_does_not_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
