-- SPDX-License-Identifier: MIT
-- expect: event 'tick': the graph has an event 'Tick' already
-- line: 9
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local other = flux.event("tick", "double price;")
g:node("a", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.price end } })
g:node("b", { state = "double x;", on = { [other] = function(self, event) self.x = event.price end } })
