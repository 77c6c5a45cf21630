-- SPDX-License-Identifier: MIT
-- What a node of the library was called with: checked, typed, and split into inputs and options. Mistakes blame the user's line.
--
--   local given = givens.new("mean", { x = tick.price, window = 20 })
--   given:input "x"   given:count("window", 20)   given:duration "every"   given:choice("nan", { "propagate", "skip" })
--   given:done()      -- refuses what nobody asked for

local duration = require "flux.duration"
local inputs = require "flux.input"
local kinds = require "flux.kind"
local names = require "flux.names"
local origins = require "flux.origin"

local M = {}

local Given = {}
Given.__index = Given

--- Wraps the table that a user called a node of the library with.
---@param node string the node's name
---@param options table
---@return flux.Given
function M.new(node, options)
  local origin = origins.here()
  if type(options) ~= "table" or getmetatable(options) or rawget(options, "is_port") then
    origins.fail(origin, "nodes.%s: expected a table of inputs and options, as in nodes.%s { x = tick.price }", node, node)
  end
  return setmetatable({ node = node, options = options, origin = origin, inputs = {}, known = {}, seen = {} }, Given)
end

function Given:fail(message, ...) origins.fail(self.origin, "nodes.%s: %s", self.node, message:format(...)) end

local function look(self, key)
  if not self.seen[key] then
    self.seen[key] = true
    self.known[#self.known + 1] = key
  end
  return self.options[key]
end

--- Whether an option or input was given.
function Given:has(key) return look(self, key) ~= nil end

local classes = { double = "number", float = "number", bool = "bool", symbol = "symbol", int64_t = "integer", uint64_t = "integer" }

-- The field behind an input that is a port; nil when it is not known yet.
local function field_of(self, key)
  local value = look(self, key)
  if type(value) ~= "table" then return nil end
  if rawget(value, "value") then value = value.value end -- flux.passive
  return type(value) == "table" and rawget(value, "is_port") and rawget(value, "field") or nil
end

--- The type of a port's field; nil when it is not known yet.
---@return string?
function Given:type(key)
  local field = field_of(self, key)
  return field and field.type
end

--- What the values of a port are: "number", "bool", "symbol" or "integer" (64 bits); nil when it is not known yet.
function Given:class(key)
  local field = field_of(self, key)
  return field and (classes[field.type] or "number")
end

--- An input that must be there.
---@param key string
---@param passive boolean? ordered and readable only
---@param whole boolean? a whole node will do: only its ticks matter
function Given:input(key, passive, whole)
  local value = look(self, key)
  if value == nil then self:fail("input '%s' is not given (a misspelt variable is nil)", key) end
  if type(value) == "table" and rawget(value, "is_node") and not whole and key ~= "trigger" and key ~= "reset" then
    local field = value.record and value.record.fields[1]
    self:fail("input '%s': node '%s' is given, and one of its fields is needed, as in %s = %s.%s", key, value.name, key, value.name,
      field and field.name or "value")
  end
  self.inputs[key] = passive and inputs.passive(value) or value
end

--- An input that must be a number.
function Given:number_input(key, passive)
  self:input(key, passive)
  local class = self:class(key)
  if class and class ~= "number" then
    self:fail("input '%s': a number is needed, and this port is %s", key, class == "integer" and "a 64-bit integer" or "a " .. class)
  end
end

--- An input whose values are keys: symbols or integers.
---@return string type
function Given:key_input(key, passive)
  self:input(key, passive)
  local found = self:type(key)
  if not found then self:fail("input '%s': a port is needed, so that the type of the keys is known", key) end
  if found == "double" or found == "float" or found == "bool" then
    self:fail("input '%s': a key is a symbol or an integer, and this port is a %s", key, found)
  end
  return found
end

--- The g:by that an input's node belongs to; what knows its keys become inputs, `keys` and, where keys can leave, `left`.
---@return table
function Given:group(key)
  local value = look(self, key)
  local node = type(value) == "table" and rawget(value, "is_port") and rawget(value, "node")
  local by = node and node.is_keyed
  if not by then self:fail("input '%s': a port of a node in g:by is needed, whose values belong to keys", key) end
  self.inputs.keys = inputs.passive(by.router)
  if by.leaves then self.inputs.left = by.leaver end
  return by
end

--- A number; default nil makes it required.
---@param any boolean? NaN too
---@return number
function Given:number(key, default, least, most, any)
  local value = look(self, key)
  if value == nil then value = default end
  if value == nil then self:fail("option '%s' is not given", key) end
  if type(value) ~= "number" or value ~= value and not any then
    self:fail("option '%s': expected a number, got %s", key, tostring(value))
  end
  if least and value < least or most and value > most then
    self:fail("option '%s': %.15g is not %s", key, value, most and least and ("from %.15g to %.15g"):format(least, most)
      or least and ("%.15g or more"):format(least) or ("%.15g or less"):format(most))
  end
  return value
end

--- A whole number.
---@return integer
function Given:count(key, default, least, most)
  local value = self:number(key, default, least or 1, most or 2 ^ 24)
  if value ~= math.floor(value) then self:fail("option '%s': %g is not a whole number", key, value) end
  return value
end

--- A duration that is longer than zero, as int64 ns; nil when it is not given.
---@param zero boolean? zero, too
---@return ffi.cdata*?
function Given:duration(key, zero)
  local value = look(self, key)
  if value == nil then return nil end
  if type(value) == "number" then
    self:fail("option '%s': a duration has a unit, as in %s = \"%gms\", got the number %g", key, key, value, value)
  end
  local ns, reason = duration.parse(value)
  if not ns then self:fail("option '%s': %s", key, reason) end
  if ns < 0 and zero then self:fail("option '%s': '%s' is shorter than zero", key, tostring(value)) end
  if ns <= 0 and not zero then self:fail("option '%s': '%s' is not longer than zero", key, tostring(value)) end
  return ns
end

--- Is this option a text such as "100ms" (and not a number of values)?
function Given:is_duration(key) return type(look(self, key)) == "string" or type(self.options[key]) == "cdata" end

--- One of several words; the first is the default.
---@return string
function Given:choice(key, choices)
  local value = look(self, key)
  if value == nil then return choices[1] end
  for _, choice in ipairs(choices) do
    if value == choice then return choice end
  end
  self:fail("option '%s': expected \"%s\", got %s%s", key, table.concat(choices, "\" or \""), tostring(value), names.hint(value, choices))
end

---@return boolean
function Given:flag(key, default)
  local value = look(self, key)
  if value == nil then return default end
  if type(value) ~= "boolean" then self:fail("option '%s': expected true or false, got %s", key, tostring(value)) end
  return value
end

--- A function that bodies can call; whether it is portable is found when the graph is resolved.
---@return function
function Given:fn(key)
  local value = look(self, key)
  if type(value) ~= "function" then self:fail("option '%s': expected a function of one number, got %s", key, type(value)) end
  local info = debug.getinfo(value, "Su")
  if info.what ~= "C" and (info.nparams ~= 1 or info.isvararg) then
    self:fail("option '%s': expected a function of one number, and this one has %s", key,
      info.isvararg and "any number of parameters" or info.nparams == 0 and "no parameter" or info.nparams .. " parameters")
  end
  return value
end

--- Refuses every key that was not looked at.
function Given:done()
  for _, key in ipairs(names.keys(self.options)) do
    if not self.seen[key] then self:fail("unknown option '%s'%s", tostring(key), names.hint(key, self.known)) end
  end
  return self
end

--- The kind instance: a kind called with the inputs and params, in the user's line.
---@param kind flux.Kind
---@param params table?
---@return flux.KindInstance
function Given:instance(kind, params)
  kind.library = true
  local call = {}
  for key, value in pairs(self.inputs) do call[key] = value end -- a copy: the order does not matter
  for key, value in pairs(params or {}) do call[key] = value end
  return kinds.instance(kind, call, self.origin)
end

return M
