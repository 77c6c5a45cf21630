-- SPDX-License-Identifier: MIT
-- expect: element 1: 'other.n' is int64_t, the others are double
-- line: 10
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
local other = g:node("other", { state = "int64_t n;", on = { [Tick] = function(self, event) self.n = event.time end } })
g:node("a", { state = "double v;", inputs = { x = { tick.price, other.n } }, update = function(self, x) self.v = x.n end })
