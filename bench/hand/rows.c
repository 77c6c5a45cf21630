/* SPDX-License-Identifier: MIT
 * rows.c -- what bench/graphs/rows.lua does, by hand with the C library: getline, strtod, strtoll. `rows FILE`
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  char *line = NULL;
  size_t size = 0;
  double value = 0, weight = 0;
  long long count = 0, now = 0;
  if (file == NULL || getline(&line, &size, file) < 0) return 1;
  while (getline(&line, &size, file) > 0) {
    char *end;
    double price = strtod(line, &end), amount = strtod(end + 1, &end);
    long long time = strtoll(end + 1, &end, 10);
    if (time > now) now = time;
    value += price * amount;
    weight += amount;
    count++;
  }
  printf("total,count,value,weight\ntotal,%lld,%.17g,%.17g\n", count, value, weight);
  free(line);
  return fclose(file);
}
