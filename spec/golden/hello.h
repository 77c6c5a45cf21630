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
  HELLO_E_INPUT = -3,      /* bad input */
  HELLO_E_LIMIT = -5,      /* a limit is exceeded */
  HELLO_E_UNHANDLED = -11, /* no node handles this event type */
  HELLO_E_MISUSE = -16     /* the call is not allowed here */
};

/* Entries that are not an event type. */
enum { HELLO_ENTRY_TRIGGER = -1, HELLO_ENTRY_TIMER = -2, HELLO_ENTRY_START = -3, HELLO_ENTRY_STOP = -4 };

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

/* How much the audit records: nothing; cycles, errors; calls, posts, sinks too; and state that changed. */
enum { HELLO_AUDIT_OFF = 0, HELLO_AUDIT_CYCLES = 1, HELLO_AUDIT_NODES = 2, HELLO_AUDIT_VALUES = 3 };
enum { HELLO_AUDIT_SCRATCH = 8 }; /* bytes that a ring has besides its header and records */

/* The head of a ring of records, which follow it: memory of yours. */
typedef struct hello_audit_ring {
  char magic[8];        /* "FLUXAUDT" */
  uint32_t version, record_size;
  uint64_t fingerprint; /* HELLO_GRAPH_HASH */
  uint64_t next;        /* number of the next record; record i stands at i % capacity */
  uint64_t limit;       /* where it is full */
  uint64_t read;        /* number of the first record that was not read yet */
  uint64_t lost;        /* records that found no place, or were found overwritten */
  uint32_t capacity;    /* records; a power of two */
  uint32_t overwrite;   /* when full: 1 the oldest goes, 0 the new one is dropped */
  uint32_t text, scratch;
  uint64_t checksum;    /* of a file */
  char graph[16];
} hello_audit_ring;

/* `flux trace` decodes them; docs/tools.md of flux says what they mean. */
typedef struct hello_audit_record {
  uint64_t cycle;
  int64_t time;
  uint8_t kind, outcome;
  int16_t event;    /* event type of the entry, or HELLO_ENTRY_… */
  uint32_t subject; /* callback, value, sink */
  int64_t value;
} hello_audit_record;

/* What the audit keeps in an instance. */
typedef struct hello_audit_state {
  hello_audit_ring *ring; /* NULL: off */
  int16_t event;          /* of the current entry */
  bool cycles;
  uint8_t level[3];       /* by node */
} hello_audit_state;

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
  hello_audit_state audit;
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
extern const char *const hello_callbacks[][3]; /* node, callback, where it is written */

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

/* Audit: what the instance does, as records in a ring that stays yours. While it is off, nothing of it runs.
 * hello_audit_init makes a ring of `size` bytes, aligned to 8: as many records as fit, a power of two.
 * hello_audit records into it, every node at `level`, from the next entry on; ring NULL: no more.
 * Single nodes may have another level; `node` is an index into hello_nodes. Call both between entries.
 * HELLO_E_INPUT: there is no such level or node, or the memory is not aligned; HELLO_E_LIMIT: it is too small.
 * hello_audit_read takes the oldest records out, and returns how many; hello_audit_lost says how many were
 * dropped, or overwritten unread.
 */
int hello_audit_init(hello_audit_ring *ring, size_t size, bool overwrite);
int hello_audit(hello_t *g, hello_audit_ring *ring, int level);
int hello_audit_node(hello_t *g, int node, int level);
uint64_t hello_audit_lost(const hello_audit_ring *ring);
uint64_t hello_audit_read(hello_audit_ring *ring, hello_audit_record *records, uint64_t count);

#ifdef __cplusplus
}
#endif
#endif
