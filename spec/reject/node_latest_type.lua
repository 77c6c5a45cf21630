-- SPDX-License-Identifier: MIT
-- expect: latest: expected an event type or a filter, as in nodes.latest(Tick), got string
-- line: 7
local flux = require "flux"
local nodes = require "flux.nodes"
local g = flux.graph("rejected")
g:node("a", nodes.latest "Tick")
