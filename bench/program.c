/* SPDX-License-Identifier: MIT
 * program.c -- an arm as a program, for counting instructions and calls: -DARM_NAME=drive_typed; `program INPUT EVENTS`. With 0
 * events it does all that is not the loop, so that the difference of two counts is the loop.
 */
#include <stdio.h>
#include <stdlib.h>
#include "arm.h"

void ARM_NAME(int input, int64_t events, result *out);

int main(int argc, char **argv) {
  result out = { 0, 0 };
  if (argc < 3) return 2;
  ARM_NAME(atoi(argv[1]), atoll(argv[2]), &out);
  printf("%lld %.17g\n", (long long)out.count, out.value);
  return 0;
}
