/* weather.c -- the event graph 'weather', written by flux from weather.lua. Do not edit. */
#include "weather.h"
#include <math.h>
#include <string.h>

#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF /* gcc: compile with -ffp-contract=off */
#endif

#if defined(__GNUC__)
#define APART __attribute__((noinline)) /* not inlined: it would only make its callers larger and slower */
#define INLINED inline __attribute__((always_inline)) /* small, though called in two places */
#define COLD __attribute__((noinline, cold)) /* seldom called: kept away from what runs for every event */
#define UNLIKELY(x) __builtin_expect(!!(x), 0) /* seldom true */
#else
#define APART
#define INLINED inline
#define COLD
#define UNLIKELY(x) (x)
#endif

/* Results of callbacks besides a negative status. */
enum { FLUX_ARREST = 0, FLUX_DIRTY = 1 };

/* Bits of `attention`. */
enum {
  PUBLISHING = 1,  /* inside a sink */
  STOPPED = 2,     /* by an error */
  HELD = 4,        /* buffered work waits for the trigger */
  FRESH = 8        /* nothing has set the time yet */
};

/* Indices into weather_callbacks. */
enum {
  READING_ON_READING = 0,
  ROLLING_UPDATE = 1,
  SWING_UPDATE = 2,
  DAY_ON_TIMER = 3,
  DAY_ON_TEMPERATURE = 4,
  WARMEST_UPDATE = 5,
  FALL_UPDATE = 6,
  WIND_UPDATE = 7,
  FRONT_UPDATE = 8
};

static const weather_field weather_reading_fields[] = {
  { "pressure", "double", offsetof(weather_reading, pressure), 0 },
  { "temperature", "double", offsetof(weather_reading, temperature), 0 },
  { "wind", "double", offsetof(weather_reading, wind), 0 },
};
static const weather_field weather_rolling_fields[] = {
  { "mean", "double", offsetof(weather_rolling, mean), 0 },
  { "range", "double", offsetof(weather_rolling, range), 0 },
  { "window", "double", offsetof(weather_rolling, window), 24 },
  { "next", "int32_t", offsetof(weather_rolling, next), 0 },
  { "count", "int32_t", offsetof(weather_rolling, count), 0 },
};
static const weather_field weather_swing_fields[] = {
  { "range", "double", offsetof(weather_swing, range), 0 },
  { "at", "int64_t", offsetof(weather_swing, at), 0 },
};
static const weather_field weather_day_fields[] = {
  { "ended", "int64_t", offsetof(weather_day, ended), 0 },
  { "mean", "double", offsetof(weather_day, mean), 0 },
  { "low", "double", offsetof(weather_day, low), 0 },
  { "high", "double", offsetof(weather_day, high), 0 },
  { "hours", "int32_t", offsetof(weather_day, hours), 0 },
  { "sum", "double", offsetof(weather_day, sum), 0 },
  { "least", "double", offsetof(weather_day, least), 0 },
  { "most", "double", offsetof(weather_day, most), 0 },
  { "count", "int32_t", offsetof(weather_day, count), 0 },
};
static const weather_field weather_warmest_fields[] = {
  { "mean", "double", offsetof(weather_warmest, mean), 0 },
  { "ended", "int64_t", offsetof(weather_warmest, ended), 0 },
};
static const weather_field weather_fall_fields[] = {
  { "value", "double", offsetof(weather_fall, value), 0 },
  { "before", "double", offsetof(weather_fall, before), 3 },
  { "count", "int32_t", offsetof(weather_fall, count), 0 },
};
static const weather_field weather_alert_fields[] = {
  { "since", "int64_t", offsetof(weather_alert, since), 0 },
  { "level", "double", offsetof(weather_alert, level), 0 },
  { "on", "bool", offsetof(weather_alert, on), 0 },
  { "switches", "int32_t", offsetof(weather_alert, switches), 0 },
};
static const weather_field weather_reading_event_fields[] = {
  { "date", "int64_t", offsetof(weather_reading_event, date), 0 },
  { "pressure", "double", offsetof(weather_reading_event, pressure), 0 },
  { "temperature", "double", offsetof(weather_reading_event, temperature), 0 },
  { "wind", "double", offsetof(weather_reading_event, wind), 0 },
};

