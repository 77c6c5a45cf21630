/* SPDX-License-Identifier: MIT
 * fx_topo.c -- the order of a graph (S10): topological, and among ready nodes the one that was declared first.
 *
 * First the declared chains become rows, and what only the whole graph shows is checked: that sources exist and that ports lie
 * inside of them. Inputs read through flux.prev order nothing; passive ones do. */
#include "fx_resolver.h"
#include <string.h>

/* -- rows ------------------------------------------------------------------------------------------------------------ */

static int rows_new(fx_resolver *r, fx_rows *rows, uint32_t count, uint32_t items) {
  rows->first = fx_resolver_new(r, (size_t)count + 2, sizeof(uint32_t));
  rows->items = fx_resolver_new(r, items, sizeof(uint32_t));
  return rows->first && rows->items ? 0 : fx_no_memory(r);
}

/* Counting sort in two passes: `count` each (row) into first[row + 2], `rows_sum`, then `place` each, which moves first[row + 1]
 * to the row's end. */
static void rows_sum(fx_rows *rows, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) rows->first[i + 2] += rows->first[i + 1];
}
static void rows_place(fx_rows *rows, uint32_t row, uint32_t item) {
  rows->items[rows->first[row + 1]++] = item;
}

static int check_element(fx_resolver *r, const fx_element *element) {
  flux_builder *b = r->b;
  const fx_input *input = fx_input_at(b, element->input);
  const char *node = fx_text_at(b, fx_node_at(b, input->node)->name), *name = fx_text_at(b, input->name);
  if (element->source >= r->nodes)
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s' input '%s': there is no node with index %u", node, name,
                         element->source);
  const fx_node *source = fx_node_at(b, element->source);
  if ((uint64_t)element->offset + element->size > source->size)
    return fx_graph_fail(b, FLUX_E_INPUT, "node '%s' input '%s': the port lies outside of node '%s'", node, name,
                         fx_text_at(b, source->name));
  return 0;
}

static int flatten_inputs(fx_resolver *r) {
  flux_builder *b = r->b;
  if (rows_new(r, &r->inputs, r->nodes, b->inputs.count) < 0 ||
      rows_new(r, &r->elements, r->nodes, b->elements.count) < 0)
    return FLUX_E_MEMORY;
  uint32_t inputs = 0, elements = 0;
  for (uint32_t n = 0; n < r->nodes; n++) {
    r->inputs.first[n] = inputs;
    r->elements.first[n] = elements;
    for (uint32_t i = fx_node_at(b, n)->first_input; i != FX_NONE; i = fx_input_at(b, i)->next) {
      const fx_input *input = fx_input_at(b, i);
      if (!(input->flags & FLUX_LIST) && input->elements != 1)
        return fx_graph_fail(b, FLUX_E_INPUT, "node '%s' input '%s' has no source",
                             fx_text_at(b, fx_node_at(b, n)->name), fx_text_at(b, input->name));
      r->inputs.items[inputs++] = i;
      for (uint32_t e = input->first_element; e != FX_NONE; e = fx_element_at(b, e)->next) {
        const int status = check_element(r, fx_element_at(b, e));
        if (status < 0) return status;
        r->elements.items[elements++] = e;
      }
    }
  }
  r->inputs.first[r->nodes] = inputs;
  r->elements.first[r->nodes] = elements;
  return 0;
}

/* Where a callback stands among its node's: by role; handlers with a filter first, then `otherwise`, then the plain ones. */
static uint32_t callback_rank(const fx_callback *callback) {
  if (callback->role != FLUX_HANDLER) return callback->role + 2;
  return callback->conditions ? 0 : callback->flags & FLUX_OTHERWISE ? 1 : 2;
}

