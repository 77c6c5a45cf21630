/* SPDX-License-Identifier: MIT
 * fx_mem.c -- the allocator hook, growable lists, and the sort that the stages share. */
#include "fx_mem.h"
#include <stdlib.h>
#include <string.h>

static void *resize_malloc(void *ud, void *ptr, size_t osize, size_t nsize) {
  (void)ud;
  (void)osize;
  if (nsize == 0) {
    free(ptr);
    return NULL;
  }
  return realloc(ptr, nsize);
}

const flux_alloc fx_mem_malloc = {resize_malloc, NULL};

void *fx_mem_new(const flux_alloc *alloc, size_t size) {
  return alloc->resize(alloc->ud, NULL, 0, size ? size : 1);
}

void fx_mem_free(const flux_alloc *alloc, void *ptr, size_t size) {
  if (ptr) alloc->resize(alloc->ud, ptr, size ? size : 1, 0);
}

static int list_reserve(const flux_alloc *alloc, fx_list *list, uint64_t need, size_t item) {
  if (need <= list->capacity) return 0;
  uint64_t capacity = list->capacity ? (uint64_t)list->capacity * 2 : 16;
  if (capacity < need) capacity = need;
  if (capacity > UINT32_MAX) return FLUX_E_LIMIT;
  void *data = alloc->resize(alloc->ud, list->data, list->capacity * item, (size_t)capacity * item);
  if (!data) return FLUX_E_MEMORY;
  list->data = data;
  list->capacity = (uint32_t)capacity;
  return 0;
}

void *fx_list_add(const flux_alloc *alloc, fx_list *list, uint32_t count, size_t item) {
  /* Room for at least one item, so that an empty addition still returns a pointer. */
  if (list_reserve(alloc, list, (uint64_t)list->count + (count ? count : 1), item) < 0) return NULL;
  unsigned char *first = (unsigned char *)list->data + list->count * item;
  memset(first, 0, count * item);
  list->count += count;
  return first;
}

void fx_list_free(const flux_alloc *alloc, fx_list *list, size_t item) {
  if (list->data) alloc->resize(alloc->ud, list->data, list->capacity * item, 0);
  *list = (fx_list){NULL, 0, 0};
}

static void sift(uint32_t *items, uint32_t at, uint32_t count, fx_less_fn less, const void *ctx) {
  const uint32_t moving = items[at];
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && less(ctx, items[child], items[child + 1])) child++;
    if (!less(ctx, moving, items[child])) break;
    items[at] = items[child];
  }
  items[at] = moving;
}

void fx_sort(uint32_t *items, uint32_t count, fx_less_fn less, const void *ctx) {
  uint32_t sorted = 1;
  while (sorted < count && !less(ctx, items[sorted], items[sorted - 1])) sorted++;
  if (sorted >= count) return; /* the usual case: inputs come in order */
  for (uint32_t i = count / 2; i-- > 0;) sift(items, i, count, less, ctx);
  for (uint32_t end = count; end-- > 1;) {
    const uint32_t top = items[0];
    items[0] = items[end];
    items[end] = top;
    sift(items, 0, end, less, ctx);
  }
}
