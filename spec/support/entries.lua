-- SPDX-License-Identifier: MIT
-- Entries as data (S1), so that one list runs on every backend and can be written into a file:
--
--   { "send", "Tick", { price = 1, time = 0 } }   { "dispatch", "Tick", { … } }   { "buffer", "Tick", { … } }
--   { "batch", "Tick", { … }, 3 }
--   { "advance", 100 }   { "trigger" }   { "reset" }   { "resume" }   { "stop" }
--
-- "dispatch" is what a host does that allocates nothing: rt:new, assignments, rt:dispatch. "batch" is that many events in a row,
-- field x one more and the time one later with each, in one call where the backend has one; such a call does not tell of failed sinks.

local ffi = require "ffi"

local M = {}

local function fill(rt, event, event_type, fields, i)
  local known = rt.graph.event_position[event_type]
  for _, field in ipairs(event_type.record.fields) do
    local value = fields[field.name]
    if field.type == "symbol" and value then value = known and rt:symbol(value) or nil end
    if value ~= nil and (field == event_type.time or field.name == "x") then value = value + i end
    if value ~= nil then event[field.name] = value end
  end
  return event
end

local function dispatch(rt, event_type, fields, i) return rt:dispatch(fill(rt, rt:new(event_type), event_type, fields, i)) end

-- Events in one call; one that fails or is refused ends it, and the next call goes on behind it.
local function in_one_call(rt, event_type, fields, n)
  local first = rt:new(event_type)
  local array = ffi.new(ffi.typeof("$[?]", ffi.typeof(first)), n)
  for i = 0, n - 1 do
    ffi.copy(array + i, first, ffi.sizeof(first))
    fill(rt, array[i], event_type, fields, i)
  end
  local at, failed = 0, 0
  while at < n do
    local done = rt:dispatch_n(event_type, array + at, n - at)
    at = at + math.max(done, 0)
    if at < n then at, failed = at + 1, failed + 1 end
  end
  return failed
end

local function batch(rt, event_type, fields, n)
  local failed = 0
  if rt.dispatch_n and rt.handled[event_type] and event_type.record.size > 0 then
    failed = in_one_call(rt, event_type, fields, n)
  else
    for i = 0, n - 1 do
      if not dispatch(rt, event_type, fields, i) then failed = failed + 1 end
    end
  end
  if failed > 0 then return nil, failed .. " events failed" end
  return true
end

---Runs one entry.
---@param rt flux.Runtime
---@param events table<string, flux.EventType>
---@param entry table
---@return true|nil ok
---@return string|nil message
function M.run(rt, events, entry)
  local verb = entry[1]
  if verb == "dispatch" then return dispatch(rt, events[entry[2]], entry[3] or {}, 0) end
  if verb == "batch" then return batch(rt, events[entry[2]], entry[3] or {}, entry[4]) end
  if verb == "send" or verb == "buffer" then return rt[verb](rt, events[entry[2]], entry[3] or {}) end
  if verb == "advance" then return rt:advance(entry[2]) end
  return rt[verb](rt)
end

return M