const weather_struct weather_nodes[] = {
  { "reading", weather_reading_fields, 3, offsetof(weather_t, reading), sizeof(weather_reading), -1 },
  { "rolling", weather_rolling_fields, 5, offsetof(weather_t, rolling), sizeof(weather_rolling), -1 },
  { "swing", weather_swing_fields, 2, offsetof(weather_t, swing), sizeof(weather_swing), -1 },
  { "day", weather_day_fields, 9, offsetof(weather_t, day), sizeof(weather_day), -1 },
  { "warmest", weather_warmest_fields, 2, offsetof(weather_t, warmest), sizeof(weather_warmest), -1 },
  { "fall", weather_fall_fields, 3, offsetof(weather_t, fall), sizeof(weather_fall), -1 },
  { "wind", weather_alert_fields, 4, offsetof(weather_t, wind), sizeof(weather_alert), -1 },
  { "front", weather_alert_fields, 4, offsetof(weather_t, front), sizeof(weather_alert), -1 },
};

const weather_struct weather_events[] = {
  { "Reading", weather_reading_event_fields, 4, 0, sizeof(weather_reading_event), 0 },
};

const char *const weather_callbacks[][3] = {
  { "reading", "on Reading", "weather.lua:39" },
  { "rolling", "update", "weather.lua:49" },
  { "swing", "update", "weather.lua:71" },
  { "day", "on_timer", "weather.lua:92" },
  { "day", "on_input temperature", "weather.lua:84" },
  { "warmest", "update", "weather.lua:103" },
  { "fall", "update", "weather.lua:114" },
  { "wind", "update", "weather.lua:23" },
  { "front", "update", "weather.lua:23" },
};

static const struct { int64_t every, offset; } interval[1] = {
  { INT64_C(86400000000000), 0 }, /* day */
};

/* How long after a deadline of a timer `time` is: intervals count from the epoch, moved by the offset. */
static int64_t since_deadline(int timer, int64_t time) {
  const int64_t every = interval[timer].every;
  const int64_t since = (time % every - interval[timer].offset % every) % every;
  return since < 0 ? since + every : since;
}

/* The first deadline of a timer after `time`. */
static int64_t deadline_after(int timer, int64_t time) {
  const int64_t until = interval[timer].every - since_deadline(timer, time);
  return time > INT64_MAX - until ? INT64_MAX : time + until;
}

static void find_next_deadline(weather_t *g) {
  g->next_deadline = INT64_MAX;
  for (int i = 0; i < 1; i++) {
    if (g->deadline[i] < g->next_deadline) g->next_deadline = g->deadline[i];
  }
}

static inline bool is_due(const weather_t *g, int64_t time) {
  return g->next_deadline <= time && g->next_deadline < INT64_MAX; /* INT64_MAX: none */
}

/* Notes which array was indexed out of range, and where. */
static int index_error(weather_t *g, int32_t line, const char *array, double index, int32_t count) {
  g->site.line = line;
  g->site.array = array;
  g->site.index = index;
  g->site.count = count;
  return WEATHER_E_INDEX;
}

static inline double flux_max(double a, double b) { return a > b ? a : b; }

static inline double flux_min(double a, double b) { return a < b ? a : b; }

static inline double flux_mod(double a, double b) { return a - floor(a / b) * b; }

static inline int32_t flux_sat_i32(double x) {
  if (x >= 2147483647.0) return INT32_MAX;
  if (x > -2147483648.0) return (int32_t)x;
  return x <= -2147483648.0 ? INT32_MIN : 0;
}

