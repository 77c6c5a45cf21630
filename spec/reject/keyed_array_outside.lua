-- SPDX-License-Identifier: MIT
-- expect: node 'out' input 'w'
-- line: 12
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:by(Tick.symbol, { capacity = 5 }, function(sub)
  local tick = sub:node("tick", { state = "double price; double w[4];",
    on = { [Tick] = function(self, event) self.price = event.price end } })
  return tick
end)
g:node("out", { inputs = { w = tick.w }, state = "double v;", update = function(self, w) self.v = w[0] end })
return g
