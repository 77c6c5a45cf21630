-- SPDX-License-Identifier: MIT
-- expect: node 'other' in g:by: on Other: event 'Other' has no key here; handle it outside, or give its key too: g:by({ Tick.symbol, Other.… }, …)
-- line: 9
local flux = require "flux"
local Tick = flux.event("Tick", "symbol symbol; double price; double w[4]; bool up; int32_t id; int64_t time;", { time = "time" })
local Other = flux.event("Other", "symbol symbol; int64_t id; double price;")
local g = flux.graph("rejected")
g:by(Tick.symbol, { capacity = 5 }, function(sub)
  sub:node("other", { state = "double price;", on = { [Other] = function(self, event) self.price = event.price end } })
end)
return g
