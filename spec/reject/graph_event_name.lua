-- SPDX-License-Identifier: MIT
-- expect: event 'end': reserved: a Lua keyword
-- line: 5
local flux = require "flux"
flux.event("end", "double price;")
