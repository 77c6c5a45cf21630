-- SPDX-License-Identifier: MIT
-- flux.runtime.instrument: traces, injected failures and checked runs. Off, they leave nothing behind: they wrap functions as
-- these are made.

local ffi = require "ffi"
local core = require "flux.core"
local bodies = require "flux.bodies"

local M = {}
local lib = core.lib
local CAPACITY = 65536
M.TRACED = CAPACITY

-- Every callback and sink since the last call, in order, the first 65,536 of them; and how many more there were.
local function read_trace(rt)
  local out = {}
  local total = tonumber(rt.trace_count[0])
  for i = 0, math.min(total, CAPACITY) - 1 do
    local record = rt.trace_records[i]
    local is_sink = record.callback >= core.FLUX_TRACE_SINK
    local known = not is_sink and rt.resolved.callbacks[record.callback]
    out[#out + 1] = {
      cycle = tonumber(record.cycle), callback = known and known.callback or nil, outcome = record.outcome,
      sink = is_sink and rt.graph.sinks[record.callback - core.FLUX_TRACE_SINK + 1] or nil,
      index = record.index >= 0 and record.index or nil,
    }
  end
  rt.trace_count[0] = 0
  return out, total - #out
end

local function start_trace(rt)
  rt.trace_records = ffi.new("flux_trace_record[?]", CAPACITY)
  rt.trace_count = ffi.new("uint64_t[1]")
  lib.flux_engine_trace(rt.engine, rt.trace_records, CAPACITY, rt.trace_count)
  rt.trace = read_trace
  local engine = rt.engine
  local verdicts = { handler = true, timer = true, update = true, on_arrest = true }
  -- Called by emitted cycles in place of the callback.
  rt.traced = function(id, element, fn, ...)
    lib.flux_engine_enter(engine, id)
    local ok, result = pcall(M.inject, rt)
    if ok and rt.timing then ok, result = pcall(rt.timing, rt.resolved.callbacks[id].callback, fn, ...) end
    if ok and not rt.timing then ok, result = pcall(fn, ...) end
    local arrested = result == false and verdicts[rt.resolved.callbacks[id].callback.role]
    lib.flux_engine_record(engine, id, not ok and -1 or arrested and 0 or 1, element)
    if not ok then
      rt.culprit = rt.resolved.callbacks[id].callback -- its frame is gone when the host looks for it
      error(result, 0)
    end
    return result
  end
end

---What audited cycles call in place of a callback.
---@param rt flux.Runtime
---@return fun(id: integer, element: integer, fn: function, ...): boolean|nil
function M.audited(rt)
  local engine, enter, record = rt.engine, lib.flux_engine_enter, lib.flux_engine_record
  return function(id, element, fn, ...)
    enter(engine, id)
    local result = fn(...)
    record(engine, id, result == false and 0 or 1, element)
    return result
  end
end

---What they call to publish a sink. A trace has already been told of it.
---@param rt flux.Runtime
---@param publish fun(sink: integer)
---@return fun(sink: integer)
function M.audited_sink(rt, publish)
  local engine = rt.engine
  return function(sink)
    lib.flux_engine_enter(engine, core.FLUX_TRACE_SINK + sink)
    publish(sink)
    if not rt.tracing then lib.flux_engine_record(engine, core.FLUX_TRACE_SINK + sink, 1, -1) end
  end
end

---Fails the callback whose turn it is (rt option fail_at).
function M.inject(rt)
  if not rt.fail_at then return end
  rt.calls = rt.calls + 1
  if rt.calls - 1 == rt.fail_at then error(bodies.failure(core.FLUX_E_CALLBACK, "injected failure"), 0) end
end

-- The bytes of everything that an opaque callback may only read.
local function watched(rt, callback)
  local out = {}
  for _, input in ipairs(callback.node.inputs) do
    for _, element in ipairs(input.elements) do
      if element.node ~= callback.node then out[#out + 1] = { node = element.node, name = input.name } end
    end
  end
  return function()
    local bytes = {}
    for i, item in ipairs(out) do bytes[i] = rt:state_bytes(item.node) end
    if callback.event then bytes[#out + 1] = ffi.string(rt.clock.event, callback.event.record.size) end
    return bytes
  end, out
end

---An opaque callback's function that fails when it has written what it may only read.
---@param rt flux.Runtime
---@param callback flux.Callback
---@param fn function
---@return function
function M.checked(rt, callback, fn)
  local take, items = watched(rt, callback)
  return function(...)
    local before = take()
    local verdict = fn(...)
    for i, bytes in ipairs(take()) do
      if bytes ~= before[i] then
        local what = items[i] and ("the input '%s'"):format(items[i].name) or "the event"
        error(("%s was written; a callback writes only its own node's state"):format(what), 0)
      end
    end
    return verdict
  end
end

---Wraps a callback's closure as the options ask.
---@param rt flux.Runtime
---@param known { callback: flux.Callback }
---@param run function
---@return function
function M.wrap(rt, known, run)
  local wrapped = run
  if rt.timing then
    local inner = wrapped
    wrapped = function() return rt.timing(known.callback, inner) end
  end
  if rt.fail_at then
    local inner = wrapped
    wrapped = function()
      M.inject(rt)
      return inner()
    end
  end
  return wrapped
end

---Reads rt options trace, checked, fail_at, timing (calls callbacks in their place: fn(callback, run, …)).
---@param rt flux.Runtime
---@param options table
function M.start(rt, options)
  rt.checked, rt.fail_at, rt.calls, rt.timing = options.checked, options.fail_at, 0, options.timing
  rt.tracing = options.trace or options.fail_at ~= nil
  rt.instrumented = rt.tracing or options.checked
  if rt.tracing then start_trace(rt) end
end

return M
