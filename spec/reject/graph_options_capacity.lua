-- SPDX-License-Identifier: MIT
-- expect: graph 'g': capacity: expected a whole number from 1 to 16777216, got 0
-- line: 5
local flux = require "flux"
local g = flux.graph("g", { capacity = 0 })
return g