static inline void reading_on_reading(weather_reading *self, const weather_reading_event *event) {
  self->pressure = event->pressure;
  self->temperature = event->temperature;
  self->wind = event->wind;
}

static inline int rolling_update(weather_rolling *self, double temperature, weather_t *ctx) {
  if (self->next < 0 || self->next >= 24) return index_error(ctx, 50, "self.window", self->next, 24);
  self->window[self->next] = temperature;
  self->next = flux_sat_i32(flux_mod(self->next + 1.0, 24.0));
  if (self->count < 24) {
    self->count = flux_sat_i32(self->count + 1.0);
  }
  if (self->count < 24) {
    return FLUX_ARREST;
  }
  double sum = 0.0;
  double low = temperature;
  double high = temperature;
  for (int i = 0; i < 24; ++i) {
    const double t = self->window[i];
    sum += t;
    low = flux_min(low, t);
    high = flux_max(high, t);
  }
  self->mean = sum / 24.0;
  self->range = high - low;
  return FLUX_DIRTY;
}

static inline bool swing_update(weather_swing *self, double range, int64_t now) {
  if (range <= self->range) {
    return false;
  }
  self->range = range;
  self->at = now;
  return true;
}

static inline bool day_on_timer(weather_day *self, int64_t now) {
  if (self->count == 0) {
    return false;
  }
  self->ended = now;
  self->mean = self->sum / self->count;
  self->low = self->least;
  self->high = self->most;
  self->hours = self->count;
  self->sum = 0.0;
  self->count = 0;
  return true;
}

static inline void day_on_temperature(weather_day *self, double temperature) {
  if (self->count == 0) {
    self->least = temperature;
    self->most = temperature;
  }
  self->least = flux_min(self->least, temperature);
  self->most = flux_max(self->most, temperature);
  self->sum += temperature;
  self->count = flux_sat_i32(self->count + 1.0);
}

static inline bool warmest_update(weather_warmest *self, double mean, int64_t now) {
  if (mean <= self->mean) {
    return false;
  }
  self->mean = mean;
  self->ended = now;
  return true;
}

static inline bool fall_update(weather_fall *self, double pressure) {
  self->value = self->before[0] - pressure;
  self->before[0] = self->before[1];
  self->before[1] = self->before[2];
  self->before[2] = pressure;
  if (self->count < 3) {
    self->count = flux_sat_i32(self->count + 1.0);
    return false;
  }
  return true;
}

static inline bool wind_update(weather_alert *self, double x, int64_t now) {
  const bool on = x >= 4.4 || (self->on && x >= 4.0);
  if (on == self->on) {
    return false;
  }
  self->on = on;
  self->level = x;
  self->since = now;
  self->switches = flux_sat_i32(self->switches + 1.0);
  return true;
}

static inline bool front_update(weather_alert *self, double x, int64_t now) {
  const bool on = x >= 0.75 || (self->on && x >= 0.25);
  if (on == self->on) {
    return false;
  }
  self->on = on;
  self->level = x;
  self->since = now;
  self->switches = flux_sat_i32(self->switches + 1.0);
  return true;
}

static inline void keep_first(int *first_error, int status) {
  if (*first_error == 0) *first_error = status;
}

APART static void publish_day(weather_t *g) {
  g->attention |= PUBLISHING;
  g->on_day(g->user, &g->day);
  g->attention &= ~PUBLISHING;
}

APART static void publish_warmest(weather_t *g) {
  g->attention |= PUBLISHING;
  g->on_warmest(g->user, &g->warmest);
  g->attention &= ~PUBLISHING;
}

APART static void publish_swing(weather_t *g) {
  g->attention |= PUBLISHING;
  g->on_swing(g->user, &g->swing);
  g->attention &= ~PUBLISHING;
}

APART static void publish_wind_alert(weather_t *g) {
  g->attention |= PUBLISHING;
  g->on_wind_alert(g->user, &g->wind);
  g->attention &= ~PUBLISHING;
}

