/* venues.h -- the event graph 'venues', written by flux from venues.lua.
 * Do not edit it: change the script and export again.
 *
 *   venues_t g;
 *   venues_init(&g);
 *   g.on_wide = print_wide;
 *   g.user = stdout;
 *   int rc = venues_on_quote(&g, &(venues_quote_event){ .time = t, .venue = 1, .bid = 1.5 });
 *
 * An entry returns 0 or a negative status. One thread at a time may use an instance; instances share nothing, and
 * there is nothing to free. Compile with -ffp-contract=off and without -ffast-math: results are then the same
 * everywhere. Link with -lm: floor of the C library is called.
 */
#ifndef VENUES_H
#define VENUES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Layout of the state; and the graph: topology, bodies and parameters. */
#define VENUES_LAYOUT_HASH UINT64_C(0xb76d35d131a80d63)
#define VENUES_GRAPH_HASH UINT64_C(0x833e0a31e85638c9)

/* Event types, for venues_dispatch. */
enum {
  VENUES_QUOTE = 0
};

/* Statuses. */
enum {
  VENUES_E_INDEX = -8,      /* an array index is out of range */
  VENUES_E_UNHANDLED = -11, /* no node handles this event type */
  VENUES_E_MISUSE = -16     /* the call is not allowed here */
};

/* Entries that are not an event type. */
enum { VENUES_ENTRY_TRIGGER = -1, VENUES_ENTRY_TIMER = -2, VENUES_ENTRY_START = -3, VENUES_ENTRY_STOP = -4 };

/* Event Quote; time is its time in ns. */
typedef struct venues_quote_event {
  int64_t time;
  int32_t venue;
  uint8_t pad_0[4];
  double bid;
  double ask;
} venues_quote_event;

/* Nodes that venues.lua:16 declares. */
typedef struct venues_quote_1 {
  double mid;
  double spread;
} venues_quote_1;

/* Nodes that venues.lua:25 declares. */
typedef struct venues_mean_1 {
  double spread;
  int32_t slot;
  uint8_t pad_0[4];
  double last[8];
} venues_mean_1;

/* Nodes that venues.lua:41 declares. */
typedef struct venues_wide_1 {
  bool wide;
} venues_wide_1;

/* Node count_4. */
typedef struct venues_count_4 {
  int64_t count;
} venues_count_4;

/* Node best. */
typedef struct venues_best {
  double mid;
} venues_best;

typedef venues_quote_1 venues_quote_2;
typedef venues_mean_1 venues_mean_2;
typedef venues_wide_1 venues_wide_2;
typedef venues_quote_1 venues_quote_3;
typedef venues_mean_1 venues_mean_3;
typedef venues_wide_1 venues_wide_3;
typedef venues_quote_1 venues_quote_4;
typedef venues_mean_1 venues_mean_4;
typedef venues_wide_1 venues_wide_4;
typedef venues_quote_1 venues_quote_5;
typedef venues_mean_1 venues_mean_5;
typedef venues_wide_1 venues_wide_5;
typedef venues_quote_1 venues_quote_6;
typedef venues_mean_1 venues_mean_6;
typedef venues_wide_1 venues_wide_6;
typedef venues_quote_1 venues_quote_7;
typedef venues_mean_1 venues_mean_7;
typedef venues_wide_1 venues_wide_7;
typedef venues_quote_1 venues_quote_8;
typedef venues_mean_1 venues_mean_8;
typedef venues_wide_1 venues_wide_8;

/* What buffered events left for the trigger. */
typedef struct venues_pending {
  bool quote_1_dirty;
  bool quote_1_ran;
  bool quote_2_dirty;
  bool quote_2_ran;
  bool quote_3_dirty;
  bool quote_3_ran;
  bool quote_4_dirty;
  bool quote_4_ran;
  bool quote_5_dirty;
  bool quote_5_ran;
  bool quote_6_dirty;
  bool quote_6_ran;
  bool quote_7_dirty;
  bool quote_7_ran;
  bool quote_8_dirty;
  bool quote_8_ran;
} venues_pending;

