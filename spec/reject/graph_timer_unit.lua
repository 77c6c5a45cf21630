-- SPDX-License-Identifier: MIT
-- expect: node 'a': every: '100 parsecs' is not a duration
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double v;", every = "100 parsecs", on_timer = function(self) self.v = 1 end })
