-- SPDX-License-Identifier: MIT
-- flux.bodies.context: what a body reaches through `ctx`, made from a host (see flux.bodies).
--
-- Portable bodies call single functions of it (see flux.bodies.names); an opaque Lua body gets the `ctx` object itself:
--
--   function(self, fast, ctx) if ctx.ticked("fast") then ctx.post(Tick, { price = 1 }) end end
--
-- An opaque body names an input to ctx.ticked and ctx.valid by its state or by its name; the value of a port is a number
-- and says nothing of where it came from, so a port is named by its name.

local ffi = require "ffi"
local types = require "flux.types"
local support = require "flux.body.support"
local hint = require("flux.names").hint

local M = {}

local POINTER = { double = "double *", float = "float *", bool = "bool *", symbol = "uint32_t *" }

---The pointer type to a field (its first element, for an array).
---@param field flux.Field
---@return string
function M.pointer_type(field) return POINTER[field.type] or field.type .. " *" end

---The function behind ctx.after.
---@param node flux.Node
---@param host table
---@return fun(ns: integer|number)
function M.after(node, host)
  local convert = support.lua.sat_i64
  return function(ns)
    return host.after(node, type(ns) == "number" and convert(ns) or ns)
  end
end

---A list input as an opaque body sees it: 0-based, with `n`; nodes as their state, ports as their current value.
---@param input flux.Input
---@param host table
---@return table
function M.list(input, host)
  local read = {}
  for i, element in ipairs(input.elements) do
    local state = ffi.cast("uint8_t *", host.address(input, i))
    if element.field then
      local pointer = ffi.cast(M.pointer_type(element.field), state)
      read[i - 1] = function() return pointer[0] end
    else
      local pointer = ffi.cast(types.pointer(element.node.record), state)
      read[i - 1] = function() return pointer end
    end
  end
  return setmetatable({}, { __index = function(_, key)
    if key == "n" then return #input.elements end
    local get = read[key] or error(("input '%s' has no element %s"):format(input.name, tostring(key)), 2)
    return get()
  end, __newindex = function() error(("input '%s' is read-only"):format(input.name), 2) end })
end

-- Finds the input that an opaque body means by a state pointer or a name.
local function finder(callback, host)
  local node = callback.node
  local states = {}
  for _, input in ipairs(node.inputs) do
    local element = input.elements[1]
    if not input.list and not element.field then
      states[#states + 1] = { input = input, address = ffi.cast("void *", host.address(input, 1)) }
    end
  end
  return function(what)
    if type(what) == "string" and node.inputs_by_name[what] then return node.inputs_by_name[what] end
    if type(what) == "cdata" then
      for _, state in ipairs(states) do
        if ffi.cast("void *", what) == state.address then return state.input end
      end
    end
    error("ctx.ticked and ctx.valid take an input: its state, or its name as a string (a port or a list: its name)", 3)
  end
end

local function any(input, test)
  for _, element in ipairs(input.elements) do
    if test(element.node) then return true end
  end
  return false
end

-- What the body checker refuses in a portable body.
local function check_post(node, event_type, fields)
  if type(event_type) ~= "table" or not event_type.is_event then
    error("ctx.post takes an event type first, got " .. type(event_type), 3)
  elseif fields ~= nil and type(fields) ~= "table" then
    error("ctx.post takes the event's fields as a table, got " .. type(fields), 3)
  elseif not node.graph:handles(event_type) then
    error(("ctx.post: no node handles event type '%s'"):format(event_type.name), 3)
  end
  local unknown
  for name in pairs(fields or {}) do -- the first by name is reported: the order does not matter
    local text = tostring(name)
    if not event_type.record.by_name[name] and (not unknown or text < unknown) then unknown = text end
  end
  if not unknown then return end
  local names = {}
  for i, field in ipairs(event_type.record.fields) do names[i] = field.name end
  error(("ctx.post: event type '%s' has no field '%s'%s"):format(event_type.name, unknown, hint(unknown, names)), 3)
end

---The `ctx` object of an opaque callback.
---@param callback flux.Callback
---@param host table
---@return table
function M.new(callback, host)
  local node = callback.node
  local find = finder(callback, host)
  local read = { now = host.now, wall = host.wall, cycle = host.cycle }
  local function settled(input)
    if input.prev then error(("ctx.ticked: '%s' is flux.prev: not ordered, so not known yet"):format(input.name), 3) end
    return input
  end
  local ctx = {
    ticked = function(x) return any(settled(find(x)), host.ticked) end,
    valid = function(x) return any(find(x), host.valid) end,
    after = M.after(node, host),
    cancel = function() return host.cancel(node) end,
  }
  function ctx.post(event_type, fields)
    check_post(node, event_type, fields)
    local event = ffi.new(types.ctype(event_type.record))
    local initial = types.initial(event_type.record, node.graph)
    ffi.copy(event, initial, #initial)
    for _, field in ipairs(event_type.record.fields) do
      local value = fields and fields[field.name]
      if field.type == "symbol" and type(value) == "string" then value = host.symbol(value) end
      if type(value) == "table" and value.is_symbol then value = host.symbol(value.text) end
      if value ~= nil then event[field.name] = value end
    end
    return host.post(event_type, event)
  end
  return setmetatable(ctx, { __index = function(_, name)
    local get = read[name] or error("ctx has no field '" .. tostring(name) .. "'", 2)
    return get()
  end, __newindex = function() error("ctx is read-only", 2) end })
end

return M
