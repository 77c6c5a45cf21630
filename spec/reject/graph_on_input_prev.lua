-- SPDX-License-Identifier: MIT
-- expect: node 'a': on_input b could never run: a flux.prev input is not dirty in this cycle
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
g:node("a", { inputs = { b = flux.prev "b" }, state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end },
  on_input = { b = function(self, b) self.v = b.v end } })
