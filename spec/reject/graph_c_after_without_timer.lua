-- SPDX-License-Identifier: MIT
-- expect: node 'b', update: flux_after needs an on_timer on this node
-- line: 13
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("b", { inputs = { x = tick.price }, state = "double v;",
  update = flux.c [[
    self->v = x;

    return flux_after(ctx, 1000) < 0 ? FLUX_ARREST : FLUX_DIRTY;
  ]] })
return g
