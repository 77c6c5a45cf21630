/* anomaly.c -- the event graph 'anomaly', written by flux from anomaly.lua. Do not edit. */
#include "anomaly.h"
#include <math.h>
#include <string.h>

#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF /* gcc: compile with -ffp-contract=off */
#endif

#if defined(__GNUC__)
#define APART __attribute__((noinline)) /* not inlined: it would only make its callers larger and slower */
#define COLD __attribute__((noinline, cold)) /* seldom called: kept away from what runs for every event */
#define UNLIKELY(x) __builtin_expect(!!(x), 0) /* seldom true */
#else
#define APART
#define COLD
#define UNLIKELY(x) (x)
#endif

/* Bits of `attention`. */
enum {
  PUBLISHING = 1,  /* inside a sink */
  HELD = 4,        /* buffered work waits for the trigger */
  FRESH = 8        /* nothing has set the time yet */
};

static const anomaly_field anomaly_reading_fields[] = {
  { "pressure", "double", offsetof(anomaly_reading, pressure), 0 },
  { "count", "int64_t", offsetof(anomaly_reading, count), 0 },
};
static const anomaly_field anomaly_change_fields[] = {
  { "value", "double", offsetof(anomaly_change, value), 0 },
  { "count", "int32_t", offsetof(anomaly_change, count), 0 },
  { "next", "int32_t", offsetof(anomaly_change, next), 0 },
  { "held", "double", offsetof(anomaly_change, held), 1 },
};
static const anomaly_field anomaly_deviation_fields[] = {
  { "value", "double", offsetof(anomaly_deviation, value), 0 },
  { "count", "uint16_t", offsetof(anomaly_deviation, count), 0 },
  { "newest", "double", offsetof(anomaly_deviation, newest), 0 },
  { "newer", "uint16_t", offsetof(anomaly_deviation, newer), 0 },
  { "newer_mean", "double", offsetof(anomaly_deviation, newer_mean), 0 },
  { "newer_m2", "double", offsetof(anomaly_deviation, newer_m2), 0 },
  { "newer_shift", "double", offsetof(anomaly_deviation, newer_shift), 0 },
  { "older_shift", "double", offsetof(anomaly_deviation, older_shift), 0 },
  { "held_mean", "double", offsetof(anomaly_deviation, held_mean), 168 },
  { "held_m2", "double", offsetof(anomaly_deviation, held_m2), 168 },
};
static const anomaly_field anomaly_size_fields[] = {
  { "value", "double", offsetof(anomaly_size, value), 0 },
};
static const anomaly_field anomaly_alarm_fields[] = {
  { "on", "bool", offsetof(anomaly_alarm, on), 0 },
  { "switches", "int64_t", offsetof(anomaly_alarm, switches), 0 },
};
static const anomaly_field anomaly_anomaly_fields[] = {
  { "reading", "int64_t", offsetof(anomaly_anomaly, reading), 0 },
  { "deviation", "double", offsetof(anomaly_anomaly, deviation), 0 },
  { "on", "bool", offsetof(anomaly_anomaly, on), 0 },
};
static const anomaly_field anomaly_reading_event_fields[] = {
  { "date", "int64_t", offsetof(anomaly_reading_event, date), 0 },
  { "pressure", "double", offsetof(anomaly_reading_event, pressure), 0 },
  { "temperature", "double", offsetof(anomaly_reading_event, temperature), 0 },
  { "wind", "double", offsetof(anomaly_reading_event, wind), 0 },
};

const anomaly_struct anomaly_nodes[] = {
  { "reading", anomaly_reading_fields, 2, offsetof(anomaly_t, reading), sizeof(anomaly_reading), -1 },
  { "change", anomaly_change_fields, 4, offsetof(anomaly_t, change), sizeof(anomaly_change), -1 },
  { "deviation", anomaly_deviation_fields, 10, offsetof(anomaly_t, deviation), sizeof(anomaly_deviation), -1 },
  { "size", anomaly_size_fields, 1, offsetof(anomaly_t, size), sizeof(anomaly_size), -1 },
  { "alarm", anomaly_alarm_fields, 2, offsetof(anomaly_t, alarm), sizeof(anomaly_alarm), -1 },
  { "anomaly", anomaly_anomaly_fields, 3, offsetof(anomaly_t, anomaly), sizeof(anomaly_anomaly), -1 },
};

const anomaly_struct anomaly_events[] = {
  { "Reading", anomaly_reading_event_fields, 4, 0, sizeof(anomaly_reading_event), 0 },
};

static inline int64_t flux_i64_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

static inline int flux_imin(int a, int b) { return a < b ? a : b; }

static inline double flux_inf(void) {
  const union { uint64_t bits; double value; } inf = { UINT64_C(0x7ff0000000000000) };
  return inf.value;
}

static inline double flux_nan(void) {
  const union { uint64_t bits; double value; } nan = { UINT64_C(0x7ff8000000000000) };
  return nan.value;
}

