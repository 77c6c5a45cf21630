-- SPDX-License-Identifier: MIT
-- expect: node 'reader' input 'x': no node 'outer': scopes are joined by '_': 'outer_src'
-- line: 10
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
g:scope("outer", function(g)
  g:node("src", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end } })
end)
g:node("reader", { inputs = { x = "outer.src" }, state = "double v;", update = function(self, x) self.v = x.v end })
return g
