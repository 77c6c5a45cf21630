/* SPDX-License-Identifier: MIT
 * fx_run.c -- entries (S1): what each one runs, in order, and how it goes on after the host has run something.
 *
 * An entry is a job that passes through stages; between any two, posted events run. `next` begins the next cycle of the job,
 * `drive` runs cycles until the job is done or the host is needed. There is no recursion: all that an interrupted entry must
 * remember is in the engine.
 *
 *   FLUSH      held work is triggered, at the old now             (event, trigger)
 *   TIME       the entry's time is known; the first sets `now`
 *   DEADLINES  timers that are due, deadline by deadline
 *   MAIN       the event's own cycle
 *   DONE */
#include "fx_engine.h"
#include <string.h>

static uint32_t event_entry(const fx_job *job) {
  return 2 * job->type + (job->kind == FX_JOB_BUFFER ? 1 : 0);
}
static uint32_t trigger_entry(const flux_engine *e) {
  return 2 * fx_plan_events_count(e->plan);
}
static uint32_t timer_entry(const flux_engine *e) {
  return 2 * fx_plan_events_count(e->plan) + 1;
}

/* S12: in a stream-clock graph where `start` may post, nothing that was posted runs before time is set. */
static int has_posts(const flux_engine *e) {
  return e->queue.count && (e->clock.has_now || !e->stream_clock || !e->start_posts);
}
static int has_pending(const flux_engine *e) {
  return (e->clock.attention & FLUX_ATTEND_HELD) || has_posts(e);
}

/* -- cycles ---------------------------------------------------------------------------------------------------------- */

static int begin_cycle(flux_engine *e, uint32_t entry, const void *event) {
  fx_step_begin(e, entry, event);
  fx_seed_steps(e);
  e->doing = FX_STEPS;
  return 1;
}

static int begin_trigger(flux_engine *e) {
  e->job.drains = 1;
  return begin_cycle(e, trigger_entry(e), NULL);
}

/* A host that runs whole cycles gets this one: it is entered here, but no step becomes pending. */
static int begin_maybe_whole(flux_engine *e, uint32_t entry, const void *event) {
  if (!e->whole) return begin_cycle(e, entry, event);
  fx_step_begin(e, entry, event);
  e->clock.call = (int32_t)entry;
  e->doing = FX_WHOLE;
  return 1;
}

static int begin_post(flux_engine *e) {
  const uint32_t type = fx_post_take(e);
  return begin_maybe_whole(e, 2 * type, e->queue.current);
}

static void set_time(flux_engine *e) {
  fx_job *job = &e->job;
  if (job->kind == FX_JOB_ADVANCE)
    job->sets_time = 1;
  else if (fx_clock_is_due(e)) {
    job->target = fx_clock_read(e);
    job->sets_time = 1;
  }
  if (job->sets_time && !e->clock.has_now) {
    fx_clock_set_first(e, job->target);
    job->drains = e->start_posts; /* what waited for the time runs now, before anything else */
  }
  if (!job->sets_time || job->target < e->clock.now) job->target = e->clock.now;
  job->stage = e->clock.has_now ? FX_DEADLINES : FX_MAIN;
}

/* S12: posts that waited for the time run as soon as it is set. Like any event that is not buffered they come after what is
 * buffered, which is triggered at the old now. */
static int has_posts_behind_held(const flux_engine *e) {
  return e->start_posts && !e->clock.has_now && (e->job.sets_time || e->job.kind == FX_JOB_ADVANCE) && e->queue.count &&
         (e->clock.attention & FLUX_ATTEND_HELD);
}

/* Begins the cycle of the next deadline: 1; 0 when there is none up to the job's time. */
static int next_deadline(flux_engine *e) {
  fx_job *job = &e->job;
  while (e->clock.next_deadline <= job->target && e->clock.next_deadline != FX_NO_TIME) {
    if (job->deadlines == e->options.max_missed) {
      fx_fail_entry(e, FLUX_AUDIT_TIMER, FLUX_E_DEADLINES);
      fx_timer_skip_missed(e, job->target);
      job->stage = FX_DONE;
      return 0;
    }
    if (has_pending(e)) return begin_trigger(e);
    if (!fx_timer_collect(e, job->target)) continue;
    job->deadlines++;
    job->drains = 1;
    return begin_maybe_whole(e, timer_entry(e), NULL);
  }
  e->clock.now = job->target;
  job->stage = FX_MAIN;
  return 0;
}

