-- SPDX-License-Identifier: MIT
-- expect: node 'tick' has no field 'prize' (did you mean 'price'?)
-- line: 13
local flux = require "flux"
local nodes = require "flux.nodes"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:by(Tick.symbol, { capacity = 5 }, function(sub)
  local tick = sub:node("tick", { state = "double price; double w[4];",
    on = { [Tick] = function(self, event) self.price = event.price end } })
  return tick
end)
g:sink("out", g:node("out", nodes.diff { x = tick.prize }))
return g
