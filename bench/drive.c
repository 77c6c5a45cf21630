/* SPDX-License-Identifier: MIT
 * drive.c -- drives any exported graph. workload.h, which bench/arms.lua writes beside the export, names its types and functions, and
 * makes the events:
 *
 *   typedef deep_10_t graph;  typedef deep_10_tick_event event;
 *   #define GRAPH(name) deep_10_##name
 *   typedef … source;  static inline source source_of(int input);         what making events needs to remember
 *   static inline void fill(event *e, source *in, int64_t seq) { e->bid = (double)(100 + seq); … }
 *   #define COUNT sink.count   #define VALUE sink.value                   what is observed
 */
#include "workload.h"
#include "arm.h"

static _Thread_local graph g; /* wide graphs do not fit on a stack */

static void begin(void) {
  GRAPH(init)(&g);
}

static void end(result *out) {
  *out = (result){ (int64_t)g.COUNT, (double)g.VALUE };
}

/* One typed call per event. */
ARM drive_typed(int input, int64_t events, result *out) {
  source in = source_of(input);
  event e = { 0 };
  begin();
  for (int64_t seq = 0; seq < events; seq++) {
    fill(&e, &in, seq);
    ON_EVENT(&g, &e);
  }
  end(out);
}

/* 1,024 events a call. */
ARM drive_batch(int input, int64_t events, result *out) {
  enum { BATCH = 1024 };
  source in = source_of(input);
  static _Thread_local event batch[BATCH];
  begin();
  for (int64_t done = 0; done < events; done += BATCH) {
    int64_t n = events - done < BATCH ? events - done : BATCH;
    for (int64_t i = 0; i < n; i++) fill(&batch[i], &in, done + i);
    ON_EVENTS(&g, batch, (size_t)n);
  }
  end(out);
}

#ifdef PROGRAM
/* For instruction counts: `drive typed 0 1000`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  result out = { 0, 0 };
  int input = argc > 2 ? atoi(argv[2]) : 0;
  int64_t events = argc > 3 ? atoll(argv[3]) : 0;
  if (argc > 1 && strcmp(argv[1], "batch") == 0) drive_batch(input, events, &out);
  else drive_typed(input, events, &out);
  printf("%lld %.17g\n", (long long)out.count, out.value);
  return 0;
}
#endif
