-- SPDX-License-Identifier: MIT
-- flux.runtime.native_instance: what an instance of the native backend stands on: its library, its memory, what the host gives it.

local ffi = require "ffi"
local callbacks = require "flux.runtime.callbacks"
local cdiagnostics = require "flux.cdiagnostics"
local core = require "flux.core"
local events = require "flux.runtime.events"
local export = require "flux.export"
local instrument = require "flux.runtime.instrument"
local native = require "flux.native"
local resolve = require "flux.resolve"

local M = {}

-- C bodies are compiled into the export; the resolver only needs to know that they exist.
local no_functions = setmetatable({}, { __index = function() return ffi.cast("flux_fn", 16) end })

---Builds the export of a graph and loads it.
---@return flux.Resolved resolved, table<string, ffi.cdata*> lib, boolean audited it has the audit's functions
function M.build(graph, options)
  local overrides = {}
  for key, value in pairs(options) do overrides[key] = value end -- a copy: the order does not matter
  overrides.functions = options.functions or no_functions
  local resolved = resolve.resolve(graph, overrides)
  -- The twins are compiled when they are first wanted.
  local audited = options.audit ~= nil or options.trace or options.fail_at ~= nil
  return resolved, M.library(resolved, options, audited), audited
end

---Compiles and loads the export. With and without the audit's functions an instance is laid out alike.
---@param resolved flux.Resolved
---@param options table
---@param audited boolean
---@return table<string, ffi.cdata*> functions
function M.library(resolved, options, audited)
  local text = export.text(resolved, {
    audit = audited or "later", faults = options.fail_at ~= nil, buffer = options.buffer, native = true,
    unpredictable = options.unpredictable or nil, scan = options.scan, values = options.values,
  })
  return cdiagnostics.load(resolved.graph, text.native, { flags = native.FLAGS, libs = "-lm" })
end

local function at(rt, offset, ctype)
  if offset < 0 then return nil end
  return ffi.cast(ctype, rt.memory + offset)
end

---The memory of an instance, and where things are in it.
function M.attach(rt)
  local info = rt.lib.flux_native_describe()
  -- 16 bytes of slack: the memory of a VLA is aligned to 8.
  rt.anchor = ffi.new("uint64_t[?]", math.ceil(info.size / 8) + 2)
  rt.memory = ffi.cast("uint8_t *", rt.anchor)
  rt.info, rt.reads = info, ffi.new("uint64_t[1]")
  rt.lib.flux_native_init(rt.memory)
  rt.time, rt.cycle_at = at(rt, info.now, "int64_t *"), at(rt, info.cycle, "int64_t *")
  rt.deadline = at(rt, info.deadline, "int64_t *")
  rt.failure = at(rt, info.error, "flux_native_error *")
  local user = at(rt, info.user, "void **")
  rt.user = callbacks.register(rt.slots, rt.reads)
  if user then user[0] = rt.user end
  rt.pointers, rt.state, rt.offset = {}, events.states(rt.graph), {}
  for i, node in ipairs(rt.resolved.order) do
    local address = rt.memory + rt.lib.flux_native_offset(i - 1)
    rt.pointers[node] = address
    rt.state[node.name] = events.readonly(node.record, address)
  end
end

---A host function for C; the instance is found by the user pointer.
function M.callback(rt, ctype, slot, fn)
  rt.slots[slot] = fn
  return callbacks.get(ctype, slot)
end

---Clocks, and the fault of a test build.
function M.attach_clock(rt, options)
  local info, given = rt.info, rt.resolved.options
  rt.lib.flux_native_wall_clock(rt.memory)
  local clock = type(given.clock) == "function" and given.clock or nil
  for _, source in ipairs { { info.clock, clock, "clock" }, { info.wall, given.wall or clock, "wall" } } do
    local place, read = at(rt, source[1], "void **"), source[2]
    if place and read then
      place[0] = ffi.cast("void *", M.callback(rt, "int64_t (*)(void *)", source[3], function()
        rt.reads[0] = rt.reads[0] + 1
        return read()
      end))
      rt.calls_back = true
    end
  end
  local fail_at = at(rt, info.fail_at, "int64_t *")
  if fail_at then fail_at[0] = options.fail_at end
end

---The trace: each callback and sink as a record, from an audit of its own.
function M.attach_trace(rt, options)
  if not (options.trace or options.fail_at) or options.audit then return end
  rt.trace_ring = rt:audit { level = "nodes", ring = { full = "drop", records = 2 * instrument.TRACED } } -- a cycle is a record, too
end

-- In a trace a call has two outcomes and a failure.
local OUTCOME = { arrested = 0, dirty = 1, ran = 1, failed = -1 }

---Every callback and sink since the last call, in order, the first 65,536 of them; and how many more there were, at least.
---@return table[] list
---@return integer lost
function M.read_trace(rt)
  local list, sinks = {}, rt.graph.sinks
  local lost = rt.trace_ring and rt.trace_ring:lost() or 0
  local missed = lost - (rt.trace_lost or 0)
  rt.trace_lost = lost
  for _, record in ipairs(rt.trace_ring and rt.trace_ring:records() or {}) do
    local entry = { cycle = record.cycle, outcome = OUTCOME[record.outcome] or 1 }
    if record.kind == "call" then
      local element = tonumber(record.value)
      entry.callback, entry.index = rt.callback_by_index[record.subject], element >= 0 and element or nil
      list[#list + 1] = entry
    elseif record.kind == "sink" and rt.sink_fn[record.subject] then
      entry.sink = sinks[record.subject + 1]
      list[#list + 1] = entry
    elseif record.kind == "error" and record.outcome == "sink" and record.value == core.FLUX_E_SINK then
      list[#list].outcome = -1
    end
  end
  for i = #list, instrument.TRACED + 1, -1 do list[i], missed = nil, missed + 1 end
  return list, missed
end

---Counters by name, as rt.stats.
function M.stats(rt)
  local info = rt.info
  local offsets = { late = info.late, unhandled = info.unhandled, skipped = info.skipped, cycle = info.cycle }
  return setmetatable({}, { __index = function(_, name)
    if name == "clock_reads" then return tonumber(rt.reads[0]) end
    local offset = offsets[name]
    if not offset then return nil end
    return offset < 0 and 0 or tonumber(ffi.cast("int64_t *", rt.memory + offset)[0])
  end })
end

---Lookups by index and name; symbols of the script have their ids already.
function M.index(rt)
  rt.handled, rt.index_of, rt.callback_by_index, rt.sink_by_name = {}, {}, {}, {}
  rt.sink_fn, rt.sink_callback, rt.foreign = {}, {}, {}
  local k, has = 0, {}
  for _, known in ipairs(rt.graph.callbacks) do
    rt.callback_by_index[known.index] = known
    if known.event then has[known.event] = true end
  end
  for i, event in ipairs(rt.graph.events) do
    rt.index_of[events.id_of(event)] = i - 1
    if has[event] then
      k = k + 1
      rt.handled[event] = k
    end
  end
  for _, sink in ipairs(rt.graph.sinks) do rt.sink_by_name[sink.name] = sink end
end

return M
