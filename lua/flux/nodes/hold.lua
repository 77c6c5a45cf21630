-- SPDX-License-Identifier: MIT
-- hold: the newest value that is a number: a NaN does not pass.
--
-- Formula: xₙ, or the last x before it that is no NaN
-- Source: pandas.Series.ffill
--
--   local known = g:node("known", nodes.hold { x = tick.price })
--   g:sink("known", known)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Hold = flux.kind("Hold", {
  state = "double value;",
  update = function(self, x)
    if x ~= x then return false end
    self.value = x
  end,
})

return function(options)
  local given = givens.new("hold", options)
  given:number_input "x"
  given:done()
  return given:instance(Hold)
end
