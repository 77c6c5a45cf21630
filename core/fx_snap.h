/* SPDX-License-Identifier: MIT
 * fx_snap.h -- the format of a snapshot, which every backend and exported C write alike (docs/tools.md shows it). All numbers
 * are little-endian. Values stand without padding, so that a file depends on declarations and not on a compiler.
 *
 *   +--------+--------+------------+-----------+--------+---------+-------+
 *   | header | layout | node flags | states    | timers | symbols | posts |
 *   | 104    | text   | 1 a node   | by field  | 16     | 32 each | 12 +  |
 *   +--------+--------+------------+-----------+--------+---------+-------+
 *
 * Nodes and timers stand in the graph's order. */
#ifndef FX_SNAP_H
#define FX_SNAP_H
#include "fx_engine.h"

/* Header fields: name, byte offset, bytes. */
#define FX_SNAP_HEADER(X)                                                                                              \
  X(version, 8, 4)                                                                                                     \
  X(flags, 12, 4)                                                                                                      \
  X(size, 16, 8)     /* of the whole snapshot */                                                                       \
  X(checksum, 24, 8) /* flux_hash of all bytes but these */                                                            \
  X(layout, 32, 8)   /* flux_layout_hash */                                                                            \
  X(text, 40, 4)     /* bytes of the layout's text */                                                                  \
  X(nodes, 44, 4)                                                                                                      \
  X(timers, 48, 4)                                                                                                     \
  X(symbols, 52, 4)                                                                                                    \
  X(posts, 56, 4)                                                                                                      \
  X(reserved, 60, 4)                                                                                                   \
  X(now, 64, 8)                                                                                                        \
  X(cycle, 72, 8)                                                                                                      \
  X(late, 80, 8)                                                                                                       \
  X(unhandled, 88, 8)                                                                                                  \
  X(skipped, 96, 8)

#define FX_SNAP_MAGIC "FLUXSNAP"
enum { FX_SNAP_VERSION = 1, FX_SNAP_HEAD = 104, FX_SNAP_SYMBOL = 32, FX_SNAP_TIMER = 16, FX_SNAP_POST = 12 };
enum { FX_SNAP_HAS_NOW = 1, FX_SNAP_HELD = 2 };                 /* flags of a snapshot */
enum { FX_SNAP_VALID = 1, FX_SNAP_DIRTY = 2, FX_SNAP_RAN = 4 }; /* of a node; the last two are buffered work */

static inline uint64_t fx_snap_get(const uint8_t *at, uint32_t bytes) {
  uint64_t value = 0;
  for (uint32_t i = 0; i < bytes; i++) value |= (uint64_t)at[i] << 8 * i;
  return value;
}

static inline void fx_snap_put(uint8_t *at, uint64_t value, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

/* fx_head_now(bytes) → uint64_t, and so on; fx_set_head_now(bytes, value). */
#define FX_SNAP_ACCESS(name, offset, bytes)                                                                            \
  static inline uint64_t fx_head_##name(const uint8_t *head) {                                                         \
    return fx_snap_get(head + (offset), bytes);                                                                        \
  }                                                                                                                    \
  static inline void fx_set_head_##name(uint8_t *head, uint64_t value) {                                               \
    fx_snap_put(head + (offset), value, bytes);                                                                        \
  }
FX_SNAP_HEADER(FX_SNAP_ACCESS)
#undef FX_SNAP_ACCESS

uint64_t fx_snap_checksum(const uint8_t *bytes, size_t size);

/* -- fx_record.c: values of nodes and events, field by field --------------------------------------------------------- */
uint32_t fx_record_packed(const flux_plan *plan, uint32_t record);                          /* bytes, packed */
void fx_record_pack(const flux_plan *plan, uint32_t record, const void *from, uint8_t *to); /* NaN canonical */
void fx_record_unpack(const flux_plan *plan, uint32_t record, const uint8_t *from,
                      void *to);                             /* the same, and bools 0 or 1 */
uint64_t fx_record_bits(const uint8_t *from, uint32_t type); /* of one value of FLUX_T_ `type`, as they are stored */
uint32_t fx_record_width(uint32_t type);                     /* bytes */
uint64_t fx_record_event_hash(const flux_plan *plan, uint32_t event);
/* Records are numbered: nodes, then event types. */
static inline uint32_t fx_record_of_event(const flux_plan *plan, uint32_t event) {
  return fx_plan_nodes_count(plan) + event;
}

#endif
