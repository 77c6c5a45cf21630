/* ladder.h -- the event graph 'ladder', written by flux from ladder.lua.
 * Do not edit it: change the script and export again.
 *
 *   ladder_t g;
 *   ladder_init(&g);
 *   g.on_published = print_published;
 *   g.user = stdout;
 *   int rc = ladder_on_tick(&g, &(ladder_tick_event){ .price = 1.5, .size = 1.5, .time = t });
 *
 * An entry returns 0 or a negative status. One thread at a time may use an instance; instances share nothing, and
 * there is nothing to free. Compile with -ffp-contract=off and without -ffast-math: results are then the same
 * everywhere.
 */
#ifndef LADDER_H
#define LADDER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Layout of the state; and the graph: topology, bodies and parameters. */
#define LADDER_LAYOUT_HASH UINT64_C(0x2662a7961ebe0f26)
#define LADDER_GRAPH_HASH UINT64_C(0xf7715fa3360271be)

/* Event types, for ladder_dispatch. */
enum {
  LADDER_TICK = 0
};

/* Statuses. */
enum {
  LADDER_E_UNHANDLED = -11, /* no node handles this event type */
  LADDER_E_MISUSE = -16     /* the call is not allowed here */
};

/* Event Tick; time is its time in ns. */
typedef struct ladder_tick_event {
  double price;
  double size;
  int64_t time;
} ladder_tick_event;

/* Node tick. */
typedef struct ladder_tick {
  double price;
  double size;
} ladder_tick;

/* Nodes of kind Ema. */
typedef struct ladder_ema {
  double value;
} ladder_ema;

/* Node spread. */
typedef struct ladder_spread {
  double value;
} ladder_spread;

/* Node notional. */
typedef struct ladder_notional {
  double value;
} ladder_notional;

/* Node vwap. */
typedef struct ladder_vwap {
  double pv;
  double v;
  double value;
} ladder_vwap;

/* Node dev. */
typedef struct ladder_dev {
  double value;
} ladder_dev;

/* Node var. */
typedef struct ladder_var {
  double value;
} ladder_var;

/* Node detector. */
typedef struct ladder_detector {
  double score;
  int64_t count;
} ladder_detector;

/* Node publisher. */
typedef struct ladder_publisher {
  double published;
  int64_t count;
} ladder_publisher;

typedef ladder_ema ladder_fast;
typedef ladder_ema ladder_slow;

/* What buffered events left for the trigger. */
typedef struct ladder_pending {
  bool tick_dirty;
} ladder_pending;

/* One instance of the graph. Its state is yours to read. */
typedef struct ladder_t {
  int64_t now;       /* ns; never moves backwards */
  uint64_t cycle;    /* number of the current or last cycle, from 1 */
  uint64_t late;     /* events whose time was less than now */
  int32_t attention; /* 0: an event may run at once */
  ladder_tick tick;
  ladder_fast fast;  /* Ema, alpha = 0.2 */
  ladder_slow slow;  /* Ema, alpha = 0.02 */
  ladder_spread spread;
  ladder_notional notional;
  ladder_vwap vwap;
  ladder_dev dev;
  ladder_var var;
  ladder_detector detector;
  ladder_publisher publisher;
  ladder_pending pending;
  /* sink published; NULL: nobody listens */
  void (*on_published)(void *user, const ladder_publisher *publisher);
  void *user;        /* given back to every function above */
} ladder_t;

/* For tools: the fields of nodes and events. */
typedef struct ladder_field {
  const char *name;
  const char *type; /* as declared */
  uint32_t offset;  /* in its struct */
  uint32_t count;   /* of an array; else 0 */
} ladder_field;

typedef struct ladder_struct {
  const char *name;
  const ladder_field *fields;
  uint32_t field_count;
  uint32_t offset; /* a node's, in ladder_t; events: 0 */
  uint32_t size;
  int32_t time;    /* an event's time field; -1: none */
} ladder_struct;

enum { LADDER_NODES = 10, LADDER_EVENTS = 1 };
extern const ladder_struct ladder_nodes[]; /* in schedule order */
extern const ladder_struct ladder_events[];

/* Makes an instance: state at its start, nothing set by the host. */
void ladder_init(ladder_t *g);

/* One event Tick. */
int ladder_on_tick(ladder_t *g, const ladder_tick_event *event);
/* A batch: returns n, or i < n when events[i] failed or was refused (i = 0: its negative status); go on at i + 1. */
long ladder_on_tick_n(ladder_t *g, const ladder_tick_event *events, size_t n);

/* An event by its type. */
int ladder_dispatch(ladder_t *g, int type, const void *event);

/* Buffered events: their handlers run now, everything else once,
 * at ladder_trigger or before the next plain event.
 */
int ladder_buffer_tick(ladder_t *g, const ladder_tick_event *event);
int ladder_buffer(ladder_t *g, int type, const void *event);
int ladder_trigger(ladder_t *g);

/* Moves the time. */
int ladder_advance(ladder_t *g, int64_t time);
/* Starts anew; what the host has set stays. */
int ladder_reset(ladder_t *g);

#ifdef __cplusplus
}
#endif
#endif
