-- SPDX-License-Identifier: MIT
-- flux.runtime.engine: a running instance on the C core, for the backends `table` and `luajit`.
--
-- The core owns time, timers, posts, buffering and errors (core/fx_run.c). It calls C nodes itself; for anything else it
-- returns here with what to run next: one callback (`table`) or one whole cycle (`luajit`), and is resumed with the result.
-- No C code calls into Lua, but for a loop over callbacks where LuaJIT only interprets (flux.runtime.interpreted).

local ffi = require "ffi"
local core = require "flux.core"
local types = require "flux.types"
local resolve = require "flux.resolve"
local bodies = require "flux.bodies"
local events = require "flux.runtime.events"
local host = require "flux.runtime.host"
local instrument = require "flux.runtime.instrument"
local fast = require "flux.runtime.fast"
local failure = require "flux.runtime.failure"
local snapshot = require "flux.runtime.snapshot"
local audit = require "flux.runtime.audit"
local cycles = require "flux.runtime.cycles"
local constants = require "flux.symbol"
local blame = require("flux.origin").blame
local drive_new = require("flux.runtime.drive").new

local lib = core.lib

---@class flux.Runtime
local Runtime = {}
Runtime.__index = Runtime

-- Functions that run one callback with everything bound: what `table` calls when the core returns FLUX_CALL. They are made when
-- first called: a graph of which an input reaches a corner pays for the corner.
local function lazy_closures(rt)
  return setmetatable({}, { __index = function(run, id)
    local known = rt.resolved.callbacks[id]
    local bound = bodies.bind(known.callback, rt.functions[known.callback], rt.host, known.element)
    local fn = instrument.wrap(rt, known, bound)
    run[id] = fn
    return fn
  end })
end

local function lazy_functions(rt)
  return setmetatable({}, { __index = function(functions, callback)
    local fn
    if callback.body.language == "c" then fn = require("flux.cbodies").bind(rt, callback) else fn = bodies.load(callback, rt.host) end
    if rt.checked and callback.body.language == "opaque" then fn = instrument.checked(rt, callback, fn) end
    functions[callback] = fn
    rt.owner[fn] = callback
    return fn
  end })
end

local function again(rt, entry, a, b)
  local call = rt.lib[entry]
  if b ~= nil then return rt:finish(call(rt.engine, a, b), entry, a, b) end
  if a ~= nil then return rt:finish(call(rt.engine, a), entry, a) end
  return rt:finish(call(rt.engine), entry)
end

---An entry's result as Lua sees it. One that was not let in because the entry before was left in the middle is called again.
---@param rc integer what the core's function returned
---@param entry string its name
---@param a any its arguments behind the engine
---@param b any
---@return true|nil ok
---@return string|nil message
function Runtime:finish(rc, entry, a, b)
  if rc > 0 then rc = failure.drive(self, rc) end
  if rc == 0 then return true end
  if rc == core.FLUX_E_MISUSE and self.clock.running ~= 0 and failure.end_abandoned(self) then
    return again(self, entry, a, b)
  end
  local text = ffi.string(lib.flux_engine_error(self.engine))
  if rc == core.FLUX_E_MISUSE and self.clock.status ~= rc then blame(text) end -- a C body may return the same number
  if self.clock.publishing ~= 0 then return nil, core.status_text[rc] end -- the sink learns of its own dispatch only
  self.clock.status = 0
  return nil, text
end

-- The type's index; for one that the graph never mentions an index beyond all: no node handles it (S11).
local function event_index(rt, event)
  if type(event) ~= "table" or not event.is_event then blame("expected an event type, got " .. tostring(event)) end
  return rt.graph.event_index[event] or #rt.graph.events
end

---Sends an event given as a table; fields that are missing keep their defaults.
---@param event flux.EventType
---@param fields table|nil
---@return true|nil ok
---@return string|nil message
function Runtime:send(event, fields)
  local index = event_index(self, event)
  local scratch = index < #self.graph.events and events.fill(self, event, fields or {}) or nil
  return self:finish(self.lib.flux_send(self.engine, index, scratch), "flux_send", index, scratch)
