-- SPDX-License-Identifier: MIT
-- flux.runtime.native: a running instance of the exported C, compiled by the system's compiler; see flux.runtime.
--
-- The instance is memory that Lua owns; entries are FFI calls of the typed functions. Sinks with a Lua function are FFI callbacks,
-- which LuaJIT can only make from interpreted code: entries are then called from functions that are not compiled.

local ffi = require "ffi"
local callbacks = require "flux.runtime.callbacks"
local core = require "flux.core"
local events = require "flux.runtime.events"
local export = require "flux.export"
local glue = require "flux.export.glue"
local messages = require "flux.runtime.native_messages"
local native = require "flux.native"
local snapshot = require "flux.runtime.snapshot"
local resolve = require "flux.resolve"

---@class flux.NativeRuntime: flux.Runtime
local Runtime = {}
Runtime.__index = Runtime

-- C bodies are compiled into the export; the resolver only needs to know that they exist.
local no_functions = setmetatable({}, { __index = function() return ffi.cast("flux_fn", 16) end })

local function build(graph, options)
  local overrides = {}
  for key, value in pairs(options) do overrides[key] = value end -- a copy: the order does not matter
  overrides.functions = options.functions or no_functions
  local resolved = resolve.resolve(graph, overrides)
  local text = export.text(resolved, {
    trace = options.trace or options.fail_at ~= nil, faults = options.fail_at ~= nil, buffer = options.buffer,
    native = true, unpredictable = options.unpredictable or nil,
  })
  local path, problem = native.library(text.native, { libs = "-lm" })
  if not path then error(problem, 0) end
  return resolved, ffi.load(path)
end

local function at(rt, offset, ctype)
  if offset < 0 then return nil end
  return ffi.cast(ctype, rt.memory + offset)
end

local function attach(rt)
  local info = rt.lib.flux_native_describe()
  -- 16 bytes of slack: the memory of a VLA is aligned to 8.
  rt.anchor = ffi.new("uint64_t[?]", math.ceil(info.size / 8) + 2)
  rt.memory = ffi.cast("uint8_t *", rt.anchor)
  rt.info, rt.reads = info, ffi.new("uint64_t[1]")
  rt.lib.flux_native_init(rt.memory)
  rt.time, rt.cycle_at = at(rt, info.now, "int64_t *"), at(rt, info.cycle, "int64_t *")
  rt.failure = at(rt, info.error, "flux_native_error *")
  local user = at(rt, info.user, "void **")
  rt.user = callbacks.register(rt.slots, rt.reads)
  if user then user[0] = rt.user end
  rt.pointers, rt.state, rt.offset = {}, {}, {}
  for i, node in ipairs(rt.resolved.order) do
    local address = rt.memory + rt.lib.flux_native_offset(i - 1)
    rt.pointers[node] = address
    rt.state[node.name] = events.readonly(node.record, address)
  end
end

-- A host function for C; the instance is found by the user pointer.
local function callback(rt, ctype, slot, fn)
  rt.slots[slot] = fn
  return callbacks.get(ctype, slot)
end

local function attach_clock(rt, options)
  local info, given = rt.info, rt.resolved.options
  rt.lib.flux_native_wall_clock(rt.memory)
  local clock = type(given.clock) == "function" and given.clock or nil
  for _, source in ipairs { { info.clock, clock, "clock" }, { info.wall, given.wall or clock, "wall" } } do
    local place, read = at(rt, source[1], "void **"), source[2]
    if place and read then
      place[0] = ffi.cast("void *", callback(rt, "int64_t (*)(void *)", source[3], function()
        rt.reads[0] = rt.reads[0] + 1
        return read()
      end))
      rt.calls_back = true
    end
  end
  local fail_at = at(rt, info.fail_at, "int64_t *")
  if fail_at then fail_at[0] = options.fail_at end
end

local function attach_trace(rt, options)
  rt.records = {}
  if not (options.trace or options.fail_at) then return end
  local by_index = rt.callback_by_index
  local sinks = rt.graph.sinks
  local fn = callback(rt, "void (*)(void *, int32_t, int32_t, int32_t)", "trace", function(index, outcome, element)
    local is_sink = index >= core.FLUX_TRACE_SINK
    rt.records[#rt.records + 1] = {
      cycle = tonumber(rt.cycle_at[0]), callback = not is_sink and by_index[index] or nil, outcome = outcome,
      sink = is_sink and sinks[index - core.FLUX_TRACE_SINK + 1] or nil, index = element >= 0 and element or nil,
    }
  end)
  local place = at(rt, rt.info.trace, "void **")
  place[0], place[1] = ffi.cast("void *", fn), rt.user -- trace, trace_user
  rt.calls_back = true
end

