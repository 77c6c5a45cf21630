/* SPDX-License-Identifier: MIT
 * fx_clock.c -- time (S13): where `now` comes from, and how seldom a clock is read. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include "fx_engine.h"
#include <time.h>

static int64_t system_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t fx_clock_read(flux_engine *e) {
  e->clock.clock_reads++;
  e->clock_read = 1;
  return e->options.clock ? e->options.clock(e->options.clock_ud) : system_clock();
}

void fx_clock_attend(flux_engine *e) {
  const int fresh = !e->started || (!e->clock.has_now && (e->timed || e->timer_count));
  if (fresh)
    e->clock.attention |= FLUX_ATTEND_FRESH;
  else
    e->clock.attention &= ~FLUX_ATTEND_FRESH;
}

void fx_clock_set_first(flux_engine *e, int64_t now) {
  e->clock.now = now;
  e->clock.has_now = 1;
  fx_timer_arm_all(e);
  fx_clock_attend(e);
}

/* A callback that did not declare that it reads the time still gets it, and the clock is still read once at most. Where one
 * has declared it, the entry reads the clock when its time comes: what is triggered before runs at the old now (S15). */
int64_t flux_engine_now(flux_engine *e) {
  if (!e->stream_clock && !e->needs_time && !e->clock_read && e->clock.running) {
    const int64_t now = fx_clock_read(e);
    if (!e->clock.has_now)
      fx_clock_set_first(e, now);
    else if (now > e->clock.now)
      e->clock.now = now;
  }
  return e->clock.now;
}

int64_t flux_engine_wall(flux_engine *e) {
  if (!e->clock.has_wall) {
    e->clock.clock_reads++;
    e->clock.has_wall = 1;
    if (e->options.wall)
      e->clock.wall = e->options.wall(e->options.clock_ud);
    else
      e->clock.wall = e->options.clock ? e->options.clock(e->options.clock_ud) : system_clock();
  }
  return e->clock.wall;
}

int64_t flux_now(const flux_ctx *ctx) {
  return flux_engine_now(ctx->engine);
}
int64_t flux_wall(const flux_ctx *ctx) {
  return flux_engine_wall(ctx->engine);
}

int flux_ticked(const flux_ctx *ctx, uint32_t node) {
  return ctx->clock->dirty_at[node] == ctx->clock->cycle;
}
int flux_valid(const flux_ctx *ctx, uint32_t node) {
  return ctx->clock->valid[node];
}
