-- SPDX-License-Identifier: MIT
-- flux.export.context: everything the emitters of one export share: names, features, writers, and what is known of entries.

local audit = require "flux.export.audit"
local features = require "flux.export.features"
local names = require "flux.export.names"
local profile = require "flux.export.profile"
local queue = require "flux.export.queue"
local resolve = require "flux.resolve"
local timers = require "flux.export.timers"
local writer = require "flux.writer"
local errors = require "flux.export.errors"

local M = {}

-- Copies for flux.prev, from every entry's list: { name, type, whole, source, offset }.
local function copies_of(x)
  local copies = { list = {}, by_offset = {} }
  local used = names.space()
  for _, entry in ipairs(x.all_entries) do
    for _, copy in ipairs(entry.copies) do
      if not copies.by_offset[copy.copy] then
        local node, base = copy.node, x.resolved.offset[copy.node]
        local member = x.names.member[node]
        local item = { whole = copy.size == node.record.size, source = "g->" .. member, offset = copy.copy }
        if item.whole then
          item.name, item.type = used:claim(member), x.names.struct_type[node]
        else
          for _, field in ipairs(node.record.fields) do
            if field.offset == copy.source - base then
              item.name = used:claim(member .. "_" .. field.name)
              item.type = field.type == "symbol" and "uint32_t" or field.type
              item.source = item.source .. "." .. field.name
            end
          end
        end
        copies.by_offset[copy.copy] = item
        copies.list[#copies.list + 1] = item
      end
    end
  end
  return copies
end

local function pseudo_entry(callbacks, kind, reverse)
  if #callbacks == 0 then return nil end
  local steps = {}
  for i = 1, #callbacks do
    local callback = callbacks[reverse and #callbacks + 1 - i or i]
    steps[i] = { index = i, role = callback.role, callback = callback, node = callback.node, seed = "always", guard = "always" }
  end
  return { kind = kind, steps = steps, blocks = steps, watches = {}, copies = {}, flags = 0 }
end

-- init, start and stop run in schedule order.
local function in_order(x, list)
  table.sort(list, function(a, b) return x.position[a.node] < x.position[b.node] end)
  return list
end

local function entries(x)
  local f = x.features
  x.all_entries = {}
  local function add(entry) if entry then x.all_entries[#x.all_entries + 1] = entry end end
  for _, event in ipairs(f.events) do add(x.resolved.entry_of.event[event]) end
  if f.buffer then
    for _, event in ipairs(f.events) do add(x.resolved.entry_of.buffer[event]) end
    add(f.trigger)
  end
  if #f.timers > 0 then add(x.resolved.entry_of.timer) end
  x.init_entry = pseudo_entry(in_order(x, f.init), "start")
  x.start_entry = pseudo_entry(in_order(x, f.start), "start")
  x.stop_entry = pseudo_entry(in_order(x, f.stop), "stop", true)
  -- A graph that can be stopped can be started again, but init runs once, and the first start sets the time.
  x.can_stop = x.stop_entry or x.options.native and f.idle -- there any instance can be stopped
  x.initialised = x.can_stop and (x.init_entry or f.host_clock) and true or false
  add(x.init_entry)
  add(x.start_entry)
  add(x.stop_entry)
end

-- Callbacks and sinks that some emitted entry calls, in the graph's order.
local function used_parts(x)
  local used, sinks = {}, {}
  for _, entry in ipairs(x.all_entries) do
    for _, step in ipairs(entry.steps) do
      if step.callback then used[step.callback] = true end
      if step.sink then used[step.sink] = true end
    end
  end
  for _, sink in ipairs(x.graph.sinks) do
    if used[sink] then sinks[#sinks + 1] = sink end
  end
  x.callback_list = {}
  for _, node in ipairs(x.graph.nodes) do
    for _, callback in ipairs(node.callbacks) do
      if used[callback] then x.callback_list[#x.callback_list + 1] = callback end
    end
  end
  features.finish(x.features, x.callback_list, sinks)
end

-- Which parts of the runtime can give a status.
local function fallible(x)
  local f = x.features
  local function fails(entry) return entry ~= nil and features.entry_fails(f, entry) end
  x.posts_fail = queue.fails(x)
  x.trigger_fails = f.buffer and (fails(f.trigger) or x.posts_fail)
  x.posts_wait = f.fresh and f.start_posts and #f.queued > 0 or false -- for the time
  x.first_fails = x.posts_wait and (x.posts_fail or x.trigger_fails) or false
  local timer = #f.timers > 0 and x.resolved.entry_of.timer or nil
  x.timers_fail = timer and (fails(timer) or queue.entry_posts(x, timer) and x.posts_fail or x.trigger_fails) or false
  x.start_fails = fails(x.init_entry) or fails(x.start_entry) or f.idle and x.posts_fail
end

local function uses_event(entry)
  if not entry.event or entry.event.record.size == 0 then return false end
  for _, step in ipairs(entry.steps) do
    if step.seed == "filter" or step.seed == "otherwise" then return true end
    for _, arg in ipairs(step.callback and step.callback.body.args or {}) do
      if arg.what == "event" then return true end
    end
  end
  return false
end

-- Names of the cycle functions, and how an entry calls one.
local function cycles(x)
  x.cycle_name = {}
  local function claim(entry, name) if entry then x.cycle_name[entry] = x.names.static:claim(name) end end
  for _, event in ipairs(x.features.events) do
    claim(x.resolved.entry_of.event[event], x.names.event[event] .. "_cycle")
    if x.features.buffer then claim(x.resolved.entry_of.buffer[event], x.names.event[event] .. "_buffer_cycle") end
  end
  claim(x.features.trigger, "trigger_cycle")
  if #x.features.timers > 0 then claim(x.resolved.entry_of.timer, "timer_cycle") end
  claim(x.init_entry, "run_init_callbacks")
  claim(x.start_entry, "run_start_callbacks")
  claim(x.stop_entry, "run_stop_callbacks")
  ---The call of a cycle. `twin`: of "audited", the audited one's; of "either", that of the one that is to run.
  function x.cycle_call(entry, event, twin)
    local name = x.cycle_name[entry]
    if twin == "audited" then name = name .. "_audited" end
    if twin == "either" then name = ("(g->audit.ring != NULL ? %s_audited : %s)"):format(name, name) end
    return name .. (uses_event(entry) and "(g, " .. event .. ")" or "(g)")
  end
end

---@param resolved flux.Resolved
---@param options table
---@param defined table<string, true>|nil what no function or variable of a body can be called
---@return table x
function M.new(resolved, options, defined)
  local graph = resolved.graph
  local prefix = options.prefix or graph.name
  local x = {
    resolved = resolved, graph = graph, options = options, names = names.new(resolved, prefix, defined),
    features = features.of(resolved, options),
    header = writer.new("  "), header_externs = writer.new("  "), top = writer.new("  "), support = writer.new("  "),
    mathematics = writer.new("  "), functions = writer.new("  "), main = writer.new("  "), prev_members = {},
    masks = { compared = {} }, flattened = {}, part_names = {}, told = {}, uses_event = uses_event, by_value = {}, apart = {},
    ending = {},
  }
  x.script_name = (graph.script or graph.name):match("([^/\\]+)$")
  x.position = {}
  for i, node in ipairs(resolved.order) do x.position[node] = i end
  timers.plan(x)
  entries(x)
  used_parts(x)
  fallible(x)
  cycles(x)
  x.copies = copies_of(x)
  errors.plan(x)
  audit.plan(x)
  profile.plan(x)
  x.symbol_capacity = math.max(resolved.needs.symbols or 0, #(graph.symbols or {}), 1)
  x.symbol_slots = 2 * x.symbol_capacity + 1
  x.symbol_type = x.symbol_capacity < 65536 and "uint16_t" or "uint32_t"
  function x.public_status(name) return (name:gsub("^FLUX", x.names.upper)) end
  function x.can_fail(entry, event)
    local f = x.features
    return f.publishes or f.stops or f.idle or f.reject_late and event.time ~= nil or features.entry_fails(f, entry)
      or #f.timers > 0 or f.buffer and x.trigger_fails or x.posts_fail
  end
  ---Do the timers that are due before an event run in a function apart from its entry?
  function x.timers_apart(event)
    return not x.features.host_clock and event.time ~= nil and #x.features.timers > 0 and next(x.once_slot) == nil
  end
  function x.param_text(param) return tostring(type(param.value) == "table" and param.value.text or param.value):gsub("U?LL$", "") end
  x.element_offset = resolve.element_offset
  return x
end

return M
