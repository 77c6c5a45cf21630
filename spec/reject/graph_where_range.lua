-- SPDX-License-Identifier: MIT
-- expect: where: field 'kind': 3000000000 does not fit int32_t (-2147483648 … 2147483647)
-- line: 6
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local filter = Tick:where { kind = 3000000000 }
return filter
