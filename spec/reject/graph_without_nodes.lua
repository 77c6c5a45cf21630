-- SPDX-License-Identifier: MIT
-- expect: graph 'g' has no nodes
-- line: 5
local flux = require "flux"
local g = flux.graph("g")
return g
