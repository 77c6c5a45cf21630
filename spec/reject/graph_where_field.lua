-- SPDX-License-Identifier: MIT
-- expect: event 'Tick': where: no field 'simbol' (did you mean 'symbol'?)
-- line: 6
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local filter = Tick:where { simbol = flux.symbol "MSFT" }
return filter
