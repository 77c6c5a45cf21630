-- SPDX-License-Identifier: MIT
-- expect: node 'a' input 'x': element 1: nil (a misspelt variable is nil)
-- line: 9
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { state = "double v;", inputs = { x = { tick, tikc, tick } }, -- luacheck: ignore
  update = function(self, x) self.v = x.n end })
