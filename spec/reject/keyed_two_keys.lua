-- SPDX-License-Identifier: MIT
-- expect: by: event 'Tick' has two keys
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local Tock = Tick
g:by({ Tick.symbol, Tock.symbol }, { capacity = 5 }, function() end)
return g
