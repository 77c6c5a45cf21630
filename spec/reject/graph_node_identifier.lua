-- SPDX-License-Identifier: MIT
-- expect: node '2fast': not an identifier
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("2fast", { state = "double x;" })
