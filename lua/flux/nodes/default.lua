-- SPDX-License-Identifier: MIT
-- default: `fallback` until x has ticked and wherever x is NaN, otherwise x.
--
-- Formula: x if x is a number, else fallback
-- Source: pandas.Series.fillna
--
--   local rate = g:node("rate", nodes.default { x = tick.price, fallback = 100 })
--   g:sink("rate", rate)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Default = flux.kind("Default", {
  params = "double fallback;",
  state = "double value;",
  init = function(self) self.value = self.fallback end,
  update = function(self, x) self.value = x == x and x or self.fallback end,
})

return function(options)
  local given = givens.new("default", options)
  given:number_input "x"
  local fallback = given:number "fallback"
  given:done()
  return given:instance(Default, { fallback = fallback })
end
