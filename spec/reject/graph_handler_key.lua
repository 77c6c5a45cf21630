-- SPDX-License-Identifier: MIT
-- expect: node 'a': on: a key is an event type, as in on = { [Tick] = … }, got string 'Tick'
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double x;", on = { Tick = function(self, event) self.x = event.price end } })
