-- SPDX-License-Identifier: MIT
-- The fluent form: ports have operators and the nodes of flux.nodes as methods.
--
--   ((tick.bid + tick.ask) / 2):ema { alpha = 0.1 }:changed(0.01):sink "mid"
--
-- Each method makes an ordinary node; its name is the method's with a number (ema_1), or the option `name`. Arithmetic is fused: an
-- expression becomes one node when something reads it. A method gives the port `value` of its node, or the node when it has none.

local names = require "flux.names"
local nodes = require "flux.node"
local origins = require "flux.origin"
local sources = require "flux.source"

local M = {}

local Expression = {}

local function is(value, key) return type(value) == "table" and rawget(value, key) == true end
local function is_term(value) return type(value) == "number" or is(value, "is_port") or is(value, "is_expression") end

-- Expressions ------------------------------------------------------------------------------------------------------------------------

local SHOWN = { __add = "+", __sub = "-", __mul = "*", __div = "/", __mod = "%", __pow = "^" }

local function binary(op)
  return function(left, right)
    local term = is_term(left) and is_term(right)
    if not term then
      local side = right
      if not is_term(left) then side = left end
      origins.fail(origins.here(), "'%s' on a port and %s: %s", op, is(side, "is_node") and "a node" or side == nil and "nil"
        or "a " .. type(side), side == nil and "a misspelt variable is nil" or "name a port of it, as in tick.price")
    end
    return setmetatable({ is_expression = true, op = op, left = left, right = right }, Expression)
  end
end

local function negative(value) return setmetatable({ is_expression = true, op = "neg", left = value }, Expression) end

for event, op in pairs(SHOWN) do -- each by itself: the order does not matter
  Expression[event] = binary(op)
  nodes.Port[event] = Expression[event]
end
Expression.__unm, nodes.Port.__unm = negative, negative
Expression.__tostring = function() return "an expression of ports" end

-- The first port of an expression, which knows the graph.
local function first_port(value)
  if is(value, "is_port") then return value end
  if not is(value, "is_expression") then return nil end
  return first_port(value.left) or first_port(value.right)
end

local function graph_of(value) return is(value, "is_node") and value.graph or rawget(first_port(value), "node").graph end

-- A name that is free in the graph, for a node that has none of its own.
local function free_name(graph, stem)
  local number, scope = 1, #graph.scopes > 0 and table.concat(graph.scopes, "_") .. "_" or ""
  while graph.by_name[scope .. stem .. "_" .. number] do number = number + 1 end
  return stem .. "_" .. number
end

local WIDE = { int64_t = true, uint64_t = true }

