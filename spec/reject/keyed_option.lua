-- SPDX-License-Identifier: MIT
-- expect: by: unknown key 'on_ful' (did you mean 'on_full'?)
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5, on_ful = "drop" }, function() end)
return g
