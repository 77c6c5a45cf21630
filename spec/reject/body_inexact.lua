-- SPDX-License-Identifier: MIT
-- expect: 9007199254740993 is not exact as a number: it would be 9007199254740992
-- expect: instead: write it as an integer: 9007199254740993LL
-- line: 14
-- at: 9007199254740993
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { inputs = { x = tick.price },
  state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, x)
    self.n = self.n + 9007199254740993
  end })
return g
