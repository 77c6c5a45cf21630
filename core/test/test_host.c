/* SPDX-License-Identifier: MIT
 * Hosts that run callbacks, sinks or whole cycles themselves: what the engine asks for, and what their results do. */
#include "support.h"
#include "flux_inbox.h"
#include <pthread.h>
#include <stdlib.h>

static world w;
static int E;

static uint32_t foreign(uint32_t node, int role, int event) {
  const flux_callback_spec spec = {.node = node, .role = role, .event = event, .input = -1, .flags = FLUX_FOREIGN};
  return (uint32_t)flux_add_callback(w.b, &spec);
}

/* h → mid → end, all foreign, a sink on end. */
static uint32_t h, mid, end, on_h, on_mid, on_end;
static int setup(void **ctx) {
  (void)ctx;
  world_new(&w, &(flux_options){.on_error = 1, .capacity = 4});
  E = timed_event(&w, "E");
  h = node(&w, "h"), mid = node(&w, "mid"), end = node(&w, "end");
  input(&w, mid, "h", 0, h);
  input(&w, end, "mid", 0, mid);
  on_h = foreign(h, FLUX_HANDLER, E);
  on_mid = foreign(mid, FLUX_UPDATE, -1);
  on_end = foreign(end, FLUX_UPDATE, -1);
  flux_add_sink(w.b, "out", end);
  world_start(&w);
  flux_on(w.e, 0, NULL, NULL, 1);
  return 0;
}
static int teardown(void **ctx) {
  (void)ctx;
  world_free(&w);
  return 0;
}

#define asks_for(result, what, which)                                                                                  \
  do {                                                                                                                 \
    assert_int_equal(result, what);                                                                                    \
    assert_int_equal(flux_engine_clock(w.e)->call, which);                                                             \
  } while (0)

static void a_host_runs_callback_by_callback(void **ctx) {
  (void)ctx;
  asks_for(send(&w, E, 1, 0, 5), FLUX_CALL, on_h);
  assert_true(((const event_data *)flux_engine_clock(w.e)->event)->x == 5);
  asks_for(flux_resume(w.e, FLUX_DIRTY), FLUX_CALL, on_mid);
  asks_for(flux_resume(w.e, FLUX_DIRTY), FLUX_CALL, on_end);
  asks_for(flux_resume(w.e, FLUX_DIRTY), FLUX_PUBLISH, 0);
  assert_int_equal(flux_resume(w.e, 0), 0);
  assert_null(flux_engine_clock(w.e)->event);
  expect(&w, "h mid end sink0");
  asks_for(send(&w, E, 2, 0, 0), FLUX_CALL, on_h);
  asks_for(flux_resume(w.e, FLUX_DIRTY), FLUX_CALL, on_mid);
  assert_int_equal(flux_resume(w.e, FLUX_ARREST), 0);
  expect(&w, "h mid-");
}

static void nothing_may_be_resumed_that_was_not_asked_for(void **ctx) {
  (void)ctx;
  assert_int_equal(flux_resume(w.e, 0), FLUX_E_MISUSE);
  asks_for(send(&w, E, 1, 0, 5), FLUX_CALL, on_h);
  assert_int_equal(send(&w, E, 1, 0, 5), FLUX_E_MISUSE);
  assert_int_equal(flux_trigger(w.e), FLUX_E_MISUSE);
  assert_int_equal(flux_resume(w.e, FLUX_ARREST), 0);
}

static void a_failed_callback_carries_the_hosts_text(void **ctx) {
  (void)ctx;
  asks_for(send(&w, E, 1, 0, 5), FLUX_CALL, on_h);
  asks_for(flux_resume(w.e, FLUX_DIRTY), FLUX_CALL, on_mid);
  flux_fail(w.e, on_mid, FLUX_E_CALLBACK, "x.lua:7: attempt to index a nil value");
  assert_int_equal(flux_resume(w.e, FLUX_E_CALLBACK), FLUX_E_CALLBACK);
  assert_string_equal(flux_engine_error(w.e),
                      "graph 'test', cycle 1, event E, node 'mid', update: x.lua:7: attempt to index a nil value");
  expect(&w, "h mid!");
  asks_for(send(&w, E, 1, 0, 5), FLUX_CALL, on_h); /* policy skip; the reason is spent */
  assert_int_equal(flux_resume(w.e, -77), -77);
  assert_string_equal(flux_engine_error(w.e), "graph 'test', cycle 2, event E, node 'h', handler: status -77");
}

static void a_sink_of_the_host_may_dispatch(void **ctx) {
  (void)ctx;
  send(&w, E, 1, 0, 5);
  flux_resume(w.e, FLUX_DIRTY);
  flux_resume(w.e, FLUX_DIRTY);
  asks_for(flux_resume(w.e, FLUX_DIRTY), FLUX_PUBLISH, 0);
  assert_int_equal(send(&w, E, 0, 0, 6), 0); /* waits */
  asks_for(flux_resume(w.e, 0), FLUX_CALL, on_h);
  assert_true(((const event_data *)flux_engine_clock(w.e)->event)->x == 6);
  assert_int_equal(flux_engine_clock(w.e)->now, 1);
  assert_int_equal(flux_resume(w.e, FLUX_ARREST), 0);
}

