-- SPDX-License-Identifier: MIT
-- flux.export.features: what one graph needs of the generated runtime. Everything that is not needed is not emitted.
--
--   local f = features.of(resolved, options)
--   if f.queue then … end

local M = {}

local EVENT_ROLES = { handler = true, timer = true, update = true, on_arrest = true }

---May this callback end with a negative status?
---@param f table features
---@param callback flux.Callback
---@return boolean
function M.may_fail(f, callback)
  local body = callback.body
  return f.faults or body.language ~= "portable" or body.facts.may_fail or false
end

---May a callback of this entry fail?
function M.entry_fails(f, entry)
  if f.entry_fails[entry] == nil then
    local fails = false
    for _, step in ipairs(entry.steps) do
      if step.callback and M.may_fail(f, step.callback) then fails = true end
    end
    f.entry_fails[entry] = fails
  end
  return f.entry_fails[entry]
end

---Does this callback's verdict count towards its node's dirt (S7)?
function M.has_verdict(callback)
  return EVENT_ROLES[callback.role] and not callback.quiet or false
end

local function each_callback(graph, visit)
  for _, node in ipairs(graph.nodes) do
    for _, callback in ipairs(node.callbacks) do visit(callback, node) end
  end
end

local function by_role(graph, role)
  local list = {}
  each_callback(graph, function(callback) if callback.role == role then list[#list + 1] = callback end end)
  return list
end

-- The events that some node handles, in order, and their entries.
local function handled_events(f, resolved)
  local has = {}
  each_callback(resolved.graph, function(callback) if callback.event then has[callback.event] = true end end)
  for _, event in ipairs(resolved.graph.events) do
    if has[event] then
      f.events[#f.events + 1] = event
      f.entries[#f.entries + 1] = resolved.entry_of.event[event]
      if event.time then f.timed = true end
    end
    f.handled[event] = has[event] or false
  end
end

-- Nodes whose "has been dirty at least once" somebody reads.
local function valid_nodes(f, graph)
  local function add(input)
    for _, element in ipairs(input.elements) do f.valid[element.node] = true end
  end
  each_callback(graph, function(callback, node)
    for _, input in ipairs(callback.body.facts.valid or {}) do add(input) end
    if node.when_all and callback.role == "update" then
      for _, input in ipairs(node.inputs) do
        if not input.passive and not input.prev then add(input) end
      end
    end
  end)
  for _, node in ipairs(graph.nodes) do
    if f.valid[node] then f.valid_list[#f.valid_list + 1] = node end
  end
end

-- What a buffered cycle must remember for the trigger: the flags that the trigger's steps read.
local function pending_flags(f, trigger)
  local seen = {}
  local function add(guard)
    if type(guard) ~= "table" then return end
    for _, flag in ipairs(guard) do
      if flag.node then
        local what = flag.kind == "pending_dirty" and "dirty" or "ran"
        seen[flag.node] = seen[flag.node] or {}
        seen[flag.node][what] = true
      end
    end
  end
  for _, step in ipairs(trigger.steps) do
    add(step.guard)
    add(step.unless)
  end
  for _, guard in pairs(trigger.watches) do add(guard) end -- order does not matter: a set is filled
  f.pending = seen
end

-- Event types that wait in the queue: those that callbacks post, or all where a sink's function or C may send any.
local function posted_events(f, callbacks)
  local set, any = {}, f.publishes
  for _, callback in ipairs(callbacks) do
    local facts = callback.body.facts
    for _, event in ipairs(facts.posts) do set[event] = true end
    any = any or facts.may_post
    if callback.role == "start" and (#facts.posts > 0 or facts.may_post) then f.start_posts = true end
  end
  for _, event in ipairs(f.events) do
    if set[event] or any then f.queued[#f.queued + 1] = event end
  end
  f.queue = #f.queued > 0
end

local function symbols(f, graph)
  local function scan(record)
    for _, field in ipairs(record.fields) do
      if field.type == "symbol" then return true end
    end
    return false
  end
  for _, event in ipairs(graph.events) do f.symbol_events = f.symbol_events or scan(event.record) end
  for _, node in ipairs(graph.nodes) do f.symbol_state = f.symbol_state or scan(node.record) end
  f.symbols = f.symbol_events or f.symbol_state or #(graph.symbols or {}) > 0
end

local function trigger_runs(f, resolved)
  local trigger = resolved.entry_of.trigger
  if f.options.buffer == false or not trigger then return end
  if #resolved.graph.groups > 0 and not f.options.native then return end -- see flux.keyed.refuse_buffer
  for _, step in ipairs(trigger.steps) do
    if step.role ~= "after_cycle" then f.buffer = true end
  end
  f.buffer = f.buffer or f.options.native or false
  if f.buffer then
    f.trigger = trigger
    pending_flags(f, trigger)
  end
end

-- Nodes with an on_timer; none when nothing is periodic and no callback arms one. Returns whether there is an on_timer at all.
local function timers_of(f, graph)
  local timers, armed = {}, false
  for _, node in ipairs(graph.nodes) do
    if node.has_timer then timers[#timers + 1] = node end
    armed = armed or node.every ~= nil
    for _, callback in ipairs(node.callbacks) do armed = armed or node.has_timer and callback.body.facts.arms end
  end
  f.timers = armed and timers or {}
  return #timers > 0
end

---Derives the features of a resolved graph.
---@param resolved flux.Resolved
---@param options table options of the export
---@return table features
function M.of(resolved, options)
  local graph, needs = resolved.graph, resolved.needs
  local f = {
    options = options, faults = options.faults or false, entry_fails = {},
    audit = options.audit ~= false and #graph.nodes > 0, twins = options.audit ~= false and options.audit ~= "later" and #graph.nodes > 0,
    events = {}, entries = {}, handled = {}, valid = {}, valid_list = {}, queued = {}, sinks = graph.sinks, pending = {},
    on_error = resolved.options.on_error or "stop", reject_late = resolved.options.late == "reject",
    ignore_unhandled = resolved.options.unhandled == "ignore",
  }
  handled_events(f, resolved)
  local has_timer = timers_of(f, graph)
  f.init, f.start, f.stop = by_role(graph, "init"), by_role(graph, "start"), by_role(graph, "stop")
  f.stream_clock = needs.stream_clock
  f.host_clock = not needs.stream_clock and (needs.now or needs.arms or has_timer)
  f.asks_clock = f.host_clock and (needs.now or needs.arms)
  f.now = f.timed or needs.now or needs.arms or has_timer or needs.stream_clock and needs.queue
  f.wall = needs.wall
  f.queue = needs.queue
  f.capacity = needs.capacity
  valid_nodes(f, graph)
  symbols(f, graph)
  trigger_runs(f, resolved)
  f.fresh = f.stream_clock and f.now
  f.idle = #f.init > 0 or #f.start > 0 or #f.stop > 0 or f.host_clock
  f.advance = f.now
  return f
end

---Adds what follows from the entries that are emitted: only callbacks and sinks that one of them has count.
---@param f table
---@param callbacks flux.Callback[]
---@param sinks flux.Sink[]
function M.finish(f, callbacks, sinks)
  f.used_sinks = sinks
  for _, callback in ipairs(callbacks) do
    if M.may_fail(f, callback) then f.fails = true end
  end
  f.stops = f.fails and f.on_error == "stop"
  f.rollback = f.fails and f.on_error == "rollback"
  f.publishes = #sinks > 0
  if f.queue then posted_events(f, callbacks) end
  f.profile = f.options.profile_hooks and #callbacks > 0 or false
  f.attention = f.publishes or f.stops or f.buffer or f.fresh or f.idle or false
end

return M
