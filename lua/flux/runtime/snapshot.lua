-- SPDX-License-Identifier: MIT
-- flux.runtime.snapshot: rt:snapshot() and rt:restore(bytes), for both kinds of runtime.
--
--   local bytes = rt:snapshot()             -- a string; nil and the error when the instance is stopped by one
--   local ok, message = rt:restore(bytes)   -- replaces all state and starts; nil and why it does not fit: then nothing has changed
--   local rt = g:start { restore = bytes }  -- the same without a start before: init, the snapshot, start (S17)

local ffi = require "ffi"
local core = require "flux.core"
local blame = require("flux.origin").blame

local M = {}
local lib = core.lib

---The methods of the runtime on the C core.
---@param Runtime table
function M.install(Runtime)
  ---@return string|nil bytes
  ---@return string|nil message
  function Runtime:snapshot()
    local size = lib.flux_snapshot_size(self.engine)
    local buffer = ffi.new("uint8_t[?]", size)
    local rc = lib.flux_snapshot(self.engine, buffer, size)
    if rc == 0 then return ffi.string(buffer, size) end
    local text = ffi.string(lib.flux_engine_error(self.engine))
    if rc == core.FLUX_E_MISUSE then blame(text) end
    return nil, text
  end

  ---@param bytes string
  ---@return true|nil ok
  ---@return string|nil message
  function Runtime:restore(bytes)
    local memory = ffi.cast("const char *", bytes)
    return self:finish(self.lib.flux_restore(self.engine, memory, #bytes), "flux_restore", memory, #bytes)
  end
end

local REFUSALS = { FLUX_E_SNAPSHOT = true, FLUX_E_LAYOUT = true, FLUX_E_SYMBOLS = true, FLUX_E_QUEUE = true }

---Why exported C has refused a snapshot; nil when that is not what its status means.
---@param rt flux.NativeRuntime
---@param bytes string
---@param rc integer
---@return string|nil
function M.refusal(rt, bytes, rc)
  for name in pairs(REFUSALS) do -- at most one holds: the order does not matter
    if rc == core[name] and (not rt.failure or rt.failure.status == 0) then
      return require("flux.snapshot").refusal(bytes, rt.resolved) or core.status_text[rc]
    end
  end
end

---The bytes of an exported instance.
---@param rt flux.NativeRuntime
---@return string|nil bytes
---@return string|nil message
function M.take_native(rt)
  local size = rt.lib.flux_native_snapshot_size(rt.memory)
  local buffer = ffi.new("uint8_t[?]", size)
  local rc = rt.publishing and core.FLUX_E_MISUSE or rt.lib.flux_native_snapshot(rt.memory, buffer, size)
  if rc == 0 then return ffi.string(buffer, size) end
  if rc == core.FLUX_E_STOPPED then return nil, rt.stopped or core.status_text[rc] end
  return blame(rt.publishing and "a snapshot was asked for inside a callback" or "the instance has not been started")
end

return M
