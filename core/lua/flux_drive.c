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
void lua_pushboolean(lua_State *L, int value);
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

/* A value that a callback is given or sets. */
typedef struct flux_drive_cell {
  uint8_t *at;     /* NULL: in the event */
  uint32_t offset; /* in the event */
  uint32_t type;   /* FLUX_T_ */
} flux_drive_cell;

/* Of a callback: the values that it is given, then where its results are stored. None: it reads and stores by itself. */
typedef struct flux_drive_call {
  const flux_drive_cell *cells;
  int32_t reads, writes;
} flux_drive_call;

static const int64_t LARGEST = 17592186044416; /* 2^44: as in lua/flux/body/numbers.lua */

static double number_at(const void *from, uint32_t type) {
  switch (type) {
  case FLUX_T_DOUBLE: return *(const double *)from;
  case FLUX_T_FLOAT: return *(const float *)from;
  case FLUX_T_I8: return *(const int8_t *)from;
  case FLUX_T_U8: return *(const uint8_t *)from;
  case FLUX_T_I16: return *(const int16_t *)from;
  case FLUX_T_U16: return *(const uint16_t *)from;
  case FLUX_T_I32: return *(const int32_t *)from;
  case FLUX_T_I64: return (double)*(const int64_t *)from;
  default: return *(const uint32_t *)from; /* FLUX_T_U32, FLUX_T_SYMBOL */
  }
}

/* Pushes a value; not an integer of 64 bits that is large. */
static int push(lua_State *L, const void *from, uint32_t type) {
  if (type == FLUX_T_BOOL) {
    lua_pushboolean(L, *(const uint8_t *)from);
    return 1;
  }
  if (type == FLUX_T_I64 && (*(const int64_t *)from > LARGEST || *(const int64_t *)from < -LARGEST)) return 0;
  lua_pushnumber(L, number_at(from, type));
  return 1;
}

static void store_number(double value, void *to, uint32_t type) {
  switch (type) { /* which holds the value: it was converted in Lua */
  case FLUX_T_DOUBLE: *(double *)to = value; break;
  case FLUX_T_FLOAT: *(float *)to = (float)value; break;
  case FLUX_T_I8: *(int8_t *)to = (int8_t)value; break;
  case FLUX_T_U8: *(uint8_t *)to = (uint8_t)value; break;
  case FLUX_T_I16: *(int16_t *)to = (int16_t)value; break;
  case FLUX_T_U16: *(uint16_t *)to = (uint16_t)value; break;
  case FLUX_T_I32: *(int32_t *)to = (int32_t)value; break;
  case FLUX_T_I64: *(int64_t *)to = (int64_t)value; break;
  default: *(uint32_t *)to = (uint32_t)value; break; /* FLUX_T_U32, FLUX_T_SYMBOL */
  }
}

static void store(lua_State *L, int index, void *to, uint32_t type) {
  if (type == FLUX_T_BOOL) {
    *(uint8_t *)to = (uint8_t)lua_toboolean(L, index);
  } else {
    store_number(lua_tonumber(L, index), to, type);
  }
}

static int verdict(lua_State *L) {
  const int dirty = lua_toboolean(L, VERDICT);
  lua_settop(L, RC);
  return dirty ? FLUX_DIRTY : FLUX_ARREST;
}

/* Runs the callback whose function is on top of the stack. */
static int run(lua_State *L, const flux_clockwork *clock, const flux_drive_call *call) {
  for (int32_t i = 0; i < call->reads; i++) {
    const flux_drive_cell *cell = &call->cells[i];
    const void *from = cell->at ? cell->at : (const uint8_t *)clock->event + cell->offset;
    if (!push(L, from, cell->type)) { /* the callback's own function */
      lua_settop(L, RC);
      lua_rawgeti(L, FUNCTIONS, -1 - clock->call);
      lua_call(L, 0, 1);
      return verdict(L);
    }
  }
  lua_call(L, call->reads, 1 + call->writes);
  for (int32_t i = 0; i < call->writes; i++) {
    const flux_drive_cell *cell = &call->cells[call->reads + i];
    store(L, VERDICT + 1 + i, cell->at, cell->type);
  }
  return verdict(L);
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
    rc = flux_resume(engine, run(L, clock, &calls[clock->call]));
  }
  lua_pushinteger(L, rc);
  return 1;
}
