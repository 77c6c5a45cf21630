-- SPDX-License-Identifier: MIT
-- expect: event 'Tick': where: no condition
-- line: 6
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local filter = Tick:where {}
return filter
