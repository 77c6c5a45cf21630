-- SPDX-License-Identifier: MIT
-- expect: node 'n' in g:by: on Tick: a C or opaque body sees the state of a node, not that of a key
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  sub:node("n", { state = "double v;", on = { [Tick] = flux.c "self->v = event->price;" } })
end)
return g
