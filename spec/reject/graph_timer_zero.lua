-- SPDX-License-Identifier: MIT
-- expect: node 'a': every: '0ms' is not longer than zero
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double v;", every = "0ms", on_timer = function(self) self.v = 1 end })
