/* SPDX-License-Identifier: MIT
 * fx_bits.h -- a set of steps with summary levels: a word's bit in the level above says that the word is not empty, so that the
 * next step is found, and the set emptied, in time that depends on what is in it and not on how wide it is.
 *
 *   level 2                 [1]                    one word
 *   level 1        [1 0 1 .]                       a bit a word of level 0
 *   level 0   [0 1 ..] [0 ..] [1 ..]               a bit a step */
#ifndef FX_BITS_H
#define FX_BITS_H
#include <stdint.h>

enum { FX_BITS_LEVELS = 6 }; /* 64^6 steps: more than an index holds */

typedef struct fx_bits {
  uint64_t *level[FX_BITS_LEVELS];
  uint64_t *top;   /* the one word of the last level */
  uint32_t levels; /* 2 or more */
  uint32_t block;  /* the word of level 1 that is taken from; once it is empty the levels above do not know yet */
} fx_bits;

static inline uint32_t fx_bits_first(uint64_t word) {
#ifdef __GNUC__
  return (uint32_t)__builtin_ctzll(word);
#else
  uint32_t bit = 0;
  for (; !(word & 1); word >>= 1) bit++;
  return bit;
#endif
}

/* Adds the steps of a word; mask must not be empty. Between the first `take` and the one that finds nothing only words behind the last
 * one that was taken. All levels are written, here and in `remove`: no branch on what is in the set could be predicted. */
static inline void fx_bits_add(fx_bits *bits, uint32_t word, uint64_t mask) {
  for (uint32_t k = 0; k < bits->levels; k++) {
    bits->level[k][word] |= mask;
    mask = (uint64_t)1 << word % 64;
    word /= 64;
  }
}

static inline void fx_bits_remove(fx_bits *bits, uint32_t step) {
  uint64_t gone = 1;
  for (uint32_t k = 0; k < bits->levels; k++) {
    uint64_t *word = &bits->level[k][step / 64];
    *word &= ~(gone << step % 64);
    gone = *word == 0;
    step /= 64;
  }
}

static inline int fx_bits_any(const fx_bits *bits) {
  return *bits->top != 0;
}

/* The block is empty: it counts as such, and words are taken from the first one that is not. */
static inline void fx_bits_leave_block(fx_bits *bits) {
  uint32_t at = bits->block;
  uint64_t gone = 1;
  for (uint32_t k = 2; k < bits->levels; k++, at /= 64) {
    bits->level[k][at / 64] &= ~(gone << at % 64);
    gone = bits->level[k][at / 64] == 0;
  }
  at = 0;
  for (uint32_t k = bits->levels - 1; k > 1 && fx_bits_any(bits); k--) at = at * 64 + fx_bits_first(bits->level[k][at]);
  bits->block = at; /* 0 if there is none, so that any may be added next */
}

/* Takes the next word that is not empty out of the set; 0: there is none. */
static inline uint64_t fx_bits_take(fx_bits *bits, uint32_t *word) {
  if (!bits->level[1][bits->block]) fx_bits_leave_block(bits);
  uint64_t *block = &bits->level[1][bits->block];
  if (!*block) return 0;
  *word = bits->block * 64 + fx_bits_first(*block);
  *block &= *block - 1;
  const uint64_t mask = bits->level[0][*word];
  bits->level[0][*word] = 0;
  return mask;
}

static inline void fx_bits_clear(fx_bits *bits) {
  uint32_t word;
  while (fx_bits_take(bits, &word)) continue;
}

#endif
