-- SPDX-License-Identifier: MIT
-- expect: this is an array, where a value is needed
-- expect: instead: index it
-- line: 13
-- at: w)
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
local function first(w) return w end
g:node("a", { state = "double v; double w[4];",
  on = { [Tick] = function(self, event)
    self.w[0] = event.price
    self.v = first(self.w)
  end } })
return g
