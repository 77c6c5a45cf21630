-- SPDX-License-Identifier: MIT
-- The edges to and from the nodes of a g:by.
--
--   wiring.settle(input)      -- after its elements are known: inside, the element at the key's slot; outside, a view
--   wiring.outside(node)      -- the node that stands for a keyed node outside: its view
--   wiring.validity(node)     -- the keyed node that remembers for which keys a node has been dirty
--   wiring.check(graph)       -- inside, only what runs with an event of the group's may trigger
--
-- A view copies the key and the results that are no arrays. flux.prev of a keyed node is a view that runs before the node: it needs no
-- copy of all keys' state.

local inputs = require "flux.input"
local keyed = require "flux.keyed"
local origins = require "flux.origin"
local router = require "flux.keyed.router"

local M = {}

local function passive(value) return inputs.passive(value) end

-- Declares a node of flux's own: beside the scopes, under a free name, with the origin of the node that it is for.
local function declare(graph, owner, suffix, spec, fields)
  local name, number = owner.name .. suffix, 1
  while graph.by_name[name] do
    number = number + 1
    name = owner.name .. suffix .. "_" .. number
  end
  return graph:add_node(name, spec, owner.origin, fields)
end

-- A node with the values of the key in whose event it runs.
local function copy_of(by, node, suffix, x, trigger)
  local lines, state = {}, {}
  local key = by.cells[node].by_name.key and "by_key" or "key"
  state[1], lines[1] = ("%s %s; // whose values these are"):format(by.type, key), ("self.%s = keys.key"):format(key)
  for _, field in ipairs(by.cells[node].fields) do
    if not (field.count or field.internal) then
      state[#state + 1] = ("%s %s;%s"):format(field.type, field.name, field.comment and " // " .. field.comment or "")
      lines[#lines + 1] = ("self.%s = x.%s"):format(field.name, field.name)
    end
  end
  local reads_x = #lines > 1 and ", x" or ""
  local made = declare(by.router.graph, node, suffix, {
    inputs = { x = x, keys = trigger and by.router or passive(by.router) }, state = table.concat(state, "\n"),
    update = router.body(by, ("function(self, keys%s)\n%s\nend"):format(reads_x, table.concat(lines, "\n"))),
  }, { is_view = by })
  by.slot_of[made] = keyed.add_input(made, "slot", passive(by.router.slot))
  return made
end

local function view(by, node)
  by.views[node] = by.views[node] or copy_of(by, node, "_now", node, false)
  return by.views[node]
end

-- As the view, of the state before this cycle: the node is ordered after it.
local function shadow(by, node)
  if not by.shadows[node] then
    by.shadows[node] = copy_of(by, node, "_before", inputs.prev(node), true)
    keyed.add_input(node, "before", passive(by.shadows[node]))
  end
  return by.shadows[node]
end

--- What stands for a node where the keys are not known.
---@param node flux.Node
---@return flux.Node
function M.outside(node)
  local by = rawget(node, "is_keyed")
  return by and view(by, node) or node
end

--- The keyed node that is true for the keys for which `node` has been dirty.
---@param node flux.Node
---@return flux.Node
function M.validity(node)
  local by = node.is_keyed
  if not by.validity[node] then
    by.validity[node] = declare(node.graph, node, "_valid", { inputs = { x = node }, state = "bool value;",
      update = router.body(by, "function(self) self.value = true end") }, { is_keyed = by, is_validity = true })
  end
  return by.validity[node]
end

local function fail(input, message, ...)
  origins.fail(input.origin, "node '%s' input '%s': %s", input.node.name, input.name, message:format(...))
end

-- An element as nodes outside (and flux.prev) see it.
local function through(element, stand_in)
  local field = element.field and stand_in.record.by_name[element.field.name]
  return { node = stand_in, field = field }
end

-- An input of a node inside, whose elements are all keyed or none.
local function settle_inside(input, by, elements)
  local count = 0
  for _, element in ipairs(elements) do
    if rawget(element.node, "is_keyed") == by then count = count + 1 end
  end
  if count == 0 then return end
  if count < #elements then fail(input, "a list in g:by holds nodes from inside or from outside, not both") end
  if input.prev and not rawget(input.node, "is_view") then
    for i, element in ipairs(elements) do elements[i] = through(element, shadow(by, element.node)) end
    input.prev, input.passive, input.shadow = false, true, true
    return
  end
  input.keyed = by
  for i, element in ipairs(elements) do
    local field = element.field
    if field and not input.list then input.keyed_field = field end
    elements[i] = { node = element.node, field = field and input.list and element.node.record.by_name[field.name] or nil }
  end
end

--- Puts in place of an input's elements what the reader can read.
---@param input flux.Input
function M.settle(input)
  local elements, reader = input.elements, input.node
  local by = rawget(reader, "is_keyed") or rawget(reader, "is_view")
  if by then settle_inside(input, by, elements) end
  for i, element in ipairs(elements) do
    local other = rawget(element.node, "is_keyed")
    if other and other ~= by then elements[i] = through(element, view(other, element.node)) end
  end
end

-- Does an input bring what runs even when an event's key found no place?
local function is_foreign(by, input)
  if input.passive or input.prev or input.keyed then return false end
  for _, element in ipairs(input.elements) do
    if element.node ~= by.router and element.node ~= by.leaver then return true end
  end
  return false
end

-- Whether a callback may be called in the cycle of such an event. Then it begins with a test of the slot, which is -1. All others follow
-- a node of the group that is dirty, and none is.
local function may_be_dropped(by, callback)
  if by.on_full ~= "drop" then return false end
  if callback.role == "handler" or callback.role == "on_arrest" then return true end
  if callback.role == "input" then return callback.ran or is_foreign(by, callback.input) end
  if callback.role == "init" then return false end
  for _, input in ipairs(callback.node.inputs) do
    if is_foreign(by, input) then return true end
  end
  return false
end

local function triggers(node)
  local list = {}
  for _, input in ipairs(node.inputs) do
    if not input.passive and not input.prev then list[#list + 1] = input end
  end
  return list
end

--- Adds to the environment of a body what it must know of its group (flux.body.keyed).
---@param callback flux.Callback
---@param env table
function M.environment(callback, env)
  local node = callback.node
  local by = node.is_keyed
  env.slot_input = callback.slot and node.inputs_by_name[callback.slot] or (by or node.is_view).slot_of[node]
  if not by then return end
  env.keyed, env.before = by, callback.before
  env.may_drop = may_be_dropped(by, callback)
  env.waits = by.waits[node] and callback.role == "update" and triggers(node) or nil
end

-- Whether all that makes a node dirty is events of the group.
local function runs_with(by, node, known)
  if known[node] ~= nil then return known[node] end
  known[node] = true -- until a path says otherwise; other cycles are refused later
  local all = not node.has_timer
  for _, callback in ipairs(node.by_role.handler) do all = all and (callback.quiet or by.events[callback.event] or false) end
  for _, input in ipairs(node.inputs) do
    if not input.passive and not input.prev then
      for _, element in ipairs(input.elements) do all = all and runs_with(by, element.node, known) end
    end
  end
  known[node] = all
  return all
end

local function check_input(by, input, known)
  if input.passive or input.prev then return end
  for _, element in ipairs(input.elements) do
    local node = element.node
    if rawget(node, "is_keyed") ~= by and not runs_with(by, node, known) then
      fail(input, "'%s' is outside of g:by and ticks without a key, so every key's node would have to run; read it with "
        .. "flux.passive(…)", node.name)
    end
  end
end

--- Refuses triggers from outside that have no key.
---@param graph flux.Graph
function M.check(graph)
  for _, by in ipairs(graph.groups) do
    local known = {}
    for _, node in ipairs(graph.nodes) do
      if rawget(node, "is_keyed") == by then
        for _, input in ipairs(node.inputs) do check_input(by, input, known) end
      end
    end
  end
end

return M
