/* SPDX-License-Identifier: MIT
 * fx_engine.h -- a running instance: one allocation that holds everything below.
 *
 * Fields are grouped by life: what is bound once, what lives as long as the instance runs, what belongs to an entry, to a cycle. */
#ifndef FX_ENGINE_H
#define FX_ENGINE_H
#include "fx_bits.h"
#include "fx_lookup.h"
#include <limits.h>

#define FX_NO_TIME INT64_MAX /* of a timer: not armed */

/* Why a step needs more than a call; 0 for most. Such a step's function is fx_step_special, so that the loop tests nothing. */
enum {
  FX_FOREIGN = 1,
  FX_SINK = 2,
  FX_GATE = 4,
  FX_WHEN_ALL = 8,
  FX_STAMPS = 16,
  FX_INDEX = 32,      /* on_input of a list */
  FX_SAVE = 64,       /* rollback: its node is saved before its first write */
  FX_RAISES = 128,    /* BUFFER: what it does to its node is kept for the trigger */
  FX_PARTNER = 256,   /* an UPDATE or GATE that rules out the ON_ARREST behind it */
  FX_PARTNERED = 512, /* that ON_ARREST */
  FX_FAR = 1024,      /* raises steps that are more than 64 behind it */
  FX_MANY = 2048,     /* its inputs do not fit into the step */
  FX_ASKS = 4096      /* its callback may post, or arm its node's timer, which asks for the current step */
};

/* A special step that has no callback's result returns FX_OWN and says in engine.own what it means, until that has been read. A callback
   may return any int, FX_OWN too: then engine.own is 0. */
enum { FX_OWN = INT_MIN, FX_SKIP = -1 };

enum { FX_FEW = 2 }; /* inputs that stand in the step itself */

/* Of a step with more inputs, in their place: fx_step_many's. */
typedef struct fx_many {
  const void *const *inputs;
  flux_fn callback;
} fx_many;

/* What steps of one kind have in common, so that those of a large graph stay small: chains of a million nodes may share one. */
typedef struct fx_shape {
  flux_fn fn; /* what the loop calls */
  const flux_ctx *ctx;
  uint64_t
      raise[2]; /* what becomes pending, by result: arrested, dirty. Bit 0 is the next step; those up to 64 behind it */
} fx_shape;

/* A step, bound to this instance, as the loop reads it: 32 bytes, two a cache line. */
typedef struct fx_bound {
  const fx_shape *shape;
  void *self; /* of fx_step_foreign, which needs none: the step's fx_extra */
  union {
    const void *few[FX_FEW];
    fx_many many;
  } inputs;
} fx_bound;

/* What only special steps, errors and the audit ask of a step. */
typedef struct fx_extra {
  flux_fn callback; /* NULL when it is foreign, or none */
  uint32_t special; /* FX_FOREIGN … */
  uint32_t node;
  uint32_t number; /* of its callback; of a sink; of a GATE's node */
  int32_t element; /* of an on_input of a list; else -1 */
  uint32_t targets, targets_end;
} fx_extra;

/* An entry, bound. */
typedef struct fx_run {
  const flux_entry *entry;
  fx_bound *bound;
  fx_extra *extra;       /* one a step, too */
  fx_shape *shapes;      /* not more than steps */
  fx_lookup *lookups;    /* one a group of filters */
  const fx_seed *seeds;  /* of the steps that are always pending */
  const fx_bound *first; /* the first step that is pending; NULL: that is to be found out */
  uint64_t pending;      /* with what follows it in its word */
  uint32_t seed_count;
  int32_t time_offset; /* of an event: its time field, or FX_UNTIMED, or FX_UNHANDLED */
} fx_run;
enum { FX_UNTIMED = -1, FX_UNHANDLED = -2 };

typedef struct fx_timer {
  int64_t every, offset;
  int64_t next; /* periodic deadline, or FX_NO_TIME */
  int64_t shot; /* armed by ctx.after, or FX_NO_TIME */
  uint32_t node;
  uint32_t place; /* in the heap */
  uint32_t step;  /* in the TIMER entry, or UINT32_MAX */
  uint8_t missed_once;
} fx_timer;

