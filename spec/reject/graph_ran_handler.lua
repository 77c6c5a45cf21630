-- SPDX-License-Identifier: MIT
-- expect: node 'a': on Tick: flux.ran is for on_input callbacks
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:node("a", { state = "double v;", on = { [Tick] = flux.ran(function(self) self.v = 1 end) } })
