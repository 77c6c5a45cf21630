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
  uint32_t levels;
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

/* Adds the steps of a word; mask must not be empty. */
static inline void fx_bits_add(fx_bits *bits, uint32_t word, uint64_t mask) {
  for (uint32_t k = 0; k < bits->levels; k++) {
    const uint64_t before = bits->level[k][word];
    bits->level[k][word] = before | mask;
    if (before) return;
    mask = (uint64_t)1 << word % 64;
    word /= 64;
  }
}

static inline void fx_bits_emptied(fx_bits *bits, uint32_t word) {
  for (uint32_t k = 1; k < bits->levels; k++) {
    bits->level[k][word / 64] &= ~((uint64_t)1 << word % 64);
    if (bits->level[k][word / 64]) return;
    word /= 64;
  }
}

static inline void fx_bits_remove(fx_bits *bits, uint32_t step) {
  uint64_t *word = &bits->level[0][step / 64];
  if (!(*word >> step % 64 & 1)) return;
  *word &= ~((uint64_t)1 << step % 64);
  if (*word == 0) fx_bits_emptied(bits, step / 64);
}

/* Takes the first word that is not empty out of the set: 1, or 0 when the set is empty. */
static inline int fx_bits_take(fx_bits *bits, uint32_t *word, uint64_t *mask) {
  uint32_t at = 0;
  if (!bits->level[bits->levels - 1][0]) return 0;
  for (uint32_t k = bits->levels - 1; k > 0; k--) at = at * 64 + fx_bits_first(bits->level[k][at]);
  *word = at;
  *mask = bits->level[0][at];
  bits->level[0][at] = 0;
  fx_bits_emptied(bits, at);
  return 1;
}

#endif
