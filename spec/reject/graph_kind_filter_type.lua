-- SPDX-License-Identifier: MIT
-- expect: flux.param 'key' is int32_t, but field 'symbol' of event 'Tick' is symbol
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local Keyed = flux.kind("Keyed", { params = "int32_t key;", state = "double price;",
  on = { [Tick:where { symbol = flux.param "key" }] = function(self, event) self.price = event.price end } })
return Keyed
