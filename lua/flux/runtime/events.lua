-- SPDX-License-Identifier: MIT
-- flux.runtime.events: events and states as memory.
--
-- An event type has an FFI type of its own (equal layouts do not share one here), so that rt:dispatch knows an event's type from
-- the value alone.

local ffi = require "ffi"
local blame = require("flux.origin").blame
local names = require "flux.names"
local types = require "flux.types"
local convert = require("flux.values").convert

local M = {}

local function ctype_of(event)
  if not event.ctype then event.ctype = ffi.typeof("struct {\n" .. event.record.c .. "}") end
  return event.ctype
end

---Identifies the type of an event made by M.new; traced by LuaJIT without a call.
---@param event ffi.cdata*
---@return integer -1 for what is no memory at all
function M.type_id(event) return type(event) == "cdata" and tonumber(ffi.typeof(event)) or -1 end

---A time for rt:advance: ns, a whole number.
---@param value any
---@return integer int64
function M.time(value)
  local time, reason = convert("int64_t", value)
  if reason then blame("rt:advance takes a time in ns: " .. reason) end
  return time
end

---What rt:buffer takes besides an event type.
---@param value any
---@return ffi.cdata*
function M.made(value)
  if type(value) ~= "cdata" then blame("rt:buffer takes an event made by rt:new, or an event type and a table; got " .. type(value)) end
  return value
end

---@param event flux.EventType
---@return integer
function M.id_of(event) return tonumber(ctype_of(event)) end

function M.pointer(event) return ffi.cast("const void *", event) end

---The place of the pointer to the event that runs, typed: the event is what `current(event, clock)[0]` points to.
---@param event flux.EventType
---@param clock ffi.cdata* flux_clockwork
---@return ffi.cdata*
function M.current(event, clock)
  local address = ffi.cast("uint8_t *", clock) + ffi.offsetof("flux_clockwork", "event")
  return ffi.cast(ffi.typeof("$ *", types.pointer(event.record)), address)
end

---A new event with its fields' defaults.
---@param event flux.EventType
---@param graph flux.Graph
---@return ffi.cdata*
function M.new(event, graph)
  local object = ctype_of(event)()
  local initial = types.initial(event.record, graph)
  ffi.copy(object, initial, #initial)
  return object
end

local function set_scalar(rt, field, value)
  if field.type == "symbol" and type(value) == "string" then return rt:symbol(value) end
  if type(value) == "table" and value.is_symbol then return rt:symbol(value.text) end
  return convert(field.type, value)
end

local function set_field(rt, object, field, value)
  if not field.count then
    local converted, reason = set_scalar(rt, field, value)
    if reason then blame(("field '%s': %s"):format(field.name, reason)) end
    object[field.name] = converted
    return
  end
  for i = 0, field.count - 1 do
    local item = value[i + (value[0] == nil and 1 or 0)]
    if item ~= nil then
      local converted, reason = set_scalar(rt, field, item)
      if reason then blame(("field '%s[%d]': %s"):format(field.name, i, reason)) end
      object[field.name][i] = converted
    end
  end
end

---An event filled from a table; the same memory for each event of one type, valid until the next call.
---@param rt flux.Runtime
---@param event flux.EventType
---@param fields table
---@return ffi.cdata*
function M.fill(rt, event, fields)
  -- Inside a sink an event may wait outside of it, filled in and not run yet: that one keeps its memory.
  local inside = rt.publishing or rt.clock and rt.clock.publishing ~= 0
  rt.scratch = rt.scratch or { [true] = {}, [false] = {} }
  local scratch = rt.scratch[inside and true or false]
  local object = scratch[event]
  if not object then
    object = M.new(event, rt.graph)
    scratch[event] = object
  end
  local initial = types.initial(event.record, rt.graph)
  ffi.copy(object, initial, #initial)
  local known = 0
  for _, field in ipairs(event.record.fields) do
    local value = fields[field.name]
    if value ~= nil then
      known = known + 1
      set_field(rt, object, field, value)
    end
  end
  for name in pairs(fields) do
    if known == 0 or not event.record.by_name[name] then
      if not event.record.by_name[name] and name ~= 1 then
        blame(("event type '%s' has no field '%s'"):format(event.name, tostring(name)))
      end
    end
  end
  return object
end

-- By type: pointer, bytes, the bits of infinity without a sign, of the one NaN. The bits are looked at as integers: a NaN of other bits
-- is no number to LuaJIT, which keeps the types of its own values there.
local FLOATS = {
  double = { "int64_t *", 8, 0x7fffffffffffffffLL, 0x7ff0000000000000LL, 0x7ff8000000000000LL },
  float = { "int32_t *", 4, 0x7fffffff, 0x7f800000, 0x7fc00000 },
}

---Makes every NaN of a record the one (S18).
---@param record flux.Record
---@param address ffi.cdata* uint8_t *
function M.canonical(record, address)
  for _, field in ipairs(record.fields) do
    local float = FLOATS[field.type]
    for i = 0, float and (field.count or 1) - 1 or -1 do
      local bits = ffi.cast(float[1], address + field.offset + i * float[2])
      if bit.band(bits[0], float[3]) > float[4] then bits[0] = float[5] end
    end
  end
end

---The bytes of a record, every NaN canonical (S18).
---@param record flux.Record
---@param address ffi.cdata* uint8_t *
---@return string
function M.bytes(record, address)
  local copy = ffi.new("uint8_t[?]", math.max(record.size, 1))
  ffi.copy(copy, address, record.size)
  M.canonical(record, copy)
  return ffi.string(copy, record.size)
end

local readonly = {}

---A read-only view of a node's state.
---@param record flux.Record
---@param address ffi.cdata*
---@return ffi.cdata*
function M.readonly(record, address)
  local ctype = types.ctype(record)
  local id = tonumber(ctype)
  readonly[id] = readonly[id] or ffi.typeof("const $ *", ctype)
  return ffi.cast(readonly[id], address)
end

local MOST_NAMED = 20

---An empty rt.state, to be filled with views by name; a name that no node has is an error of whoever reads it.
---@param graph flux.Graph
---@return table<string, ffi.cdata*>
function M.states(graph)
  return setmetatable({}, { __index = function(_, name)
    local known = {}
    for i, node in ipairs(graph.nodes) do known[i] = node.name end
    local listed = table.concat(known, ", ", 1, math.min(#known, MOST_NAMED)) .. (#known > MOST_NAMED and ", …" or "")
    blame("rt.state: graph '%s' has no node '%s'%s; its nodes: %s", graph.name, tostring(name), names.hint(name, known), listed)
  end })
end

return M
