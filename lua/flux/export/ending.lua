-- SPDX-License-Identifier: MIT
-- flux.export.ending: event entries whose last step is a sink. Their cycle returns 0, and what publishes does so too:
--
--   if (g->on_jump != NULL) return publish_jump(g);
--
-- The entry then ends in a jump. For a call clang makes room on the stack, and that is one store more in each event that nobody listens
-- to; where all state is stored, stores are what an entry waits for.

local call = require "flux.export.call"
local features = require "flux.export.features"
local flows = require "flux.export.flow"
local queue = require "flux.export.queue"
local values = require "flux.export.values"

local M = {}

-- The last step that runs, where it is a sink, in as many blocks as there are.
local function last_sink(items)
  local item = items[#items]
  if not item then return nil end
  if item.kind == "block" then return last_sink(item.items) end
  return item.kind == "step" and item.step.role == "sink" and item.step or nil
end

local function find(x, entry)
  local last = entry.steps[#entry.steps]
  if entry.kind ~= "event" or not last or last.role ~= "sink" then return nil end
  if features.entry_fails(x.features, entry) or queue.entry_posts(x, entry) or values.of(x, entry) then return nil end
  local flow = flows.of(entry, call.reads(x, entry), x.options)
  return not flow.split and last_sink(flow.root.items) or nil
end

---The sink that an entry ends in.
---@param x table
---@param entry flux.Entry
---@return table|nil step
function M.sink(x, entry)
  if x.ending[entry] == nil then x.ending[entry] = find(x, entry) or false end
  return x.ending[entry] or nil
end

---Does an entry end in this sink?
---@param x table
---@param sink table
---@return boolean
function M.is_last(x, sink)
  for _, entry in ipairs(x.all_entries) do
    local step = M.sink(x, entry)
    if step and step.sink == sink then return true end
  end
  return false
end

return M