APART static void publish_front_alert(weather_t *g) {
  g->attention |= PUBLISHING;
  g->on_front_alert(g->user, &g->front);
  g->attention &= ~PUBLISHING;
}

/* Ends a cycle in which a callback failed.
 * Policy stop: what waits is dropped, and entries are refused until weather_reset or weather_resume.
 */
static int failed(weather_t *g, int32_t entry, int32_t callback, int status) {
  if (g->error.status == 0) {
    g->error.status = status;
    g->error.callback = callback;
    g->error.entry = entry;
    g->error.cycle = g->cycle;
    g->error.now = g->now;
    g->error.line = g->site.line;
    g->error.array = g->site.array;
    g->error.index = g->site.index;
    g->error.count = g->site.count;
  }
  memset(&g->site, 0, sizeof g->site); /* the next error may not know its line */
  g->skipped++;
  g->attention |= STOPPED;
  return status;
}

/* Event Reading
 *
 *   reading  on Reading
 *   rolling  update
 *   swing    update                if rolling is dirty
 *   day      on_input temperature
 *   fall     update
 *   wind     update
 *   front    update                if fall is dirty
 *   swing    sink swing            if swing is dirty
 *   wind     sink wind_alert       if wind is dirty
 *   front    sink front_alert      if front is dirty
 */
static INLINED int reading_cycle(weather_t *g, const weather_reading_event *event) {
  int status;
  reading_on_reading(&g->reading, event);
  status = rolling_update(&g->rolling, g->reading.temperature, g);
  if (status < 0) return failed(g, WEATHER_READING, ROLLING_UPDATE, status);
  const bool rolling_dirty = status != FLUX_ARREST;
  bool swing_dirty = false;
  if (rolling_dirty) swing_dirty = swing_update(&g->swing, g->rolling.range, g->now);
  day_on_temperature(&g->day, g->reading.temperature);
  const bool fall_dirty = fall_update(&g->fall, g->reading.pressure);
  const bool wind_dirty = wind_update(&g->wind, g->reading.wind, g->now);
  bool front_dirty = false;
  if (fall_dirty) front_dirty = front_update(&g->front, g->fall.value, g->now);
  if (swing_dirty && g->on_swing != NULL) publish_swing(g);
  if (wind_dirty && g->on_wind_alert != NULL) publish_wind_alert(g);
  if (front_dirty && g->on_front_alert != NULL) publish_front_alert(g);
  return 0;
}

/* Event Reading, buffered: nothing propagates yet.
 *
 *   reading  on Reading
 *   day      on_input temperature
 */
static void reading_buffer_cycle(weather_t *g, const weather_reading_event *event) {
  reading_on_reading(&g->reading, event);
  g->pending.reading_dirty = true;
  g->attention |= HELD;
  day_on_temperature(&g->day, g->reading.temperature);
}

/* What buffered events left to do.
 *
 *   rolling  update            if reading is dirty
 *   swing    update            if rolling is dirty
 *   fall     update            if reading is dirty
 *   wind     update            if reading is dirty
 *   front    update            if fall is dirty
 *   swing    sink swing        if swing is dirty
 *   wind     sink wind_alert   if wind is dirty
 *   front    sink front_alert  if front is dirty
 */
static int trigger_cycle(weather_t *g) {
  const weather_pending pending = g->pending;
  memset(&g->pending, 0, sizeof g->pending);
  int status;
  if (pending.reading_dirty) {
    status = rolling_update(&g->rolling, g->reading.temperature, g);
    if (status < 0) return failed(g, WEATHER_ENTRY_TRIGGER, ROLLING_UPDATE, status);
    const bool rolling_dirty = status != FLUX_ARREST;
    bool swing_dirty = false;
    if (rolling_dirty) swing_dirty = swing_update(&g->swing, g->rolling.range, g->now);
    const bool fall_dirty = fall_update(&g->fall, g->reading.pressure);
    const bool wind_dirty = wind_update(&g->wind, g->reading.wind, g->now);
    bool front_dirty = false;
    if (fall_dirty) front_dirty = front_update(&g->front, g->fall.value, g->now);
    if (swing_dirty && g->on_swing != NULL) publish_swing(g);
    if (wind_dirty && g->on_wind_alert != NULL) publish_wind_alert(g);
    if (front_dirty && g->on_front_alert != NULL) publish_front_alert(g);
  }
  return 0;
}

