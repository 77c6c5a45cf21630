/* SPDX-License-Identifier: MIT
 * kept_main.c -- kept SNAPSHOT FROM TO OUT: restores (unless "-"), feeds the events FROM … TO of spec/snapshot_spec.lua, and writes
 * a snapshot. Exit status 3: the snapshot was refused. */
#include "kept.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int restore(kept_t *g, const char *path) {
  static unsigned char bytes[65536];
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 1;
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return kept_restore(g, bytes, size) < 0 ? 3 : 0;
}

static void feed(kept_t *g, int from, int to) {
  for (int i = from; i <= to; i++) {
    char text[8] = "MSFT";
    if (i % 3 != 0) snprintf(text, sizeof text, "S%d", i % 4);
    const kept_tick_event event = {
        .time = i * 7, .price = i % 5 + 0.25, .symbol = (uint32_t)kept_symbol(g, text, strlen(text))};
    if (kept_on_tick(g, &event) < 0) exit(4);
  }
}

int main(int argc, char **argv) {
  static kept_t g;
  if (argc != 5) return 2;
  kept_init(&g);
  if (strcmp(argv[1], "-") != 0) {
    const int status = restore(&g, argv[1]);
    if (status != 0) return status;
  }
  feed(&g, atoi(argv[2]), atoi(argv[3]));
  const size_t size = kept_snapshot_size(&g);
  unsigned char *bytes = malloc(size);
  if (bytes == NULL || kept_snapshot(&g, bytes, size) < 0) return 5;
  FILE *file = fopen(argv[4], "wb");
  if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) return 6;
  free(bytes);
  return 0;
}
