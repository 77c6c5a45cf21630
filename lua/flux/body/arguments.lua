-- SPDX-License-Identifier: MIT
-- The arguments of an emitted body: what they are called, and under which key an emitter keeps what it called them.
--
--   local name = namer:fresh(arguments.name(arg, "event"))
--   given[arguments.slot(arg)] = name          -- given.self, given.event, given.now, given["input:fast"], given["list:legs.value"] …
--
-- An input may be called `now` beside ctx.now: names can be wished for twice, slots cannot.

local M = {}

---The name that a reader expects.
---@param arg table an Arg of a Body
---@param event_name string? what the user calls the event
---@return string
function M.name(arg, event_name)
  local what = arg.what
  if what == "event" then return event_name or "event" end
  if what == "input" then return arg.input.name end
  if what == "list" then return arg.input.name .. "_" .. arg.field.name end
  if what == "ticked" or what == "valid" then return what .. "_" .. arg.input.name end
  return what
end

---@param arg table an Arg of a Body
---@return string
function M.slot(arg)
  if not arg.input then return arg.what end
  return ("%s:%s%s"):format(arg.what, arg.input.name, arg.field and "." .. arg.field.name or "")
end

---The slot of what a helper function is given: self, the event or a node.
---@param place table
---@return string
function M.slot_of_place(place) return place.input and "input:" .. place.input.name or place.k end

return M