end

---A new event to be filled in and dispatched any number of times.
---@param event flux.EventType
---@return ffi.cdata*
function Runtime:new(event)
  if event_index(self, event) == #self.graph.events then self.foreign[events.id_of(event)] = true end
  return events.new(event, self.graph)
end

-- What rt:dispatch (flux.runtime.fast) does with an event of no type that the graph has.
function Runtime:dispatch_foreign(event)
  if not self.foreign[events.type_id(event)] then blame("rt:dispatch takes an event made by rt:new") end
  return self:finish(self.lib.flux_send(self.engine, #self.graph.events, event), "flux_send", #self.graph.events, event)
end

---Buffers an event: its handlers run now, updates wait for rt:trigger (S15). Takes rt:new's event, or a type and a table.
function Runtime:buffer(event, fields)
  local index
  if type(event) == "table" then
    index = event_index(self, event)
    event = index < #self.graph.events and events.fill(self, event, fields or {}) or nil
  else
    index = self.index_of[events.type_id(events.made(event))] or #self.graph.events
  end
  if #self.graph.groups > 0 then require("flux.keyed").refuse_buffer(self.graph, index) end
  local ok, message = self:finish(self.lib.flux_buffer(self.engine, index, event), "flux_buffer", index, event)
  self.kept = event
  return ok, message
end

function Runtime:advance(time)
  local at = events.time(time)
  return self:finish(self.lib.flux_advance(self.engine, at), "flux_advance", at)
end

local function plain(entry)
  return function(self) return self:finish(self.lib[entry](self.engine), entry) end
end

Runtime.trigger, Runtime.reset, Runtime.stop = plain "flux_trigger", plain "flux_reset", plain "flux_stop"
Runtime.start, Runtime.resume = plain "flux_start", plain "flux_resume_after_error"

---Sets a sink's callback: fn(state), read-only state that is valid during the call. nil removes it.
---@param sink string
---@param fn function|nil
function Runtime:on(sink, fn)
  local known = self.sink_index[sink]
  if not known then blame(("graph '%s' has no sink '%s'"):format(self.resolved.graph.name, tostring(sink))) end
  self.sink_fn[known], self.heard[known] = fn, fn ~= nil
  lib.flux_on(self.engine, known, nil, nil, fn and 1 or 0)
end

-- Calls a sink's host callback. Its failure neither undoes the cycle nor keeps the other sinks from running (S16).
function Runtime:publish(sink)
  local fn = self.sink_fn[sink]
  if not fn then return 0 end
  local ok, problem = pcall(fn, self.state[self.resolved.graph.sinks[sink + 1].node.name])
  if ok then return 0 end
  lib.flux_fail(self.engine, core.FLUX_TRACE_SINK + sink, core.FLUX_E_SINK, tostring(problem))
  return core.FLUX_E_SINK
end

-- The same in a cycle that runs without the core (flux.runtime.fast): the failure is kept until the cycle is over.
function Runtime:publish_directly(sink)
  local fn, clock = self.sink_fn[sink], self.clock
  clock.running, clock.publishing, clock.status = 1, 1, 0
  local ok, problem = pcall(fn, self.state[self.resolved.graph.sinks[sink + 1].node.name])
  clock.running, clock.publishing = 0, 0
  local failed = self.failed_sinks
  if clock.status ~= 0 then failed[#failed + 1] = { refused = true } end -- a dispatch of its own
  if not ok then failed[#failed + 1] = { sink = sink, text = tostring(problem) } end
  self.failures[0] = #failed
end

function Runtime:now() return self.clock.now end
---When the earliest timer is due, ns; INT64_MAX: none is armed.
function Runtime:next_deadline() return self.clock.next_deadline end
function Runtime:cycle() return self.clock.cycle end

---The bytes of a node's state, NaN canonical (S18).
---@param name string|flux.Node
---@return string
function Runtime:state_bytes(name)
  local node = type(name) == "table" and name or self.resolved.graph.by_name[name]
  return events.bytes(node.record, self.clock.state + self.resolved.offset[node])
end

function Runtime:element_address(input, i)
  return self.clock.state + resolve.element_offset(self.resolved, input.node, input.first + i - 1)
end

snapshot.install(Runtime)
audit.install(Runtime)

local function sinks(rt, on)
  rt.sink_fn, rt.sink_index, rt.heard = {}, {}, ffi.new("bool[?]", #rt.resolved.graph.sinks)
  for _, sink in ipairs(rt.resolved.graph.sinks) do rt.sink_index[sink.name] = sink.index end
  for _, sink in ipairs(rt.resolved.graph.sinks) do
    if on and on[sink.name] then rt:on(sink.name, on[sink.name]) end
  end
  for name in pairs(on or {}) do
    if not rt.sink_index[name] then
      blame(("graph '%s' has no sink '%s'"):format(rt.resolved.graph.name, tostring(name)))
    end
  end
end

-- A host clock written in Lua is called back from C, which LuaJIT allows only from interpreted code.
local function library(options)
  if type(options.clock) ~= "function" and not options.wall then return lib end
  return setmetatable({}, { __index = function(wrapped, name)
    local function fn(...) return lib[name](...) end
    jit.off(fn)
    wrapped[name] = fn
    return fn
  end })
end

local function stats(rt)
  local clock = rt.clock
  return setmetatable({}, { __index = function(_, name) return tonumber(clock[name]) end })
end

local function symbols(rt)
  for _, symbol in ipairs(rt.graph.symbols or {}) do rt:symbol(symbol.text) end
end

---The id of a symbol's text in this instance; a new text is added. "" is no symbol: 0. Fails for a text that cannot be one.
---@param text string
---@return integer
function Runtime:symbol(text)
  local id = lib.flux_symbol(self.engine, text, #text)
  if id < 0 then error(constants.refused(text) or core.status_text[id], 0) end
  return id
end

---The text of a symbol's id; nil when there is none.
function Runtime:symbol_text(id)
  local length = ffi.new("size_t[1]")
  local text = lib.flux_symbol_text(self.engine, id, length)
  return text ~= nil and ffi.string(text, length[0]) or nil
end

local function pointers(rt)
  rt.pointers, rt.state = {}, events.states(rt.graph)
  for _, node in ipairs(rt.resolved.graph.nodes) do
    local address = rt.clock.state + rt.resolved.offset[node]
    rt.pointers[node] = ffi.cast(types.pointer(node.record), address)
    rt.state[node.name] = events.readonly(node.record, address)
  end
end

---Makes an instance and starts it; see flux.runtime.
function Runtime.open(graph, options)
  local resolved = resolve.resolve(graph, options)
  local engine = ffi.new("flux_engine *[1]")
  local rc = lib.flux_engine_new(resolved.plan, resolved.builder, engine)
  if rc < 0 then blame(ffi.string(lib.flux_status_text(rc))) end
  local rt = setmetatable({
    graph = graph, resolved = resolved, lib = library(resolved.options), backend = options.backend or "table",
    engine = ffi.gc(engine[0], lib.flux_engine_free), owner = {}, runs = {}, foreign = {}, interpreted = options.interpreted,
  }, Runtime)
  if rt.interpreted == nil then rt.interpreted = not jit.status() end
  rt.clock = lib.flux_engine_clock(rt.engine)
  rt.handler = failure.handler(rt)
  rt.run, rt.functions = lazy_closures(rt), lazy_functions(rt)
  cycles.start(rt)
  rt.inside = {}
  rt.continue = drive_new(rt)
  rt.inside[rt.continue] = true
  rt.host = host.new(rt)
  rt.stats = stats(rt)
  symbols(rt)
  pointers(rt)
  sinks(rt, options.on)
  instrument.start(rt, options)
  fast.start(rt, options.backend == "luajit")
  if options.audit then rt:audit(options.audit) end
  local ok, message
  if options.init_only then ok, message = rt:finish(lib.flux_init(rt.engine), "flux_init")
  elseif options.restore then ok, message = rt:restore(options.restore)
  else ok, message = rt:start() end
  return rt, not ok and message or nil
end

return Runtime
