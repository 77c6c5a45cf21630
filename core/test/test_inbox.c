/* SPDX-License-Identifier: MIT
 * The inbox: what comes out, in which order, what became of the rest; by one thread step by step, and by two at once. It stands
 * alone, and so does this test: `flux test tsan` runs it under ThreadSanitizer. */
#define _POSIX_C_SOURCE 200809L
#include "flux_inbox.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka wants those first. */
#include <cmocka.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct tick {
  int64_t time;
  uint32_t key, number;
} tick;

enum { MANY = 1000000, FEWER = 100000, KEYS = 8 };

static void *memory;
static flux_inbox *inbox;

static void make(uint32_t capacity, const flux_inbox_input *inputs, uint32_t count) {
  const flux_inbox_spec spec = {inputs, count, capacity};
  const size_t size = flux_inbox_size(&spec);
  assert_true(size > 0);
  memory = malloc(size);
  assert_int_equal(flux_inbox_init(memory, size, &spec, &inbox), 0);
}

static int unmake(void **state) {
  (void)state;
  if (inbox != NULL) flux_inbox_close(inbox);
  free(memory);
  inbox = NULL;
  memory = NULL;
  return 0;
}

static void make_one(uint32_t capacity, int32_t policy) {
  make(capacity, &(flux_inbox_input){sizeof(tick), policy, offsetof(tick, key), 4, offsetof(tick, time)}, 1);
}

static int put(uint32_t input, int64_t time, uint32_t key, uint32_t number) {
  return flux_inbox_put(inbox, input, &(tick){time, key, number}, number + 1000);
}

/* The next event is this one. */
static void expect(uint32_t input, uint32_t key, uint32_t number, int more) {
  const flux_inbox_item *item = flux_inbox_take(inbox);
  assert_non_null(item);
  const tick *t = item->event;
  assert_int_equal(item->input, input);
  assert_int_equal(t->key, key);
  assert_int_equal(t->number, number);
  assert_int_equal(item->tag, number + 1000);
  assert_int_equal(item->more, more);
}

static void expect_counts(uint32_t input, uint64_t taken, uint64_t delivered, uint64_t conflated, uint64_t dropped,
                          uint64_t blocked) {
  const flux_inbox_counts c = flux_inbox_count(inbox, input);
  assert_int_equal(c.taken, taken);
  assert_int_equal(c.delivered, delivered);
  assert_int_equal(c.conflated, conflated);
  assert_int_equal(c.dropped, dropped);
  assert_int_equal(c.blocked, blocked);
}

static void test_block_refuses_what_finds_no_room(void **state) {
  (void)state;
  make_one(3, FLUX_INBOX_BLOCK); /* rounded up to 4 */
  for (uint32_t round = 0; round < 3; round++) {
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(put(0, 0, 0, i), FLUX_INBOX_TAKEN);
    assert_int_equal(put(0, 0, 0, 9), 0);
    expect(0, 0, 0, 0);
    assert_int_equal(put(0, 0, 0, 9), 0); /* the event that the host reads still has its place */
    expect(0, 0, 1, 0);
    assert_int_equal(put(0, 0, 0, 4), FLUX_INBOX_TAKEN);
    for (uint32_t i = 2; i < 5; i++) expect(0, 0, i, 0);
    assert_null(flux_inbox_take(inbox));
  }
  expect_counts(0, 15, 15, 0, 0, 6);
}

static void test_drop_counts_what_it_drops(void **state) {
  (void)state;
  make_one(2, FLUX_INBOX_DROP);
  for (uint32_t i = 0; i < 5; i++) assert_int_equal(put(0, 0, 0, i), i < 2 ? FLUX_INBOX_TAKEN : FLUX_INBOX_DROPPED);
  expect(0, 0, 0, 0);
  expect(0, 0, 1, 0);
  assert_null(flux_inbox_take(inbox));
  expect_counts(0, 2, 2, 0, 3, 0);
}