static int next(flux_engine *e) {
  fx_job *job = &e->job;
  while (!(e->clock.attention & FLUX_ATTEND_STOPPED)) {
    if (job->drains && has_posts(e)) return begin_post(e);
    switch (job->stage) {
    case FX_FLUSH:
      job->stage = job->kind == FX_JOB_TRIGGER ? FX_DONE : FX_TIME;
      if (has_pending(e)) return begin_trigger(e);
      break;
    case FX_TIME:
      if (has_posts_behind_held(e)) return begin_trigger(e);
      set_time(e);
      break;
    case FX_DEADLINES:
      if (next_deadline(e)) return 1;
      break;
    case FX_MAIN:
      job->stage = FX_DONE;
      if (job->kind == FX_JOB_ADVANCE) break;
      job->drains = job->kind == FX_JOB_EVENT; /* posts of a buffered event wait for the trigger */
      if (job->kind == FX_JOB_BUFFER) return begin_cycle(e, event_entry(job), job->event);
      return begin_maybe_whole(e, event_entry(job), job->event);
    default: return 0;
    }
  }
  if (job->stage == FX_DEADLINES) fx_timer_skip_missed(e, job->target);
  return 0;
}

/* -- the machine ----------------------------------------------------------------------------------------------------- */

static void end_cycle(flux_engine *e, int rc) {
  if (rc < 0) {
    /* Of a whole cycle only the host knows which callback failed. */
    const uint32_t told = e->has_reason ? e->reason_callback : UINT32_MAX;
    fx_fail_cycle(e, e->doing == FX_STEPS && e->current ? fx_step_callback(e) : told, rc);
  } else {
    fx_step_close(e);
  }
  e->doing = FX_IDLE;
}

/* The host must run something, and come back with flux_resume. */
static int wait_for_host(flux_engine *e, int what) {
  e->waiting = 1;
  return what;
}

/* Runs the entry until it is over or the host is needed. */
static int drive(flux_engine *e) {
  for (;;) {
    int rc = 0;
    switch (e->doing) {
    case FX_LIFE:
      if ((rc = fx_life_run(e)) > 0) return wait_for_host(e, rc);
      break;
    case FX_STEPS:
      if ((rc = fx_step_run(e)) > 0) return wait_for_host(e, rc);
      end_cycle(e, rc);
      break;
    case FX_WHOLE: return wait_for_host(e, FLUX_CYCLE);
    default:
      if (next(e)) break;
      e->clock.running = 0;
      e->text = NULL;
      return e->clock.status;
    }
  }
}

int flux_resume(flux_engine *e, int result) {
  if (!e->waiting) return FLUX_E_MISUSE; /* nothing was asked for */
  int rc;
  e->waiting = 0;
  switch (e->doing) {
  case FX_LIFE: fx_life_resume(e, result); break;
  case FX_STEPS:
    if ((rc = fx_step_resume(e, result)) > 0) return wait_for_host(e, rc);
    end_cycle(e, rc);
    break;
  default: end_cycle(e, result < 0 ? result : e->broken); break; /* FX_WHOLE */
  }
  return drive(e);
}

/* -- entries --------------------------------------------------------------------------------------------------------- */

/* 0 when the entry may begin. */
static int open_entry(flux_engine *e, int kind, int stage) {
  if (e->clock.running) return fx_fail_misuse(e, "an entry was called from inside a callback");
  const int starts = kind == FX_JOB_START || kind == FX_JOB_RESTORE || kind == FX_JOB_INIT;
  if (!starts && (e->clock.attention & FLUX_ATTEND_STOPPED)) {
    e->text = e->stopped;
    return FLUX_E_STOPPED;
  }
  if (!starts && !e->started) return fx_fail_misuse(e, "the instance has not been started");
  e->text = NULL;
  e->error[0] = '\0';
  e->clock.status = 0;
  e->clock.running = 1;
  e->clock_read = 0;
  e->doing = FX_IDLE;
  e->job = (fx_job){.kind = kind, .stage = stage};
  return 0;
}

/* In an audit's record. */
static int event_number(const flux_engine *e, uint32_t type) {
  return type < fx_plan_events_count(e->plan) ? (int)type : -1;
}

