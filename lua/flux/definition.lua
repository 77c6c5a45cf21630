-- SPDX-License-Identifier: MIT
-- Definitions: the table that describes a node or a kind, checked and brought into an order of its own.
--
--   definition.new({ state = "double value;", update = function(self, x) … end }, "kind 'Ema'", origin)
--     → { params = Record, state = Record, templates = list of Template, inputs = { "x" } or nil, options }
--
-- A Template is a callback before it belongs to a node: { role, source, quiet, ran, input_name, filter | event, reads, … }.
-- Specs are tables, whose keys have no order: everything here is sorted (handlers by the creation of their events and
-- filters, on_input by name).

local duration = require "flux.duration"
local events = require "flux.event"
local names = require "flux.names"
local origins = require "flux.origin"
local sources = require "flux.source"
local types = require "flux.types"

local M = {}

--- Keys of a spec that are callbacks by themselves → role.
local single = {
  { "on_timer", "timer" }, { "update", "update" }, { "on_arrest", "on_arrest" }, { "after_update", "after_update" },
  { "after_cycle", "after_cycle" }, { "init", "init" }, { "start", "start" }, { "stop", "stop" },
}

M.OPTIONS = { "every", "offset", "missed", "when" }

local KEYS = { "params", "state", "internal", "inputs", "on", "on_input", "every", "offset", "missed", "when" }
for _, pair in ipairs(single) do KEYS[#KEYS + 1] = pair[1] end

--- Sorts a callback's parameters into self, event, ctx, index and inputs.
local function read_parameters(template, what)
  local origin = template.origin
  local list, unknowable = sources.parameters(template.source)
  if unknowable then origins.fail(origin, "%s: %s: %s", what, template.label, unknowable) end
  template.reads = list and {} or template.source.inputs
  if not list then return end
  if list[1] and list[1] ~= "self" and list[1] ~= "_" then
    origins.fail(origin, "%s: %s: the first parameter is self, not '%s'", what, template.label, list[1])
  end
  local first = 2
  if template.role == "handler" and list[2] and list[2] ~= "ctx" then template.event_parameter, first = list[2], 3 end
  for i = first, #list do
    local name = list[i]
    if name == "ctx" then
      template.has_ctx = true
    elseif name == "index" then
      if template.role ~= "input" then
        origins.fail(origin, "%s: %s: 'index' is the element of a list input, in on_input only", what, template.label)
      end
      template.has_index = true
    else
      local reason = names.refused(name, "input")
      if reason then origins.fail(origin, "%s: %s: input '%s': %s", what, template.label, name, reason) end
      template.reads[#template.reads + 1] = name
    end
  end
end

local function add(definition, what, value, template)
  local taken = sources.unwrap(value)
  if not taken then
    origins.fail(definition.origin, "%s: %s: expected a function, got %s", what, template.label, type(value))
  end
  if type(taken.source) == "function" and debug.getinfo(taken.source, "S").what == "C" then
    origins.fail(definition.origin, "%s: %s: a callback is a function written in Lua, and this one is built into LuaJIT", what,
      template.label)
  end
  template.source, template.quiet, template.ran = taken.source, taken.quiet, taken.ran
  template.origin = sources.origin(taken.source)
  if taken.quiet and template.role ~= "handler" then
    origins.fail(definition.origin, "%s: %s: flux.quiet is for handlers; another callback returns false to stop", what, template.label)
  end
  if taken.ran and template.role ~= "input" then
    origins.fail(definition.origin, "%s: %s: flux.ran is for on_input callbacks", what, template.label)
  end
  read_parameters(template, what)
  definition.templates[#definition.templates + 1] = template
end

--- The handlers' keys, events and filters, in the order of their creation.
local function handler_keys(on, what, origin)
  local keys = {}
  for _, key in ipairs(names.keys(on)) do
    if not events.is(key) and not events.is_filter(key) then
      origins.fail(origin, "%s: on: a key is an event type, as in on = { [Tick] = … }, got %s%s", what, type(key),
        type(key) == "string" and " '" .. key .. "'" or "")
    end
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    local ea, eb = a.is_filter and a.event or a, b.is_filter and b.event or b
    if ea ~= eb then return ea.order < eb.order end
    return (a.is_filter and a.order or math.huge) < (b.is_filter and b.order or math.huge)
  end)
  return keys
end

local function add_handlers(definition, what, on)
  if on == nil then return end
  if type(on) ~= "table" or on.is_event or on.is_filter then
    origins.fail(definition.origin, "%s: on is a table of handlers, as in on = { [Tick] = … }", what)
  end
  for _, key in ipairs(handler_keys(on, what, definition.origin)) do
    local filter = key.is_filter and key or nil
    local event = filter and filter.event or key
    local template = { role = "handler", event = event, filter = filter, label = "on " .. event.name }
    add(definition, what, on[key], template)
  end
end

local function add_on_input(definition, what, on_input)
  if on_input == nil then return end
  if type(on_input) ~= "table" or getmetatable(on_input) then
    origins.fail(definition.origin, "%s: on_input is a table, as in on_input = { x = function(self, x) … end }", what)
  end
  for _, name in ipairs(names.keys(on_input)) do
    local reason = names.refused(name, "input")
    if reason then origins.fail(definition.origin, "%s: on_input '%s': %s", what, tostring(name), reason) end
    add(definition, what, on_input[name], { role = "input", input_name = name, label = "on_input " .. name })
  end
end

local option = {}

local LONGEST = 0x7fffffffffffffffLL / 4 -- of `every`, for the core: deadlines must not run over

local function parse_duration(value, positive)
  local ns, reason = duration.parse(value)
  if ns and positive and ns <= 0 then return nil, ("'%s' is not longer than zero"):format(tostring(value)) end
  if ns and positive and ns > LONGEST then return nil, ("'%s' is longer than 73 years"):format(tostring(value)) end
  return ns, reason
end

function option.every(value) return parse_duration(value, true) end
function option.offset(value) return parse_duration(value, false) end

local function one_of(choices)
  return function(value)
    for _, choice in ipairs(choices) do
      if value == choice then return value end
    end
    return nil, ("expected \"%s\", got %s%s"):format(table.concat(choices, "\" or \""),
      type(value) == "string" and "'" .. value .. "'" or type(value), names.hint(value, choices))
  end
end

option.missed = one_of { "once", "all" }
option.when = one_of { "all", "any" }

--- Checks the node options among the keys of a table: every and offset become int64 ns.
---@param given table
---@param what string
---@param origin flux.Origin?
---@return { every: ffi.cdata*?, offset: ffi.cdata*?, missed: string?, when: string? }
function M.options(given, what, origin)
  local parsed = {}
  for _, key in ipairs(M.OPTIONS) do
    if given[key] ~= nil then
      local value, reason = option[key](given[key])
      if value == nil then origins.fail(origin, "%s: %s: %s", what, key, reason) end
      parsed[key] = value
    end
  end
  return parsed
end

local function check_namespaces(definition, what)
  for _, field in ipairs(definition.params.fields) do
    if field.count then origins.fail(definition.origin, "%s: param '%s': a param is one value, not an array", what, field.name) end
    if definition.state.by_name[field.name] then
      origins.fail(definition.origin, "%s: param '%s': the state has a field of that name, and both are read as self.%s", what,
        field.name, field.name)
    end
  end
  for _, template in ipairs(definition.templates) do
    for _, name in ipairs(template.reads or {}) do
      if definition.params.by_name[name] then
        origins.fail(template.origin, "%s: %s: '%s' is a param: read it as self.%s", what, template.label, name, name)
      end
    end
    if template.input_name and definition.params.by_name[template.input_name] then
      origins.fail(definition.origin, "%s: %s: '%s' is a param, not an input", what, template.label, template.input_name)
    end
  end
end

--- Checks a spec.
---@param spec table
---@param what string "node 'cross'" or "kind 'Ema'"
---@param origin flux.Origin?
---@return flux.Definition
function M.new(spec, what, origin)
  names.check_keys(spec, KEYS, what, origin)
  local definition = {
    params = types.parse(spec.params, what .. ": params", origin, "param"),
    state = types.parse_state(spec.state, spec.internal, what, origin),
    options = M.options(spec, what, origin), templates = {}, origin = origin,
  }
  add_handlers(definition, what, spec.on)
  add_on_input(definition, what, spec.on_input)
  for _, pair in ipairs(single) do
    if spec[pair[1]] ~= nil then add(definition, what, spec[pair[1]], { role = pair[2], label = pair[1] }) end
  end
  check_namespaces(definition, what)
  if #definition.templates == 0 and #definition.state.fields == 0 then
    origins.fail(origin, "%s: neither callbacks nor state: it can never do anything", what)
  end
  return definition
end

--- The inputs that a template needs: its parameters, and the one it is for.
---@param template flux.Template
---@return string[]
function M.input_names(template)
  local list = {}
  for i, name in ipairs(template.reads or {}) do list[i] = name end
  list[#list + 1] = template.input_name
  return list
end

--- Input names in the contract's order: update's parameters, then the others by name.
---@param definition flux.Definition
---@param set table<string, boolean> the names
---@param listed string[]? the order in which C bodies get them
---@return string[]
function M.order_inputs(definition, set, listed)
  local order, placed = {}, {}
  local function place(name)
    if set[name] and not placed[name] then
      placed[name] = true
      order[#order + 1] = name
    end
  end
  for _, template in ipairs(definition.templates) do
    if template.role == "update" then
      for _, name in ipairs(template.reads or listed or {}) do place(name) end
    end
  end
  for _, name in ipairs(names.keys(set)) do place(name) end
  return order
end

return M
