/* weather.h -- the event graph 'weather', written by flux from weather.lua.
 * Do not edit it: change the script and export again.
 *
 *   weather_t g;
 *   weather_init(&g);
 *   g.on_day = print_day;
 *   g.user = stdout;
 *   int rc = weather_on_reading(&g, &(weather_reading_event){ .date = t, .pressure = 1.5, .temperature = 1.5 });
 *
 * An entry returns 0 or a negative status. One thread at a time may use an instance; instances share nothing, and
 * there is nothing to free. Compile with -ffp-contract=off and without -ffast-math: results are then the same
 * everywhere. Link with -lm: floor of the C library is called.
 */
#ifndef WEATHER_H
#define WEATHER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Layout of the state; and the graph: topology, bodies and parameters. */
#define WEATHER_LAYOUT_HASH UINT64_C(0xb5c7ea02d5fc07f5)
#define WEATHER_GRAPH_HASH UINT64_C(0x637664e1239d0cd5)

/* Event types, for weather_dispatch. */
enum {
  WEATHER_READING = 0
};

/* Statuses. */
enum {
  WEATHER_E_INDEX = -8,      /* an array index is out of range */
  WEATHER_E_UNHANDLED = -11, /* no node handles this event type */
  WEATHER_E_STOPPED = -12,   /* stopped by an earlier error */
  WEATHER_E_DEADLINES = -14, /* too many timer deadlines in one jump */
  WEATHER_E_MISUSE = -16     /* the call is not allowed here */
};

/* Entries that are not an event type. */
enum { WEATHER_ENTRY_TRIGGER = -1, WEATHER_ENTRY_TIMER = -2, WEATHER_ENTRY_START = -3, WEATHER_ENTRY_STOP = -4 };

/* Event Reading; date is its time in ns. */
typedef struct weather_reading_event {
  int64_t date;       /* ns since 1970 */
  double pressure;    /* hPa */
  double temperature; /* °C */
  double wind;        /* m/s */
} weather_reading_event;

/* Node reading. */
typedef struct weather_reading {
  double pressure;
  double temperature;
  double wind;
} weather_reading;

/* Node rolling. */
typedef struct weather_rolling {
  double mean;
  double range;
  double window[24];
  int32_t next;
  int32_t count;
} weather_rolling;

/* Node swing. */
typedef struct weather_swing {
  double range;
  int64_t at;
} weather_swing;

/* Node day. */
typedef struct weather_day {
  int64_t ended;
  double mean;
  double low;
  double high;
  int32_t hours;
  uint8_t pad_0[4];
  double sum;
  double least;
  double most;
  int32_t count;
  uint8_t pad_1[4];
} weather_day;

/* Node warmest. */
typedef struct weather_warmest {
  double mean;
  int64_t ended;
} weather_warmest;

/* Node fall. */
typedef struct weather_fall {
  double value;
  double before[3];
  int32_t count;
  uint8_t pad_0[4];
} weather_fall;

/* Nodes of kind Alert. */
typedef struct weather_alert {
  int64_t since;
  double level;
  bool on;
  uint8_t pad_0[3];
  int32_t switches;
} weather_alert;

typedef weather_alert weather_wind;
typedef weather_alert weather_front;

/* What buffered events left for the trigger. */
typedef struct weather_pending {
  bool reading_dirty;
} weather_pending;

/* The first error since status was last 0; set it to 0 when you have dealt with it. */
typedef struct weather_error {
  int32_t status;    /* negative; 0: no error */
  int32_t callback;  /* index into weather_callbacks */
  uint64_t cycle;
  int64_t now;
  int32_t entry;     /* WEATHER_… event type, or WEATHER_ENTRY_… */
  int32_t line;      /* the script's line that failed; 0: unknown */
  const char *array; /* an index out of range: the array's name, or which capacity is used up; else NULL */
  double index;
  int32_t count;     /* of its elements */
} weather_error;

/* One instance of the graph. Its state is yours to read. */
typedef struct weather_t {
  int64_t now;           /* ns; never moves backwards */
  uint64_t cycle;        /* number of the current or last cycle, from 1 */
  uint64_t late;         /* events whose time was less than now */
  int64_t next_deadline; /* earliest timer; INT64_MAX: none */
  int32_t attention;     /* 0: an event may run at once */
  weather_reading reading;
  weather_rolling rolling;
  weather_swing swing;
  weather_day day;
  weather_warmest warmest;
  weather_fall fall;
  weather_wind wind;     /* Alert, above = 4.4, below = 4 */
  weather_front front;   /* Alert, above = 0.75, below = 0.25 */
  int64_t deadline[1];   /* by timer: day */
  bool due[1];           /* day */
  weather_pending pending;
  uint64_t skipped;      /* cycles that ended in an error */
  /* where a callback is failing */
  struct { const char *array; double index; int32_t count, line; } site;
  weather_error error;
  /* sink day; NULL: nobody listens */
  void (*on_day)(void *user, const weather_day *day);
  /* sink warmest; NULL: nobody listens */
  void (*on_warmest)(void *user, const weather_warmest *warmest);
  /* sink swing; NULL: nobody listens */
  void (*on_swing)(void *user, const weather_swing *swing);
  /* sink wind_alert; NULL: nobody listens */
  void (*on_wind_alert)(void *user, const weather_wind *wind);
  /* sink front_alert; NULL: nobody listens */
  void (*on_front_alert)(void *user, const weather_front *front);
  void *user;            /* given back to every function above */
} weather_t;

/* For tools: the fields of nodes and events. */
typedef struct weather_field {
  const char *name;
  const char *type; /* as declared */
  uint32_t offset;  /* in its struct */
  uint32_t count;   /* of an array; else 0 */
} weather_field;

typedef struct weather_struct {
  const char *name;
  const weather_field *fields;
  uint32_t field_count;
  uint32_t offset; /* a node's, in weather_t; events: 0 */
  uint32_t size;
  int32_t time;    /* an event's time field; -1: none */
} weather_struct;

enum { WEATHER_NODES = 8, WEATHER_EVENTS = 1 };
extern const weather_struct weather_nodes[]; /* in schedule order */
extern const weather_struct weather_events[];
extern const char *const weather_callbacks[][3]; /* node, callback, where it is written */

/* Makes an instance: state at its start, nothing set by the host. */
void weather_init(weather_t *g);

/* One event Reading. */
int weather_on_reading(weather_t *g, const weather_reading_event *event);
/* A batch: returns n, or i < n when events[i] failed or was refused (i = 0: its negative status); go on at i + 1. */
long weather_on_reading_n(weather_t *g, const weather_reading_event *events, size_t n);

/* An event by its type. */
int weather_dispatch(weather_t *g, int type, const void *event);

/* Buffered events: their handlers run now, everything else once,
 * at weather_trigger or before the next plain event.
 */
int weather_buffer_reading(weather_t *g, const weather_reading_event *event);
int weather_buffer(weather_t *g, int type, const void *event);
int weather_trigger(weather_t *g);

/* Moves the time, and runs the timers that are due. */
int weather_advance(weather_t *g, int64_t time);
/* Starts anew; what the host has set stays. */
int weather_reset(weather_t *g);
/* Goes on after an error, with the state as it is. */
int weather_resume(weather_t *g);

#ifdef __cplusplus
}
#endif
#endif
