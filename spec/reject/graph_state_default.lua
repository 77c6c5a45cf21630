-- SPDX-License-Identifier: MIT
-- expect: node 'a': state: field 'n': 200 does not fit int8_t (-128 … 127)
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:node("a", { state = "int8_t n = 200;", on = { [Tick] = function(self) self.n = 1 end } })
