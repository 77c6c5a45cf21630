-- SPDX-License-Identifier: MIT
-- What the oracle needs besides the rules: memory for states, conversions, messages, and the object that a caller holds.

local ffi = require "ffi"
local bodies = require "flux.bodies"
local types = require "flux.types"
local values = require "flux.values"
local words = require "spec.support.oracle_words"

jit.off(true, true) -- the plainest execution, too: nothing here depends on how traces order memory accesses

local M = {}

for name, fn in pairs(words) do M[name] = fn end -- by name: in any order

local function fill(self, event_type, fields)
  local event = M.new(self, event_type)
  for name, value in pairs(fields) do -- an assignment each: the order does not matter
    local field = event_type.record.by_name[name]
    if name ~= 1 then
      if not field then words.misuse(("event type '%s' has no field '%s'"):format(event_type.name, tostring(name))) end
      for i = 0, field.count and field.count - 1 or -1 do event[name][i] = value[i + (value[0] == nil and 1 or 0)] or 0 end
      if field.type == "symbol" then
        event[name] = self:symbol(value)
      elseif not field.count then
        local converted, reason = values.convert(field.type, value)
        if reason then words.misuse(("field '%s': %s"):format(name, reason)) end
        event[name] = converted
      end
    end
  end
  return event
end

