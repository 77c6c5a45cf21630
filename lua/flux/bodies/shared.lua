-- SPDX-License-Identifier: MIT
-- flux.bodies.shared: callbacks that are one function with inputs of one shape are compiled once. Large graphs are built in loops
-- and of few kinds.
--
--   local share = shared.new()
--   local key = share:key(callback)
--   local body = share:find(key, callback) or …     share:keep(key, callback, body)
--
-- One function is: a text, or a function of the script that closes over equal values; a loop makes it anew for each node. What a body
-- knows of its own node is in its arguments and facts, and is exchanged; in its tree inputs stand by name.

local ffi = require "ffi"
local texts = require "flux.nodes.support.text"

local int64, uint64 = ffi.typeof "int64_t", ffi.typeof "uint64_t"

local M = {}

local Share = {}
Share.__index = Share

function M.new() return setmetatable({ known = {}, sources = {}, ids = {}, count = 0 }, Share) end

-- The number of an object, by which keys name it.
local function id_of(self, object)
  if object == nil then return 0 end
  local id = self.ids[object]
  if not id then
    id = self.count + 1
    self.ids[object], self.count = id, id
  end
  return id
end

-- A value from outside of a body as a text that only equal ones have; -0 is not 0.
local function value_key(self, value)
  local kind = type(value)
  if kind == "number" then return ("%.17g"):format(value) end
  if kind == "string" then return ("%q"):format(value) end
  if kind == "boolean" or kind == "nil" or ffi.istype(int64, value) or ffi.istype(uint64, value) then return tostring(value) end
  return "#" .. id_of(self, value)
end

local function function_key(self, fn)
  local words = { string.dump(fn) }
  for i = 1, math.huge do
    local name, value = debug.getupvalue(fn, i)
    if not name then return table.concat(words, "\n") end
    words[i + 1] = value_key(self, value)
  end
end

local function text_key(self, source)
  local words, names = { ("%q"):format(source.text), source.origin.file, source.origin.line }, {}
  for name in pairs(source.upvalues or {}) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do words[#words + 1] = name .. "=" .. value_key(self, source.upvalues[name]) end
  return table.concat(words, "\n")
end

-- Which function a source is, as a number; nil where it may be like no other.
local function source_of(self, source)
  local known = self.sources[source]
  if known == nil then
    local key = type(source) == "function" and function_key(self, source) or source.is_body and source.origin and text_key(self, source)
    known = key and id_of(self, key) or false
    self.sources[source] = known
  end
  return known or nil
end

-- Lists are read through their elements' own places, keyed nodes know more of their node.
local function is_own(node) return node.is_keyed or node.is_view end

---What callbacks have in common whose bodies are one; nil: no other is like this.
---@param callback flux.Callback
---@return string|nil
function Share:key(callback)
  local node, source = callback.node, source_of(self, callback.source)
  if not source or is_own(node) then return nil end
  local full = type(callback.source) == "table" and texts.declared(callback.source.full, node.origin)
  local words = { source, full or "", callback.role, id_of(self, callback.event), callback.input and callback.input.name or "",
    id_of(self, node.record) }
  for _, param in ipairs(node.params) do words[#words + 1] = param.name .. "=" .. value_key(self, param.value) .. param.type end
  for _, input in ipairs(node.inputs) do
    local element = input.elements[1]
    if input.list or is_own(element.node) then return nil end
    words[#words + 1] = ("%s:%d%s"):format(input.name, id_of(self, element.field or element.node.record), input.prev and "'" or "")
  end
  return table.concat(words, " ")
end

local function own_inputs(list, node)
  if #list == 0 then return list end
  local out = {}
  for i, input in ipairs(list) do out[i] = node.inputs_by_name[input.name] end
  return out
end

---The body of a callback that is like an earlier one.
---@param key string|nil of Share:key
---@param callback flux.Callback
---@return table|nil body
function Share:find(key, callback)
  local known = key and self.known[key]
  if not known then return nil end
  local body, inputs, args = known.body, callback.node.inputs_by_name, {}
  for i, arg in ipairs(body.args) do
    args[i] = arg.input and { what = arg.what, input = inputs[arg.input.name], field = arg.field } or arg
  end
  local ticked, valid, facts = body.facts.ticked, body.facts.valid, body.facts
  if #ticked > 0 or #valid > 0 then
    facts = setmetatable({ ticked = own_inputs(ticked, callback.node), valid = own_inputs(valid, callback.node) }, known.facts)
  end
  return setmetatable({ args = args, inputs = inputs, facts = facts }, known.rest)
end

---Keeps a body for callbacks that are like this one. Helpers know more of their node; who arms needs a timer.
---@param key string|nil of Share:key
---@param body table
function Share:keep(key, body)
  if key and body.language == "portable" and #body.functions == 0 and not body.facts.arms then
    self.known[key] = { body = body, rest = { __index = body }, facts = { __index = body.facts } }
  end
end

return M
