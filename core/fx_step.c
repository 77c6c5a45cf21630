/* SPDX-License-Identifier: MIT
 * fx_step.c -- one cycle: enter, propagate, settle, publish, close.
 *
 * Nothing is tested on the way to a node that does not run. A step that raises a flag adds the steps that read it to the pending
 * set (the resolver has worked out which); the loop takes the first pending step until none is left. Steps stand in execution
 * order and only make later ones pending, so that the order is the schedule's. */
#include "fx_compiler.h"
#include "fx_engine.h"
#include <string.h>

static uint32_t step_index(const flux_engine *e, const fx_bound *s) {
  return (uint32_t)(s - e->run->bound);
}

static const fx_extra *extra_of(const flux_engine *e, const fx_bound *s) {
  return &e->run->extra[step_index(e, s)];
}

const fx_extra *fx_step_current(const flux_engine *e) {
  return e->current ? extra_of(e, e->current) : NULL;
}

uint32_t fx_step_callback(const flux_engine *e) {
  const fx_extra *x = fx_step_current(e);
  if (!x) return UINT32_MAX;
  return x->special & FX_SINK ? (uint32_t)FLUX_TRACE_SINK | x->number : x->number;
}

/* The step whose function was given these inputs. */
static const fx_bound *step_of(const void *const *inputs) {
  return (const fx_bound *)(const void *)((const uint8_t *)inputs - offsetof(fx_bound, inputs));
}

/* -- special steps --------------------------------------------------------------------------------------------------- */

/* when = "all": has every trigger input been dirty once? */
static int is_complete(const flux_engine *e, uint32_t node) {
  const fx_wait *wait = fx_plan_waits(e->plan) + (e->wait_of[node] - 1);
  const uint32_t *at = fx_plan_wait_nodes(e->plan) + wait->first;
  for (uint32_t g = 0; g < wait->groups; g++) {
    int any = 0;
    for (uint32_t left = *at++; left > 0; left--) any |= e->clock.valid[*at++];
    if (!any) return 0;
  }
  return 1;
}

/* Makes pending what a result raises of steps that are more than 64 behind it. */
static void raise_far(flux_engine *e, const fx_bound *s, int dirty) {
  const fx_extra *x = extra_of(e, s);
  fx_seed_spill(e);
  const flux_target *at = e->targets + x->targets, *end = e->targets + x->targets_end;
  for (; at < end; at++) {
    if (at->flag != FLUX_FLAG_RAN && !(dirty && at->flag == FLUX_FLAG_DIRTY)) continue;
    const uint64_t mask = fx_seed_from(step_index(e, s) + 65, at->word, at->mask);
    if (!mask) continue;
    fx_bits_add(&e->bits, at->word, mask);
    const uintptr_t word = (uintptr_t)(e->run->bound + (size_t)at->word * 64);
    if (word < e->ahead) e->ahead = word;
  }
}

/* What else a result means: observers are told, far steps are raised, and a buffered cycle keeps it for the trigger. */
static void conclude(flux_engine *e, const fx_bound *s, int rc) {
  const fx_extra *x = extra_of(e, s);
  if (x->special & FX_RAISES) e->raised[e->raised_count++] = (fx_held){step_index(e, s), rc > 0};
  if (x->special & FX_FAR) raise_far(e, s, rc > 0);
  if (rc > 0 && (x->special & FX_STAMPS)) {
    e->clock.dirty_at[x->node] = e->clock.cycle;
    e->clock.valid[x->node] = 1;
  }
}

static void end_sink(flux_engine *e, uint32_t sink, int rc) {
  if (UNLIKELY(e->traced)) fx_trace_end_sink(e, sink, rc);
  if (rc < 0) fx_fail_sink(e, sink, rc);
  if (UNLIKELY(e->traced)) fx_audit_end_sink(e, sink);
}

static int own(flux_engine *e, int what) {
  e->own = what;
  return FX_OWN;
}

