-- SPDX-License-Identifier: MIT
-- expect: by: Other.id is int64_t, the first key is symbol
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local Other = flux.event("Other", "symbol symbol; int64_t id; double price;")
local g = flux.graph("rejected")
g:by({ Tick.symbol, Other.id }, { capacity = 5 }, function() end)
return g