static void a_host_runs_whole_cycles(void **ctx) {
  (void)ctx;
  const uint32_t event_entry = 0;
  flux_engine_whole_cycles(w.e, 1);
  asks_for(send(&w, E, 1, 0, 5), FLUX_CYCLE, event_entry);
  assert_int_equal(flux_engine_clock(w.e)->cycle, 1);
  const event_data posted = {0, 0, 0, 9};
  assert_int_equal(flux_engine_post(w.e, (uint32_t)E, &posted), 0);
  asks_for(flux_resume(w.e, 0), FLUX_CYCLE, event_entry);
  assert_true(((const event_data *)flux_engine_clock(w.e)->event)->x == 9);
  assert_int_equal(flux_engine_post(w.e, (uint32_t)E, &posted), 0);
  flux_fail(w.e, on_end, FLUX_E_CALLBACK, "no");
  assert_int_equal(flux_resume(w.e, FLUX_E_CALLBACK), FLUX_E_CALLBACK); /* and its post is discarded */
  assert_string_equal(flux_engine_error(w.e), "graph 'test', cycle 2, event E, node 'end', update: no");
  /* Buffered events come callback by callback. */
  asks_for(buffer(&w, E, 2, 0, 5), FLUX_CALL, on_h);
  assert_int_equal(flux_resume(w.e, FLUX_DIRTY), 0);
  asks_for(flux_trigger(w.e), FLUX_CALL, on_mid);
  assert_int_equal(flux_resume(w.e, FLUX_ARREST), 0);
}

static void a_whole_cycle_reports_failed_sinks_as_it_goes(void **ctx) {
  (void)ctx;
  flux_engine_whole_cycles(w.e, 1);
  asks_for(send(&w, E, 1, 0, 5), FLUX_CYCLE, 0);
  flux_engine_clock(w.e)->publishing = 1;
  assert_int_equal(send(&w, E, 0, 0, 6), 0); /* from the sink */
  flux_fail(w.e, (uint32_t)FLUX_TRACE_SINK | 0, FLUX_E_SINK, "disk full");
  asks_for(flux_resume(w.e, 0), FLUX_CYCLE, 0);
  assert_int_equal(flux_resume(w.e, 0), FLUX_E_SINK);
  assert_string_equal(flux_engine_error(w.e), "graph 'test', cycle 1, event E, sink 'out': disk full");
  assert_int_equal(flux_engine_clock(w.e)->skipped, 0);
}

static void lifecycle_callbacks_may_be_foreign(void **ctx) {
  (void)ctx;
  world own;
  world_new(&own, NULL);
  const uint32_t a = node(&own, "a");
  const flux_callback_spec init = {.node = a, .role = FLUX_INIT, .flags = FLUX_FOREIGN};
  const flux_callback_spec start = {.node = a, .role = FLUX_START, .flags = FLUX_FOREIGN};
  flux_add_callback(own.b, &init);
  flux_add_callback(own.b, &start);
  world_resolve(&own);
  assert_int_equal(flux_engine_new(own.plan, own.b, &own.e), 0);
  assert_int_equal(flux_start(own.e), FLUX_CALL);
  assert_int_equal(flux_engine_clock(own.e)->call, 0);
  assert_int_equal(flux_resume(own.e, 0), FLUX_CALL);
  assert_int_equal(flux_engine_clock(own.e)->call, 1);
  assert_int_equal(flux_resume(own.e, FLUX_E_CALLBACK), FLUX_E_CALLBACK);
  assert_string_equal(flux_engine_error(own.e), "graph 'test', cycle 0, start, node 'a', start: a callback failed");
  world_free(&own);
}

enum { SENT = 10000 };

static void *send_all(void *inbox) {
  for (int i = 0; i < SENT; i++) flux_inbox_put_wait(inbox, (uint32_t)i % 2, &(event_data){.time = i, .x = i}, 0, -1);
  return NULL;
}

/* Two event types, whose inputs of the inbox have their numbers. */
static void another_thread_sends_through_an_inbox(void **unused) {
  (void)unused;
  world own;
  world_new(&own, NULL);
  const int even = timed_event(&own, "Even"), odd = timed_event(&own, "Odd");
  const uint32_t a = node(&own, "a"), b = node(&own, "b");
  on(&own, a, even, sum_event);
  on(&own, b, odd, sum_event);
  world_start(&own);
  const flux_inbox_input inputs[] = {{.size = sizeof(event_data)}, {.size = sizeof(event_data)}};
  const flux_inbox_spec spec = {inputs, 2, 64};
  const size_t size = flux_inbox_size(&spec);
  void *memory = malloc(size);
  flux_inbox *inbox;
  pthread_t thread;
  assert_int_equal(flux_inbox_init(memory, size, &spec, &inbox), 0);
  assert_int_equal(pthread_create(&thread, NULL, send_all, inbox), 0);
  for (int count = 0; count < SENT;) {
    flux_inbox_wait(inbox, -1);
    for (const flux_inbox_item *item; (item = flux_inbox_take(inbox)) != NULL; count++)
      assert_int_equal(flux_send(own.e, item->input, item->event), 0);
  }
  pthread_join(thread, NULL);
  assert_int_equal(flux_engine_clock(own.e)->now, SENT - 1);
  assert_int_equal(flux_engine_clock(own.e)->late, 0);
  assert_true(state(&own, a)->value == 24995000); /* 0 + 2 + … + 9998 */
  assert_true(state(&own, b)->value == 25000000); /* 1 + 3 + … + 9999 */
  flux_inbox_close(inbox);
  free(memory);
  world_free(&own);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
      T(a_host_runs_callback_by_callback),
      T(nothing_may_be_resumed_that_was_not_asked_for),
      T(a_failed_callback_carries_the_hosts_text),
      T(a_sink_of_the_host_may_dispatch),
      T(a_host_runs_whole_cycles),
      T(a_whole_cycle_reports_failed_sinks_as_it_goes),
      T(lifecycle_callbacks_may_be_foreign),
      T(another_thread_sends_through_an_inbox),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