typedef struct fx_hook {
  flux_sink_fn fn;
  void *user;
  int foreign;
} fx_hook;

typedef struct fx_symbol {
  char text[31];
  uint8_t length;
} fx_symbol;

typedef struct fx_queue {
  uint8_t *slots;
  uint32_t *types;
  uint8_t *current; /* the posted event that runs; its slot is free again */
  int64_t *causes;  /* of a slot: the cycle that posted it, 0 unknown, -1 a start callback */
  uint32_t head, count, capacity;
  size_t slot; /* bytes */
} fx_queue;

/* What a failed cycle under "rollback" puts back: a shadow of the state, filled node by node before the first write. */
typedef struct fx_undo {
  uint8_t *state;
  uint64_t *stamp; /* of a node: serial of the cycle that saved it */
  uint8_t *valid;
  int64_t *dirty_at;
  uint32_t *nodes, count;
  uint64_t serial;      /* of the cycle that all this was saved in */
  uint64_t *shot_stamp; /* of a timer */
  int64_t *shots;
  uint32_t *timers, timer_count;
} fx_undo;

/* What the audit needs besides the ring. */
typedef struct fx_audit {
  flux_audit_ring *ring; /* NULL: off */
  uint8_t cycles;        /* level CYCLES or more */
  uint8_t keeps_time;    /* does the graph? */
  uint8_t *levels;       /* by node */
  uint32_t *numbers;     /* of a callback: as records number it */
  uint32_t *first_value; /* of a node: the number of its first value */
  int64_t cause;         /* of the next cycle */
  int16_t event;         /* of the entry that runs */
  uint32_t posts;        /* waited as the last POST was written */
  uint32_t entered;      /* the callback that runs in a whole cycle, or UINT32_MAX */
} fx_audit;

/* The stages of an entry. Posts run between any two. */
enum { FX_FLUSH, FX_TIME, FX_DEADLINES, FX_MAIN, FX_DONE };
/* What is under way. */
enum { FX_IDLE, FX_LIFE, FX_STEPS, FX_WHOLE };
enum {
  FX_JOB_EVENT,
  FX_JOB_BUFFER,
  FX_JOB_TRIGGER,
  FX_JOB_ADVANCE,
  FX_JOB_START,
  FX_JOB_STOP,
  FX_JOB_RESTORE,
  FX_JOB_INIT
};

typedef struct fx_job {
  int kind, stage;
  uint32_t type;
  const void *event; /* RESTORE: the snapshot */
  int64_t target;    /* where `now` goes */
  uint8_t sets_time; /* `target` is a time, not just `now` */
  uint8_t drains;    /* posts may run; else they wait for a trigger */
  uint8_t waits;     /* RESTORE: what was buffered waits, and posts of `start` behind it */
  uint32_t deadlines;
} fx_job;

typedef struct fx_held {
  uint32_t step; /* of the BUFFER entry */
  uint8_t dirty;
} fx_held;

struct flux_engine {
  flux_clockwork clock; /* first: LuaJIT reads it through flux_engine_clock */

  /* bound once */
  const flux_plan *plan;
  flux_alloc alloc;
  size_t size;
  flux_options options;
  const flux_target *targets; /* the plan's */
  fx_run *runs;
  uint8_t *initial;
  const void **inputs;
  flux_fn *functions;
  uint32_t *init, *start, *stop; /* callbacks in order */
  uint32_t inits, starts, stops;
  uint32_t *wait_of; /* of a node: 1 + its fx_wait, or 0; NULL when there are none */
  uint8_t stream_clock, needs_time, timed;
  uint8_t start_posts; /* a start callback may post */

  /* while the instance lives */
  uint8_t initialised, started, whole;
  uint32_t quick_events; /* event types that flux_send may run at once: all, or 0 for a host that runs whole cycles */
  uint64_t serial;       /* cycles and lifecycle phases, never reset */
  fx_hook *sinks;
  fx_bits bits;       /* pending steps of a wide entry */
  fx_bits held;       /* steps of TRIGGER that buffered cycles made pending */
  uint8_t *held_node; /* of a node: 1 dirty */
  uint32_t *held_nodes, held_count;
  fx_held *raised; /* by the buffered cycle that runs */
  uint32_t raised_count;
  fx_timer *timers;
  uint32_t *heap;
  uint32_t timer_count;
  uint32_t *due, due_count;
  fx_queue queue;
  fx_undo undo;
  fx_symbol *symbols;
  uint32_t *symbol_slot;
  uint32_t symbol_count, symbol_mask;
  uint32_t constants; /* symbols that were there at the first start */
  flux_trace_record *records;
  uint64_t record_capacity, *record_count;
  fx_audit audit;
  uint8_t traced; /* a trace, an audit, or both */
  flux_counts counts;

