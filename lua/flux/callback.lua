-- SPDX-License-Identifier: MIT
-- Callbacks: a node's templates, bound to its inputs and params, in the canonical order in which they run.
--
--   callback.bind(node)       → node.callbacks; errors blame the node's line
--
-- Canonical order: handlers (by the event's first use in the graph; filtered ones by the positions of their fields, then by
-- their values; then otherwise; then the unfiltered one), on_timer, on_input in input order, update, on_arrest,
-- after_update, after_cycle, init, start, stop.

local events = require "flux.event"
local origins = require "flux.origin"
local symbols = require "flux.symbol"
local values = require "flux.values"

local M = {}

M.ROLES = { "handler", "timer", "input", "update", "on_arrest", "after_update", "after_cycle", "init", "start", "stop" }

local rank = {}
for i, role in ipairs(M.ROLES) do rank[role] = i end

--- A value by which conditions are sorted and compared.
local function order_of(value)
  if symbols.is(value) then return value.order end
  if type(value) == "boolean" then return value and 1 or 0 end
  return value
end

local function compare_conditions(a, b)
  for i = 1, math.max(#a, #b) do
    if not a[i] or not b[i] then return not a[i] and -1 or 1 end
    local pa, pb = a[i].field.position, b[i].field.position
    if pa ~= pb then return pa < pb and -1 or 1 end
  end
  for i = 1, #a do
    local va, vb = order_of(a[i].given), order_of(b[i].given)
    if va ~= vb then return va < vb and -1 or 1 end
  end
  return 0
end

-- Handlers of one event: filtered, then otherwise, then unfiltered.
local function handler_group(c)
  return c.conditions and 1 or c.otherwise and 2 or 3
end

--- Negative, zero or positive as a runs before, like, or after b.
local function compare(a, b)
  if a.role ~= b.role then return rank[a.role] - rank[b.role] end
  if a.role == "input" then return a.input.index - b.input.index end
  if a.role ~= "handler" then return 0 end
  local positions = a.node.graph.event_position
  if a.event ~= b.event then return positions[a.event] - positions[b.event] end
  if handler_group(a) ~= handler_group(b) then return handler_group(a) - handler_group(b) end
  return a.conditions and compare_conditions(a.conditions, b.conditions) or 0
end

--- The conditions of a filter with the node's params in place of flux.param; values that are symbols get ids at finish.
local function bind_conditions(node, filter)
  if not filter or not filter.conditions then return nil end
  local conditions = {}
  for i, condition in ipairs(filter.conditions) do
    local value = condition.value
    if events.is_param(value) then value = node.params_by_name[value.name].value end
    local symbol = symbols.is(value) and value or nil
    if symbol then node.graph:use_symbol(symbol) end
    conditions[i] = { field = condition.field, given = value, symbol = symbol }
    if not symbol then conditions[i].value = value end
  end
  return conditions
end

local function filter_label(c)
  if c.otherwise then return c.label .. " otherwise" end
  if not c.conditions then return c.label end
  local parts = {}
  for i, condition in ipairs(c.conditions) do
    parts[i] = ("%s=%s"):format(condition.field.name, values.show(condition.given))
  end
  return ("%s where %s"):format(c.label, table.concat(parts, ", "))
end

--- An identifier for a callback, for the names of generated functions: "tick_on_tick_symbol_msft".
---@param c flux.Callback
---@param taken table<string, boolean> the names given so far
---@return string
function M.name(c, taken)
  local label = c.label:gsub(" where ", " "):gsub("%-(%d)", "minus_%1")
  label = label:gsub("[^%w]+", "_"):gsub("_+$", ""):lower()
  local name = c.node.name .. "_" .. label
  local unique, n = name, 1
  while taken[unique] do
    n = n + 1
    unique = name .. "_" .. n
  end
  taken[unique] = true
  return unique
end

-- A handler's second parameter is its event, whatever it is called: called as an input, it would be taken for that.
local function check_event(node, template)
  local name = template.event_parameter
  if name and node.inputs_by_name[name] then
    origins.fail(template.origin, "node '%s': %s: the second parameter, '%s', is the event, and an input has this name too; call the " ..
      "event something else; inputs come after it: function(self, event, %s)", node.name, template.label, name, name)
  end
end

-- There are many callbacks: what few have is not given a place, nor what is false.
local function new_callback(node, template)
  check_event(node, template)
  local c = {
    node = node, role = template.role, source = template.source, origin = template.origin, label = template.label,
    event = template.event, event_parameter = template.event_parameter, quiet = template.quiet, ran = template.ran,
    conditions = bind_conditions(node, template.filter), reads = {}, index = false, name = false, body = nil,
  }
  if template.filter and template.filter.otherwise then c.otherwise = true end
  if template.input_name then c.input = node.inputs_by_name[template.input_name] end
  if template.has_ctx then c.has_ctx = true end
  if template.has_index then c.has_index = true end
  if template.slot then c.slot = template.slot end
  if template.before then c.before = template.before end
  if c.role == "handler" then c.label = filter_label(c) end
  if template.reads then
    for i, name in ipairs(template.reads) do c.reads[i] = node.inputs_by_name[name] end
  else
    for i, input in ipairs(node.inputs) do c.reads[i] = input end
  end
  if c.role == "input" and c.input.prev then
    origins.fail(node.origin, "node '%s': %s could never run: a flux.prev input is not dirty in this cycle", node.name, c.label)
  end
  if c.has_index and not c.input.list then
    origins.fail(node.origin, "node '%s': %s: 'index' is the element of a list, but input '%s' is not one", node.name, c.label,
      c.input.name)
  end
  return c
end

--- Makes the callbacks of a node from its templates.
---@param node flux.Node
function M.bind(node)
  local list, place = {}, {}
  for i, template in ipairs(node.templates) do
    list[i] = new_callback(node, template)
    place[list[i]] = i
  end
  table.sort(list, function(a, b)
    local order = compare(a, b)
    return order ~= 0 and order < 0 or order == 0 and place[a] < place[b]
  end)
  for i = 2, #list do
    if compare(list[i - 1], list[i]) == 0 then
      origins.fail(node.origin, "node '%s': duplicate handler '%s'", node.name, list[i].label)
    end
  end
  node.callbacks, node.by_role = list, nil
end

--- A node's callbacks by their roles; see flux.model.
---@param node flux.Node
---@return table
function M.by_role(node)
  local by_role = { handler = {}, input = {} }
  for _, c in ipairs(node.callbacks) do
    local group = by_role[c.role]
    if group then group[#group + 1] = c else by_role[c.role] = c end
  end
  return by_role
end

return M
