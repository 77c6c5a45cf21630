-- SPDX-License-Identifier: MIT
-- flux.runtime.fast: rt:dispatch of one event type.
--
-- In general it is a call of the core, which comes back for what runs in Lua. On `luajit`, an entry that needs nothing of the
-- core but a time and a cycle number (no posts, no timers, no errors to catch) is entered and closed in Lua: the whole event is
-- then one trace.

local ffi = require "ffi"
local core = require "flux.core"
local types = require "flux.types"
local parts = require "flux.jit.parts"
local events = require "flux.runtime.events"

local M = {}
local lib = core.lib

local function general(rt, index)
  local engine, library = rt.engine, rt.lib
  return function(event) return rt:finish(library.flux_send(engine, index, event)) end
end

-- May this entry run without the core? Then nothing in it can fail, post, or be told of by a trace.
local function is_simple(rt, entry)
  local needs = rt.resolved.needs
  if needs.queue or needs.timers or rt.instrumented or not needs.stream_clock or #entry.steps == 0 then return false end
  if rt.resolved.options.on_error == "rollback" then return false end
  for _, step in ipairs(entry.steps) do
    local body = step.callback and step.callback.body
    if body and (body.language ~= "portable" or body.facts.may_fail or body.facts.reads_wall) then return false end
  end
  return true
end

local function direct(rt, event, index)
  local clock, slow, reject = rt.clock, general(rt, index), rt.resolved.options.late == "reject"
  local inner, cast, pointer = rt.cycles[rt.resolved.entry_of.event[event].index], ffi.cast, types.pointer(event.record)
  local field = event.time and event.time.name
  local enter = field and ([[
    local time = event.]] .. field .. [[

    if time < clock.now then
      if reject then return slow(event) end
      clock.late = clock.late + 1
    else
      clock.now = time
    end
    clock.has_now = 1]]) or ""
  local text = ([[
local clock, slow, reject, cycle, cast, pointer = ...
return function(event)
  if clock.attention ~= 0 or clock.running ~= 0 then return slow(event) end
%s
  clock.cycle = clock.cycle + 1
  clock.wall_reads = 0
  cycle(cast(pointer, event))
  return true
end]]):format(enter):gsub("\n  clock.wall_reads = 0", "")
  return assert(loadstring(text, "=flux dispatch " .. event.name))(clock, slow, reject, inner, cast, pointer)
end

---Makes the dispatch function of every event type.
---@param rt flux.Runtime
---@param luajit boolean the backend runs whole cycles
function M.start(rt, luajit)
  rt.dispatchers, rt.index_of = {}, {}
  if luajit then
    parts.raise_limits()
    lib.flux_engine_whole_cycles(rt.engine, 1)
  end
  for i, event in ipairs(rt.graph.events) do
    local id = events.id_of(event)
    rt.index_of[id] = i - 1
    local entry = luajit and rt.resolved.entry_of.event[event]
    rt.dispatchers[id] = entry and is_simple(rt, entry) and direct(rt, event, i - 1) or general(rt, i - 1)
  end
end

return M
