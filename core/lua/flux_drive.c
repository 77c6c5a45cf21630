/* SPDX-License-Identifier: MIT
 * flux_drive.c -- runs the Lua callbacks of the backend `table` where LuaJIT interprets. A module of LuaJIT's, not a part of libflux.
 *
 *   rc = flux_drive(engine, functions, calls, rc)
 *
 * Interpreted, a call through FFI takes as long as a short callback; a call from C into Lua takes a third of that. So the loop that
 * asks the core for the next callback, runs it and resumes is in C here. What `functions` has not, sinks and the like are left to the
 * caller (lua/flux/runtime/interpreted.lua).
 *
 * An error leaves through the loop as if that were a Lua function: nothing of the core is on the stack while a callback runs. */
#include "flux.h"

/* What is used of Lua 5.1's API, as its manual gives it: so flux is built without its headers. */
typedef struct lua_State lua_State;
void lua_call(lua_State *L, int arguments, int results);
void lua_pushinteger(lua_State *L, ptrdiff_t value);
void lua_pushnumber(lua_State *L, double value);
void lua_rawgeti(lua_State *L, int index, int key);
void lua_settop(lua_State *L, int index);
int lua_toboolean(lua_State *L, int index);
ptrdiff_t lua_tointeger(lua_State *L, int index);
double lua_tonumber(lua_State *L, int index);
const void *lua_topointer(lua_State *L,
                          int index); /* of a pointer that FFI made: where it is kept; of an array: its memory */
int lua_type(lua_State *L, int index);

enum { LUA_TNIL = 0, ENGINE = 1, FUNCTIONS, CALLS, RC, VERDICT };

/* Of a callback: which doubles it is given, then those that its results are stored to. None: it reads and stores by itself. */
typedef struct flux_drive_call {
  double *const *cells;
  int32_t reads, writes;
} flux_drive_call;

/* Runs the function on top of the stack. */
static int run(lua_State *L, const flux_drive_call *call) {
  for (int32_t i = 0; i < call->reads; i++) lua_pushnumber(L, *call->cells[i]);
  lua_call(L, call->reads, 1 + call->writes);
  for (int32_t i = 0; i < call->writes; i++) *call->cells[call->reads + i] = lua_tonumber(L, VERDICT + 1 + i);
  const int dirty = lua_toboolean(L, VERDICT);
  lua_settop(L, RC);
  return dirty ? FLUX_DIRTY : FLUX_ARREST;
}

#ifdef __GNUC__
__attribute__((visibility("default")))
#endif
int flux_drive(lua_State *L);

int flux_drive(lua_State *L) {
  flux_engine *engine = *(flux_engine *const *)lua_topointer(L, ENGINE);
  const flux_clockwork *clock = flux_engine_clock(engine);
  const flux_drive_call *calls = lua_topointer(L, CALLS);
  int rc = (int)lua_tointeger(L, RC);
  while (rc == FLUX_CALL) {
    lua_rawgeti(L, FUNCTIONS, clock->call);
    if (lua_type(L, VERDICT) == LUA_TNIL) break;
    rc = flux_resume(engine, run(L, &calls[clock->call]));
  }
  lua_pushinteger(L, rc);
  return 1;
}
