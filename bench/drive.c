/* SPDX-License-Identifier: MIT
 * drive.c -- drives any exported graph. workload.h, which bench/arms.lua writes beside the export, names its types and functions, and
 * makes the events:
 *
 *   typedef deep_10_t graph;  typedef deep_10_tick_event event;
 *   #define GRAPH(name) deep_10_##name   #define ON_EVENT …   #define ON_EVENTS …   #define EVENT_TYPE …
 *   typedef … source;  static inline source source_of(int input);         what making events needs to remember
 *   static inline void fill(event *e, source *in, int64_t seq) { e->bid = (double)(100 + seq); … }
 *   #define COUNT sink.count   #define VALUE sink.value                   what is observed
 *   #define SMALL                                                         the instance fits on a stack
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include "workload.h"
#include "arm.h"

/* The instance and what it is sent lie side by side, as in the hand-written arms. Where they lie apart, the addresses that a process
 * happens to get decide whether a processor takes a load from the one for a load of what was just stored to the other. */
typedef struct single {
  graph g;
  event e;
} single;

enum { BATCH = 1024 };
typedef struct many {
  graph g;
  event e[BATCH];
} many;

/* OWN(type, at): `at` points to one. Wide graphs do not fit on a stack, and of a thread's variable gcc in a shared library would ask
 * for the address (a call) at every event, hence the volatile. */
#ifdef SMALL
#define OWN(type, at)                                                                                                  \
  _Alignas(64) type at##_here;                                                                                         \
  type *const at = &at##_here
#else
static _Thread_local _Alignas(64) union {
  single single;
  many many;
} wide;
#define OWN(type, at)                                                                                                  \
  type *volatile at##_there = &wide.type;                                                                              \
  type *const at = at##_there
#endif

#ifdef AUDIT
/* Records into a ring, where the newest records replace the oldest; AUDIT is the level. */
static _Thread_local union ring {
  GRAPH(audit_ring) head;
  char bytes[1 << 18];
} ring;

/* Records that the last loop made. */
__attribute__((visibility("default"))) double drive_records(void) {
  return (double)ring.head.next;
}
#endif

#ifdef WALL
static int64_t wall_clock(void *user) {
  struct timespec t;
  (void)user;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}
#endif

/* The instance, at its start. */
static void begin(graph *g) {
  GRAPH(init)(g);
#ifdef WALL
  g->wall = wall_clock;
#endif
#ifdef AUDIT
  GRAPH(audit_init)(&ring.head, sizeof ring, true);
  GRAPH(audit)(g, &ring.head, AUDIT);
#endif
}

static void end(const graph *g, result *out) {
  *out = (result){(int64_t)g->COUNT, (double)g->VALUE};
}

/* One typed call per event. */
ARM drive_typed(int input, int64_t events, result *out) {
  source in = source_of(input);
  OWN(single, at);
  begin(&at->g);
  at->e = (event){0};
  for (int64_t seq = 0; seq < events; seq++) {
    fill(&at->e, &in, seq);
    ON_EVENT(&at->g, &at->e);
  }
  end(&at->g, out);
}

/* The entry for any type of event. */
ARM drive_dispatch(int input, int64_t events, result *out) {
  source in = source_of(input);
  OWN(single, at);
  begin(&at->g);
  at->e = (event){0};
  for (int64_t seq = 0; seq < events; seq++) {
    fill(&at->e, &in, seq);
    GRAPH(dispatch)(&at->g, EVENT_TYPE, &at->e);
  }
  end(&at->g, out);
}

/* 1,024 events a call. */
ARM drive_batch(int input, int64_t events, result *out) {
  source in = source_of(input);
  OWN(many, at);
  begin(&at->g);
  for (int64_t done = 0; done < events; done += BATCH) {
    int64_t n = events - done < BATCH ? events - done : BATCH;
    for (int64_t i = 0; i < n; i++) fill(&at->e[i], &in, done + i);
    ON_EVENTS(&at->g, at->e, (size_t)n);
  }
  end(&at->g, out);
}