static inline int32_t flux_sat_i32(double x) {
  if (x >= 2147483647.0) return INT32_MAX;
  if (x > -2147483648.0) return (int32_t)x;
  return x <= -2147483648.0 ? INT32_MIN : 0;
}

static inline uint16_t flux_sat_u16(double x) {
  if (x >= 65535.0) return 65535;
  if (x > 0.0) return (uint16_t)x;
  return 0;
}

static inline void reading_on_reading(anomaly_reading *self, const anomaly_reading_event *event) {
  self->pressure = event->pressure;
  self->count = flux_i64_add(self->count, 1);
}

static inline bool change_update(anomaly_change *self, double x) {
  const int at = 0;
  const double old = self->held[at];
  self->held[at] = x;
  self->next = 0;
  if (self->count < 1) {
    self->count = flux_sat_i32(self->count + 1.0);
    return false;
  }
  self->value = x - old;
  return true;
}

static inline bool deviation_update(anomaly_deviation *self, double x) {
  if (self->newer == 168) { /* the newer part becomes the older one */
    double k = 0.0;
    double mean = 0.0;
    double m2 = 0.0;
    double shift = self->newer_shift;
    for (int i = 167; i >= 0; --i) {
      const double x_2 = self->held_mean[i];
      k += 1.0;
      if (k == 1.0) {
        shift = x_2;
      }
      const double d = x_2 - shift - mean;
      mean += d / k;
      m2 += d * (x_2 - shift - mean);
      self->held_mean[i] = mean;
      self->held_m2[i] = m2;
    }
    self->older_shift = shift;
    self->newer_shift = shift;
    self->newer = 0;
    self->newer_mean = 0.0;
    self->newer_m2 = 0.0;
  }
  const int at = flux_imin(self->newer, 167);
  self->held_mean[at] = x;
  self->newest = x;
  const int k = at + 1;
  double mean = self->newer_mean;
  double m2 = self->newer_m2;
  double shift = self->newer_shift;
  if (k == 1) {
    shift = x;
  }
  const double d = x - shift - mean;
  mean += d / k;
  m2 += d * (x - shift - mean);
  self->newer_mean = mean;
  self->newer_m2 = m2;
  self->newer_shift = shift;
  self->newer = (uint16_t)k;
  if (self->count < 168) {
    self->count = flux_sat_u16(self->count + 1);
  }
  if (self->count < 24) {
    return false;
  }
  const int n = self->count;
  const int older = n - k;
  if (older > 0) {
    const int first = flux_imin(k, 167);
    const double older_mean = self->held_mean[first];
    const double older_m2 = self->held_m2[first];
    const double older_shift = self->older_shift;
    const double d_2 = mean - older_mean + (shift - older_shift);
    m2 = m2 + older_m2 + d_2 * d_2 * ((double)older * k / n);
    mean -= d_2 * ((double)older / n);
  }
  self->value = n > 1 && m2 < flux_inf() ? (self->newest - shift - mean) / sqrt(m2 / (n - 1)) : flux_nan();
  return true;
}

static inline void size_update(anomaly_size *self, double deviation) {
  self->value = fabs(deviation);
}

static inline bool alarm_update(anomaly_alarm *self, double x) {
  const bool on = x >= 3.0 || (self->on && x >= 2.0);
  if (on == self->on) {
    return false;
  }
  self->on = on;
  self->switches = flux_i64_add(self->switches, 1);
  return true;
}

static inline void anomaly_update(anomaly_anomaly *self, const anomaly_alarm *alarm, int64_t count, double deviation) {
  self->reading = count;
  self->deviation = deviation;
  self->on = alarm->on;
}

APART static int publish_anomaly(anomaly_t *g) {
  g->attention |= PUBLISHING;
  g->on_anomaly(g->user, &g->anomaly);
  g->attention &= ~PUBLISHING;
  int status = 0;
#if defined(__clang__)
  __asm__("" : "+r"(status)); /* not seen to be 0: an entry that ends in this call jumps here */
#endif
  return status;
}

/* Event Reading
 *
 *   reading    on Reading
 *   change     update
 *   deviation  update        if change is dirty
 *   size       update        if deviation is dirty
 *   alarm      update        if deviation is dirty
 *   anomaly    update        if alarm is dirty
 *   anomaly    sink anomaly  if alarm is dirty
 */
static int reading_cycle(anomaly_t *g, const anomaly_reading_event *event) {
  reading_on_reading(&g->reading, event);
  const bool change_dirty = change_update(&g->change, g->reading.pressure);
  if (change_dirty) {
    const bool deviation_dirty = deviation_update(&g->deviation, g->change.value);
    if (deviation_dirty) {
      size_update(&g->size, g->deviation.value);
      const bool alarm_dirty = alarm_update(&g->alarm, g->size.value);
      if (alarm_dirty) {
        anomaly_update(&g->anomaly, &g->alarm, g->reading.count, g->deviation.value);
        if (g->on_anomaly != NULL) return publish_anomaly(g);
      }
    }
  }
  return 0;
}

