-- SPDX-License-Identifier: MIT
-- expect: '-' on an int64 and a number
-- expect: called from spec/reject/body_helper_types.lua:12 with (int64, number)
-- expect: called from spec/reject/body_helper_types.lua:16 with (number, int64)
-- line: 11
-- at: - b end
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
local function minus(a, b) return a - b end
local function back(a, b) return minus(b, a) end
g:node("a", { inputs = { x = tick.price },
  state = "double v; int64_t n;",
  update = function(self, x)
    self.v = back(x, self.n)
  end })
return g
