-- SPDX-License-Identifier: MIT
-- expect: node 'n': on T: a callback is a function written in Lua, and this one is built into LuaJIT
-- line: 8
local flux = require "flux"
local T = flux.event("T", "double x;")
local g = flux.graph("g")
local on = { [T] = print }
g:node("n", { state = "double v;", on = on })
return g
