-- SPDX-License-Identifier: MIT
-- expect: node 'b', update: ctx.cancel needs an on_timer on this node
-- expect: give the node `on_timer
-- line: 13
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("b", { inputs = { x = tick.price }, state = "double v;",
  update = function(self, x, ctx)
    self.v = x
    ctx.cancel()
  end })
return g
