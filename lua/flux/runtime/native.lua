-- SPDX-License-Identifier: MIT
-- flux.runtime.native: a running instance of the exported C, compiled by the system's compiler; see flux.runtime.
--
-- The instance is memory that Lua owns; entries are FFI calls of the typed functions. Sinks with a Lua function are FFI callbacks,
-- which LuaJIT can only make from interpreted code: entries are then called through functions that are not compiled.

local ffi = require "ffi"
local callbacks = require "flux.runtime.callbacks"
local audit = require "flux.runtime.audit"
local core = require "flux.core"
local events = require "flux.runtime.events"
local glue = require "flux.export.glue"
local instance = require "flux.runtime.native_instance"
local messages = require "flux.runtime.native_messages"
local snapshot = require "flux.runtime.snapshot"
local symbols = require "flux.symbol"
local blame = require("flux.origin").blame

local ENTRIES = { "start", "stop", "reset", "resume", "send", "buffer", "trigger", "advance", "restore" }

---@class flux.NativeRuntime: flux.Runtime
local Runtime = {}
Runtime.__index = Runtime

local ENDED = "the instance has not been started"
local INSIDE = "an entry was called from inside a callback"

-- An entry's result as Lua sees it. The first error of the entry is a sink's, or the one that the instance noted.
local function finish(rt, rc)
  if rt.publishing then return messages.inside_sink(rt, rc) end
  local sink_error = rt.sink_error
  if rc == 0 and not sink_error then
    if rt.stopped then return nil, rt.stopped end
    return true
  end
  rt.sink_error = nil
  if rc == core.FLUX_E_MISUSE and not (rt.failure and rt.failure.status == rc) then blame(INSIDE) end
  local text = rc ~= 0 and messages.of(rt, rc) or nil
  if rt.failure then rt.failure.status = 0 end
  if rc == core.FLUX_E_STOPPED then return nil, rt.stopped or text end
  if rc ~= 0 and messages.stops(rt) then rt.stopped = text end
  text = sink_error or text
  rt.last_error = text
  return nil, text
end

-- Sinks may send events; any other entry inside of one is misuse, which C only notices where it has something to mix up.
local function outside(rt)
  if rt.publishing then blame(INSIDE) end
end

-- An entry's C function: called from traces only while no Lua function can be called back.
local function entry(rt, name)
  local call = rt.lib["flux_native_" .. name]
  return rt.calls_back and callbacks.interpreted(call) or call
end

local function make_entries(rt)
  local memory = rt.memory
  rt.dispatchers, rt.batch, rt.call = {}, {}, {}
  for i, event in ipairs(rt.graph.events) do
    local k = rt.handled[event]
    if k then
      glue.declare_event(k)
      local call = entry(rt, "on_" .. k)
      rt.dispatchers[events.id_of(event)] = function(object)
        local rc = call(memory, object)
        if rc == 0 and not rt.sink_error then return true end
        return finish(rt, rc)
      end
    else
      rt.dispatchers[events.id_of(event)] = function(object) return finish(rt, rt.call.send(i - 1, object)) end
    end
  end
  for _, name in ipairs(ENTRIES) do
    local call = entry(rt, name)
    rt.call[name] = function(...) return call(memory, ...) end
  end
end

-- The type's index; -1 for one that the graph never mentions: no node handles it (S11).
local function event_index(rt, event)
  if type(event) ~= "table" or not event.is_event then blame("expected an event type, got " .. tostring(event)) end
  return rt.graph.event_index[event] or -1
end

---Sends an event given as a table; fields that are missing keep their defaults.
function Runtime:send(event, fields)
  local index = event_index(self, event)
  return finish(self, self.call.send(index, index >= 0 and events.fill(self, event, fields or {}) or nil))
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
  if not self.foreign[events.type_id(event)] then blame("rt:dispatch takes an event made by rt:new") end
  return finish(self, self.call.send(-1, event))
end

---Dispatches `n` events from an array of them; returns how many were consumed, or a negative status when the first was not. Fewer
---than n: the next one failed or was refused, and rt:error_text says why; go on behind it.
---@param event flux.EventType
---@param array ffi.cdata* n events in a row
---@param n integer
---@return integer
function Runtime:dispatch_n(event, array, n)
  if self.ended then blame(ENDED) end
  local k = self.handled[event] or blame(("no node handles event type '%s'"):format(event.name))
  self.batch[k] = self.batch[k] or entry(self, ("on_%d_n"):format(k))
  local done = tonumber(self.batch[k](self.memory, array, n))
  if done < n or self.sink_error then finish(self, done < n and self.failure and self.failure.status or 0) end
  return done
end

---Buffers an event: its handlers run now, updates wait for rt:trigger (S15).
function Runtime:buffer(event, fields)
  outside(self)
  local index
  if type(event) == "table" then
    index = event_index(self, event)
    event = index >= 0 and events.fill(self, event, fields or {}) or nil
  else
    index = self.index_of[events.type_id(events.made(event))] or -1
  end
  if #self.graph.groups > 0 then require("flux.keyed").refuse_buffer(self.graph, index) end
  return finish(self, self.call.buffer(index, event))
end

function Runtime:trigger()
  outside(self)
  return finish(self, self.call.trigger())
end

function Runtime:advance(time)
  outside(self)
  -- A graph that never looks at the time does not keep it.
  local at = events.time(time)
  if not self.time and not self.stopped and not self.ended and (not self.untold or at > self.untold) then self.untold = at end
  return finish(self, self.call.advance(at))
end