-- An entry's result as Lua sees it. The first error of the entry is a sink's, or the one that the instance noted.
local function finish(rt, rc)
  if rt.publishing then return messages.inside_sink(rt, rc) end
  local sink_error = rt.sink_error
  if rc == 0 and not sink_error then
    if rt.stopped then return nil, rt.stopped end
    return true
  end
  rt.sink_error = nil
  local text = rc ~= 0 and messages.of(rt, rc) or nil
  if rc == core.FLUX_E_MISUSE and not (rt.failure and rt.failure.status == rc) then error(text, 3) end
  if rt.failure then rt.failure.status = 0 end
  if rc == core.FLUX_E_STOPPED then return nil, rt.stopped or text end
  text = sink_error or text
  if rc ~= 0 then rt.stopped = rc ~= 0 and messages.stops(rt) and text or rt.stopped end
  rt.last_error = text
  return nil, text
end

-- Functions that call C: compiled by LuaJIT only while no Lua function can be called back.
local function entry(rt, make)
  local fn = make()
  if rt.calls_back then jit.off(fn) end
  return fn
end

local function make_entries(rt)
  local lib, memory = rt.lib, rt.memory
  rt.dispatchers = {}
  for i, event in ipairs(rt.graph.events) do
    local k = rt.handled[event]
    if k then glue.declare_event(k) end
    local call = k and lib["flux_native_on_" .. k]
    rt.dispatchers[events.id_of(event)] = entry(rt, function()
      if not call then return function(object) return finish(rt, lib.flux_native_send(memory, i - 1, object)) end end
      return function(object)
        local rc = call(memory, object)
        if rc == 0 and not rt.sink_error then return true end
        return finish(rt, rc)
      end
    end)
  end
  local function plain(name)
    return entry(rt, function()
      local call = lib["flux_native_" .. name]
      return function(...) return call(memory, ...) end
    end)
  end
  rt.call = {}
  for _, name in ipairs { "start", "stop", "reset", "resume", "send", "buffer", "trigger", "advance", "restore" } do
    rt.call[name] = plain(name)
  end
end

-- The type's index; -1 for one that the graph never mentions: no node handles it (S11).
local function event_index(rt, event)
  if type(event) ~= "table" or not event.is_event then error("expected an event type, got " .. tostring(event), 3) end
  return rt.graph.event_index[event] or -1
end

---Sends an event given as a table; fields that are missing keep their defaults.
function Runtime:send(event, fields)
  local index = event_index(self, event)
  return finish(self, self.call.send(index, index >= 0 and events.fill(self, event, fields or {}, 3) or nil))
end

---A new event to be filled in and dispatched any number of times.
function Runtime:new(event)
  if event_index(self, event) < 0 then self.foreign[events.id_of(event)] = true end
  return events.new(event, self.graph)
end

---Dispatches an event made by rt:new. Allocates nothing.
function Runtime:dispatch(event)
  local send = self.dispatchers[events.type_id(event)]
  if send then return send(event) end
  if not self.foreign[events.type_id(event)] then error("rt:dispatch takes an event made by rt:new", 2) end
  return finish(self, self.call.send(-1, event))
end

---Dispatches `n` events from an array of them; returns how many were consumed.
---@param event flux.EventType
---@param array ffi.cdata* n events in a row
---@param n integer
---@return integer
function Runtime:dispatch_n(event, array, n)
  local k = self.handled[event] or error(("no node handles event type '%s'"):format(event.name), 2)
  self.batch = self.batch or {}
  if not self.batch[k] then
    local lib, name = self.lib, ("flux_native_on_%d_n"):format(k)
    glue.declare_event(k)
    self.batch[k] = entry(self, function()
      return function(memory, events_, count) return lib[name](memory, events_, count) end
    end)
  end
  return tonumber(self.batch[k](self.memory, array, n))
end

---Buffers an event: its handlers run now, updates wait for rt:trigger (S15).
function Runtime:buffer(event, fields)
  local index
  if type(event) == "table" then
    index = event_index(self, event)
    event = index >= 0 and events.fill(self, event, fields or {}, 3) or nil
  else
    index = self.index_of[events.type_id(event)] or -1
  end
  return finish(self, self.call.buffer(index, event))
end

function Runtime:trigger() return finish(self, self.call.trigger()) end
function Runtime:advance(time)
  -- A graph that never looks at the time does not keep it.
  if not self.time and not self.stopped then self.untold = math.max(self.untold, tonumber(time)) end
  return finish(self, self.call.advance(time))
end

-- A stopped instance refuses entries, as on every backend.
function Runtime:stop()
  local ok, message = finish(self, self.call.stop())
  self.ended = true
  local function refuse() error("the instance has not been started", 3) end
  self.call = setmetatable({ reset = self.call.reset, restore = self.call.restore }, { __index = function() return refuse end })
  for id in pairs(self.dispatchers) do self.dispatchers[id] = refuse end -- all alike: the order does not matter
  return ok, message
end

