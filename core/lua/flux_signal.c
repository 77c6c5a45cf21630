/* SPDX-License-Identifier: MIT
 * flux_signal.c -- notes that a signal has come; a part of LuaJIT's module, not of libflux (lua/flux/interrupt.lua).
 *
 * The first one is noted, for whoever looks between two events; the next does what the system does, so that a callback which never
 * returns can be ended. LuaJIT's own handler raises an error at whatever instruction of Lua comes next, and never in a compiled loop. */
#include <signal.h>

#ifdef __GNUC__
#define SEEN_FROM_LUA __attribute__((visibility("default")))
#else
#define SEEN_FROM_LUA
#endif

SEEN_FROM_LUA void flux_signal_note(int number);
SEEN_FROM_LUA volatile sig_atomic_t *flux_signal_noted(void);

static volatile sig_atomic_t noted;

void flux_signal_note(int number) {
  signal(number, SIG_DFL);
  noted = 1;
}

volatile sig_atomic_t *flux_signal_noted(void) {
  return &noted;
}
