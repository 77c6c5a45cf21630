-- SPDX-License-Identifier: MIT
-- expect: by: capacity is the greatest number of keys, from 1 to 1048576, got nil
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, {}, function() end)
return g
