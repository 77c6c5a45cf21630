/* SPDX-License-Identifier: MIT
 * fx_graph.c -- the builder: collects declarations and refuses the ones that make no sense. What can only be seen in the
 * whole graph (sources that do not exist, ports out of bounds, cycles, posts that nobody handles) is left to resolve. */
#include "fx_builder.h"
#include "fx_plan.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SPACE_NODE = 1, SPACE_EVENT = 2, SPACE_SINK = 3, SPACE_INPUT = 4 /* + the node */ };
enum { MAX_STATE = 1 << 30, MAX_ALIGN = 4096 };

int fx_graph_fail(flux_builder *b, int status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(b->error, sizeof b->error, format, args);
  va_end(args);
  return status;
}

static int out_of_memory(flux_builder *b) {
  return fx_graph_fail(b, FLUX_E_MEMORY, "out of memory");
}

/* -- texts and names ------------------------------------------------------------------------------------------------- */

int fx_graph_add_text(flux_builder *b, const char *text, uint32_t *offset) {
  const size_t length = text ? strlen(text) : 0;
  if (length == 0) {
    *offset = 0; /* the empty text stands first */
    return 0;
  }
  if (length > MAX_STATE) return fx_graph_fail(b, FLUX_E_LIMIT, "a text of %zu bytes is too long", length);
  char *copy = fx_list_add(&b->alloc, &b->text, (uint32_t)length + 1, 1);
  if (!copy) return out_of_memory(b);
  memcpy(copy, text, length);
  *offset = (uint32_t)(copy - (char *)b->text.data);
  return 0;
}

static int is_identifier(const char *name) {
  if (!name || !*name || (*name >= '0' && *name <= '9')) return 0;
  for (; *name; name++) {
    const char c = *name;
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) return 0;
  }
  return 1;
}

