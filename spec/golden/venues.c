/* venues.c -- the event graph 'venues', written by flux from venues.lua. Do not edit. */
#include "venues.h"
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

/* The i-th of members that stand at equal distances, of which these are the first and the second; from 0. */
#define DISTANCE(first, second) ((ptrdiff_t)offsetof(venues_t, second) - (ptrdiff_t)offsetof(venues_t, first))
#define AT(g, i, first, second) ((void *)((char *)(g) + offsetof(venues_t, first) + (i) * DISTANCE(first, second)))
#if !defined(__FRAMAC__) /* which knows no offsetof there */
_Static_assert(offsetof(venues_t, best) - offsetof(venues_t, quote_1) == 840,
               "states stand elsewhere on this target: export with the option alike = false");
#endif

/* Results of callbacks besides a negative status. */
enum { FLUX_DIRTY = 1 };

/* Bits of `attention`. */
enum {
  PUBLISHING = 1,  /* inside a sink */
  HELD = 4,        /* buffered work waits for the trigger */
  FRESH = 8        /* nothing has set the time yet */
};

/* Indices into venues_callbacks. */
enum {
  QUOTE_1_ON_QUOTE_VENUE_1 = 0,
  MEAN_1_UPDATE = 1,
  WIDE_1_UPDATE = 2,
  WIDE_1_ON_ARREST = 3,
  QUOTE_2_ON_QUOTE_VENUE_2 = 4,
  MEAN_2_UPDATE = 5,
  WIDE_2_UPDATE = 6,
  WIDE_2_ON_ARREST = 7,
  QUOTE_3_ON_QUOTE_VENUE_3 = 8,
  MEAN_3_UPDATE = 9,
  WIDE_3_UPDATE = 10,
  WIDE_3_ON_ARREST = 11,
  QUOTE_4_ON_QUOTE_VENUE_4 = 12,
  MEAN_4_UPDATE = 13,
  COUNT_4_UPDATE = 14,
  WIDE_4_UPDATE = 15,
  WIDE_4_ON_ARREST = 16,
  QUOTE_5_ON_QUOTE_VENUE_5 = 17,
  MEAN_5_UPDATE = 18,
  WIDE_5_UPDATE = 19,
  WIDE_5_ON_ARREST = 20,
  QUOTE_6_ON_QUOTE_VENUE_6 = 21,
  MEAN_6_UPDATE = 22,
  WIDE_6_UPDATE = 23,
  WIDE_6_ON_ARREST = 24,
  QUOTE_7_ON_QUOTE_VENUE_7 = 25,
  MEAN_7_UPDATE = 26,
  WIDE_7_UPDATE = 27,
  WIDE_7_ON_ARREST = 28,
  QUOTE_8_ON_QUOTE_VENUE_8 = 29,
  MEAN_8_UPDATE = 30,
  WIDE_8_UPDATE = 31,
  WIDE_8_ON_ARREST = 32,
  BEST_UPDATE = 33
};

static const venues_field venues_quote_1_fields[] = {
  { "mid", "double", offsetof(venues_quote_1, mid), 0 },
  { "spread", "double", offsetof(venues_quote_1, spread), 0 },
};
static const venues_field venues_mean_1_fields[] = {
  { "spread", "double", offsetof(venues_mean_1, spread), 0 },
  { "slot", "int32_t", offsetof(venues_mean_1, slot), 0 },
  { "last", "double", offsetof(venues_mean_1, last), 8 },
};
static const venues_field venues_wide_1_fields[] = {
  { "wide", "bool", offsetof(venues_wide_1, wide), 0 },
};
static const venues_field venues_count_4_fields[] = {
  { "count", "int64_t", offsetof(venues_count_4, count), 0 },
};
static const venues_field venues_best_fields[] = {
  { "mid", "double", offsetof(venues_best, mid), 0 },
};
static const venues_field venues_quote_event_fields[] = {
  { "time", "int64_t", offsetof(venues_quote_event, time), 0 },
  { "venue", "int32_t", offsetof(venues_quote_event, venue), 0 },
  { "bid", "double", offsetof(venues_quote_event, bid), 0 },
  { "ask", "double", offsetof(venues_quote_event, ask), 0 },
};

