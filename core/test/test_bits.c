/* SPDX-License-Identifier: MIT
 * The set of pending steps against an array of words that is searched from its start. */
#include "support.h"
#include <stdlib.h>
#include <string.h>
#include "fx_bits.h"

static uint32_t seed_state;
static uint32_t draw(uint32_t n) {
  seed_state ^= seed_state << 13;
  seed_state ^= seed_state >> 17;
  seed_state ^= seed_state << 5;
  return seed_state % n;
}

/* Levels of a set of that many words, the last of them one word: at least two. */
static void make(fx_bits *bits, uint32_t words) {
  *bits = (fx_bits){.block = 0};
  while (bits->levels < 2 || words > 1) {
    if (bits->levels) words = (words + 63) / 64;
    bits->top = bits->level[bits->levels++] = calloc(words, sizeof(uint64_t));
    assert_non_null(bits->top);
  }
}

static void drop(fx_bits *bits) {
  for (uint32_t k = 0; k < bits->levels; k++) free(bits->level[k]);
}

static void add(fx_bits *bits, uint64_t *known, uint32_t word) {
  const uint64_t mask = draw(2) ? (uint64_t)1 << draw(64) : (uint64_t)(draw(1000) + 1) << draw(50);
  fx_bits_add(bits, word, mask);
  known[word] |= mask;
}

static void remove_some(fx_bits *bits, uint64_t *known, uint32_t words) {
  const uint32_t word = draw(words), bit = draw(4) || !known[word] ? draw(64) : fx_bits_first(known[word]);
  fx_bits_remove(bits, 64 * word + bit);
  known[word] &= ~((uint64_t)1 << bit);
}

/* Takes words until there is none, and adds later ones on the way. */
static void take_all(fx_bits *bits, uint64_t *known, uint32_t words) {
  uint32_t word, first = 0;
  uint64_t mask;
  while ((mask = fx_bits_take(bits, &word)) != 0) {
    while (first < words && !known[first]) first++;
    assert_int_equal(word, first);
    assert_true(mask == known[word]);
    known[word] = 0;
    for (uint32_t more = draw(3); more > 1 && word + 1 < words; more--) {
      const uint32_t near = words - word - 1 < 100 ? words - word - 1 : 100;
      add(bits, known, word + 1 + draw(draw(2) ? near : words - word - 1));
    }
  }
  while (first < words && !known[first]) first++;
  assert_int_equal(first, words);
  assert_false(fx_bits_any(bits));
  for (uint32_t k = 0; k < bits->levels; k++, words = (words + 63) / 64)
    for (uint32_t w = 0; w < words; w++) assert_true(bits->level[k][w] == 0);
}

static void words_come_out_in_order(void **ctx) {
  (void)ctx;
  static const uint32_t sizes[] = {1, 2, 63, 64, 65, 157, 4096, 4097, 262145};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const uint32_t words = sizes[i];
    uint64_t *known = calloc(words, sizeof *known);
    fx_bits bits;
    assert_non_null(known);
    make(&bits, words);
    seed_state = 1 + words;
    for (int round = 0; round < (words > 5000 ? 5 : 300); round++) {
      for (uint32_t adds = draw(12); adds > 0; adds--) add(&bits, known, draw(words));
      for (uint32_t removes = draw(4); removes > 0; removes--) remove_some(&bits, known, words);
      if (round % 7 == 6) {
        fx_bits_clear(&bits);
        memset(known, 0, words * sizeof *known);
      }
      take_all(&bits, known, words);
    }
    drop(&bits);
    free(known);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words_come_out_in_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