static int refuse(flux_engine *e, uint32_t type, int status) {
  fx_fail_entry(e, event_number(e, type), status);
  e->clock.running = 0;
  return status;
}

/* S11: also a type that the graph never mentions is one that no node handles. */
static int is_handled(const flux_engine *e, uint32_t type) {
  return type < fx_plan_events_count(e->plan) && fx_plan_events(e->plan)[type].handlers > 0;
}

/* The sink whose callback runs, or -1. A host that runs whole cycles says so in clock.index. */
static int64_t running_sink(const flux_engine *e) {
  if (e->doing == FX_WHOLE) return e->clock.index < (int64_t)fx_plan_sinks_count(e->plan) ? e->clock.index : -1;
  const fx_extra *x = fx_step_current(e);
  if (!x || !(x->special & FX_SINK)) return -1;
  return fx_step_callback(e) & ~(uint32_t)FLUX_TRACE_SINK;
}

/* S12: a dispatch from inside a sink is a post. It needs a queue; a full one is this sink's error. */
static int send_from_sink(flux_engine *e, uint32_t type, const void *event) {
  if (!is_handled(e, type) && e->options.ignore_unhandled) {
    e->clock.unhandled++;
    return 0;
  }
  const int status = is_handled(e, type) ? fx_post_add(e, type, event) : FLUX_E_UNHANDLED;
  if (status == FLUX_E_MISUSE)
    return fx_fail_misuse(e, "a dispatch from inside a sink needs a queue: give the graph a capacity");
  const int64_t sink = running_sink(e);
  if (status == FLUX_E_QUEUE && sink >= 0)
    fx_fail_sink(e, (uint32_t)sink, status);
  else if (status < 0)
    fx_fail_entry(e, event_number(e, type), status);
  return status;
}

static int deliver(flux_engine *e, int kind, uint32_t type, const void *event) {
  if (e->clock.running && e->clock.publishing && kind == FX_JOB_EVENT) return send_from_sink(e, type, event);
  const int status = open_entry(e, kind, kind == FX_JOB_EVENT ? FX_FLUSH : FX_TIME);
  if (status < 0) return status;
  if (!is_handled(e, type)) {
    if (!e->options.ignore_unhandled) return refuse(e, type, FLUX_E_UNHANDLED);
    e->clock.unhandled++;
    e->clock.running = 0;
    return 0;
  }
  const fx_plan_event *known = fx_plan_events(e->plan) + type;
  e->job.type = type;
  e->job.event = event;
  if (known->time_offset >= 0) {
    memcpy(&e->job.target, (const uint8_t *)event + known->time_offset, sizeof e->job.target);
    e->job.sets_time = 1;
    if (e->clock.has_now && e->job.target < e->clock.now) {
      e->clock.late++;
      if (e->options.reject_late) return refuse(e, type, FLUX_E_LATE);
    }
  }
  return drive(e);
}

/* Most events: nothing waits, no timer is due, no timer asks the clock. Sets `now`. */
static int is_quick(flux_engine *e, const fx_run *run, const void *event) {
  int64_t time = e->clock.now;
  if (run->time_offset >= 0) {
    memcpy(&time, (const uint8_t *)event + run->time_offset, sizeof time);
    if (time < e->clock.now || time >= e->clock.next_deadline) return 0;
    e->clock.now = time;
    return 1;
  }
  if (run->time_offset == FX_UNHANDLED) return 0;
  return e->clock.next_deadline == FX_NO_TIME || (e->stream_clock && time < e->clock.next_deadline);
}

int flux_send(flux_engine *e, uint32_t event_type, const void *event) {
  if (event_type < e->quick_events && !e->clock.attention && !e->clock.running &&
      is_quick(e, &e->runs[2 * event_type], event))
    return fx_step_quick(e, &e->runs[2 * event_type], event);
  return deliver(e, FX_JOB_EVENT, event_type, event);
}

/* The loop stopped for the host or a failure, or posts wait. */
int fx_run_go_on(flux_engine *e, int rc) {
  e->job.drains = 1;
  if (rc > 0) return wait_for_host(e, rc);
  end_cycle(e, rc);
  return drive(e);
}

int flux_buffer(flux_engine *e, uint32_t event_type, const void *event) {
  return deliver(e, FX_JOB_BUFFER, event_type, event);
}

