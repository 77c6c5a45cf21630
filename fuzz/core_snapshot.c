/* SPDX-License-Identifier: MIT
 * core_snapshot.c -- libFuzzer target: any bytes may be restored. What is refused changes nothing; what is accepted runs on, and
 * gives a snapshot that is accepted again with the same bytes.
 *
 *   flux fuzz readers --only core_snapshot --seconds 60 */
#include "flux.h"
#include <stdlib.h>
#include <string.h>

typedef struct event {
  int64_t time;
  double x;
} event;
typedef struct cell {
  double value;
  int64_t count;
  uint8_t flag;
  uint8_t pad[3];
  float f[3];
} cell;

static int sum(void *self, const void *const *inputs, const flux_ctx *ctx) {
  cell *c = self;
  const event *e = ctx->event;
  (void)inputs;
  c->value += e->x;
  c->count = (int64_t)((uint64_t)c->count + 1);
  c->flag = !c->flag;
  if (c->flag) (void)flux_post(ctx, 1, &(event){0, e->x});
  return flux_after(ctx, 30) < 0 ? FLUX_ARREST : FLUX_DIRTY;
}

static int count(void *self, const void *const *inputs, const flux_ctx *ctx) {
  cell *c = self;
  (void)inputs;
  (void)ctx;
  c->count = (int64_t)((uint64_t)c->count + 1);
  return FLUX_DIRTY;
}

static int nothing(void *self, const void *const *inputs, const flux_ctx *ctx) {
  (void)self;
  (void)inputs;
  (void)ctx;
  return FLUX_DIRTY;
}

static flux_plan *plan;
static flux_builder *builder;

static void add_fields(uint32_t node) {
  flux_add_node_field(builder, node, &(flux_field_spec){"value", FLUX_T_DOUBLE, offsetof(cell, value), 0});
  flux_add_node_field(builder, node, &(flux_field_spec){"count", FLUX_T_I64, offsetof(cell, count), 0});
  flux_add_node_field(builder, node, &(flux_field_spec){"flag", FLUX_T_BOOL, offsetof(cell, flag), 0});
  flux_add_node_field(builder, node, &(flux_field_spec){"f", FLUX_T_FLOAT, offsetof(cell, f), 3});
}

static void make(void) {
  builder = flux_builder_new("fuzz", NULL);
  flux_set_options(builder, &(flux_options){.capacity = 4, .symbols = 4, .max_missed = 50, .on_error = 2});
  flux_add_event(builder, &(flux_event_spec){"Tick", sizeof(event), 0});
  flux_add_event(builder, &(flux_event_spec){"Post", sizeof(event), -1});
  flux_add_event_field(builder, 1, &(flux_field_spec){"time", FLUX_T_I64, 0, 0});
  flux_add_event_field(builder, 1, &(flux_field_spec){"x", FLUX_T_DOUBLE, 8, 0});
  const flux_node_spec spec = {.size = sizeof(cell), .align = 8, .timer = 1};
  flux_node_spec a = spec, b = spec, c = spec;
  a.name = "a";
  b.name = "b";
  b.every = 10;
  b.missed_once = 1;
  b.when_all = 1;
  c.name = "c";
  c.every = 7;
  flux_add_node(builder, &a);
  flux_add_node(builder, &b);
  flux_add_node(builder, &c);
  add_fields(0);
  add_fields(1);
  flux_add_input(builder, 1, "a", 0);
  flux_add_element(builder, 1, 0, 0, 0, 0);
  flux_add_callback(
      builder,
      &(flux_callback_spec){.node = 0, .role = FLUX_HANDLER, .event = 0, .fn = sum, .flags = FLUX_POSTS | FLUX_ARMS});
  flux_add_callback(builder, &(flux_callback_spec){.node = 0, .role = FLUX_TIMER, .fn = nothing});
  flux_add_callback(builder, &(flux_callback_spec){.node = 1, .role = FLUX_UPDATE, .fn = count});
  flux_add_callback(builder, &(flux_callback_spec){.node = 1, .role = FLUX_TIMER, .fn = count});
  flux_add_callback(builder, &(flux_callback_spec){.node = 2, .role = FLUX_HANDLER, .event = 1, .fn = count});
  flux_add_callback(builder, &(flux_callback_spec){.node = 2, .role = FLUX_TIMER, .fn = count});
  if (flux_resolve(builder, &plan) < 0) abort();
}

