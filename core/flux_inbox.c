/* SPDX-License-Identifier: MIT
 * flux_inbox.c -- see flux_inbox.h.
 *
 * The ring holds cells from `head` to `tail`. A cell has an event in it, or for a conflated one the number of a slot. A slot is one
 * word: which buffer it owns, and whether a value waits there. Both threads own one more buffer each, and give it for a slot's in
 * one atomic exchange, so a value is replaced or taken whole, and nobody waits. A slot whose value waits has one cell in the ring.
 *
 *   put:   fill my buffer, exchange it for the slot's; was the slot empty, append a cell
 *   take:  free the cell, exchange my buffer for the slot's; it has the newest value
 *
 * A wait says so in a flag before it looks a last time, and whoever changes something looks at the flag afterwards: both are
 * sequentially consistent, so one of the two sees the other. */
#define _POSIX_C_SOURCE 200809L
#include "flux_inbox.h"
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { MOST_EVENTS = 1 << 24, MOST_BYTES = 1 << 20, LINE = 64 };
#define NO_SLOT UINT32_MAX
#define FULL    UINT32_C(0x80000000) /* of a slot: a value waits */

/* What stands in front of an event, in a cell and in a buffer. */
typedef struct entry {
  int64_t tag;
  uint32_t input, slot;
} entry;

typedef struct key {
  uint32_t input;
  unsigned char bytes[FLUX_INBOX_KEY];
} key;

/* What only one thread writes; the other and flux_inbox_count read. */
typedef struct counter {
  _Atomic uint64_t taken, conflated, dropped, blocked;
  _Alignas(LINE) _Atomic uint64_t delivered;
} counter;

/* A pipe, and whether somebody waits at its end. */
typedef struct bell {
  _Atomic uint32_t waits;
  int ends[2];
} bell;

struct flux_inbox {
  flux_inbox_input *inputs;
  counter *counters;
  unsigned char *cells, *buffers;
  _Atomic uint32_t *slots;
  key *keys;       /* by slot */
  uint32_t *table; /* open addressing: slot + 1, 0: free */
  uint32_t input_count, capacity, cell_size, buffer_size;
  bell events, room;
  struct { /* the thread that puts */
    _Alignas(LINE) _Atomic uint64_t tail;
    uint64_t head_seen;
    uint32_t spare, bound, hand; /* my buffer; slots that have had a key; where the search for an empty one goes on */
  } in;
  struct { /* the thread that takes */
    _Alignas(LINE) _Atomic uint64_t head;
    uint64_t tail_seen;
    uint32_t spare, holds; /* holds: the cell at head is what the host reads */
    flux_inbox_item item;
  } out;
};

/* -- memory -------------------------------------------------------------------------------------------------------- */

static int is_wrong(const flux_inbox_input *i) {
  if (i->size > MOST_BYTES || i->policy < FLUX_INBOX_BLOCK || i->policy > FLUX_INBOX_BURST) return 1;
  if (i->policy == FLUX_INBOX_CONFLATE)
    return i->key_size > FLUX_INBOX_KEY || i->key_offset > i->size || i->key_size > i->size - i->key_offset;
  return i->policy == FLUX_INBOX_BURST && (i->size < 8 || i->time_offset > i->size - 8);
}

static uint32_t rounded(uint32_t size) {
  return (size + 7) & ~UINT32_C(7);
}

/* The next part of the memory. */
static size_t part(uint64_t *at, uint64_t count, uint64_t size) {
  const uint64_t start = (*at + LINE - 1) / LINE * LINE;
  *at = start + count * size;
  return (size_t)start;
}

/* Where everything lies behind `base`, which is NULL when only the size is wanted; `b` gets the numbers. 0: the spec is wrong. */
static uint64_t lay_out(const flux_inbox_spec *spec, flux_inbox *b, unsigned char *base) {
  uint32_t cell = 0, buffer = 0, capacity = 1;
  if (spec->input_count == 0 || spec->capacity == 0 || spec->capacity > MOST_EVENTS) return 0;
  for (uint32_t i = 0; i < spec->input_count; i++) {
    const flux_inbox_input *input = &spec->inputs[i];
    if (is_wrong(input)) return 0;
    const uint32_t size = (uint32_t)sizeof(entry) + rounded(input->size);
    uint32_t *most = input->policy == FLUX_INBOX_CONFLATE ? &buffer : &cell;
    if (size > *most) *most = size;
  }
  if (cell == 0) cell = sizeof(entry);
  while (capacity < spec->capacity) capacity *= 2;
  const uint32_t slots = buffer > 0 ? capacity : 0;
  uint64_t at = sizeof *b;
  const size_t inputs = part(&at, spec->input_count, sizeof *spec->inputs);
  const size_t counters = part(&at, spec->input_count, sizeof(counter));
  const size_t cells = part(&at, capacity, cell);
  const size_t buffers = part(&at, slots > 0 ? slots + 2 : 0, buffer);
  const size_t words = part(&at, slots, sizeof *b->slots);
  const size_t keys = part(&at, slots, sizeof(key));
  const size_t table = part(&at, 2 * (uint64_t)slots, sizeof(uint32_t));
  if (base != NULL) {
    b->inputs = (flux_inbox_input *)(void *)(base + inputs);
    b->counters = (counter *)(void *)(base + counters);
    b->cells = base + cells;
    b->buffers = base + buffers;
    b->slots = (_Atomic uint32_t *)(void *)(base + words);
    b->keys = (key *)(void *)(base + keys);
    b->table = (uint32_t *)(void *)(base + table);
    b->input_count = spec->input_count;
    b->capacity = capacity;
    b->cell_size = cell;
    b->buffer_size = buffer;
  }
  return at > SIZE_MAX / 2 ? 0 : at;
}