/* Event Reading, buffered: nothing propagates yet.
 *
 *   reading  on Reading
 */
static void reading_buffer_cycle(anomaly_t *g, const anomaly_reading_event *event) {
  reading_on_reading(&g->reading, event);
  g->pending.reading_dirty = true;
  g->attention |= HELD;
}

/* What buffered events left to do.
 *
 *   change     update        if reading is dirty
 *   deviation  update        if change is dirty
 *   size       update        if deviation is dirty
 *   alarm      update        if deviation is dirty
 *   anomaly    update        if alarm is dirty
 *   anomaly    sink anomaly  if alarm is dirty
 */
static void trigger_cycle(anomaly_t *g) {
  const anomaly_pending pending = g->pending;
  memset(&g->pending, 0, sizeof g->pending);
  if (pending.reading_dirty) {
    const bool change_dirty = change_update(&g->change, g->reading.pressure);
    if (change_dirty) {
      const bool deviation_dirty = deviation_update(&g->deviation, g->change.value);
      if (deviation_dirty) {
        size_update(&g->size, g->deviation.value);
        const bool alarm_dirty = alarm_update(&g->alarm, g->size.value);
        if (alarm_dirty) {
          anomaly_update(&g->anomaly, &g->alarm, g->reading.count, g->deviation.value);
          if (g->on_anomaly != NULL) publish_anomaly(g);
        }
      }
    }
  }
}

static void run_trigger(anomaly_t *g) {
  g->attention &= ~HELD;
  g->cycle++;
  trigger_cycle(g);
}

static void set_first_time(anomaly_t *g, int64_t time) {
  g->attention &= ~FRESH;
  g->now = time;
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_reading(anomaly_t *g, const anomaly_reading_event *event) {
  if (g->attention & PUBLISHING) return ANOMALY_E_MISUSE;
  if (g->attention & HELD) run_trigger(g);
  if (g->attention & FRESH) set_first_time(g, event->date);
  return anomaly_on_reading(g, event);
}

int anomaly_on_reading(anomaly_t *g, const anomaly_reading_event *event) {
  if (g->attention != 0) return prepare_reading(g, event);
  if (UNLIKELY(event->date < g->now)) {
    g->late++;
  } else {
    g->now = event->date;
  }
  g->cycle++;
  return reading_cycle(g, event);
}

long anomaly_on_reading_n(anomaly_t *g, const anomaly_reading_event *events, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const int status = anomaly_on_reading(g, &events[i]);
    if (status < 0) return i > 0 ? (long)i : status;
  }
  return (long)n;
}

int anomaly_dispatch(anomaly_t *g, int type, const void *event) {
  switch (type) {
  case ANOMALY_READING: return anomaly_on_reading(g, event);
  default: return ANOMALY_E_UNHANDLED;
  }
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_buffer_reading(anomaly_t *g, const anomaly_reading_event *event) {
  if (g->attention & PUBLISHING) return ANOMALY_E_MISUSE;
  if (g->attention & FRESH) set_first_time(g, event->date);
  return anomaly_buffer_reading(g, event);
}

int anomaly_buffer_reading(anomaly_t *g, const anomaly_reading_event *event) {
  if ((g->attention & (PUBLISHING | FRESH)) != 0) return prepare_buffer_reading(g, event);
  if (UNLIKELY(event->date < g->now)) {
    g->late++;
  } else {
    g->now = event->date;
  }
  g->cycle++;
  reading_buffer_cycle(g, event);
  return 0;
}

int anomaly_buffer(anomaly_t *g, int type, const void *event) {
  switch (type) {
  case ANOMALY_READING: return anomaly_buffer_reading(g, event);
  default: return ANOMALY_E_UNHANDLED;
  }
}

int anomaly_trigger(anomaly_t *g) {
  if (g->attention & PUBLISHING) return ANOMALY_E_MISUSE;
  if (g->attention & HELD) run_trigger(g);
  return 0;
}

int anomaly_advance(anomaly_t *g, int64_t time) {
  if ((g->attention & (PUBLISHING | FRESH)) != 0) {
    if (g->attention & PUBLISHING) return ANOMALY_E_MISUSE;
    if (g->attention & FRESH) set_first_time(g, time);
  }
  if (time > g->now) g->now = time;
  return 0;
}

/* State and time as before the first entry; what the host has set stays. */
static void set_initial_state(anomaly_t *g) {
  memset(g, 0, offsetof(anomaly_t, on_anomaly));
  g->attention = FRESH;
}

void anomaly_init(anomaly_t *g) {
  memset(g, 0, sizeof *g);
  set_initial_state(g);
}

int anomaly_reset(anomaly_t *g) {
  if (g->attention & PUBLISHING) return ANOMALY_E_MISUSE;
  set_initial_state(g);
  return 0;
}
