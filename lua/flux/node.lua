-- SPDX-License-Identifier: MIT
-- Nodes: named state plus callbacks, wired to inputs. Reading a field of a node gives a port.
--
--   local fast = g:node("fast", Ema { x = tick.price, alpha = 0.2 })       -- tick.price is a port
--
-- A node is the model's table and the user's handle at once, so names of the model's attributes are refused as fields.

local callbacks = require "flux.callback"
local definitions = require "flux.definition"
local inputs = require "flux.input"
local kinds = require "flux.kind"
local names = require "flux.names"
local origins = require "flux.origin"
local symbols = require "flux.symbol"
local types = require "flux.types"
local values = require "flux.values"

local ROLES = { "update", "on_arrest" }
local NONE = {} -- params of nodes that have none: nothing is ever added to it

local M = {}

local Node, Port = {}, {}
M.Port = Port -- for the operators of flux.fluent, which also sets M.method(node or port, key) and M.method_hint(key)

function Node:__tostring() return ("node '%s'"):format(self.name) end
function Port:__tostring() return ("port '%s.%s'"):format(self.node.name, self.field.name) end

--- The state as the node's callbacks and its readers know it: in g:by, that of one key.
---@param node flux.Node
---@return flux.Record
function M.cell(node)
  local by = rawget(node, "is_keyed")
  return by and by.cells[node] or rawget(node, "record")
end

--- node.field is a port; a field that does not exist is an error where it is read. `by_role` is made when it is first asked for.
function Node.__index(node, key)
  if key == "by_role" then
    rawset(node, key, callbacks.by_role(node))
    return rawget(node, key)
  end
  if type(key) ~= "string" or names.node_attributes[key] or key:match("^is_") then return nil end
  local record = M.cell(node)
  local field = record.by_name[key]
  if field then
    if field.internal then origins.fail(origins.here(), "%s", inputs.internal(node, record, key)) end
    return setmetatable({ is_port = true, node = node, field = field }, Port)
  end
  local method = M.method and M.method(node, key)
  if method then return method end
  local known = types.results(record)
  origins.fail(origins.here(), "node '%s' has no field '%s'%s; %s", rawget(node, "name"), key, names.hint(key, known),
    known[1] and "its fields: " .. table.concat(known, ", ") or "it has none: give it a state")
end

function Node.__newindex(node, key, value)
  if rawget(node, "record").by_name[key] then
    origins.fail(origins.here(), "node '%s': field '%s' is written by the node's own callbacks only", rawget(node, "name"), key)
  end
  rawset(node, key, value)
end

function Port:__index(key)
  if type(key) ~= "string" or key:match("^is_") then return nil end
  local method = M.method and M.method(self, key)
  if method then return method end
  origins.fail(origins.here(), "port '%s.%s' is a value and has no field or method '%s'%s", rawget(self, "node").name,
    rawget(self, "field").name, key, M.method_hint and M.method_hint(key) or "")
end

local function fail(node, origin, message, ...)
  origins.fail(origin, "node '%s'%s", node.name, message:format(...))
end

--- The params of an instance, typed and checked.
local function bind_params(node, definition, given, origin)
  if #definition.params.fields == 0 then return end
  node.params, node.params_by_name = {}, {}
  for i, field in ipairs(definition.params.fields) do
    local value, reason = given[field.name]
    if value == nil then
      value = field.default
      if value == nil then
        fail(node, origin, " param '%s': not given%s", field.name,
          node.kind and "" or "; without a kind it needs a default: params = \"double alpha = 0.1;\"")
      end
    else
      value, reason = values.convert(field.type, value)
      if value == nil then fail(node, origin, " param '%s': %s", field.name, reason) end
    end
    local param = { name = field.name, type = field.type, value = value, field = field }
    if symbols.is(value) then node.graph:use_symbol(value) end
    node.params[i], node.params_by_name[field.name] = param, param
  end
end

