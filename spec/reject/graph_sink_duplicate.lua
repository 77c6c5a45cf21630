-- SPDX-License-Identifier: MIT
-- expect: duplicate sink 'price': the first is at spec/reject/graph_sink_duplicate.lua:9
-- line: 10
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:sink("price", tick)
g:sink("price", tick)
