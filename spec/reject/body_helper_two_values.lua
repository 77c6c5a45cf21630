-- SPDX-License-Identifier: MIT
-- expect: 'pair' returns 2 values
-- expect: instead: a helper returns one value: write one for each
-- expect: called from spec/reject/body_helper_two_values.lua:16 with (number, int64)
-- line: 12
-- at: b end
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
local function pair(a, b) return a, b end
g:node("a", { inputs = { x = tick.price },
  state = "double v; int64_t n;",
  update = function(self, x)
    self.v = pair(x, self.n)
  end })
return g
