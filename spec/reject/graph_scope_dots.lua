-- SPDX-License-Identifier: MIT
-- expect: node 'reader' input 'x': 'outer.inner.src.v' is not the name of a node; scopes are part of the name, joined by '_'
-- line: 12
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
g:scope("outer", function(g)
  g:scope("inner", function(g)
    g:node("src", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end } })
  end)
end)
g:node("reader", { inputs = { x = "outer.inner.src.v" }, state = "double v;", update = function(self, x) self.v = x end })
return g
