-- SPDX-License-Identifier: MIT
-- expect: node 'a': on_input x: 'index' is the element of a list, but input 'x' is not one
-- line: 9
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { state = "double v;", inputs = { x = tick },
  on_input = { x = function(self, index) self.v = index end } })