static uint64_t hash_name(uint64_t space, const char *name) {
  uint64_t hash = 14695981039346656037u ^ space; /* FNV-1a */
  for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 1099511628211u;
  hash ^= space * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

/* The slot where (space, name) is or would be. There is always a free one. */
static uint32_t *find_slot(const flux_builder *b, uint64_t space, const char *name) {
  const uint32_t mask = b->bucket.count - 1;
  uint32_t *bucket = b->bucket.data;
  for (uint64_t at = hash_name(space, name);; at++) {
    uint32_t *slot = &bucket[at & mask];
    if (*slot == 0) return slot;
    const fx_name *known = fx_name_at(b, *slot - 1);
    if (known->space == space && strcmp(fx_text_at(b, known->text), name) == 0) return slot;
  }
}

static int grow_names(flux_builder *b) {
  if (b->bucket.count > 2 * b->names.count) return 0;
  fx_list old = b->bucket;
  b->bucket = (fx_list){NULL, 0, 0};
  if (!fx_list_add(&b->alloc, &b->bucket, old.count ? old.count * 2 : 64, sizeof(uint32_t))) {
    b->bucket = old;
    return out_of_memory(b);
  }
  for (uint32_t i = 0; i < b->names.count; i++)
    *find_slot(b, fx_name_at(b, i)->space, fx_text_at(b, fx_name_at(b, i)->text)) = i + 1;
  fx_list_free(&b->alloc, &old, sizeof(uint32_t));
  return 0;
}

static int add_name(flux_builder *b, uint64_t space, const char *what, const char *name, uint32_t *text) {
  if (!is_identifier(name))
    return fx_graph_fail(b, FLUX_E_NAME, "%s name '%s' is not an identifier", what, name ? name : "");
  int status = grow_names(b);
  if (status < 0) return status;
  if (*find_slot(b, space, name)) return fx_graph_fail(b, FLUX_E_NAME, "duplicate %s name '%s'", what, name);
  if ((status = fx_graph_add_text(b, name, text)) < 0) return status;
  fx_name *added = fx_list_add(&b->alloc, &b->names, 1, sizeof(fx_name));
  if (!added) return out_of_memory(b);
  *added = (fx_name){.space = space, .text = *text};
  *find_slot(b, space, name) = b->names.count;
  return 0;
}

/* -- life ------------------------------------------------------------------------------------------------------------ */

flux_builder *flux_builder_new(const char *graph, const flux_alloc *alloc) {
  if (!alloc) alloc = &fx_mem_malloc;
  flux_builder *b = fx_mem_new(alloc, sizeof *b);
  if (!b) return NULL;
  memset(b, 0, sizeof *b);
  b->alloc = *alloc;
  if (!fx_list_add(&b->alloc, &b->text, 1, 1) || fx_graph_add_text(b, graph ? graph : "graph", &b->graph) < 0) {
    flux_builder_free(b);
    return NULL;
  }
  return b;
}

void flux_builder_free(flux_builder *b) {
  if (!b) return;
#define FREE_LIST(one, many, type) fx_list_free(&b->alloc, &b->many, sizeof(type));
  FX_BUILDER_LISTS(FREE_LIST)
#undef FREE_LIST
  fx_list_free(&b->alloc, &b->text, 1);
  fx_list_free(&b->alloc, &b->bytes, 1);
  fx_list_free(&b->alloc, &b->bucket, sizeof(uint32_t));
  const flux_alloc alloc = b->alloc;
  fx_mem_free(&alloc, b, sizeof *b);
}

const char *flux_builder_error(const flux_builder *b) {
  return b->error;
}

int flux_set_options(flux_builder *b, const flux_options *options) {
  if (options->on_error > 2) return fx_graph_fail(b, FLUX_E_INPUT, "on_error must be 0, 1 or 2");
  b->options = *options;
  return 0;
}

/* -- declarations ---------------------------------------------------------------------------------------------------- */

int flux_add_event(flux_builder *b, const flux_event_spec *spec) {
  fx_event event = {.size = spec->size, .time_offset = spec->time_offset};
  if (spec->size > MAX_STATE) return fx_graph_fail(b, FLUX_E_LIMIT, "event '%s' is too large", spec->name);
  if (spec->time_offset >= 0 && (uint64_t)spec->time_offset + 8 > spec->size)
    return fx_graph_fail(b, FLUX_E_INPUT, "event '%s': its time lies outside of it", spec->name);
  const int status = add_name(b, SPACE_EVENT, "event", spec->name, &event.name);
  if (status < 0) return status;
  fx_event *added = fx_list_add(&b->alloc, &b->events, 1, sizeof event);
  if (!added) return out_of_memory(b);
  *added = event;
  return (int)b->events.count - 1;
}

static int check_node(flux_builder *b, const flux_node_spec *spec) {
  const uint32_t align = spec->align ? spec->align : 1;
  if (spec->size > MAX_STATE) return fx_graph_fail(b, FLUX_E_LIMIT, "node '%s': its state is too large", spec->name);
  if ((align & (align - 1)) || align > MAX_ALIGN)
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s': alignment %u is not a power of two up to 4096", spec->name,
                         align);
  if (spec->every > INT64_MAX / 4) return fx_graph_fail(b, FLUX_E_LIMIT, "node '%s': `every` is too long", spec->name);
  if (spec->every < 0 || (spec->every && !spec->timer))
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s': `every` must be positive and needs a timer", spec->name);
  return 0;
}

int flux_add_node(flux_builder *b, const flux_node_spec *spec) {
  int status = check_node(b, spec);
  if (status < 0) return status;
  fx_node node = {.size = spec->size,
                  .align = spec->align ? spec->align : 1,
                  .initial = FX_NONE,
                  .flags = spec->when_all ? 1 : 0,
                  .every = spec->every,
                  .offset = spec->offset,
                  .timer = spec->timer != 0,
                  .missed_once = spec->missed_once != 0,
                  .first_input = FX_NONE,
                  .last_input = FX_NONE,
                  .near_input = FX_NONE,
                  .first_callback = FX_NONE,
                  .last_callback = FX_NONE};
  if ((status = add_name(b, SPACE_NODE, "node", spec->name, &node.name)) < 0) return status;
  if ((status = fx_graph_add_text(b, spec->origin, &node.origin)) < 0) return status;
  if ((status = fx_graph_add_text(b, spec->kind, &node.kind)) < 0) return status;
  if (spec->initial && spec->size) {
    unsigned char *copy = fx_list_add(&b->alloc, &b->bytes, spec->size, 1);
    if (!copy) return out_of_memory(b);
    memcpy(copy, spec->initial, spec->size);
    node.initial = (uint32_t)(copy - (unsigned char *)b->bytes.data);
  }
  fx_node *added = fx_list_add(&b->alloc, &b->nodes, 1, sizeof node);
  if (!added) return out_of_memory(b);
  *added = node;
  return (int)b->nodes.count - 1;
}

static int no_node(flux_builder *b, uint32_t node) {
  return fx_graph_fail(b, FLUX_E_INPUT, "there is no node with index %u", node);
}

