-- SPDX-License-Identifier: MIT
-- flux.runtime.cycles: the compiled cycles of the backend `luajit`, each in two forms: plain, and audited. They are compiled when
-- first run; which of the two runs is decided when the audit is switched, not in the cycle.
--
--   rt.raw_cycles[index](event, clock.state)   -- plain, takes its event typed (flux.runtime.fast)
--   rt.cut_cycles[index]            -- whether it was cut into several traces (flux.jit.parts)
--   rt.cycles[index](event)         -- what flux.runtime.drive calls, with the event that the core gives

local ffi = require "ffi"
local types = require "flux.types"

local M = {}

local function compiled(rt, audited)
  return setmetatable({}, { __index = function(list, index)
    local cycle, cut = require("flux.jit").compile(rt, rt.resolved.entries[index + 1], audited)
    list[index], rt.cut_cycles[index] = cycle, cut
    return cycle
  end })
end

local function typed(rt, compiled_cycles)
  return setmetatable({}, { __index = function(list, index)
    local entry = rt.resolved.entries[index + 1]
    local inner, clock = compiled_cycles[index], rt.clock
    local cycle = function() return inner(nil, clock.state) end
    if entry.event then
      local ctype, cast = types.pointer(entry.event.record), ffi.cast
      cycle = function(event) return inner(cast(ctype, event), clock.state) end
    end
    list[index] = cycle
    return cycle
  end })
end

---@param rt flux.Runtime
function M.start(rt)
  rt.raw_cycles, rt.cut_cycles = compiled(rt, false), {}
  local plain = typed(rt, rt.raw_cycles)
  local audited = typed(rt, compiled(rt, true))
  rt.cycles = setmetatable({}, { __index = function(list, index)
    local cycle = (rt.auditing and audited or plain)[index]
    list[index] = cycle
    return cycle
  end })
end

---Switches between the forms.
---@param rt flux.Runtime
---@param auditing boolean
function M.switch(rt, auditing)
  rt.auditing = auditing
  for index in pairs(rt.cycles) do rt.cycles[index] = nil end -- all of them: the order does not matter
end

return M
