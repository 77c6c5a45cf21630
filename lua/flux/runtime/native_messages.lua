-- SPDX-License-Identifier: MIT
-- flux.runtime.native_messages: the text of an error that the exported C noted, worded as on every backend (S16).

local ffi = require "ffi"
local bodies = require "flux.bodies"
local core = require "flux.core"
local blame = require("flux.origin").blame
local support = require "flux.body.support"

local M = {}

local SPECIAL = { [-1] = "trigger", [-3] = "start", [-4] = "stop" }

local function digits(value) return (tostring(value):gsub("[UL]+$", "")) end

local function entry_word(rt, entry, now)
  if entry >= 0 then return "event " .. rt.graph.events[entry + 1].name end
  return SPECIAL[entry] or "timer at " .. digits(now)
end

local function reason(rt, failure)
  if failure.line > 0 then
    local text = failure.array ~= nil and support.index_message(ffi.string(failure.array), failure.index, failure.count)
    return ("%s:%d: %s"):format(rt.callback_by_index[failure.callback].body.origin.file, failure.line,
      text or core.status_text[failure.status])
  end
  if rt.fails_on_purpose and failure.status == core.FLUX_E_CALLBACK then return "injected failure" end
  local compiled = rt.callback_by_index[failure.callback].body
  if compiled.language == "c" then return bodies.returned(failure.status, compiled.facts) end
  return core.status_text[failure.status] or ("status %d"):format(failure.status)
end

---The message of an entry that ended with status `rc`.
---@param rt flux.NativeRuntime
---@param rc integer
---@return string
function M.of(rt, rc)
  local failure = rt.failure
  if not failure or failure.status ~= rc then return core.status_text[rc] or ("status %d"):format(rc) end
  local callback = rt.callback_by_index[failure.callback]
  local entry = entry_word(rt, failure.entry, failure.now)
  return ("graph '%s', cycle %s, %s, node '%s', %s (%s:%d): %s"):format(rt.graph.name, digits(failure.cycle), entry,
    callback.node.name, callback.label, callback.origin.file, callback.origin.line, reason(rt, failure))
end

---What an entry called from inside a sink says: an event was queued, or could not be, which the outer entry reports too.
function M.inside_sink(rt, rc)
  if rc == 0 then return true end
  if rc == core.FLUX_E_MISUSE then blame("a dispatch from inside a sink needs a queue: give the graph a capacity") end
  local failed = rt.failure and rt.failure.status ~= 0
  local text = core.status_text[rc] or ("status %d"):format(rc)
  if not failed and not rt.sink_error then
    rt.sink_error = rc == core.FLUX_E_QUEUE and M.sink(rt, rt.publishing, text) or text
  end
  return nil, text
end

---The message of a sink whose Lua function failed.
function M.sink(rt, sink, problem)
  local entry = ffi.cast("int32_t *", rt.memory + rt.info.entry)[0]
  return ("graph '%s', cycle %s, %s, sink '%s': %s"):format(rt.graph.name, digits(rt.cycle_at[0]), entry_word(rt, entry, rt:now()),
    sink.name, tostring(problem))
end

---Has the error policy stopped the instance?
function M.stops(rt)
  local offset = rt.info.attention
  return offset >= 0 and bit.band(ffi.cast("uint32_t *", rt.memory + offset)[0], 2) ~= 0
end

return M
