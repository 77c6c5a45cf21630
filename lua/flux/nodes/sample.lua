-- SPDX-License-Identifier: MIT
-- sample: the newest value of x whenever `trigger` ticks, or by a timer (`every`, with `offset` and `missed`). Nothing before x has
-- ticked.
--
-- Formula: x at the time of the trigger
-- Source: —
--
--   local second = g:node("second", nodes.sample { x = tick.price, every = "1s" })
--   g:sink("second", second)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Triggered = flux.kind("Sample", {
  state = "double value;",
  update = function(self, trigger, x, ctx)
    if not ctx.valid(x) then return false end
    self.value = x
  end,
})

local Timed = flux.kind("Sample", {
  state = "double value;",
  every = "1s",
  on_timer = function(self, x, ctx)
    if not ctx.valid(x) then return false end
    self.value = x
  end,
})

return function(options)
  local given = givens.new("sample", options)
  given:number_input("x", true)
  local every = given:duration "every"
  if every then
    local timer = { every = every, offset = options.offset, missed = options.missed }
    given:has "offset"
    given:has "missed"
    given:done()
    return given:instance(Timed, timer)
  end
  if not given:has "trigger" then given:fail("either every or trigger says when to sample") end
  given:input "trigger"
  given:done()
  return given:instance(Triggered)
end
