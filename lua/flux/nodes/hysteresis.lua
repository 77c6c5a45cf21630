-- SPDX-License-Identifier: MIT
-- hysteresis: on when x reaches `above`, off when it is under `below`; in between it stays. Ticks when it switches.
--
-- Formula: on = x ≥ above, or on and x ≥ below
-- Source: O. H. Schmitt, Journal of Scientific Instruments 15 (1938)
--
--   local alert = g:node("alert", nodes.hysteresis { x = tick.price, above = 110, below = 100 })
--   g:sink("alert", alert)      -- alert.on, alert.switches

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Hysteresis = flux.kind("Hysteresis", {
  params = "double above, below;",
  state = "bool on; int64_t switches;",
  update = function(self, x)
    local on = x >= self.above or self.on and x >= self.below
    if on == self.on then return false end
    self.on = on
    self.switches = self.switches + 1
  end,
})

return function(options)
  local given = givens.new("hysteresis", options)
  given:number_input "x"
  local above, below = given:number "above", given:number "below"
  if below > above then given:fail("below = %g is greater than above = %g", below, above) end
  given:done()
  return given:instance(Hysteresis, { above = above, below = below })
end
