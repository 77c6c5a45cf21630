-- SPDX-License-Identifier: MIT
-- expect: return in an init of g:by
-- line: 10
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  sub:node("n", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end },
    init = function(self)
      if self.v > 0 then return end
      self.v = 1
    end })
end)
return g
