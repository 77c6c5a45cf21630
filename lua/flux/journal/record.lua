-- SPDX-License-Identifier: MIT
-- flux.journal.record: an instance that writes down what goes into it and what comes out.
--
--   local rt, message = record.start(graph, { backend = "native", on = { … } }, { path = "ticks.journal" })
--   rt:dispatch(event) …                     -- as with any instance
--   rt:close()                               -- the journal is complete
--
-- The instance has the methods of flux.runtime. `check` (default 1) says after how many entries the states that have changed are
-- written, so that a replay can name the first difference; 0 writes none of them.

local ffi = require "ffi"
local clocks = require "flux.journal.clock"
local events = require "flux.runtime.events"
local interrupt = require "flux.interrupt"
local journal = require "flux.journal"
local resolve = require "flux.resolve"
local watch = require "flux.journal.watch"
local writers = require "flux.journal.writer"

local M = {}
local CODE = journal.CODE

---@class flux.Recorded: flux.Runtime
local Recorded = {}

local function write_result(self, fine, ok, message)
  local w, rt, check = self.writer, self.inner, self.check
  local looks = check > 0 and self.entries % check == 0
  w:begin(CODE.result)
  w:int(not fine and 2 or not ok and 0 or looks and 1 or 3, 1)
  w:int(rt and rt:cycle() or 0, 8)
  w:int(rt and rt:now() or 0, 8)
  local text = fine and ok and "" or tostring(fine and message or ok):sub(1, 65535)
  w:int(#text, 2)
  w:text(text)
  if looks and rt then
    for place, node in self.watch:changed() do
      w:int(place, 4)
      w:text(rt:state_bytes(node))
    end
  end
  w:finish()
end

-- An error that ^C made, wherever it stood, is not one that a replay could repeat: the journal ends here, as when the process dies.
local function cut(self)
  if not interrupt.happened() then return end
  self.cut = true
  interrupt.pass()
end

-- Runs an entry whose frame has been written.
local function run(self, fn, ...)
  self.entries = self.entries + 1
  self.inside = true
  local fine, ok, message = pcall(fn, ...)
  self.inside = false
  if not (fine and ok) then cut(self) end
  write_result(self, fine, ok, message)
  if not fine then error(ok, 0) end
  return ok, message
end

local function write_event(self, code, index, event)
  local w, size = self.writer, self.graph.events[index].record.size
  w:begin(code)
  w:int(index - 1, 2)
  w:bytes(event, size)
  w:finish()
end

-- An entry with an event; from inside a sink it belongs to the entry that runs.
local function with_event(self, code, method, event)
  local index = self.index_of[events.type_id(event)]
  if self.inside then
    if index then write_event(self, CODE.inner, index, event) end
    return self.inner[method](self.inner, event)
  end
  if index then write_event(self, code, index, event) else self:mark(CODE.unhandled) end
  return run(self, self.inner[method], self.inner, event)
end

-- The event of a table's fields, as rt:send takes it.
local function filled(self, event, fields)
  if type(event) ~= "table" or not event.is_event then error("expected an event type, got " .. tostring(event), 3) end
  if self.graph.event_index[event] then return events.fill(self, event, fields or {}, 3) end
  return self.inner:new(event)
end

local methods = {}

function methods.mark(self, code)
  self.writer:begin(code)
  self.writer:finish()
end

function methods.dispatch(self, event) return with_event(self, CODE.event, "dispatch", event) end
function methods.send(self, event, fields) return with_event(self, CODE.event, "dispatch", filled(self, event, fields)) end

function methods.buffer(self, event, fields)
  return with_event(self, CODE.buffer, "buffer", type(event) == "table" and filled(self, event, fields) or event)
end

for _, name in ipairs { "trigger", "reset", "resume", "start", "stop" } do
  methods[name] = function(self)
    self:mark(CODE[name])
    return run(self, self.inner[name], self.inner)
  end
end

function methods.advance(self, time)
  self.writer:begin(CODE.advance)
  self.writer:int(time, 8)
  self.writer:finish()
  return run(self, self.inner.advance, self.inner, time)
end

function methods.restore(self, bytes)
  self.writer:begin(CODE.restore)
  self.writer:text(bytes)
  self.writer:finish()
  return run(self, self.inner.restore, self.inner, bytes)
end

-- Symbols that data brings are numbered by their first arrival.
function methods.symbol(self, text)
  local known = self.known_symbols[text]
  if known then return known end
  local id = self.inner:symbol(text)
  self.known_symbols[text] = id
  self.writer:begin(CODE.symbol)
  self.writer:text(text)
  self.writer:finish()
  return id
end

function methods.on(self, sink, fn) self.listeners[sink] = fn end

---Opens the file of a recording that began with `later`.
---@return boolean|nil ok
---@return string|nil message
function methods.open(self) return self.writer:open() end

---Hands what was recorded to the system; it then survives the death of the process.
function methods.flush(self) self.writer:flush() end

---Completes the journal; one that ^C cut off inside an entry stays without its end.
function methods.close(self)
  if self.cut then return self.writer:close() end
  self.writer:begin(CODE.closed)
  self.writer:int(self.entries, 8)
  self.writer:finish()
  self.writer:close()
end

-- Everything else is the instance's own.
function Recorded.__index(self, key)
  if methods[key] then return methods[key] end
  local inner = rawget(self, "inner")
  local value = inner and inner[key]
  if type(value) ~= "function" then return value end
  local function fn(_, ...) return value(inner, ...) end
  rawset(self, key, fn)
  return fn
end

-- Called for each sink, whether the host listens or not.
local function listener(self, sink)
  local node = sink.node
  return function(state)
    local fn, w = self.listeners[sink.name], self.writer
    local bytes = events.bytes(node.record, ffi.cast("uint8_t *", ffi.cast("const void *", state)))
    w:begin(CODE.output)
    w:int(sink.index, 2)
    w:int(0, 1)
    w:int(self.inner and self.inner:cycle() or 0, 8)
    w:text(bytes)
    w:finish()
    if not fn then return end
    local ok, problem = pcall(fn, state)
    if ok then return end
    cut(self)
    local text = tostring(problem)
    w:begin(CODE.output)
    w:int(sink.index, 2)
    w:int(1, 1)
    w:int(self.inner and self.inner:cycle() or 0, 8)
    w:text(text)
    w:finish()
    error(text, 0)
  end
end

---Starts an instance that records.
---@param graph flux.Graph
---@param options table as for graph:start
---@param settings { path: string, check?: integer, later?: boolean } later: the file stays as it is until rt:open()
---@return flux.Recorded|nil rt
---@return string|nil message
function M.start(graph, options, settings)
  local self = setmetatable({
    graph = graph, listeners = {}, entries = 0, inside = true, cut = false, check = settings.check or 1, known_symbols = {}, index_of = {},
  }, Recorded)
  local given = clocks.between(graph, options, function(clock)
    local value = clock()
    self.writer:begin(CODE.clock)
    self.writer:int(value, 8)
    self.writer:finish()
    return value
  end)
  local resolved = resolve.resolve(graph, given)
  self.writer = writers.new(settings.path, journal.header(resolved, self.check))
  if not settings.later then
    local ok, problem = self.writer:open()
    if not ok then return nil, problem end
  end
  given.on = {}
  for _, sink in ipairs(graph.sinks) do
    self.listeners[sink.name] = options.on and options.on[sink.name]
    given.on[sink.name] = listener(self, sink)
  end
  for i, event in ipairs(graph.events) do self.index_of[events.id_of(event)] = i end
  self.writer:begin(given.restore and CODE.restore or CODE.start)
  self.writer:text(given.restore or "")
  self.writer:finish()
  local rt, message = graph:start(given)
  self.inner, self.inside = rt, false
  self.watch = watch.new(rt)
  for _, symbol in ipairs(graph.symbols or {}) do self.known_symbols[symbol.text] = rt:symbol(symbol.text) end
  write_result(self, true, message == nil, message)
  return self, message
end

return M
