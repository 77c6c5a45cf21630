-- SPDX-License-Identifier: MIT
-- expect: node 'b': when = "all" without an input that triggers: update could never run
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
local a = g:node("a", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end } })
g:node("b", { inputs = { a = flux.passive(a) }, when = "all", state = "double v;", update = function(self, a) self.v = a.v end })
