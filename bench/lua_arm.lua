-- SPDX-License-Identifier: MIT
-- bench.lua_arm: a graph driven from Lua, for arms that want a process of their own (bench.served has the protocol):
--
--   echo "run deep 10 1000000" | luajit bench/lua_arm.lua luajit debs
--
-- Filling in the event is part of the loop, as in every other arm. Besides time and checksum an answer has: aborts (traces that LuaJIT
-- gave up during the loop) and kilobytes: what the heap grew by. Asked with heap=garbage nothing is collected meanwhile; asked with
-- heap=peaks the answer has the heap's largest size in each tenth of the loop, looked at every 1,000 events: peak_1 … peak_10, in
-- kilobytes.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path

local host = require "bench.host"

local backend, set = arg[1], arg[2]
local graphs = require("bench.graphs." .. set)
local loops = {} -- by workload and size

local aborts = 0
require("jit").attach(function(what)
  if what == "abort" then aborts = aborts + 1 end
end, "trace")

---A loop that fills in and sends event after event. `watched`: it calls look(seq) every 1,000 events.
local function loop_of(it, watched)
  local lines = {
    "local State = require('ffi').typeof('struct { uint64_t s; }')", -- here: each call would make another type, with traces of its own
    "return function(rt, e, events, look)",
    it.lua_source or "",
    watched and "for from = 0, events - 1, 1000 do look(from) for seq = from, math.min(from + 1000, events) - 1 do"
      or "for seq = 0, events - 1 do",
    it.lua_each or "",
  }
  for _, field in ipairs(it.input) do lines[#lines + 1] = ("  e.%s = %s"):format(field[1], field.lua or field[2]) end
  lines[#lines + 1] = "  rt:dispatch(e) end end" .. (watched and " end" or "")
  return assert(loadstring(table.concat(lines, "\n"), "=loop"))()
end

-- LuaJIT learns how a loop begins after a reset, and what follows it, when it has run a few times.
local RUNS, FEW = 30, 200

-- Runs a loop until its ends are known, too.
local function learn(p, run, ...)
  for _ = 1, RUNS do
    p.rt:reset()
    run(p.rt, p.event, FEW, ...)
  end
end

local function prepare(workload, size)
  local key = workload .. " " .. size
  if not loops[key] then
    local it = graphs.build(workload, tonumber(size) or size)
    local rt = assert(it.graph:start { backend = backend })
    loops[key] = { it = it, rt = rt, event = rt:new(it.event), run = loop_of(it) }
    learn(loops[key], loops[key].run)
  end
  return loops[key]
end

local function result(it, rt)
  local counted, valued = it.count or { "sink", "count" }, it.value or { "sink", "value" }
  return tonumber(rt.state[counted[1]][counted[2]]), tonumber(rt.state[valued[1]][valued[2]])
end

local PARTS = 10

local LONG = 200000

-- A loop whose heap is looked at is learnt before it counts, whatever warm-up there was.
local function learn_heap(p)
  if p.watched then return end
  p.watched = loop_of(p.it, true)
  for _, loop in ipairs { p.run, p.watched } do
    loop(p.rt, p.event, LONG, function() end)
    learn(p, loop, function() end)
  end
end

-- Runs the loop and notes the heap's largest size in each part of it: `peak_1 KILOBYTES …`.
local function watched(p, events)
  local peaks, each, part, most = {}, math.ceil(events / PARTS), 1, 0
  for i = 1, PARTS do peaks[i] = 0 end
  p.watched(p.rt, p.event, events, function(seq)
    if seq >= part * each then peaks[part], part, most = most, part + 1, 0 end
    most = math.max(most, collectgarbage("count"))
  end)
  peaks[part] = most
  for i = 1, PARTS do peaks[i] = ("peak_%d %.7g"):format(i, peaks[i]) end
  return " " .. table.concat(peaks, " ")
end

local function run(workload, size, events, heap)
  local p, peaks = prepare(workload, size), ""
  if heap then learn_heap(p) end
  p.rt:reset()
  collectgarbage()
  if heap == "garbage" then collectgarbage("stop") end
  local kilobytes, before = collectgarbage("count"), aborts
  local cpu = host.nanoseconds("cpu")
  if heap == "peaks" then peaks = watched(p, events) else p.run(p.rt, p.event, events) end
  cpu = host.nanoseconds("cpu") - cpu
  kilobytes = collectgarbage("count") - kilobytes
  collectgarbage("restart")
  local count, value = result(p.it, p.rt)
  local answer = "ns_per_event %.6g checksum %d %.17g ; aborts %d kilobytes %.6g%s"
  return answer:format(cpu / events, count, value, aborts - before, kilobytes, peaks)
end

io.stdout:setvbuf("line")
for line in io.lines() do
  local workload, size, events, more = line:match("^run (%S+) (%S+) (%d+)%s*(.*)$")
  local ok, answer
  if workload then ok, answer = pcall(run, workload, size, tonumber(events), more:match("^heap=(%a+)$")) end
  if ok then print(answer) else print("error " .. (tostring(answer):match("^[^\n]*") or "run WORKLOAD SIZE EVENTS")) end
end
