-- SPDX-License-Identifier: MIT
-- expect: 'alpha' is a param, and params are constant
-- line: 11
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
local Kind = flux.kind("Kind", { params = "double alpha;", state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, x)
    self.alpha = 2 * x
  end })
g:node("a", Kind { x = tick.price, alpha = 0.5 })
return g
