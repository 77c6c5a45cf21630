-- SPDX-License-Identifier: MIT
-- Event types: a name and a record, optionally with a field that is the event's time.
--
--   local Tick = flux.event("Tick", [[ double price; symbol symbol; int64_t time; ]], { time = "time" })
--   on = { [Tick] = fn, [Tick:where { symbol = flux.symbol "MSFT" }] = fn, [Tick:otherwise()] = fn }

local names = require "flux.names"
local origins = require "flux.origin"
local types = require "flux.types"
local values = require "flux.values"

local M = {}

local created, filtered = 0, 0

local EventType = {}
function EventType:__tostring() return "event " .. self.name end

local EventField = {}
EventField.__index = EventField
function EventField:__tostring() return ("field %s.%s"):format(self.event.name, self.field.name) end

-- What flux itself asks of an event type; fields of these names are reached by Event:field(name).
local ATTRIBUTES = { name = true, record = true, time = true, order = true, event = true }

--- Event.symbol is a reference to a field, for g:by.
function EventType:__index(key)
  local method = EventType[key]
  if method ~= nil or type(key) ~= "string" or ATTRIBUTES[key] then return method end
  local field = rawget(self, "record").by_name[key]
  return field and setmetatable({ event = self, field = field }, EventField) or nil
end

local Filter = {}
Filter.__index = Filter
function Filter:__tostring() return "filter of " .. self.event.name end

local Param = {}
Param.__index = Param
function Param:__tostring() return ("flux.param '%s'"):format(self.name) end

local function new_filter(event, conditions, otherwise, origin)
  filtered = filtered + 1
  return setmetatable({ is_filter = true, event = event, conditions = conditions, otherwise = otherwise, order = filtered,
    origin = origin }, Filter)
end

local function field_names(record)
  local list = {}
  for i, field in ipairs(record.fields) do list[i] = field.name end
  return list
end

--- A reference to a field, for g:by; the same as Event.name where no attribute of the event type has that name.
---@param name string
---@return flux.EventField
function EventType:field(name)
  local field = self.record.by_name[name]
  if not field then
    origins.fail(origins.here(), "event '%s': no field '%s'%s", self.name, tostring(name), names.hint(name, field_names(self.record)))
  end
  return setmetatable({ event = self, field = field }, EventField)
end

--- A filter: matches events whose fields equal the given values.
---@param conditions table<string, any> integers, booleans, Symbols, or flux.param(name) in a kind
---@return flux.EventFilter
function EventType:where(conditions)
  local origin = origins.here()
  local what = ("event '%s': where"):format(self.name)
  if type(conditions) ~= "table" then origins.fail(origin, "%s: expected a table of fields and values", what) end
  local list = {}
  for _, name in ipairs(names.keys(conditions)) do
    local field, value = self.record.by_name[name], conditions[name]
    if not field then
      origins.fail(origin, "%s: no field '%s'%s", what, tostring(name), names.hint(name, field_names(self.record)))
    end
    if not types.is_filterable(field) then
      origins.fail(origin, "%s: field '%s' is %s; filters take integer, bool and symbol fields", what, name,
        field.count and "an array" or "a " .. field.type)
    end
    if not M.is_param(value) then
      local converted, reason = values.convert(field.type, value)
      if converted == nil then origins.fail(origin, "%s: field '%s': %s", what, name, reason) end
      value = converted
    end
    list[#list + 1] = { field = field, value = value }
  end
  if #list == 0 then origins.fail(origin, "%s: no condition; [%s] handles every event of the type", what, self.name) end
  table.sort(list, function(a, b) return a.field.position < b.field.position end)
  return new_filter(self, list, false, origin)
end

--- Matches the events that no filter of the same node matched.
---@return flux.EventFilter
function EventType:otherwise()
  return new_filter(self, nil, true, origins.here())
end

local function create(name, record, time, origin)
  created = created + 1
  -- `is_declared` is its origin, under a name that leaves Event.origin to fields.
  return setmetatable({ is_event = true, name = name, record = record, time = time, order = created, is_declared = origin }, EventType)
end

local function time_field(record, name, what, origin)
  if name == nil then return nil end
  local field = record.by_name[name]
  if not field then
    origins.fail(origin, "%s: no field '%s' for its time%s", what, tostring(name), names.hint(name, field_names(record)))
  end
  if field.type ~= "int64_t" or field.count then
    origins.fail(origin, "%s: the time field '%s' must be an int64_t (ns), not %s", what, name, field.count and "an array" or field.type)
  end
  return field
end

--- Declares an event type.
---@param name string
---@param fields string? a declaration of C fields
---@param options { time: string? }? time: the int64_t field that is the event's time in ns
---@return flux.EventType
function M.new(name, fields, options)
  local origin = origins.here()
  names.check(name, "event", origin)
  local what = ("event '%s'"):format(name)
  local record = types.parse(fields, what, origin)
  if options ~= nil and type(options) ~= "table" then
    origins.fail(origin, '%s: options are a table, as in { time = "time" }', what)
  end
  options = options or {}
  names.check_keys(options, { "time" }, what, origin)
  return create(name, record, time_field(record, options.time, what, origin), origin)
end

--- The built-in event that ends an input: untimed, without fields (S17).
M.End = create("End", types.empty, nil, nil)

--- A reference to a param of the kind, for its filters.
---@param name string
---@return flux.ParamReference
function M.param(name)
  local origin = origins.here()
  names.check(name, "param", origin)
  return setmetatable({ is_param = true, name = name, origin = origin }, Param)
end

---@return boolean
function M.is(value) return getmetatable(value) == EventType end

---@return boolean
function M.is_field(value) return getmetatable(value) == EventField end

---@return boolean
function M.is_filter(value) return getmetatable(value) == Filter end

---@return boolean
function M.is_param(value) return getmetatable(value) == Param end

return M
