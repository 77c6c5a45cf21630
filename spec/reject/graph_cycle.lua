-- SPDX-License-Identifier: MIT
-- expect: node 'a': the graph has a cycle: a -> b -> a
-- line: 9
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { state = "double v;", inputs = { t = tick.price, b = "b" }, update = function(self, t, b) self.v = t + b.v end })
g:node("b", { state = "double v;", inputs = { a = "a" }, update = function(self, a) self.v = a.v end })
return g
