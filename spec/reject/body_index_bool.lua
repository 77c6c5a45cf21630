-- SPDX-License-Identifier: MIT
-- expect: an index is a number, not a boolean
-- expect: instead: select a number: cond and 1 or 0
-- line: 14
-- at: .b
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { inputs = { x = tick.price },
  state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, x)
    self.v = self.w[self.b]
  end })
return g
