-- SPDX-License-Identifier: MIT
-- flux.bodies.shared: callbacks that are one function with inputs of one shape are compiled once. Large graphs are built in loops
-- and of few kinds.
--
--   local share = shared.new()
--   local body = share:find(callback) or …     share:keep(callback, body)
--
-- What a body knows of its own node is in its arguments and facts, and is exchanged; in its tree inputs stand by name.

local M = {}

local Share = {}
Share.__index = Share

function M.new() return setmetatable({ by_source = {} }, Share) end

local function same_input(a, b)
  if a.name ~= b.name or a.prev ~= b.prev or a.index ~= b.index then return false end
  local one, two = a.elements[1], b.elements[1]
  return one.field and one.field == two.field or not one.field and not two.field and one.node.record == two.node.record
end

-- Zeros of either sign are equal numbers; what is divided by them is not.
local function same_value(a, b) return rawequal(a, b) and tostring(a) == tostring(b) end

local function same_node(a, b)
  if a.record ~= b.record or #a.inputs ~= #b.inputs or #a.params ~= #b.params then return false end
  for i, param in ipairs(a.params) do
    local other = b.params[i]
    if param.name ~= other.name or param.type ~= other.type or not same_value(param.value, other.value) then return false end
  end
  for i, input in ipairs(a.inputs) do
    if not same_input(input, b.inputs[i]) then return false end
  end
  return true
end

local function same(a, b)
  if a.role ~= b.role or a.event ~= b.event or (a.input and a.input.name) ~= (b.input and b.input.name) then return false end
  return same_node(a.node, b.node)
end

-- Lists are read through their elements' own places, helpers and keyed nodes know more of their node; who arms needs a timer.
local function is_general(callback, body)
  if body.language ~= "portable" or #body.functions > 0 or body.facts.arms then return false end
  if callback.node.is_keyed or callback.node.is_view then return false end
  for _, input in ipairs(callback.node.inputs) do
    if input.list or input.elements[1].node.is_keyed or input.elements[1].node.is_view then return false end
  end
  return true
end

local function own_inputs(list, node)
  local out = {}
  for i, input in ipairs(list) do out[i] = node.inputs_by_name[input.name] end
  return out
end

---The body of a callback that is like an earlier one.
---@param callback flux.Callback
---@return table|nil body
function Share:find(callback)
  local known = self.by_source[callback.source]
  if not known or not same(known.callback, callback) then return nil end
  local body, inputs, args = known.body, callback.node.inputs_by_name, {}
  for i, arg in ipairs(body.args) do
    args[i] = arg.input and { what = arg.what, input = inputs[arg.input.name], field = arg.field } or arg
  end
  local ticked, valid = own_inputs(body.facts.ticked, callback.node), own_inputs(body.facts.valid, callback.node)
  return setmetatable({ args = args, inputs = inputs, facts = setmetatable({ ticked = ticked, valid = valid }, known.facts) }, known.rest)
end

---Keeps a body for callbacks that are like this one.
function Share:keep(callback, body)
  if type(callback.source) == "function" and is_general(callback, body) then
    self.by_source[callback.source] = { callback = callback, body = body, rest = { __index = body }, facts = { __index = body.facts } }
  end
end

return M
