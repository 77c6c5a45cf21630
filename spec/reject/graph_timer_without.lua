-- SPDX-License-Identifier: MIT
-- expect: node 'a': every without on_timer: nothing would run
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double v;", every = "1s", start = function(self) self.v = 1 end })