/* The timers that are due.
 *
 *   day      on_timer      if due
 *   warmest  update        if day is dirty
 *   day      sink day      if day is dirty
 *   warmest  sink warmest  if warmest is dirty
 */
static void timer_cycle(weather_t *g) {
  if (g->due[0]) {
    const bool day_dirty = day_on_timer(&g->day, g->now);
    if (day_dirty) {
      const bool warmest_dirty = warmest_update(&g->warmest, g->day.mean, g->now);
      if (g->on_day != NULL) publish_day(g);
      if (warmest_dirty && g->on_warmest != NULL) publish_warmest(g);
    }
  }
}

static int run_trigger(weather_t *g) {
  g->attention &= ~HELD;
  g->cycle++;
  return trigger_cycle(g);
}

static void set_first_time(weather_t *g, int64_t time) {
  g->attention &= ~FRESH;
  g->now = time;
  for (int i = 0; i < 1; i++) g->deadline[i] = deadline_after(i, time);
  find_next_deadline(g);
}

/* Runs the timers that are due up to `time`, deadline by deadline. */
static int run_timers(weather_t *g, int64_t time) {
  int first_error = 0;
  for (int64_t jumps = 0; is_due(g, time); jumps++) {
    if (jumps == 1000000) return first_error != 0 ? first_error : WEATHER_E_DEADLINES;
    if (g->attention & HELD) {
      keep_first(&first_error, run_trigger(g));
      if (g->attention & STOPPED) return first_error;
    }
    const int64_t deadline = g->next_deadline;
    for (int i = 0; i < 1; i++) {
      g->due[i] = g->deadline[i] == deadline;
      if (!g->due[i]) continue;
      g->deadline[i] = deadline_after(i, deadline);
    }
    find_next_deadline(g);
    if (deadline > g->now) g->now = deadline;
    g->cycle++;
    timer_cycle(g);
  }
  return first_error;
}

/* The entry of an event that is late, or before which timers are due. */
COLD static int catch_up_reading(weather_t *g, const weather_reading_event *event) {
  int first_error = 0;
  keep_first(&first_error, run_timers(g, event->date));
  if (g->attention & STOPPED) return first_error;
  if (is_due(g, event->date)) return first_error; /* too many deadlines */
  if (UNLIKELY(event->date < g->now)) {
    g->late++;
  } else {
    g->now = event->date;
  }
  g->cycle++;
  keep_first(&first_error, reading_cycle(g, event));
  return first_error;
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_reading(weather_t *g, const weather_reading_event *event) {
  int first_error = 0;
  if (g->attention & PUBLISHING) return WEATHER_E_MISUSE;
  if (g->attention & STOPPED) return WEATHER_E_STOPPED;
  if (g->attention & HELD) {
    keep_first(&first_error, run_trigger(g));
    if (g->attention & STOPPED) return first_error;
  }
  if (g->attention & FRESH) set_first_time(g, event->date);
  keep_first(&first_error, weather_on_reading(g, event));
  return first_error;
}

int weather_on_reading(weather_t *g, const weather_reading_event *event) {
  if (g->attention != 0) return prepare_reading(g, event);
  if (UNLIKELY(event->date < g->now || event->date >= g->next_deadline)) return catch_up_reading(g, event);
  g->now = event->date;
  g->cycle++;
  return reading_cycle(g, event);
}

long weather_on_reading_n(weather_t *g, const weather_reading_event *events, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const int status = weather_on_reading(g, &events[i]);
    if (status < 0) return i > 0 ? (long)i : status;
  }
  return (long)n;
}

