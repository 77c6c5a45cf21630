-- SPDX-License-Identifier: MIT
-- expect: a node of g:by as an argument of a helper function
-- expect: give it the values that it reads
-- line: 11
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local function add(self, x) self.v = self.v + x end
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  sub:node("n", { state = "double v;", on = { [Tick] = function(self, event)
    add(self, event.price)
  end } })
end)
return g
