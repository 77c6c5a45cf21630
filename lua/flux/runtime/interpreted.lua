-- SPDX-License-Identifier: MIT
-- flux.runtime.interpreted: the backend `table` where LuaJIT only interprets (-joff, or jit.off()).
--
-- There a call through FFI takes as long as a short callback, and so do two accesses to a field. core/lua/flux_drive.c takes over the
-- loop of flux.runtime.drive for portable callbacks, and hands those that compute with doubles alone the values themselves
-- (flux.body.numbers). Whether LuaJIT compiles is asked once, when an instance starts; the option `interpreted` says otherwise.
--
-- What it has no function for comes back, and is run as ever; without that module, everything.
--
--   local drive = interpreted.new(rt, one)        -- nil where LuaJIT compiles, or the module is not there

local ffi = require "ffi"
local bodies = require "flux.bodies"
local core = require "flux.core"

local M = {}

-- flux_drive_call in core/lua/flux_drive.c
local Calls = ffi.typeof "struct { double **cells; int32_t reads, writes; }[?]"
local Cells = ffi.typeof "double *[?]"

---The C function; nil when it has not been built.
---@return function?
function M.module() return (package.loadlib((core.path:gsub("libflux(%.%w+)$", "flux_lua%1")), "flux_drive")) end

-- Gives the module a function for a callback. False for one that may yield or that is to be watched or to fail.
local function preparer(rt, functions, calls, kept)
  return function(id)
    local known = rt.resolved.callbacks[id]
    if known.callback.body.language ~= "portable" or rt.timing or rt.fail_at then return false end
    local fn, reads, writes = bodies.numbers(known.callback, rt.host)
    if fn then
      local cells = Cells(#reads + #writes)
      for i, address in ipairs(reads) do cells[i - 1] = ffi.cast("double *", address) end
      for i, address in ipairs(writes) do cells[#reads + i - 1] = ffi.cast("double *", address) end
      calls[id].cells, calls[id].reads, calls[id].writes = cells, #reads, #writes
      kept[id], rt.owner[fn] = cells, known.callback
    end
    functions[id] = fn or rt.run[id]
    return true
  end
end

---@param rt flux.Runtime
---@param one fun(rc: integer): integer runs one thing that the core asks for, and returns what that asks for next
---@param interpreted boolean? the option
---@return (fun(rc: integer): integer)? continue
function M.new(rt, one, interpreted)
  if interpreted == nil then interpreted = not jit.status() end
  local drive = interpreted and M.module()
  if not drive then return nil end
  local functions, kept, clock, engine = {}, {}, rt.clock, rt.engine
  local calls = Calls(#rt.resolved.callbacks + 1)
  local prepare = preparer(rt, functions, calls, kept)
  return function(rc)
    while rc > 0 do
      rc = drive(engine, functions, calls, rc)
      if rc > 0 and not (rc == core.FLUX_CALL and prepare(clock.call)) then rc = one(rc) end
    end
    return rc
  end
end

return M
