/* SPDX-License-Identifier: MIT
 * fx_seed.c -- what is pending as a cycle begins: steps that always run, steps whose filters the event matches, timers that are due,
 * what buffered cycles left. */
#include "fx_compiler.h"
#include "fx_engine.h"

#define FX_NO_WORD UINT32_MAX

/* The word that is added first; the others are in engine.bits. Most events have no other. */
typedef struct front {
  uint64_t mask;
  uint32_t word;
} front;

static ALWAYS_INLINE void add(flux_engine *e, front *f, uint32_t word, uint64_t mask) {
  if (f->word == FX_NO_WORD) f->word = word;
  if (f->word == word)
    f->mask |= mask;
  else
    fx_bits_add(&e->bits, word, mask);
}

static ALWAYS_INLINE void add_step(flux_engine *e, front *f, uint32_t step) {
  PREFETCH(&e->run->bound[step]);
  add(e, f, step / 64, (uint64_t)1 << step % 64);
}

static void remove_step(flux_engine *e, front *f, uint32_t step) {
  if (f->word == step / 64)
    f->mask &= ~((uint64_t)1 << step % 64);
  else
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
    else
      add_matches(e, f, l->matches + slot->first, slot->count);
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
  front f = {0, FX_NO_WORD};
  for (uint32_t i = 0; i < run->seed_count; i++) add(e, &f, run->seeds[i].word, run->seeds[i].mask);
  if (run->entry->matches) add_filters(e, &f, run->entry->matches);
  if (run->entry->kind == FLUX_ENTRY_TIMER) add_due(e, &f);
  if (run->entry->kind == FLUX_ENTRY_TRIGGER) add_held(e, &f);
  if (fx_bits_any(&e->bits)) {
    if (f.mask) fx_bits_add(&e->bits, f.word, f.mask);
    f.mask = fx_bits_take(&e->bits, &f.word);
  }
  e->at = run->bound;
  e->pending = f.mask;
  if (!f.mask) return;
  const uint32_t gap = fx_bits_first(f.mask); /* the loop need not look for the first step */
  e->at += (size_t)f.word * 64 + gap;
  e->pending >>= gap;
  for (int i = 1; i <= 3; i++) PREFETCH(e->at + i); /* what it raises mostly stands behind it */
}
