-- SPDX-License-Identifier: MIT
-- expect: by: keys do not nest
-- line: 8
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  sub:by(Tick.id, { capacity = 5 }, function() end)
end)
return g
