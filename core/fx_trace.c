/* SPDX-License-Identifier: MIT
 * fx_trace.c -- the callback trace: which loop runs is decided when a trace is switched on, not in the loop. */
#include "fx_engine.h"

void flux_engine_trace(flux_engine *e, flux_trace_record *records, uint64_t capacity, uint64_t *count) {
  e->records = records;
  e->record_capacity = records ? capacity : 0;
  e->record_count = count;
  if (count) *count = 0;
  fx_trace_attend(e);
}

void fx_trace_attend(flux_engine *e) {
  e->traced = e->record_count || e->audit.ring;
  if (e->traced)
    e->clock.attention |= FLUX_ATTEND_TRACE;
  else
    e->clock.attention &= ~FLUX_ATTEND_TRACE;
}

static void record(flux_engine *e, uint32_t callback, int outcome, int32_t index) {
  if (!e->record_count) return;
  if (outcome == 0 && fx_audit_outcome(fx_plan_callbacks(e->plan) + callback, 0) == FLUX_AUDIT_RAN) outcome = 1;
  const uint64_t at = (*e->record_count)++;
  if (at < e->record_capacity) e->records[at] = (flux_trace_record){e->clock.cycle, callback, outcome, index, 0};
}

void fx_trace_leave(flux_engine *e, uint32_t callback, int rc, int32_t element) {
  record(e, callback, rc < 0 ? -1 : rc > 0, element);
  fx_audit_leave(e, callback, rc, element);
}

void fx_trace_end_sink(flux_engine *e, uint32_t sink, int rc) {
  record(e, (uint32_t)FLUX_TRACE_SINK | sink, rc < 0 ? -1 : 1, -1);
}

void flux_engine_enter(flux_engine *e, uint32_t callback) {
  if (!e->traced) return;
  if (callback & FLUX_TRACE_SINK) {
    fx_audit_sink(e, callback & ~(uint32_t)FLUX_TRACE_SINK);
    return;
  }
  fx_audit_enter(e, callback);
  e->audit.entered = callback;
}

void flux_engine_record(flux_engine *e, uint32_t callback, int32_t outcome, int32_t index) {
  if (!e->traced) return;
  record(e, callback, outcome, index);
  if (callback & FLUX_TRACE_SINK)
    fx_audit_end_sink(e, callback & ~(uint32_t)FLUX_TRACE_SINK);
  else
    fx_audit_leave(e, callback, outcome, index);
}

flux_counts flux_engine_counts(const flux_engine *e) {
  return e->counts;
}
