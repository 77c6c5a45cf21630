-- SPDX-License-Identifier: MIT
-- expect: t is read-only: a callback writes only its own node's state
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time; symbol name;", { time = "time" })
local function f(s, t)
  s.v = t.price
  t.price = 0
end
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price, size; int64_t n;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("a", { inputs = { t = tick },
  state = "double v; int64_t n; uint64_t u; bool b; symbol s; double w[4];",
  update = function(self, t)
    f(self, t)
  end })
return g