static unsigned char *take(flux_engine *e, size_t *size) {
  *size = flux_snapshot_size(e);
  unsigned char *bytes = malloc(*size);
  if (!bytes || flux_snapshot(e, bytes, *size) < 0) abort();
  return bytes;
}

/* Size and checksum are set right, so that what lies behind them is reached: bytes 0 to 7 of the input choose. */
static void repair(unsigned char *bytes, size_t size) {
  if (size < 104) return;
  for (int i = 0; i < 8; i++) bytes[16 + i] = (unsigned char)((uint64_t)size >> 8 * i);
  const uint64_t layout = flux_layout_hash(plan);
  for (int i = 0; i < 8; i++) bytes[32 + i] = (unsigned char)(layout >> 8 * i);
  const uint64_t sum = flux_hash(bytes + 32, size - 32, flux_hash(bytes, 24, UINT64_C(14695981039346656037)));
  for (int i = 0; i < 8; i++) bytes[24 + i] = (unsigned char)(sum >> 8 * i);
}

static void run(flux_engine *e) {
  const int64_t now = flux_engine_clock(e)->now;
  if (now > INT64_MAX / 2 || now < 0) return;
  for (int i = 1; i < 4; i++) flux_send(e, 0, &(event){now + 9 * i, i});
  flux_buffer(e, 0, &(event){now + 40, 2});
  flux_trigger(e);
  flux_advance(e, now + 90);
}

/* A snapshot of a real run, for the corpus: LLVMFuzzerInitialize could not write it, so every input may also start from it. */
static unsigned char *seed(size_t *size) {
  flux_engine *e;
  if (flux_engine_new(plan, builder, &e) < 0 || flux_start(e) < 0) abort();
  flux_symbol(e, "text", 4);
  run(e);
  flux_buffer(e, 0, &(event){100, 1});
  flux_buffer(e, 0, &(event){101, 1});
  unsigned char *bytes = take(e, size);
  flux_engine_free(e);
  return bytes;
}

/* Input: first byte 0 → the rest is a snapshot; 1 → repaired; else the seed with the rest as (place, value) changes, repaired. */
static unsigned char *input(const uint8_t *data, size_t size, size_t *length) {
  unsigned char *bytes;
  if (size == 0 || data[0] < 2) {
    *length = size ? size - 1 : 0;
    bytes = malloc(*length + 1);
    if (*length) memcpy(bytes, data + 1, *length);
    if (size && data[0] == 1) repair(bytes, *length);
    return bytes;
  }
  bytes = seed(length);
  if (data[0] & 1 && size > 1) *length -= data[1] % *length;
  for (size_t i = 1; i + 2 < size; i += 3) bytes[(data[i] | (size_t)data[i + 1] << 8) % *length] = data[i + 2];
  repair(bytes, *length);
  return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t length, before_size, after_size;
  if (!plan) make();
  unsigned char *bytes = input(data, size, &length);
  flux_engine *e;
  if (flux_engine_new(plan, builder, &e) < 0 || flux_start(e) < 0) abort();
  unsigned char *before = take(e, &before_size);
  if (flux_restore(e, bytes, length) < 0) {
    unsigned char *after = take(e, &after_size);
    if (after_size != before_size || memcmp(before, after, after_size) != 0) abort();
    free(after);
  } else {
    unsigned char *first = take(e, &before_size);
    if (flux_restore(e, first, before_size) < 0) abort();
    unsigned char *again = take(e, &after_size);
    if (after_size != before_size || memcmp(first, again, after_size) != 0) abort();
    free(first);
    free(again);
    run(e);
  }
  free(before);
  free(bytes);
  flux_engine_free(e);
  return 0;
}