static int flatten_callbacks(fx_resolver *r) {
  enum { RANKS = FLUX_STOP + 3 };
  flux_builder *b = r->b;
  if (rows_new(r, &r->callbacks, r->nodes, b->callbacks.count) < 0) return FLUX_E_MEMORY;
  uint32_t at = 0;
  for (uint32_t n = 0; n < r->nodes; n++) {
    r->callbacks.first[n] = at;
    uint32_t place[RANKS + 1] = {0};
    const uint32_t first = fx_node_at(b, n)->first_callback;
    for (uint32_t c = first; c != FX_NONE; c = fx_callback_at(b, c)->next)
      place[callback_rank(fx_callback_at(b, c)) + 1]++;
    for (int i = 0; i < RANKS; i++) place[i + 1] += place[i];
    for (uint32_t c = first; c != FX_NONE; c = fx_callback_at(b, c)->next)
      r->callbacks.items[at + place[callback_rank(fx_callback_at(b, c))]++] = c;
    at += place[RANKS];
  }
  r->callbacks.first[r->nodes] = at;
  return 0;
}

static int flatten_readers(fx_resolver *r) {
  flux_builder *b = r->b;
  if (rows_new(r, &r->readers, r->nodes, b->elements.count) < 0 || rows_new(r, &r->sinks, r->nodes, b->sinks.count) < 0)
    return FLUX_E_MEMORY;
  for (int placing = 0; placing < 2; placing++) {
    for (uint32_t n = 0; n < r->nodes; n++)
      for (uint32_t e = r->elements.first[n]; e < r->elements.first[n + 1]; e++) {
        const fx_element *element = fx_element_at(b, r->elements.items[e]);
        if (fx_input_at(b, element->input)->flags & FLUX_PREV) continue;
        if (placing)
          rows_place(&r->readers, element->source, n);
        else
          r->readers.first[element->source + 2]++;
      }
    for (uint32_t s = 0; s < b->sinks.count; s++)
      if (placing)
        rows_place(&r->sinks, fx_sink_at(b, s)->node, s);
      else
        r->sinks.first[fx_sink_at(b, s)->node + 2]++;
    if (!placing) {
      rows_sum(&r->readers, r->nodes);
      rows_sum(&r->sinks, r->nodes);
    }
  }
  return 0;
}

/* Nodes by the event type that they handle; a node's handlers stand together, so looking at the last one keeps it single. */
static int flatten_handlers(fx_resolver *r) {
  flux_builder *b = r->b;
  const uint32_t events = b->events.count;
  uint32_t *last = fx_resolver_new(r, events, sizeof *last);
  if (!last || rows_new(r, &r->handlers, events, b->callbacks.count) < 0) return fx_no_memory(r);
  for (uint32_t placing = 0; placing < 2; placing++) {
    for (uint32_t i = 0; i < r->callbacks.first[r->nodes]; i++) {
      const fx_callback *callback = fx_callback_at(b, r->callbacks.items[i]);
      if (callback->role != FLUX_HANDLER || last[callback->event] == callback->node + 1 + placing * r->nodes) continue;
      last[callback->event] = callback->node + 1 + placing * r->nodes;
      if (placing)
        rows_place(&r->handlers, callback->event, callback->node);
      else
        r->handlers.first[callback->event + 2]++;
    }
    if (!placing) rows_sum(&r->handlers, events);
  }
  return 0;
}

int fx_topo_flatten(fx_resolver *r) {
  int status = flatten_inputs(r);
  if (status == 0) status = flatten_callbacks(r);
  if (status == 0) status = flatten_readers(r);
  if (status == 0) status = flatten_handlers(r);
  return status;
}

/* -- order ----------------------------------------------------------------------------------------------------------- */

