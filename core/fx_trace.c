/* SPDX-License-Identifier: MIT
 * fx_trace.c -- the callback trace: which loop runs is decided when a trace is switched on, not in the loop. */
#include "fx_engine.h"

void flux_engine_trace(flux_engine *e, flux_trace_record *records, uint64_t capacity, uint64_t *count) {
  e->records = records;
  e->record_capacity = records ? capacity : 0;
  e->record_count = count;
  e->traced = records || count;
  if (count) *count = 0;
  if (e->traced)
    e->clock.attention |= FLUX_ATTEND_TRACE;
  else
    e->clock.attention &= ~FLUX_ATTEND_TRACE;
}

void fx_trace_record(flux_engine *e, uint32_t callback, int outcome, int32_t index) {
  if (!e->record_count) return;
  const uint64_t at = (*e->record_count)++;
  if (at < e->record_capacity) e->records[at] = (flux_trace_record){e->clock.cycle, callback, outcome, index, 0};
}

void flux_engine_record(flux_engine *e, uint32_t callback, int32_t outcome, int32_t index) {
  if (e->traced) fx_trace_record(e, callback, outcome, index);
}

flux_counts flux_engine_counts(const flux_engine *e) {
  return e->counts;
}
