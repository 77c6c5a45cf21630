-- SPDX-License-Identifier: MIT
-- expect: event 'Tick': no field 'tiem' for its time (did you mean 'time'?)
-- line: 5
local flux = require "flux"
flux.event("Tick", "int64_t time;", { time = "tiem" })
