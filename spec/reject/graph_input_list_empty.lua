-- SPDX-License-Identifier: MIT
-- expect: node 'a' input 'x': the list is empty
-- line: 9
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { state = "double v;", inputs = { x = {} }, update = function(self, x) self.v = x.n end })
