-- SPDX-License-Identifier: MIT
-- expect: event 'Tick': unknown key 'tme' (did you mean 'time'?)
-- line: 5
local flux = require "flux"
flux.event("Tick", "int64_t time;", { tme = "time" })
