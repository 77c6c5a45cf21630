-- SPDX-License-Identifier: MIT
-- flux.journal.replay: a journal's entries, run again and compared with what the journal says came of them.
--
--   local result, reason = replay.run(reader, graph, { backend = "luajit" })
--   result.entries, result.cycles, result.rows, result.difference     -- nil: everything is the same
--
-- While an entry runs, the frames behind its own are read as the instance asks: clock values, what sinks publish.

local ffi = require "ffi"
local clocks = require "flux.journal.clock"
local core = require "flux.core"
local describe = require "flux.journal.describe"
local digest = require "flux.export.digest"
local events = require "flux.runtime.events"
local interrupt = require "flux.interrupt"
local journal = require "flux.journal"
local resolve = require "flux.resolve"
local snapshot = require "flux.snapshot"
local watch = require "flux.journal.watch"

local M = {}
local CODE = journal.CODE

local Replay = {}
Replay.__index = Replay

-- The first difference counts; what follows from it does not.
function Replay:differs(cycle, text, ...)
  if self.result.difference then return end
  self.result.difference = ("cycle %s, entry %d (%s): %s"):format(describe.digits(cycle), self.result.entries, self.entry, text:format(...))
end

local function cycle_of(self) return self.rt and self.rt:cycle() or 0 end

function Replay:read_clock()
  local code = self.reader:peek()
  if code == CODE.clock then
    local _, payload = self.reader:next()
    self.last_clock = journal.int64(payload, 0)
  elseif code then -- else the recording ended in this entry
    self:differs(cycle_of(self), "the clock is read more often than was recorded")
  end
  return self.last_clock
end

-- An event of the recorded type: the bytes go into the same memory each time.
function Replay:event(payload)
  local known = self.events[snapshot.get(payload, 0, 2) + 1]
  local memory = ffi.cast("uint8_t *", known.memory)
  ffi.copy(memory, ffi.cast("const char *", payload) + 2, known.size)
  events.canonical(known.event.record, memory)
  return known.memory
end

local function run_inner(self)
  while self.reader:peek() == CODE.inner do
    local _, payload = self.reader:next()
    self.rt:dispatch(self:event(payload))
  end
end

-- A sink that publishes: the journal must say the same. An error of the recorded sink is raised again.
function Replay:publish(sink, state)
  local code, payload = self.reader:peek()
  local cycle = cycle_of(self)
  self.result.rows = self.result.rows + 1
  if not code then return end -- the recording ended in this entry
  if code ~= CODE.output then
    return self:differs(cycle, "sink '%s' publishes, which was not recorded", sink.name)
  end
  self.reader:next()
  local recorded = self.sinks[snapshot.get(payload, 0, 2) + 1]
  if recorded.name ~= sink.name then
    self:differs(journal.int64(payload, 3), "sink '%s' publishes, recorded was '%s'", sink.name, recorded.name)
  elseif self.same_layout then
    local bytes = events.bytes(sink.node.record, ffi.cast("uint8_t *", ffi.cast("const void *", state)))
    local text = describe.difference(sink.node.record, payload:sub(12), bytes)
    if text then self:differs(cycle, "sink '%s', %s", sink.name, text) end
    if journal.int64(payload, 3) ~= cycle then
      self:differs(cycle, "sink '%s' publishes in this cycle, recorded was cycle %s", sink.name, describe.digits(journal.int64(payload, 3)))
    end
  end
  run_inner(self)
  code, payload = self.reader:peek()
  if code == CODE.output and payload:byte(3) == 1 then
    self.reader:next()
    error(payload:sub(12), 0)
  end
end

-- Changed states against those of the journal.
local function compare_states(self, payload, at)
  local recorded, cycle = {}, cycle_of(self)
  while at < #payload do
    local place = at + 4 <= #payload and snapshot.get(payload, at, 4) or -1
    local node = self.order[place + 1]
    if not node or at + 4 + node.record.size > #payload then return self:differs(cycle, "the recorded states are damaged") end
    recorded[place] = payload:sub(at + 5, at + 4 + node.record.size)
    self.expected[place] = recorded[place]
    at = at + 4 + node.record.size
  end
  local seen = {}
  for place, node in self.watch:changed() do
    seen[place] = true
    local before = self.expected[place] or ("\0"):rep(node.record.size)
    local text = describe.difference(node.record, before, self.rt:state_bytes(node))
    if text then self:differs(cycle, "node '%s', %s", node.name, text) end
  end
  for place, node in ipairs(self.order) do
    if recorded[place - 1] and not seen[place - 1] then
      local text = describe.difference(node.record, recorded[place - 1], self.rt:state_bytes(node))
      if text then self:differs(cycle, "node '%s', %s", node.name, text) end
    end
  end
