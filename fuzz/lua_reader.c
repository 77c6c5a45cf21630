/* SPDX-License-Identifier: MIT
 * lua_reader.c -- libFuzzer target: a reader that is written in Lua. Holds a Lua state and calls the function of fuzz/readers.lua that
 * FLUX_READER names with the bytes; it raises what is a finding. The lines that run, each with the one before it, are the coverage. */
#include <lauxlib.h>
#include <lua.h>
#include <luajit.h>
#include <lualib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNTERS = 1 << 15 };
__attribute__((section("__libfuzzer_extra_counters"), used)) static uint8_t counters[COUNTERS];
static lua_State *L;
static uint32_t last;

/* An edge of the coverage is a pair of lines; that two files have lines of the same number hides few of them. */
static void line_runs(lua_State *state, lua_Debug *now) {
  (void)state;
  const uint32_t place = (uint32_t)now->currentline * 2654435761u;
  uint8_t *counter = &counters[(place ^ last >> 1) >> 17];
  if (*counter < 255) ++*counter;
  last = place;
}

static void fail(const char *what) {
  fprintf(stderr, "FINDING: %s: %s\n", what, lua_tostring(L, -1));
  abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  L = luaL_newstate();
  luaL_openlibs(L);
  luaJIT_setmode(L, 0, LUAJIT_MODE_ENGINE | LUAJIT_MODE_OFF); /* compiled traces call no hook */
  if (luaL_dofile(L, "fuzz/readers.lua")) fail("the readers do not load");
  lua_getfield(L, -1, getenv("FLUX_READER"));
  lua_getfield(L, -1, "start");
  if (lua_pcall(L, 0, 1, 0)) fail("the reader does not start"); /* stays on the stack: the function to call */
  lua_sethook(L, line_runs, LUA_MASKLINE, 0);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  last = 0;
  lua_pushvalue(L, -1);
  lua_pushlstring(L, (const char *)data, size);
  if (lua_pcall(L, 1, 0, 0)) fail(getenv("FLUX_READER"));
  return 0;
}
