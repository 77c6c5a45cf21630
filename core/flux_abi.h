/* SPDX-License-Identifier: MIT
 * flux_abi.h -- the plain data that C and LuaJIT share.
 *
 * The C compiler includes this file; lua/flux/core.lua reads it, drops the lines that start with '#', and gives the rest to
 * ffi.cdef. So: no macros in declarations, no comments that start with '#', enum constants spelled as numbers. At load Lua
 * compares every size and offset with flux_abi_table(), so a stale library is an error and never a wrong read.
 *
 * A plan is one relocatable block: a flux_plan header followed by arrays, found by byte offsets from the header.
 */
#ifndef FLUX_ABI_H
#define FLUX_ABI_H
#include <stdint.h>

enum { FLUX_ABI_VERSION = 1 };

/* A callback's role, in the order in which one node's callbacks run (S3, S4). SINK and GATE are steps without a callback. */
enum {
  FLUX_HANDLER = 0,
  FLUX_TIMER = 1,
  FLUX_INPUT = 2, /* on_input */
  FLUX_UPDATE = 3,
  FLUX_GATE = 4, /* a node with on_arrest and no update: notes that a trigger input is dirty */
  FLUX_ON_ARREST = 5,
  FLUX_AFTER_UPDATE = 6,
  FLUX_AFTER_CYCLE = 7,
  FLUX_SINK = 8, /* publish */
  FLUX_INIT = 9,
  FLUX_START = 10,
  FLUX_STOP = 11
};

/* What is known of a callback, given to the builder. */
enum {
  FLUX_QUIET = 1,        /* a handler that never propagates */
  FLUX_RAN = 2,          /* on_input that runs whenever its input ran, not only when it is dirty */
  FLUX_OTHERWISE = 4,    /* a handler for events that matched none of its node's filters */
  FLUX_ALWAYS_DIRTY = 8, /* never returns "arrest" */
  FLUX_NEVER_DIRTY = 16, /* always returns "arrest" */
  FLUX_FOREIGN = 32,     /* runs outside C: the engine returns to the host for it */
  FLUX_READS_NOW = 64,
  FLUX_READS_WALL = 128,
  FLUX_POSTS = 256, /* posts; of one that does not say so an overflow may not be told by name */
  FLUX_ARMS = 512   /* calls ctx.after or ctx.cancel */
};

/* Flags of an input. */
enum { FLUX_PASSIVE = 1, FLUX_PREV = 2, FLUX_LIST = 4 };

/* How a step becomes pending. */
enum {
  FLUX_SEED_ALWAYS = 0,    /* runs in every cycle of this entry: no guard is tested */
  FLUX_SEED_FILTER = 1,    /* its event filter matched */
  FLUX_SEED_OTHERWISE = 2, /* no filter of its node matched */
  FLUX_SEED_DUE = 3,       /* its node's timer is due */
  FLUX_SEED_GUARD = 4      /* its guard holds */
};

/* What a step also does; see flux_step.flags. */
enum {
  FLUX_STEP_TESTS = 1,    /* somebody reads flag "dirty" of this step: the callback's result is tested */
  FLUX_STEP_MARKS = 2,    /* somebody reads flag "ran" of this step */
  FLUX_STEP_WHEN_ALL = 4, /* runs only once every trigger input has been valid (when = "all") */
  FLUX_STEP_STAMPS = 8    /* the node is observed by ctx.ticked, ctx.valid or when = "all": dirt is stamped */
};

/* Kinds of an entry. A plan's entries stand in this order: EVENT and BUFFER of each event type, then TRIGGER, then TIMER. */
enum { FLUX_ENTRY_EVENT = 0, FLUX_ENTRY_BUFFER = 1, FLUX_ENTRY_TRIGGER = 2, FLUX_ENTRY_TIMER = 3 };

/* A guard is an OR over flags. A flag is (index << 2 | kind). In a guard, pending flags
 * stand first, then the others by step; each stands once. */
enum {
  FLUX_FLAG_DIRTY = 0,         /* step `index` of this entry was called and did not arrest */
  FLUX_FLAG_RAN = 1,           /* step `index` of this entry was called */
  FLUX_FLAG_PENDING_DIRTY = 2, /* node `index` was dirty in a buffered cycle (TRIGGER entry only) */
  FLUX_FLAG_PENDING_RAN = 3    /* node `index` ran in a buffered cycle (TRIGGER entry only) */
};

/* Special guard indices. */
enum { FLUX_GUARD_ALWAYS = -1, FLUX_GUARD_NEVER = -2 };

