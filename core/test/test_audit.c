/* SPDX-License-Identifier: MIT
 * The audit: what is recorded at each level, in which ring, and what is lost when that is full. */
#include "support.h"
#include <stdio.h>
#include <string.h>

enum { ROOM = 4096 };
static uint64_t memory[ROOM / 8];
static char text[4096];

static flux_audit_ring *ring_of(size_t records, int overwrite) {
  flux_audit_ring *ring = (flux_audit_ring *)(void *)memory;
  const uint32_t scratch = sizeof(cell);
  assert_int_equal(
      flux_audit_init(ring, sizeof *ring + records * sizeof(flux_audit_record) + scratch, scratch, overwrite), 0);
  return ring;
}

/* A record in a few letters; numbers as they stand in it. */
static void put_record(char *to, size_t room, const flux_audit_record *r) {
  static const char *const kinds[] = {"?", "cycle", "call", "value", "post", "sink", "error", "refused", "mark"};
  snprintf(to, room, "%s %u @%llu/%lld e%d %u %lld\n", kinds[r->kind], r->outcome, (unsigned long long)r->cycle,
           (long long)r->time, r->event, r->subject, (long long)r->value);
}

static const char *read_all(flux_audit_ring *ring) {
  flux_audit_record record;
  text[0] = '\0';
  while (flux_audit_read(ring, &record, 1) == 1) {
    const size_t at = strlen(text);
    put_record(text + at, sizeof text - at, &record);
  }
  return text;
}

#define expect_records(ring, lines) assert_string_equal(read_all(ring), lines)

static void declare(world *w, uint32_t n) {
  assert_int_equal(flux_add_node_field(w->b, n, &(flux_field_spec){"value", FLUX_T_DOUBLE, offsetof(cell, value), 0}),
                   0);
  assert_int_equal(flux_add_node_field(w->b, n, &(flux_field_spec){"count", FLUX_T_I64, offsetof(cell, count), 0}), 0);
}

/* a takes the event, b passes on what is above 10, c follows and is a sink; the callbacks are 0, 1, 2. */
static int above_10(void *self, const void *const *inputs, const flux_ctx *ctx) {
  copy_input(self, inputs, ctx);
  return ((cell *)self)->value > 10 ? FLUX_DIRTY : FLUX_ARREST;
}

static void make(world *w) {
  world_new(w, NULL);
  const int tick = timed_event(w, "Tick");
  const uint32_t a = node(w, "a");
  on(w, a, tick, take_event);
  const uint32_t b = follow(w, "b", a, above_10);
  const uint32_t c = follow(w, "c", b, copy_input);
  declare(w, a);
  declare(w, b);
  declare(w, c);
  assert_int_equal(flux_add_sink(w->b, "out", c), 0);
  world_start(w);
}

static void each_level_records_what_it_says(void **unused) {
  (void)unused;
  world w;
  make(&w);
  flux_audit_ring *ring = ring_of(32, 0);
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_VALUES + 1), FLUX_E_INPUT);
  assert_int_equal(flux_audit(w.e, ring, -1), FLUX_E_INPUT);
  assert_int_equal(flux_audit_node(w.e, 1, FLUX_AUDIT_VALUES + 1), FLUX_E_INPUT);
  assert_int_equal(flux_audit_init((flux_audit_ring *)(void *)((char *)memory + 4), 4096, 0, 0), FLUX_E_INPUT);
  send(&w, 0, 1, 0, 1);
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_CYCLES), 0);
  send(&w, 0, 5, 0, 2);
  expect_records(ring, "cycle 0 @2/5 e0 0 0\n");
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_NODES), 0);
  send(&w, 0, 6, 0, 3);
  expect_records(ring, "cycle 0 @3/6 e0 0 0\n"
                       "call 1 @3/6 e0 0 -1\n"
                       "call 0 @3/6 e0 1 -1\n");
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_VALUES), 0);
  send(&w, 0, 7, 0, 11); /* 11 is 0x4026000000000000 */
  expect_records(ring, "cycle 0 @4/7 e0 0 0\n"
                       "call 1 @4/7 e0 0 -1\n"
                       "value 0 @4/7 e0 0 4622382067542392832\n"
                       "call 1 @4/7 e0 1 -1\n"
                       "value 0 @4/7 e0 2 4622382067542392832\n"
                       "call 1 @4/7 e0 2 -1\n"
                       "value 0 @4/7 e0 4 4622382067542392832\n"
                       "sink 0 @4/7 e0 0 0\n");
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_OFF), 0);
  assert_int_equal(flux_audit_node(w.e, 1, FLUX_AUDIT_NODES), 0);
  send(&w, 0, 8, 0, 11);
  expect_records(ring, "call 1 @5/8 e0 1 -1\n");
  assert_int_equal(flux_audit(w.e, NULL, FLUX_AUDIT_OFF), 0);
  send(&w, 0, 9, 0, 11);
  expect_records(ring, "");
  assert_true(flux_audit_lost(ring) == 0);
  world_free(&w);
}

