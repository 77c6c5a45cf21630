-- SPDX-License-Identifier: MIT
-- flux.runtime.host: what bodies reach through `ctx`, served by the C core (the host of flux.bodies).

local core = require "flux.core"
local bodies = require "flux.bodies"
local events = require "flux.runtime.events"
local origin = require "flux.origin"

local M = {}

local function checked(status)
  if status >= 0 then return end
  local code = status == core.FLUX_E_MISUSE and core.FLUX_E_CALLBACK or status -- the callback's failure, not the host's misuse
  error(bodies.failure(code, origin.in_body() .. core.status_text[status]), 0)
end

local FEW = 8

-- Where filters choose among many handlers, what runs differs from event to event. Each handler and what reads it would get traces of
-- its own, and an event would go through all of them, one after the other, to find its own.
local function has_many_filters(rt)
  local count = {}
  for _, callback in ipairs(rt.graph.callbacks) do
    if callback.conditions then
      count[callback.event] = (count[callback.event] or 0) + 1
      if count[callback.event] > FEW then return true end
    end
  end
  return false
end

---@param rt flux.Runtime
---@return table host
function M.new(rt)
  local engine, clock, lib = rt.engine, rt.clock, rt.lib -- what may read a Lua clock is never called from a trace
  local self = {}
  if rt.backend == "table" and has_many_filters(rt) then self.shared = {} end
  function self.pointer(node) return rt.pointers[node] end
  function self.address(input, i) return rt:element_address(input, i) end
  if rt.resolved.needs.stream_clock then
    function self.now() return clock.now end
  else
    function self.now() return lib.flux_engine_now(engine) end
  end
  function self.wall() return lib.flux_engine_wall(engine) end
  function self.cycle() return clock.cycle end
  function self.ticked(node) return clock.dirty_at[node.index] == clock.cycle end
  function self.valid(node) return clock.valid[node.index] ~= 0 end
  function self.event(event_type) return events.current(event_type, clock) end
  function self.symbol(text) return rt:symbol(text) end
  function self.post(event_type, event)
    checked(lib.flux_engine_post(engine, rt.graph.event_index[event_type], events.pointer(event)))
  end
  function self.after(node, ns) checked(lib.flux_engine_after(engine, node.index, ns)) end
  function self.cancel(node) checked(lib.flux_engine_cancel(engine, node.index)) end
  return self
end

return M