const venues_struct venues_nodes[] = {
  { "quote_1", venues_quote_1_fields, 2, offsetof(venues_t, quote_1), sizeof(venues_quote_1), -1 },
  { "mean_1", venues_mean_1_fields, 3, offsetof(venues_t, mean_1), sizeof(venues_mean_1), -1 },
  { "wide_1", venues_wide_1_fields, 1, offsetof(venues_t, wide_1), sizeof(venues_wide_1), -1 },
  { "quote_2", venues_quote_1_fields, 2, offsetof(venues_t, quote_2), sizeof(venues_quote_1), -1 },
  { "mean_2", venues_mean_1_fields, 3, offsetof(venues_t, mean_2), sizeof(venues_mean_1), -1 },
  { "wide_2", venues_wide_1_fields, 1, offsetof(venues_t, wide_2), sizeof(venues_wide_1), -1 },
  { "quote_3", venues_quote_1_fields, 2, offsetof(venues_t, quote_3), sizeof(venues_quote_1), -1 },
  { "mean_3", venues_mean_1_fields, 3, offsetof(venues_t, mean_3), sizeof(venues_mean_1), -1 },
  { "wide_3", venues_wide_1_fields, 1, offsetof(venues_t, wide_3), sizeof(venues_wide_1), -1 },
  { "quote_4", venues_quote_1_fields, 2, offsetof(venues_t, quote_4), sizeof(venues_quote_1), -1 },
  { "mean_4", venues_mean_1_fields, 3, offsetof(venues_t, mean_4), sizeof(venues_mean_1), -1 },
  { "count_4", venues_count_4_fields, 1, offsetof(venues_t, count_4), sizeof(venues_count_4), -1 },
  { "wide_4", venues_wide_1_fields, 1, offsetof(venues_t, wide_4), sizeof(venues_wide_1), -1 },
  { "quote_5", venues_quote_1_fields, 2, offsetof(venues_t, quote_5), sizeof(venues_quote_1), -1 },
  { "mean_5", venues_mean_1_fields, 3, offsetof(venues_t, mean_5), sizeof(venues_mean_1), -1 },
  { "wide_5", venues_wide_1_fields, 1, offsetof(venues_t, wide_5), sizeof(venues_wide_1), -1 },
  { "quote_6", venues_quote_1_fields, 2, offsetof(venues_t, quote_6), sizeof(venues_quote_1), -1 },
  { "mean_6", venues_mean_1_fields, 3, offsetof(venues_t, mean_6), sizeof(venues_mean_1), -1 },
  { "wide_6", venues_wide_1_fields, 1, offsetof(venues_t, wide_6), sizeof(venues_wide_1), -1 },
  { "quote_7", venues_quote_1_fields, 2, offsetof(venues_t, quote_7), sizeof(venues_quote_1), -1 },
  { "mean_7", venues_mean_1_fields, 3, offsetof(venues_t, mean_7), sizeof(venues_mean_1), -1 },
  { "wide_7", venues_wide_1_fields, 1, offsetof(venues_t, wide_7), sizeof(venues_wide_1), -1 },
  { "quote_8", venues_quote_1_fields, 2, offsetof(venues_t, quote_8), sizeof(venues_quote_1), -1 },
  { "mean_8", venues_mean_1_fields, 3, offsetof(venues_t, mean_8), sizeof(venues_mean_1), -1 },
  { "wide_8", venues_wide_1_fields, 1, offsetof(venues_t, wide_8), sizeof(venues_wide_1), -1 },
  { "best", venues_best_fields, 1, offsetof(venues_t, best), sizeof(venues_best), -1 },
};

const venues_struct venues_events[] = {
  { "Quote", venues_quote_event_fields, 4, 0, sizeof(venues_quote_event), 0 },
};