/* One step of an entry: 16 bytes.
 *
 * An ON_ARREST step that directly follows its node's UPDATE or GATE step (whose `partner` is 1) runs when its own guard holds and
 * that step's guard does not. Where no trigger input can be dirty it stands alone. Where whenever an input ran one was dirty it
 * can never run, and is left out of the plan. */
typedef struct flux_step {
  uint32_t callback; /* index of the callback; of the sink for FLUX_SINK; of the node for FLUX_GATE */
  int32_t guard;     /* index into the entry's guards, or FLUX_GUARD_ALWAYS (also for seeds other than GUARD) */
  uint32_t targets;  /* first of its flux_target groups; they end where the next step's begin */
  uint8_t role;
  uint8_t seed;
  uint8_t flags;
  int8_t partner; /* UPDATE or GATE whose next step is its ON_ARREST: 1; else 0 */
} flux_step;

/* Steps that become pending when a step raises a flag, one word of the entry's pending set at a time. */
typedef struct flux_target {
  uint64_t mask;
  uint32_t word;
  uint32_t flag; /* FLUX_FLAG_DIRTY or RAN: this entry's words; PENDING_*: words of the TRIGGER entry's held set */
} flux_target;

/* A run of steps under one guard. Regions nest and are listed by `first`, outer before inner. Each guarded step lies in
 * exactly one innermost region, and that region's guard is its own: an emitter opens `if (guard) {` at `first`, closes it
 * at `end`, and tests nothing else. */
typedef struct flux_region {
  int32_t guard;
  uint32_t first;
  uint32_t end;
  int32_t parent; /* index of the enclosing region in this entry, or -1 */
} flux_region;

/* A guard: `count` flags from `first` in the entry's flag list. */
typedef struct flux_guard {
  uint32_t first;
  uint32_t count;
} flux_guard;

/* The condition "node is dirty" at the end of this entry's propagation, for nodes that ctx.ticked, ctx.valid or when = "all"
 * observe. */
typedef struct flux_watch {
  uint32_t node;
  int32_t guard;
} flux_watch;

/* A copy of a node's state (or one port) that flux.prev reads, refreshed as the cycle is entered. Byte offsets in the
 * state block. */
typedef struct flux_prev_copy {
  uint32_t node;
  uint32_t source;
  uint32_t copy;
  uint32_t size;
} flux_prev_copy;

/* One condition of an event filter: the field at `offset`, of C type code `type`, equals `value`. Integers, bool and symbols are
 * their value; for double and float `value` holds the bits of the double to compare with. */
typedef struct flux_condition {
  uint32_t offset;
  uint32_t type; /* FLUX_T_… */
  int64_t value;
} flux_condition;

/* Field types. */
enum {
  FLUX_T_DOUBLE = 0,
  FLUX_T_FLOAT = 1,
  FLUX_T_BOOL = 2,
  FLUX_T_I8 = 3,
  FLUX_T_U8 = 4,
  FLUX_T_I16 = 5,
  FLUX_T_U16 = 6,
  FLUX_T_I32 = 7,
  FLUX_T_U32 = 8,
  FLUX_T_I64 = 9,
  FLUX_T_U64 = 10,
  FLUX_T_SYMBOL = 11
};

/* One entry's schedule; the arrays are slices of the plan's. */
typedef struct flux_entry {
  int32_t kind;
  int32_t event;              /* EVENT and BUFFER: the event type; else -1 */
  uint32_t first_step, steps; /* a sentinel step follows the last one: its `targets` ends the last slice */
  uint32_t settle, publish;   /* index within the entry of the first settle and the first publish step */
  uint32_t first_region, regions;
  uint32_t first_guard, guards;
  uint32_t first_watch, watches;
  uint32_t first_copy, copies;
  uint32_t words;                /* words of the pending set: (steps + 63) / 64 */
  uint32_t first_seed;           /* `words` words: the steps that are seeded ALWAYS or OTHERWISE */
  uint32_t first_match, matches; /* groups of filters; see fx_plan.h */
  uint32_t flags;                /* OR of FLUX_READS_NOW … FLUX_ARMS over its callbacks */
  uint32_t reserved;
} flux_entry;

typedef struct flux_plan_callback {
  uint32_t node;
  uint8_t role;
  uint8_t reserved;
  uint16_t flags;
  int32_t input;   /* FLUX_INPUT: the input; else -1 */
  int32_t element; /* on_input of a list: one callback per element, this is its index; else -1 */
  int32_t event;   /* FLUX_HANDLER: the event type; else -1 */
} flux_plan_callback;