--- Splits what a kind was called with: inputs stay, params and options are known elsewhere, the rest is refused.
local function kind_inputs(node, kind, given, origin)
  local known, is_input, wired = {}, {}, {}
  for _, name in ipairs(kind.inputs) do
    known[#known + 1], is_input[name] = name, true
  end
  for _, field in ipairs(kind.params.fields) do known[#known + 1] = field.name end
  local others = {}
  for _, name in ipairs(known) do others[name] = true end
  for _, name in ipairs(definitions.OPTIONS) do known[#known + 1], others[name] = name, true end
  for _, key in ipairs(names.keys(given)) do
    if not others[key] then
      fail(node, origin, " input '%s': kind '%s' has no such input or param%s", tostring(key), kind.name, names.hint(key, known))
    end
    if is_input[key] then wired[key] = given[key] end
  end
  for _, name in ipairs(kind.inputs) do
    if wired[name] == nil then
      fail(node, origin, " input '%s': not given; kind '%s' needs it (a misspelt variable is nil)", name, kind.name)
    end
  end
  return kind.inputs, wired
end

--- The inputs of a node without a kind: inputs = { name = x }; every one that a callback names must be there.
local function plain_inputs(node, definition, given, origin)
  given = given == nil and {} or given
  if type(given) ~= "table" or getmetatable(given) or rawget(given, "is_port") then
    fail(node, origin, ": inputs is a table, as in inputs = { x = tick.price }")
  end
  local set = {}
  for _, name in ipairs(names.keys(given)) do
    if type(name) == "number" then fail(node, origin, ": inputs have names, as in inputs = { x = tick.price }") end
    local reason = names.refused(name, "input")
    if reason then fail(node, origin, " input '%s': %s", tostring(name), reason) end
    if definition.params.by_name[name] then fail(node, origin, " input '%s': a param has that name", name) end
    set[name] = true
  end
  for _, template in ipairs(definition.templates) do
    for _, name in ipairs(definitions.input_names(template)) do
      if not set[name] then
        local hint = names.hint(name, names.keys(set))
        fail(node, origin, " input '%s': %s names it, but inputs does not%s", name, template.label,
          hint ~= "" and hint or " (a misspelt variable is nil)")
      end
    end
  end
  return definitions.order_inputs(definition, set), given
end

local function bind_inputs(node, order, wired, origin)
  node.inputs, node.inputs_by_name = {}, {}
  for i, name in ipairs(order) do
    local input = inputs.new(node, name, wired[name], origin)
    input.index = i - 1
    node.inputs[i], node.inputs_by_name[name] = input, input
  end
end

local function has_trigger(node)
  for _, input in ipairs(node.inputs) do
    if not input.passive and not input.prev then return true end
  end
  return false
end

--- every, offset, missed and when: the instance's, or else the definition's.
local function bind_options(node, definition, given, origin)
  local own = definitions.options(given, ("node '%s'"):format(node.name), origin)
  local function option(key)
    if own[key] ~= nil then return own[key] end
    return definition.options[key]
  end
  local has = {}
  for _, template in ipairs(definition.templates) do has[template.role] = true end
  node.has_timer, node.every, node.offset = has.timer, option "every", option "offset"
  node.missed, node.when_all = option "missed" or "all", option "when" == "all"
  if node.every and not has.timer then fail(node, origin, ": every without on_timer: nothing would run") end
  if node.offset and not node.every then fail(node, origin, ": offset without every: there is no grid to move") end
  if option "missed" and not node.every then fail(node, origin, ": missed without every: no deadline can be missed") end
  if node.when_all and not has.update then fail(node, origin, ": when = \"all\" without update: nothing would wait") end
  if node.when_all and not has_trigger(node) then
    fail(node, origin, ": when = \"all\" without an input that triggers: update could never run")
  end
  if node.every then node.offset = ((node.offset or 0LL) % node.every + node.every) % node.every end
  for _, role in ipairs(ROLES) do
    if has[role] and #node.inputs == 0 then
      local hint = node.kind and "; a kind with C bodies lists them: inputs = { \"x\" }" or ""
      fail(node, origin, ": %s can never run: the node has no inputs%s", role, hint)
    end
  end
end

--- Uses of the graph's tables: event types in the order of their creation, symbols of defaults.
local function register(node, definition)
  for _, template in ipairs(definition.templates) do
    if template.event then node.graph:use_event(template.event, node.origin) end
  end
  for _, field in ipairs(node.record.fields) do
    if symbols.is(field.default) then node.graph:use_symbol(field.default) end
  end
end

--- What the second argument of g:node is: a definition, what it was given, and whom to blame.
local function open(name, spec, origin)
  if kinds.is_instance(spec) then return spec.kind.definition, spec.given, spec.origin or origin, spec.kind end
  if kinds.is(spec) then
    origins.fail(origin, "node '%s': kind '%s' is called with its inputs and params: %s { … }", name, spec.name, spec.name)
  end
  if type(spec) ~= "table" or getmetatable(spec) then
    origins.fail(origin, "node '%s': expected a table or a kind called with its inputs, got %s", name, type(spec))
  end
  local definition = definitions.new(spec, ("node '%s'"):format(name), origin)
  kinds.check_filters(definition, ("node '%s'"):format(name))
  return definition, {}, origin, nil
end

--- Creates a node; the graph has checked its name.
---@param graph flux.Graph
---@param name string
---@param spec table|flux.KindInstance
---@param origin flux.Origin?
---@param marks { is_keyed: table?, is_view: table? }? its part in a g:by
---@return flux.Node
function M.new(graph, name, spec, origin, marks)
  local definition, given, blamed, kind = open(name, spec, origin)
  -- There are many nodes: what most have gets its place at once, what is false has none.
  local node = setmetatable({ is_node = true, name = name, index = #graph.nodes, graph = graph, kind = kind,
    record = definition.state, templates = definition.templates, origin = origin, params = NONE, params_by_name = NONE,
    inputs = false, inputs_by_name = false, missed = false, when_all = false, callbacks = false }, Node)
  for key, value in pairs(marks or {}) do node[key] = value end -- set by name: the order does not matter
  local order, wired
  if kind then order, wired = kind_inputs(node, kind, given, blamed)
  else order, wired = plain_inputs(node, definition, spec.inputs, blamed) end
  bind_params(node, definition, given, blamed)
  bind_inputs(node, order, wired, blamed)
  bind_options(node, definition, given, blamed)
  register(node, definition)
  callbacks.bind(node)
  return node
end

--- Changes a param before the graph is resolved.
---@param node flux.Node
---@param name string
---@param value any a value of the param's type, or its text
---@param origin flux.Origin?
function M.set_param(node, name, value, origin)
  local param = node.params_by_name[name]
  if not param then
    local known = {}
    for i, p in ipairs(node.params) do known[i] = p.name end
    fail(node, origin, " has no param '%s'%s", name, names.hint(name, known))
  end
  local converted, reason
  if type(value) == "string" then converted, reason = values.read(param.type, value)
  else converted, reason = values.convert(param.type, value) end
  if converted == nil then fail(node, origin, " param '%s': %s", name, reason) end
  param.value = converted
  if symbols.is(converted) then node.graph:use_symbol(converted) end
  callbacks.bind(node)
end

return M