end

local OUTCOME = { [0] = "an error", [1] = "success", [2] = "misuse", [3] = "success" }

-- Misuse blames a line of the host's, and another host replays.
local function of_misuse(text) return (text:gsub("^[^:\n]+:%d+: ", "")) end

local function reason_of(text, is_misuse) return is_misuse and of_misuse(text) or describe.without_places(text) end

local function compare_result(self, payload, fine, ok, message)
  local kind, cycle, now = payload:byte(1), journal.int64(payload, 1), journal.int64(payload, 9)
  local length = snapshot.get(payload, 17, 2)
  local recorded = payload:sub(20, 19 + length)
  local text = fine and ok and "" or tostring(fine and message or ok)
  if reason_of(recorded, kind == 2) ~= reason_of(text:sub(1, 65535), not fine) then
    local replayed = text == "" and "success" or fine and text or of_misuse(text)
    self:differs(cycle, "recorded %s, replayed %s", recorded == "" and OUTCOME[kind] or recorded, replayed)
  end
  if cycle ~= self.rt:cycle() then
    self:differs(cycle, "recorded was cycle %s, replayed is cycle %s", describe.digits(cycle), describe.digits(self.rt:cycle()))
  end
  if now ~= self.rt:now() and self.same_layout then
    self:differs(cycle, "recorded now = %s, replayed %s", describe.digits(now), describe.digits(self.rt:now()))
  end
  if #payload > 19 + length and self.same_layout then compare_states(self, payload, 19 + length) end
end

-- What the entry left unread was recorded and did not happen again.
local function finish_entry(self, fine, ok, message)
  if not (fine and ok) then interrupt.pass() end
  while true do
    local code, payload = self.reader:peek()
    if code == CODE.output then
      local sink = self.sinks[snapshot.get(payload, 0, 2) + 1]
      self:differs(journal.int64(payload, 3), "sink '%s' published, which it does not in the replay", sink.name)
    elseif code == CODE.clock then
      self:differs(cycle_of(self), "the clock is read less often than was recorded")
    elseif code ~= CODE.inner then
      break
    end
    self.reader:next()
  end
  if self.reader:peek() ~= CODE.result then return end -- the recording ended in this entry
  local _, payload = self.reader:next()
  compare_result(self, payload, fine, ok, message)
end

local function start(self, graph, options, restore)
  local given = clocks.between(graph, options, function() return self:read_clock() end)
  given.backend, given.restore, given.on = options.backend, restore, {}
  for _, sink in ipairs(graph.sinks) do
    given.on[sink.name] = function(state) self:publish(sink, state) end
  end
  local rt, message = graph:start(given)
  self.rt, self.order, self.expected, self.watch = rt, rt.resolved.order, {}, watch.new(rt)
  for _, known in ipairs(self.events) do
    known.memory, known.size = rt:new(known.event), known.event.record.size
  end
  return true, message == nil, message
end

local function plain(name) return function(self) return self.rt[name](self.rt) end end

-- The audit of an entry against the recorded one.
local function compare_audit(self)
  if not self.audit or not self.rt or self.result.difference then return end
  local text, cycle = self.audit:take(self.rt)
  if text then self:differs(cycle, "%s", text) end
end

-- What each entry does: self, payload → ok, message.
local RUN = {
  [CODE.event] = function(self, payload) return self.rt:dispatch(self:event(payload)) end,
  [CODE.buffer] = function(self, payload) return self.rt:buffer(self:event(payload)) end,
  [CODE.advance] = function(self, payload) return self.rt:advance(journal.int64(payload, 0)) end,
  [CODE.restore] = function(self, payload) return self.rt:restore(payload) end,
  [CODE.trigger] = plain "trigger", [CODE.reset] = plain "reset", [CODE.resume] = plain "resume", [CODE.stop] = plain "stop",
  [CODE.start] = plain "start",
  [CODE.unhandled] = function(self)
    self.foreign = self.foreign or require("flux.event").new("Unknown", "")
    return self.rt:send(self.foreign, {})
  end,
}

