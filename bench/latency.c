/* SPDX-License-Identifier: MIT
 * latency.c -- paced events between two threads: one sends at fixed intended times through a ring, the other handles them; an event's
 * latency runs from its intended time of sending to the end of its handling, so a stall counts for everything that it delays.
 *
 *   latency hand|export|nothing EVENTS NANOSECONDS_BETWEEN
 *   latency hand|export|nothing EVENTS 0     one thread, as fast as it can: means of 50 consecutive events
 *
 * Every latency is kept and sorted: percentiles are exact. Prints p50 p90 p99 p99.9 p99.99 max, the cost of reading the clock (all ns),
 * then count and published.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "ladder.h" /* exported, prefix flux_ladder */
#include "ladder_guarded.h"

enum { RING = 1024, FEW = 50 };

typedef struct message {
  tick_event tick;
  int64_t intended;
} message;

static message ring[RING];
static _Alignas(64) atomic_long sent;
static _Alignas(64) atomic_long taken;
static long events, interval;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}

static void on_core(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

static void *sender(void *unused) {
  source in = source_of(0);
  on_core(1);
  int64_t start = now() + 1000000;
  for (long i = 0; i < events; i++) {
    int64_t intended = start + i * interval;
    while (now() < intended) {}
    while (i - atomic_load_explicit(&taken, memory_order_acquire) >= RING) {}
    ring[i % RING] = (message){.tick = next_tick(&in), .intended = intended};
    atomic_store_explicit(&sent, i + 1, memory_order_release);
  }
  return unused;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static double clock_cost(void) {
  enum { READINGS = 1000000 };
  int64_t start = now(), last = start;
  for (int i = 0; i < READINGS; i++) last = now();
  return (double)(last - start) / READINGS;
}

static ladder hand;
static flux_ladder_t export;

static inline void handle(int which, const tick_event *e) {
  if (which == 0) ladder_on_tick(&hand, e);
  if (which == 1) flux_ladder_on_tick(&export, &(flux_ladder_tick_event){.price = e->price, .size = e->size, .time = e->time});
}

/* From the intended time of sending to the end of handling, of each event. */
static void paced(int which, int64_t *latency) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  for (long i = 0; i < events; i++) {
    while (atomic_load_explicit(&sent, memory_order_acquire) <= i) {}
    const message *m = &ring[i % RING];
    handle(which, &m->tick);
    int64_t intended = m->intended;
    atomic_store_explicit(&taken, i + 1, memory_order_release);
    latency[i] = now() - intended;
  }
  pthread_join(thread, NULL);
}

/* Of each 50 events, all together; making them is part of it. */
static void closed(int which, int64_t *latency) {
  source in = source_of(0);
  for (long i = 0; i < events / FEW; i++) {
    int64_t start = now();
    for (int k = 0; k < FEW; k++) {
      tick_event e = next_tick(&in);
      handle(which, &e);
    }
    latency[i] = now() - start;
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const char *arm = argv[1];
  events = atol(argv[2]), interval = atol(argv[3]);
  int64_t *latency = malloc((size_t)events * sizeof *latency);
  memset(latency, 0, (size_t)events * sizeof *latency); /* no page faults later */
  double clock = clock_cost();
  flux_ladder_init(&export);
  int which = strcmp(arm, "hand") == 0 ? 0 : strcmp(arm, "export") == 0 ? 1 : 2;
  on_core(0);
  if (interval > 0) paced(which, latency);
  else closed(which, latency);
  long count = interval > 0 ? events : events / FEW;
  double each = interval > 0 ? 1 : FEW;
  qsort(latency, (size_t)count, sizeof *latency, by_value);
  static const double at[] = {0.5, 0.9, 0.99, 0.999, 0.9999};
  for (int i = 0; i < 5; i++) printf("%.1f ", (double)latency[(long)(at[i] * (double)(count - 1))] / each);
  printf("%.1f %.1f ", (double)latency[count - 1] / each, clock);
  if (which == 0) printf("%lld %.17g\n", (long long)hand.detector.count, hand.publisher.published);
  if (which == 1) printf("%lld %.17g\n", (long long)export.detector.count, export.publisher.published);
  if (which == 2) printf("0 0\n");
  free(latency);
  return 0;
}