const char *const venues_callbacks[][3] = {
  { "quote_1", "on Quote where venue=1", "venues.lua:19" },
  { "mean_1", "update", "venues.lua:28" },
  { "wide_1", "update", "venues.lua:44" },
  { "wide_1", "on_arrest", "venues.lua:47" },
  { "quote_2", "on Quote where venue=2", "venues.lua:19" },
  { "mean_2", "update", "venues.lua:28" },
  { "wide_2", "update", "venues.lua:44" },
  { "wide_2", "on_arrest", "venues.lua:47" },
  { "quote_3", "on Quote where venue=3", "venues.lua:19" },
  { "mean_3", "update", "venues.lua:28" },
  { "wide_3", "update", "venues.lua:44" },
  { "wide_3", "on_arrest", "venues.lua:47" },
  { "quote_4", "on Quote where venue=4", "venues.lua:19" },
  { "mean_4", "update", "venues.lua:28" },
  { "count_4", "update", "venues.lua:38" },
  { "wide_4", "update", "venues.lua:44" },
  { "wide_4", "on_arrest", "venues.lua:47" },
  { "quote_5", "on Quote where venue=5", "venues.lua:19" },
  { "mean_5", "update", "venues.lua:28" },
  { "wide_5", "update", "venues.lua:44" },
  { "wide_5", "on_arrest", "venues.lua:47" },
  { "quote_6", "on Quote where venue=6", "venues.lua:19" },
  { "mean_6", "update", "venues.lua:28" },
  { "wide_6", "update", "venues.lua:44" },
  { "wide_6", "on_arrest", "venues.lua:47" },
  { "quote_7", "on Quote where venue=7", "venues.lua:19" },
  { "mean_7", "update", "venues.lua:28" },
  { "wide_7", "update", "venues.lua:44" },
  { "wide_7", "on_arrest", "venues.lua:47" },
  { "quote_8", "on Quote where venue=8", "venues.lua:19" },
  { "mean_8", "update", "venues.lua:28" },
  { "wide_8", "update", "venues.lua:44" },
  { "wide_8", "on_arrest", "venues.lua:47" },
  { "best", "update", "venues.lua:55" },
};

/* Notes which array was indexed out of range, and where. */
static int index_error(venues_t *g, int32_t line, const char *array, double index, int32_t count) {
  g->site.line = line;
  g->site.array = array;
  g->site.index = index;
  g->site.count = count;
  return VENUES_E_INDEX;
}

static inline int64_t flux_i64_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

static inline double flux_max(double a, double b) { return a > b ? a : b; }

static inline double flux_mod(double a, double b) { return a - floor(a / b) * b; }

static inline int32_t flux_sat_i32(double x) {
  if (x >= 2147483647.0) return INT32_MAX;
  if (x > -2147483648.0) return (int32_t)x;
  return x <= -2147483648.0 ? INT32_MIN : 0;
}

/* mid of element i of input 'mids'. */
static inline double best_mids_mid(const venues_t *g, int64_t i) {
  static const size_t offset[] = { offsetof(venues_t, quote_1.mid), offsetof(venues_t, quote_2.mid),
                                   offsetof(venues_t, quote_3.mid), offsetof(venues_t, quote_4.mid),
                                   offsetof(venues_t, quote_5.mid), offsetof(venues_t, quote_6.mid),
                                   offsetof(venues_t, quote_7.mid), offsetof(venues_t, quote_8.mid) };
  return *(const double *)(const void *)((const unsigned char *)g + offset[i]);
}

static inline bool quote_1_on_quote(venues_quote_1 *self, const venues_quote_event *event) {
  self->mid = (event->bid + event->ask) / 2.0;
  self->spread = event->ask - event->bid;
  if (self->spread < 0.0) {
    return false;
  }
  return true;
}

static inline int mean_1_update(venues_mean_1 *self, const venues_quote_1 *quote, venues_t *ctx) {
  self->spread += (quote->spread - self->spread) * 0.125;
  if (self->slot < 0 || self->slot >= 8) return index_error(ctx, 30, "self.last", self->slot, 8);
  self->last[self->slot] = quote->mid;
  self->slot = flux_sat_i32(flux_mod(self->slot + 1.0, 8.0));
  return FLUX_DIRTY;
}

static inline void wide_1_update(venues_wide_1 *self, const venues_quote_1 *quote, const venues_mean_1 *mean,
                                 bool ticked_quote) {
  self->wide = quote->spread > 2.0 * mean->spread && ticked_quote;
}

static inline void wide_1_on_arrest(venues_wide_1 *self) {
  self->wide = false;
}

static inline void count_4_update(venues_count_4 *self) {
  self->count = flux_i64_add(self->count, 1);
}

static inline void best_update(venues_best *self, const venues_t *ctx) {
  self->mid = 0.0;
  for (int i = 0; i < 8; ++i) {
    self->mid = flux_max(self->mid, best_mids_mid(ctx, i));
  }
}

static inline void keep_first(int *first_error, int status) {
  if (*first_error == 0) *first_error = status;
}

APART static void publish_wide(venues_t *g) {
  g->attention |= PUBLISHING;
  g->on_wide(g->user, &g->wide_1);
  g->attention &= ~PUBLISHING;
}