static void heap_push(uint32_t *heap, uint32_t *count, uint32_t value) {
  uint32_t at = (*count)++;
  for (; at > 0 && heap[(at - 1) / 2] > value; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
  heap[at] = value;
}

static uint32_t heap_pop(uint32_t *heap, uint32_t *count) {
  const uint32_t top = heap[0], moving = heap[--*count];
  uint32_t at = 0;
  for (uint32_t child; (child = 2 * at + 1) < *count; at = child) {
    if (child + 1 < *count && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= moving) break;
    heap[at] = heap[child];
  }
  heap[at] = moving;
  return top;
}

void fx_topo_push(fx_resolver *r, uint32_t place) {
  heap_push(r->heap, &r->heaped, place);
}
uint32_t fx_topo_pop(fx_resolver *r) {
  return heap_pop(r->heap, &r->heaped);
}

/* A source of `node` that is itself still waiting; there is one for every node that a cycle keeps waiting. */
static uint32_t waiting_source(const fx_resolver *r, const uint32_t *waits, uint32_t node) {
  for (uint32_t e = r->elements.first[node]; e < r->elements.first[node + 1]; e++) {
    const fx_element *element = fx_element_at(r->b, r->elements.items[e]);
    if (!(fx_input_at(r->b, element->input)->flags & FLUX_PREV) && waits[element->source]) return element->source;
  }
  return node;
}

/* Says the cycle as a path in the direction of the data, from its first declared node: "a -> b -> a". */
static int report_cycle(fx_resolver *r, const uint32_t *waits) {
  flux_builder *b = r->b;
  uint32_t node = 0;
  while (!waits[node]) node++;
  /* Walking against the data long enough ends in a cycle; the path found that way is reversed by `next`. */
  for (uint32_t i = 0; i < r->nodes; i++) node = waiting_source(r, waits, node);
  uint32_t *next = r->visited, first = node;
  uint32_t at = node;
  do {
    const uint32_t source = waiting_source(r, waits, at);
    next[source] = at;
    at = source;
    if (at < first) first = at;
  } while (at != node);
  char path[360] = "";
  size_t length = 0;
  at = first;
  do {
    const char *name = fx_text_at(b, fx_node_at(b, at)->name);
    const size_t size = strlen(name);
    if (length + size + 16 > sizeof path) {
      memcpy(path + length, "... -> ", 8);
      length += 7;
      break;
    }
    memcpy(path + length, name, size);
    memcpy(path + length + size, " -> ", 5);
    length += size + 4;
    at = next[at];
  } while (at != first);
  const char *name = fx_text_at(b, fx_node_at(b, first)->name), *origin = fx_text_at(b, fx_node_at(b, first)->origin);
  if (!*origin) return fx_graph_fail(b, FLUX_E_CYCLE, "the graph has a cycle: %s%.100s", path, name);
  return fx_graph_fail(b, FLUX_E_CYCLE, "%.200s: node '%.100s': the graph has a cycle: %s%.100s", origin, name, path,
                       name);
}

int fx_topo_order(fx_resolver *r) {
  uint32_t *waits = fx_resolver_new(r, r->nodes, sizeof *waits);
  r->order = fx_resolver_new(r, r->nodes, sizeof(uint32_t));
  r->position = fx_resolver_new(r, r->nodes, sizeof(uint32_t));
  r->heap = fx_resolver_new(r, r->nodes, sizeof(uint32_t));
  r->visited = fx_resolver_new(r, r->nodes, sizeof(uint32_t));
  if (!waits || !r->order || !r->position || !r->heap || !r->visited) return fx_no_memory(r);
  for (uint32_t i = 0; i < r->readers.first[r->nodes]; i++) waits[r->readers.items[i]]++;
  for (uint32_t n = 0; n < r->nodes; n++)
    if (!waits[n]) fx_topo_push(r, n);
  uint32_t placed = 0;
  while (r->heaped) {
    const uint32_t node = fx_topo_pop(r);
    r->position[node] = placed;
    r->order[placed++] = node;
    for (uint32_t i = r->readers.first[node]; i < r->readers.first[node + 1]; i++)
      if (--waits[r->readers.items[i]] == 0) fx_topo_push(r, r->readers.items[i]);
  }
  return placed == r->nodes ? 0 : report_cycle(r, waits);
}
