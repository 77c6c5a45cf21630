-- SPDX-License-Identifier: MIT
-- expect: node 'a': update can never run: the node has no inputs
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double x;", update = function(self) self.x = 1 end })
