-- SPDX-License-Identifier: MIT
-- expect: the text of this function cannot be found: it was not loaded from a file
-- expect: give the body as text: flux.body[[function(self) … end]]
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
local update = loadstring("return function(self, event) self.v = event.price end", "=console")()
g:node("a", { state = "double v;", on = { [Tick] = update } })
return g
