-- SPDX-License-Identifier: MIT
-- twap: the time-weighted average price: each price counts for as long as it was the newest. Since the beginning or the last `reset`;
-- with `every` of each interval.
--
-- Formula: ∫ x dt / T
-- Source: R. Almgren, N. Chriss, Journal of Risk 3 (2000)
--
--   local twap = g:node("twap", nodes.twap { x = tick.price, every = "1s" })
--   g:sink("twap", twap)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Running = flux.kind("Twap", {
  state = "double value;", internal = "double area, newest; int64_t since, last; bool begun;",
  update = function(self, x, ctx)
    if not self.begun then
      self.begun, self.since, self.area = true, ctx.now, 0
    else
      local held = tonumber(ctx.now - self.last)
      if held > 0 then self.area = self.area + self.newest * held end -- an infinite price that was replaced at once counts for nothing
    end
    self.last, self.newest = ctx.now, x
    self.value = ctx.now > self.since and self.area / tonumber(ctx.now - self.since) or x
  end,
})

local Resettable = flux.kind("Twap", {
  state = "double value;", internal = "double area, newest; int64_t since, last; bool begun;",
  on_input = { reset = function(self) self.begun = false end },
  update = function(self, x, ctx)
    if not self.begun then
      self.begun, self.since, self.area = true, ctx.now, 0
    else
      local held = tonumber(ctx.now - self.last)
      if held > 0 then self.area = self.area + self.newest * held end -- an infinite price that was replaced at once counts for nothing
    end
    self.last, self.newest = ctx.now, x
    self.value = ctx.now > self.since and self.area / tonumber(ctx.now - self.since) or x
  end,
})

-- An interval begins with the price that the one before ended with; the first one with the first price.
local Timed = flux.kind("Twap", {
  state = "double value;", internal = "double area, newest; int64_t since, last; bool begun;",
  every = "1s",
  on_input = { x = function(self, x, ctx)
    if not self.begun then
      self.begun, self.since = true, ctx.now
    else
      local held = tonumber(ctx.now - self.last)
      if held > 0 then self.area = self.area + self.newest * held end -- an infinite price that was replaced at once counts for nothing
    end
    self.last, self.newest = ctx.now, x
  end },
  on_timer = function(self, ctx)
    if not self.begun then return false end
    local held = tonumber(ctx.now - self.last)
    if held > 0 then self.area = self.area + self.newest * held end
    self.value = self.area / tonumber(ctx.now - self.since)
    self.area, self.since, self.last = 0, ctx.now, ctx.now
  end,
})

return function(options)
  local given = givens.new("twap", options)
  given:number_input "x"
  local every = given:duration "every"
  if every then
    given:done()
    return given:instance(Timed, { every = every })
  end
  local kind = Running
  if given:has "reset" then
    given:input("reset", true)
    kind = Resettable
  end
  given:done()
  return given:instance(kind)
end