typedef struct flux_plan_node {
  uint32_t name;     /* offset in the plan's text */
  uint32_t position; /* its place in the graph's order (S10) */
  uint32_t state;    /* byte offset in the state block */
  uint32_t size;
  uint32_t first_input, inputs; /* slices of the flat pointer table: one word per input element */
  uint32_t kind;                /* of a node whose state only its kind can read: offset in the text; else 0 */
  int32_t timer;                /* index of its timer, or -1 */
  uint32_t flags; /* 1: when = "all";  2: ticked;  4: valid;  8, 16: TRIGGER reads that it was dirty, that it ran */
} flux_plan_node;

/* The instance's public part; it stands at the start of an engine, and LuaJIT reads and writes it directly. Grouped by life. */
typedef struct flux_clockwork {
  int64_t now;           /* ns; 0 before time is set */
  int64_t cycle;         /* number of the current or last cycle, from 1 */
  int64_t next_deadline; /* earliest pending timer, or INT64_MAX */
  int64_t wall;          /* last wall-clock value read in this cycle */
  int32_t attention;     /* 0: an event may be run at once. OR of the FLUX_ATTEND_ bits otherwise */
  int32_t status;        /* status of the current entry: 0 or the first error's */
  uint8_t has_now;       /* time has been set */
  uint8_t has_wall;      /* ctx.wall was read in this cycle */
  uint8_t running;       /* inside an entry */
  uint8_t publishing;    /* inside a sink; set by a host that runs whole cycles before its first sink */
  uint8_t reserved[4];
  uint8_t *state;    /* the state block */
  uint8_t *due;      /* one byte a timer: due in this cycle */
  uint8_t *valid;    /* one byte a node: has been dirty at least once */
  int64_t *dirty_at; /* one word a node: the cycle in which it was last dirty (only observed nodes are kept) */
  int32_t call; /* what the host must run now: a callback (FLUX_CALL), an entry (FLUX_CYCLE), a sink (FLUX_PUBLISH) */
  int32_t
      index; /* FLUX_CALL of an on_input of a list: the element; else -1. FLUX_CYCLE: the host sets it to the sink whose
                    callback it runs */
  const void *event;    /* the event of the current cycle, or NULL; valid until the cycle closes */
  uint64_t late;        /* events accepted or refused although their time was less than `now` */
  uint64_t unhandled;   /* events ignored because no node handles them */
  uint64_t skipped;     /* cycles that ended in an error */
  uint64_t clock_reads; /* reads of the host or wall clock */
} flux_clockwork;

enum {
  FLUX_ATTEND_STOPPED = 1, /* policy "stop": entries are refused until reset or resume */
  FLUX_ATTEND_HELD = 2,    /* buffered work waits for a trigger */
  FLUX_ATTEND_POSTS = 4,   /* posts wait */
  FLUX_ATTEND_TRACE = 8,   /* the audited twin runs */
  FLUX_ATTEND_FRESH = 16   /* not started, or nothing has set the time yet in a graph with timers */
};

/* One record of the callback trace. */
typedef struct flux_trace_record {
  int64_t cycle;
  uint32_t callback; /* index of the callback, or FLUX_TRACE_SINK | sink */
  int32_t outcome;   /* 1: it ran, 0: it arrested, -1: it failed; of a sink 1 or -1 */
  int32_t index;     /* on_input of a list: the element; else -1 */
  uint32_t reserved;
} flux_trace_record;
enum { FLUX_TRACE_SINK = 1073741824 };

/* -- audit: what an instance did, as records of 32 bytes in a ring that the host owns ------------------------------------
 * A ring is a flux_audit_ring, `capacity` records, and `scratch` bytes, in one piece of memory; records are numbered from 0 and
 * record n stands at n & (capacity - 1). Those from read to next, at most the last `capacity`, are there. A file is the same header,
 * `text` bytes that say what the numbers mean, and the records in order. Numbers are little-endian. docs/tools.md shows all of it. */
enum { FLUX_AUDIT_OFF = 0, FLUX_AUDIT_CYCLES = 1, FLUX_AUDIT_NODES = 2, FLUX_AUDIT_VALUES = 3 };
enum { FLUX_AUDIT_VERSION = 1, FLUX_AUDIT_HEADER = 96, FLUX_AUDIT_RECORD = 32 };

