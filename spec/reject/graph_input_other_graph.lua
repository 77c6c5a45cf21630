-- SPDX-License-Identifier: MIT
-- expect: node 'a' input 'x': node 'tick' belongs to another graph
-- line: 10
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
local other = flux.graph("other")
other:node("a", { state = "double v;", inputs = { x = tick }, update = function(self, x) self.v = x.price end })
