-- SPDX-License-Identifier: MIT
-- expect: got table; events come by handlers: on = { [Event] = … }
-- line: 9
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { state = "double v;", inputs = { x = Tick }, update = function(self, x) self.v = x.price end })
