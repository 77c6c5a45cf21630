/* SPDX-License-Identifier: MIT
 * fx_plan.c -- resolve: runs the stages in order and joins their arrays into one block; and the plan's accessors. */
#include "fx_resolver.h"
#include <string.h>

/* Stands before the block, so that a plan can be freed without its builder; the block itself holds no pointer. */
typedef struct plan_owner {
  flux_alloc alloc;
  size_t size;
  char pad[64 - sizeof(flux_alloc) - sizeof(size_t)];
} plan_owner;

typedef struct block {
  void *data;
  size_t size;
} block;

void *fx_resolver_new(fx_resolver *r, size_t count, size_t item) {
  block *added = fx_list_add(r->alloc, &r->arena, 1, sizeof *added);
  if (!added) return NULL;
  added->size = count * item;
  added->data = fx_mem_new(r->alloc, added->size);
  if (added->data) memset(added->data, 0, added->size);
  return added->data;
}

static void resolver_free(fx_resolver *r) {
#define FREE_SECTION(name, type) fx_list_free(r->alloc, &r->section[FX_SECTION_##name], sizeof(type));
  FX_SECTIONS(FREE_SECTION)
#undef FREE_SECTION
  for (uint32_t i = 0; i < r->arena.count; i++) {
    const block *b = (const block *)r->arena.data + i;
    fx_mem_free(r->alloc, b->data, b->size);
  }
  fx_list_free(r->alloc, &r->arena, sizeof(block));
  fx_list *const words[] = {&r->sets, &r->gather, &r->own_dirty, &r->own_ran, &r->spare};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) fx_list_free(r->alloc, words[i], sizeof(uint32_t));
  fx_list_free(r->alloc, &r->interned, sizeof(uint64_t));
  fx_list_free(r->alloc, &r->pending, sizeof(flux_target));
}

/* -- the parts that need no derivation ------------------------------------------------------------------------------- */

static int copy_events(fx_resolver *r) {
  const uint32_t count = r->b->events.count;
  fx_plan_event *events = fx_add_events(r, count);
  if (!events) return fx_no_memory(r);
  for (uint32_t i = 0; i < count; i++) {
    const fx_event *event = fx_event_at(r->b, i);
    events[i] = (fx_plan_event){event->name, event->size, event->time_offset, event->handlers};
  }
  fx_plan_sink *sinks = fx_add_sinks(r, r->b->sinks.count);
  if (!sinks) return fx_no_memory(r);
  for (uint32_t i = 0; i < r->b->sinks.count; i++)
    sinks[i] = (fx_plan_sink){fx_sink_at(r->b, i)->name, fx_sink_at(r->b, i)->node};
  return 0;
}

/* The input's index within its node. */
static int32_t input_index(const fx_resolver *r, const fx_callback *callback) {
  const uint32_t first = r->inputs.first[callback->node];
  for (uint32_t i = first; i < r->inputs.first[callback->node + 1]; i++)
    if (r->inputs.items[i] == callback->input) return (int32_t)(i - first);
  return -1;
}

static int copy_callbacks(fx_resolver *r) {
  const uint32_t count = r->b->callbacks.count;
  flux_plan_callback *callbacks = fx_add_callbacks(r, count);
  uint32_t *labels = fx_add_labels(r, count);
  if (!callbacks || !labels) return fx_no_memory(r);
  for (uint32_t i = 0; i < count; i++) {
    const fx_callback *from = fx_callback_at(r->b, i);
    callbacks[i] = (flux_plan_callback){.node = from->node,
                                        .role = (uint8_t)from->role,
                                        .flags = (uint16_t)from->flags,
                                        .input = from->input == FX_NONE ? -1 : input_index(r, from),
                                        .element = from->element == FX_NONE ? -1 : (int32_t)from->element,
                                        .event = from->event == FX_NONE ? -1 : (int32_t)from->event};
    labels[i] = from->label;
  }
  char *text = fx_add_text(r, r->b->text.count);
  if (!text) return fx_no_memory(r);
  memcpy(text, r->b->text.data, r->b->text.count);
  return 0;
}

static int check_posts(fx_resolver *r) {
  flux_builder *b = r->b;
  for (uint32_t i = 0; i < b->postings.count; i++) {
    const fx_posting *posting = fx_posting_at(b, i);
    const fx_event *event = fx_event_at(b, posting->event);
    const fx_callback *callback = fx_callback_at(b, posting->callback);
    if (event->handlers == 0)
      return fx_graph_fail(b, FLUX_E_UNHANDLED, "node '%s'%s%s posts '%s', which no node handles",
                           fx_text_at(b, fx_node_at(b, callback->node)->name), callback->label ? ", " : "",
                           fx_text_at(b, callback->label), fx_text_at(b, event->name));
  }
  return 0;
}

/* -- the block ------------------------------------------------------------------------------------------------------- */

