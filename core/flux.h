/* SPDX-License-Identifier: MIT
 * flux.h -- build, resolve and run an event graph from C. This header and flux_abi.h are the whole public interface.
 *
 *   flux_builder *b = flux_builder_new("signals", NULL);
 *   int tick_type = flux_add_event(b, &(flux_event_spec){ .name = "Tick", .size = sizeof(tick), .time_offset = 16 });
 *   int tick_node = flux_add_node(b, &(flux_node_spec){ .name = "tick", .size = sizeof(tick_state), .align = 8 });
 *   flux_add_callback(b, &(flux_callback_spec){ .node = tick_node, .role = FLUX_HANDLER, .event = tick_type, .fn = on_tick });
 *   flux_plan *plan;        if (flux_resolve(b, &plan) < 0) puts(flux_builder_error(b));
 *   flux_engine *engine;    flux_engine_new(plan, b, &engine);
 *   flux_start(engine);     flux_send(engine, tick_type, &event);
 *
 * Every int result is 0 (or an index) on success and a negative FLUX_E_ status otherwise; results leave through the last
 * parameter and are written only on success. The core never prints, never exits, and has no global state: any number of
 * builders and engines, each used by one thread at a time.
 *
 * What a call takes it copies, except: a plan must outlive its engines, an event must live until its entry is over (with foreign
 * callbacks: until flux_resume returns 0 or less), and a trace's records are the caller's.
 */
#ifndef FLUX_H
#define FLUX_H
#include <stddef.h>
#include "flux_abi.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Statuses: name, value, text. */
#define FLUX_STATUSES(X)                                                                                               \
  X(FLUX_E_MEMORY, -1, "out of memory")                                                                                \
  X(FLUX_E_NAME, -2, "bad or duplicate name")                                                                          \
  X(FLUX_E_INPUT, -3, "bad input")                                                                                     \
  X(FLUX_E_CYCLE, -4, "the graph has a cycle")                                                                         \
  X(FLUX_E_LIMIT, -5, "a limit is exceeded")                                                                           \
  X(FLUX_E_PLAN, -6, "the plan is damaged")                                                                            \
  X(FLUX_E_CALLBACK, -7, "a callback failed")                                                                          \
  X(FLUX_E_INDEX, -8, "an array index is out of range")                                                                \
  X(FLUX_E_QUEUE, -9, "the queue of posted events is full")                                                            \
  X(FLUX_E_LATE, -10, "the event is late")                                                                             \
  X(FLUX_E_UNHANDLED, -11, "no node handles this event type")                                                          \
  X(FLUX_E_STOPPED, -12, "stopped by an earlier error")                                                                \
  X(FLUX_E_TIME, -13, "time has not been set")                                                                         \
  X(FLUX_E_DEADLINES, -14, "too many timer deadlines in one jump")                                                     \
  X(FLUX_E_SINK, -15, "a sink's callback failed")                                                                      \
  X(FLUX_E_MISUSE, -16, "the call is not allowed here")                                                                \
  X(FLUX_E_SYMBOLS, -17, "the symbol table is full")                                                                   \
  X(FLUX_E_SNAPSHOT, -18, "the snapshot is damaged")                                                                   \
  X(FLUX_E_LAYOUT, -19, "the snapshot is of another layout")
enum {
#define FLUX_STATUS_ENUM(name, value, text) name = value,
  FLUX_STATUSES(FLUX_STATUS_ENUM)
#undef FLUX_STATUS_ENUM
      FLUX_OK = 0
};

/* Results of a C callback besides a negative status. */
enum { FLUX_ARREST = 0, FLUX_DIRTY = 1 };

/* Results of an entry (flux_send …) and of flux_resume besides 0 and a negative status: the host must run something. An
 * engine whose callbacks and sinks are all C never returns them. */
enum {
  FLUX_CALL = 1,   /* run foreign callback clockwork->call, then flux_resume(FLUX_DIRTY | FLUX_ARREST | negative) */
  FLUX_CYCLE = 2,  /* run the whole entry clockwork->call: propagate, settle, publish; then flux_resume(0 | negative) */
  FLUX_PUBLISH = 3 /* call foreign sink clockwork->call, then flux_resume(0 | negative) */
};

