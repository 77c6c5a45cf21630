/* SPDX-License-Identifier: MIT
 * fx_mem.h -- the one way to memory: flux_alloc, and growable lists on top of it. */
#ifndef FX_MEM_H
#define FX_MEM_H
#include "flux.h"

/* A growable array of equal items. Indices stay valid when it grows, pointers do not. */
typedef struct fx_list {
  void *data;
  uint32_t count, capacity;
} fx_list;

extern const flux_alloc fx_mem_malloc; /* the default: realloc and free */

void *fx_mem_new(const flux_alloc *alloc, size_t size); /* NULL when out of memory; never NULL for size 0 */
void fx_mem_free(const flux_alloc *alloc, void *ptr, size_t size);

/* Appends `count` zeroed items and returns the first, or NULL when out of memory (the list is then as before). */
void *fx_list_add(const flux_alloc *alloc, fx_list *list, uint32_t count, size_t item);
void fx_list_free(const flux_alloc *alloc, fx_list *list, size_t item);

/* Heap sort of `count` items through callbacks: no memory, no worst case, the same result everywhere. Orders must be total. */
typedef int (*fx_less_fn)(const void *ctx, uint32_t a, uint32_t b);
void fx_sort(uint32_t *items, uint32_t count, fx_less_fn less, const void *ctx);

#endif
