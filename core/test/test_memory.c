/* SPDX-License-Identifier: MIT
 * Memory: one allocation for an instance and none afterwards; and every allocation may fail, without a leak, leaving an error. */
#include "support.h"

static int posts_itself(void *self, const void *const *inputs, const flux_ctx *ctx) {
  pass(self, inputs, ctx);
  return ((cell *)self)->count % 3 ? flux_post(ctx, 0, ctx->event) : FLUX_DIRTY;
}

/* A graph with some of everything. */
static void declare(world *w) {
  const int E = timed_event(w, "E");
  const uint32_t a = node(w, "a");
  on_key(w, a, E, 7, pass);
  on_with(w, a, E, FLUX_POSTS, posts_itself);
  const uint32_t t = node_with(w, (flux_node_spec){.name = "t", .timer = 1, .every = 100, .origin = "here:1"});
  call(w, t, FLUX_TIMER, pass, 0);
  const uint32_t both[] = {a, t};
  const uint32_t list = node_with(w, (flux_node_spec){.name = "list", .when_all = 1});
  on_input(w, list, input_list(w, list, "both", FLUX_LIST, 2, both), 0, pass);
  input(w, list, "prev", FLUX_PREV, a);
  update(w, list, pass);
  call(w, list, FLUX_AFTER_CYCLE, pass, 0);
  call(w, list, FLUX_ON_ARREST, pass, 0);
  call(w, a, FLUX_START, pass, 0);
  flux_add_sink(w->b, "out", list);
  flux_observe(w->b, a, 2);
}

static void an_instance_is_one_allocation(void **ctx) {
  (void)ctx;
  world w;
  for (int policy = 0; policy < 3; policy++) {
    world_new(&w, &(flux_options){.capacity = 16, .symbols = 8, .on_error = (uint8_t)policy});
    declare(&w);
    world_resolve(&w);
    const size_t before = w.allocations;
    assert_int_equal(flux_engine_new(w.plan, w.b, &w.e), 0);
    assert_int_equal(w.allocations, before + 1);
    flux_start(w.e);
    for (int i = 0; i < 500; i++) {
      assert_int_equal(send(&w, 0, i * 37, i % 9, 1), 0);
      assert_int_equal(buffer(&w, 0, i * 37, i % 9, 1), 0);
      if (i % 5 == 0) flux_trigger(w.e);
      flux_symbol(w.e, &"0123456789"[i % 10], 1);
    }
    flux_reset(w.e);
    flux_stop(w.e);
    assert_int_equal(w.allocations, before + 1);
    world_free(&w);
  }
}

/* Everything from the builder to the engine, each call checked; returns the first error. */
static int build_all(world *w) {
  const flux_event_spec E = {.name = "E", .size = sizeof(event_data), .time_offset = 0};
  const flux_condition is_7 = {offsetof(event_data, key), FLUX_T_I32, 7};
  int rc = flux_add_event(w->b, &E);
  char name[8] = "n00";
  for (uint32_t i = 0; i < 40 && rc >= 0; i++) {
    name[1] = (char)('0' + i / 10);
    name[2] = (char)('0' + i % 10);
    const cell initial = {1, 2};
    rc = flux_add_node(w->b, &(flux_node_spec){.name = name, .size = sizeof(cell), .align = 8, .initial = &initial});
    if (rc >= 0) rc = flux_add_input(w->b, i, "x", i ? FLUX_LIST : FLUX_PREV);
    if (rc >= 0) rc = flux_add_element(w->b, i, 0, i ? i - 1 : 39, 0, 0);
    if (rc >= 0)
      rc =
          flux_add_callback(w->b, &(flux_callback_spec){.node = i, .role = FLUX_UPDATE, .fn = pass, .label = "update"});
    if (rc >= 0)
      rc = flux_add_callback(
          w->b, &(flux_callback_spec){
                    .node = i, .role = FLUX_HANDLER, .fn = pass, .conditions = &is_7, .condition_count = i % 2});
    if (rc >= 0) rc = flux_add_sink(w->b, name, i);
  }
  if (rc >= 0) rc = flux_resolve(w->b, &w->plan);
  if (rc >= 0) rc = flux_engine_new(w->plan, w->b, &w->e);
  return rc;
}

static void every_allocation_may_fail(void **ctx) {
  (void)ctx;
  static world w;
  world_new(&w, NULL);
  assert_int_equal(build_all(&w), 0);
  const size_t total = w.allocations;
  assert_true(total > 50);
  world_free(&w);
  for (size_t fail_at = 3; fail_at <= total; fail_at++) { /* the first two are the builder's own */
    world_new(&w, NULL);
    w.fail_at = fail_at;
    assert_int_equal(build_all(&w), FLUX_E_MEMORY);
    assert_null(w.e);
    if (fail_at < total) assert_string_equal(flux_builder_error(w.b), "out of memory");
    world_free(&w); /* checks that nothing is left */
  }
}

static size_t refusals;
static void *refuse(void *ud, void *ptr, size_t osize, size_t nsize) {
  const flux_alloc *alloc = ud;
  if (nsize && refusals-- == 0) return NULL;
  return alloc->resize(alloc->ud, ptr, osize, nsize);
}

static void a_builder_that_finds_no_memory_is_null(void **ctx) {
  (void)ctx;
  static world w;
  world_new(&w, NULL);
  const flux_alloc alloc = {refuse, &w.alloc};
  for (size_t n = 0; n < 2; n++) {
    refusals = n;
    assert_null(flux_builder_new("g", &alloc));
  }
  world_free(&w);
}

static void an_engine_may_lie_anywhere(void **ctx) {
  (void)ctx;
  world w;
  world_new(&w, NULL);
  const uint32_t a = node(&w, "a");
  const flux_node_spec wide = {.name = "wide", .size = 512, .align = 256};
  assert_int_equal(flux_add_node(w.b, &wide), 1);
  world_start(&w);
  assert_int_equal((uintptr_t)flux_node_state(w.e, 1) % 256, 0);
  assert_int_equal((uintptr_t)flux_node_state(w.e, a) % 8, 0);
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_instance_is_one_allocation),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(a_builder_that_finds_no_memory_is_null),
      cmocka_unit_test(an_engine_may_lie_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