size_t flux_inbox_size(const flux_inbox_spec *spec) {
  const uint64_t size = lay_out(spec, NULL, NULL);
  return size == 0 ? 0 : (size_t)size + LINE - 1;
}

static int open_bell(bell *it) {
  if (pipe(it->ends) != 0) return FLUX_INBOX_E_DESCRIPTOR;
  for (int i = 0; i < 2; i++) {
    fcntl(it->ends[i], F_SETFL, O_NONBLOCK);
    fcntl(it->ends[i], F_SETFD, FD_CLOEXEC);
  }
  return 0;
}

static void close_bell(const bell *it) {
  close(it->ends[0]);
  close(it->ends[1]);
}

int flux_inbox_init(void *memory, size_t size, const flux_inbox_spec *spec, flux_inbox **inbox) {
  const size_t need = flux_inbox_size(spec), shift = (size_t)(-(uintptr_t)memory % LINE);
  if (need == 0 || size < need) return FLUX_INBOX_E_SPEC;
  unsigned char *base = (unsigned char *)memory + shift;
  memset(base, 0, need - (LINE - 1));
  flux_inbox *b = (flux_inbox *)(void *)base;
  lay_out(spec, b, base);
  memcpy(b->inputs, spec->inputs, spec->input_count * sizeof *spec->inputs);
  for (uint32_t i = 0; b->buffer_size > 0 && i < b->capacity; i++) atomic_init(&b->slots[i], i);
  b->in.spare = b->capacity;
  b->out.spare = b->capacity + 1;
  if (open_bell(&b->events) < 0) return FLUX_INBOX_E_DESCRIPTOR;
  if (open_bell(&b->room) < 0) {
    close_bell(&b->events);
    return FLUX_INBOX_E_DESCRIPTOR;
  }
  *inbox = b;
  return 0;
}

void flux_inbox_close(flux_inbox *b) {
  close_bell(&b->events);
  close_bell(&b->room);
}

/* -- bells --------------------------------------------------------------------------------------------------------- */

static void ring(bell *it) {
  /* A pipe that is full wakes up all the same. */
  if (write(it->ends[1], "", 1) < 0) return;
}

static void ring_for_waiter(bell *it) {
  if (atomic_load(&it->waits) != 0 && atomic_exchange(&it->waits, 0) != 0) ring(it);
}

static void silence(bell *it) {
  char bytes[64];
  while (read(it->ends[0], bytes, sizeof bytes) > 0) {}
}

/* 1: it rang. */
static int wait_for(bell *it, int64_t ns) {
  struct pollfd what = {.fd = it->ends[0], .events = POLLIN};
  const int64_t ms = ns < 0 ? -1 : ns / 1000000 + (ns % 1000000 != 0);
  const int rang = poll(&what, 1, ms > INT32_MAX ? INT32_MAX : (int)ms) > 0;
  atomic_store(&it->waits, 0);
  return rang;
}

/* -- putting ------------------------------------------------------------------------------------------------------- */

/* A counter has one writer. */
static void count(_Atomic uint64_t *it) {
  atomic_store_explicit(it, atomic_load_explicit(it, memory_order_relaxed) + 1, memory_order_relaxed);
}

static entry *cell_at(const flux_inbox *b, uint64_t at) {
  return (entry *)(void *)(b->cells + (at & (b->capacity - 1)) * b->cell_size);
}

static entry *buffer_at(const flux_inbox *b, uint32_t buffer) {
  return (entry *)(void *)(b->buffers + (size_t)buffer * b->buffer_size);
}

static int has_room(flux_inbox *b) {
  const uint64_t tail = atomic_load_explicit(&b->in.tail, memory_order_relaxed);
  if (tail - b->in.head_seen < b->capacity) return 1;
  b->in.head_seen = atomic_load(&b->out.head);
  return tail - b->in.head_seen < b->capacity;
}

