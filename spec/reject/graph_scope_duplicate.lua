-- SPDX-License-Identifier: MIT
-- expect: duplicate node 'left_a'
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
local function part(inner) inner:node("a", { state = "double x;" }) end
g:scope("left", part)
g:scope("left", part)