/* Ends a cycle in which a callback failed.
 * Policy skip: the next entry runs normally.
 */
static int failed(venues_t *g, int32_t entry, int32_t callback, int status) {
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
  return status;
}

/* For 4 values of venue; i: which of them, from 0. The names are those of the first's nodes. */
static int quote_cycle_venue_5(venues_t *g, int32_t i, const venues_quote_event *event) {
  venues_quote_1 *quote_5 = AT(g, i, quote_5, quote_6);
  venues_mean_1 *mean_5 = AT(g, i, mean_5, mean_6);
  venues_wide_1 *wide_5 = AT(g, i, wide_5, wide_6);
  int status;
  const bool quote_5_dirty = quote_1_on_quote(quote_5, event);
  if (quote_5_dirty) {
    status = mean_1_update(mean_5, quote_5, g);
    if (status < 0) return failed(g, VENUES_QUOTE, MEAN_5_UPDATE + 4 * i, status);
    wide_1_update(wide_5, quote_5, mean_5, true);
  } else {
    wide_1_on_arrest(wide_5);
  }
  if (quote_5_dirty) best_update(&g->best, g);
  return 0;
}

APART static int quote_cycle_venue_1(venues_t *g, const venues_quote_event *event) {
  int status;
  const bool quote_1_dirty = quote_1_on_quote(&g->quote_1, event);
  bool wide_1_ran = false;
  if (quote_1_dirty) {
    status = mean_1_update(&g->mean_1, &g->quote_1, g);
    if (status < 0) return failed(g, VENUES_QUOTE, MEAN_1_UPDATE, status);
    wide_1_update(&g->wide_1, &g->quote_1, &g->mean_1, true);
  } else {
    wide_1_on_arrest(&g->wide_1);
    wide_1_ran = true;
  }
  if (quote_1_dirty) best_update(&g->best, g);
  if ((quote_1_dirty || wide_1_ran) && g->on_wide != NULL) publish_wide(g);
  return 0;
}

APART static int quote_cycle_venue_2(venues_t *g, const venues_quote_event *event) {
  int status;
  const bool quote_2_dirty = quote_1_on_quote(&g->quote_2, event);
  if (quote_2_dirty) {
    status = mean_1_update(&g->mean_2, &g->quote_2, g);
    if (status < 0) return failed(g, VENUES_QUOTE, MEAN_2_UPDATE, status);
    wide_1_update(&g->wide_2, &g->quote_2, &g->mean_2, true);
  } else {
    wide_1_on_arrest(&g->wide_2);
  }
  if (quote_2_dirty) best_update(&g->best, g);
  return 0;
}

APART static int quote_cycle_venue_3(venues_t *g, const venues_quote_event *event) {
  int status;
  const bool quote_3_dirty = quote_1_on_quote(&g->quote_3, event);
  if (quote_3_dirty) {
    status = mean_1_update(&g->mean_3, &g->quote_3, g);
    if (status < 0) return failed(g, VENUES_QUOTE, MEAN_3_UPDATE, status);
    wide_1_update(&g->wide_3, &g->quote_3, &g->mean_3, true);
  } else {
    wide_1_on_arrest(&g->wide_3);
  }
  if (quote_3_dirty) best_update(&g->best, g);
  return 0;
}

APART static int quote_cycle_venue_4(venues_t *g, const venues_quote_event *event) {
  int status;
  const bool quote_4_dirty = quote_1_on_quote(&g->quote_4, event);
  if (quote_4_dirty) {
    status = mean_1_update(&g->mean_4, &g->quote_4, g);
    if (status < 0) return failed(g, VENUES_QUOTE, MEAN_4_UPDATE, status);
    count_4_update(&g->count_4);
    wide_1_update(&g->wide_4, &g->quote_4, &g->mean_4, true);
  } else {
    wide_1_on_arrest(&g->wide_4);
  }
  if (quote_4_dirty) best_update(&g->best, g);
  return 0;
}

