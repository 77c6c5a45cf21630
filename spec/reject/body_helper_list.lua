-- SPDX-License-Identifier: MIT
-- expect: this is a list of inputs, where a value is needed
-- line: 13
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local function f(list) return list[0].price end
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { inputs = { legs = { tick, tick } },
  state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, legs)
    self.v = f(legs)
  end })
return g
