-- SPDX-License-Identifier: MIT
-- expect: by: age: '0s' is not longer than zero
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5, age = "0s" }, function() end)
return g
