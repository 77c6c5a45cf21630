/* SPDX-License-Identifier: MIT
 * fx_symbol.c -- texts by number, in order of first arrival: slots of 32 bytes, found through a table twice as large. */
#include "fx_engine.h"
#include <string.h>

static uint64_t hash_text(const char *text, size_t length) {
  uint64_t hash = 14695981039346656037u; /* FNV-1a */
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
  return hash ^ hash >> 31;
}

int flux_symbol(flux_engine *e, const char *text, size_t length) {
  if (length == 0) return 0; /* no symbol */
  if (length > sizeof e->symbols->text) return FLUX_E_LIMIT;
  if (memchr(text, 0, length)) return FLUX_E_INPUT; /* ends the text in a snapshot and in exported C */
  if (e->options.symbols == 0) return FLUX_E_SYMBOLS;
  uint64_t at = hash_text(text, length) & e->symbol_mask;
  for (; e->symbol_slot[at]; at = (at + 1) & e->symbol_mask) {
    const fx_symbol *known = &e->symbols[e->symbol_slot[at] - 1];
    if (known->length == length && memcmp(known->text, text, length) == 0) return (int)e->symbol_slot[at];
  }
  if (e->symbol_count == e->options.symbols) return FLUX_E_SYMBOLS;
  fx_symbol *added = &e->symbols[e->symbol_count++];
  memcpy(added->text, text, length);
  added->length = (uint8_t)length;
  e->symbol_slot[at] = e->symbol_count;
  return (int)e->symbol_count;
}

const char *flux_symbol_text(const flux_engine *e, uint32_t id, size_t *length) {
  if (id == 0 || id > e->symbol_count) return NULL;
  *length = e->symbols[id - 1].length;
  return e->symbols[id - 1].text;
}
