/* SPDX-License-Identifier: MIT
 * fx_fail.c -- what an error does (S16): its text, what it undoes, and the policy. */
#include "fx_engine.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* An entry reports its first error. */
static void note(flux_engine *e, int status, const char *format, ...) {
  if (e->clock.status != 0) return;
  e->clock.status = status;
  va_list args;
  va_start(args, format);
  vsnprintf(e->error, sizeof e->error, format, args);
  va_end(args);
}

int fx_fail_misuse(flux_engine *e, const char *text) {
  e->text = text;
  return FLUX_E_MISUSE;
}

void fx_fail_entry(flux_engine *e, int event, int status) {
  fx_audit_refused(e, event, status);
  note(e, status, "%s", flux_status_text(status));
}

static const char *name_at(const flux_engine *e, uint32_t text) {
  return fx_plan_name(e->plan, text);
}

/* The entry in the message's words: "event Tick", "timer at 1000", "trigger", "start", "stop". */
static void entry_words(const flux_engine *e, char *buf, size_t size) {
  if (e->doing == FX_LIFE) {
    snprintf(buf, size, "%s", e->job.kind == FX_JOB_STOP ? "stop" : "start");
    return;
  }
  const flux_entry *entry = e->run->entry;
  if (entry->kind == FLUX_ENTRY_TRIGGER)
    snprintf(buf, size, "trigger");
  else if (entry->kind == FLUX_ENTRY_TIMER)
    snprintf(buf, size, "timer at %lld", (long long)e->clock.now);
  else
    snprintf(buf, size, "event %.80s", name_at(e, fx_plan_events(e->plan)[entry->event].name));
}

static const char *known_text(int status) {
  switch (status) {
#define KNOWN_STATUS(name, value, words) case name:
    FLUX_STATUSES(KNOWN_STATUS)
#undef KNOWN_STATUS
    return flux_status_text(status);
  default: return NULL;
  }
}

/* A reason that the host gave for this failure, or the status's own text. */
static const char *reason_of(flux_engine *e, int status, char *buf, size_t size) {
  if (e->has_reason) return e->reason;
  const char *known = known_text(status);
  if (known) return known;
  snprintf(buf, size, "status %d", status);
  return buf;
}

/* Can a callback have this status from flux_post or flux_after? */
static int is_passed_on(int status, uint32_t flags) {
  return (status == FLUX_E_QUEUE && (flags & FLUX_POSTS)) || (status == FLUX_E_TIME && (flags & FLUX_ARMS)) ||
         (status == FLUX_E_MISUSE && (flags & (FLUX_POSTS | FLUX_ARMS)));
}

/* A C callback's status is its own number: only what flux_post and flux_after gave it has a meaning here. */
static const char *returned(flux_engine *e, int status, uint32_t flags, char *buf, size_t size) {
  if (e->has_reason) return e->reason;
  if (is_passed_on(status, flags))
    snprintf(buf, size, "returned status %d (%s)", status, flux_status_text(status));
  else
    snprintf(buf, size, "returned status %d", status);
  return buf;
}

/* The message of a failed callback. Under "stop" it is also what entries are refused with, whatever this one reports first. */
static void note_callback(flux_engine *e, uint32_t callback, int status) {
  static const char *const roles[] = {"handler",      "on_timer",    "on_input", "update", "gate",  "on_arrest",
                                      "after_update", "after_cycle", "sink",     "init",   "start", "stop"};
  char entry[96], buf[96], text[sizeof e->error];
  entry_words(e, entry, sizeof entry);
  const uint32_t flags =
      callback < fx_plan_callbacks_count(e->plan) ? fx_plan_callbacks(e->plan)[callback].flags : FLUX_FOREIGN;
  const char *reason =
      flags & FLUX_FOREIGN ? reason_of(e, status, buf, sizeof buf) : returned(e, status, flags, buf, sizeof buf);
  const char *graph = name_at(e, e->plan->graph);
  if (callback >= fx_plan_callbacks_count(e->plan)) {
    snprintf(text, sizeof text, "graph '%s', cycle %lld, %s: %s", graph, (long long)e->clock.cycle, entry, reason);
  } else {
    const flux_plan_callback *known = fx_plan_callbacks(e->plan) + callback;
    const uint32_t label = fx_plan_labels(e->plan)[callback];
    flux_error_text(text, sizeof text, graph, e->clock.cycle, entry,
                    name_at(e, fx_plan_nodes(e->plan)[known->node].name),
                    label ? name_at(e, label) : roles[known->role], reason);
  }
  note(e, status, "%s", text);
  if (e->options.on_error == 0) memcpy(e->stopped, text, sizeof text);
}

static void apply_policy(flux_engine *e) {
  if (e->options.on_error == 2) fx_undo_restore(e);
  if (e->options.on_error != 0) return;
  e->clock.attention |= FLUX_ATTEND_STOPPED;
  fx_post_truncate(e, 0);
}

void fx_fail_cycle(flux_engine *e, uint32_t callback, int status) {
  /* A post that overflowed came first, even when its callback went on and another one failed. */
  if (e->broken && e->broken_callback != UINT32_MAX) {
    callback = e->broken_callback;
    status = e->broken;
  }
  note_callback(e, callback, status);
  fx_audit_error(e, callback, e->options.on_error, status);
  e->clock.skipped++;
  fx_post_truncate(e, e->mark);
  fx_step_clear(e);
  apply_policy(e);
  e->has_reason = 0;
  e->broken = 0;
}

void fx_fail_sink(flux_engine *e, uint32_t sink, int status) {
  char entry[96], buf[24];
  fx_audit_error(e, (uint32_t)FLUX_TRACE_SINK | sink, FLUX_AUDIT_SINK_FAILED, status);
  entry_words(e, entry, sizeof entry);
  note(e, status, "graph '%s', cycle %lld, %s, sink '%s': %s", name_at(e, e->plan->graph), (long long)e->clock.cycle,
       entry, name_at(e, fx_plan_sinks(e->plan)[sink].name), reason_of(e, status, buf, sizeof buf));
  e->has_reason = 0;
}

int flux_fail(flux_engine *e, uint32_t callback, int status, const char *text) {
  if (!e->clock.running || status >= 0) return FLUX_E_MISUSE;
  e->has_reason = 1;
  e->reason_callback = callback;
  snprintf(e->reason, sizeof e->reason, "%s", text ? text : flux_status_text(status));
  /* A host that runs whole cycles does not come back for a sink: the cycle goes on. */
  if (e->doing == FX_WHOLE && (callback & FLUX_TRACE_SINK)) {
    const uint32_t sink = callback & ~(uint32_t)FLUX_TRACE_SINK;
    if (sink >= fx_plan_sinks_count(e->plan)) return FLUX_E_MISUSE;
    fx_fail_sink(e, sink, status);
  }
  return 0;
}

const char *flux_engine_error(const flux_engine *e) {
  if (e->text) return e->text;
  return e->clock.status ? e->error : "";
}