/* Event Quote
 *
 *   quote_1  on Quote where venue=1
 *   mean_1   update                  if quote_1 is dirty
 *   wide_1   update                  if quote_1 is dirty
 *   wide_1   on_arrest               if quote_1 ran, and not updated
 *   quote_2  on Quote where venue=2
 *   mean_2   update                  if quote_2 is dirty
 *   wide_2   update                  if quote_2 is dirty
 *   wide_2   on_arrest               if quote_2 ran, and not updated
 *   quote_3  on Quote where venue=3
 *   mean_3   update                  if quote_3 is dirty
 *   wide_3   update                  if quote_3 is dirty
 *   wide_3   on_arrest               if quote_3 ran, and not updated
 *   quote_4  on Quote where venue=4
 *   mean_4   update                  if quote_4 is dirty
 *   count_4  update                  if quote_4 is dirty
 *   wide_4   update                  if quote_4 is dirty
 *   wide_4   on_arrest               if quote_4 ran, and not updated
 *   quote_5  on Quote where venue=5
 *   mean_5   update                  if quote_5 is dirty
 *   wide_5   update                  if quote_5 is dirty
 *   wide_5   on_arrest               if quote_5 ran, and not updated
 *   quote_6  on Quote where venue=6
 *   mean_6   update                  if quote_6 is dirty
 *   wide_6   update                  if quote_6 is dirty
 *   wide_6   on_arrest               if quote_6 ran, and not updated
 *   quote_7  on Quote where venue=7
 *   mean_7   update                  if quote_7 is dirty
 *   wide_7   update                  if quote_7 is dirty
 *   wide_7   on_arrest               if quote_7 ran, and not updated
 *   quote_8  on Quote where venue=8
 *   mean_8   update                  if quote_8 is dirty
 *   wide_8   update                  if quote_8 is dirty
 *   wide_8   on_arrest               if quote_8 ran, and not updated
 *   best     update                  if any of 8 is dirty: quote_1 … quote_8
 *   wide_1   sink wide               if quote_1 or wide_1 is dirty
 */
static int quote_cycle(venues_t *g, const venues_quote_event *event) {
  const uint32_t i = (uint32_t)event->venue - 5;
  if (i < 4) return quote_cycle_venue_5(g, (int32_t)i, event);
  switch (event->venue) {
  case 1: return quote_cycle_venue_1(g, event);
  case 2: return quote_cycle_venue_2(g, event);
  case 3: return quote_cycle_venue_3(g, event);
  case 4: return quote_cycle_venue_4(g, event);
  default: return 0;
  }
}

/* For 4 values of venue; i: which of them, from 0. The names are those of the first's nodes. */
static void quote_buffer_cycle_venue_1(venues_t *g, int32_t i, const venues_quote_event *event) {
  venues_quote_1 *quote_1 = AT(g, i, quote_1, quote_2);
  bool *pending_quote_1_dirty = AT(g, i, pending.quote_1_dirty, pending.quote_2_dirty);
  bool *pending_quote_1_ran = AT(g, i, pending.quote_1_ran, pending.quote_2_ran);
  {
    const bool dirty = quote_1_on_quote(quote_1, event);
    *pending_quote_1_ran = true;
    g->attention |= HELD;
    if (dirty) *pending_quote_1_dirty = true;
  }
}

/* For 4 values of venue; i: which of them, from 0. The names are those of the first's nodes. */
static void quote_buffer_cycle_venue_5(venues_t *g, int32_t i, const venues_quote_event *event) {
  venues_quote_1 *quote_5 = AT(g, i, quote_5, quote_6);
  bool *pending_quote_5_dirty = AT(g, i, pending.quote_5_dirty, pending.quote_6_dirty);
  bool *pending_quote_5_ran = AT(g, i, pending.quote_5_ran, pending.quote_6_ran);
  {
    const bool dirty = quote_1_on_quote(quote_5, event);
    *pending_quote_5_ran = true;
    g->attention |= HELD;
    if (dirty) *pending_quote_5_dirty = true;
  }
}

/* Event Quote, buffered: nothing propagates yet.
 *
 *   quote_1  on Quote where venue=1
 *   quote_2  on Quote where venue=2
 *   quote_3  on Quote where venue=3
 *   quote_4  on Quote where venue=4
 *   quote_5  on Quote where venue=5
 *   quote_6  on Quote where venue=6
 *   quote_7  on Quote where venue=7
 *   quote_8  on Quote where venue=8
 */
static void quote_buffer_cycle(venues_t *g, const venues_quote_event *event) {
  const uint32_t i = (uint32_t)event->venue - 1;
  const uint32_t i_2 = (uint32_t)event->venue - 5;
  if (i < 4) {
    quote_buffer_cycle_venue_1(g, (int32_t)i, event);
    return;
  }
  if (i_2 < 4) quote_buffer_cycle_venue_5(g, (int32_t)i_2, event);
}

