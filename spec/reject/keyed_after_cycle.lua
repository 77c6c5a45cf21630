-- SPDX-License-Identifier: MIT
-- expect: node 'n' in g:by: after_cycle: it runs in every cycle, and most cycles have no key
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  sub:node("n", { state = "double v;", after_cycle = function(self) self.v = self.v + 1 end })
end)
return g
