-- SPDX-License-Identifier: MIT
-- flux.runtime.fast: rt:dispatch of one event type.
--
-- In general it is a call of the core, which comes back for what runs in Lua. On `luajit`, an entry that needs nothing of the
-- core but a time and a cycle number (no posts, no timers, no clock of the host, no rollback) is entered and closed in Lua: the
-- whole event is then one trace. When something in it fails, the core is told as if it had run the cycle itself, so that one place
-- decides (S16).

local ffi = require "ffi"
local core = require "flux.core"
local types = require "flux.types"
local events = require "flux.runtime.events"
local failure = require "flux.runtime.failure"

local M = {}
local lib = core.lib
local type, tonumber, typeof = type, tonumber, ffi.typeof

local function general(rt, index)
  local engine, library = rt.engine, rt.lib
  return function(event)
    local ok, message = rt:finish(library.flux_send(engine, index, event), "flux_send", index, event)
    rt.kept = event -- used last here, so that it is not collected while the entry, which has but its address, still reads it
    return ok, message
  end
end

-- May this entry run without the core? Then nothing in it posts, arms, or is told of by a trace.
local function is_simple(rt, entry)
  local needs = rt.resolved.needs
  if needs.queue or needs.timers or rt.instrumented or #entry.steps == 0 then return false end
  if rt.resolved.options.on_error == "rollback" then return false end
  for _, step in ipairs(entry.steps) do
    local body = step.callback and step.callback.body
    if body and (body.language ~= "portable" or body.facts.reads_wall) then return false end
    if body and body.facts.reads_now and not needs.stream_clock then return false end
  end
  return true
end

-- Has the core begin the same cycle again, to hear that it failed.
local function report(rt, index, late)
  local clock, engine = rt.clock, rt.engine
  return function(event, time, problem)
    clock.cycle = clock.cycle - 1
    if late(time) then clock.late = clock.late - 1 end
    local rc = rt.lib.flux_send(engine, index, event)
    for _, failed in ipairs(rt.failed_sinks) do
      if failed.refused then
        clock.publishing = 1
        rt.lib.flux_send(engine, #rt.graph.events, nil) -- an event that no node handles, once more
      else
        lib.flux_fail(engine, core.FLUX_TRACE_SINK + failed.sink, core.FLUX_E_SINK, failed.text)
      end
    end
    rt.failed_sinks, rt.failures[0] = {}, 0
    if problem then
      problem = failure.told(problem)
      failure.tell(rt, problem)
    end
    if rc > 0 then rc = rt.lib.flux_resume(engine, problem and problem.status or 0) end
    return rt:finish(rc, "flux_send", index, event)
  end
end

local ENTER = [[
  local time = event.%s
  if time < clock.now then
    if reject then return slow(event) end
    clock.late = clock.late + 1
  else
    clock.now = time
  end
  clock.has_now = 1
]]

-- An event is kept in a table: that takes a trace a few instructions, in a variable a call.
local DIRECT = [[
local clock, slow, reject, handler, failures, report, cycle, cast, pointer, xpcall = ...
local kept = { false }
return function(event)
  if clock.attention ~= 0 or clock.running ~= 0 then return slow(event) end
%s  clock.cycle = clock.cycle + 1
%s  kept[1] = event
  if failures[0] ~= 0 then return report(event, %s) end
  return true
end]]

local PLAIN = "  cycle(cast(pointer, event), clock.state)\n"
local GUARDED = [[
  local ok, problem = xpcall(cycle, handler, cast(pointer, event), clock.state)
  if not ok then return report(event, %s, problem) end
]]

-- A cycle that is cut into several traces is called by xpcall even when it cannot fail. LuaJIT's traces do not return through its
-- frame, so none goes on from the last cut to the host's loop; those would be one more trace for each event, without end.
local function needs_guard(rt, entry)
  if rt.cut_cycles[entry.index] then return true end
  for _, step in ipairs(entry.steps) do
    if step.callback and step.callback.body.facts.may_fail then return true end
  end
  return false
end

local function direct(rt, event, index)
  local entry = rt.resolved.entry_of.event[event]
  local clock, cycle = rt.clock, rt.raw_cycles[rt.resolved.entry_of.event[event].index]
  local time = event.time and "time" or "nil"
  local run = needs_guard(rt, entry) and GUARDED:format(time) or PLAIN
  local text = DIRECT:format(event.time and ENTER:format(event.time.name) or "", run, time)
  local make = assert(loadstring(text, "=flux dispatch " .. event.name))
  local late = event.time and function(at) return at < clock.now end or function() return false end
  local reject = rt.resolved.options.late == "reject"
  local fn = make(clock, general(rt, index), reject, rt.handler, rt.failures, report(rt, index, late), cycle, ffi.cast,
    types.pointer(event.record), xpcall)
  rt.inside[fn] = true
  return fn
end

-- What it needs are constants of a trace, not fields of `rt`: a trace that goes on from another looks all of those up again.
local function dispatcher(rt)
  local dispatchers = rt.dispatchers

  ---Dispatches an event made by rt:new. Allocates nothing.
  ---@param event ffi.cdata*
  ---@return true|nil ok
  ---@return string|nil message
  return function(_, event)
    local send = type(event) == "cdata" and dispatchers[tonumber(typeof(event))]
    if send then return send(event) end
    return rt:dispatch_foreign(event)
  end
end

---Makes the dispatch function of every event type, and rt:dispatch itself.
---@param rt flux.Runtime
---@param luajit boolean the backend runs whole cycles
function M.start(rt, luajit)
  rt.dispatchers, rt.index_of, rt.failed_sinks, rt.failures = {}, {}, {}, ffi.new "int32_t[1]"
  rt.dispatch = dispatcher(rt)
  if luajit then
    require("flux.jit.parts").raise_limits()
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
