-- SPDX-License-Identifier: MIT
-- flux.runtime.drive: runs what the core asks for until an entry is over.
--
-- A loop over callbacks would be an inner loop of the host's own loop over events, and LuaJIT compiles no trace across an inner
-- loop. So the first SLOTS steps are written out: in the trace of an event, slot i has seen the i-th callback of its schedule,
-- and the whole event becomes one trace. What is longer goes on in a loop of its own.

local core = require "flux.core"

local M = {}

M.SLOTS = 48

local CALL, CYCLE = core.FLUX_CALL, core.FLUX_CYCLE
local ARREST, DIRTY = core.FLUX_ARREST, core.FLUX_DIRTY

-- Goes on with whatever the core asks for.
local function make_rest(rt)
  local lib, engine, clock, run, cycles = rt.lib, rt.engine, rt.clock, rt.run, rt.cycles
  return function(rc)
    while rc > 0 do
      if rc == CALL then
        rc = lib.flux_resume(engine, run[clock.call]() == false and ARREST or DIRTY)
      elseif rc == CYCLE then
        cycles[clock.call](clock.event)
        rc = lib.flux_resume(engine, 0)
      else
        rc = lib.flux_resume(engine, rt:publish(clock.call))
      end
    end
    return rc
  end
end

local SLOT = [[
  if rc ~= CALL then return rest(rc) end
  rc = lib.flux_resume(engine, run[clock.call]() == false and ARREST or DIRTY)
]]

local HEAD = [[
local lib, engine, clock, run, rest, CALL, ARREST, DIRTY = ...
return function(rc)
]]

---A function that continues an entry: takes and returns a result as flux_send's. What a callback raises passes through.
---@param rt flux.Runtime
---@return fun(rc: integer): integer
function M.new(rt)
  local rest = make_rest(rt)
  if rt.backend == "luajit" then return rest end
  local text = HEAD .. SLOT:rep(M.SLOTS) .. "  return rest(rc)\nend\n"
  return assert(loadstring(text, "=flux drive"))(rt.lib, rt.engine, rt.clock, rt.run, rest, CALL, ARREST, DIRTY)
end

return M
