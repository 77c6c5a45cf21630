-- SPDX-License-Identifier: MIT
-- expect: node 'sum' input 'o': 'other' is outside of g:by and ticks without a key
-- expect: read it with flux.passive(…)
-- line: 13
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local Other = flux.event("Other", "symbol symbol; int64_t id; double price;")
local g = flux.graph("rejected")
local other = g:node("other", { state = "double price;", on = { [Other] = function(self, event) self.price = event.price end } })
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  local tick = sub:node("tick", { state = "double price; double w[4];",
    on = { [Tick] = function(self, event) self.price = event.price end } })
  sub:node("sum", { inputs = { t = tick.price, o = other.price }, state = "double v;", update = function(self, t, o) self.v = t + o end })
end)
return g
