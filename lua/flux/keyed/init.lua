-- SPDX-License-Identifier: MIT
-- g:by: a sub-graph for each key, in arrays. docs/keys.md says what it means; this is how it is made.
--
--   g:by(Tick.symbol, { capacity = 500, on_full = "evict", age = "1h" }, function(sub, keys) … end)
--
-- A node that is declared inside is an ordinary node whose state has an array of `slots` values for each field; one node, the router,
-- knows the slot of the event's key. The body checker reads a field of a keyed node as its element at that slot (flux.body.keyed), so
-- every backend runs what it always runs. Nodes outside read a keyed node through its view, an ordinary node with the values of the
-- key whose event it is (flux.keyed.wiring).
--
-- by = { name, fields = { { event, field } }, type, capacity, slots, leaves, on_full, age, origin, router, leaver,
--   cells = { node → the record of one key }, slot_of = { node → its Input from the router }, waits = { node → true: when = "all" } }

local callbacks = require "flux.callback"
local duration = require "flux.duration"
local events = require "flux.event"
local inputs = require "flux.input"
local names = require "flux.names"
local nodes = require "flux.node"
local origins = require "flux.origin"
local symbols = require "flux.symbol"
local types = require "flux.types"

local M = {}

local KEYS = { "capacity", "on_full", "age", "name" }
local ON_FULL = { error = true, evict = true, drop = true }
local MOST = 2 ^ 20

-- What g:by is called with -----------------------------------------------------------------------------------------------------------

local function key_fields(key, origin)
  local list = events.is_field(key) and { key } or key
  if type(list) ~= "table" or getmetatable(list) == getmetatable(events.End) then
    origins.fail(origin, "by: expected a field of an event type, as in g:by(Tick.symbol, …), got %s%s", tostring(key),
      key == nil and " (a misspelt field is nil)" or type(key) == "string" and "; a field called 'name' is Event:field \"name\"" or "")
  end
  local seen = {}
  for i, field in ipairs(list) do
    if not events.is_field(field) then
      origins.fail(origin, "by: key %d: expected a field of an event type, as in Tick.symbol, got %s", i, tostring(field))
    end
    local name = ("%s.%s"):format(field.event.name, field.field.name)
    if not types.is_filterable(field.field) or field.field.type == "bool" then
      origins.fail(origin, "by: %s is %s; a key is a symbol or an integer", name,
        field.field.count and "an array" or "a " .. field.field.type)
    end
    if field.field.type ~= list[1].field.type then
      origins.fail(origin, "by: %s is %s, the first key is %s", name, field.field.type, list[1].field.type)
    end
    if seen[field.event] then origins.fail(origin, "by: event '%s' has two keys", field.event.name) end
    seen[field.event] = true
  end
  if #list == 0 then origins.fail(origin, "by: no key, as in g:by(Tick.symbol, …)") end
  return list
end

local function read_options(by, given, origin)
  if type(given) ~= "table" or getmetatable(given) then
    origins.fail(origin, "by: expected options, as in { capacity = 500 }, got %s", type(given))
  end
  names.check_keys(given, KEYS, "by", origin)
  local capacity = given.capacity
  if type(capacity) ~= "number" or capacity < 1 or capacity > MOST or capacity ~= math.floor(capacity) then
    origins.fail(origin, "by: capacity is the greatest number of keys, from 1 to %d, got %s", MOST, tostring(capacity))
  end
  by.capacity, by.on_full = capacity, given.on_full == nil and "error" or given.on_full
  if not ON_FULL[by.on_full] then
    origins.fail(origin, "by: on_full: expected \"error\", \"evict\" or \"drop\", got %s", tostring(given.on_full))
  end
  if given.age ~= nil then
    local ns, reason = duration.parse(given.age)
    if not ns then origins.fail(origin, "by: age: %s", reason) end
    if ns <= 0 then origins.fail(origin, "by: age: '%s' is not longer than zero", tostring(given.age)) end
    by.age = ns
  end
  by.leaves = by.age ~= nil or by.on_full == "evict"
  by.slots = by.leaves and capacity + 1 or capacity
  if given.name ~= nil then names.check(given.name, "node", origin) end
  return given.name
end

-- A name that is free, for a router that was given none.
local function free_name(graph, stem)
  local scope = #graph.scopes > 0 and table.concat(graph.scopes, "_") .. "_" or ""
  local name, number = stem, 1
  while graph.by_name[scope .. name] do
    number = number + 1
    name = stem .. "_" .. number
  end
  return name
end