static void test_conflate_keeps_the_newest_in_the_place_of_the_oldest(void **state) {
  (void)state;
  make_one(4, FLUX_INBOX_CONFLATE);
  assert_int_equal(put(0, 0, 7, 1), FLUX_INBOX_TAKEN);
  assert_int_equal(put(0, 0, 8, 2), FLUX_INBOX_TAKEN);
  assert_int_equal(put(0, 0, 7, 3), FLUX_INBOX_CONFLATED);
  assert_int_equal(put(0, 0, 7, 4), FLUX_INBOX_CONFLATED);
  expect(0, 7, 4, 0);
  assert_int_equal(put(0, 0, 7, 5), FLUX_INBOX_TAKEN); /* nothing of 7 waits now: it goes behind */
  expect(0, 8, 2, 0);
  expect(0, 7, 5, 0);
  assert_null(flux_inbox_take(inbox));
  expect_counts(0, 5, 3, 2, 0, 0);
}

static void test_conflate_has_room_for_as_many_keys_as_wait(void **state) {
  (void)state;
  make_one(4, FLUX_INBOX_CONFLATE);
  for (uint32_t first = 0; first < 1000; first += 3) { /* over time more keys than slots */
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(put(0, 0, first + i, i), FLUX_INBOX_TAKEN);
    assert_int_equal(put(0, 0, first + 4, 4), 0);
    assert_int_equal(put(0, 0, first + 2, 12), FLUX_INBOX_CONFLATED);
    for (uint32_t i = 0; i < 4; i++) expect(0, first + i, i == 2 ? 12 : i, 0);
    assert_null(flux_inbox_take(inbox));
  }
}

static void test_inputs_have_a_policy_each_and_one_order(void **state) {
  (void)state;
  const flux_inbox_input inputs[] = {
      {.size = sizeof(tick)},
      {.size = sizeof(tick), .policy = FLUX_INBOX_CONFLATE, .key_offset = offsetof(tick, key), .key_size = 4},
      {.size = sizeof(tick), .policy = FLUX_INBOX_CONFLATE},
      {.size = sizeof(tick), .policy = FLUX_INBOX_DROP}};
  make(4, inputs, 4);
  put(1, 0, 5, 1);
  put(0, 0, 5, 2);
  put(2, 0, 5, 3);
  put(2, 0, 6, 4); /* without a key all are one */
  put(1, 0, 5, 5);
  put(3, 0, 5, 6);
  assert_int_equal(put(3, 0, 5, 7), FLUX_INBOX_DROPPED);
  assert_int_equal(put(0, 0, 5, 8), 0);
  assert_int_equal(put(1, 0, 6, 9), 0);
  expect(1, 5, 5, 0);
  expect(0, 5, 2, 0);
  expect(2, 6, 4, 0);
  expect(3, 5, 6, 0);
  expect_counts(0, 1, 1, 0, 0, 1);
  expect_counts(1, 2, 1, 1, 0, 1);
  expect_counts(2, 2, 1, 1, 0, 0);
  expect_counts(3, 1, 1, 0, 1, 0);
}

static void test_burst_says_which_events_of_one_time_wait_together(void **state) {
  (void)state;
  const flux_inbox_input inputs[] = {
      {.size = sizeof(tick), .policy = FLUX_INBOX_BURST, .time_offset = offsetof(tick, time)}, {.size = sizeof(tick)}};
  make(16, inputs, 2);
  put(0, 10, 0, 1);
  put(0, 10, 0, 2);
  put(0, 20, 0, 3);
  put(1, 20, 0, 4);
  put(0, 20, 0, 5);
  expect(0, 0, 1, 1);
  expect(0, 0, 2, 0);
  expect(0, 0, 3, 0);
  expect(1, 0, 4, 0);
  put(0, 20, 0, 6);
  expect(0, 0, 5, 1);
  expect(0, 0, 6, 0);
}

