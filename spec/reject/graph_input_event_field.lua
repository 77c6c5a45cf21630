-- SPDX-License-Identifier: MIT
-- expect: node 'a' input 'x': expected a node, a port (node.field), a name or a list, got table; a field of an event is kept by a node, which has it as a port: tick.price of g:node("tick", nodes.latest(Tick))
-- line: 8
local flux = require "flux"
local nodes = require "flux.nodes"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("rejected")
g:node("a", nodes.mean { x = Tick.price, window = 3 })
