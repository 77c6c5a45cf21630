-- SPDX-License-Identifier: MIT
-- flux.runtime.drive: runs what the core asks for until an entry is over.
--
-- A loop over callbacks would be an inner loop of the host's own loop over events, and LuaJIT compiles no trace across an inner
-- loop. So the steps are written out: in the trace of an event, slot i has seen the i-th callback of its schedule, and the whole
-- event becomes one trace, or one for each TRACE slots: there a call that LuaJIT cannot record ends it (see flux.jit.parts). Only
-- what is longer than MOST goes on in a loop of its own, at ten times the cost of a step.

local core = require "flux.core"
local interpreted = require "flux.runtime.interpreted"
local parts = require "flux.jit.parts"

local M = {}

M.FEW = 16 -- within LuaJIT's own limits: 500 constants a trace, of which a step has a dozen
M.TRACE = 96 -- within those of parts.raise_limits
M.MOST = 4096

local CALL, CYCLE = core.FLUX_CALL, core.FLUX_CYCLE
local ARREST, DIRTY = core.FLUX_ARREST, core.FLUX_DIRTY

-- Runs one thing that the core asks for, whatever it is.
local function make_one(rt)
  local resume, engine, clock, run, cycles = rt.lib.flux_resume, rt.engine, rt.clock, rt.run, rt.cycles
  return function(rc)
    if rc == CALL then
      return (resume(engine, run[clock.call]() == false and ARREST or DIRTY))
    elseif rc == CYCLE then
      cycles[clock.call](clock.event)
      return (resume(engine, 0))
    end
    return (resume(engine, rt:publish(clock.call)))
  end
end

local function make_rest(one)
  return function(rc)
    while rc > 0 do rc = one(rc) end
    return rc
  end
end

local SLOT = [[
  if rc ~= CALL then return rest(rc) end
  rc = resume(engine, run[clock.call]() == false and ARREST or DIRTY)
]]

local HEAD = [[
local resume, engine, clock, run, rest, CALL, ARREST, DIRTY, cut = ...
return function(rc)
]]

-- The most steps that an entry has.
local function longest(resolved)
  local most = 0
  for i = 0, resolved.entry_count - 1 do most = math.max(most, resolved.raw_entries[i].steps) end
  return most
end

---A function that continues an entry: takes and returns a result as flux_send's. What a callback raises passes through.
---@param rt flux.Runtime
---@return fun(rc: integer): integer
function M.new(rt)
  local one = make_one(rt)
  local rest = make_rest(one)
  rt.inside[rest] = true
  if rt.backend == "luajit" then return rest end
  local in_c = interpreted.new(rt, one)
  if in_c then return in_c end
  local steps, lines = longest(rt.resolved), { HEAD }
  if steps > M.FEW then parts.raise_limits() end
  for i = 1, math.max(M.FEW, math.min(steps, M.MOST)) do
    lines[#lines + 1] = SLOT
    if i % M.TRACE == 0 then lines[#lines + 1] = "  cut()\n" end
  end
  lines[#lines + 1] = "  return rest(rc)\nend\n"
  local make = assert(loadstring(table.concat(lines), "=flux drive"))
  return make(rt.lib.flux_resume, rt.engine, rt.clock, rt.run, rest, CALL, ARREST, DIRTY, gcinfo)
end

return M
