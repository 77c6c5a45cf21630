/* SPDX-License-Identifier: MIT
 * fx_resolver.h -- what the resolver's stages share: the declared graph made flat, and the plan's sections while they grow. */
#ifndef FX_RESOLVER_H
#define FX_RESOLVER_H
#include "fx_builder.h"
#include "fx_plan.h"

/* Rows of items: row r is items[first[r]] … items[first[r + 1] - 1]. */
typedef struct fx_rows {
  uint32_t *first, *items;
} fx_rows;

/* A condition: never, always, or an OR over `count` flags from `first` in fx_resolver.sets. */
typedef struct fx_set {
  uint32_t first, count;
  uint8_t always;
} fx_set;

/* TRIGGER: the node may have been dirty, or have run, in a buffered cycle. Any entry: it has steps. */
enum { FX_HELD_DIRTY = 1, FX_HELD_RAN = 2, FX_STEPPED = 4 };

/* What one entry has derived of a node so far. */
typedef struct fx_reach {
  uint32_t stamp;    /* the entry that this is of; other values are stale */
  fx_set dirty, ran; /* of this cycle's own making */
  uint8_t held;      /* FX_HELD_ */
} fx_reach;

typedef struct fx_resolver {
  flux_builder *b;
  const flux_alloc *alloc;
  uint32_t nodes;
  fx_list section[FX_SECTION_COUNT]; /* the plan's arrays */
  fx_list arena;                     /* fx_block: everything below, freed together */
  uint32_t *order, *position;        /* by place; by node */
  fx_rows inputs, elements;          /* of a node, in order: indices in b->inputs and b->elements */
  fx_rows callbacks;                 /* of a node, in canonical order */
  fx_rows readers;                   /* of a node: the nodes that read it without flux.prev */
  fx_rows handlers;                  /* of an event type: nodes, each once */
  fx_rows sinks;                     /* of a node */
  uint32_t *first_copy;              /* of an element: 1 + its copy in all_copies, or 0 */
  uint64_t state_size;
  uint32_t state_align;
  /* of the entry at hand */
  uint32_t stamp;
  flux_entry entry;
  fx_reach *reach;
  uint32_t *heap, heaped;     /* places of nodes still to visit */
  uint32_t *visited, visits;  /* nodes in order */
  fx_list sets, gather;       /* uint32_t flags */
  fx_list own_dirty, own_ran; /* uint32_t: the node's at hand */
  uint8_t own_dirty_always, own_ran_always;
  fx_list interned; /* uint64_t: open addressing over this entry's guards, stamp << 32 | (index + 1) */
  fx_list spare;    /* uint32_t scratch */
  uint32_t *after_cycle, after_cycles; /* callbacks, in reverse of the graph's order */
  uint32_t *copied;                    /* of a copy: stamp of the last entry that lists it */
  fx_list pending;                     /* flux_target: what pending flags make pending in TRIGGER, by node and kind */
  uint32_t *pending_first;             /* of node * 2 + (kind == PENDING_RAN); one past the end is the next one's */
} fx_resolver;

/* One line per stage, in this order; each returns 0 or a negative status with the text in the builder. */
int fx_topo_flatten(fx_resolver *r); /* rows; sources and ports checked */
int fx_topo_order(fx_resolver *r);
int fx_layout_state(fx_resolver *r);
int fx_sched_entries(fx_resolver *r);
int fx_record_resolve(fx_resolver *r); /* fields of states and events; what buffered cycles leave behind */
int fx_filter_entry(fx_resolver *r);   /* one entry's filters; called by fx_sched */
int fx_region_entry(fx_resolver *r);   /* one entry's regions, marks and targets; called by fx_sched */
int fx_region_pending(fx_resolver *r); /* after TRIGGER: keeps its pending flags' targets for the BUFFER entries */

/* fx_guard.c. What of a node: without what buffered cycles left of it; that it ran instead of that it is dirty. */
enum { FX_FRESH = 1, FX_RAN = 2 };
int fx_guard_push(fx_resolver *r, fx_list *list, uint32_t flag);
int fx_guard_of_node(fx_resolver *r, uint32_t node, int what, int32_t *guard);
int fx_guard_of_triggers(fx_resolver *r, uint32_t node, int what, int32_t *guard); /* OR over the trigger inputs */
int fx_guard_is_subset(const fx_resolver *r, int32_t small, int32_t large);        /* small implies large */

/* The heap of places that both the order and the schedules are drawn from. */
void fx_topo_push(fx_resolver *r, uint32_t place);
uint32_t fx_topo_pop(fx_resolver *r);

/* Memory that lives as long as the resolver; zeroed. NULL when out of memory. */
void *fx_resolver_new(fx_resolver *r, size_t count, size_t item);

#define FX_SECTION_EDIT(name, type)                                                                                    \
  static inline type *fx_edit_##name(const fx_resolver *r) {                                                           \
    return (type *)r->section[FX_SECTION_##name].data;                                                                 \
  }                                                                                                                    \
  static inline type *fx_add_##name(fx_resolver *r, uint32_t count) {                                                  \
    return fx_list_add(r->alloc, &r->section[FX_SECTION_##name], count, sizeof(type));                                 \
  }                                                                                                                    \
  static inline uint32_t fx_count_##name(const fx_resolver *r) {                                                       \
    return r->section[FX_SECTION_##name].count;                                                                        \
  }
FX_SECTIONS(FX_SECTION_EDIT)
#undef FX_SECTION_EDIT

static inline int fx_no_memory(fx_resolver *r) {
  return fx_graph_fail(r->b, FLUX_E_MEMORY, "out of memory");
}

#endif
