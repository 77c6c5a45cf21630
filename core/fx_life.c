/* SPDX-License-Identifier: MIT
 * fx_life.c -- init, start and stop (S17): callbacks in order, which are no cycle. */
#include "fx_engine.h"

/* What an audit calls the phase. */
static int phase_of(const flux_engine *e) {
  if (e->job.kind == FX_JOB_STOP) return FLUX_AUDIT_STOP;
  return e->initialised ? FLUX_AUDIT_START : FLUX_AUDIT_INIT;
}

void fx_life_begin(flux_engine *e, const uint32_t *callbacks, uint32_t count) {
  e->life = callbacks;
  e->life_count = count;
  e->life_at = 0;
  e->doing = FX_LIFE;
  e->serial++;
  if (e->traced && count)
    fx_audit_cycle(e, phase_of(e), e->job.kind == FX_JOB_STOP ? FLUX_AUDIT_AT_STOP : FLUX_AUDIT_AT_START);
  e->clock.has_wall = 0;
  e->mark = e->queue.count;
  e->broken = 0;
  e->has_reason = 0;
  for (uint32_t i = 0; i < fx_plan_nodes_count(e->plan); i++)
    e->clock.dirty_at[i] = -1; /* no cycle: nothing has ticked */
  fx_step_copy_prev(e, fx_plan_all_copies(e->plan), fx_plan_all_copies_count(e->plan));
}

/* Takes the result of the lifecycle callback that was called last. */
static int end_life_call(flux_engine *e, int rc) {
  if (e->traced) fx_trace_leave(e, e->life_callback, rc, -1);
  return rc < 0 ? rc : e->broken;
}

static int call_life(flux_engine *e) {
  const uint32_t callback = e->life_callback = e->life[e->life_at++];
  const flux_plan_node *node = fx_plan_nodes(e->plan) + fx_plan_callbacks(e->plan)[callback].node;
  if (e->options.on_error == 2) fx_undo_save(e, fx_plan_callbacks(e->plan)[callback].node);
  if (e->traced) fx_audit_enter(e, callback);
  if (!e->functions[callback]) {
    e->clock.call = (int32_t)callback;
    e->clock.index = -1;
    return FLUX_CALL;
  }
  const int rc = e->functions[callback](e->clock.state + node->state, e->inputs + node->first_input, &e->ctx_plain);
  return end_life_call(e, rc);
}

/* S17: a stopped instance holds nothing that waits, and no error: only `start`, `reset` and `restore` are let in. */
static void end_stop(flux_engine *e) {
  e->started = 0;
  e->clock.attention &= ~FLUX_ATTEND_STOPPED;
  fx_step_drop_held(e);
  fx_post_truncate(e, 0);
}

/* The phase that is over is followed by the next: init by start. */
static void end_life(flux_engine *e) {
  e->doing = FX_IDLE;
  if (e->job.kind == FX_JOB_STOP) {
    end_stop(e);
  } else if (!e->initialised) {
    e->initialised = 1;
    if (e->job.kind == FX_JOB_RESTORE) fx_snap_apply(e, e->job.event);
    if (e->job.kind != FX_JOB_INIT) {
      fx_life_begin(e, e->start, e->starts);
      return;
    }
  } else {
    e->started = 1;
    e->job.drains = !e->job.waits;
  }
  fx_clock_attend(e);
}

static void fail_life(flux_engine *e, int status) {
  fx_fail_cycle(e, e->life_callback, status);
  e->doing = FX_IDLE;
  /* Under skip and rollback the instance goes on; a start that failed half-way has still started it. */
  if (e->job.kind == FX_JOB_STOP)
    end_stop(e);
  else
    e->initialised = e->started = 1;
  fx_clock_attend(e);
}

int fx_life_run(flux_engine *e) {
  while (e->life_at < e->life_count) {
    const int rc = call_life(e);
    if (rc > 0) return rc;
    if (rc < 0) {
      fail_life(e, rc);
      return 0;
    }
  }
  end_life(e);
  return 0;
}

void fx_life_resume(flux_engine *e, int result) {
  const int rc = end_life_call(e, result);
  if (rc < 0) fail_life(e, rc);
}