function Runtime:reset()
  self.stopped, self.untold, self.ended = nil, 0, false
  make_entries(self)
  return finish(self, self.call.reset())
end

---The instance as bytes; see flux.runtime.snapshot.
function Runtime:snapshot()
  if self.ended then error("the instance has not been started", 2) end
  return snapshot.take_native(self)
end

---Goes on from a snapshot; see flux.runtime.snapshot.
function Runtime:restore(bytes)
  if self.publishing then error("an entry was called from inside a callback", 2) end
  if self.failure then self.failure.status = 0 end
  local rc = self.call.restore(ffi.cast("const char *", bytes), #bytes)
  local refused = rc < 0 and snapshot.refusal(self, bytes, rc)
  if refused then return nil, refused end
  self.stopped, self.untold, self.ended = nil, 0, false
  make_entries(self)
  return finish(self, rc)
end

function Runtime:resume()
  self.stopped = nil
  return finish(self, self.call.resume())
end

-- Calls a sink's Lua function. Its failure neither undoes the cycle nor keeps the other sinks from running (S16).
local function listener(rt, sink)
  local view = rt.state[sink.node.name]
  return function()
    local fn = rt.sink_fn[sink.index]
    rt.publishing = sink
    local ok, problem = pcall(fn, view)
    rt.publishing = nil
    if ok then return end
    if rt.records and #rt.records > 0 then rt.records[#rt.records].outcome = -1 end
    if not rt.sink_error and not (rt.failure and rt.failure.status ~= 0) then
      rt.sink_error = messages.sink(rt, sink, problem)
    end
  end
end

---Sets a sink's callback: fn(state), read-only state that is valid during the call. nil removes it.
function Runtime:on(name, fn)
  local sink = self.sink_by_name[name]
  if not sink then error(("graph '%s' has no sink '%s'"):format(self.graph.name, tostring(name)), 2) end
  self.sink_fn[sink.index] = fn
  if fn and not self.sink_callback[sink.index] then
    self.sink_callback[sink.index] = callback(self, "void (*)(void *, const void *)", "sink " .. sink.index, listener(self, sink))
  end
  self.lib.flux_native_sink(self.memory, sink.index, fn and self.sink_callback[sink.index] or nil)
  if fn and not self.calls_back then
    self.calls_back = true
    make_entries(self)
  end
end

function Runtime:now() return self.time and self.time[0] or ffi.cast("int64_t", self.untold) end
function Runtime:cycle() return self.cycle_at[0] end
function Runtime:error_text() return self.stopped or self.last_error or "" end

---Every callback and sink since the last call, in order.
function Runtime:trace()
  local records = self.records
  self.records = {}
  return records
end

---The bytes of a node's state, NaN canonical (S18).
function Runtime:state_bytes(name)
  local node = type(name) == "table" and name or self.graph.by_name[name]
  return events.bytes(node.record, self.pointers[node])
end

---The id of a symbol's text in this instance; a new text is added.
function Runtime:symbol(text)
  local id = self.lib.flux_native_symbol(self.memory, text, #text)
  if id < 0 then error(core.status_text[id], 0) end
  return id
end

---The text of a symbol's id; nil when there is none.
function Runtime:symbol_text(id)
  local text = self.lib.flux_native_symbol_text(self.memory, id)
  return text ~= nil and ffi.string(text) or nil
end

local function stats(rt)
  local info = rt.info
  local offsets = { late = info.late, unhandled = info.unhandled, skipped = info.skipped, cycle = info.cycle }
  return setmetatable({}, { __index = function(_, name)
    if name == "clock_reads" then return tonumber(rt.reads[0]) end
    local offset = offsets[name]
    if not offset then return nil end
    return offset < 0 and 0 or tonumber(ffi.cast("int64_t *", rt.memory + offset)[0])
  end })
end

-- Lookups by index and name; symbols of the script have their ids already.
local function index(rt)
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

---Starts an instance; see flux.runtime.
function Runtime.start(graph, options)
  local resolved, lib = build(graph, options)
  local rt = setmetatable({ graph = graph, resolved = resolved, lib = lib, backend = "native", untold = 0 }, Runtime)
  rt.fails_on_purpose, rt.slots = options.fail_at ~= nil, {}
  index(rt)
  attach(rt)
  rt.stats = stats(rt)
  attach_clock(rt, options)
  attach_trace(rt, options)
  make_entries(rt)
  for _, sink in ipairs(graph.sinks) do
    if options.on and options.on[sink.name] then rt:on(sink.name, options.on[sink.name]) end
  end
  for name in pairs(options.on or {}) do
    if not rt.sink_by_name[name] then error(("graph '%s' has no sink '%s'"):format(graph.name, tostring(name)), 4) end
  end
  local ok, message
  if options.restore then ok, message = rt:restore(options.restore) else ok, message = finish(rt, rt.call.start()) end
  return rt, not ok and message or nil
end

return Runtime