static int is_readable(void) {
  return poll(&(struct pollfd){.fd = flux_inbox_descriptor(inbox), .events = POLLIN}, 1, 0) == 1;
}

static void test_the_descriptor_wakes_up_who_asked(void **state) {
  (void)state;
  make_one(4, FLUX_INBOX_BLOCK);
  put(0, 0, 0, 1);
  assert_false(is_readable()); /* nobody waits: no system call */
  assert_int_equal(flux_inbox_arm(inbox), 1);
  expect(0, 0, 1, 0);
  assert_int_equal(flux_inbox_arm(inbox), 0);
  assert_false(is_readable());
  put(0, 0, 0, 2);
  assert_true(is_readable());
  expect(0, 0, 2, 0);
  assert_int_equal(flux_inbox_arm(inbox), 0);
  assert_false(is_readable());
  assert_int_equal(flux_inbox_wait(inbox, 1000), 0);
  flux_inbox_wake(inbox);
  assert_true(is_readable());
  put(0, 0, 0, 3);
  assert_int_equal(flux_inbox_wait(inbox, -1), 1);
}

static void test_a_wrong_spec_is_refused(void **state) {
  (void)state;
  const flux_inbox_input good = {.size = sizeof(tick)};
  const flux_inbox_input bad[] = {
      {.size = 8, .policy = 4},
      {.size = 8, .policy = -1},
      {.size = (1 << 20) + 1},
      {.size = 8, .policy = FLUX_INBOX_CONFLATE, .key_offset = 4, .key_size = 8},
      {.size = 8, .policy = FLUX_INBOX_CONFLATE, .key_offset = 9},
      {.size = 64, .policy = FLUX_INBOX_CONFLATE, .key_size = 17},
      {.size = 8, .policy = FLUX_INBOX_BURST, .time_offset = 1},
      {.size = 4, .policy = FLUX_INBOX_BURST},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(flux_inbox_size(&(flux_inbox_spec){&bad[i], 1, 4}), 0);
  assert_int_equal(flux_inbox_size(&(flux_inbox_spec){&good, 0, 4}), 0);
  assert_int_equal(flux_inbox_size(&(flux_inbox_spec){&good, 1, 0}), 0);
  assert_int_equal(flux_inbox_size(&(flux_inbox_spec){&good, 1, (1 << 24) + 1}), 0);
  const flux_inbox_spec spec = {&good, 1, 4};
  assert_int_equal(flux_inbox_init(NULL, flux_inbox_size(&spec) - 1, &spec, &inbox), FLUX_INBOX_E_SPEC);
  assert_null(inbox);
}

/* -- two threads ----------------------------------------------------------------------------------------------------- */

static uint32_t many; /* events that put_all puts */

static void *put_all(void *keys) {
  for (uint32_t i = 0; i < many; i++)
    flux_inbox_put_wait(inbox, 0, &(tick){i / 4, i % *(uint32_t *)keys, i}, i + 1000, -1);
  return NULL;
}

/* Takes events until the last one was among them: how many came, and whether those of each key were in order. */
static uint64_t take_all(uint32_t keys, uint32_t *last) {
  pthread_t thread;
  uint64_t taken = 0;
  int done = 0;
  assert_int_equal(pthread_create(&thread, NULL, put_all, &keys), 0);
  while (!done) {
    assert_true(flux_inbox_wait(inbox, -1) >= 0);
    for (const flux_inbox_item *item; (item = flux_inbox_take(inbox)) != NULL; taken++) {
      const tick t = *(const tick *)item->event;
      if (t.number % keys != t.key || item->tag != t.number + 1000 || (taken > 0 && t.number < last[t.key])) fail();
      last[t.key] = t.number;
      if (t.number == many - 1) done = 1;
    }
  }
  pthread_join(thread, NULL);
  return taken;
}

static void test_a_million_events_arrive_in_order(void **state) {
  (void)state;
  uint32_t last[1] = {0};
  many = MANY;
  make_one(1024, FLUX_INBOX_BLOCK);
  assert_int_equal(take_all(1, last), MANY);
  const flux_inbox_counts c = flux_inbox_count(inbox, 0);
  assert_int_equal(c.taken, MANY);
  assert_int_equal(c.delivered, MANY);
}

static void *put_and_drop(void *unused) {
  (void)unused;
  for (uint32_t i = 0; i < MANY; i++) flux_inbox_put(inbox, 0, &(tick){.number = i}, i + 1000);
  /* An input of its own says that this was all: it waits for room. */
  flux_inbox_put_wait(inbox, 1, &(tick){.number = MANY}, 0, -1);
  return NULL;
}

static void test_what_is_dropped_is_counted(void **state) {
  (void)state;
  const flux_inbox_input inputs[] = {{.size = sizeof(tick), .policy = FLUX_INBOX_DROP}, {.size = sizeof(tick)}};
  make(16, inputs, 2);
  pthread_t thread;
  uint32_t next = 0;
  uint64_t taken = 0;
  assert_int_equal(pthread_create(&thread, NULL, put_and_drop, NULL), 0);
  while (next <= MANY) {
    flux_inbox_wait(inbox, -1);
    for (const flux_inbox_item *item; (item = flux_inbox_take(inbox)) != NULL; taken++) {
      const uint32_t number = ((const tick *)item->event)->number;
      assert_true(number >= next);
      next = number + 1;
    }
  }
  pthread_join(thread, NULL);
  const flux_inbox_counts c = flux_inbox_count(inbox, 0);
  assert_int_equal(taken, c.taken + 1);
  assert_int_equal(c.delivered, c.taken);
  assert_int_equal(c.taken + c.dropped, MANY);
}

static void check_newest(uint32_t capacity, uint32_t events) {
  uint32_t last[KEYS] = {0};
  many = events;
  make_one(capacity, FLUX_INBOX_CONFLATE);
  const uint64_t taken = take_all(KEYS, last);
  uint64_t rest = 0;
  for (const flux_inbox_item *item; (item = flux_inbox_take(inbox)) != NULL; rest++)
    last[((const tick *)item->event)->key] = ((const tick *)item->event)->number;
  for (uint32_t key = 0; key < KEYS; key++) assert_int_equal(last[key], events - KEYS + key);
  const flux_inbox_counts c = flux_inbox_count(inbox, 0);
  assert_int_equal(c.taken, events);
  assert_int_equal(c.delivered, taken + rest);
  assert_int_equal(c.delivered + c.conflated, events);
}

static void test_the_newest_of_each_key_arrives(void **state) {
  (void)state;
  check_newest(KEYS, MANY);
}

static void test_slots_change_hands_between_keys(void **state) {
  (void)state;
  check_newest(KEYS / 2, FEWER);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_block_refuses_what_finds_no_room, unmake),
      cmocka_unit_test_teardown(test_drop_counts_what_it_drops, unmake),
      cmocka_unit_test_teardown(test_conflate_keeps_the_newest_in_the_place_of_the_oldest, unmake),
      cmocka_unit_test_teardown(test_conflate_has_room_for_as_many_keys_as_wait, unmake),
      cmocka_unit_test_teardown(test_inputs_have_a_policy_each_and_one_order, unmake),
      cmocka_unit_test_teardown(test_burst_says_which_events_of_one_time_wait_together, unmake),
      cmocka_unit_test_teardown(test_the_descriptor_wakes_up_who_asked, unmake),
      cmocka_unit_test_teardown(test_a_wrong_spec_is_refused, unmake),
      cmocka_unit_test_teardown(test_a_million_events_arrive_in_order, unmake),
      cmocka_unit_test_teardown(test_what_is_dropped_is_counted, unmake),
      cmocka_unit_test_teardown(test_the_newest_of_each_key_arrives, unmake),
      cmocka_unit_test_teardown(test_slots_change_hands_between_keys, unmake),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
