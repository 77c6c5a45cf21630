-- SPDX-License-Identifier: MIT
-- expect: node 'mean' in g:by: on_timer: a timer would need a deadline for each key
-- line: 11
local flux = require "flux"
local nodes = require "flux.nodes"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  local tick = sub:node("tick", { state = "double price; double w[4];",
    on = { [Tick] = function(self, event) self.price = event.price end } })
  sub:node("mean", nodes.mean { x = tick.price, every = "1s", window = "1s" })
end)
return g
