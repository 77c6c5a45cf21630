/* SPDX-License-Identifier: MIT
 * fx_builder.h -- the graph as declared: what fx_graph.c collects and the resolver's stages read. Indices, not pointers. */
#ifndef FX_BUILDER_H
#define FX_BUILDER_H
#include "fx_mem.h"

#define FX_NONE UINT32_MAX /* no such index */

typedef struct fx_event {
  uint32_t name; /* text offset */
  uint32_t size;
  int32_t time_offset;
  uint32_t handlers;
} fx_event;

typedef struct fx_node {
  uint32_t name, origin, kind; /* text offsets */
  uint32_t size, align;
  uint32_t initial; /* offset in `bytes`, or FX_NONE: zero */
  uint32_t flags;   /* as flux_plan_node.flags */
  int64_t every, offset;
  uint8_t timer, missed_once;
  uint32_t inputs, elements;
  uint32_t first_input, last_input; /* chain through fx_input.next */
  uint32_t near_index, near_input;  /* the input found last: they are asked for in order */
  uint32_t first_callback, last_callback;
} fx_node;

typedef struct fx_input {
  uint32_t name, node, flags;
  uint32_t first_element, last_element, elements; /* chain through fx_element.next */
  uint8_t fixed; /* a list with an on_input: its callbacks are counted, no element may follow */
  uint32_t next;
} fx_input;

typedef struct fx_element {
  uint32_t source, offset, size; /* size 0: the whole node */
  uint32_t input;                /* in `inputs` */
  uint32_t next;
} fx_element;

typedef struct fx_callback {
  uint32_t node, role, flags;
  uint32_t input;   /* index in `inputs`, or FX_NONE */
  uint32_t element; /* of a list; else FX_NONE */
  uint32_t event;   /* or FX_NONE */
  uint32_t first_condition, conditions;
  uint32_t label; /* text offset */
  flux_fn fn;
  uint32_t next;
} fx_callback;

typedef struct fx_sink {
  uint32_t name, node;
} fx_sink;

typedef struct fx_field {
  uint32_t owner, of_event; /* a node's index, or an event type's */
  uint32_t name, offset, count, type;
} fx_field;

typedef struct fx_posting {
  uint32_t callback, event;
} fx_posting;

typedef struct fx_name {
  uint64_t space; /* what kind of name, and whose */
  uint32_t text, value;
} fx_name;

struct flux_builder {
  flux_alloc alloc;
  uint32_t graph; /* text offset of the graph's name */
  flux_options options;
  fx_list events, nodes, inputs, elements, callbacks, conditions, sinks, postings, fields; /* of the structs above */
  fx_list text, bytes;                                                                     /* char, unsigned char */
  fx_list names;                                                                           /* fx_name */
  fx_list bucket; /* uint32_t: open addressing over `names`, index + 1 */
  char error[512];
};

/* Typed views of the lists. */
#define FX_BUILDER_LISTS(X)                                                                                            \
  X(event, events, fx_event)                                                                                           \
  X(node, nodes, fx_node)                                                                                              \
  X(input, inputs, fx_input)                                                                                           \
  X(element, elements, fx_element)                                                                                     \
  X(callback, callbacks, fx_callback)                                                                                  \
  X(condition, conditions, flux_condition)                                                                             \
  X(sink, sinks, fx_sink)                                                                                              \
  X(posting, postings, fx_posting)                                                                                     \
  X(field, fields, fx_field)                                                                                           \
  X(name, names, fx_name)
#define FX_BUILDER_VIEW(one, many, type)                                                                               \
  static inline type *fx_##one##_at(const flux_builder *b, uint32_t index) {                                           \
    return (type *)b->many.data + index;                                                                               \
  }
FX_BUILDER_LISTS(FX_BUILDER_VIEW)
#undef FX_BUILDER_VIEW

static inline const char *fx_text_at(const flux_builder *b, uint32_t offset) {
  return (const char *)b->text.data + offset;
}

/* Notes the text of an error and returns its status. */
int fx_graph_fail(flux_builder *b, int status, const char *format, ...);
int fx_graph_add_text(flux_builder *b, const char *text, uint32_t *offset); /* a copy among the texts */

#endif
