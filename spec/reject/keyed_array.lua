-- SPDX-License-Identifier: MIT
-- expect: by: Tick.w is an array; a key is a symbol or an integer
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.w, { capacity = 5 }, function() end)
return g
