-- SPDX-License-Identifier: MIT
-- expect: where: field 'price' is a double; filters take integer, bool and symbol fields
-- line: 6
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local filter = Tick:where { price = 1 }
return filter
