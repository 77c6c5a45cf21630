-- SPDX-License-Identifier: MIT
-- expect: graph 'g': unknown key 'capasity' (did you mean 'capacity'?)
-- line: 5
local flux = require "flux"
local g = flux.graph("g", { capasity = 5 })
return g
