/* hello.h -- the event graph 'hello', written by flux from hello.lua.
 * Do not edit it: change the script and export again.
 *
 *   hello_t g;
 *   hello_init(&g);
 *   g.on_jump = print_jump;
 *   g.user = stdout;
 *   int rc = hello_on_tick(&g, &(hello_tick_event){ .time = t, .price = 1.5 });
 *
 * An entry returns 0 or a negative status. One thread at a time may use an instance; instances share nothing, and
 * there is nothing to free. Compile with -ffp-contract=off and without -ffast-math: results are then the same
 * everywhere.
 */
#ifndef HELLO_H
#define HELLO_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Layout of the state; and the graph: topology, bodies and parameters. */
#define HELLO_LAYOUT_HASH UINT64_C(0x4e5a967b0184bf75)
#define HELLO_GRAPH_HASH UINT64_C(0xc6d980b19f44c8e1)

/* Event types, for hello_dispatch. */
enum {
  HELLO_TICK = 0
};

/* Statuses. */
enum {
  HELLO_E_UNHANDLED = -11, /* no node handles this event type */
  HELLO_E_MISUSE = -16     /* the call is not allowed here */
};

/* Event Tick; time is its time in ns. */
typedef struct hello_tick_event {
  int64_t time;
  double price;
} hello_tick_event;

/* Node tick. */
typedef struct hello_tick {
  double price;
} hello_tick;

/* Node mean. */
typedef struct hello_mean {
  double value;
} hello_mean;

/* Node jump. */
typedef struct hello_jump {
  double above;
} hello_jump;

/* What buffered events left for the trigger. */
typedef struct hello_pending {
  bool tick_dirty;
} hello_pending;

/* One instance of the graph. Its state is yours to read. */
typedef struct hello_t {
  int64_t now;       /* ns; never moves backwards */
  uint64_t cycle;    /* number of the current or last cycle, from 1 */
  uint64_t late;     /* events whose time was less than now */
  int32_t attention; /* 0: an event may run at once */
  hello_tick tick;
  hello_mean mean;
  hello_jump jump;
  hello_pending pending;
  /* sink jump; NULL: nobody listens */
  void (*on_jump)(void *user, const hello_jump *jump);
  void *user;        /* given back to every function above */
} hello_t;

/* For tools: the fields of nodes and events. */
typedef struct hello_field {
  const char *name;
  const char *type; /* as declared */
  uint32_t offset;  /* in its struct */
  uint32_t count;   /* of an array; else 0 */
} hello_field;

typedef struct hello_struct {
  const char *name;
  const hello_field *fields;
  uint32_t field_count;
  uint32_t offset; /* a node's, in hello_t; events: 0 */
  uint32_t size;
  int32_t time;    /* an event's time field; -1: none */
} hello_struct;

enum { HELLO_NODES = 3, HELLO_EVENTS = 1 };
extern const hello_struct hello_nodes[]; /* in schedule order */
extern const hello_struct hello_events[];

/* Makes an instance: state at its start, nothing set by the host. */
void hello_init(hello_t *g);

/* One event Tick. */
int hello_on_tick(hello_t *g, const hello_tick_event *event);
/* A batch: returns n, or i < n when events[i] failed or was refused (i = 0: its negative status); go on at i + 1. */
long hello_on_tick_n(hello_t *g, const hello_tick_event *events, size_t n);

/* An event by its type. */
int hello_dispatch(hello_t *g, int type, const void *event);

/* Buffered events: their handlers run now, everything else once,
 * at hello_trigger or before the next plain event.
 */
int hello_buffer_tick(hello_t *g, const hello_tick_event *event);
int hello_buffer(hello_t *g, int type, const void *event);
int hello_trigger(hello_t *g);

/* Moves the time. */
int hello_advance(hello_t *g, int64_t time);
/* Starts anew; what the host has set stays. */
int hello_reset(hello_t *g);

#ifdef __cplusplus
}
#endif
#endif
