-- SPDX-License-Identifier: MIT
-- flux.jit: compiles an engine's entries to Lua functions that LuaJIT traces.
--
--   local cycle = jit.compile(runtime, entry)   -- function(event): propagate, settle, publish
--
-- flux.jit.emit prints the text; this file binds its free names: state pointers, loaded callbacks, ports, the engine's clock.

local ffi = require "ffi"
local bind = require "flux.jit.bind"
local emit = require "flux.jit.emit"
local resolve = require "flux.resolve"

local M = {}

---The text of an entry's cycle function, for people and for M.compile.
---@param rt flux.Runtime
---@param entry flux.Entry
---@param audited boolean|nil the form that tells the audit of every callback
---@return string text, string[] names, table wants, integer flags
function M.text(rt, entry, audited)
  return emit.entry(rt.resolved, entry, {
    trace = rt.tracing or audited, rollback = rt.resolved.options.on_error == "rollback", members = not rt.interpreted,
    timer_of = function(node) return resolve.timer_index(rt.resolved, node) end,
  })
end

---Compiles an entry.
---@param rt flux.Runtime
---@param entry flux.Entry
---@param audited boolean|nil see M.text
---@return fun(event: ffi.cdata*, state: ffi.cdata*) takes all states, uint8_t *: what is no constant of a trace
---@return boolean cut it is longer than a trace (flux.jit.parts): call it by xpcall
function M.compile(rt, entry, audited)
  local text, names, wants, flag_count = M.text(rt, entry, audited)
  local flags = ffi.new("bool[?]", math.max(flag_count, 1))
  local bound = bind.values(rt, names, wants, flags, audited)
  local label = entry.event and entry.event.name or entry.kind
  local chunk = assert(loadstring(text, ("=flux %s %s"):format(rt.resolved.graph.name, label)))
  return chunk(bound), wants.cut ~= nil
end

return M
