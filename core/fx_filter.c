/* SPDX-License-Identifier: MIT
 * fx_filter.c -- event filters, at resolve: grouped by the fields that they test, and sorted by value. fx_lookup.c finds those of
 * an event. */
#include "fx_resolver.h"
#include <string.h>

uint32_t fx_filter_width(uint32_t type) {
  static const uint8_t width[] = {8, 4, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4};
  return width[type];
}

/* -- groups ---------------------------------------------------------------------------------------------------------- */

static const fx_callback *handler_of(const fx_resolver *r, uint32_t step) {
  return fx_callback_at(r->b, fx_edit_steps(r)[r->entry.first_step + step].callback);
}

static int64_t wanted_key(const flux_condition *condition) {
  int64_t key = condition->value;
  double number;
  memcpy(&number, &key, sizeof number);
  if ((condition->type == FLUX_T_DOUBLE || condition->type == FLUX_T_FLOAT) && number == 0) return 0;
  return key;
}

static int compare_u32(uint32_t a, uint32_t b) {
  return (a > b) - (a < b);
}

/* Orders filters by which fields they test. */
static int compare_fields(const fx_resolver *r, const fx_callback *a, const fx_callback *b) {
  int order = compare_u32(a->conditions, b->conditions);
  for (uint32_t i = 0; i < a->conditions && order == 0; i++) {
    const flux_condition *x = fx_condition_at(r->b, a->first_condition + i),
                         *y = fx_condition_at(r->b, b->first_condition + i);
    order = compare_u32(x->offset, y->offset);
    if (order == 0) order = compare_u32(x->type, y->type);
  }
  return order;
}

static int less_filter(const void *ctx, uint32_t a, uint32_t b) {
  const fx_resolver *r = ctx;
  const fx_callback *x = handler_of(r, a), *y = handler_of(r, b);
  const int order = compare_fields(r, x, y);
  if (order) return order < 0;
  for (uint32_t i = 0; i < x->conditions; i++) {
    const int64_t v = wanted_key(fx_condition_at(r->b, x->first_condition + i));
    const int64_t w = wanted_key(fx_condition_at(r->b, y->first_condition + i));
    if (v != w) return v < w;
  }
  return a < b;
}

/* The filtered steps, and for each step of the entry the OTHERWISE step that its match rules out. A node's filters directly
 * precede its `otherwise`, so one walk backwards finds both. */
static int collect(fx_resolver *r, int32_t **otherwise) {
  r->spare.count = 0;
  uint32_t *filters = fx_list_add(r->alloc, &r->spare, 2 * r->entry.settle, sizeof *filters);
  if (!filters) return fx_no_memory(r);
  *otherwise = (int32_t *)filters + r->entry.settle;
  uint32_t count = 0;
  int32_t rules_out = -1;
  uint32_t node = FX_NONE;
  for (uint32_t i = r->entry.settle; i-- > 0;) {
    const flux_step *step = fx_edit_steps(r) + r->entry.first_step + i;
    if (step->role != FLUX_HANDLER) continue;
    const uint32_t owner = handler_of(r, i)->node;
    if (owner != node) rules_out = -1;
    node = owner;
    if (step->seed == FLUX_SEED_OTHERWISE) rules_out = (int32_t)i;
    if (step->seed != FLUX_SEED_FILTER) continue;
    (*otherwise)[i] = rules_out;
    filters[count++] = i;
  }
  r->spare.count = count; /* the rest of the list stays allocated, and is not grown before it has been read */
  return 0;
}

static int open_group(fx_resolver *r, const fx_callback *handler) {
  fx_group *group = fx_add_groups(r, 1);
  flux_condition *fields = fx_add_fields(r, handler->conditions);
  if (!group || !fields) return fx_no_memory(r);
  *group = (fx_group){.first_field = fx_count_fields(r) - handler->conditions,
                      .fields = handler->conditions,
                      .first_match = fx_count_matches(r),
                      .first_value = fx_count_values(r)};
  for (uint32_t i = 0; i < handler->conditions; i++) {
    fields[i] = *fx_condition_at(r->b, handler->first_condition + i);
    fields[i].value = 0;
  }
  r->entry.matches++;
  return 0;
}

int fx_filter_entry(fx_resolver *r) {
  r->entry.first_match = fx_count_groups(r);
  if (r->entry.event < 0) return 0;
  int32_t *otherwise = NULL;
  if (collect(r, &otherwise) < 0) return FLUX_E_MEMORY;
  uint32_t *filters = r->spare.data;
  const uint32_t count = r->spare.count;
  fx_sort(filters, count, less_filter, r);
  for (uint32_t i = 0; i < count; i++) {
    const fx_callback *handler = handler_of(r, filters[i]);
    if (i == 0 || compare_fields(r, handler_of(r, filters[i - 1]), handler) != 0)
      if (open_group(r, handler) < 0) return FLUX_E_MEMORY;
    fx_match *match = fx_add_matches(r, 1);
    int64_t *values = fx_add_values(r, handler->conditions);
    if (!match || !values) return fx_no_memory(r);
    *match = (fx_match){filters[i], otherwise[filters[i]]};
    for (uint32_t c = 0; c < handler->conditions; c++)
      values[c] = wanted_key(fx_condition_at(r->b, handler->first_condition + c));
    fx_edit_groups(r)[fx_count_groups(r) - 1].matches++;
  }
  return 0;
}
