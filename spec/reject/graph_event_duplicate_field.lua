-- SPDX-License-Identifier: MIT
-- expect: event 'Tick': duplicate field 'price'
-- line: 5
local flux = require "flux"
flux.event("Tick", "double price, price;")
