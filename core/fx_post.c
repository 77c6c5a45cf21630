/* SPDX-License-Identifier: MIT
 * fx_post.c -- the queue of posted events (S12): a ring of copies. Capacity counts what waits, so that a posted event which runs
 * is copied out first and its slot is free again. */
#include "fx_engine.h"
#include <string.h>

static void attend(flux_engine *e) {
  if (e->queue.count)
    e->clock.attention |= FLUX_ATTEND_POSTS;
  else
    e->clock.attention &= ~FLUX_ATTEND_POSTS;
}

void *fx_post_place(flux_engine *e, uint32_t type) {
  fx_queue *queue = &e->queue;
  if (queue->count == queue->capacity) return NULL;
  const uint32_t at = (uint32_t)(((uint64_t)queue->head + queue->count) % queue->capacity);
  queue->types[at] = type;
  queue->causes[at] = e->doing == FX_LIFE ? -1 : e->doing == FX_IDLE ? 0 : e->clock.cycle;
  queue->count++;
  attend(e);
  return queue->slots + at * queue->slot;
}

int fx_post_add(flux_engine *e, uint32_t type, const void *event) {
  fx_queue *queue = &e->queue;
  if (type >= fx_plan_events_count(e->plan)) return FLUX_E_INPUT;
  const fx_plan_event *known = fx_plan_events(e->plan) + type;
  if (known->handlers == 0) return FLUX_E_UNHANDLED;
  if (queue->capacity == 0) return FLUX_E_MISUSE;
  if (queue->count == queue->capacity) return FLUX_E_QUEUE;
  void *slot = fx_post_place(e, type);
  if (known->size) memcpy(slot, event, known->size);
  return 0;
}

uint32_t fx_post_take(flux_engine *e) {
  fx_queue *queue = &e->queue;
  const uint32_t type = queue->types[queue->head];
  e->audit.cause = queue->causes[queue->head];
  memcpy(queue->current, queue->slots + queue->head * queue->slot, queue->slot);
  queue->head = queue->head + 1 == queue->capacity ? 0 : queue->head + 1;
  queue->count--;
  attend(e);
  return type;
}

void fx_post_truncate(flux_engine *e, uint32_t count) {
  if (count < e->queue.count) e->queue.count = count;
  attend(e);
}

int flux_engine_post(flux_engine *e, uint32_t event_type, const void *event) {
  if (!e->clock.running || (e->doing == FX_LIFE && e->job.kind == FX_JOB_STOP)) return FLUX_E_MISUSE;
  const int status = fx_post_add(e, event_type, event);
  /* Never a silent drop: the cycle fails even when the callback does not pass the status on. */
  if (status == FLUX_E_QUEUE && !e->broken && !e->clock.publishing) {
    e->broken = status;
    e->broken_callback = e->doing == FX_STEPS  ? fx_step_callback(e)
                         : e->doing == FX_LIFE ? e->life_callback
                                               : UINT32_MAX;
  }
  return status;
}

int flux_post(const flux_ctx *ctx, uint32_t event_type, const void *event) {
  return flux_engine_post(ctx->engine, event_type, event);
}