static int publish(flux_engine *e, uint32_t sink, const void *state) {
  const fx_hook *hook = &e->sinks[sink];
  if (e->broken) return own(e, FX_SKIP); /* a cycle that failed publishes nothing */
  e->clock.publishing = 1;
  if (UNLIKELY(e->traced)) fx_audit_sink(e, sink);
  if (hook->fn) {
    end_sink(e, sink, hook->fn(hook->user, state));
  } else if (hook->foreign) {
    e->clock.call = (int32_t)sink;
    return own(e, FLUX_PUBLISH);
  }
  return own(e, FX_SKIP);
}

/* The function of every special step. What it is called with is the callback's, so that most only pass it on. */
int fx_step_special(void *self, const void *const *inputs, const flux_ctx *ctx) {
  flux_engine *e = ctx->engine;
  const fx_bound *s = step_of(inputs);
  const fx_extra *x = extra_of(e, s);
  const uint32_t special = x->special;
  e->current = s;
  if (special & FX_SINK) return publish(e, x->number, self);
  if (special & FX_PARTNER) e->ruled_out = s + 1;
  if ((special & FX_PARTNERED) && e->ruled_out == s) return own(e, FX_SKIP);
  if (special & FX_GATE) return own(e, FX_SKIP);
  if ((special & FX_WHEN_ALL) && !is_complete(e, x->node)) return own(e, FX_SKIP);
  if (special & FX_SAVE) fx_undo_save(e, x->node);
  if (special & FX_FOREIGN) {
    e->clock.call = (int32_t)x->number;
    e->clock.index = x->element;
    return own(e, FLUX_CALL);
  }
  e->ctx_plain.index = x->element;
  const int rc = x->callback(self, special & FX_MANY ? s->inputs.many.inputs : inputs, ctx);
  e->ctx_plain.index = -1;
  e->current = NULL;
  if (rc >= 0) conclude(e, s, rc);
  return rc;
}

/* Leaves a foreign step that is nothing else to the host. */
static int call_host(flux_engine *e, const fx_bound *s) {
  e->current = s;
  e->clock.call = (int32_t)((const fx_extra *)s->self)->number;
  e->clock.index = -1;
  return FLUX_CALL;
}

/* The function of such a step. */
int fx_step_foreign(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)self;
  return own(ctx->engine, call_host(ctx->engine, step_of(inputs)));
}

/* The function of a step that has many inputs and is nothing else. */
int fx_step_many(void *self, const void *const *inputs, const flux_ctx *ctx) {
  const fx_many *many = (const fx_many *)(const void *)inputs;
  return many->callback(self, many->inputs, ctx);
}

/* -- the loop -------------------------------------------------------------------------------------------------------- */

static void count_step(flux_engine *e, const fx_bound *s, int rc) {
  const fx_extra *x = extra_of(e, s);
  e->counts.steps++;
  e->counts.tested += fx_run_steps(e, e->run)[step_index(e, s)].flags & FLUX_STEP_TESTS ? 1 : 0;
  if (rc != FX_OWN || !e->own) fx_trace_leave(e, x->number, rc, x->element);
}

static void enter_step(flux_engine *e, const fx_bound *s) {
  const fx_extra *x = extra_of(e, s);
  if (!(x->special & (FX_SINK | FX_GATE))) fx_audit_enter(e, x->number);
}

/* A result that is neither "arrested" nor "dirty". 0: the loop goes on at e->at with e->pending; else what it returns. */
static NOINLINE int take_odd(flux_engine *e, const fx_bound *s, uint64_t pending, int rc) {
  const int own_word = rc == FX_OWN ? e->own : 0;
  e->current = s;
  e->own = 0;
  e->at = s + 1;
  e->pending = rc > 0 ? pending | s->shape->raise[1] : pending;
  if (rc > 0 || own_word == FX_SKIP) return 0;
  return own_word ? own_word : rc;
}