int weather_dispatch(weather_t *g, int type, const void *event) {
  switch (type) {
  case WEATHER_READING: return weather_on_reading(g, event);
  default: return g->attention & STOPPED ? WEATHER_E_STOPPED : WEATHER_E_UNHANDLED;
  }
}

/* The entry of an event that is late, or before which timers are due. */
COLD static int catch_up_buffer_reading(weather_t *g, const weather_reading_event *event) {
  int first_error = 0;
  keep_first(&first_error, run_timers(g, event->date));
  if (g->attention & STOPPED) return first_error;
  if (is_due(g, event->date)) return first_error; /* too many deadlines */
  if (UNLIKELY(event->date < g->now)) {
    g->late++;
  } else {
    g->now = event->date;
  }
  g->cycle++;
  reading_buffer_cycle(g, event);
  return first_error;
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_buffer_reading(weather_t *g, const weather_reading_event *event) {
  if (g->attention & PUBLISHING) return WEATHER_E_MISUSE;
  if (g->attention & STOPPED) return WEATHER_E_STOPPED;
  if (g->attention & FRESH) set_first_time(g, event->date);
  return weather_buffer_reading(g, event);
}

int weather_buffer_reading(weather_t *g, const weather_reading_event *event) {
  if ((g->attention & (PUBLISHING | STOPPED | FRESH)) != 0) return prepare_buffer_reading(g, event);
  if (UNLIKELY(event->date < g->now || event->date >= g->next_deadline)) return catch_up_buffer_reading(g, event);
  g->now = event->date;
  g->cycle++;
  reading_buffer_cycle(g, event);
  return 0;
}

int weather_buffer(weather_t *g, int type, const void *event) {
  switch (type) {
  case WEATHER_READING: return weather_buffer_reading(g, event);
  default: return g->attention & STOPPED ? WEATHER_E_STOPPED : WEATHER_E_UNHANDLED;
  }
}

int weather_trigger(weather_t *g) {
  if (g->attention & PUBLISHING) return WEATHER_E_MISUSE;
  if (g->attention & STOPPED) return WEATHER_E_STOPPED;
  return (g->attention & HELD) != 0 ? run_trigger(g) : 0;
}

int weather_advance(weather_t *g, int64_t time) {
  int first_error = 0;
  if ((g->attention & (PUBLISHING | STOPPED | FRESH)) != 0) {
    if (g->attention & PUBLISHING) return WEATHER_E_MISUSE;
    if (g->attention & STOPPED) return WEATHER_E_STOPPED;
    if (g->attention & FRESH) set_first_time(g, time);
  }
  if (time < g->now) time = g->now;
  if (UNLIKELY(time >= g->next_deadline)) {
    keep_first(&first_error, run_timers(g, time));
    if (g->attention & STOPPED) return first_error;
    if (is_due(g, time)) return first_error; /* too many deadlines */
  }
  g->now = time;
  return first_error;
}

/* State and time as before the first entry; what the host has set stays. */
static void set_initial_state(weather_t *g) {
  memset(g, 0, offsetof(weather_t, on_day));
  g->attention = FRESH;
  g->next_deadline = INT64_MAX;
  for (int i = 0; i < 1; i++) g->deadline[i] = INT64_MAX;
  g->warmest.mean = -100.0;
}

void weather_init(weather_t *g) {
  memset(g, 0, sizeof *g);
  set_initial_state(g);
}

int weather_reset(weather_t *g) {
  if (g->attention & PUBLISHING) return WEATHER_E_MISUSE;
  set_initial_state(g);
  return 0;
}

int weather_resume(weather_t *g) {
  if (g->attention & PUBLISHING) return WEATHER_E_MISUSE;
  g->attention &= ~STOPPED;
  g->error.status = 0;
  return 0;
}
