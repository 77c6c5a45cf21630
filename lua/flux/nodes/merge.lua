-- SPDX-License-Identifier: MIT
-- merge: one series of several: the value of the input that ticked, and which it was (`source`, from 0). Of several in one cycle the
-- last of the list wins.
--
-- Formula: xᵢ when i ticks
-- Source: RxJS merge
--
--   local both = g:node("both", nodes.merge { xs = { tick.price, tick.size } })
--   g:sink("both", both)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Merge = flux.kind("Merge", {
  state = "double value; int32_t source;",
  on_input = { xs = function(self, xs, index) self.value, self.source = xs[index], index end },
  update = function(self) end,
})

return function(options)
  local given = givens.new("merge", options)
  given:input "xs"
  given:done()
  return given:instance(Merge)
end