int flux_trigger(flux_engine *e) {
  const int status = open_entry(e, FX_JOB_TRIGGER, FX_FLUSH);
  return status < 0 ? status : drive(e);
}

int flux_advance(flux_engine *e, int64_t time) {
  const int status = open_entry(e, FX_JOB_ADVANCE, FX_TIME);
  if (status < 0) return status;
  e->job.target = time;
  return drive(e);
}

int flux_init(flux_engine *e) {
  if (e->initialised) return fx_fail_misuse(e, "the instance is not new");
  const int status = open_entry(e, FX_JOB_INIT, FX_DONE);
  if (status < 0) return status;
  e->constants = e->symbol_count;
  if (e->inits && !e->stream_clock && e->needs_time) fx_clock_set_first(e, fx_clock_read(e));
  fx_life_begin(e, e->init, e->inits);
  return drive(e);
}

int flux_start(flux_engine *e) {
  if (!e->clock.running && e->started) return fx_fail_misuse(e, "the instance runs already");
  const int status = open_entry(e, FX_JOB_START, FX_DONE);
  if (status < 0) return status;
  if (!e->initialised) e->constants = e->symbol_count;
  if (!e->stream_clock && e->needs_time && !e->clock.has_now) fx_clock_set_first(e, fx_clock_read(e));
  if (e->initialised)
    fx_life_begin(e, e->start, e->starts);
  else
    fx_life_begin(e, e->init, e->inits);
  return drive(e);
}

int flux_restore(flux_engine *e, const void *buf, size_t size) {
  if (e->clock.running) return fx_fail_misuse(e, "an entry was called from inside a callback");
  if (!e->initialised) e->constants = e->symbol_count;
  int status = fx_snap_check(e, buf, size);
  if (status < 0) {
    e->text = e->reason;
    return status;
  }
  if ((status = open_entry(e, FX_JOB_RESTORE, FX_DONE)) < 0) return status;
  fx_audit_mark(e, FLUX_AUDIT_RESTORED);
  e->clock.attention &= ~FLUX_ATTEND_STOPPED;
  e->job.event = buf;
  if (!e->initialised) {
    /* The snapshot brings the time; only `init` could ask for it before. */
    if (e->inits && !e->stream_clock && e->needs_time && !e->clock.has_now) fx_clock_set_first(e, fx_clock_read(e));
    fx_life_begin(e, e->init, e->inits);
  } else {
    fx_snap_apply(e, e->job.event);
    fx_life_begin(e, e->start, e->starts);
  }
  return drive(e);
}

int flux_stop(flux_engine *e) {
  const int status = open_entry(e, FX_JOB_STOP, FX_DONE);
  if (status < 0) return status;
  fx_life_begin(e, e->stop, e->stops);
  return drive(e);
}

int flux_reset(flux_engine *e) {
  if (e->clock.running) return fx_fail_misuse(e, "an entry was called from inside a callback");
  const uint32_t nodes = fx_plan_nodes_count(e->plan);
  fx_audit_mark(e, FLUX_AUDIT_RESET);
  fx_step_drop_held(e);
  fx_post_truncate(e, 0);
  fx_timer_reset(e);
  memcpy(e->clock.state, e->initial, (size_t)e->plan->state_size);
  memset(e->clock.valid, 0, nodes);
  for (uint32_t i = 0; i < nodes; i++) e->clock.dirty_at[i] = -1;
  e->clock.now = e->clock.cycle = 0;
  e->clock.has_now = 0;
  e->clock.late = e->clock.unhandled = e->clock.skipped = e->clock.clock_reads = 0;
  e->clock.attention &= ~FLUX_ATTEND_STOPPED;
  e->initialised = e->started = 0;
  fx_clock_attend(e);
  return flux_start(e);
}

int flux_resume_after_error(flux_engine *e) {
  if (e->clock.running) return fx_fail_misuse(e, "an entry was called from inside a callback");
  if (!e->started && !(e->clock.attention & FLUX_ATTEND_STOPPED))
    return fx_fail_misuse(e, "the instance has not been started");
  if (e->clock.attention & FLUX_ATTEND_STOPPED) fx_audit_mark(e, FLUX_AUDIT_RESUMED);
  e->clock.attention &= ~FLUX_ATTEND_STOPPED;
  e->error[0] = '\0';
  e->text = NULL;
  e->clock.status = 0;
  return 0;
}
