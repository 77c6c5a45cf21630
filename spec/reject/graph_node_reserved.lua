-- SPDX-License-Identifier: MIT
-- expect: node 'dispatch': reserved: a reserved method
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("dispatch", { state = "double x;" })
