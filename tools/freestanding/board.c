/* SPDX-License-Identifier: MIT
 * A Cortex-M4 without a system, as QEMU's mps2-an386 is one: the vector table, the start, and text to the host by semihosting.
 */
#include <stdint.h>
#include "host.h"
#include "string.h"

extern uint32_t stack_top, data_start, data_end, data_load, bss_start, bss_end;

static int host_call(int operation, const void *argument) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

void host_print(const char *text) {
  host_call(0x04, text); /* SYS_WRITE0 */
}

static _Noreturn void leave(int status) {
  const uint32_t reason[2] = { 0x20026, (uint32_t)status }; /* ADP_Stopped_ApplicationExit */
  host_call(0x20, reason); /* SYS_EXIT_EXTENDED */
  for (;;) {}
}

static _Noreturn void start(void) {
  memcpy(&data_start, &data_load, (size_t)((char *)&data_end - (char *)&data_start));
  memset(&bss_start, 0, (size_t)((char *)&bss_end - (char *)&bss_start));
  leave(main());
}

static _Noreturn void fault(void) {
  host_print("fault\n");
  leave(1);
}

/* The initial stack pointer, then reset, NMI, hard fault, memory, bus and usage faults. */
extern const struct vectors {
  uint32_t *stack;
  void (*handler[6])(void);
} vectors;

__attribute__((section(".vectors"))) const struct vectors vectors = { &stack_top, { start, fault, fault, fault, fault, fault } };
