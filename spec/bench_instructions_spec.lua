-- SPDX-License-Identifier: MIT
-- What is counted instead of timed: of loops whose stores, cache lines and allocations are known from their text.

local host = require "bench.host"
local instructions = require "bench.instructions"

local SOURCE = [[
#include <stdlib.h>
#include "arm.h"
void three_stores(int input, int64_t events, result *out) {
  static volatile double at[3];
  for (int64_t i = 0; i < events; i++) at[0] = 1, at[1] = 2, at[2] = 3;
  out->count = events, out->value = at[input];
}
void a_line(int input, int64_t events, result *out) {
  static volatile unsigned char bytes[1 << 23];
  for (int64_t i = 0; i < events; i++) input += bytes[i * 64 & ((1 << 23) - 1)];
  out->count = events, out->value = input;
}
void two_tests(int input, int64_t events, result *out) {
  static volatile int64_t first[8] = {0, 1, 0, 1, 0, 1, 1, 0}, second[8] = {1, 1, 0, 1, 0, 0, 1, 0};
  for (int64_t i = 0; i < events; i++) {
    if (first[i & 7] != 0 && second[i & 7] != 0) out->count += input + 1;
  }
  out->value = 0;
}
void an_allocation(int input, int64_t events, result *out) {
  for (int64_t i = 0; i < events; i++) {
    void *volatile block = malloc((size_t)input + 8);
    free(block);
  }
  out->count = events, out->value = 0;
}
]]

local function program(arm)
  local path = host.directory("build/bench/spec_counted") .. "/counted.c"
  local file = assert(io.open(path, "w"))
  file:write(SOURCE)
  file:close()
  return instructions.program("gcc", "spec_counted", { path }, arm)
end

describe("a count", function()
  local missing = instructions.missing("gcc")

  it("of stores is that of the loop alone", function()
    if missing then return pending(missing) end
    local total, counts = instructions.per_event(program "three_stores", 0)
    assert.same({ stores = 3 }, counts)
    assert.is_true(total > 4.9 and total < 6.1, total) -- three stores, a step, a comparison with its jump
  end)

  it("of instructions is that of callgrind", function()
    if missing then return pending(missing) end
    local two = program "two_tests"
    local function callgrind(events) return instructions.callgrind(("%s 0 %d"):format(two.path, events)) end
    assert.near((callgrind(6000) - callgrind(2000)) / 4000, instructions.per_event(two, 0), 0.01)
  end)

  it("of cache lines is of those that the simulated caches do not have", function()
    if missing then return pending(missing) end
    local _, of_lines = instructions.per_event(program "a_line", 0, true)
    assert.same({ 1, 1, 0 }, { of_lines.data_lines, of_lines.far_lines, of_lines.code_lines })
    local _, of_stores = instructions.per_event(program "three_stores", 0, true)
    assert.same({ 0, 0, 0 }, { of_stores.data_lines, of_stores.far_lines, of_stores.code_lines })
  end)

  it("of allocations is of each call in the loop", function()
    assert.equal(1000, (instructions.calls(program "an_allocation", 0, 1000)))
    assert.equal(0, (instructions.calls(program "three_stores", 0, 1000)))
  end)
end)

describe("the heap of an arm driven from Lua", function()
  local function asked(question)
    local pipe = io.popen(("echo '%s' | luajit -joff bench/lua_arm.lua luajit ladder"):format(question))
    local answer = pipe:read("*l")
    pipe:close()
    return answer
  end

  it("is said of each tenth of the loop, which gives what it gives unwatched", function()
    local watched, plain = asked "run random - 20000 heap=peaks", asked "run random - 20000"
    assert.equal(plain:match("checksum (.-) ;"), watched:match("checksum (.-) ;"))
    for part = 1, 10 do assert.is_true(tonumber(watched:match(("peak_%d (%%S+)"):format(part))) > 100, watched) end
    assert.is_nil(watched:find("peak_11", 1, true))
  end)

  it("grows by what is not collected", function()
    local grown = tonumber(asked("run random - 20000 heap=garbage"):match("kilobytes (%S+)"))
    assert.is_true(grown * 1024 / 20000 > 16, grown) -- LuaJIT boxes each 64-bit number that it interprets, in 16 bytes at least
  end)
end)
