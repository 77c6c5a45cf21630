-- SPDX-License-Identifier: MIT
-- expect: by: on_full: expected "error", "evict" or "drop", got oldest
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5, on_full = "oldest" }, function() end)
return g
