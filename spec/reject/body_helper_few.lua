-- SPDX-License-Identifier: MIT
-- expect: 'scale' takes 2 arguments, not 1
-- expect: instead: call it with a value for each parameter: scale(a, by)
-- line: 15
-- at: (x)
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
local function scale(a, by) return a * by end
g:node("a", { inputs = { x = tick.price },
  state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, x)
    self.v = scale(x)
  end })
return g
