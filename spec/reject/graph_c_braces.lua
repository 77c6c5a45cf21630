-- SPDX-License-Identifier: MIT
-- expect: unbalanced braces in the C body: this '}' closes nothing
-- line: 14
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
local tick = g:node("tick", { state = "double price;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
g:node("b", { inputs = { x = tick.price }, state = "double v;",
  update = flux.c [[
    if (x > 0) { /* { */
      self->v = x; // }
    }
    }
  ]] })
return g
