/* anomaly.h -- the event graph 'anomaly', written by flux from anomaly.lua.
 * Do not edit it: change the script and export again.
 *
 *   anomaly_t g;
 *   anomaly_init(&g);
 *   g.on_anomaly = print_anomaly;
 *   g.user = stdout;
 *   int rc = anomaly_on_reading(&g, &(anomaly_reading_event){ .date = t, .pressure = 1.5, .temperature = 1.5 });
 *
 * An entry returns 0 or a negative status. One thread at a time may use an instance; instances share nothing, and
 * there is nothing to free. Compile with -ffp-contract=off and without -ffast-math: results are then the same
 * everywhere. Link with -lm: sqrt of the C library is called.
 */
#ifndef ANOMALY_H
#define ANOMALY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Layout of the state; and the graph: topology, bodies and parameters. */
#define ANOMALY_LAYOUT_HASH UINT64_C(0x99a32558034c1ea6)
#define ANOMALY_GRAPH_HASH UINT64_C(0x2eb3d7c5b9d67597)

/* Event types, for anomaly_dispatch. */
enum {
  ANOMALY_READING = 0
};

/* Statuses. */
enum {
  ANOMALY_E_UNHANDLED = -11, /* no node handles this event type */
  ANOMALY_E_MISUSE = -16     /* the call is not allowed here */
};

/* Event Reading; date is its time in ns. */
typedef struct anomaly_reading_event {
  int64_t date;       /* ns since 1970 */
  double pressure;    /* hPa */
  double temperature; /* °C */
  double wind;        /* m/s */
} anomaly_reading_event;

/* Node reading. */
typedef struct anomaly_reading {
  double pressure;
  int64_t count;
} anomaly_reading;

/* Node change. */
typedef struct anomaly_change {
  double value;
  int32_t count;
  int32_t next;
  double held[1];
} anomaly_change;

/* Node deviation. */
typedef struct anomaly_deviation {
  double value;
  uint16_t count; /* values in the window */
  uint8_t pad_0[6];
  double newest;
  uint16_t newer; /* values in the newer part */
  uint8_t pad_1[6];
  double newer_mean;
  double newer_m2;
  double newer_shift;
  double older_shift;
  double held_mean[168];
  double held_m2[168];
} anomaly_deviation;

/* Node size. */
typedef struct anomaly_size {
  double value;
} anomaly_size;

/* Node alarm. */
typedef struct anomaly_alarm {
  bool on;
  uint8_t pad_0[7];
  int64_t switches;
} anomaly_alarm;

/* Node anomaly. */
typedef struct anomaly_anomaly {
  int64_t reading;
  double deviation;
  bool on;
  uint8_t pad_0[7];
} anomaly_anomaly;

/* What buffered events left for the trigger. */
typedef struct anomaly_pending {
  bool reading_dirty;
} anomaly_pending;

/* One instance of the graph. Its state is yours to read. */
typedef struct anomaly_t {
  int64_t now;                 /* ns; never moves backwards */
  uint64_t cycle;              /* number of the current or last cycle, from 1 */
  uint64_t late;               /* events whose time was less than now */
  int32_t attention;           /* 0: an event may run at once */
  anomaly_reading reading;
  anomaly_change change;       /* Diff */
  anomaly_deviation deviation; /* Zscore */
  anomaly_size size;
  anomaly_alarm alarm;         /* Hysteresis, above = 3, below = 2 */
  anomaly_anomaly anomaly;
  anomaly_pending pending;
  /* sink anomaly; NULL: nobody listens */
  void (*on_anomaly)(void *user, const anomaly_anomaly *anomaly);
  void *user;                  /* given back to every function above */
} anomaly_t;

/* For tools: the fields of nodes and events. */
typedef struct anomaly_field {
  const char *name;
  const char *type; /* as declared */
  uint32_t offset;  /* in its struct */
  uint32_t count;   /* of an array; else 0 */
} anomaly_field;

typedef struct anomaly_struct {
  const char *name;
  const anomaly_field *fields;
  uint32_t field_count;
  uint32_t offset; /* a node's, in anomaly_t; events: 0 */
  uint32_t size;
  int32_t time;    /* an event's time field; -1: none */
} anomaly_struct;

enum { ANOMALY_NODES = 6, ANOMALY_EVENTS = 1 };
extern const anomaly_struct anomaly_nodes[]; /* in schedule order */
extern const anomaly_struct anomaly_events[];

/* Makes an instance: state at its start, nothing set by the host. */
void anomaly_init(anomaly_t *g);

/* One event Reading. */
int anomaly_on_reading(anomaly_t *g, const anomaly_reading_event *event);
/* A batch: returns n, or i < n when events[i] failed or was refused (i = 0: its negative status); go on at i + 1. */
long anomaly_on_reading_n(anomaly_t *g, const anomaly_reading_event *events, size_t n);

/* An event by its type. */
int anomaly_dispatch(anomaly_t *g, int type, const void *event);

/* Buffered events: their handlers run now, everything else once,
 * at anomaly_trigger or before the next plain event.
 */
int anomaly_buffer_reading(anomaly_t *g, const anomaly_reading_event *event);
int anomaly_buffer(anomaly_t *g, int type, const void *event);
int anomaly_trigger(anomaly_t *g);

/* Moves the time. */
int anomaly_advance(anomaly_t *g, int64_t time);
/* Starts anew; what the host has set stays. */
int anomaly_reset(anomaly_t *g);

#ifdef __cplusplus
}
#endif
#endif