typedef struct flux_builder flux_builder;
typedef struct flux_plan flux_plan;
typedef struct flux_engine flux_engine;

/* Memory: resize(ud, NULL, 0, n) allocates, resize(ud, p, n, 0) frees and returns NULL. Borrowed for the life of what it made. */
typedef struct flux_alloc {
  void *(*resize)(void *ud, void *ptr, size_t osize, size_t nsize);
  void *ud;
} flux_alloc;

/* What a callback sees besides its own state and its inputs. */
typedef struct flux_ctx {
  flux_clockwork *clock;
  flux_engine *engine;
  const void *event; /* the event being handled; NULL outside handlers */
  int32_t index;     /* on_input of a list: the element */
} flux_ctx;

/* A C callback. `self` is the node's state. `inputs[i]` points to input element i's state, or to the port's field, in the
 * order in which the elements were added to the node. Returns FLUX_DIRTY, FLUX_ARREST or a negative status. */
typedef int (*flux_fn)(void *self, const void *const *inputs, const flux_ctx *ctx);

typedef struct flux_event_spec {
  const char *name;
  uint32_t size;       /* bytes */
  int32_t time_offset; /* of the int64 ns time field; -1: untimed */
} flux_event_spec;

typedef struct flux_node_spec {
  const char *name;
  uint32_t size, align;  /* of the state, bytes; size may be 0 */
  const void *initial;   /* `size` bytes, copied; NULL: zero */
  uint8_t when_all;      /* update waits until every trigger input has been dirty once */
  uint8_t timer;         /* has on_timer: periodic when every > 0 */
  uint8_t missed_once;   /* a jump over k deadlines fires once, at the last */
  int64_t every, offset; /* ns */
  const char *origin;    /* "file:line" for messages, copied; NULL: none */
  const char *kind;      /* who alone reads its state: a part of the layout, copied; NULL: nobody in particular */
} flux_node_spec;

/* A field of a node's state or of an event; what snapshots keep and name. */
typedef struct flux_field_spec {
  const char *name; /* copied */
  uint32_t type;    /* FLUX_T_ */
  uint32_t offset;  /* bytes, in the state or event */
  uint32_t count;   /* of an array; else 0 */
} flux_field_spec;

typedef struct flux_callback_spec {
  uint32_t node;
  int role;       /* FLUX_HANDLER … */
  int event;      /* FLUX_HANDLER */
  int input;      /* FLUX_INPUT: the input's index within the node. A list input makes one callback per element */
  uint32_t flags; /* FLUX_QUIET …; what is said is relied upon: ALWAYS_DIRTY never returns FLUX_ARREST, and so on */
  const flux_condition *conditions; /* FLUX_HANDLER with a filter: all must hold; copied */
  uint32_t condition_count;
  flux_fn fn;        /* NULL with FLUX_FOREIGN */
  const char *label; /* for messages, e.g. "update (graphs/signals.lua:21)"; copied; NULL: the role's name */
} flux_callback_spec;

typedef struct flux_options {
  uint32_t capacity; /* of the queue of posted events; 0: no queue (64 when something posts) */
  uint8_t reject_late, ignore_unhandled;
  uint8_t on_error;           /* 0 stop, 1 skip, 2 rollback */
  uint8_t stream_clock;       /* clock = "stream" even without a timed event */
  uint32_t max_missed;        /* 0: 1,000,000 */
  uint32_t symbols;           /* capacity of the symbol table; 0: none */
  int64_t (*clock)(void *ud); /* host clock, ns; NULL: the wall clock. Also serves ctx.wall when `wall` is NULL */
  int64_t (*wall)(void *ud);
  void *clock_ud;
} flux_options;

/* -- builder ------------------------------------------------------------------------------------------------------- */
flux_builder *flux_builder_new(const char *graph,
                               const flux_alloc *alloc); /* NULL when out of memory; alloc NULL: malloc */
