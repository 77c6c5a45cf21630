-- SPDX-License-Identifier: MIT
-- expect: 'last' is flux.prev of a node in g:by: whether it was dirty is not kept for each key
-- expect: keep a bool in its state
-- line: 12
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  local tick = sub:node("tick", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
  sub:node("sum", { inputs = { t = tick.price, last = flux.prev "tick" }, state = "double v;",
    update = function(self, t, last, ctx)
      if ctx.valid(last) then self.v = t + last.price end
    end })
end)
return g
