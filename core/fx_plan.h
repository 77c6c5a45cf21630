/* SPDX-License-Identifier: MIT
 * fx_plan.h -- the plan's block: a header, then one array per section, each found by its byte offset from the header.
 *
 *   +--------+---------+-------+---------+-- … --+------+
 *   | header | entries | steps | targets |       | text |     no pointers: the block may be moved, stored, mapped
 *   +--------+---------+-------+---------+-- … --+------+
 */
#ifndef FX_PLAN_H
#define FX_PLAN_H
#include "fx_mem.h"

enum { FX_PLAN_MAGIC = 0x58554c46 /* "FLUX" */, FX_SECTION_ALIGN = 16 };
enum { FX_PLAN_STREAM_CLOCK = 1, FX_PLAN_POSTS = 2 };
/* flux_plan_node.flags. HELD: TRIGGER reads that the node was dirty, or ran, in a buffered cycle. */
enum { FX_NODE_VALID = 4, FX_NODE_HELD_DIRTY = 8, FX_NODE_HELD_RAN = 16 };

/* Handlers of one entry that filter on the same fields. Their values stand sorted, so that equal ones are neighbours: match m holds
 * when the event's fields equal values[m * fields …]. */
typedef struct fx_group {
  uint32_t first_field, fields; /* in section `fields`; `value` is unused there */
  uint32_t first_match, matches;
  uint32_t first_value;
} fx_group;

typedef struct fx_match {
  uint32_t step;
  int32_t otherwise; /* the step of the same node that this match rules out, or -1 */
} fx_match;

typedef struct fx_plan_event {
  uint32_t name, size;
  int32_t time_offset;
  uint32_t handlers;
} fx_plan_event;

typedef struct fx_plan_sink {
  uint32_t name, node;
} fx_plan_sink;

typedef struct fx_plan_timer {
  int64_t every, offset;
  uint32_t node;
  uint32_t missed_once;
} fx_plan_timer;

/* A field of a state or of an event. */
typedef struct fx_member {
  uint32_t name, offset;
  uint32_t count; /* of an array; else 0 */
  uint32_t type;  /* FLUX_T_ */
} fx_member;

/* when = "all": the node waits until each group has a valid member. Groups are runs in `wait_nodes`: count, then members. */
typedef struct fx_wait {
  uint32_t node, first, groups;
} fx_wait;

/* Sections: name, item type. */
#define FX_SECTIONS(X)                                                                                                 \
  X(entries, flux_entry)                                                                                               \
  X(steps, flux_step)                                                                                                  \
  X(targets, flux_target)                                                                                              \
  X(regions, flux_region)                                                                                              \
  X(guards, flux_guard)                                                                                                \
  X(flags, uint32_t)                                                                                                   \
  X(watches, flux_watch)                                                                                               \
  X(copies, flux_prev_copy)                                                                                            \
  X(all_copies, flux_prev_copy)                                                                                        \
  X(seeds, uint64_t)                                                                                                   \
  X(groups, fx_group)                                                                                                  \
  X(fields, flux_condition)                                                                                            \
  X(values, int64_t)                                                                                                   \
  X(matches, fx_match)                                                                                                 \
  X(nodes, flux_plan_node)                                                                                             \
  X(callbacks, flux_plan_callback)                                                                                     \
  X(order, uint32_t)                                                                                                   \
  X(elements, uint32_t)                                                                                                \
  X(waits, fx_wait)                                                                                                    \
  X(wait_nodes, uint32_t)                                                                                              \
  X(events, fx_plan_event)                                                                                             \
  X(sinks, fx_plan_sink)                                                                                               \
  X(timers, fx_plan_timer)                                                                                             \
  X(members, fx_member)                                                                                                \
  X(member_first, uint32_t)                                                                                            \
  X(labels, uint32_t)                                                                                                  \
  X(text, char)

#define FX_SECTION_ENUM(name, type) FX_SECTION_##name,
enum { FX_SECTIONS(FX_SECTION_ENUM) FX_SECTION_COUNT };
#undef FX_SECTION_ENUM

typedef struct fx_section {
  uint64_t offset;
  uint32_t count;
  uint32_t reserved;
} fx_section;

struct flux_plan {
  uint32_t magic, version;
  uint64_t size; /* of the whole block */
  uint64_t state_size;
  uint32_t state_align;
  uint32_t flags; /* FX_PLAN_ */
  uint32_t graph; /* text offset of the graph's name */
  uint32_t reserved;
  fx_section section[FX_SECTION_COUNT];
};

/* fx_plan_steps(plan) → const flux_step *, fx_plan_steps_count(plan) → uint32_t, and so on. */
#define FX_SECTION_VIEW(name, type)                                                                                    \
  static inline const type *fx_plan_##name(const flux_plan *plan) {                                                    \
    return (const type *)(const void *)((const char *)plan + plan->section[FX_SECTION_##name].offset);                 \
  }                                                                                                                    \
  static inline uint32_t fx_plan_##name##_count(const flux_plan *plan) {                                               \
    return plan->section[FX_SECTION_##name].count;                                                                     \
  }
FX_SECTIONS(FX_SECTION_VIEW)
#undef FX_SECTION_VIEW

static inline const char *fx_plan_name(const flux_plan *plan, uint32_t offset) {
  return fx_plan_text(plan) + offset;
}

/* Before guards are compared or stored their flags stand in this order: pending ones, then by step. */
static inline uint64_t fx_flag_key(uint32_t flag) {
  return ((uint64_t)((flag & 3) < FLUX_FLAG_PENDING_DIRTY) << 32) | flag;
}

uint32_t fx_filter_width(uint32_t type); /* bytes of a field of type FLUX_T_ */

int fx_record_verify(const flux_plan *plan); /* part of flux_plan_verify */

enum { FX_MAX_FIELDS = 16 }; /* conditions of one filter */

#endif