void flux_builder_free(flux_builder *b);
const char *flux_builder_error(const flux_builder *b); /* text of the last error; owned by the builder */
int flux_set_options(flux_builder *b, const flux_options *options);
int flux_add_event(flux_builder *b, const flux_event_spec *spec); /* the event type's index */
int flux_add_node(flux_builder *b, const flux_node_spec *spec);   /* the node's index */
int flux_add_input(flux_builder *b, uint32_t node, const char *name,
                   uint32_t flags); /* the input's index in the node */
/* Declares a field, in order. Without any, a state or event is kept in snapshots as the bytes that it is. */
int flux_add_node_field(flux_builder *b, uint32_t node, const flux_field_spec *spec);
int flux_add_event_field(flux_builder *b, uint32_t event, const flux_field_spec *spec);
/* Adds an element to an input: `source`'s state, or the port at `offset` of `size` bytes when size > 0. Sources may be
 * nodes that are declared later. */
int flux_add_element(flux_builder *b, uint32_t node, uint32_t input, uint32_t source, uint32_t offset, uint32_t size);
int flux_add_callback(flux_builder *b, const flux_callback_spec *spec); /* index of the (first) callback */
int flux_add_sink(flux_builder *b, const char *name, uint32_t node);    /* the sink's index */
int flux_observe(flux_builder *b, uint32_t node, uint32_t what);        /* 2: ticked, 4: valid is read of this node */
int flux_posts(flux_builder *b, uint32_t callback,
               uint32_t event); /* the callback may post this type; checked at resolve */

/* -- plan ---------------------------------------------------------------------------------------------------------- */
int flux_resolve(flux_builder *b, flux_plan **plan); /* caller frees with flux_plan_free */
void flux_plan_free(flux_plan *plan);
size_t flux_plan_size(const flux_plan *plan);         /* bytes of the block */
int flux_plan_verify(const void *block, size_t size); /* 0, or FLUX_E_PLAN */
/* Writes the plan as stable text into buf (always terminated); returns the length that the whole text needs. */
size_t flux_plan_dump(const flux_plan *plan, char *buf, size_t size);
/* Arrays in the plan; count through the last parameter (may be NULL). Owned by the plan. */
const flux_entry *flux_plan_entries(const flux_plan *plan, uint32_t *count);
const flux_step *flux_plan_steps(const flux_plan *plan, const flux_entry *entry);
const flux_region *flux_plan_regions(const flux_plan *plan, const flux_entry *entry);
const flux_guard *flux_plan_guards(const flux_plan *plan, const flux_entry *entry);
const uint32_t *flux_plan_flags(const flux_plan *plan); /* flux_guard.first indexes this */
const flux_watch *flux_plan_watches(const flux_plan *plan, const flux_entry *entry);
const flux_prev_copy *flux_plan_copies(const flux_plan *plan, const flux_entry *entry);
const flux_plan_node *flux_plan_nodes(const flux_plan *plan, uint32_t *count); /* by node index */
const flux_plan_callback *flux_plan_callbacks(const flux_plan *plan, uint32_t *count);
const uint32_t *flux_plan_order(const flux_plan *plan); /* node indices in the graph's order */
size_t flux_plan_state_size(const flux_plan *plan);     /* bytes of the state block, prev copies included */
/* Byte offset in the state block that input element `element` (flat index in the node) points to: its source's state, the
 * port, or the prev copy. */
uint32_t flux_plan_element(const flux_plan *plan, uint32_t node, uint32_t element);

/* The layout that snapshots depend on, as text: nodes in order with their fields. As flux_plan_dump; its hash, which is flux_hash
 * of the text; and the hash of an event type's name and fields. */
size_t flux_layout(const flux_plan *plan, char *buf, size_t size);
uint64_t flux_layout_hash(const flux_plan *plan);
uint64_t flux_event_hash(const flux_plan *plan, uint32_t event);
uint64_t flux_hash(const void *data, size_t size, uint64_t seed); /* 64-bit FNV-1a; start with FLUX_HASH_SEED */
#define FLUX_HASH_SEED UINT64_C(14695981039346656037)

/* -- engine -------------------------------------------------------------------------------------------------------- */
/* One allocation. Copies what it needs from the builder (functions, initial state, options, texts); the plan is borrowed.
 * Runs no callback: `init` runs at the first flux_start. */
