-- SPDX-License-Identifier: MIT
-- Inputs: the edges of the graph, declared by the reader. An input is a node, a port, a name (a forward reference), or a
-- list of these; flux.passive and flux.prev mark any of them.
--
--   input.new(node, "x", tick.price, origin)     → Input; names are looked up by input.settle, at graph:finish()

local events = require "flux.event"
local names = require "flux.names"
local origins = require "flux.origin"
local types = require "flux.types"

local M = {}

local Mark = {}
Mark.__index = Mark

local function mark(value, key)
  if value == nil then origins.fail(origins.here(), "flux.%s: expected a node, a port, a name or a list, got nil", key) end
  local marked = { value = value, [key] = true }
  if getmetatable(value) == Mark then
    marked.value = value.value
    marked.passive, marked.prev = marked.passive or value.passive, marked.prev or value.prev
  end
  return setmetatable(marked, Mark)
end

--- An input that is ordered and readable, but never triggers.
function M.passive(value) return mark(value, "passive") end

--- An input as the previous cycle left it: not ordered after it, never triggers.
function M.prev(value) return mark(value, "prev") end

local function is(value, key)
  return type(value) == "table" and rawget(value, key) == true
end

local function fail(input, message, ...)
  origins.fail(input.origin, "node '%s' input '%s': %s", input.node.name, input.name, message:format(...))
end

--- Checks one element: a reference { node, field } or { text } to be looked up.
local function reference(input, value, place)
  if type(value) == "string" then
    if not value:match("^[%a_][%w_]*$") and not value:match("^[%a_][%w_]*%.[%a_][%w_]*$") then
      local scoped = value:find("^[%w_.]+$") and "; scopes are part of the name, joined by '_': scope_node, or scope_node.field" or ""
      fail(input, "%s'%s' is not the name of a node%s", place, value, scoped)
    end
    return { text = value, scope = input.node.graph.scopes }
  end
  local node = is(value, "is_node") and value or is(value, "is_port") and value.node
  if not node then
    local hint = ""
    if is(value, "is_instance") or is(value, "is_kind") then hint = "; declare it as a node first: g:node(name, …)" end
    if is(value, "is_event") then hint = "; events come by handlers: on = { [Event] = … }" end
    if events.is_field(value) then
      hint = ("; a field of an event is kept by a node, which has it as a port: tick.%s of g:node(\"tick\", nodes.latest(%s))")
        :format(value.field.name, value.event.name)
    end
    fail(input, "%sexpected a node, a port (node.field), a name or a list, got %s%s", place, type(value), hint)
  end
  if node.graph ~= input.node.graph then fail(input, "%snode '%s' belongs to another graph", place, node.name) end
  return { node = node, field = value.is_port and value.field or nil }
end

--- The elements of a list, which may be marked as a whole or each alike.
local function list_references(input, list)
  local count, first = 0, nil
  for _, key in ipairs(names.keys(list)) do
    if type(key) ~= "number" then fail(input, "a list has no names, found '%s'", tostring(key)) end
    count = math.max(count, key)
  end
  if count == 0 then fail(input, "the list is empty") end
  local refs = {}
  for i = 1, count do
    local value = list[i]
    local place = ("element %d: "):format(i - 1)
    if value == nil then fail(input, "%snil (a misspelt variable is nil)", place) end
    local marks = { passive = false, prev = false }
    if getmetatable(value) == Mark then
      marks.passive, marks.prev, value = value.passive or false, value.prev or false, value.value
    end
    first = first or marks
    if marks.passive ~= first.passive or marks.prev ~= first.prev then
      fail(input, "%sthe elements of a list are all marked alike; mark the whole list: flux.passive { … }", place)
    end
    refs[i] = reference(input, value, place)
  end
  input.passive, input.prev = input.passive or first.passive, input.prev or first.prev
  return refs
end

