/* SPDX-License-Identifier: MIT
 * forged_main.c -- restores each file that it is given into an export of fuzz/keyed.lua and sends it some events. */
#include "held.h"
#include <stdio.h>

static held_t g;

int main(int argc, char **argv) {
  static unsigned char bytes[1 << 16];
  int restored = 0;
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    if (!file) return 2;
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    held_init(&g);
    restored += held_restore(&g, bytes, size) == 0;
    for (int k = 1; k <= 25; k++) {
      const char name[] = {'S', (char)('0' + k * 5 % 9)};
      const int id = held_symbol(&g, name, sizeof name);
      held_on_tick(&g, &(held_tick_event){.time = 360 + 9 * k, .x = k * k % 7, .s = id > 0 ? (uint32_t)id : 1});
    }
  }
  printf("%d restored, of %d\n", restored, argc - 1);
  return 0;
}
