-- SPDX-License-Identifier: MIT
-- expect: node 'idle': neither callbacks nor state: it can never do anything
-- line: 6
local flux = require "flux"
local g = flux.graph("rejected")
g:node("idle", {})
