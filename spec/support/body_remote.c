/* SPDX-License-Identifier: MIT
 * body_remote.c -- runs compiled bodies on memory from its standard input; see body_remote.lua. It stands behind the units' C text,
 * which defines `units` (their wrappers) and `UNITS` (how many).
 *
 * Of each unit it reads: int32_t steps, bytes of the image, bytes of the state, number of arguments; of each argument its place in the
 * image, or the number of places and the places of a list; the image; before each step what of the image comes after state and log.
 * It writes after each step: int32_t result, line, double index, the state; and the log at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 14, ARGUMENTS = 64 };

static void get(void *to, size_t size) {
  if (fread(to, 1, size, stdin) != size) { exit(3); }
}

static void run(int (*body)(void **)) {
  static _Alignas(16) unsigned char image[MOST];
  static void *pointers[ARGUMENTS * 16];
  void *arguments[ARGUMENTS];
  struct { int32_t steps, image, state, arguments; } head;
  size_t used = 0;
  get(&head, sizeof head);
  for (int32_t i = 0; i < head.arguments; i++) {
    int32_t count, place;
    get(&count, sizeof count);
    arguments[i] = pointers + used;
    for (int32_t k = 0; k < (count == 0 ? 1 : count); k++) {
      get(&place, sizeof place);
      if (count == 0) { arguments[i] = image + place; } else { pointers[used++] = image + place; }
    }
  }
  get(image, (size_t)head.image);
  const size_t log_at = ((size_t)head.state + 15) & ~(size_t)15;
  const size_t inputs_at = (log_at + sizeof(body_spec_log) + 15) & ~(size_t)15;
  body_spec_log *log = (body_spec_log *)(void *)(image + log_at);
  for (int32_t step = 0; step < head.steps; step++) {
    get(image + inputs_at, (size_t)head.image - inputs_at);
    const int32_t result[2] = { body(arguments), log->line };
    fwrite(result, 1, sizeof result, stdout);
    fwrite(&log->index, 1, sizeof log->index, stdout);
    fwrite(image, 1, (size_t)head.state, stdout);
  }
  fwrite(log, 1, sizeof *log, stdout);
}

int main(void) {
  for (int i = 0; i < UNITS; i++) { run(units[i]); }
  return 0;
}
