-- SPDX-License-Identifier: MIT
-- expect: ctx.post in `stop`: nothing runs afterwards
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
g:node("a", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end },
  stop = function(self, ctx) ctx.post(Tick, { price = self.v }) end })
return g
