-- SPDX-License-Identifier: MIT
-- expect: node 'a', on Tick posts event type 'Other', which no node handles
-- expect: instead: give a node a handler for it: on = { [Other] = function(self, event) … end }
-- line: 10
local flux = require "flux"
local Tick, Other = flux.event("Tick", "double price;"), flux.event("Other", "double x;")
local g = flux.graph("rejected")
g:node("a", { state = "double v;",
  on = { [Tick] = function(self, event, ctx)
    ctx.post(Other, { x = event.price })
  end } })
return g
