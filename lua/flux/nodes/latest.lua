-- SPDX-License-Identifier: MIT
-- latest: the newest event of a type, or of those that a filter lets through, as a node: it ticks with each, and every field is a port.
-- Its option is the event type itself.
--
-- Formula: the fields of the event
-- Source: —
--
--   local quote = g:node("quote", nodes.latest(Tick))
--   g:sink("mean", g:node("mean", nodes.mean { x = quote.price, window = 20 }))

local events = require "flux.event"
local origins = require "flux.origin"
local text = require "flux.nodes.support.text"

local BODY = [[
function(self, event)
  $copies
end]]

local function copy(field)
  if not field.count then return ("self.%s = event.%s"):format(field.name, field.name) end
  return ("for i = 0, %d do self.%s[i] = event.%s[i] end"):format(field.count - 1, field.name, field.name)
end

local function declaration(field)
  return ("%s %s%s;"):format(field.type, field.name, field.count and ("[%d]"):format(field.count) or "")
end

---@param handled flux.EventType|flux.EventFilter
---@return flux.NodeSpec
return function(handled)
  local filtered = events.is_filter(handled)
  local event = filtered and handled.event or handled
  if not events.is(event) then
    origins.blame("latest: expected an event type or a filter, as in nodes.latest(Tick), got %s", type(handled))
  end
  local copies, state = {}, {}
  for i, field in ipairs(event.record.fields) do copies[i], state[i] = copy(field), declaration(field) end
  if #copies == 0 then origins.blame("latest: event '%s' has no fields to keep", event.name) end
  return { state = table.concat(state, " "), on = { [handled] = text.body("latest", BODY, { copies = table.concat(copies, "\n  ") }) } }
end
