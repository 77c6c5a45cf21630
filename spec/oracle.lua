-- SPDX-License-Identifier: MIT
-- The oracle: section 3 of the design as a program, S1 to S18, in the plainest way. Nothing is derived, nothing is skipped: every
-- cycle walks every node of the graph in order and asks the rule what to call. It shares no code with the resolver or the C core,
-- so that all backends can be compared with it. Orders, time, memory and what an audit records are in
-- spec/support/oracle_*.lua.
--
--   local rt = require("spec.oracle").start(graph, { trace = true })
--   rt:send(Tick, { price = 1, time = 0 })     -- the interface of graph:start, less snapshots
--   rt:trace()                                 -- every callback and sink since the last call of it
--
-- Options are those of graph:start; fail_at = N makes the N-th call of a callback (from 0) fail instead of being made.

local bodies = require "flux.bodies"
local host = require "spec.support.oracle_host"
local orders = require "spec.support.oracle_orders"

jit.off(true, true) -- the plainest execution, too: nothing here depends on how traces order memory accesses

local M = {}
local Oracle = {}
Oracle.__index = Oracle

for name, method in pairs(require("spec.support.oracle_time")) do Oracle[name] = method end -- by name: in any order
local audit = require "spec.support.oracle_audit"

local function is_trigger(input) return not input.passive and not input.prev end

local function any(input, set)
  for _, element in ipairs(input.elements) do
    if set[element.node] then return true end
  end
  return false
end

local function any_trigger(node, set)
  for _, input in ipairs(node.inputs) do
    if is_trigger(input) and any(input, set) then return true end
  end
  return false
end

local function union(a, b) return setmetatable({}, { __index = function(_, node) return a[node] or b[node] end }) end

-- S7, S8: what a call leaves behind. on_input, after_* and quiet handlers leave nothing.
local VERDICT = { handler = true, timer = true, update = true, on_arrest = true }

