-- SPDX-License-Identifier: MIT
-- expect: by: expected a field of an event type, as in g:by(Tick.symbol, …), got event Tick
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick, { capacity = 5 }, function() end)
return g
