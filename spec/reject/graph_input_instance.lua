-- SPDX-License-Identifier: MIT
-- expect: declare it as a node first: g:node(name, …)
-- line: 11
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price; double w[4];",
  on = { [Tick] = function(self, event) self.price = event.price end } })
local Ema = flux.kind("Ema", { params = "double alpha; int32_t span = 3;", state = "double value;",
  update = function(self, x) self.value = self.value + self.alpha * (x - self.value) end })
g:node("a", Ema { alpha = 1, x = Ema { x = tick.price, alpha = 0.2 } })
