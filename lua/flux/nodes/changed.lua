-- SPDX-License-Identifier: MIT
-- changed: passes a value that differs from the last one that passed by more than `tolerance` (default 0). A NaN equals a NaN.
--
-- Formula: x if |x − last| > tolerance
-- Source: —
--
--   local news = g:node("news", nodes.changed { x = tick.price, tolerance = 0.01 })
--   g:sink("news", news)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Changed = flux.kind("Changed", {
  params = "double tolerance;",
  state = "double value;", internal = "bool begun;",
  update = function(self, x)
    local same = x == self.value or math.abs(x - self.value) <= self.tolerance or x ~= x and self.value ~= self.value
    if self.begun and same then return false end
    self.begun, self.value = true, x
  end,
})

return function(options)
  local given = givens.new("changed", options)
  given:number_input "x"
  local tolerance = given:number("tolerance", 0, 0)
  given:done()
  return given:instance(Changed, { tolerance = tolerance })
end
