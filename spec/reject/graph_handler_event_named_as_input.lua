-- SPDX-License-Identifier: MIT
-- expect: node 'b': on Tick: the second parameter, 'a', is the event, and an input has this name too
-- expect: inputs come after it: function(self, event, a)
-- line: 11
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
local a = g:node("a", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("b", { inputs = { a = a }, state = "double v;",
  on = {
    [Tick] = function(self, a) self.v = a.price end,
  },
  update = function(self, a) self.v = a.price end })
