-- SPDX-License-Identifier: MIT
-- flux.runtime.interpreted: the backend `table` where LuaJIT only interprets (-joff, or jit.off()).
--
-- There a call through FFI takes as long as a short callback, and so do two accesses to a field. core/lua/flux_drive.c takes over the
-- loop of flux.runtime.drive for portable callbacks, and hands those that compute with single values these themselves
-- (flux.body.numbers). Whether LuaJIT compiles is asked once, when an instance starts; the option `interpreted` says otherwise.
--
-- What it has no function for comes back, and is run as ever; without that module, everything.
--
--   local drive = interpreted.new(rt, one)        -- nil where LuaJIT compiles, or the module is not there

local ffi = require "ffi"
local bodies = require "flux.bodies"
local core = require "flux.core"
local type_code = require("flux.build").type_code

local M = {}

-- flux_drive_cell and flux_drive_call in core/lua/flux_drive.c
local Cells = ffi.typeof "struct { uint8_t *at; uint32_t offset, type; }[?]"
local Calls = ffi.typeof "struct { void *cells; int32_t reads, writes; }[?]"

-- Says whether an integer of 64 bits is among the places.
local function fill(cells, first, places)
  local wide = false
  for i, place in ipairs(places) do
    local cell = cells[first + i - 1]
    cell.at, cell.offset, cell.type = place.at, place.offset or 0, type_code(place.type)
    wide = wide or place.type == "int64_t"
  end
  return wide
end

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
      if fill(cells, 0, reads) then functions[-1 - id] = rt.run[id] end -- takes a large one
      fill(cells, #reads, writes)
      calls[id].cells, calls[id].reads, calls[id].writes = cells, #reads, #writes
      kept[id], rt.owner[fn] = cells, known.callback
    end
    functions[id] = fn or rt.run[id]
    return true
  end
end

---@param rt flux.Runtime
---@param one fun(rc: integer): integer runs one thing that the core asks for, and returns what that asks for next
---@return (fun(rc: integer): integer)? continue
function M.new(rt, one)
  local drive = rt.interpreted and M.module()
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
