-- SPDX-License-Identifier: MIT
-- expect: where: field 'symbol': expected a symbol, got a string: write flux.symbol "MSFT"
-- line: 6
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local filter = Tick:where { symbol = "MSFT" }
return filter