/* Fills a cell or a buffer, which has the event behind it. */
static void fill(const flux_inbox *b, entry *to, entry with, const void *event) {
  *to = with;
  if (b->inputs[with.input].size > 0) memcpy(to + 1, event, b->inputs[with.input].size);
}

static void publish(flux_inbox *b) {
  atomic_store(&b->in.tail, atomic_load_explicit(&b->in.tail, memory_order_relaxed) + 1);
  ring_for_waiter(&b->events);
}

static uint32_t hash(const key *k) {
  uint64_t h = UINT64_C(14695981039346656037) ^ k->input;
  for (size_t i = 0; i < sizeof k->bytes; i++) h = (h ^ k->bytes[i]) * UINT64_C(1099511628211);
  return (uint32_t)(h ^ h >> 32);
}

/* Takes a key out of the table; what was displaced by it moves up. */
static void forget(flux_inbox *b, uint32_t slot) {
  const uint32_t mask = 2 * b->capacity - 1;
  uint32_t hole = hash(&b->keys[slot]) & mask;
  while (b->table[hole] != slot + 1) hole = (hole + 1) & mask;
  for (uint32_t at = (hole + 1) & mask; b->table[at] != 0; at = (at + 1) & mask) {
    const uint32_t home = hash(&b->keys[b->table[at] - 1]) & mask;
    if (((at - home) & mask) < ((at - hole) & mask)) continue; /* it may not move before its home */
    b->table[hole] = b->table[at];
    hole = at;
  }
  b->table[hole] = 0;
}

/* A slot for a new key: one that never had any, or one where nothing waits. */
static uint32_t free_slot(flux_inbox *b) {
  if (b->in.bound < b->capacity) return b->in.bound++;
  for (uint32_t i = 0; i < b->capacity; i++) {
    const uint32_t slot = b->in.hand++ & (b->capacity - 1);
    if (atomic_load_explicit(&b->slots[slot], memory_order_acquire) & FULL) continue;
    forget(b, slot);
    return slot;
  }
  return NO_SLOT;
}

static uint32_t slot_of(flux_inbox *b, uint32_t input, const void *event) {
  const flux_inbox_input *i = &b->inputs[input];
  const uint32_t mask = 2 * b->capacity - 1;
  key wanted = {.input = input};
  memcpy(wanted.bytes, (const unsigned char *)event + i->key_offset, i->key_size);
  const uint32_t home = hash(&wanted) & mask;
  for (uint32_t at = home; b->table[at] != 0; at = (at + 1) & mask)
    if (memcmp(&b->keys[b->table[at] - 1], &wanted, sizeof wanted) == 0) return b->table[at] - 1;
  const uint32_t slot = free_slot(b);
  if (slot == NO_SLOT) return NO_SLOT;
  b->keys[slot] = wanted;
  uint32_t at = home; /* anew: forgetting a key moves others */
  while (b->table[at] != 0) at = (at + 1) & mask;
  b->table[at] = slot + 1;
  return slot;
}

static int put_conflated(flux_inbox *b, uint32_t input, const void *event, int64_t tag) {
  const uint32_t slot = slot_of(b, input, event);
  if (slot == NO_SLOT) return 0;
  const int waits = (atomic_load_explicit(&b->slots[slot], memory_order_acquire) & FULL) != 0;
  if (!waits && !has_room(b)) return 0;
  fill(b, buffer_at(b, b->in.spare), (entry){tag, input, slot}, event);
  const uint32_t old = atomic_exchange(&b->slots[slot], b->in.spare | FULL);
  b->in.spare = old & ~FULL;
  if (old & FULL) return FLUX_INBOX_CONFLATED;
  /* Taken in between, if it waited: its cell was freed before, so there is room. */
  *cell_at(b, atomic_load_explicit(&b->in.tail, memory_order_relaxed)) = (entry){tag, input, slot};
  publish(b);
  return FLUX_INBOX_TAKEN;
}

static int put(flux_inbox *b, uint32_t input, const void *event, int64_t tag) {
  assert(input < b->input_count);
  counter *c = &b->counters[input];
  int result = 0;
  if (b->inputs[input].policy == FLUX_INBOX_CONFLATE) {
    result = put_conflated(b, input, event, tag);
  } else if (has_room(b)) {
    fill(b, cell_at(b, atomic_load_explicit(&b->in.tail, memory_order_relaxed)), (entry){tag, input, NO_SLOT}, event);
    publish(b);
    result = FLUX_INBOX_TAKEN;
  } else if (b->inputs[input].policy == FLUX_INBOX_DROP) {
    count(&c->dropped);
    return FLUX_INBOX_DROPPED;
  }
  if (result > 0) count(&c->taken);
  if (result == FLUX_INBOX_CONFLATED) count(&c->conflated);
  return result;
}

