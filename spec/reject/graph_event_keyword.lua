-- SPDX-License-Identifier: MIT
-- expect: field 'class': reserved: a C++ keyword
-- line: 5
local flux = require "flux"
flux.event("Tick", "double class;")