/* No step before `ahead` is pending: goes on with what is seeded there, or with the next word of bits. */
static uint64_t look_ahead(flux_engine *e, const fx_bound *s, uint64_t pending) {
  const fx_seed *seed = e->listed;
  if (!seed) return fx_seed_take(e, s, pending);
  e->at = e->run->bound + seed->step;
  e->listed = fx_seed_behind(seed);
  e->ahead = e->listed ? (uintptr_t)(e->run->bound + e->listed->step) : FX_NOTHING;
  return pending ? seed->mask | pending >> (e->at - s) : seed->mask;
}

/* The dispatcher: runs pending steps in order until none is left. `pending` is a window on the 64 next steps that moves along with
 * `s`: its bit 0 stands for step `s`. It is compiled as it stands and audited. */
static ALWAYS_INLINE int dispatch(flux_engine *e, const fx_bound *s, uint64_t pending, const int traced) {
  for (;;) {
    if (UNLIKELY(!(pending & 1))) {
      if (!pending || (uintptr_t)(s + fx_bits_first(pending)) >= e->ahead) {
        if (e->ahead == FX_NOTHING || !(pending = look_ahead(e, s, pending))) return e->broken;
        s = e->at;
      }
      const uint32_t gap = fx_bits_first(pending);
      s += gap;
      pending >>= gap;
    }
    if (traced) enter_step(e, s);
    const fx_shape *shape = s->shape;
    const int rc = shape->fn(s->self, s->inputs.few, shape->ctx);
    if (traced) count_step(e, s, rc);
    pending >>= 1;
    if (UNLIKELY((unsigned)rc > 1)) {
      const int stop = take_odd(e, s, pending, rc);
      if (stop) return stop;
      pending = e->pending;
    } else {
      pending |= shape->raise[rc];
    }
    s++;
  }
}

static NOINLINE int run_traced(flux_engine *e) {
  return dispatch(e, e->at, e->pending, 1);
}

int fx_step_run(flux_engine *e) {
  return UNLIKELY(e->traced) ? run_traced(e) : dispatch(e, e->at, e->pending, 0);
}

/* What the host's result means beside what it raises: 0, or the status that ends the cycle. */
static NOINLINE int take_result(flux_engine *e, const fx_bound *s, int result) {
  const fx_extra *x = extra_of(e, s);
  if (x->special & FX_SINK) {
    end_sink(e, x->number, result);
    return 0;
  }
  if (e->traced) fx_trace_leave(e, x->number, result, x->element);
  if (result < 0) return result;
  conclude(e, s, result);
  return 0;
}

int fx_step_resume(flux_engine *e, int result) {
  const fx_bound *s = e->current;
  const int plain = s->shape->fn == fx_step_foreign && !e->traced;
  if (result < 0 || !plain) {
    const int status = take_result(e, s, result);
    if (status < 0) return status;
  }
  e->pending |= s->shape->raise[result > 0];
  if (!plain || !(e->pending & 1) || e->at->shape->fn != fx_step_foreign) return fx_step_run(e);
  e->pending >>= 1; /* the next step is as plain: most are, in a graph of Lua nodes */
  return call_host(e, e->at++);
}

/* -- enter ----------------------------------------------------------------------------------------------------------- */

/* Reset and restore: buffered work is forgotten. */
void fx_step_drop_held(flux_engine *e) {
  fx_bits_clear(&e->held);
  for (uint32_t i = 0; i < e->held_count; i++) e->held_node[e->held_nodes[i]] = 0;
  e->held_count = 0;
  e->clock.attention &= ~FLUX_ATTEND_HELD;
}

void fx_step_copy_prev(flux_engine *e, const flux_prev_copy *copies, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    memcpy(e->clock.state + copies[i].copy, e->clock.state + copies[i].source, copies[i].size);
}

static void begin_traced(flux_engine *e) {
  static const int numbers[] = {[FLUX_ENTRY_TRIGGER] = FLUX_AUDIT_TRIGGER, [FLUX_ENTRY_TIMER] = FLUX_AUDIT_TIMER};
  const flux_entry *entry = e->run->entry;
  e->counts.cycles++;
  fx_audit_cycle(e, entry->kind, entry->event >= 0 ? entry->event : numbers[entry->kind]);
}

