-- SPDX-License-Identifier: MIT
-- expect: state field 'inputs': reserved: an attribute of a node
-- line: 7
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int32_t kind; symbol symbol; int64_t time;", { time = "time" })
local g = flux.graph("rejected")
g:node("a", { state = "double inputs;", on = { [Tick] = function(self) self.inputs = 1 end } })