/* What buffered events left to do.
 *
 *   mean_1   update     if quote_1 is dirty
 *   wide_1   update     if quote_1 is dirty
 *   wide_1   on_arrest  if quote_1 ran, and not updated
 *   mean_2   update     if quote_2 is dirty
 *   wide_2   update     if quote_2 is dirty
 *   wide_2   on_arrest  if quote_2 ran, and not updated
 *   mean_3   update     if quote_3 is dirty
 *   wide_3   update     if quote_3 is dirty
 *   wide_3   on_arrest  if quote_3 ran, and not updated
 *   mean_4   update     if quote_4 is dirty
 *   count_4  update     if quote_4 is dirty
 *   wide_4   update     if quote_4 is dirty
 *   wide_4   on_arrest  if quote_4 ran, and not updated
 *   mean_5   update     if quote_5 is dirty
 *   wide_5   update     if quote_5 is dirty
 *   wide_5   on_arrest  if quote_5 ran, and not updated
 *   mean_6   update     if quote_6 is dirty
 *   wide_6   update     if quote_6 is dirty
 *   wide_6   on_arrest  if quote_6 ran, and not updated
 *   mean_7   update     if quote_7 is dirty
 *   wide_7   update     if quote_7 is dirty
 *   wide_7   on_arrest  if quote_7 ran, and not updated
 *   mean_8   update     if quote_8 is dirty
 *   wide_8   update     if quote_8 is dirty
 *   wide_8   on_arrest  if quote_8 ran, and not updated
 *   best     update     if any of 8 is dirty: quote_1 … quote_8
 *   wide_1   sink wide  if quote_1 or wide_1 is dirty
 */
static int trigger_cycle(venues_t *g) {
  const venues_pending pending = g->pending;
  memset(&g->pending, 0, sizeof g->pending);
  int status;
  bool wide_1_ran = false;
  if (pending.quote_1_dirty) {
    status = mean_1_update(&g->mean_1, &g->quote_1, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_1_UPDATE, status);
    wide_1_update(&g->wide_1, &g->quote_1, &g->mean_1, true);
  } else if (pending.quote_1_dirty || pending.quote_1_ran) {
    wide_1_on_arrest(&g->wide_1);
    wide_1_ran = true;
  }
  if (pending.quote_2_dirty) {
    status = mean_1_update(&g->mean_2, &g->quote_2, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_2_UPDATE, status);
    wide_1_update(&g->wide_2, &g->quote_2, &g->mean_2, true);
  } else if (pending.quote_2_dirty || pending.quote_2_ran) {
    wide_1_on_arrest(&g->wide_2);
  }
  if (pending.quote_3_dirty) {
    status = mean_1_update(&g->mean_3, &g->quote_3, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_3_UPDATE, status);
    wide_1_update(&g->wide_3, &g->quote_3, &g->mean_3, true);
  } else if (pending.quote_3_dirty || pending.quote_3_ran) {
    wide_1_on_arrest(&g->wide_3);
  }
  if (pending.quote_4_dirty) {
    status = mean_1_update(&g->mean_4, &g->quote_4, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_4_UPDATE, status);
    count_4_update(&g->count_4);
    wide_1_update(&g->wide_4, &g->quote_4, &g->mean_4, true);
  } else if (pending.quote_4_dirty || pending.quote_4_ran) {
    wide_1_on_arrest(&g->wide_4);
  }
  if (pending.quote_5_dirty) {
    status = mean_1_update(&g->mean_5, &g->quote_5, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_5_UPDATE, status);
    wide_1_update(&g->wide_5, &g->quote_5, &g->mean_5, true);
  } else if (pending.quote_5_dirty || pending.quote_5_ran) {
    wide_1_on_arrest(&g->wide_5);
  }
  if (pending.quote_6_dirty) {
    status = mean_1_update(&g->mean_6, &g->quote_6, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_6_UPDATE, status);
    wide_1_update(&g->wide_6, &g->quote_6, &g->mean_6, true);
  } else if (pending.quote_6_dirty || pending.quote_6_ran) {
    wide_1_on_arrest(&g->wide_6);
  }
  if (pending.quote_7_dirty) {
    status = mean_1_update(&g->mean_7, &g->quote_7, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_7_UPDATE, status);
    wide_1_update(&g->wide_7, &g->quote_7, &g->mean_7, true);
  } else if (pending.quote_7_dirty || pending.quote_7_ran) {
    wide_1_on_arrest(&g->wide_7);
  }
  if (pending.quote_8_dirty) {
    status = mean_1_update(&g->mean_8, &g->quote_8, g);
    if (status < 0) return failed(g, VENUES_ENTRY_TRIGGER, MEAN_8_UPDATE, status);
    wide_1_update(&g->wide_8, &g->quote_8, &g->mean_8, true);
  } else if (pending.quote_8_dirty || pending.quote_8_ran) {
    wide_1_on_arrest(&g->wide_8);
  }
  if (pending.quote_1_dirty || pending.quote_2_dirty || pending.quote_3_dirty || pending.quote_4_dirty ||
      pending.quote_5_dirty || pending.quote_6_dirty || pending.quote_7_dirty || pending.quote_8_dirty) {
    best_update(&g->best, g);
  }
  if ((pending.quote_1_dirty || wide_1_ran) && g->on_wide != NULL) publish_wide(g);
  return 0;
}

