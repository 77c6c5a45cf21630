-- SPDX-License-Identifier: MIT
-- expect: event 'Tick': unknown type 'doubel' (did you mean 'double'?)
-- expect: line 1, column 2 of the text
-- line: 6
local flux = require "flux"
flux.event("Tick", [[ doubel price; ]])