int flux_add_input(flux_builder *b, uint32_t node, const char *name, uint32_t flags) {
  if (node >= b->nodes.count) return no_node(b, node);
  fx_input input = {.node = node, .flags = flags, .first_element = FX_NONE, .last_element = FX_NONE, .next = FX_NONE};
  const int status = add_name(b, SPACE_INPUT + (uint64_t)node, "input", name, &input.name);
  if (status < 0) return status;
  fx_input *added = fx_list_add(&b->alloc, &b->inputs, 1, sizeof input);
  if (!added) return out_of_memory(b);
  *added = input;
  fx_node *owner = fx_node_at(b, node);
  const uint32_t index = b->inputs.count - 1;
  if (owner->last_input == FX_NONE)
    owner->first_input = index;
  else
    fx_input_at(b, owner->last_input)->next = index;
  owner->last_input = index;
  return (int)owner->inputs++;
}

/* The node's input `index`; its place in `inputs`, or FX_NONE. */
static uint32_t find_input(const flux_builder *b, fx_node *node, uint32_t index) {
  if (index >= node->inputs) return FX_NONE;
  if (node->near_input == FX_NONE || node->near_index > index) {
    node->near_index = 0;
    node->near_input = node->first_input;
  }
  for (; node->near_index < index; node->near_index++) node->near_input = fx_input_at(b, node->near_input)->next;
  return node->near_input;
}

int flux_add_element(flux_builder *b, uint32_t node, uint32_t input, uint32_t source, uint32_t offset, uint32_t size) {
  if (node >= b->nodes.count) return no_node(b, node);
  fx_node *owner = fx_node_at(b, node);
  const uint32_t at = find_input(b, owner, input);
  if (at == FX_NONE)
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s' has no input %u", fx_text_at(b, owner->name), input);
  fx_input *in = fx_input_at(b, at);
  if (in->fixed || (in->elements && !(in->flags & FLUX_LIST)))
    return fx_graph_fail(b, FLUX_E_INPUT,
                         in->fixed ? "node '%s' input '%s': its on_input was declared before this element"
                                   : "node '%s' input '%s' takes one source; make it a list",
                         fx_text_at(b, owner->name), fx_text_at(b, in->name));
  fx_element *element = fx_list_add(&b->alloc, &b->elements, 1, sizeof *element);
  if (!element) return out_of_memory(b);
  *element = (fx_element){source, offset, size, at, FX_NONE};
  const uint32_t index = b->elements.count - 1;
  if (in->last_element == FX_NONE)
    in->first_element = index;
  else
    fx_element_at(b, in->last_element)->next = index;
  in->last_element = index;
  in->elements++;
  return (int)owner->elements++;
}

static int check_callback(flux_builder *b, const flux_callback_spec *spec) {
  if (spec->node >= b->nodes.count) return no_node(b, spec->node);
  const fx_node *node = fx_node_at(b, spec->node);
  const char *name = fx_text_at(b, node->name);
  const int role = spec->role;
  if (role < 0 || role > FLUX_STOP || role == FLUX_GATE || role == FLUX_SINK)
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s': %d is not a callback's role", name, role);
  if (!spec->fn == !(spec->flags & FLUX_FOREIGN))
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s': a callback is either a C function or foreign", name);
  if (role == FLUX_HANDLER && (spec->event < 0 || (uint32_t)spec->event >= b->events.count))
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s': there is no event type with index %d", name, spec->event);
  if (role == FLUX_INPUT && (spec->input < 0 || (uint32_t)spec->input >= node->inputs))
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s' has no input %d", name, spec->input);
  if (role == FLUX_TIMER && !node->timer)
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s' was declared without a timer", name);
  if ((spec->flags & FLUX_ALWAYS_DIRTY) && (spec->flags & FLUX_NEVER_DIRTY))
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s': a callback cannot be both always and never dirty", name);
  if (role != FLUX_HANDLER && role != FLUX_INPUT)
    for (uint32_t i = node->first_callback; i != FX_NONE; i = fx_callback_at(b, i)->next)
      if (fx_callback_at(b, i)->role == (uint32_t)role)
        return fx_graph_fail(b, FLUX_E_NAME, "node '%s' has two callbacks of one role (%d)", name, role);
  return 0;
}

