-- SPDX-License-Identifier: MIT
-- flux.bodies.opaque: an opaque Lua function as a host calls it.
--
-- It runs in a coroutine of its own. So whatever ends it comes back as an ordinary error: also a stack overflow and the end of the
-- memory, of which an xpcall around it would not hear through its handler. And it cannot leave its cycle half-done by a yield.

local context = require "flux.bodies.context"

local M = {}

local create, resume, yield = coroutine.create, coroutine.resume, coroutine.yield

-- What a worker yields between two calls.
local DONE = {}

local function worker(fn)
  local function serve(...) return serve(yield(DONE, fn(...))) end
  return create(serve)
end

-- The wrapper is this callback's own, and stays on the stack: by it an error finds its callback.
local function contained(fn)
  local thread
  local function verdict_of(ok, mark, verdict)
    if ok and mark == DONE then return verdict end
    thread = nil
    error(ok and "a callback cannot yield" or mark, 0)
  end
  return function(...)
    thread = thread or worker(fn)
    local verdict = verdict_of(resume(thread, ...))
    return verdict
  end
end

---The function of an opaque callback. It takes its arguments by value, except ctx, which the host never sees.
---@param callback flux.Callback
---@param host table see flux.bodies
---@return function
function M.load(callback, host)
  local at
  for i, arg in ipairs(callback.body.args) do
    if arg.what == "ctx" then at = i end
  end
  local fn = contained(callback.body.fn)
  if not at then return fn end
  local object = context.new(callback, host)
  return function(...)
    local count = select("#", ...)
    local arguments = { ... }
    arguments[at] = object
    local verdict = fn(unpack(arguments, 1, math.max(count, at)))
    return verdict
  end
end

return M