function Oracle:call(callback, event, index)
  local record = { cycle = self.cycle_number, callback = callback, outcome = -1, index = index }
  self.records[#self.records + 1] = record
  self.running, self.calls = callback, self.calls + 1
  if self.calls - 1 == self.options.fail_at then error(host.fault("FLUX_E_CALLBACK", "injected failure"), 0) end
  local dirty = self.functions[callback](event, index)
  record.outcome = 1
  if VERDICT[callback.role] and not callback.quiet then
    self.ran[callback.node], record.outcome = true, dirty and 1 or 0
    if dirty then self.dirty[callback.node], self.valid[callback.node] = true, true end
  end
end

-- S3 at one node: its filtered handlers, then `otherwise` if none of them matched, then the unfiltered one.
function Oracle:handlers(node, event_type, event)
  local filtered, otherwise, plain = {}, nil, nil
  for _, callback in ipairs(node.by_role.handler) do
    if callback.event == event_type then
      if callback.conditions then filtered[#filtered + 1] = callback
      elseif callback.otherwise then otherwise = callback
      else plain = callback end
    end
  end
  table.sort(filtered, orders.comes_before)
  for _, callback in ipairs(filtered) do
    if orders.matches(callback, event) then
      otherwise = nil
      self:call(callback, event)
    end
  end
  if otherwise then self:call(otherwise, event) end
  if plain then self:call(plain, event) end
end

-- Then on_input, in input order; of a list once for each dirty element. It sees this cycle's own dirt only (S15).
function Oracle:on_input(node)
  for _, input in ipairs(node.inputs) do
    for _, callback in ipairs(node.by_role.input) do
      local set = callback.ran and self.ran or self.dirty
      if callback.input == input and not input.prev then
        if not input.list and any(input, set) then self:call(callback) end
        for i, element in ipairs(input.list and input.elements or {}) do
          if set[element.node] then self:call(callback, nil, i - 1) end
        end
      end
    end
  end
end

-- Then update, whose guard is an OR over its trigger inputs (S9), or on_arrest.
local function waits(self, node)
  for _, input in ipairs(node.when_all and node.inputs or {}) do
    if is_trigger(input) and not any(input, self.valid) then return true end
  end
  return false
end

function Oracle:update(node)
  local role = node.by_role
  if any_trigger(node, self.all_dirty) then
    if role.update and not waits(self, node) then self:call(role.update) end
  elseif role.on_arrest and any_trigger(node, self.all_ran) then
    self:call(role.on_arrest)
  end
end

-- S3 and S4. A buffered event's cycle has neither updates nor a settle phase (S15).
function Oracle:propagate_and_settle(kind, event_type, event, due)
  for _, node in ipairs(self.order) do
    if event_type then self:handlers(node, event_type, event) end
    if due[node] then self:call(node.by_role.timer) end
    self:on_input(node)
    if kind ~= "buffer" then self:update(node) end
  end
  if kind == "buffer" then return end
  for _, role in ipairs { "after_update", "after_cycle" } do
    for i = #self.order, 1, -1 do
      local node = self.order[i]
      local callback = node.by_role[role]
      if callback and (role == "after_cycle" or self.all_dirty[node]) then self:call(callback) end
    end
  end
end

-- S5. A failing sink is reported; the others run, and no policy applies (S16).
function Oracle:publish()
  for _, node in ipairs(self.order) do
    for _, sink in ipairs(self.graph.sinks) do
      if sink.node == node and self.all_dirty[node] then self:publish_sink(sink) end
    end
  end
  self.publishing = nil
end

function Oracle:publish_sink(sink)
  if not self.sinks[sink.name] then return end
  local record = { cycle = self.cycle_number, sink = sink, outcome = 1 }
  self.records[#self.records + 1] = record
  self.publishing = sink
  local ok, raised = pcall(self.sinks[sink.name], self.pointers[sink.node])
  if ok then return end
  record.outcome = -1
  self:note(host.sink_message(self, sink, raised))
end

function Oracle:note(text) self.first_error = self.first_error or text end

-- Runs callbacks: a cycle's, or those of start or stop. On an error the policy (S16).
function Oracle:attempt(entry, fn)
  self.entry, self.dirty, self.ran, self.wall_now = entry, {}, {}, nil
  self.all_dirty, self.all_ran = self.dirty, self.ran
  host.keep_previous(self)
  local waiting, saved = #self.queue, self.on_error == "rollback" and host.save(self)
  local ok, raised = pcall(fn)
  local callback = self.running
  self.running = nil
  if ok then return true end
  local text = host.message(self, callback, raised)
  self:note(text)
  self.stats.skipped = self.stats.skipped + 1
  for i = #self.queue, waiting + 1, -1 do self.queue[i] = nil end
  if saved then host.restore(self, saved) end
  if self.on_error == "stop" then self.stopped, self.queue = text, {} end
  return false
end

-- One cycle, S2 to S6. kind: "event", "buffer", "trigger", "timer". A trigger's dirt begins with what was buffered (S15).
function Oracle:run_cycle(kind, entry, event_type, event, due)
  local held = { dirty = {}, ran = {} }
  if kind == "trigger" then held, self.pending = self.pending, held end
  self.cycle_number = self.cycle_number + 1
  local ok = self:attempt(entry, function()
    self.all_dirty, self.all_ran = union(self.dirty, held.dirty), union(self.ran, held.ran)
    self:propagate_and_settle(kind, event_type, event, due or {})
  end)
  if kind == "buffer" then
    for node in pairs(ok and self.dirty or {}) do self.pending.dirty[node] = true end
    for node in pairs(ok and self.ran or {}) do self.pending.ran[node] = true end
  else
    if ok then self:publish() end
    self:drain()
  end
end

-- S6, S12: posted events in FIFO order, each a cycle of its own; in a stream-clock graph where `start` may post not before time is set.
function Oracle:has_posts() return #self.queue > 0 and (self.has_time or not self.stream_clock or not self.start_posts) end

function Oracle:drain()
  while self:has_posts() do
    local posted = table.remove(self.queue, 1)
    self:run_cycle("event", "event " .. posted.event_type.name, posted.event_type, posted.event)
  end
end

function Oracle:post(event_type, event)
  if self.entry == "stop" then return "FLUX_E_MISUSE" end
  if not self.handled[event_type] then return "FLUX_E_UNHANDLED" end
  if #self.queue >= self.capacity then return "FLUX_E_QUEUE" end
  self.queue[#self.queue + 1] = { event_type = event_type, event = host.clone(event_type, event) }
end

-- S15: with nothing pending it does nothing; waiting posts count.
function Oracle:is_pending() return next(self.pending.ran) ~= nil or self:has_posts() end

function Oracle:run_trigger()
  if self:is_pending() then self:run_cycle("trigger", "trigger") end
end

-- S11, S13: an event from outside, buffered or not.
function Oracle:deliver(kind, event_type, event)
  if not self.handled[event_type] then
    if self.unhandled ~= "ignore" then return self:note(host.status("FLUX_E_UNHANDLED")) end
    self.stats.unhandled = self.stats.unhandled + 1
    return
  end
  local time = event_type.time and event[event_type.time.name]
  if time and self.has_time and time < self.time then
    self.stats.late = self.stats.late + 1
    if self.late == "reject" then return self:note(host.status("FLUX_E_LATE")) end
  end
  if kind == "event" then self:run_trigger() end
  if self.stopped then return end
  if not self.stream_clock and self:next_deadline() then time = host.read(self, self.clock) end -- a timer needs it
  if (time or self.has_time) and not self:move(time or self.time) then return end
  self.unread = not self.stream_clock and not time -- the first callback that needs it will read it
  self:run_cycle(kind, "event " .. event_type.name, event_type, event)
  self.unread = false
end

-- S17. `init` once, `start` at each start, in order.
function Oracle:run_phase(role)
  return self:attempt("start", function()
    for _, node in ipairs(self.order) do
      if node.by_role[role] then self:call(node.by_role[role]) end
    end
  end)
end

function Oracle:begin()
  host.clear(self)
  if not self.stream_clock and self.needs_time then self:set_time(host.read(self, self.clock)) end
  self.started = true
  if self:run_phase("init") then self:start_again() end
end

function Oracle:start_again()
  self.started = true
  if self:run_phase("start") then self:drain() end
end

-- S17: `stop` in reverse; whatever comes of it, the instance has ended and holds nothing that waits.
function Oracle:finish()
  self:attempt("stop", function()
    for i = #self.order, 1, -1 do
      local callback = self.order[i].by_role.stop
      if callback then self:call(callback) end
    end
  end)
  self.started, self.stopped, self.queue, self.pending = false, nil, {}, { dirty = {}, ran = {} }
end

audit.install(Oracle)

---Starts an instance.
---@param graph flux.Graph
---@param options table|nil
---@return table rt
---@return string|nil message why `start` failed
function M.start(graph, options)
  graph:finish()
  bodies.compile(graph)
  local self = setmetatable({ graph = graph, options = options or {}, order = orders.of(graph.nodes) }, Oracle)
  host.prepare(self)
  local rt = audit.extend(host.interface(self), self)
  local ok, message = host.entry(self, self.begin)
  return rt, not ok and message or nil
end

return M