static int check_conditions(flux_builder *b, const flux_callback_spec *spec) {
  if (spec->condition_count && (spec->role != FLUX_HANDLER || (spec->flags & FLUX_OTHERWISE)))
    return fx_graph_fail(b, FLUX_E_INPUT, "only a handler without `otherwise` takes conditions");
  if (spec->condition_count > FX_MAX_FIELDS)
    return fx_graph_fail(b, FLUX_E_LIMIT, "a filter takes at most %d conditions", FX_MAX_FIELDS);
  for (uint32_t i = 0; i < spec->condition_count; i++) {
    const flux_condition *c = &spec->conditions[i];
    if (c->type > FLUX_T_SYMBOL ||
        (uint64_t)c->offset + fx_filter_width(c->type) > fx_event_at(b, (uint32_t)spec->event)->size)
      return fx_graph_fail(b, FLUX_E_INPUT, "node '%s': a condition lies outside of the event",
                           fx_text_at(b, fx_node_at(b, spec->node)->name));
  }
  return 0;
}

static void chain_callback(flux_builder *b, uint32_t node, uint32_t index) {
  fx_node *owner = fx_node_at(b, node);
  if (owner->last_callback == FX_NONE)
    owner->first_callback = index;
  else
    fx_callback_at(b, owner->last_callback)->next = index;
  owner->last_callback = index;
}

int flux_add_callback(flux_builder *b, const flux_callback_spec *spec) {
  int status = check_callback(b, spec);
  if (status < 0 || (status = check_conditions(b, spec)) < 0) return status;
  fx_callback callback = {.node = spec->node,
                          .role = (uint32_t)spec->role,
                          .flags = spec->flags,
                          .input = FX_NONE,
                          .element = FX_NONE,
                          .event = FX_NONE,
                          .first_condition = b->conditions.count,
                          .conditions = spec->condition_count,
                          .fn = spec->fn,
                          .next = FX_NONE};
  if ((status = fx_graph_add_text(b, spec->label, &callback.label)) < 0) return status;
  uint32_t copies = 1;
  fx_input *list = NULL;
  if (spec->role == FLUX_INPUT) {
    callback.input = find_input(b, fx_node_at(b, spec->node), (uint32_t)spec->input);
    fx_input *in = fx_input_at(b, callback.input);
    if (in->flags & FLUX_LIST) {
      list = in;
      copies = in->elements;
    }
  }
  if (spec->condition_count) {
    flux_condition *to = fx_list_add(&b->alloc, &b->conditions, spec->condition_count, sizeof *to);
    if (!to) return out_of_memory(b);
    memcpy(to, spec->conditions, spec->condition_count * sizeof *to);
  }
  fx_callback *added = fx_list_add(&b->alloc, &b->callbacks, copies, sizeof *added);
  if (!added) return out_of_memory(b);
  const uint32_t first = b->callbacks.count - copies;
  for (uint32_t i = 0; i < copies; i++) {
    added[i] = callback;
    if (list) added[i].element = i;
    chain_callback(b, spec->node, first + i);
  }
  if (list) list->fixed = 1;
  if (spec->role == FLUX_HANDLER) {
    callback.event = (uint32_t)spec->event;
    added->event = callback.event;
    fx_event_at(b, callback.event)->handlers++;
  }
  return (int)first;
}

int flux_add_sink(flux_builder *b, const char *name, uint32_t node) {
  if (node >= b->nodes.count) return no_node(b, node);
  fx_sink sink = {.node = node};
  const int status = add_name(b, SPACE_SINK, "sink", name, &sink.name);
  if (status < 0) return status;
  fx_sink *added = fx_list_add(&b->alloc, &b->sinks, 1, sizeof sink);
  if (!added) return out_of_memory(b);
  *added = sink;
  return (int)b->sinks.count - 1;
}

int flux_observe(flux_builder *b, uint32_t node, uint32_t what) {
  if (node >= b->nodes.count) return no_node(b, node);
  if (what & ~6u) return fx_graph_fail(b, FLUX_E_INPUT, "only `ticked` (2) and `valid` (4) can be observed");
  fx_node_at(b, node)->flags |= what;
  return 0;
}

int flux_posts(flux_builder *b, uint32_t callback, uint32_t event) {
  if (callback >= b->callbacks.count) return fx_graph_fail(b, FLUX_E_INPUT, "there is no callback %u", callback);
  if (event >= b->events.count) return fx_graph_fail(b, FLUX_E_INPUT, "there is no event type with index %u", event);
  fx_posting *added = fx_list_add(&b->alloc, &b->postings, 1, sizeof *added);
  if (!added) return out_of_memory(b);
  *added = (fx_posting){callback, event};
  return 0;
}
