-- SPDX-License-Identifier: MIT
-- deadline: ticks when x has not ticked for `within` since it last did (`late` is true), and when it comes again (`late` is false).
--
-- Formula: late = now − time of the last x ≥ within
-- Source: OMG DDS 1.4, 2.2.3.7 DEADLINE
--
--   local silent = g:node("silent", nodes.deadline { x = tick, within = "100ms" })
--   g:sink("silent", silent)      -- silent.late, silent.misses

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Deadline = flux.kind("Deadline", {
  params = "int64_t within;",
  state = "bool late; int64_t misses;",
  update = function(self, x, ctx)
    ctx.after(self.within)
    local back = self.late
    self.late = false
    return back
  end,
  on_timer = function(self)
    self.late = true
    self.misses = self.misses + 1
  end,
})

return function(options)
  local given = givens.new("deadline", options)
  given:input("x", nil, true)
  local within = given:duration "within" or given:fail "option 'within' is not given, as in within = \"5s\""
  given:done()
  return given:instance(Deadline, { within = within })
end