int flux_engine_new(const flux_plan *plan, const flux_builder *b, flux_engine **engine);
void flux_engine_free(flux_engine *engine);
flux_clockwork *flux_engine_clock(flux_engine *engine);
const char *flux_engine_error(const flux_engine *engine); /* of the last entry or snapshot; "": no error */
void *flux_node_state(flux_engine *engine, uint32_t node);
/* Host runs whole cycles (FLUX_CYCLE) of EVENT and TIMER entries instead of single callbacks: the core has entered the cycle
 * (time, cycle number, flux.prev copies, due timers), the host propagates, settles and publishes. It stamps what it must of
 * `dirty_at` and `valid`, sets `publishing` before its first sink, reports a failed sink with flux_fail and goes on. BUFFER and
 * TRIGGER entries come as single callbacks. */
void flux_engine_whole_cycles(flux_engine *engine, int on);
/* Sink callbacks: fn returns 0 or a negative status. fn NULL and foreign non-zero: the engine returns FLUX_PUBLISH. */
typedef int (*flux_sink_fn)(void *user, const void *state);
int flux_on(flux_engine *engine, uint32_t sink, flux_sink_fn fn, void *user, int foreign);

/* Entries (S1). Each returns 0, a negative status, or FLUX_CALL / FLUX_CYCLE / FLUX_PUBLISH to be continued with flux_resume. */
/* `init` alone, of an instance that is new: flux_node_state then shows what nodes begin with. */
int flux_init(flux_engine *engine);
/* `init` (once), then `start`. After flux_stop again: with the state, time, timers and counters as they are. */
int flux_start(flux_engine *engine);
/* `stop`. Also when that fails, the instance has ended: what was buffered or posted and has not run is dropped, and entries are misuse
 * until flux_start, flux_reset or flux_restore. An instance that an error has stopped refuses it, too. */
int flux_stop(flux_engine *engine);
int flux_send(flux_engine *engine, uint32_t event_type, const void *event);
int flux_buffer(flux_engine *engine, uint32_t event_type, const void *event);
int flux_trigger(flux_engine *engine);
int flux_advance(flux_engine *engine, int64_t time);
int flux_reset(flux_engine *engine);              /* start anew: initial state, init, start */
int flux_resume_after_error(flux_engine *engine); /* policy "stop": go on with the state as it is */
int flux_resume(flux_engine *engine, int result); /* continue after FLUX_CALL, FLUX_CYCLE, FLUX_PUBLISH */
/* Says why a callback (or sink, or cycle) failed, before it returns a negative status or the host resumes with one. `callback` is
 * an index, or FLUX_TRACE_SINK | sink; it is used of whole cycles, otherwise the core knows. The text is copied. */
int flux_fail(flux_engine *engine, uint32_t callback, int status, const char *text);

/* For callbacks (ctx->engine). */
int64_t flux_now(const flux_ctx *ctx);
int64_t flux_wall(const flux_ctx *ctx);
int flux_post(const flux_ctx *ctx, uint32_t event_type, const void *event); /* copies the event */
int flux_after(const flux_ctx *ctx, int64_t ns); /* arms the one-shot timer of the running node */
int flux_cancel(const flux_ctx *ctx);
int flux_ticked(const flux_ctx *ctx, uint32_t node);
int flux_valid(const flux_ctx *ctx, uint32_t node);
/* The same for a host that runs callbacks itself. */
int64_t flux_engine_now(flux_engine *engine);
int64_t flux_engine_wall(flux_engine *engine);
int flux_engine_post(flux_engine *engine, uint32_t event_type, const void *event);
int flux_engine_after(flux_engine *engine, uint32_t node, int64_t ns);
int flux_engine_cancel(flux_engine *engine, uint32_t node);
void flux_engine_save(flux_engine *engine,
                      uint32_t node); /* rollback: before the node's first write in a whole cycle */

/* Snapshots: everything that an instance carries from entry to entry, as bytes that every backend writes alike; fx_snap.h describes
 * them. Taken between entries, of an instance that was started and that no error has stopped. `size` is what flux_snapshot_size
 * says, or more. */
