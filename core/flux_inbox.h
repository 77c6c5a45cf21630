/* SPDX-License-Identifier: MIT
 * flux_inbox.h -- events from one thread to the thread that runs a graph: a bounded ring with a descriptor that wakes it up.
 *
 * Stands alone: C11 and POSIX, no other part of flux. It serves flux.h and exported C alike; `flux export --inbox` writes this
 * file and flux_inbox.c beside the graph.
 *
 *   static const flux_inbox_input inputs[] = {                       // by event type
 *       {.size = sizeof(book_tick_event), .policy = FLUX_INBOX_CONFLATE, .key_offset = offsetof(book_tick_event, symbol), .key_size = 4},
 *       {.size = sizeof(book_trade_event)}};                           // FLUX_INBOX_BLOCK
 *   const flux_inbox_spec spec = {inputs, 2, 4096};
 *   flux_inbox *inbox;   flux_inbox_init(memory, flux_inbox_size(&spec), &spec, &inbox);
 *
 *   flux_inbox_put(inbox, 0, &tick, 0);                               // the feed's thread
 *
 *   while (flux_inbox_wait(inbox, -1) >= 0)                           // the graph's thread
 *     for (const flux_inbox_item *item; (item = flux_inbox_take(inbox)) != NULL;) book_dispatch(&g, item->input, item->event);
 *
 * One thread puts and one takes; which one does may change when the threads have synchronised. Nothing is allocated, and nothing
 * takes a lock: neither side ever waits for the other unless it asks to. */
#ifndef FLUX_INBOX_H
#define FLUX_INBOX_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* What happens to an event of an input when events wait. */
enum {
  FLUX_INBOX_BLOCK = 0,    /* without room it is not taken: the host tries again, or waits (flux_inbox_put_wait) */
  FLUX_INBOX_DROP = 1,     /* without room it is dropped, and counted */
  FLUX_INBOX_CONFLATE = 2, /* replaces the event with its key that waits, in that one's place; without room as BLOCK */
  FLUX_INBOX_BURST = 3     /* as BLOCK; events of one time that wait in a row are to be buffered and triggered once */
};

/* Results of flux_inbox_put; 0: no room. */
enum { FLUX_INBOX_TAKEN = 1, FLUX_INBOX_CONFLATED = 2, FLUX_INBOX_DROPPED = 3 };

enum {
  FLUX_INBOX_E_SPEC = -1,       /* a number in the spec is out of its range, or the memory too small */
  FLUX_INBOX_E_DESCRIPTOR = -2, /* the system has no more descriptors */
  FLUX_INBOX_KEY = 16           /* bytes of a key, at most */
};

typedef struct flux_inbox flux_inbox;

typedef struct flux_inbox_input {
  uint32_t size;                 /* of an event, bytes, at most 1 MiB */
  int32_t policy;                /* FLUX_INBOX_BLOCK … */
  uint32_t key_offset, key_size; /* CONFLATE: bytes of the event that are its key; size 0: all events have one key */
  uint32_t time_offset;          /* BURST: of the int64 time field */
} flux_inbox_input;

typedef struct flux_inbox_spec {
  const flux_inbox_input *inputs; /* copied */
  uint32_t input_count;
  uint32_t capacity; /* events that may wait, of all inputs together, at most 2^24; rounded up to a power of two */
} flux_inbox_spec;

typedef struct flux_inbox_item {
  const void *event;
  int64_t tag; /* as it was put */
  uint32_t input;
  uint8_t burst; /* its input's policy is BURST: buffer it, and trigger behind it when `more` is 0 */
  uint8_t more;  /* the next one that waits is of a BURST input and has the same time */
} flux_inbox_item;

typedef struct flux_inbox_counts {
  uint64_t taken, delivered; /* events put and not dropped; events that came out */
  uint64_t conflated;        /* replaced by a later one: taken = delivered + conflated + what waits */
  uint64_t dropped, blocked; /* events that found no room: gone; not taken, at the first try */
} flux_inbox_counts;

/* Bytes that an inbox needs, whatever the memory's alignment; 0: the spec is wrong. */
size_t flux_inbox_size(const flux_inbox_spec *spec);
/* Makes an empty inbox in memory that stays the caller's. 0, or a negative FLUX_INBOX_E_. It opens four descriptors. */
int flux_inbox_init(void *memory, size_t size, const flux_inbox_spec *spec, flux_inbox **inbox);
/* Closes the descriptors. No thread may be in a call. */
void flux_inbox_close(flux_inbox *inbox);

/* -- the thread that puts ------------------------------------------------------------------------------------------- */
/* Copies an event. `tag` is anything: a line, a time of arrival. > 0: what became of it; 0: no room, it was not taken. */
int flux_inbox_put(flux_inbox *inbox, uint32_t input, const void *event, int64_t tag);
/* The same, and waits for room up to `ns` nanoseconds, -1: for ever. 0: the time was over, or a signal came. */
int flux_inbox_put_wait(flux_inbox *inbox, uint32_t input, const void *event, int64_t tag, int64_t ns);

/* -- the thread that takes ------------------------------------------------------------------------------------------ */
/* The event that has waited longest, valid until the next call of this thread; NULL: none waits. */
const flux_inbox_item *flux_inbox_take(flux_inbox *inbox);
/* Waits up to `ns` nanoseconds, -1: for ever. 1: events wait. 0: none, but the time was over, a signal came, or flux_inbox_wake. */
int flux_inbox_wait(flux_inbox *inbox, int64_t ns);
/* For a host with a poll(2) of its own: right before it, asks to be woken up. 1: events wait already, do not wait. 0: the
 * descriptor becomes readable with the next event; it is emptied here, and need not be read. */
int flux_inbox_arm(flux_inbox *inbox);
int flux_inbox_descriptor(const flux_inbox *inbox);

/* -- any thread ------------------------------------------------------------------------------------------------------ */
/* Ends a wait of the thread that takes, say to end it. May be called from a signal handler. */
void flux_inbox_wake(flux_inbox *inbox);
/* The counters of an input, as they are. */
flux_inbox_counts flux_inbox_count(const flux_inbox *inbox, uint32_t input);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
