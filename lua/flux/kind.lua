-- SPDX-License-Identifier: MIT
-- Kinds: reusable node definitions. A kind is called with its inputs and params; the result goes to g:node.
--
--   local Ema = flux.kind("Ema", { params = "double alpha;", state = "double value;",
--     update = function(self, x) self.value = self.value + self.alpha * (x - self.value) end })
--   local fast = g:node("fast", Ema { x = tick.price, alpha = 0.2 })

local definitions = require "flux.definition"
local events = require "flux.event"
local names = require "flux.names"
local origins = require "flux.origin"
local sources = require "flux.source"

local M = {}

local Kind = {}
Kind.__index = Kind
function Kind:__tostring() return "kind " .. self.name end

local Instance = {}
Instance.__index = Instance

--- Gives the kind its inputs and params, and node options (every, offset, missed, when) that override the kind's.
function Kind:__call(given)
  local origin = origins.here()
  if type(given) ~= "table" or getmetatable(given) then
    origins.fail(origin, "kind '%s': expected a table of inputs and params, as in %s { … }", self.name, self.name)
  end
  return M.instance(self, given, origin)
end

--- What g:node takes: a kind with its inputs and params.
function M.instance(kind, given, origin)
  return setmetatable({ is_instance = true, kind = kind, given = given, origin = origin }, Instance)
end

--- `return flux.kind(…)` is a tail call: the kind's file has left the stack, and its line is known by its callbacks only.
local function origin_of(spec, here)
  local first
  local function look(value)
    local taken = sources.unwrap(value)
    if taken then
      local origin = sources.origin(taken.source)
      if origin and (not first or origin.line < first.line) then first = origin end
    elseif type(value) == "table" and not getmetatable(value) then
      for _, key in ipairs(names.keys(value)) do look(value[key]) end
    end
  end
  look(spec)
  return first and here and first.file ~= here.file and first or here or first
end

--- The inputs of a kind: those that its callbacks name, in the contract's order.
local function collect_inputs(definition, spec, what)
  local listed = sources.check_inputs(spec.inputs, what, definition.origin)
  local set = {}
  for _, name in ipairs(listed or {}) do
    if definition.params.by_name[name] then
      origins.fail(definition.origin, "%s: '%s' is both a param and an input", what, name)
    end
    set[name] = true
  end
  for _, template in ipairs(definition.templates) do
    for _, name in ipairs(definitions.input_names(template)) do
      if listed and not set[name] then
        origins.fail(template.origin, "%s: %s reads '%s', which inputs does not list%s", what, template.label, name,
          names.hint(name, listed))
      end
      if not listed then set[name] = true end
    end
  end
  return definitions.order_inputs(definition, set, listed), listed
end

--- Checks that flux.param in filters names a param of the field's type.
---@param definition flux.Definition
---@param what string
function M.check_filters(definition, what)
  for _, template in ipairs(definition.templates) do
    for _, condition in ipairs(template.filter and template.filter.conditions or {}) do
      local value = condition.value
      if events.is_param(value) then
        local param = definition.params.by_name[value.name]
        if not param then
          local known = {}
          for i, field in ipairs(definition.params.fields) do known[i] = field.name end
          origins.fail(value.origin, "%s: flux.param '%s': no such param%s", what, value.name, names.hint(value.name, known))
        end
        if param.type ~= condition.field.type then
          origins.fail(value.origin, "%s: flux.param '%s' is %s, but field '%s' of event '%s' is %s", what, value.name, param.type,
            condition.field.name, template.event.name, condition.field.type)
        end
      end
    end
  end
end

--- Declares a kind.
---@param name string
---@param spec table
---@return flux.Kind
function M.new(name, spec)
  local here = origins.here()
  local origin = type(spec) == "table" and origin_of(spec, here) or here
  names.check(name, "kind", origin)
  local what = ("kind '%s'"):format(name)
  if type(spec) ~= "table" then origins.fail(origin, "%s: expected a table, got %s", what, type(spec)) end
  local definition = definitions.new(spec, what, origin)
  M.check_filters(definition, what)
  local inputs, listed = collect_inputs(definition, spec, what)
  return setmetatable({ is_kind = true, name = name, definition = definition, inputs = inputs, listed = listed,
    params = definition.params, record = definition.state, origin = origin }, Kind)
end

---@return boolean
function M.is(value) return getmetatable(value) == Kind end

---@return boolean
function M.is_instance(value) return getmetatable(value) == Instance end

return M
