/* SPDX-License-Identifier: MIT
 * export_restore.c -- libFuzzer target: any bytes may be given to PREFIX_restore of exported C (fuzz/held.lua; with -DKEYED
 * fuzz/keyed.lua, whose state is full of indices). What is refused for what
 * it is changes nothing; what is accepted gives a snapshot that is accepted again with the same bytes, and runs on.
 *
 * Input: first byte odd → the instance has run before. Then 0, 1 → the rest is a snapshot; 2, 3 → with size, layout and checksum put
 * right; else a real snapshot with the rest as changes, two bytes of place and one of value each, put right. */
#include "held.h"
#include <stdlib.h>
#include <string.h>

static void put(unsigned char *to, uint64_t value) {
  for (int i = 0; i < 8; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t hashed(uint64_t hash, const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  return hash;
}

static void repair(unsigned char *bytes, size_t size) {
  if (size < 104) return;
  put(bytes + 16, size);
  put(bytes + 32, HELD_LAYOUT_HASH);
  put(bytes + 24, hashed(hashed(UINT64_C(14695981039346656037), bytes, 24), bytes + 32, size - 32));
}

static unsigned char *take(held_t *g, size_t *size) {
  *size = held_snapshot_size(g);
  unsigned char *bytes = malloc(*size);
  if (!bytes || held_snapshot(g, bytes, *size) < 0) abort();
  return bytes;
}

static void run(held_t *g) {
  const int64_t now = g->now;
  if (now > INT64_MAX / 2 || now < 0) return;
#ifdef KEYED
  for (int i = 1; i < 30; i++) {
    const char name = (char)('a' + i * 5 % 9);
    const int id = held_symbol(g, &name, 1);
    held_on_tick(g, &(held_tick_event){.time = now + 9 * i, .x = i * i % 7, .s = id > 0 ? (uint32_t)id : 1});
  }
#else
  const int id = held_symbol(g, "run", 3);
  for (int i = 1; i < 5; i++)
    held_on_tick(g, &(held_tick_event){.time = now + 9 * i, .x = i % 3 * 2, .s = id > 0 ? (uint32_t)id : 1});
  held_buffer_tick(g, &(held_tick_event){.time = now + 40, .x = 9, .s = 1});
  held_trigger(g);
#endif
  held_advance(g, now + 90);
}

static void start(held_t *g, int runs) {
  held_init(g);
#ifdef KEYED
  held_start(g);
#endif
  if (runs) run(g);
}

static unsigned char *seed(size_t *size) {
  static held_t g;
  start(&g, 1);
  held_symbol(&g, "text", 4);
#ifndef KEYED
  held_buffer_tick(&g, &(held_tick_event){.time = 100, .x = 1, .s = 1});
  held_buffer_tick(&g, &(held_tick_event){.time = 101, .x = 4, .s = 2});
#endif
  return take(&g, size);
}

static unsigned char *snapshot(const uint8_t *data, size_t size, size_t *length) {
  unsigned char *bytes;
  if (size == 0 || data[0] < 4) {
    *length = size ? size - 1 : 0;
    bytes = malloc(*length + 1);
    if (*length) memcpy(bytes, data + 1, *length);
    if (size && data[0] >= 2) repair(bytes, *length);
    return bytes;
  }
  bytes = seed(length);
  if (data[0] & 2 && size > 1) *length -= data[1] % *length;
  for (size_t i = 1; i + 2 < size; i += 3) bytes[(data[i] | (size_t)data[i + 1] << 8) % *length] = data[i + 2];
  repair(bytes, *length);
  return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static held_t g, before;
  size_t length, first_size, again_size;
  unsigned char *bytes = snapshot(data, size, &length);
  start(&g, size && data[0] & 1);
  before = g;
  const int status = held_restore(&g, bytes, length);
  if (status == HELD_E_SNAPSHOT || status == HELD_E_LAYOUT || status == HELD_E_SYMBOLS) {
    if (memcmp(&g, &before, sizeof g) != 0) abort();
  } else if (status == 0) {
    unsigned char *first = take(&g, &first_size);
    if (held_restore(&g, first, first_size) < 0) abort();
    unsigned char *again = take(&g, &again_size);
    if (again_size != first_size || memcmp(first, again, again_size) != 0) abort();
    free(first);
    free(again);
  }
  run(&g);
  free(bytes);
  return 0;
}
