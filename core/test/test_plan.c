/* SPDX-License-Identifier: MIT
 * Plans: their text against golden files (FLUX_UPDATE_GOLDEN=1 rewrites them, to be reviewed as a diff), that they may be moved,
 * and that a damaged one is refused or at least harmless. */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static world w;
static char text[65536];

static void against_golden(const char *name) {
  char path[512];
  static char golden[65536];
  world_resolve(&w);
  const size_t length = flux_plan_dump(w.plan, text, sizeof text);
  assert_true(length < sizeof text);
  assert_int_equal(flux_plan_dump(w.plan, NULL, 0), length);
  snprintf(path, sizeof path, "%s/%s.txt", FLUX_GOLDEN, name);
  if (getenv("FLUX_UPDATE_GOLDEN")) {
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fwrite(text, 1, length, out);
    fclose(out);
  }
  FILE *in = fopen(path, "rb");
  if (!in) fail_msg("there is no %s", path);
  golden[fread(golden, 1, sizeof golden - 1, in)] = '\0';
  fclose(in);
  assert_string_equal(text, golden);
  world_free(&w);
}

static uint32_t with(uint32_t n, int role, flux_fn fn, uint32_t flags) {
  return call(&w, n, role, fn, flags);
}

/* The graph of the design's first page: cross may arrest, its readers are guarded by it. */
static void signals(void) {
  world_new(&w, NULL);
  const int Tick = timed_event(&w, "Tick");
  const uint32_t tick = node(&w, "tick");
  on_with(&w, tick, Tick, FLUX_ALWAYS_DIRTY, take_event);
  const uint32_t fast = node(&w, "fast"), slow = node(&w, "slow"), cross = node(&w, "cross");
  input(&w, fast, "x", 0, tick);
  input(&w, slow, "x", 0, tick);
  with(fast, FLUX_UPDATE, pass, FLUX_ALWAYS_DIRTY);
  with(slow, FLUX_UPDATE, pass, FLUX_ALWAYS_DIRTY);
  input(&w, cross, "fast", 0, fast);
  input(&w, cross, "slow", 0, slow);
  with(cross, FLUX_UPDATE, pass, 0);
  const uint32_t count = node(&w, "count");
  input(&w, count, "cross", 0, cross);
  with(count, FLUX_UPDATE, pass, FLUX_ALWAYS_DIRTY);
  with(count, FLUX_ON_ARREST, pass, FLUX_NEVER_DIRTY);
  with(fast, FLUX_AFTER_CYCLE, pass, 0);
  flux_add_sink(w.b, "signal", cross);
  flux_add_sink(w.b, "total", count);
}

static void the_plan_of_signals(void **ctx) {
  (void)ctx;
  signals();
  against_golden("signals");
}

/* Regions nest as deep as guards are raised inside of each other; steps of one guard share a region. */
static void the_plan_of_nested_guards(void **ctx) {
  (void)ctx;
  world_new(&w, NULL);
  const int E = event(&w, "E"), F = event(&w, "F");
  const uint32_t source = node(&w, "source");
  on(&w, source, E, pass);
  const uint32_t outer = follow(&w, "outer", source, pass), inner = follow(&w, "inner", outer, pass);
  follow(&w, "deep", inner, pass);
  follow(&w, "again", outer, pass);
  const uint32_t other = node(&w, "other");
  on(&w, other, F, pass);
  const uint32_t join = node(&w, "join");
  input(&w, join, "inner", 0, inner);
  input(&w, join, "other", 0, other);
  update(&w, join, pass);
  flux_add_sink(w.b, "joined", join);
  against_golden("nested");
}

static void the_plan_of_filters_lists_and_memory(void **ctx) {
  (void)ctx;
  world_new(&w, NULL);
  const int E = event(&w, "E");
  const uint32_t a = node(&w, "a"), b = node(&w, "b");
  on_key(&w, a, E, 1, pass);
  on_key(&w, a, E, 2, pass);
  on_with(&w, a, E, FLUX_OTHERWISE | FLUX_QUIET, pass);
  on_key(&w, b, E, 2, pass);
  const uint32_t sources[] = {a, b}, list = node(&w, "list");
  on_input(&w, list, input_list(&w, list, "sources", FLUX_LIST, 2, sources), FLUX_RAN, pass);
  update(&w, list, pass);
  const uint32_t all = node_with(&w, (flux_node_spec){.name = "all", .when_all = 1, .timer = 1, .every = 100});
  input(&w, all, "a", 0, a);
  input(&w, all, "b", 0, b);
  input(&w, all, "before", FLUX_PREV, list);
  update(&w, all, pass);
  with(all, FLUX_TIMER, pass, 0);
  with(all, FLUX_ON_ARREST, pass, 0);
  flux_observe(w.b, list, 2);
  against_golden("filters");
}

static void the_plan_of_gates(void **ctx) {
  (void)ctx;
  world_new(&w, NULL);
  const int E = event(&w, "E");
  const uint32_t h = node(&w, "h"), silent = node(&w, "silent");
  on(&w, h, E, pass);
  on_with(&w, silent, E, FLUX_NEVER_DIRTY, arrest);
  const char *const names[] = {"gate", "never", "alone"};
  const uint32_t middle = follow(&w, "middle", h, pass), of[] = {h, middle, silent};
  for (int i = 0; i < 3; i++) {
    const uint32_t n = node(&w, names[i]);
    input(&w, n, "x", 0, of[i]);
    with(n, FLUX_ON_ARREST, pass, 0);
  }
  against_golden("gates");
}

