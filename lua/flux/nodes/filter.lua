-- SPDX-License-Identifier: MIT
-- filter: passes the values from `low` to `high`, and no NaN.
--
-- Formula: x if low ≤ x ≤ high
-- Source: —
--
--   local sane = g:node("sane", nodes.filter { x = tick.price, low = 0.01, high = 1e6 })
--   g:sink("sane", sane)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Filter = flux.kind("Filter", {
  params = "double low, high;",
  state = "double value;",
  update = function(self, x)
    if not (x >= self.low and x <= self.high) then return false end
    self.value = x
  end,
})

return function(options)
  local given = givens.new("filter", options)
  given:number_input "x"
  local low, high = given:number("low", -math.huge), given:number("high", math.huge)
  given:done()
  return given:instance(Filter, { low = low, high = high })
end
