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

int fx_clock_is_kept(const flux_engine *e) {
  return e->timed || e->needs_time || (e->stream_clock && e->queue.capacity);
}

int fx_clock_is_due(const flux_engine *e) {
  return !e->stream_clock && e->clock.next_deadline != FX_NO_TIME;
}

/* What runs now belongs to an event's own cycle or to one that was posted in it. What was triggered before it runs at the old
 * now (S15), and so does a trigger; the clock was read before a timer's cycle. */
static int is_in_event(const flux_engine *e) {
  return (e->job.kind == FX_JOB_EVENT || e->job.kind == FX_JOB_BUFFER) && e->job.stage == FX_DONE;
}

/* The host's clock is read when a callback first asks in an event, so an event in which none does reads no clock. Before time is
 * set anything may ask: a C callback need not have declared that it reads the time. */
int64_t flux_engine_now(flux_engine *e) {
  if (!e->stream_clock && !e->clock_read && e->clock.running && (is_in_event(e) || !e->clock.has_now)) {
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