static void a_full_ring_drops_or_overwrites_and_counts(void **unused) {
  (void)unused;
  world w;
  make(&w);
  flux_audit_ring *ring = ring_of(5, 0); /* five fit, a power of two is used */
  assert_true(ring->capacity == 4);
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_CYCLES), 0);
  for (int i = 1; i <= 6; i++) send(&w, 0, i, 0, 1);
  assert_true(flux_audit_lost(ring) == 2);
  flux_audit_record two[2];
  assert_true(flux_audit_read(ring, two, 2) == 2);
  assert_true(two[0].cycle == 1 && two[1].cycle == 2);
  send(&w, 0, 7, 0, 1);
  expect_records(ring, "cycle 0 @3/3 e0 0 0\ncycle 0 @4/4 e0 0 0\ncycle 0 @7/7 e0 0 0\n");
  assert_true(flux_audit_lost(ring) == 2 && ring->next == 5);

  ring = ring_of(4, 1);
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_CYCLES), 0);
  for (int i = 8; i <= 13; i++) send(&w, 0, i, 0, 1);
  assert_true(flux_audit_lost(ring) == 2 && ring->next == 6);
  expect_records(ring, "cycle 0 @10/10 e0 0 0\ncycle 0 @11/11 e0 0 0\ncycle 0 @12/12 e0 0 0\ncycle 0 @13/13 e0 0 0\n");
  assert_true(flux_audit_lost(ring) == 2 && ring->lost == 2 && ring->read == 6);
  world_free(&w);
}

static int posts(void *self, const void *const *inputs, const flux_ctx *ctx) {
  take_event(self, inputs, ctx);
  const event_data alarm = {.x = 1};
  return flux_post(ctx, 1, &alarm) < 0 ? FLUX_E_QUEUE : FLUX_DIRTY;
}

static void a_posted_cycle_names_its_cause(void **unused) {
  (void)unused;
  world w;
  world_new(&w, &(flux_options){.capacity = 4});
  const int tick = event(&w, "Tick"), alarm = event(&w, "Alarm");
  const uint32_t a = node(&w, "a"), b = node(&w, "b");
  on_with(&w, a, tick, FLUX_POSTS, posts);
  on(&w, b, alarm, pass);
  world_start(&w);
  flux_audit_ring *ring = ring_of(32, 0);
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_NODES), 0);
  send(&w, tick, 0, 0, 1);
  expect_records(ring, "cycle 0 @1/0 e0 0 0\n"
                       "call 1 @1/0 e0 0 -1\n"
                       "post 0 @1/0 e0 0 1\n"
                       "cycle 0 @2/0 e1 0 1\n"
                       "call 1 @2/0 e1 1 -1\n");
  buffer(&w, tick, 0, 0, 1);
  assert_int_equal(flux_trigger(w.e), 0);
  expect_records(ring, "cycle 1 @3/0 e0 0 0\n"
                       "call 1 @3/0 e0 0 -1\n"
                       "post 0 @3/0 e0 0 1\n"
                       "cycle 2 @4/0 e-1 0 0\n"
                       "cycle 0 @5/0 e1 0 3\n"
                       "call 1 @5/0 e1 1 -1\n");
  world_free(&w);
}

static int fails(void *self, const void *const *inputs, const flux_ctx *ctx) {
  take_event(self, inputs, ctx);
  return ((cell *)self)->value > 10 ? -77 : FLUX_DIRTY;
}

