-- SPDX-License-Identifier: MIT
-- Entries as data (S1), so that one list runs on every backend and can be written into a file:
--
--   { "send", "Tick", { price = 1, time = 0 } }   { "buffer", "Tick", { … } }   { "advance", 100 }
--   { "trigger" }   { "reset" }   { "resume" }   { "stop" }

local M = {}

---Runs one entry.
---@param rt flux.Runtime
---@param events table<string, flux.EventType>
---@param entry table
---@return true|nil ok
---@return string|nil message
function M.run(rt, events, entry)
  local verb = entry[1]
  if verb == "send" or verb == "buffer" then return rt[verb](rt, events[entry[2]], entry[3] or {}) end
  if verb == "advance" then return rt:advance(entry[2]) end
  return rt[verb](rt)
end

return M
