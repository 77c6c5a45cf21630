/* SPDX-License-Identifier: MIT
 * core_plan.c -- libFuzzer target: any block may be given to flux_plan_verify; what it lets pass can be dumped and run.
 *
 * Input: changes to a real plan, two bytes of place and one of value each. */
#define LLVMFuzzerTestOneInput fuzz_snapshot
#include "core_snapshot.c"
#undef LLVMFuzzerTestOneInput

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!plan) make();
  const size_t length = flux_plan_size(plan);
  unsigned char *block = malloc(length);
  if (!block) abort();
  memcpy(block, plan, length);
  for (size_t i = 0; i + 2 < size; i += 3) block[(data[i] | (size_t)data[i + 1] << 8) % length] = data[i + 2];
  flux_engine *e;
  if (flux_plan_verify(block, length) == 0) {
    static char text[1 << 16];
    flux_plan_dump((flux_plan *)(void *)block, text, sizeof text);
    if (flux_engine_new((flux_plan *)(void *)block, builder, &e) == 0) {
      if (flux_start(e) == 0) run(e);
      flux_engine_free(e);
    }
  }
  free(block);
  return 0;
}
