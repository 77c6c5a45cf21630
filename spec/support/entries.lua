-- SPDX-License-Identifier: MIT
-- Entries as data (S1), so that one list runs on every backend and can be written into a file:
--
--   { "send", "Tick", { price = 1, time = 0 } }   { "dispatch", "Tick", { … } }   { "buffer", "Tick", { … } }
--   { "advance", 100 }   { "trigger" }   { "reset" }   { "resume" }   { "stop" }
--
-- "dispatch" is what a host does that allocates nothing: rt:new, assignments, rt:dispatch.

local M = {}

local function dispatch(rt, event_type, fields)
  local event, known = rt:new(event_type), rt.graph.event_position[event_type]
  for _, field in ipairs(event_type.record.fields) do
    local value = fields[field.name]
    if field.type == "symbol" and value then value = known and rt:symbol(value) or nil end
    if value ~= nil then event[field.name] = value end
  end
  return rt:dispatch(event)
end

---Runs one entry.
---@param rt flux.Runtime
---@param events table<string, flux.EventType>
---@param entry table
---@return true|nil ok
---@return string|nil message
function M.run(rt, events, entry)
  local verb = entry[1]
  if verb == "dispatch" then return dispatch(rt, events[entry[2]], entry[3] or {}) end
  if verb == "send" or verb == "buffer" then return rt[verb](rt, events[entry[2]], entry[3] or {}) end
  if verb == "advance" then return rt:advance(entry[2]) end
  return rt[verb](rt)
end

return M
