-- SPDX-License-Identifier: MIT
-- expect: node 'dispatch': reserved: the exported C has a function or member of that name
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("dispatch", { state = "double x;" })