void fx_step_begin(flux_engine *e, uint32_t entry, const void *event) {
  e->run = &e->runs[entry];
  e->clock.cycle++;
  e->clock.has_wall = 0;
  e->clock.event = event;
  e->ctx_event.event = event;
  e->serial++;
  e->mark = e->queue.count;
  e->broken = 0;
  e->has_reason = 0;
  e->ruled_out = NULL;
  e->current = NULL;
  e->pending = 0;
  if (UNLIKELY(e->traced)) begin_traced(e);
  fx_step_copy_prev(e, fx_plan_copies(e->plan) + e->run->entry->first_copy, e->run->entry->copies);
}

/* -- close ----------------------------------------------------------------------------------------------------------- */

/* S15: what the buffered cycle did to its nodes waits for the trigger. */
static void hold(flux_engine *e) {
  for (uint32_t i = 0; i < e->raised_count; i++) {
    const fx_held raised = e->raised[i];
    const fx_extra *x = &e->run->extra[raised.step];
    if (!e->held_node[x->node]) e->held_nodes[e->held_count++] = x->node;
    e->held_node[x->node] |= 2 | raised.dirty;
    for (uint32_t t = x->targets; t < x->targets_end; t++) {
      const uint32_t flag = e->targets[t].flag;
      if (flag == FLUX_FLAG_PENDING_RAN || (flag == FLUX_FLAG_PENDING_DIRTY && raised.dirty))
        fx_bits_add(&e->held, e->targets[t].word, e->targets[t].mask);
    }
  }
  if (e->held_count) e->clock.attention |= FLUX_ATTEND_HELD;
}

static void leave(flux_engine *e) {
  for (uint32_t i = 0; i < e->due_count; i++) e->clock.due[e->due[i]] = 0;
  e->due_count = 0;
  e->raised_count = 0;
  e->clock.publishing = 0;
  e->clock.event = NULL;
  e->ctx_event.event = NULL;
  e->current = NULL;
}

void fx_step_close(flux_engine *e) {
  if (e->raised_count) hold(e);
  leave(e);
}

void fx_step_clear(flux_engine *e) {
  e->pending = 0;
  e->listed = NULL;
  e->ahead = FX_NOTHING;
  fx_bits_clear(&e->bits);
  leave(e);
}

static NOINLINE void begin_more(flux_engine *e, const flux_entry *entry) {
  fx_step_copy_prev(e, fx_plan_copies(e->plan) + entry->first_copy, entry->copies);
  fx_seed_steps(e);
}

/* An event when nothing else is to be thought of (see flux_send): a job as if its stages had been passed, then begin, run and
 * close in one. */
int fx_step_quick(flux_engine *e, const fx_run *run, const void *event) {
  const fx_bound *s = run->first;
  uint64_t pending = run->pending;
  e->clock.cycle++;
  e->clock.status = 0;
  e->clock.has_wall = 0;
  e->clock.running = 1;
  e->clock.event = event;
  e->ctx_event.event = event;
  e->serial++;
  e->run = run;
  e->job.kind = FX_JOB_EVENT;
  e->job.stage = FX_DONE;
  e->doing = FX_STEPS;
  e->text = NULL;
  e->ruled_out = NULL;
  e->current = NULL;
  e->mark = 0;
  e->own = 0;
  e->broken = 0;
  e->has_reason = 0;
  e->clock_read = 0;
  if (UNLIKELY(!s)) {
    begin_more(e, run->entry);
    s = e->at;
    pending = e->pending;
  }
  const int rc = dispatch(e, s, pending, 0);
  if (UNLIKELY(rc || e->queue.count)) return fx_run_go_on(e, rc);
  e->clock.event = NULL;
  e->clock.running = 0;
  e->clock.publishing = 0;
  e->doing = FX_IDLE;
  e->text = NULL; /* misuse inside it was told to who did it */
  return e->clock.status;
}