static int run_trigger(venues_t *g) {
  g->attention &= ~HELD;
  g->cycle++;
  return trigger_cycle(g);
}

static void set_first_time(venues_t *g, int64_t time) {
  g->attention &= ~FRESH;
  g->now = time;
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_quote(venues_t *g, const venues_quote_event *event) {
  int first_error = 0;
  if (g->attention & PUBLISHING) return VENUES_E_MISUSE;
  if (g->attention & HELD) keep_first(&first_error, run_trigger(g));
  if (g->attention & FRESH) set_first_time(g, event->time);
  keep_first(&first_error, venues_on_quote(g, event));
  return first_error;
}

int venues_on_quote(venues_t *g, const venues_quote_event *event) {
  if (g->attention != 0) return prepare_quote(g, event);
  if (UNLIKELY(event->time < g->now)) {
    g->late++;
  } else {
    g->now = event->time;
  }
  g->cycle++;
  return quote_cycle(g, event);
}

long venues_on_quote_n(venues_t *g, const venues_quote_event *events, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const int status = venues_on_quote(g, &events[i]);
    if (status < 0) return i > 0 ? (long)i : status;
  }
  return (long)n;
}

int venues_dispatch(venues_t *g, int type, const void *event) {
  switch (type) {
  case VENUES_QUOTE: return venues_on_quote(g, event);
  default: return VENUES_E_UNHANDLED;
  }
}

/* Sees to what an earlier entry left, then runs this one. */
COLD static int prepare_buffer_quote(venues_t *g, const venues_quote_event *event) {
  if (g->attention & PUBLISHING) return VENUES_E_MISUSE;
  if (g->attention & FRESH) set_first_time(g, event->time);
  return venues_buffer_quote(g, event);
}

int venues_buffer_quote(venues_t *g, const venues_quote_event *event) {
  if ((g->attention & (PUBLISHING | FRESH)) != 0) return prepare_buffer_quote(g, event);
  if (UNLIKELY(event->time < g->now)) {
    g->late++;
  } else {
    g->now = event->time;
  }
  g->cycle++;
  quote_buffer_cycle(g, event);
  return 0;
}

int venues_buffer(venues_t *g, int type, const void *event) {
  switch (type) {
  case VENUES_QUOTE: return venues_buffer_quote(g, event);
  default: return VENUES_E_UNHANDLED;
  }
}

int venues_trigger(venues_t *g) {
  if (g->attention & PUBLISHING) return VENUES_E_MISUSE;
  return (g->attention & HELD) != 0 ? run_trigger(g) : 0;
}

int venues_advance(venues_t *g, int64_t time) {
  if ((g->attention & (PUBLISHING | FRESH)) != 0) {
    if (g->attention & PUBLISHING) return VENUES_E_MISUSE;
    if (g->attention & FRESH) set_first_time(g, time);
  }
  if (time > g->now) g->now = time;
  return 0;
}

/* State and time as before the first entry; what the host has set stays. */
static void set_initial_state(venues_t *g) {
  memset(g, 0, offsetof(venues_t, on_wide));
  g->attention = FRESH;
}

void venues_init(venues_t *g) {
  memset(g, 0, sizeof *g);
  set_initial_state(g);
}

int venues_reset(venues_t *g) {
  if (g->attention & PUBLISHING) return VENUES_E_MISUSE;
  set_initial_state(g);
  return 0;
}
