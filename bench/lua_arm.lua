-- SPDX-License-Identifier: MIT
-- bench.lua_arm: one backend driven from Lua over the ladder's input; run by bench/ladder.lua, once per measurement.
--
--   luajit bench/lua_arm.lua BACKEND random|periodic EVENTS WARMUP    → "count published cpu-ns wall-ns"
--
-- The loop is what a host would write: set the fields of one reused event, dispatch it. The input is made 1,024 events at a
-- time, inside the measurement as in every other arm.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path

local ffi = require "ffi"
local host = require "bench.host"

local STEPS = {
  random = { 6364136223846793005ULL, 1442695040888963407ULL },
  periodic = { 1ULL, bit.lshift(13ULL, 60) },
}
local CHUNK = 1024

local chunk = ffi.new("struct { double price, size; int64_t time; }[?]", CHUNK)

local function fill(s, multiplier, increment, time)
  for i = 0, CHUNK - 1 do
    s = s * multiplier + increment
    chunk[i].price = 100 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10 - 5
    chunk[i].size = 1 + tonumber(bit.rshift(s, 60))
    chunk[i].time = time + i
  end
  return s
end

local function dispatch(rt, event, n)
  for i = 0, n - 1 do
    local from = chunk[i]
    event.price, event.size, event.time = from.price, from.size, from.time
    rt:dispatch(event)
  end
end

local function loop(rt, event, input, events)
  local s, multiplier, increment = 42ULL, STEPS[input][1], STEPS[input][2]
  for done = 0, events - 1, CHUNK do
    s = fill(s, multiplier, increment, done)
    dispatch(rt, event, math.min(CHUNK, events - done))
  end
end

local backend, input, events, warmup = arg[1], arg[2], tonumber(arg[3]), tonumber(arg[4])
local graph = dofile "graphs/ladder.lua"
local rt = graph:start { backend = backend }
local event = rt:new(graph.events[1])
loop(rt, event, input, warmup)
rt:reset()
collectgarbage()
local wall, cpu = host.nanoseconds("wall"), host.nanoseconds("cpu")
loop(rt, event, input, events)
cpu, wall = host.nanoseconds("cpu") - cpu, host.nanoseconds("wall") - wall
local count, published = tonumber(rt.state.detector.count), rt.state.publisher.published
print(("%d %.17g %.0f %.0f"):format(count, published, cpu, wall))
