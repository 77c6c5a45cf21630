-- SPDX-License-Identifier: MIT
-- expect: unknown type 'int' (did you mean 'int32_t'?)
-- line: 5
local flux = require "flux"
flux.event("Tick", "int price;")
