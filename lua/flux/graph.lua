-- SPDX-License-Identifier: MIT
-- Graphs: the nodes, sinks and event types of a script, and the model that the resolver reads.
--
--   local g = flux.graph("signals", { capacity = 64 })
--   g:node(…)  g:sink(…)  g:scope(…)  g:observe { … }  g:default_input(…)  g:start { … }
--
-- graph:finish() looks up forward references and numbers the callbacks; it may be called again and does nothing then.

local callbacks = require "flux.callback"
local events = require "flux.event"
local fluent = require "flux.fluent"
local inputs = require "flux.input"
local names = require "flux.names"
local nodes = require "flux.node"
local options = require "flux.options"
local origins = require "flux.origin"
local symbols = require "flux.symbol"
local unknown = require "flux.unknown"

local M = {}

local Graph = {}
local PUBLIC = { "node", "sink", "scope", "by", "observe", "default_input", "set_param", "start" }
-- What finish and resolve set; until then a script reads nil.
local LATER = { callbacks = true, handled = true, observed = true, observations = true, script = true, directory = true, origin = true,
  event_index = true, by_open = true }
Graph.__index = unknown.index(Graph, "a graph", PUBLIC, LATER)
function Graph:__tostring() return ("graph '%s'"):format(self.name) end

--- Refuses calls that are written with a dot, and declarations after finish.
local function open(graph, origin, method)
  if getmetatable(graph) ~= Graph then
    origins.fail(origin, "g.%s(…) is called with a dot; did you mean g:%s(…)?", method, method)
  end
  if graph.finished then
    origins.fail(origin, "graph '%s' is resolved already: declare everything before it is started", graph.name)
  end
  return origin
end

--- The name with the prefixes of the scopes that are open.
local function scoped(graph, name)
  local scopes = graph.scopes
  return #scopes > 0 and table.concat(scopes, "_") .. "_" .. name or name
end

--- Declares a node.
---@param name string
---@param spec table|flux.KindInstance a node spec, or a kind called with its inputs and params
---@return flux.Node
function Graph:node(name, spec)
  local origin = open(self, origins.here(), "node")
  name = scoped(self, names.check(name, "node", origin))
  local first = self.by_name[name]
  if first then
    origins.fail(origin, "duplicate node '%s': the first is at %s", name, origins.text(first.origin))
  end
  fluent.settle(spec)
  return self:add_node(names.check(name, "node", origin), spec, origin, self.by_open and { is_keyed = self.by_open })
end