--- Declares what `fn` declares once for each key.
---@param graph flux.Graph
---@param key flux.EventField|flux.EventField[]
---@param options table
---@param fn fun(g: flux.Graph, keys: flux.Node): ...
---@param origin flux.Origin?
---@return ... what fn returns
function M.by(graph, key, options, fn, origin)
  if graph.by_open then origins.fail(origin, "by: keys do not nest; make one key of the two before the event is sent") end
  local by = { is_by = true, origin = origin, fields = key_fields(key, origin), cells = {}, slot_of = {}, waits = {}, views = {},
    shadows = {}, validity = {}, events = {} }
  by.type = by.fields[1].field.type
  local name = read_options(by, options, origin)
  if type(fn) ~= "function" then origins.fail(origin, "by: expected a function, got %s", type(fn)) end
  local router = require "flux.keyed.router"
  for _, field in ipairs(by.fields) do by.events[field.event] = true end
  by.router = graph:node(name or free_name(graph, "by_" .. by.fields[1].field.name), router.spec(by))
  by.name = by.router.name
  if by.leaves then by.leaver = graph:node(free_name(graph, (name or "by_" .. by.fields[1].field.name) .. "_left"), router.leaver(by)) end
  graph.groups[#graph.groups + 1] = by
  graph.by_open = by
  local function close(...)
    graph.by_open = nil
    return ...
  end
  return close(fn(graph, by.router))
end

-- Nodes inside -----------------------------------------------------------------------------------------------------------------------

local REFUSED = {
  timer = "a timer would need a deadline for each key; let the events say what time it is, or put the timer outside",
  after_cycle = "it runs in every cycle, and most cycles have no key; use after_update, or put the node outside",
  start = "there are no keys at the start; init runs for each key", stop = "it would need a walk over all keys; put the node outside",
}

local function check_node(by, node)
  local function fail(message, ...) origins.fail(node.origin, "node '%s' in g:by: " .. message, node.name, ...) end
  for _, template in ipairs(node.templates) do
    if REFUSED[template.role] then fail("%s: %s", template.label, REFUSED[template.role]) end
    if type(template.source) == "table" and not template.source.is_body then
      fail("%s: a C or opaque body sees the state of a node, not that of a key; write it in portable Lua", template.label)
    end
    if template.event and not by.events[template.event] then
      fail("%s: event '%s' has no key here; handle it outside, or give its key too: g:by({ %s.%s, %s.… }, …)", template.label,
        template.event.name, by.fields[1].event.name, by.fields[1].field.name, template.event.name)
    end
  end
end

-- The state of all keys: an array for each field.
local function widen(by, node)
  local record = node.record
  local fields, bytes = {}, 0
  for i, field in ipairs(record.fields) do
    fields[i] = { name = field.name, type = field.type, count = (field.count or 1) * by.slots, comment = field.comment,
      internal = field.internal }
    bytes = bytes + field.size * by.slots
  end
  if bytes > types.MAX_SIZE then
    origins.fail(node.origin, "node '%s' in g:by: %.0f bytes for %d keys; at most 2^30 are allowed", node.name, bytes, by.slots)
  end
  by.cells[node], node.record = record, types.lay_out(fields)
end

--- Adds an input of flux's own, under a name that the user's leave free.
---@param node flux.Node
---@param name string
---@param value any
---@return flux.Input
function M.add_input(node, name, value)
  local unique, number = name, 1
  while node.inputs_by_name[unique] or node.params_by_name[unique] do
    number = number + 1
    unique = name .. "_" .. number
  end
  local input = inputs.new(node, unique, value, node.origin)
  local last = node.inputs[#node.inputs]
  input.index, input.first = #node.inputs, last and last.first and last.first + #last.elements or nil
  node.inputs[#node.inputs + 1], node.inputs_by_name[unique] = input, input
  return input
end

local function add_template(node, template)
  template.label, template.origin, template.reads = template.label or template.role, template.origin or node.origin, template.reads or {}
  node.templates[#node.templates + 1] = template
end

-- The text that makes a key's state what it is at first; with `zeros` also where that is zero.
local function reset_text(by, node, zeros)
  local lines, constants = {}, {}
  for _, field in ipairs(by.cells[node].fields) do
    local value = field.default
    if value == nil and zeros then value = field.type == "bool" and "false" or field.type == "symbol" and symbols.none or "0" end
    if value ~= nil and type(value) ~= "string" then
      constants["default_" .. field.name] = value
      value = "default_" .. field.name
    end
    if value and field.count then lines[#lines + 1] = ("for i = 0, %d do self.%s[i] = %s end"):format(field.count - 1, field.name, value)
    elseif value then lines[#lines + 1] = ("self.%s = %s"):format(field.name, value) end
  end
  if #lines == 0 then return nil end
  local source = require("flux.keyed.router").body(by, "function(self)\n" .. table.concat(lines, "\n") .. "\nend")
  source.upvalues = constants
  return source
end

local function user_init(node)
  for _, template in ipairs(node.templates) do
    if template.role == "init" then return template end
  end
end

-- A key's first state: set at init for all slots, and again for a slot that is left.
local function add_resets(by, node)
  local init = user_init(node)
  local defaults = reset_text(by, node, false)
  if init then init.before = defaults
  elseif defaults then add_template(node, { role = "init", source = defaults, label = "init" }) end
  if not by.leaves or #by.cells[node].fields == 0 then return end
  local input = M.add_input(node, "left", inputs.passive(by.leaver.slot))
  add_template(node, { role = "input", input_name = input.name, label = "on_input " .. input.name, slot = input.name,
    source = reset_text(by, node, true) })
  if not init then return end
  local again = M.add_input(node, "left", inputs.passive(by.leaver.slot))
  add_template(node, { role = "input", input_name = again.name, label = "on_input " .. again.name, slot = again.name,
    source = init.source, origin = init.origin, reads = init.reads })
end

--- Makes a node that was declared inside one with a state for each key.
---@param by table
---@param node flux.Node
function M.enter(by, node)
  check_node(by, node)
  widen(by, node)
  local templates = {}
  for i, template in ipairs(node.templates) do -- the kind's own stay as they are
    templates[i] = {}
    for key, value in pairs(template) do templates[i][key] = value end -- a copy: the order does not matter
  end
  node.templates = templates
  if node.when_all then node.when_all, by.waits[node] = false, true end
  by.slot_of[node] = M.add_input(node, "slot", inputs.passive(by.router.slot))
  add_resets(by, node)
  callbacks.bind(node)
end

--- Refuses to buffer an event that has a key: its updates would wait, and only one key's can.
---@param graph flux.Graph
---@param index integer of the event type, from 0
function M.refuse_buffer(graph, index)
  for _, by in ipairs(graph.groups) do
    local event = graph.events[index + 1]
    if by.events[event] then
      origins.blame("buffer: event '%s' has a key in '%s': what waits for the trigger would be one key's only", event.name, by.name)
    end
  end
end

M.cell = nodes.cell

return M
