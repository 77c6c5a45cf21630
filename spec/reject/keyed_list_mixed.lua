-- SPDX-License-Identifier: MIT
-- expect: node 'm' input 'xs': a list in g:by holds nodes from inside or from outside, not both
-- line: 12
local flux = require "flux"
local nodes = require "flux.nodes"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local outer = g:node("outer", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  local tick = sub:node("tick", { state = "double price; double w[4];",
    on = { [Tick] = function(self, event) self.price = event.price end } })
  sub:node("m", nodes.merge { xs = { tick.price, outer.price } })
end)
return g