-- The text of an expression; its ports become inputs, named for their fields.
local function text_of(value, inputs)
  if type(value) == "number" then return require("flux.nodes.support.text").number(value) end
  if is(value, "is_expression") then
    if value.op == "neg" then return "-(" .. text_of(value.left, inputs) .. ")" end
    return ("(%s %s %s)"):format(text_of(value.left, inputs), value.op, text_of(value.right, inputs))
  end
  local node, field = rawget(value, "node"), rawget(value, "field")
  local found
  for _, input in ipairs(inputs) do
    if input.port.node == node and input.port.field == field then found = input end
  end
  if not found then
    local name = node.name .. "_" .. field.name
    found = { name = names.refused(name, "input") and "x_" .. #inputs or name, port = value }
    inputs[#inputs + 1] = found
  end
  return WIDE[field.type] and "tonumber(" .. found.name .. ")" or found.name
end

-- The node of an expression: update sets `value`. With several source nodes it waits until each has been dirty.
local function materialise(value, name)
  local graph, list = graph_of(value), {}
  local text = text_of(value, list)
  local spec = { inputs = {}, state = "double value;", when = "any" }
  local parameters = {}
  for i, input in ipairs(list) do
    parameters[i], spec.inputs[input.name] = input.name, input.port
    if input.port.node ~= list[1].port.node then spec.when = "all" end
  end
  spec.update = sources.body(("function(self, %s) self.value = %s end"):format(table.concat(parameters, ", "), text))
  local node = graph:node(name or free_name(graph, "expression"), spec)
  rawset(node, "fluent", "= " .. text)
  return node
end

local function port_of(value, name)
  if not is(value, "is_expression") then return value end
  local known = rawget(value, "made")
  if not known then
    known = materialise(value, name).value
    value.made = known
  end
  return known
end

-- Methods ----------------------------------------------------------------------------------------------------------------------------

-- The input that the port is, and the option that a method's only argument is, where they are not x and window.
local FIRST = { vwap = "price", atr = "close", merge = false, switch = false, combine = false, lookup = "key" }
local MAIN = { changed = "tolerance", delay = "by", diff = "n", pct_change = "n", take = "n", skip = "n", ema = "span", ema_var = "span",
  ema_std = "span", throttle = "interval", debounce = "quiet", deadline = "within", rate_limiter = "rate", default = "fallback",
  edge = "level", twap = "every", rsi = "n", sample = "every", asof = "y", top = "n", across = "of", map = "fn", filter = "fn" }

local function options_of(method, given)
  if given == nil then return {} end
  if type(given) ~= "table" or getmetatable(given) or is(given, "is_port") or is(given, "is_node") then
    return { [MAIN[method] or "window"] = given }
  end
  local copy = {}
  for key, value in pairs(given) do copy[key] = value end -- a copy: the order does not matter
  return copy
end

local methods = {}

-- What a method is called on, and with one argument at most.
local function check_call(method, value, ...)
  if not (is_term(value) and type(value) ~= "number" or is(value, "is_node")) then
    origins.fail(origins.here(), "%s is called with a dot; did you mean port:%s …?", method, method)
  end
  if select("#", ...) > 1 then
    origins.fail(origins.here(), "%s takes one argument, got %d: write %s { option = … }", method, select("#", ...), method)
  end
end

--- Names the node of an expression: (a + b):named "mid".
function methods.named(value, name, ...)
  check_call("named", value, name, ...)
  return port_of(value, name)
end

--- Publishes the node of a port.
function methods.sink(value, name, ...)
  check_call("sink", value, name, ...)
  local port = port_of(value)
  graph_of(port):sink(name, is(port, "is_port") and rawget(port, "node") or port)
  return port
end

local library = {}
for _, group in ipairs(require("flux.nodes").groups) do
  for _, name in ipairs(group[2]) do library[name] = FIRST[name] ~= false end
end

local function apply(method)
  local first = FIRST[method] or "x"
  return function(value, given, ...)
    check_call(method, value, given, ...)
    local options = options_of(method, given)
    local graph, name = graph_of(value), options.name
    options.name = nil
    if options[first] ~= nil then
      origins.fail(origins.here(), "%s: '%s' is the port that the method is of; leave it out, or write g:node(…, nodes.%s { … })", method,
        first, method)
    end
    options[first] = port_of(value)
    local node = graph:node(name or free_name(graph, method), require("flux.nodes")[method](M.settle(options)))
    rawset(node, "fluent", ":" .. method)
    return node.record.by_name.value and node.value or node
  end
end

--- What `value:key` is: a method, or nil. Nodes only have `sink`; their fields come first.
---@param value flux.Node|flux.Port|table an expression
---@param key string
---@return function?
function nodes.method(value, key)
  if is(value, "is_node") then return key == "sink" and methods.sink or nil end
  return methods[key] or library[key] and apply(key) or nil
end

--- " (did you mean 'ema'?)" for a method that does not exist.
---@param key string
---@return string
function nodes.method_hint(key)
  local known = { "named", "sink" }
  for _, name in ipairs(names.keys(library)) do known[#known + 1] = library[name] and name or nil end
  return names.hint(key, known)
end

function Expression.__index(value, key)
  if type(key) ~= "string" or key:match("^is_") then return nil end
  local method = nodes.method(value, key)
  if method then return method end
  if key == "made" or key == "left" or key == "right" or key == "value" then return nil end
  origins.fail(origins.here(), "an expression of ports has no method '%s'%s", key, nodes.method_hint(key))
end

-- Wiring -----------------------------------------------------------------------------------------------------------------------------

-- Most nodes have no expression among their inputs: nothing is sorted for them.
local function has_expression(given)
  for _, value in pairs(given) do -- any one will do: the order does not matter
    if type(value) == "table" then
      if rawget(value, "is_expression") or is(rawget(value, "value"), "is_expression") then return true end
      if not rawget(value, "is_port") and not rawget(value, "is_node") and has_expression(value) then return true end
    end
  end
  return false
end

local function settle_table(given)
  if not has_expression(given) then return given end
  for _, key in ipairs(names.keys(given)) do
    local value = given[key]
    if is(value, "is_expression") then
      given[key] = port_of(value)
    elseif type(value) == "table" and not getmetatable(value) and not is(value, "is_port") and not is(value, "is_node") then
      settle_table(value)
    elseif type(value) == "table" and is(rawget(value, "value"), "is_expression") then -- flux.passive, flux.prev
      value.value = port_of(value.value)
    end
  end
  return given
end

--- Makes nodes of the expressions among the inputs of a node that is about to be declared.
---@param spec table a node's spec, a kind's instance, or a table of inputs
---@return table spec
function M.settle(spec)
  if type(spec) ~= "table" then return spec end
  local given = rawget(spec, "given") or rawget(spec, "inputs")
  if type(given) == "table" and not getmetatable(given) then settle_table(given)
  elseif not getmetatable(spec) and given == nil then
    for _, key in ipairs(names.keys(spec)) do
      if is(spec[key], "is_expression") then spec[key] = port_of(spec[key]) end
    end
  end
  return spec
end

return M
