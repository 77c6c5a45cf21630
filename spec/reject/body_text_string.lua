-- SPDX-License-Identifier: MIT
-- expect: a string is not portable
-- expect: "high"
-- line: 11
local flux = require "flux"
local Tick = flux.event("Tick", "double price; symbol level;")
local g = flux.graph("rejected")
g:node("a", { state = "double v;", on = { [Tick] = flux.body [[
  function(self, event)
    self.v = event.price
    if event.level == "high" then return false end
  end]] } })
return g