function M.new(self, event_type)
  local event = types.ctype(event_type.record)()
  local initial = types.initial(event_type.record, self.graph)
  ffi.copy(event, initial, #initial)
  self.type_of[event] = event_type
  return event
end

function M.clone(event_type, event)
  local new = types.ctype(event_type.record)()
  ffi.copy(new, event, event_type.record.size)
  return new
end

-- How many texts there is room for: as declared, else 256 where events bring some.
local function room_for_symbols(self)
  local declared = self.options.symbols or self.graph.options.symbols
  if declared then return declared end
  local constants = self.graph.symbols and #self.graph.symbols or 0
  for _, event in ipairs(self.graph.events) do
    for _, field in ipairs(event.record.fields) do
      if field.type == "symbol" and constants < 256 then return 256 end
    end
  end
  return constants
end

local function symbols_of(self)
  local ids, texts, room = {}, {}, room_for_symbols(self)
  for id, symbol in ipairs(self.graph.symbols or {}) do ids[symbol.text], texts[id] = id, symbol.text end
  self.symbol_texts = texts
  return function(_, value)
    local text = type(value) == "table" and value.text or value
    if not ids[text] then
      if #texts >= room then error("the symbol table is full", 0) end
      texts[#texts + 1] = text
      ids[text] = #texts
    end
    return ids[text]
  end
end

local function copy(set)
  local out = {}
  for key, value in pairs(set) do out[key] = value end -- a set: the order does not matter
  return out
end

---flux.prev: every state as the previous cycle left it.
function M.keep_previous(self)
  for _, node in ipairs(self.order) do ffi.copy(self.previous[node], self.pointers[node], node.record.size) end
end

---Node state and one-shot timers, for the policy "rollback".
function M.save(self)
  local bytes = {}
  for _, node in ipairs(self.order) do bytes[node] = ffi.string(ffi.cast("char *", self.pointers[node]), node.record.size) end
  return { bytes = bytes, valid = copy(self.valid), once = copy(self.once) }
end

function M.restore(self, saved)
  for _, node in ipairs(self.order) do ffi.copy(self.pointers[node], saved.bytes[node], node.record.size) end
  self.valid, self.once = saved.valid, saved.once
end

---Everything as before the first start.
function M.clear(self)
  for _, node in ipairs(self.order) do
    local initial = types.initial(node.record, self.graph)
    ffi.copy(self.pointers[node], initial, #initial)
    ffi.copy(self.previous[node], initial, #initial)
  end
  self.time, self.has_time, self.cycle_number = 0LL, false, 0
  for _, name in ipairs { "late", "unhandled", "skipped", "clock_reads" } do self.stats[name] = 0 end
  self.periodic, self.once, self.valid, self.queue = {}, {}, {}, {}
  self.pending = { dirty = {}, ran = {} }
  self.stopped = nil
end

-- The host of the bodies; see flux.bodies.
local function host_of(self)
  local host = {}
  local function fail(name) error(M.fault(name, ("%s: %s"):format(words.line_of(self.running), M.status(name))), 0) end
  function host.pointer(node) return self.pointers[node] end
  function host.address(input, i)
    local element = input.elements[i]
    local state = (input.prev and self.previous or self.pointers)[element.node]
    return ffi.cast("uint8_t *", state) + (element.field and element.field.offset or 0)
  end
  function host.now() -- S13: the host's clock is read once an event, when a callback first needs it
    if self.unread then
      local time = M.read(self, self.clock)
      self.unread, self.time = false, time > self.time and time or self.time
    end
    return self.time
  end
  function host.cycle() return ffi.cast("int64_t", self.cycle_number) end
  function host.wall()
    self.wall_now = self.wall_now or M.read(self, self.wall or self.clock)
    return self.wall_now
  end
  function host.ticked(node) return self.all_dirty[node] or false end
  function host.valid(node) return self.valid[node] or false end
  function host.symbol(text) return self:symbol(text) end
  function host.post(event_type, event)
    local problem = self:post(event_type, event)
    if problem then fail(problem) end
  end
  function host.after(node, ns)
    host.now()
    if not self.has_time then fail("FLUX_E_TIME") end
    self.once[node] = self:deadline_after(ns)
  end
  function host.cancel(node) self.once[node] = nil end
  return host
end

local function each_callback(graph, visit)
  for _, node in ipairs(graph.nodes) do
    for _, callback in ipairs(node.callbacks) do visit(callback, node) end
  end
end

-- What the declarations say of the graph as a whole (S11, S12, S13).
local function facts(self)
  self.handled, self.stream_clock = {}, self.clock == "stream"
  for _, node in ipairs(self.graph.nodes) do
    local facts = node.by_role.start and node.by_role.start.body.facts
    if facts and (#facts.posts > 0 or facts.may_post) then self.start_posts = true end
  end
  for _, event in ipairs(self.graph.events) do self.stream_clock = self.stream_clock or event.time ~= nil end
  local posts = false
  each_callback(self.graph, function(callback, node)
    local known = callback.body.facts
    if callback.event then self.handled[callback.event] = true end
    posts = posts or #known.posts > 0 or known.may_post
    self.needs_time = self.needs_time or known.reads_now or known.arms or node.has_timer
  end)
  self.capacity = self.capacity or posts and 64 or 0
end

---A clock's time; the system's without a function.
function M.read(self, clock)
  self.stats.clock_reads = self.stats.clock_reads + 1
  return ffi.cast("int64_t", type(clock) == "function" and clock() or os.time() * 1e9)
end

local OPTIONS = { "capacity", "late", "on_error", "clock", "wall", "unhandled", "max_missed" }

---Memory, functions and options of an instance.
function M.prepare(self)
  for _, name in ipairs(OPTIONS) do
    self[name] = self.options[name]
    if self[name] == nil then self[name] = self.graph.options[name] end
  end
  self.on_error, self.max_missed = self.on_error or "stop", self.max_missed or 1000000
  self.stats = {}
  self.records, self.calls, self.all_dirty = {}, 0, {}
  self.type_of = setmetatable({}, { __mode = "k" })
  self.pointers, self.previous, self.anchors, self.functions = {}, {}, {}, {}
  facts(self)
  self.symbol = symbols_of(self)
  for _, node in ipairs(self.order) do
    local state, previous = types.ctype(node.record)(), types.ctype(node.record)()
    self.anchors[#self.anchors + 1], self.anchors[#self.anchors + 2] = state, previous
    self.pointers[node] = ffi.cast(types.pointer(node.record), state)
    self.previous[node] = ffi.cast(types.pointer(node.record), previous)
  end
  local host = host_of(self)
  each_callback(self.graph, function(callback)
    self.functions[callback] = bodies.bind(callback, bodies.load(callback, host), host)
  end)
  self.sinks = copy(self.options.on or {})
end

---Runs an entry: true, or nil and its first error. Refused while stopped (S16).
function M.entry(self, fn, ...)
  if self.running or self.publishing then words.misuse("an entry was called from inside a callback") end
  if fn == self.start_again and self.started then words.misuse("the instance runs already") end
  if not self.started and fn ~= self.begin and fn ~= self.start_again then words.misuse("the instance has not been started") end
  if self.stopped and fn ~= self.begin then return nil, self.stopped end
  self.first_error = nil
  fn(self, ...)
  if self.first_error then return nil, self.first_error end
  return true
end

local FLOATS = { double = { "double *", "uint64_t *", 0x7ff8000000000000ULL }, float = { "float *", "uint32_t *", 0x7fc00000 } }

-- S18: NaN is canonical wherever bytes are compared.
local function canonical(record, state)
  local object = types.ctype(record)()
  ffi.copy(object, state, record.size)
  for _, field in ipairs(record.fields) do
    local float = FLOATS[field.type]
    local at = ffi.cast("uint8_t *", object) + field.offset
    for i = 0, float and (field.count or 1) - 1 or -1 do
      local value = ffi.cast(float[1], at)[i]
      if value ~= value then ffi.cast(float[2], at)[i] = float[3] end
    end
  end
  return ffi.string(ffi.cast("char *", object), record.size)
end

-- A dispatch from inside a sink is a post (S12); an entry from anywhere else inside is misuse.
local function event_entry(self, kind, event_type, event)
  if self.publishing and kind == "event" then
    if self.handled[event_type] and self.capacity == 0 then
      words.misuse("a dispatch from inside a sink needs a queue: give the graph a capacity")
    end
    if not self.handled[event_type] and self.unhandled == "ignore" then return self:deliver(kind, event_type, event) or true end
    local problem = self:post(event_type, event)
    if not problem then return true end
    local text = M.status(problem)
    self:note(self.handled[event_type] and M.sink_message(self, self.publishing, text) or text)
    return nil, text
  end
  return M.entry(self, self.deliver, kind, event_type, event)
end

---The object that a caller holds.
function M.interface(self)
  local rt = { stats = self.stats, graph = self.graph }
  rt.state = setmetatable({}, { __index = function(_, name) return self.pointers[self.graph.by_name[name]] end })
  local function either(kind)
    return function(_, event, fields)
      if type(event) == "table" then
        local known = self.graph.event_position[event]
        return event_entry(self, kind, event, known and fill(self, event, fields or {}))
      end
      return event_entry(self, kind, self.type_of[event], event)
    end
  end
  rt.send, rt.dispatch, rt.buffer = either("event"), either("event"), either("buffer")
  function rt.new(_, event_type) return M.new(self, event_type) end
  function rt.advance(_, time) return M.entry(self, self.move, ffi.cast("int64_t", time)) end
  function rt.trigger() return M.entry(self, self.run_trigger) end
  function rt.stop() return M.entry(self, self.finish) end
  function rt.start() return M.entry(self, self.start_again) end
  function rt.reset() return M.entry(self, self.begin) end
  function rt.resume()
    if self.running or self.publishing then words.misuse("an entry was called from inside a callback") end
    if not self.started then words.misuse("the instance has not been started") end
    self.stopped = nil
    return true
  end
  function rt.on(_, name, fn) self.sinks[name] = fn end
  function rt.now() return self.time end
  function rt.cycle() return ffi.cast("int64_t", self.cycle_number) end
  function rt.symbol(_, text) return self:symbol(text) end
  function rt.symbol_text(_, id) return self.symbol_texts[id] end
  function rt.error_text() return self.stopped or self.first_error or "" end
  function rt.state_bytes(_, what)
    local node = type(what) == "table" and what or self.graph.by_name[what]
    return canonical(node.record, self.pointers[node])
  end
  function rt.trace()
    local records = self.records
    self.records = {}
    return records
  end
  return rt
end

return M