--- Creates an input of a node; index and first are given when the node's inputs are known.
---@param node flux.Node the reader
---@param name string
---@param value any
---@param origin flux.Origin?
---@return flux.Input
function M.new(node, name, value, origin)
  -- There are many inputs: what is false is not in it.
  local input = { is_input = true, node = node, name = name, origin = origin, index = false, first = false, elements = false,
    references = false }
  if getmetatable(value) == Mark then
    input.passive, input.prev, value = value.passive, value.prev, value.value
  end
  if type(value) == "table" and not getmetatable(value) and not is(value, "is_port") then
    input.list = true
    input.references = list_references(input, value)
  else
    input.references = { reference(input, value, "") }
  end
  for _, ref in ipairs(input.references) do
    if ref.text then return input end
  end
  return M.settle(input)
end

--- Finds a node by name: in the innermost scope first, then outwards.
---@param graph flux.Graph
---@param scopes string[] prefixes, outermost first
---@param name string
---@return flux.Node?
function M.find(graph, scopes, name)
  for depth = #scopes, 0, -1 do
    local prefix = depth > 0 and table.concat(scopes, "_", 1, depth) .. "_" or ""
    local node = graph.by_name[prefix .. name]
    if node then return node end
  end
end

--- "unknown node" with the nearest names that exist.
---@param graph flux.Graph
---@param name string
---@return string
function M.unknown(graph, name)
  local known = {}
  for i, node in ipairs(graph.nodes) do known[i] = node.name end
  return ("no node '%s'%s"):format(name, names.hint(name, known))
end

--- Why a field that is a node's own cannot be read.
---@param node flux.Node
---@param record flux.Record
---@param name string
---@return string
function M.internal(node, record, name)
  local results = types.results(record)
  return ("field '%s' of node '%s' is internal: only the node's own callbacks read it; its results: %s"):format(name,
    rawget(node, "name"), results[1] and table.concat(results, ", ") or "none")
end

-- The name that "outer.inner.node.field" means, whose author took scopes for tables; nil when it is no node's.
local function joined_name(graph, ref)
  local name, rest = ref.text, ""
  while name do
    if M.find(graph, ref.scope, (name:gsub("%.", "_"))) then return (name:gsub("%.", "_")) .. rest end
    local short, last = name:match("^(.*)(%.[^.]*)$")
    name, rest = short, (last or "") .. rest
  end
end

local function look_up(input, ref, place)
  local graph = input.node.graph
  local name, field_name = ref.text:match("^([^.]+)%.?(.*)$")
  local node = M.find(graph, ref.scope, name)
  if not node then
    local joined = joined_name(graph, ref)
    fail(input, "%s%s", place, joined and ("no node '%s': scopes are joined by '_': '%s'"):format(name, joined) or M.unknown(graph, name))
  end
  if field_name == "" then return { node = node } end
  local record = require("flux.node").cell(node)
  local field = record.by_name[field_name]
  if not field then
    fail(input, "%snode '%s' has no field '%s'%s", place, node.name, field_name, names.hint(field_name, types.results(record)))
  end
  if field.internal then fail(input, "%s%s", place, M.internal(node, record, field_name)) end
  return { node = node, field = field }
end

--- Turns references into elements and checks that they go together.
---@param input flux.Input
---@return flux.Input
function M.settle(input)
  if input.elements then return input end
  local elements = {}
  for i, ref in ipairs(input.references) do
    local place = input.list and ("element %d: "):format(i - 1) or ""
    local element = ref.text and look_up(input, ref, place) or ref
    if element.field and element.field.count then
      fail(input, "%s'%s.%s' is an array; read the node instead", place, element.node.name, element.field.name)
    end
    local first = elements[1] or element
    if (first.field == nil) ~= (element.field == nil) then
      fail(input, "%sa list holds nodes or ports, not both", place)
    end
    if first.field and first.field.type ~= element.field.type then
      fail(input, "%s'%s.%s' is %s, the others are %s", place, element.node.name, element.field.name, element.field.type,
        first.field.type)
    end
    elements[i] = element
  end
  input.elements, input.references = elements, nil
  if #input.node.graph.groups > 0 then require("flux.keyed.wiring").settle(input) end
  return input
end

return M
