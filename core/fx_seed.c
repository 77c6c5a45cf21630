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

static ALWAYS_INLINE void add_list(flux_engine *e, front *f, const fx_seed *seeds, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    PREFETCH(&e->run->bound[(size_t)seeds[i].word * 64 + fx_bits_first(seeds[i].mask)]);
  if (f->word == FX_NO_WORD) {
    f->word = seeds->word;
    f->mask = seeds->mask;
    e->listed = seeds + 1;
    e->listed_left = count - 1;
  } else {
    for (; count > 0; count--, seeds++) add(e, f, seeds->word, seeds->mask);
  }
}

static void spill(flux_engine *e) {
  for (; e->listed_left > 0; e->listed_left--, e->listed++) fx_bits_add(&e->bits, e->listed->word, e->listed->mask);
}

uint64_t fx_seed_next(flux_engine *e) {
  if (e->listed_left > 0 && !fx_bits_any(&e->bits)) {
    const fx_seed *seed = e->listed++;
    e->listed_left--;
    e->at = e->run->bound + (size_t)seed->word * 64;
    return seed->mask;
  }
  spill(e);
  uint32_t word = 0;
  const uint64_t mask = fx_bits_take(&e->bits, &word);
  e->at = e->run->bound + (size_t)word * 64;
  e->later = mask != 0;
  return mask;
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
  f->others |= e->listed_left > 0;
  spill(e);
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
      add_list(e, f, l->seeds + slot->first, l->seeds[slot->first].words);
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
  if (run->seed_count) add_list(e, &f, run->seeds, run->seed_count);
  if (run->entry->matches) add_filters(e, &f, run->entry->matches);
  if (run->entry->kind == FLUX_ENTRY_TIMER) add_due(e, &f);
  if (run->entry->kind == FLUX_ENTRY_TRIGGER) add_held(e, &f);
  if (f.others) {
    if (f.mask) fx_bits_add(&e->bits, f.word, f.mask);
    spill(e);
    f.mask = fx_bits_take(&e->bits, &f.word);
  }
  e->later = f.others || e->listed_left > 0;
  e->at = run->bound;
  e->pending = f.mask;
  if (!f.mask) return;
  const uint32_t gap = fx_bits_first(f.mask); /* the loop need not look for the first step */
  e->at += (size_t)f.word * 64 + gap;
  e->pending >>= gap;
  for (int i = 1; i <= 3; i++) PREFETCH(e->at + i); /* what it raises mostly stands behind it */
}
