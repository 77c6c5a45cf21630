-- SPDX-License-Identifier: MIT
-- expect: node 'a': when = "all" without update: nothing would wait
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double v;", when = "all", start = function(self) self.v = 1 end })
