-- SPDX-License-Identifier: MIT
-- expect: a table is no value
-- expect: instead: name an entry of it
-- line: 14
-- at: math
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { inputs = { x = tick.price },
  state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, x)
    local m = math
  end })
return g