int flux_inbox_put(flux_inbox *b, uint32_t input, const void *event, int64_t tag) {
  const int result = put(b, input, event, tag);
  if (result == 0) count(&b->counters[input].blocked);
  return result;
}

int flux_inbox_put_wait(flux_inbox *b, uint32_t input, const void *event, int64_t tag, int64_t ns) {
  int result = flux_inbox_put(b, input, event, tag), rang = 1;
  while (result == 0 && rang) {
    silence(&b->room);
    atomic_store(&b->room.waits, 1);
    result = put(b, input, event, tag);
    if (result == 0) rang = wait_for(&b->room, ns);
  }
  atomic_store(&b->room.waits, 0);
  return result;
}

/* -- taking -------------------------------------------------------------------------------------------------------- */

/* A cell is free. Who waits for room is woken up when half of all are: not for one event each time. */
static void free_cell(flux_inbox *b) {
  const uint64_t head = atomic_load_explicit(&b->out.head, memory_order_relaxed) + 1;
  atomic_store(&b->out.head, head);
  if (atomic_load(&b->room.waits) != 0 && atomic_load(&b->in.tail) - head <= b->capacity / 2) ring_for_waiter(&b->room);
}

/* The host is done with the event that it was given. */
static void release(flux_inbox *b) {
  if (!b->out.holds) return;
  b->out.holds = 0;
  free_cell(b);
}

/* The cell at a place, NULL when there is none yet. */
static const entry *peek(flux_inbox *b, uint64_t at) {
  if (at == b->out.tail_seen) b->out.tail_seen = atomic_load(&b->in.tail);
  return at == b->out.tail_seen ? NULL : cell_at(b, at);
}

static int64_t time_of(const flux_inbox *b, const entry *cell) {
  int64_t time;
  memcpy(&time, (const unsigned char *)(cell + 1) + b->inputs[cell->input].time_offset, sizeof time);
  return time;
}

static int is_burst(const flux_inbox *b, const entry *cell) {
  return b->inputs[cell->input].policy == FLUX_INBOX_BURST;
}

const flux_inbox_item *flux_inbox_take(flux_inbox *b) {
  release(b);
  const uint64_t at = atomic_load_explicit(&b->out.head, memory_order_relaxed);
  const entry *cell = peek(b, at);
  if (cell == NULL) return NULL;
  flux_inbox_item *item = &b->out.item;
  item->burst = (uint8_t)is_burst(b, cell);
  item->more = 0;
  if (cell->slot != NO_SLOT) {
    const uint32_t slot = cell->slot;
    free_cell(b);
    b->out.spare = atomic_exchange(&b->slots[slot], b->out.spare) & ~FULL;
    cell = buffer_at(b, b->out.spare);
  } else {
    b->out.holds = 1;
    const entry *next = item->burst ? peek(b, at + 1) : NULL;
    item->more = next != NULL && is_burst(b, next) && time_of(b, next) == time_of(b, cell);
  }
  item->event = cell + 1;
  item->tag = cell->tag;
  item->input = cell->input;
  count(&b->counters[cell->input].delivered);
  return item;
}

int flux_inbox_arm(flux_inbox *b) {
  release(b);
  silence(&b->events);
  atomic_store(&b->events.waits, 1);
  if (peek(b, atomic_load_explicit(&b->out.head, memory_order_relaxed)) == NULL) return 0;
  atomic_store(&b->events.waits, 0);
  return 1;
}

int flux_inbox_wait(flux_inbox *b, int64_t ns) {
  if (flux_inbox_arm(b)) return 1;
  wait_for(&b->events, ns);
  return peek(b, atomic_load_explicit(&b->out.head, memory_order_relaxed)) != NULL;
}

int flux_inbox_descriptor(const flux_inbox *b) {
  return b->events.ends[0];
}

/* -- any thread ------------------------------------------------------------------------------------------------------ */

void flux_inbox_wake(flux_inbox *b) {
  ring(&b->events);
}

flux_inbox_counts flux_inbox_count(const flux_inbox *b, uint32_t input) {
  assert(input < b->input_count);
  const counter *c = &b->counters[input];
  return (flux_inbox_counts){
      .delivered = atomic_load_explicit(&c->delivered, memory_order_relaxed),
      .taken = atomic_load_explicit(&c->taken, memory_order_relaxed),
      .conflated = atomic_load_explicit(&c->conflated, memory_order_relaxed),
      .dropped = atomic_load_explicit(&c->dropped, memory_order_relaxed),
      .blocked = atomic_load_explicit(&c->blocked, memory_order_relaxed),
  };
}
