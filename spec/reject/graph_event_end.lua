-- SPDX-License-Identifier: MIT
-- expect: event 'End': reserved: the built-in flux.End
-- line: 5
local flux = require "flux"
flux.event("End")
