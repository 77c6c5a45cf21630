-- SPDX-License-Identifier: MIT
-- expect: node 'a': every: '30000d' is longer than 73 years
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double v;", every = "30000d", on_timer = function(self) self.v = 1 end })
