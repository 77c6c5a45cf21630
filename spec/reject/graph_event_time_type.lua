-- SPDX-License-Identifier: MIT
-- expect: the time field 'time' must be an int64_t (ns), not double
-- line: 5
local flux = require "flux"
flux.event("Tick", "double time;", { time = "time" })
