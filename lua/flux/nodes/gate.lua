-- SPDX-License-Identifier: MIT
-- gate: passes x while `open` is true; a change of `open` itself passes nothing.
--
-- Formula: x if open
-- Source: —
--
--   local big = g:node("big", nodes.hysteresis { x = tick.size, above = 8, below = 4 })
--   local busy = g:node("busy", nodes.gate { x = tick.price, open = big.on })
--   g:sink("busy", busy)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Gate = flux.kind("Gate", {
  state = "double value;",
  update = function(self, x, open)
    if not open then return false end
    self.value = x
  end,
})

return function(options)
  local given = givens.new("gate", options)
  given:number_input "x"
  given:input("open", true)
  local class = given:class "open"
  if class and class ~= "bool" then given:fail("input 'open': a bool is needed, and this port is a %s", class) end
  given:done()
  return given:instance(Gate)
end
