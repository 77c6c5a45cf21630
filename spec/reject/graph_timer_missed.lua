-- SPDX-License-Identifier: MIT
-- expect: node 'a': missed: expected "once" or "all", got 'one' (did you mean 'once'?)
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("a", { state = "double v;", every = "1s", missed = "one", on_timer = function(self) self.v = 1 end })