local function name_entry(self, code, payload)
  if code == CODE.event or code == CODE.buffer then
    local event = self.reader.head.events[snapshot.get(payload, 0, 2) + 1]
    return ("%s %s"):format(journal.NAME[code], event and event.name or "?")
  end
  if code == CODE.advance then return "advance to " .. describe.digits(journal.int64(payload, 0)) end
  return journal.NAME[code]
end

local function step(self, graph, options)
  local code, payload = self.reader:next()
  if not code then return false end
  if code == CODE.symbol then
    local ok, reason = true, nil
    if self.rt then ok, reason = pcall(self.rt.symbol, self.rt, payload) end
    if not ok then self:differs(cycle_of(self), "symbol '%s' was recorded and is refused: %s", payload, reason) end
    return true
  end
  if code == CODE.closed then
    self.result.closed = true
    return true
  end
  self.entry = name_entry(self, code, payload) or ("code %d"):format(code)
  if not self.rt then
    finish_entry(self, start(self, graph, options, code == CODE.restore and payload or nil))
    compare_audit(self)
    return true
  end
  if not RUN[code] then
    self.result.difference = self.result.difference or ("the journal has a frame of code %d where an entry should stand"):format(code)
    return false
  end
  self.result.entries = self.result.entries + 1
  finish_entry(self, pcall(RUN[code], self, payload))
  compare_audit(self)
  return true
end

-- The graph's event types and sinks, as the journal numbers them; a reason when one is missing or different.
local function match(self, graph, resolved)
  local by_name = {}
  for i, event in ipairs(graph.events) do by_name[event.name] = { event = event, index = i - 1 } end
  for i, recorded in ipairs(self.reader.head.events) do
    local known = by_name[recorded.name]
    if not known then return ("the graph has no event type '%s'"):format(recorded.name) end
    if snapshot.hex(core.lib.flux_event_hash(resolved.plan, known.index)) ~= recorded.hash or
      recorded.size ~= known.event.record.size then
      return ("event type '%s' has other fields than when the journal was recorded"):format(recorded.name)
    end
    self.events[i] = { event = known.event }
  end
end

---Why a journal is not of this graph; nil when it is.
---@param head table of the reader
---@param resolved flux.Resolved
---@return string|nil
function M.refusal(head, resolved)
  local own = digest.graph(resolved)
  if head.graph_hash == own then return nil end
  return ("the journal is of another graph: it was recorded with '%s', hash %s; this is '%s', hash %s"):format(head.graph, head.graph_hash,
    resolved.graph.name, own)
end

---Replays a journal.
---@param reader flux.JournalReader
---@param graph flux.Graph
---@param options { backend?: string, force?: boolean, progress?: fun(at: integer), audit?: { reader: table, options: table } }
---audit: what the recording wrote beside the journal, and the options of rt:audit that it had
---@return { entries: integer, rows: integer, cycles: integer, audit_records: integer|nil, difference: string|nil,
---  closed: boolean|nil, rt: table }|nil
---@return string|nil reason
function M.run(reader, graph, options)
  local resolved = resolve.resolve(graph)
  local refusal = M.refusal(reader.head, resolved)
  if refusal and not options.force then return nil, refusal end
  local self = setmetatable({
    reader = reader, events = {}, sinks = reader.head.sinks, result = { entries = 0, rows = 0 }, last_clock = 0LL, entry = "start",
    same_layout = reader.head.layout_hash == digest.layout(resolved),
  }, Replay)
  local reason = match(self, graph, resolved)
  if reason then return nil, reason end
  self.audit = options.audit and require("flux.journal.audits").new(options.audit.reader)
  local start_options = { backend = options.backend, audit = options.audit and options.audit.options }
  while step(self, graph, start_options) do
    if self.result.difference and not options.force then break end
    if options.progress then options.progress(reader.at) end
  end
  if self.audit and self.result.closed and not self.result.difference then
    local text, cycle = self.audit:finish()
    if text then self:differs(cycle, "%s", text) end
  end
  self.result.audit_records = self.audit and self.audit.count
  self.result.cycles, self.result.rt = cycle_of(self), self.rt
  return self.result
end

return M
