-- SPDX-License-Identifier: MIT
-- expect: kind 'Keyed': flux.param 'kye': no such param (did you mean 'key'?)
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local Keyed = flux.kind("Keyed", { params = "symbol key;", state = "double price;",
  on = { [Tick:where { symbol = flux.param "kye" }] = function(self, event) self.price = event.price end } })
return Keyed