/* -- the block ------------------------------------------------------------------------------------------------------- */

static void everything(void) {
  signals();
  const int E = event(&w, "E");
  const uint32_t n = node_with(&w, (flux_node_spec){.name = "n", .when_all = 1, .timer = 1, .every = 10});
  on_key(&w, n, E, 3, pass);
  on_with(&w, n, E, FLUX_OTHERWISE, pass);
  with(n, FLUX_TIMER, pass, 0);
  const uint32_t sources[] = {0, 1};
  const uint32_t in = input_list(&w, n, "all", FLUX_LIST, 2, sources);
  input(&w, n, "prev", FLUX_PREV, 0);
  on_input(&w, n, in, 0, pass);
  update(&w, n, pass);
  flux_observe(w.b, 0, 6);
  world_resolve(&w);
}

static void a_plan_may_be_moved(void **ctx) {
  (void)ctx;
  everything();
  const size_t size = flux_plan_size(w.plan);
  static char moved_text[65536];
  flux_plan *moved = malloc(size);
  memcpy(moved, w.plan, size);
  assert_int_equal(flux_plan_verify(moved, size), 0);
  flux_plan_dump(w.plan, text, sizeof text);
  flux_plan_dump(moved, moved_text, sizeof moved_text);
  assert_string_equal(moved_text, text);
  free(moved);
  world_free(&w);
}

static void resolving_twice_gives_the_same_bytes(void **ctx) {
  (void)ctx;
  everything();
  flux_plan *again;
  assert_int_equal(flux_resolve(w.b, &again), 0);
  assert_int_equal(flux_plan_size(again), flux_plan_size(w.plan));
  assert_memory_equal(again, w.plan, flux_plan_size(w.plan));
  flux_plan_free(again);
  world_free(&w);
}

/* A copy of its own size, so that a sanitizer sees every read past the end. What passes must dump and run. */
static void try_damaged(const unsigned char *bytes, size_t size) {
  void *copy = malloc(size);
  memcpy(copy, bytes, size);
  if (flux_plan_verify(copy, size) == 0) {
    flux_engine *e;
    flux_plan_dump(copy, text, sizeof text);
    if (flux_plan_state_size(copy) < 1 << 20 && flux_engine_new(copy, w.b, &e) == 0) {
      const event_data data = {500, 3, 0, 1};
      flux_start(e);
      flux_send(e, 0, &data);
      flux_buffer(e, 1, &data);
      flux_trigger(e);
      flux_engine_free(e);
    }
  }
  free(copy);
}

static void a_damaged_plan_is_refused_or_harmless(void **ctx) {
  (void)ctx;
  everything();
  w.options.max_missed = 100;
  flux_set_options(w.b, &w.options);
  const size_t size = flux_plan_size(w.plan);
  unsigned char *bytes = malloc(size);
  static const unsigned char flips[] = {0x01, 0x80, 0xff, 0x10};
  memcpy(bytes, w.plan, size);
  for (size_t i = 0; i < size; i++)
    for (size_t k = 0; k < sizeof flips; k++) {
      bytes[i] ^= flips[k];
      try_damaged(bytes, size);
      bytes[i] ^= flips[k];
    }
  for (size_t i = 0; i + 4 <= size; i += 4) { /* whole words, too */
    uint32_t word;
    memcpy(&word, bytes + i, 4);
    const uint32_t values[] = {0, UINT32_MAX, word + 1, word - 1, word + 64, INT32_MAX};
    for (size_t k = 0; k < 6; k++) {
      memcpy(bytes + i, &values[k], 4);
      try_damaged(bytes, size);
    }
    memcpy(bytes + i, &word, 4);
  }
  for (size_t cut = 0; cut < size; cut += 7) assert_int_equal(flux_plan_verify(bytes, cut), FLUX_E_PLAN);
  assert_int_equal(flux_plan_verify(bytes, size), 0);
  free(bytes);
  world_free(&w);
}

static void noise_is_refused(void **ctx) {
  (void)ctx;
  static uint64_t noise[512];
  uint64_t state = 88172645463325252u;
  for (int round = 0; round < 2000; round++) {
    for (size_t i = 0; i < 512; i++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      noise[i] = round % 2 ? state : state & 0xff000000ffu;
    }
    assert_int_equal(flux_plan_verify(noise, sizeof noise), FLUX_E_PLAN);
  }
  assert_int_equal(flux_plan_verify(NULL, 0), FLUX_E_PLAN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_plan_of_signals),
      cmocka_unit_test(the_plan_of_nested_guards),
      cmocka_unit_test(the_plan_of_filters_lists_and_memory),
      cmocka_unit_test(the_plan_of_gates),
      cmocka_unit_test(a_plan_may_be_moved),
      cmocka_unit_test(resolving_twice_gives_the_same_bytes),
      cmocka_unit_test(a_damaged_plan_is_refused_or_harmless),
      cmocka_unit_test(noise_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