typedef struct flux_audit_ring {
  char magic[8];        /* "FLUXAUDT" */
  uint32_t version;     /* FLUX_AUDIT_VERSION */
  uint32_t record_size; /* FLUX_AUDIT_RECORD */
  uint64_t fingerprint; /* the graph's hash: set by the host, by exported C from its own */
  uint64_t next;        /* number of the next record */
  uint64_t limit;       /* where the ring is full: read + capacity, or the largest number when it overwrites */
  uint64_t
      read; /* number of the first record that was not read yet; what it has been overwritten by counts as lost then */
  uint64_t lost;      /* records that were dropped, or that a read found overwritten */
  uint32_t capacity;  /* records; a power of two */
  uint32_t overwrite; /* when full: 1 the oldest record goes, 0 the new one is dropped */
  uint32_t text;      /* of a file: bytes between header and records */
  uint32_t scratch;   /* bytes behind the records, for level VALUES */
  uint64_t checksum;  /* of a file that is complete: flux_hash of everything but these 8 bytes; else 0 */
  char graph[16];     /* the graph's name, its first 15 bytes */
} flux_audit_ring;

/* What a record is of; `outcome`, `subject` and `value` mean:
 *   CYCLE    FLUX_ENTRY_…; 0; the cause: the cycle that posted this one, 0 none or unknown, -1 a `start` callback.
 *            Also begins init, start and stop, when they have callbacks; these are no cycles and keep the last number.
 *   CALL     FLUX_AUDIT_ARRESTED …; the callback; the element of an on_input of a list, else -1. When it has returned.
 *   VALUE    FLUX_T_…; which value of all states: nodes in the graph's order, fields as declared, arrays element by element; its
 *            new bits (a NaN is canonical). After the CALL that changed it.
 *   POST     0; who posted it: a callback, or FLUX_TRACE_SINK | sink; the event type that was posted. After that CALL or SINK.
 *   SINK     0; the sink; 0. Before the host's function is called, and when there is none.
 *   ERROR    what it undid, FLUX_AUDIT_STOPPED …; the callback or FLUX_TRACE_SINK | sink, 4294967295 unknown; the status.
 *   REFUSED  0; 0; the status. An entry that was refused, or ended early by its timers.
 *   MARK     FLUX_AUDIT_RESET …; 0; 0. Before it happens.
 * Callbacks are numbered in the order of flux_add_callback; an on_input of a list is one. */
enum {
  FLUX_AUDIT_CYCLE = 1,
  FLUX_AUDIT_CALL = 2,
  FLUX_AUDIT_VALUE = 3,
  FLUX_AUDIT_POST = 4,
  FLUX_AUDIT_SINK = 5,
  FLUX_AUDIT_ERROR = 6,
  FLUX_AUDIT_REFUSED = 7,
  FLUX_AUDIT_MARK = 8
};
/* Of a CALL. RAN: its verdict counts for nothing (on_input, after_…, quiet handlers, init, start, stop). */
enum { FLUX_AUDIT_ARRESTED = 0, FLUX_AUDIT_DIRTY = 1, FLUX_AUDIT_RAN = 2, FLUX_AUDIT_FAILED = 3 };
enum { FLUX_AUDIT_STOPPED = 0, FLUX_AUDIT_SKIPPED = 1, FLUX_AUDIT_ROLLED_BACK = 2, FLUX_AUDIT_SINK_FAILED = 3 };
enum { FLUX_AUDIT_RESET = 0, FLUX_AUDIT_RESUMED = 1, FLUX_AUDIT_RESTORED = 2 };
/* Of a CYCLE, besides FLUX_ENTRY_EVENT to FLUX_ENTRY_TIMER. */
enum { FLUX_AUDIT_INIT = 4, FLUX_AUDIT_START = 5, FLUX_AUDIT_STOP = 6 };
/* `event` of a record whose entry is no event. */
enum { FLUX_AUDIT_TRIGGER = -1, FLUX_AUDIT_TIMER = -2, FLUX_AUDIT_AT_START = -3, FLUX_AUDIT_AT_STOP = -4 };

typedef struct flux_audit_record {
  uint64_t cycle; /* number of the current or last cycle */
  int64_t time;   /* now, ns; 0 in a graph that keeps no time */
  uint8_t kind;   /* FLUX_AUDIT_CYCLE … */
  uint8_t outcome;
  int16_t event; /* event type of the entry, or FLUX_AUDIT_TRIGGER …; of a REFUSED event that no node knows -1 */
  uint32_t subject;
  int64_t value;
} flux_audit_record;

#endif
