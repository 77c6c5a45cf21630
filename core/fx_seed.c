/* SPDX-License-Identifier: MIT
 * fx_seed.c -- what is pending as a cycle begins: steps that always run, steps whose filters the event matches, timers that are due,
 * what buffered cycles left. And how the words of a wide entry come one after the other. */
#include "fx_compiler.h"
#include "fx_engine.h"

#define FX_NO_WORD UINT32_MAX

/* The word that is added first. Most events have no other; else they are in engine.bits, or a list in order that engine.listed goes
 * through. */
typedef struct front {
  uint64_t mask;
  uint32_t word;
  int others; /* some are in engine.bits */
} front;

static ALWAYS_INLINE void add(flux_engine *e, front *f, uint32_t word, uint64_t mask) {
  if (f->word == FX_NO_WORD) f->word = word;
  if (f->word == word) {
    f->mask |= mask;
  } else {
    fx_bits_add(&e->bits, word, mask);
    f->others = 1;
  }
}

static uint64_t in_word(const fx_seed *seed) {
  return seed->mask << seed->step % 64;
}

static ALWAYS_INLINE void add_list(flux_engine *e, front *f, const fx_seed *seed) {
  const fx_seed *const last = seed + seed->behind;
  for (const fx_seed *each = seed; each <= last; each++) PREFETCH(&e->run->bound[each->step]);
  if (f->word == FX_NO_WORD) {
    f->word = seed->step / 64;
    f->mask = in_word(seed);
    e->listed = fx_seed_behind(seed);
  } else {
    for (; seed <= last; seed++) add(e, f, seed->step / 64, in_word(seed));
  }
}

void fx_seed_spill(flux_engine *e) {
  for (const fx_seed *seed = e->listed; seed; seed = fx_seed_behind(seed))
    fx_bits_add(&e->bits, seed->step / 64, in_word(seed));
  e->listed = NULL;
}

uint64_t fx_seed_from(uint32_t first, uint32_t word, uint64_t mask) {
  if (word < first / 64) return 0;
  return word == first / 64 ? mask & UINT64_MAX << first % 64 : mask;
}

/* Takes the first word of `bits` that has a step from `first` on; the loop stops at the next one. Steps before that are there when
 * they were raised twice, from far and from near, and have run. */
static uint64_t take_word(flux_engine *e, uint32_t first) {
  uint32_t word = 0;
  uint64_t mask;
  do mask = fx_bits_take(&e->bits, &word);
  while (mask && !(mask = fx_seed_from(first, word, mask)));
  e->at = e->run->bound + (size_t)word * 64;
  e->ahead = mask ? (uintptr_t)(e->at + 64) : FX_NOTHING;
  return mask;
}

uint64_t fx_seed_take(flux_engine *e, const fx_bound *s, uint64_t pending) {
  const uint32_t step = (uint32_t)(s - e->run->bound);
  const uint64_t low = pending << step % 64, high = step % 64 ? pending >> (64 - step % 64) : 0;
  if (low) fx_bits_add(&e->bits, step / 64, low);
  if (high) fx_bits_add(&e->bits, step / 64 + 1, high);
  return take_word(e, step);
}

static ALWAYS_INLINE void add_step(flux_engine *e, front *f, uint32_t step) {
  PREFETCH(&e->run->bound[step]);
  add(e, f, step / 64, (uint64_t)1 << step % 64);
}

static void remove_step(flux_engine *e, front *f, uint32_t step) {
  if (f->word == step / 64) {
    f->mask &= ~((uint64_t)1 << step % 64);
    return;
  }
  f->others |= e->listed != NULL;
  fx_seed_spill(e);
  fx_bits_remove(&e->bits, step);
}

static NOINLINE void add_matches(flux_engine *e, front *f, const fx_match *match, uint32_t count) {
  for (; count > 0; count--, match++) {
    add_step(e, f, match->step);
    if (match->otherwise >= 0) remove_step(e, f, (uint32_t)match->otherwise);
  }
}

static ALWAYS_INLINE void add_filters(flux_engine *e, front *f, uint32_t groups) {
  for (const fx_lookup *l = e->run->lookups; groups > 0; groups--, l++) {
    const fx_slot *slot = fx_lookup_find(l, e->clock.event);
    if (slot->count == FX_ALONE)
      add_step(e, f, slot->first);
    else if (!l->seeds)
      add_matches(e, f, l->matches + slot->first, slot->count);
    else if (slot->count)
      add_list(e, f, l->seeds + slot->first);
  }
}

static void add_due(flux_engine *e, front *f) {
  for (uint32_t i = 0; i < e->due_count; i++) {
    const uint32_t step = e->timers[e->due[i]].step;
    if (step != UINT32_MAX) add_step(e, f, step);
  }
}

static void add_held(flux_engine *e, front *f) {
  uint32_t word;
  uint64_t mask;
  while ((mask = fx_bits_take(&e->held, &word)) != 0) add(e, f, word, mask);
  for (uint32_t i = 0; i < e->held_count; i++) {
    const uint32_t node = e->held_nodes[i];
    if ((e->held_node[node] & 1) && (fx_plan_nodes(e->plan)[node].flags & 6)) {
      if (e->options.on_error == 2) fx_undo_save(e, node);
      e->clock.dirty_at[node] = e->clock.cycle;
    }
    e->held_node[node] = 0;
  }
  e->held_count = 0;
  e->clock.attention &= ~FLUX_ATTEND_HELD;
}

void fx_seed_steps(flux_engine *e) {
  const fx_run *run = e->run;
  front f = {0, FX_NO_WORD, 0};
  if (run->seed_count) add_list(e, &f, run->seeds);
  if (run->entry->matches) add_filters(e, &f, run->entry->matches);
  if (run->entry->kind == FLUX_ENTRY_TIMER) add_due(e, &f);
  if (run->entry->kind == FLUX_ENTRY_TRIGGER) add_held(e, &f);
  if (f.others) {
    if (f.mask) fx_bits_add(&e->bits, f.word, f.mask);
    fx_seed_spill(e);
    e->pending = take_word(e, 0);
  } else {
    e->pending = f.mask;
    e->at = run->bound + (f.mask ? (size_t)f.word * 64 : 0);
    e->ahead = e->listed ? (uintptr_t)(run->bound + e->listed->step) : FX_NOTHING;
  }
  if (!e->pending) return;
  const uint32_t gap = fx_bits_first(e->pending); /* the loop need not look for the first step */
  e->at += gap;
  e->pending >>= gap;
}