  /* of the entry */
  fx_job job;
  char error[768];   /* the first error */
  char stopped[768]; /* the one that stopped the instance */

  /* what an event finds empty; side by side, so that two stores empty it */
  const char *text;          /* what flux_engine_error says in place of the first error, or NULL */
  const fx_bound *ruled_out; /* the ON_ARREST that its partner ruled out last */
  uint32_t mark;             /* posts that waited before the cycle */
  int own;                   /* of the last special step: FX_SKIP, or what the host must do (FLUX_CALL, FLUX_PUBLISH) */
  int broken;                /* a post overflowed, and the callback may not have passed that on */
  uint16_t has_reason;       /* the host has given one for a failure */
  uint16_t clock_read;       /* in this entry: the host's clock is not asked again */

  /* of the cycle */
  int doing;
  uint8_t waiting; /* for flux_resume */
  const fx_run *run;
  const fx_bound *current; /* while a special step runs, and after one that the loop stopped at; else it may be NULL */
  uint64_t pending;        /* the next steps; later ones are in `listed` or in `bits` */
  const fx_bound *at;      /* the step that its bit 0 stands for */
  uintptr_t ahead;         /* the address of the first step that later ones may begin with, or FX_NOTHING */
  const fx_seed *listed;   /* later steps that were seeded, in order; NULL: later ones are in `bits` */
  const uint32_t *life;
  uint32_t life_at, life_count, life_callback;
  uint32_t broken_callback;
  uint32_t reason_callback;
  char reason[384];
  flux_ctx ctx_event, ctx_plain;
};

#define FX_NOTHING UINTPTR_MAX

/* The plan's steps of an entry. */
static inline const flux_step *fx_run_steps(const flux_engine *e, const fx_run *run) {
  return fx_plan_steps(e->plan) + run->entry->first_step;
}

/* -- fx_step.c: the cycle -------------------------------------------------------------------------------------------- */
void fx_step_begin(flux_engine *e, uint32_t entry, const void *event); /* enter */
const fx_extra *fx_step_current(const flux_engine *e);                 /* of the current step; NULL: unknown */
int fx_step_special(void *self, const void *const *inputs, const flux_ctx *ctx);
int fx_step_foreign(void *self, const void *const *inputs, const flux_ctx *ctx);
int fx_step_many(void *self, const void *const *inputs, const flux_ctx *ctx);
int fx_step_quick(flux_engine *e, const fx_run *run, const void *event); /* a whole event; see flux_send */
int fx_step_run(flux_engine *e);                                         /* 0, a status, or what the host must run */
int fx_step_resume(flux_engine *e, int result); /* goes on as fx_step_run does, with the suspended step's result */
void fx_step_close(flux_engine *e);             /* after success */
void fx_step_clear(flux_engine *e);             /* after an error: nothing stays pending */
void fx_step_drop_held(flux_engine *e);
void fx_step_copy_prev(flux_engine *e, const flux_prev_copy *copies, uint32_t count);
uint32_t fx_step_callback(const flux_engine *e); /* of the current step, as in a trace record */

/* -- fx_seed.c: what is pending as a cycle begins -------------------------------------------------------------------- */
void fx_seed_steps(flux_engine *e); /* sets at, pending and ahead */
void fx_seed_spill(flux_engine *e); /* what is listed goes to bits */
/* What is pending, from the next word of bits on, which is put in e->at; with what is from `s` on. 0: nothing is. */
uint64_t fx_seed_take(flux_engine *e, const fx_bound *s, uint64_t pending);
uint64_t fx_seed_from(uint32_t first, uint32_t word, uint64_t mask); /* what of a word's mask is not before a step */
static inline const fx_seed *fx_seed_behind(const fx_seed *seed) {
  return seed->behind ? seed + 1 : NULL;
}

