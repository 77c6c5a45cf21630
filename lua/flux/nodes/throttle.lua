-- SPDX-License-Identifier: MIT
-- throttle: passes a value, then none for `interval`. With `trailing = true` the newest of those held back passes when the interval
-- ends.
--
-- Formula: x if now ≥ the time of the last one + interval
-- Source: RxJS throttleTime
--
--   local calm = g:node("calm", nodes.throttle { x = tick.price, interval = "100ms" })
--   g:sink("calm", calm)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Leading = flux.kind("Throttle", {
  params = "int64_t interval;",
  state = "double value; int64_t dropped;", internal = "int64_t next; bool passed;",
  update = function(self, x, ctx)
    if self.passed and ctx.now < self.next then
      self.dropped = self.dropped + 1
      return false
    end
    self.passed = true
    self.next = ctx.now + self.interval
    self.value = x
  end,
})

local Trailing = flux.kind("Throttle", {
  params = "int64_t interval;",
  state = "double value; int64_t dropped;", internal = "double held; bool holds, closed;",
  update = function(self, x, ctx)
    if self.closed then
      if self.holds then self.dropped = self.dropped + 1 end
      self.held, self.holds = x, true
      return false
    end
    self.closed = true
    self.value = x
    ctx.after(self.interval)
  end,
  on_timer = function(self, ctx)
    if not self.holds then
      self.closed = false
      return false
    end
    self.value, self.holds = self.held, false
    ctx.after(self.interval)
  end,
})

return function(options)
  local given = givens.new("throttle", options)
  given:number_input "x"
  local interval = given:duration "interval" or given:fail "option 'interval' is not given, as in interval = \"100ms\""
  local kind = given:flag("trailing", false) and Trailing or Leading
  given:done()
  return given:instance(kind, { interval = interval })
end
