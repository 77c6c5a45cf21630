-- SPDX-License-Identifier: MIT
-- expect: 123456789012345678901 is not exact as a number
-- expect: 1.2345678901234568e+20
-- line: 14
-- at: 1234
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { inputs = { x = tick.price },
  state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, x)
    self.v = x * 123456789012345678901
  end })
return g
