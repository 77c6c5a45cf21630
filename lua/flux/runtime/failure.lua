-- SPDX-License-Identifier: MIT
-- flux.runtime.failure: a Lua callback that fails on the C core: what it raised, which callback it was, and how the core is told.
--
--   rt.handler = failure.handler(rt)
--   rc = failure.drive(rt, rc)           -- runs what the core asks for until the entry is over, whatever fails on the way
--   rt.inside[fn] = true                 -- callbacks and sinks run in fn
local bodies = require "flux.bodies"
local core = require "flux.core"
local members = require "flux.runtime.members"

local M = {}

local lib = core.lib
local NOBODY = core.FLUX_TRACE_SINK - 1 -- no callback has this index: the core names the one that it knows of, or none

-- The callback that was running when `problem` was raised, found on the stack: nothing is noted while all goes well. But a callback's
-- function may run for the nodes of any value that is alike (flux.jit.alike): what calls it has noted for which. Between them stands
-- nothing but the audit.
local function culprit(rt)
  local level = 2
  while true do
    local info = debug.getinfo(level, "f")
    if not info then return nil end
    local owner = rt.owner[info.func]
    for above = level + 1, owner and level + 2 or 0 do
      info = debug.getinfo(above, "f")
      local run = info and rt.runs[info.func]
      if run then return run.callbacks[owner][run.value[0]] end
    end
    if owner then return owner end
    level = level + 1
  end
end

---What runs where a callback raises something.
---@param rt flux.Runtime
---@return fun(problem: any): { status: integer, text: string, callback: flux.Callback? }
function M.handler(rt)
  return function(problem)
    local status, text = bodies.reason(problem)
    local callback = rt.culprit or culprit(rt)
    if callback then text = members.named(callback, text) end
    rt.culprit = nil
    return { status = status, text = text, callback = callback }
  end
end

---What xpcall returned of a failure. Where there was no memory or no stack left for the handler, it is a bare text.
---@param problem any
---@return { status: integer, text: string, callback: flux.Callback? }
function M.told(problem)
  if type(problem) == "table" then return problem end
  return { status = core.FLUX_E_CALLBACK, text = problem == "error in error handling" and "stack overflow" or tostring(problem) }
end

---Tells the core why the callback, or the whole cycle, failed.
---@param rt flux.Runtime
---@param failed { status: integer, text: string, callback: flux.Callback? }
function M.tell(rt, failed)
  lib.flux_fail(rt.engine, failed.callback and failed.callback.first or NOBODY, failed.status, failed.text)
end

-- Tells the core what failed, and goes on as its policy says.
local function recover(rt, problem)
  local ok
  repeat
    local failed = M.told(problem)
    M.tell(rt, failed)
    ok, problem = xpcall(rt.continue, rt.handler, rt.lib.flux_resume(rt.engine, failed.status))
  until ok
  return problem
end

---Continues an entry that the core has handed over.
---@param rt flux.Runtime
---@param rc integer a result of flux_send and its like, above 0
---@return integer rc of the entry that is over
function M.drive(rt, rc)
  local ok, result = xpcall(rt.continue, rt.handler, rc)
  if ok then return result end
  return recover(rt, result)
end

-- Does one of the functions in which an entry runs callbacks and sinks stand on the stack? In a coroutine nobody can tell: what
-- resumed it cannot be seen.
local function is_inside(rt)
  if coroutine.running() then return true end
  local level = 3
  while true do
    local info = debug.getinfo(level, "f")
    if not info then return false end
    if rt.inside[info.func] then return true end
    level = level + 1
  end
end

---Ends an entry that an error of the host's left in the middle (it ran out of stack, or out of time by a debug hook), as one in which
---a callback failed.
---@param rt flux.Runtime
---@return boolean ended false when there is none: the host called an entry from inside a callback
function M.end_abandoned(rt)
  if is_inside(rt) then return false end
  M.tell(rt, { status = core.FLUX_E_CALLBACK, text = "an error of the host's ended the entry" })
  local rc = lib.flux_resume(rt.engine, core.FLUX_E_CALLBACK)
  if rc > 0 then M.drive(rt, rc) end
  rt.clock.running, rt.clock.publishing, rt.clock.status = 0, 0, 0
  return true
end

return M
