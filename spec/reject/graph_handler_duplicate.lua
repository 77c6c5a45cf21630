-- SPDX-License-Identifier: MIT
-- expect: node 'a': duplicate handler 'on Tick where kind=1, symbol=MSFT'
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:node("a", { state = "double x;", on = {
  [Tick:where { symbol = flux.symbol "MSFT", kind = 1 }] = function(self, event) self.x = event.price end,
  [Tick:where { kind = 1, symbol = flux.symbol "MSFT" }] = function(self, event) self.x = -event.price end,
} })
