-- SPDX-License-Identifier: MIT
-- expect: node 'on_tick': reserved: names that begin with 'on_' or 'flux_' or end in '_event' are the exported C's
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("on_tick", { state = "double x;" })
