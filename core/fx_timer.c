/* SPDX-License-Identifier: MIT
 * fx_timer.c -- deadlines (S14). A timer has up to two: the periodic one and the one that ctx.after armed; it stands in a heap
 * by the earlier. Equal deadlines need no order: they fire in one cycle, whose schedule orders them. A deadline at the end of
 * time, INT64_MAX, or beyond never comes: FX_NO_TIME is just that. */
#include "fx_engine.h"

static int64_t deadline_of(const fx_timer *timer) {
  return timer->next < timer->shot ? timer->next : timer->shot;
}

static void place_at(flux_engine *e, uint32_t place, uint32_t timer) {
  e->heap[place] = timer;
  e->timers[timer].place = place;
}

/* Restores the heap after one timer's deadline has changed. */
static void settle(flux_engine *e, uint32_t timer) {
  const int64_t deadline = deadline_of(&e->timers[timer]);
  uint32_t at = e->timers[timer].place;
  for (; at > 0 && deadline_of(&e->timers[e->heap[(at - 1) / 2]]) > deadline; at = (at - 1) / 2)
    place_at(e, at, e->heap[(at - 1) / 2]);
  for (uint32_t child; (child = 2 * at + 1) < e->timer_count; at = child) {
    if (child + 1 < e->timer_count &&
        deadline_of(&e->timers[e->heap[child + 1]]) < deadline_of(&e->timers[e->heap[child]]))
      child++;
    if (deadline_of(&e->timers[e->heap[child]]) >= deadline) break;
    place_at(e, at, e->heap[child]);
  }
  place_at(e, at, timer);
  e->clock.next_deadline = deadline_of(&e->timers[e->heap[0]]);
}

/* How far `time` lies behind the last point of the timer's grid: 0 when it is on it. */
static int64_t phase_of(const fx_timer *timer, int64_t time) {
  int64_t phase = time % timer->every - timer->offset % timer->every; /* within two intervals of 0 */
  while (phase < 0) phase += timer->every;
  return phase % timer->every;
}

static int64_t grid_after(const fx_timer *timer, int64_t time) {
  const int64_t step = timer->every - phase_of(timer, time);
  return time >= FX_NO_TIME - step ? FX_NO_TIME : time + step;
}

void fx_timer_reset(flux_engine *e) {
  e->due_count = 0;
  for (uint32_t i = 0; i < e->timer_count; i++) {
    e->timers[i].next = e->timers[i].shot = FX_NO_TIME;
    place_at(e, i, i);
    e->clock.due[i] = 0;
  }
  e->clock.next_deadline = FX_NO_TIME;
}

void fx_timer_arm_all(flux_engine *e) {
  for (uint32_t i = 0; i < e->timer_count; i++) {
    if (e->timers[i].every <= 0) continue;
    e->timers[i].next = grid_after(&e->timers[i], e->clock.now);
    settle(e, i);
  }
}

/* missed = "once": of the deadlines up to `target` only the last counts. 1 when that moved the timer on. */
static int skip_missed(flux_engine *e, uint32_t index, int64_t target) {
  fx_timer *timer = &e->timers[index];
  if (!timer->missed_once || timer->next == FX_NO_TIME || timer->next > target) return 0;
  if (target == FX_NO_TIME) target--;                    /* a point of the grid there would never come */
  const int64_t last = target - phase_of(timer, target); /* not before `next`, which is a point of the grid */
  if (last <= timer->next) return 0;
  timer->next = last;
  return 1;
}

/* A jump that ends early has still moved every such timer. */
void fx_timer_skip_missed(flux_engine *e, int64_t target) {
  for (uint32_t i = 0; i < e->timer_count; i++)
    if (skip_missed(e, i, target)) settle(e, i);
}

int fx_timer_collect(flux_engine *e, int64_t target) {
  while (e->timer_count && skip_missed(e, e->heap[0], target)) settle(e, e->heap[0]);
  const int64_t deadline = e->clock.next_deadline;
  if (deadline > target || deadline == FX_NO_TIME) return 0;
  while (e->clock.next_deadline == deadline) {
    const uint32_t index = e->heap[0];
    fx_timer *timer = &e->timers[index];
    skip_missed(e, index, target);
    if (timer->next == deadline || timer->shot == deadline) {
      e->clock.due[index] = 1;
      e->due[e->due_count++] = index;
    }
    if (timer->next == deadline) timer->next = grid_after(timer, deadline);
    if (timer->shot == deadline) timer->shot = FX_NO_TIME;
    settle(e, index);
  }
  if (e->due_count && deadline > e->clock.now) e->clock.now = deadline;
  return e->due_count > 0;
}

void fx_timer_set_shot(flux_engine *e, uint32_t timer, int64_t deadline) {
  e->timers[timer].shot = deadline;
  settle(e, timer);
}

/* -- ctx.after, ctx.cancel ------------------------------------------------------------------------------------------- */

static int timer_of(flux_engine *e, uint32_t node, uint32_t *timer) {
  if (!e->clock.running || node >= fx_plan_nodes_count(e->plan) || fx_plan_nodes(e->plan)[node].timer < 0)
    return FLUX_E_MISUSE;
  *timer = (uint32_t)fx_plan_nodes(e->plan)[node].timer;
  return 0;
}

int flux_engine_after(flux_engine *e, uint32_t node, int64_t ns) {
  uint32_t timer;
  const int64_t now = flux_engine_now(e);
  const int status = timer_of(e, node, &timer);
  if (status < 0) return status;
  if (!e->clock.has_now) return FLUX_E_TIME;
  if (e->options.on_error == 2) fx_undo_save_shot(e, timer);
  if (ns < 0) ns = 0; /* what is due in the past is due now */
  fx_timer_set_shot(e, timer, now > FX_NO_TIME - ns ? FX_NO_TIME : now + ns);
  return 0;
}

int flux_engine_cancel(flux_engine *e, uint32_t node) {
  uint32_t timer;
  const int status = timer_of(e, node, &timer);
  if (status < 0) return status;
  if (e->options.on_error == 2) fx_undo_save_shot(e, timer);
  fx_timer_set_shot(e, timer, FX_NO_TIME);
  return 0;
}

static uint32_t running_node(const flux_engine *e) {
  if (e->doing == FX_LIFE) return fx_plan_callbacks(e->plan)[e->life_callback].node;
  const fx_extra *x = fx_step_current(e);
  return x ? x->node : UINT32_MAX;
}

int flux_after(const flux_ctx *ctx, int64_t ns) {
  return flux_engine_after(ctx->engine, running_node(ctx->engine), ns);
}
int flux_cancel(const flux_ctx *ctx) {
  return flux_engine_cancel(ctx->engine, running_node(ctx->engine));
}