static const size_t item_size[] = {
#define ITEM_SIZE(name, type) sizeof(type),
    FX_SECTIONS(ITEM_SIZE)
#undef ITEM_SIZE
};

static uint32_t plan_flags(const flux_builder *b) {
  uint32_t flags = b->options.stream_clock ? FX_PLAN_STREAM_CLOCK : 0;
  for (uint32_t i = 0; i < b->events.count; i++)
    if (fx_event_at(b, i)->time_offset >= 0) flags |= FX_PLAN_STREAM_CLOCK;
  for (uint32_t i = 0; i < b->callbacks.count; i++)
    if (fx_callback_at(b, i)->flags & FLUX_POSTS) flags |= FX_PLAN_POSTS;
  return flags;
}

static int join(fx_resolver *r, flux_plan **out) {
  flux_plan head = {.magic = FX_PLAN_MAGIC,
                    .version = FLUX_ABI_VERSION,
                    .state_size = r->state_size,
                    .state_align = r->state_align,
                    .flags = plan_flags(r->b),
                    .graph = r->b->graph};
  uint64_t at = sizeof head;
  for (int i = 0; i < FX_SECTION_COUNT; i++) {
    at = (at + FX_SECTION_ALIGN - 1) / FX_SECTION_ALIGN * FX_SECTION_ALIGN;
    head.section[i] = (fx_section){at, r->section[i].count, 0};
    at += (uint64_t)r->section[i].count * item_size[i];
  }
  head.size = (at + FX_SECTION_ALIGN - 1) / FX_SECTION_ALIGN * FX_SECTION_ALIGN;
  const size_t total = sizeof(plan_owner) + (size_t)head.size;
  plan_owner *owner = fx_mem_new(r->alloc, total);
  if (!owner) return fx_no_memory(r);
  memset(owner, 0, total);
  owner->alloc = *r->alloc;
  owner->size = total;
  char *bytes = (char *)(owner + 1);
  memcpy(bytes, &head, sizeof head);
  for (int i = 0; i < FX_SECTION_COUNT; i++)
    if (r->section[i].count)
      memcpy(bytes + head.section[i].offset, r->section[i].data, r->section[i].count * item_size[i]);
  *out = (flux_plan *)(void *)bytes;
  return 0;
}

int flux_resolve(flux_builder *b, flux_plan **plan) {
  fx_resolver r = {.b = b, .alloc = &b->alloc, .nodes = b->nodes.count};
  int status = fx_topo_flatten(&r);
  if (status == 0) status = check_posts(&r);
  if (status == 0) status = fx_topo_order(&r);
  if (status == 0) status = fx_layout_state(&r);
  if (status == 0) status = copy_events(&r);
  if (status == 0) status = copy_callbacks(&r);
  if (status == 0) status = fx_sched_entries(&r);
  if (status == 0) status = fx_record_resolve(&r);
  if (status == 0) status = join(&r, plan);
  resolver_free(&r);
  return status;
}

void flux_plan_free(flux_plan *plan) {
  if (!plan) return;
  plan_owner *owner = (plan_owner *)(void *)plan - 1;
  const flux_alloc alloc = owner->alloc;
  fx_mem_free(&alloc, owner, owner->size);
}

/* -- accessors ------------------------------------------------------------------------------------------------------- */

size_t flux_plan_size(const flux_plan *plan) {
  return (size_t)plan->size;
}
size_t flux_plan_state_size(const flux_plan *plan) {
  return (size_t)plan->state_size;
}
const uint32_t *flux_plan_flags(const flux_plan *plan) {
  return fx_plan_flags(plan);
}
const uint32_t *flux_plan_order(const flux_plan *plan) {
  return fx_plan_order(plan);
}

/* Arrays of the whole plan, and slices of one entry. */
#define PLAN_ARRAY(name, type)                                                                                         \
  const type *flux_plan_##name(const flux_plan *plan, uint32_t *count) {                                               \
    if (count) *count = fx_plan_##name##_count(plan);                                                                  \
    return fx_plan_##name(plan);                                                                                       \
  }
PLAN_ARRAY(entries, flux_entry)
PLAN_ARRAY(nodes, flux_plan_node)
PLAN_ARRAY(callbacks, flux_plan_callback)

#define PLAN_SLICE(name, first, type)                                                                                  \
  const type *flux_plan_##name(const flux_plan *plan, const flux_entry *entry) {                                       \
    return fx_plan_##name(plan) + entry->first;                                                                        \
  }
PLAN_SLICE(steps, first_step, flux_step)
PLAN_SLICE(regions, first_region, flux_region)
PLAN_SLICE(guards, first_guard, flux_guard)
PLAN_SLICE(watches, first_watch, flux_watch)
PLAN_SLICE(copies, first_copy, flux_prev_copy)

uint32_t flux_plan_element(const flux_plan *plan, uint32_t node, uint32_t element) {
  return fx_plan_elements(plan)[fx_plan_nodes(plan)[node].first_input + element];
}