static void errors_refusals_timers_and_marks_are_recorded(void **unused) {
  (void)unused;
  world w;
  world_new(&w, &(flux_options){.on_error = 2, .reject_late = 1});
  const int tick = timed_event(&w, "Tick");
  const uint32_t a = node(&w, "a");
  on(&w, a, tick, fails);
  const uint32_t t = node_with(&w, (flux_node_spec){.name = "t", .timer = 1, .every = 10});
  call(&w, t, FLUX_TIMER, pass, 0);
  call(&w, t, FLUX_START, pass, 0);
  declare(&w, a);
  world_start(&w);
  flux_audit_ring *ring = ring_of(32, 0);
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_VALUES), 0);
  assert_int_equal(flux_audit_node(w.e, t, FLUX_AUDIT_NODES), 0);
  assert_int_equal(send(&w, tick, 5, 0, 1), 0);
  assert_int_equal(send(&w, tick, 6, 0, 11), -77);
  assert_int_equal(send(&w, tick, 3, 0, 1), FLUX_E_LATE);
  assert_int_equal(flux_advance(w.e, 10), 0);
  assert_int_equal(flux_reset(w.e), 0);
  expect_records(ring, "cycle 0 @1/5 e0 0 0\n"
                       "call 1 @1/5 e0 0 -1\n"
                       "value 0 @1/5 e0 0 4607182418800017408\n" /* 1.0 */
                       "cycle 0 @2/6 e0 0 0\n"
                       "call 3 @2/6 e0 0 -1\n"
                       "value 0 @2/6 e0 0 4622382067542392832\n"
                       "error 2 @2/6 e0 0 -77\n"
                       "refused 0 @2/6 e0 0 -10\n"
                       "cycle 3 @3/10 e-2 0 0\n"
                       "call 1 @3/10 e-2 1 -1\n"
                       "mark 0 @3/10 e-3 0 0\n"
                       "cycle 5 @0/0 e-3 0 0\n"
                       "call 2 @0/0 e-3 2 -1\n");
  world_free(&w);
}

static int on_element(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)inputs;
  ((cell *)self)->count += ctx->index;
  return FLUX_DIRTY;
}

static void an_on_input_of_a_list_is_one_callback(void **unused) {
  (void)unused;
  world w;
  world_new(&w, NULL);
  const int tick = event(&w, "Tick");
  const uint32_t sources[] = {node(&w, "a"), node(&w, "b")};
  on(&w, sources[0], tick, pass);
  on(&w, sources[1], tick, pass);
  const uint32_t sum = node(&w, "sum");
  on_input(&w, sum, input_list(&w, sum, "legs", FLUX_LIST, 2, sources), 0, on_element);
  update(&w, sum, pass);
  world_start(&w);
  flux_audit_ring *ring = ring_of(32, 0);
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_OFF), 0);
  assert_int_equal(flux_audit_node(w.e, sum, FLUX_AUDIT_NODES), 0);
  send(&w, tick, 0, 0, 0);
  expect_records(ring, "call 2 @1/0 e0 2 0\ncall 2 @1/0 e0 2 1\ncall 1 @1/0 e0 3 -1\n");
  world_free(&w);
}

static void what_does_not_fit_is_refused(void **unused) {
  (void)unused;
  world w;
  make(&w);
  flux_audit_ring *ring = ring_of(4, 0);
  assert_int_equal(flux_audit_init(ring, sizeof *ring + sizeof(flux_audit_record) - 1, 0, 0), FLUX_E_LIMIT);
  assert_int_equal(flux_audit_init(ring, sizeof *ring + sizeof(flux_audit_record), 8, 0), FLUX_E_LIMIT);
  assert_int_equal(flux_audit_scratch(w.e), sizeof(cell));
  ring->scratch = 8;
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_NODES), FLUX_E_LIMIT);
  ring->scratch = sizeof(cell);
  ring->capacity = 3;
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_NODES), FLUX_E_INPUT);
  ring->capacity = 4;
  ring->magic[0] = 'f';
  assert_int_equal(flux_audit(w.e, ring, FLUX_AUDIT_NODES), FLUX_E_INPUT);
  assert_int_equal(flux_audit_node(w.e, 3, FLUX_AUDIT_NODES), FLUX_E_INPUT);
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_level_records_what_it_says),
      cmocka_unit_test(a_full_ring_drops_or_overwrites_and_counts),
      cmocka_unit_test(a_posted_cycle_names_its_cause),
      cmocka_unit_test(errors_refusals_timers_and_marks_are_recorded),
      cmocka_unit_test(an_on_input_of_a_list_is_one_callback),
      cmocka_unit_test(what_does_not_fit_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
