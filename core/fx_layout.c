/* SPDX-License-Identifier: MIT
 * fx_layout.c -- where state lives: one block, nodes in the graph's order (what runs together lies together), then the copies
 * that flux.prev reads.
 *
 * A copy is needed only where the source may have changed by the time the reader runs: when it precedes the reader, or when the
 * reader has after_ callbacks. Otherwise the reader points at the state itself, which is still the previous cycle's. */
#include "fx_resolver.h"

static uint64_t align_up(uint64_t at, uint32_t align) {
  return (at + align - 1) & ~(uint64_t)(align - 1);
}

static int layout_nodes(fx_resolver *r) {
  flux_plan_node *nodes = fx_add_nodes(r, r->nodes);
  uint32_t *order = fx_add_order(r, r->nodes);
  if (!nodes || !order) return fx_no_memory(r);
  uint64_t at = 0;
  for (uint32_t i = 0; i < r->nodes; i++) {
    const uint32_t n = r->order[i];
    const fx_node *node = fx_node_at(r->b, n);
    if (node->align > r->state_align) r->state_align = node->align;
    at = align_up(at, node->align);
    nodes[n] = (flux_plan_node){.name = node->name,
                                .position = i,
                                .state = (uint32_t)at,
                                .size = node->size,
                                .first_input = r->elements.first[n],
                                .inputs = r->elements.first[n + 1] - r->elements.first[n],
                                .kind = node->kind,
                                .timer = -1,
                                .flags = node->flags};
    at += node->size;
    if (at > INT32_MAX) return fx_graph_fail(r->b, FLUX_E_LIMIT, "the state of all nodes together exceeds 2 GiB");
    order[i] = n;
  }
  r->state_size = at;
  return 0;
}

static int layout_timers(fx_resolver *r) {
  for (uint32_t i = 0; i < r->nodes; i++) {
    const fx_node *node = fx_node_at(r->b, r->order[i]);
    if (!node->timer) continue;
    fx_plan_timer *timer = fx_add_timers(r, 1);
    if (!timer) return fx_no_memory(r);
    *timer = (fx_plan_timer){node->every, node->offset, r->order[i], node->missed_once};
    fx_edit_nodes(r)[r->order[i]].timer = (int32_t)fx_count_timers(r) - 1;
  }
  return 0;
}

static int has_after(const fx_resolver *r, uint32_t n) {
  for (uint32_t i = r->callbacks.first[n]; i < r->callbacks.first[n + 1]; i++) {
    const uint32_t role = fx_callback_at(r->b, r->callbacks.items[i])->role;
    if (role == FLUX_AFTER_UPDATE || role == FLUX_AFTER_CYCLE) return 1;
  }
  return 0;
}

/* The copy for bytes [source, source + size) of a node; those of one node form a chain, so that readers share them. */
static uint32_t find_copy(fx_resolver *r, uint32_t *chain, fx_list *next, const flux_prev_copy *wanted) {
  for (uint32_t i = chain[wanted->node]; i; i = ((uint32_t *)next->data)[i - 1]) {
    const flux_prev_copy *copy = fx_edit_all_copies(r) + (i - 1);
    if (copy->source == wanted->source && copy->size == wanted->size) return i;
  }
  flux_prev_copy *copy = fx_add_all_copies(r, 1);
  uint32_t *link = fx_list_add(r->alloc, next, 1, sizeof *link);
  if (!copy || !link) return 0;
  *copy = *wanted;
  const uint32_t align = fx_node_at(r->b, wanted->node)->align;
  r->state_size = align_up(r->state_size, align > 8 ? align : 8);
  copy->copy = (uint32_t)r->state_size;
  r->state_size += wanted->size;
  *link = chain[wanted->node];
  return chain[wanted->node] = fx_count_all_copies(r);
}

static int layout_elements(fx_resolver *r) {
  const uint32_t count = r->b->elements.count;
  uint32_t *elements = fx_add_elements(r, count);
  uint32_t *chain = fx_resolver_new(r, r->nodes, sizeof *chain);
  r->first_copy = fx_resolver_new(r, count, sizeof(uint32_t));
  if (!elements || !chain || !r->first_copy) return fx_no_memory(r);
  fx_list next = {NULL, 0, 0};
  int status = 0;
  for (uint32_t n = 0; n < r->nodes && status == 0; n++)
    for (uint32_t e = r->elements.first[n]; e < r->elements.first[n + 1] && status == 0; e++) {
      const fx_element *element = fx_element_at(r->b, r->elements.items[e]);
      const flux_plan_node *source = &fx_edit_nodes(r)[element->source];
      elements[e] = source->state + element->offset;
      if (!(fx_input_at(r->b, element->input)->flags & FLUX_PREV)) continue;
      if (source->position > fx_edit_nodes(r)[n].position && !has_after(r, n)) continue;
      const flux_prev_copy wanted = {element->source, elements[e], 0, element->size ? element->size : source->size};
      const uint32_t copy = find_copy(r, chain, &next, &wanted);
      if (!copy)
        status = fx_no_memory(r);
      else {
        r->first_copy[e] = copy;
        elements[e] = fx_edit_all_copies(r)[copy - 1].copy;
        if (r->state_size > INT32_MAX) status = fx_graph_fail(r->b, FLUX_E_LIMIT, "the state exceeds 2 GiB");
      }
    }
  fx_list_free(r->alloc, &next, sizeof(uint32_t));
  return status;
}

/* The members that each trigger input of a when = "all" node waits for: count, then nodes, one run per input. */
static int layout_waits(fx_resolver *r) {
  for (uint32_t n = 0; n < r->nodes; n++) {
    if (!(fx_node_at(r->b, n)->flags & 1)) continue;
    fx_wait wait = {n, fx_count_wait_nodes(r), 0};
    for (uint32_t i = r->inputs.first[n]; i < r->inputs.first[n + 1]; i++) {
      const fx_input *input = fx_input_at(r->b, r->inputs.items[i]);
      if (input->flags & (FLUX_PASSIVE | FLUX_PREV)) continue;
      uint32_t *run = fx_add_wait_nodes(r, input->elements + 1);
      if (!run) return fx_no_memory(r);
      wait.groups++;
      *run++ = input->elements;
      for (uint32_t e = input->first_element; e != FX_NONE; e = fx_element_at(r->b, e)->next) {
        *run++ = fx_element_at(r->b, e)->source;
        fx_edit_nodes(r)[fx_element_at(r->b, e)->source].flags |= 4;
      }
    }
    fx_wait *added = fx_add_waits(r, 1);
    if (!added) return fx_no_memory(r);
    *added = wait;
  }
  return 0;
}

int fx_layout_state(fx_resolver *r) {
  r->state_align = 16;
  int status = layout_nodes(r);
  if (status == 0) status = layout_timers(r);
  if (status == 0) status = layout_elements(r);
  if (status == 0) status = layout_waits(r);
  return status;
}