/* -- fx_run.c: entries ----------------------------------------------------------------------------------------------- */
int fx_run_go_on(flux_engine *e, int rc); /* after fx_step_quick's loop: what it left */

/* -- fx_life.c: init, start, stop ------------------------------------------------------------------------------------ */
void fx_life_begin(flux_engine *e, const uint32_t *callbacks, uint32_t count);
int fx_life_run(flux_engine *e); /* 0, or what the host must run */
void fx_life_resume(flux_engine *e, int result);

/* -- fx_fail.c: errors ----------------------------------------------------------------------------------------------- */
int fx_fail_misuse(flux_engine *e, const char *text);
void fx_fail_entry(flux_engine *e, int event, int status);         /* the entry as such is refused */
void fx_fail_cycle(flux_engine *e, uint32_t callback, int status); /* S16: clear, discard, policy */
void fx_fail_sink(flux_engine *e, uint32_t sink, int status);      /* neither ends the cycle nor invokes the policy */

/* -- fx_timer.c, fx_clock.c ------------------------------------------------------------------------------------------ */
void fx_timer_reset(flux_engine *e);
void fx_timer_arm_all(flux_engine *e);                /* periodic ones, when time is first set */
int fx_timer_collect(flux_engine *e, int64_t target); /* those due first: 1 when there are any; consumes and re-arms */
void fx_timer_skip_missed(flux_engine *e, int64_t target);
void fx_timer_set_shot(flux_engine *e, uint32_t timer, int64_t deadline);
int64_t fx_clock_read(flux_engine *e);
int fx_clock_is_kept(const flux_engine *e); /* does the graph keep the time: does anything in it depend on it? */
int fx_clock_is_due(const flux_engine *e);  /* must an event read the host's clock, because a timer is armed? */
void fx_clock_set_first(flux_engine *e, int64_t now);
void fx_clock_attend(flux_engine *e); /* keeps FLUX_ATTEND_FRESH */

/* -- fx_post.c, fx_undo.c, fx_trace.c -------------------------------------------------------------------------------- */
int fx_post_add(flux_engine *e, uint32_t type, const void *event);
void *fx_post_place(flux_engine *e, uint32_t type); /* the next slot, to be filled in; NULL: the queue is full */
uint32_t fx_post_take(flux_engine *e);              /* the event type; the event is in queue.current */
void fx_post_truncate(flux_engine *e, uint32_t count);
void fx_undo_save(flux_engine *e, uint32_t node);
void fx_undo_save_shot(flux_engine *e, uint32_t timer);
void fx_undo_restore(flux_engine *e);
void fx_trace_leave(flux_engine *e, uint32_t callback, int rc, int32_t element); /* a callback has returned */
void fx_trace_end_sink(flux_engine *e, uint32_t sink, int rc);
void fx_trace_attend(flux_engine *e); /* keeps FLUX_ATTEND_TRACE */

/* -- fx_audit.c: called only while `traced` -------------------------------------------------------------------------- */
void fx_audit_bind(flux_engine *e);
void fx_audit_cycle(flux_engine *e, int entry, int event);
void fx_audit_enter(flux_engine *e, uint32_t callback);
int fx_audit_outcome(const flux_plan_callback *callback,
                     int rc); /* FLUX_AUDIT_RAN: its verdict counts for nothing (S7) */
void fx_audit_leave(flux_engine *e, uint32_t callback, int rc, int32_t element);
void fx_audit_sink(flux_engine *e, uint32_t sink);
void fx_audit_end_sink(flux_engine *e, uint32_t sink);
void fx_audit_error(flux_engine *e, uint32_t callback, int outcome, int status);
void fx_audit_refused(flux_engine *e, int event, int status);
void fx_audit_mark(flux_engine *e, int what);

/* -- fx_snap.c ------------------------------------------------------------------------------------------------------- */
int fx_snap_check(flux_engine *e, const uint8_t *bytes, size_t size); /* changes nothing but `reason` */
void fx_snap_apply(flux_engine *e, const uint8_t *bytes);             /* what was checked */

#endif