/* The first error since status was last 0; set it to 0 when you have dealt with it. */
typedef struct venues_error {
  int32_t status;    /* negative; 0: no error */
  int32_t callback;  /* index into venues_callbacks */
  uint64_t cycle;
  int64_t now;
  int32_t entry;     /* VENUES_… event type, or VENUES_ENTRY_… */
  int32_t line;      /* the script's line that failed; 0: unknown */
  const char *array; /* an index out of range: the array's name, or which capacity is used up; else NULL */
  double index;
  int32_t count;     /* of its elements */
} venues_error;

/* One instance of the graph. Its state is yours to read. */
typedef struct venues_t {
  int64_t now;       /* ns; never moves backwards */
  uint64_t cycle;    /* number of the current or last cycle, from 1 */
  uint64_t late;     /* events whose time was less than now */
  int32_t attention; /* 0: an event may run at once */
  venues_quote_1 quote_1;
  venues_mean_1 mean_1;
  venues_wide_1 wide_1;
  venues_quote_2 quote_2;
  venues_mean_2 mean_2;
  venues_wide_2 wide_2;
  venues_quote_3 quote_3;
  venues_mean_3 mean_3;
  venues_wide_3 wide_3;
  venues_quote_4 quote_4;
  venues_mean_4 mean_4;
  venues_count_4 count_4;
  venues_wide_4 wide_4;
  venues_quote_5 quote_5;
  venues_mean_5 mean_5;
  venues_wide_5 wide_5;
  venues_quote_6 quote_6;
  venues_mean_6 mean_6;
  venues_wide_6 wide_6;
  venues_quote_7 quote_7;
  venues_mean_7 mean_7;
  venues_wide_7 wide_7;
  venues_quote_8 quote_8;
  venues_mean_8 mean_8;
  venues_wide_8 wide_8;
  venues_best best;
  venues_pending pending;
  uint64_t skipped;  /* cycles that ended in an error */
  /* where a callback is failing */
  struct { const char *array; double index; int32_t count, line; } site;
  venues_error error;
  /* sink wide; NULL: nobody listens */
  void (*on_wide)(void *user, const venues_wide_1 *wide_1);
  void *user;        /* given back to every function above */
} venues_t;

/* For tools: the fields of nodes and events. */
typedef struct venues_field {
  const char *name;
  const char *type; /* as declared */
  uint32_t offset;  /* in its struct */
  uint32_t count;   /* of an array; else 0 */
} venues_field;

typedef struct venues_struct {
  const char *name;
  const venues_field *fields;
  uint32_t field_count;
  uint32_t offset; /* a node's, in venues_t; events: 0 */
  uint32_t size;
  int32_t time;    /* an event's time field; -1: none */
} venues_struct;

enum { VENUES_NODES = 26, VENUES_EVENTS = 1 };
extern const venues_struct venues_nodes[]; /* in schedule order */
extern const venues_struct venues_events[];
extern const char *const venues_callbacks[][3]; /* node, callback, where it is written */

/* Makes an instance: state at its start, nothing set by the host. */
void venues_init(venues_t *g);

/* One event Quote. */
int venues_on_quote(venues_t *g, const venues_quote_event *event);
/* A batch: returns n, or i < n when events[i] failed or was refused (i = 0: its negative status); go on at i + 1. */
long venues_on_quote_n(venues_t *g, const venues_quote_event *events, size_t n);

/* An event by its type. */
int venues_dispatch(venues_t *g, int type, const void *event);

/* Buffered events: their handlers run now, everything else once,
 * at venues_trigger or before the next plain event.
 */
int venues_buffer_quote(venues_t *g, const venues_quote_event *event);
int venues_buffer(venues_t *g, int type, const void *event);
int venues_trigger(venues_t *g);

/* Moves the time. */
int venues_advance(venues_t *g, int64_t time);
/* Starts anew; what the host has set stays. */
int venues_reset(venues_t *g);

#ifdef __cplusplus
}
#endif
#endif