-- An instance that has ended refuses entries, as on every backend; also where its C has no start and no stop.
local function finish_life(rt)
  rt.ended = true
  local function refuse() blame(ENDED) end
  local kept = { start = rt.call.start, reset = rt.call.reset, restore = rt.call.restore }
  rt.call = setmetatable(kept, { __index = function() return refuse end })
  for id in pairs(rt.dispatchers) do rt.dispatchers[id] = refuse end -- all alike: the order does not matter
end

function Runtime:stop()
  outside(self)
  local rc = messages.stops(self) and core.FLUX_E_STOPPED or self.call.stop() -- a graph without stop callbacks has none in C
  if rc ~= core.FLUX_E_STOPPED then finish_life(self) end
  return finish(self, rc)
end

---Starts an instance again that rt:stop has ended.
function Runtime:start()
  outside(self)
  if not self.ended then blame("the instance runs already") end
  self.ended = false
  make_entries(self)
  return finish(self, self.call.start())
end

function Runtime:reset()
  outside(self)
  self.stopped, self.untold, self.ended = nil, nil, false
  make_entries(self)
  return finish(self, self.call.reset())
end

---The instance as bytes; see flux.runtime.snapshot.
function Runtime:snapshot()
  if self.ended then blame(ENDED) end
  return snapshot.take_native(self)
end

---Goes on from a snapshot; see flux.runtime.snapshot.
function Runtime:restore(bytes)
  outside(self)
  if self.failure then self.failure.status = 0 end
  local rc = self.call.restore(ffi.cast("const char *", bytes), #bytes)
  local refused = rc < 0 and snapshot.refusal(self, bytes, rc)
  if refused then return nil, refused end
  self.stopped, self.untold, self.ended = nil, nil, false
  make_entries(self)
  return finish(self, rc)
end

function Runtime:resume()
  outside(self)
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
    audit.sink_failed(rt, sink, core.FLUX_E_SINK)
    if not rt.sink_error and not (rt.failure and rt.failure.status ~= 0) then
      rt.sink_error = messages.sink(rt, sink, problem)
    end
  end
end

---Sets a sink's callback: fn(state), read-only state that is valid during the call. nil removes it.
function Runtime:on(name, fn)
  local sink = self.sink_by_name[name]
  if not sink then blame(("graph '%s' has no sink '%s'"):format(self.graph.name, tostring(name))) end
  self.sink_fn[sink.index] = fn
  if fn and not self.sink_callback[sink.index] then
    self.sink_callback[sink.index] = instance.callback(self, "void (*)(void *, const void *)", "sink " .. sink.index, listener(self, sink))
  end
  self.lib.flux_native_sink(self.memory, sink.index, fn and self.sink_callback[sink.index] or nil)
  if fn and not self.calls_back then
    self.calls_back = true
    if not self.ended then make_entries(self) end
  end
end

function Runtime:now() return self.time and self.time[0] or self.untold or 0LL end
---When the earliest timer is due, ns; INT64_MAX: none is armed.
function Runtime:next_deadline() return self.deadline and self.deadline[0] or 0x7fffffffffffffffLL end
function Runtime:cycle() return self.cycle_at[0] end
function Runtime:error_text() return self.stopped or self.last_error or "" end

---Every callback and sink since the last call, in order, the first 65,536; and how many more there were.
function Runtime:trace() return instance.read_trace(self) end

-- The audited twins are compiled when they are first wanted: the same instance goes on in a library that has them.
function Runtime:need_twins()
  if self.audited then return end
  self.plain_lib, self.audited = self.lib, true
  self.lib = instance.library(self.resolved, self.options, true)
  if not self.ended then make_entries(self) end
end

audit.install_native(Runtime)

---The bytes of a node's state, NaN canonical (S18).
function Runtime:state_bytes(name)
  local node = type(name) == "table" and name or self.graph.by_name[name]
  return events.bytes(node.record, self.pointers[node])
end

---The id of a symbol's text in this instance; a new text is added.
function Runtime:symbol(text)
  local id = self.lib.flux_native_symbol(self.memory, text, #text)
  if id < 0 then error(symbols.refused(text) or core.status_text[id], 0) end
  return id
end

---The text of a symbol's id; nil when there is none.
function Runtime:symbol_text(id)
  local text = self.lib.flux_native_symbol_text(self.memory, id)
  return text ~= nil and ffi.string(text) or nil
end

---Makes an instance and starts it; see flux.runtime.
function Runtime.open(graph, options)
  local resolved, lib, audited = instance.build(graph, options)
  local rt = setmetatable({
    graph = graph, resolved = resolved, lib = lib, backend = "native", options = options, audited = audited,
  }, Runtime)
  rt.fails_on_purpose, rt.slots = options.fail_at ~= nil, {}
  instance.index(rt)
  instance.attach(rt)
  rt.stats = instance.stats(rt)
  instance.attach_clock(rt, options)
  instance.attach_trace(rt, options)
  if options.audit then rt:audit(options.audit) end
  make_entries(rt)
  for _, sink in ipairs(graph.sinks) do
    if options.on and options.on[sink.name] then rt:on(sink.name, options.on[sink.name]) end
  end
  for name in pairs(options.on or {}) do
    if not rt.sink_by_name[name] then blame(("graph '%s' has no sink '%s'"):format(graph.name, tostring(name))) end
  end
  rt.ended = true
  local ok, message
  if options.restore then ok, message = rt:restore(options.restore) else ok, message = rt:start() end
  return rt, not ok and message or nil
end

return Runtime