size_t flux_snapshot_size(const flux_engine *engine);
int flux_snapshot(flux_engine *engine, void *buf, size_t size);
/* In place of flux_start, or at any time between entries: `init` if it has not run, then the snapshot replaces all state, time,
 * timers, symbols and waiting work, then `start`. A snapshot that does not fit is refused, and nothing has changed. An entry:
 * continue with flux_resume; the bytes must live until it is over. */
int flux_restore(flux_engine *engine, const void *buf, size_t size);

/* The id of a text, from 1; new texts are added. "" is no symbol: 0. FLUX_E_LIMIT: more than 31 bytes; FLUX_E_INPUT: a zero byte. */
int flux_symbol(flux_engine *engine, const char *text, size_t length);
const char *flux_symbol_text(const flux_engine *engine, uint32_t id, size_t *length);

/* Trace: each callback that is called and each sink that is published appends a record while it is on. The array is the
 * caller's; `count` counts all records, also those that did not fit, and may be set back to 0 at any time. Two NULLs switch
 * it off. */
void flux_engine_trace(flux_engine *engine, flux_trace_record *records, uint64_t capacity, uint64_t *count);
void flux_engine_record(flux_engine *engine, uint32_t callback, int32_t outcome, int32_t index); /* for whole cycles */

/* Audit: what the instance does, as records in a ring of the host's (flux_abi.h says what a record means). While it is off, nothing
 * of it runs. It may be switched at any time between entries; inside one the result is FLUX_E_MISUSE. A reset keeps it. */

/* Bytes that level VALUES needs behind the records: those of the largest state. */
uint32_t flux_audit_scratch(const flux_engine *engine);
/* Makes an empty ring of `size` bytes, aligned to 8 (else FLUX_E_INPUT), which stay the host's: as many records as fit, a power of
 * two. FLUX_E_LIMIT: not even one fits. `ring->fingerprint` and `ring->graph` are the host's to set. */
int flux_audit_init(flux_audit_ring *ring, size_t size, uint32_t scratch, int overwrite);
/* Records into `ring` from the next entry on, every node at `level`: FLUX_AUDIT_OFF, CYCLES (cycles, errors, marks), NODES (calls,
 * posts, sinks) or VALUES (state that changed, of nodes whose fields were declared or as bytes). The ring must live until another
 * one is given; NULL: off. FLUX_E_INPUT: `ring` was not made by flux_audit_init, or `level` is none. FLUX_E_LIMIT: its scratch is
 * too small, or the graph has more than 32,767 event types. */
int flux_audit(flux_engine *engine, flux_audit_ring *ring, int level);
/* Another level for one node: OFF or CYCLES nothing of it, NODES, VALUES. Until the next flux_audit. */
int flux_audit_node(flux_engine *engine, uint32_t node, int level);
/* Takes up to `count` of the oldest records out of the ring; returns how many. On the thread that runs the instance. */
uint64_t flux_audit_read(flux_audit_ring *ring, flux_audit_record *records, uint64_t count);
uint64_t flux_audit_lost(const flux_audit_ring *ring); /* records that were dropped, or overwritten unread, so far */
/* For a host that runs whole cycles: before a callback is called, or a sink (FLUX_TRACE_SINK | sink); afterwards
 * flux_engine_record. Of a callback that fails nothing more is to be said. */
void flux_engine_enter(flux_engine *engine, uint32_t callback);

/* Counters of work, for tests: steps executed and flags tested since start. Kept only while a trace is on. */
typedef struct flux_counts {
  uint64_t steps, tested, cycles;
} flux_counts;
flux_counts flux_engine_counts(const flux_engine *engine);

const char *flux_status_text(int status);
/* The message of a failed callback, as S16 words it: used by the engine, and by hosts of exported C for the same text. */
size_t flux_error_text(char *buf, size_t size, const char *graph, int64_t cycle, const char *entry, const char *node,
                       const char *callback, const char *reason);

/* Sizes and offsets of the structs in flux_abi.h, as text lines "struct.field offset size", for hosts that read memory. */
const char *flux_abi_table(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
