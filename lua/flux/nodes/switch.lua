-- SPDX-License-Identifier: MIT
-- switch: the input of the list `xs` that the number `select` names (from 0), when it ticks or when it is selected. Beyond the list
-- nothing passes.
--
-- Formula: xs[select]
-- Source: —
--
--   local side = g:node("side", nodes.filter { x = tick.size, low = 0, high = 1 })
--   local chosen = g:node("chosen", nodes.switch { xs = { tick.price, tick.size }, select = side.value })
--   g:sink("chosen", chosen)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Switch = flux.kind("Switch", {
  state = "double value;", internal = "bool hit;",
  on_input = { xs = function(self, select, index)
    if index == math.floor(select) then self.hit = true end
  end },
  update = function(self, select, xs, ctx)
    local passes = self.hit or ctx.ticked(select)
    self.hit = false
    if not (passes and select >= 0 and select < xs.n) then return false end
    self.value = xs[math.floor(select)]
  end,
})

return function(options)
  local given = givens.new("switch", options)
  given:input "xs"
  given:number_input "select"
  given:done()
  return given:instance(Switch)
end