--- Declares a node whose name is checked and complete.
---@return flux.Node
function Graph:add_node(name, spec, origin, marks)
  local node = nodes.new(self, name, spec, origin, marks)
  node.index = #self.nodes -- its inputs may have declared views
  self.nodes[#self.nodes + 1], self.by_name[name] = node, node
  if node.is_keyed then require("flux.keyed").enter(node.is_keyed, node) end
  if self.finished then self:number(node) end
  return node
end

-- What a sink shows of a node: of one in a g:by, its view.
local function public(node) return node.is_keyed and require("flux.keyed.wiring").outside(node) or node end

--- Names a node as an output: the host sees it after each cycle in which it is dirty.
---@param name string
---@param node flux.Node|string
function Graph:sink(name, node)
  local origin = open(self, origins.here(), "sink")
  name = scoped(self, names.check(name, "sink", origin))
  local first = self.sinks_by_name[name]
  if first then
    origins.fail(origin, "duplicate sink '%s': the first is at %s", name, origins.text(first.origin))
  end
  local sink = { name = name, index = #self.sinks, origin = origin }
  if type(node) == "string" then
    sink.reference = { text = node, scope = self.scopes }
  else
    sink.node = public(self:own_node(node, ("sink '%s'"):format(name), origin))
  end
  self.sinks[#self.sinks + 1], self.sinks_by_name[name] = sink, sink
end

--- Checks that a value is a node of this graph.
---@param node any
---@param what string
---@param origin flux.Origin?
---@return flux.Node
function Graph:own_node(node, what, origin)
  local is_table = type(node) == "table"
  if is_table and rawget(node, "is_port") then
    origins.fail(origin, "%s: expected a node, got %s; name the node itself", what, tostring(node))
  end
  if not is_table or not rawget(node, "is_node") then
    origins.fail(origin, "%s: expected a node, got %s%s", what, type(node), node == nil and " (a misspelt variable is nil)" or "")
  end
  if node.graph ~= self then origins.fail(origin, "%s: node '%s' belongs to another graph", what, node.name) end
  return node
end

--- Runs `fn` with `prefix` before the names that it declares; names given as strings resolve inside the scope first.
---@param prefix string
---@param fn fun(g: flux.Graph): ...
---@return ... what fn returns
function Graph:scope(prefix, fn)
  local origin = open(self, origins.here(), "scope")
  names.check(prefix, "scope", origin)
  if type(fn) ~= "function" then origins.fail(origin, "scope '%s': expected a function, got %s", prefix, type(fn)) end
  local outer = self.scopes
  local inner = { unpack(outer) }
  inner[#inner + 1] = prefix
  self.scopes = inner
  local function close(...)
    self.scopes = outer
    return ...
  end
  return close(fn(self))
end

--- Declares what `fn` declares once for each key of an event: docs/keys.md.
---@param key flux.EventField|flux.EventField[] Event.field, or one of each of several event types
---@param given { capacity: integer, on_full: string?, age: string?, name: string? }
---@return ... what fn(g, keys) returns
function Graph:by(key, given, fn)
  return require("flux.keyed").by(self, key, given, fn, open(self, origins.here(), "by"))
end

--- Makes only these nodes (and those of earlier calls) public.
---@param list (flux.Node|string)[]
function Graph:observe(list)
  local origin = open(self, origins.here(), "observe")
  if type(list) ~= "table" or getmetatable(list) then
    origins.fail(origin, "observe: expected a list of nodes, as in g:observe { cross }")
  end
  if #list == 0 then origins.fail(origin, "observe: the list is empty (a misspelt variable is nil)") end
  self.observations = self.observations or {}
  for _, key in ipairs(names.keys(list)) do
    if type(key) ~= "number" then origins.fail(origin, "observe: a list has no names, found '%s'", tostring(key)) end
    local ref = { origin = origin }
    if type(list[key]) == "string" then
      ref.text, ref.scope = list[key], self.scopes
    else
      ref.node = self:own_node(list[key], "observe", origin)
    end
    self.observations[#self.observations + 1] = ref
  end
end

--- The file that `flux run` reads an event type from, unless told otherwise; relative to the script.
---@param event flux.EventType
---@param file string
function Graph:default_input(event, file)
  local origin = open(self, origins.here(), "default_input")
  if not events.is(event) then origins.fail(origin, "default_input: expected an event type, got %s", type(event)) end
  if type(file) ~= "string" then origins.fail(origin, "default_input: expected a path, got %s", type(file)) end
  for _, input in ipairs(self.default_inputs) do
    if input.event == event then
      origins.fail(origin, "default_input: event '%s' has one already, given at %s", event.name, origins.text(input.origin))
    end
  end
  self:use_event(event, origin)
  self.default_inputs[#self.default_inputs + 1] = { event = event, file = origins.beside(file, self.origin), origin = origin }
end

--- Changes a param of a node before the graph is resolved.
---@param node flux.Node|string
---@param param string
---@param value any a value of the param's type, or its text
function Graph:set_param(node, param, value)
  local origin = open(self, origins.here(), "set_param")
  local found = type(node) == "string" and self.by_name[node] or node
  if type(found) == "string" then origins.fail(origin, "set_param: %s", inputs.unknown(self, found)) end
  nodes.set_param(self:own_node(found, "set_param", origin), param, value, origin)
end

--- Notes that the graph uses an event type; types are numbered by their first use.
---@param event flux.EventType
---@param origin flux.Origin?
function Graph:use_event(event, origin)
  if self.event_position[event] then return end
  local snake = names.snake(event.name)
  for _, other in ipairs(self.events) do
    local taken = names.snake(other.name)
    if taken == snake or taken == snake .. "_n" or taken .. "_n" == snake then
      origins.fail(origin, "event '%s': the graph has an event '%s' already%s; both would be called '%s' in C", event.name,
        other.name, other.is_declared and ", declared at " .. origins.text(other.is_declared) or "", snake)
    end
  end
  self.events[#self.events + 1] = event
  self.event_position[event] = #self.events
  for _, field in ipairs(event.record.fields) do
    if symbols.is(field.default) then self:use_symbol(field.default) end
  end
end

--- Notes that the graph uses a symbol constant. Ids follow the order of creation, so a late one may move the others.
---@param symbol flux.Symbol
function Graph:use_symbol(symbol)
  if self.symbol_used[symbol] or symbol == symbols.none then return end
  local list = self.symbols
  local place = #list + 1
  while place > 1 and list[place - 1].order > symbol.order do place = place - 1 end
  table.insert(list, place, symbol)
  for i = place, #list do self.symbol_used[list[i]] = i end
  if self.finished then self:number_conditions() end
end

--- The id of a constant: its place among those that the graph uses, from 1.
---@param symbol flux.Symbol
---@return integer
function Graph:symbol_id(symbol)
  self:use_symbol(symbol)
  return self.symbol_used[symbol] or 0
end

-- Gives the conditions of filters the ids of their symbols.
function Graph:number_conditions()
  for _, c in ipairs(self.callbacks) do
    for _, condition in ipairs(c.conditions or {}) do
      if condition.symbol then condition.value = self:symbol_id(condition.symbol) end
    end
  end
end

local function look_up(graph, ref, what, origin)
  if not ref.text then return ref.node end
  local node = inputs.find(graph, ref.scope, ref.text)
  if not node then origins.fail(origin, "%s: %s", what, inputs.unknown(graph, ref.text)) end
  return node
end

--- Gives the inputs of a node their places and its callbacks their numbers and names.
function Graph:number(node)
  local first = 0
  for _, input in ipairs(node.inputs) do
    input.first, first = first, first + #input.elements
  end
  for _, c in ipairs(node.callbacks) do
    c.index, c.name = #self.callbacks, callbacks.name(c, self.taken)
    self.callbacks[#self.callbacks + 1] = c
    if c.event then self.handled[c.event] = true end
  end
end

--- Does a node of a finished graph handle this event type?
---@param event flux.EventType
---@return boolean
function Graph:handles(event) return self.handled[event] or false end

--- Resolves forward references and numbers the callbacks. Idempotent.
---@return flux.Graph self
function Graph:finish()
  if self.finished then return self end
  if #self.nodes == 0 then origins.fail(self.origin, "graph '%s' has no nodes", self.name) end
  for _, sink in ipairs(self.sinks) do
    if sink.reference then sink.node = public(look_up(self, sink.reference, ("sink '%s'"):format(sink.name), sink.origin)) end
  end
  for _, node in ipairs(self.nodes) do -- which may add nodes: views of those in g:by
    for _, input in ipairs(node.inputs) do inputs.settle(input) end
  end
  if #self.groups > 0 then require("flux.keyed.wiring").check(self) end
  self.callbacks, self.taken, self.handled = {}, {}, {}
  for _, node in ipairs(self.nodes) do Graph.number(self, node) end
  if self.observations then
    local chosen = {}
    for _, ref in ipairs(self.observations) do chosen[look_up(self, ref, "observe", ref.origin)] = true end
    self.observed = {}
    for _, node in ipairs(self.nodes) do
      if chosen[node] then self.observed[#self.observed + 1], self.observed[node] = node, true end
    end
  end
  self:number_conditions()
  self.finished = true
  return self
end

--- Starts the graph; options override the graph's.
---@param opts table?
---@return flux.Runtime
function Graph:start(opts)
  if getmetatable(self) ~= Graph then open(self, origins.here(), "start") end
  return require("flux.runtime").start(self, opts)
end

--- Creates a graph.
---@param name string the prefix of everything in the exported C
---@param given table? capacity, late, on_error, clock, unhandled, max_missed, symbols
---@return flux.Graph
function M.new(name, given)
  local origin = origins.here()
  names.check(name, "graph", origin)
  local script = origin and origins.absolute(origin.file)
  return setmetatable({
    is_graph = true, name = name, options = options.check(given, ("graph '%s'"):format(name), origin), origin = origin,
    nodes = {}, by_name = {}, events = {}, event_position = {}, sinks = {}, sinks_by_name = {}, default_inputs = {}, scopes = {},
    groups = {}, symbols = {}, symbol_used = {}, finished = false, script = script, directory = script and origins.directory(script),
  }, Graph)
end

---@return boolean
function M.is(value) return getmetatable(value) == Graph end

return M
