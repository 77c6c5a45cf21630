-- SPDX-License-Identifier: MIT
-- expect: graph 'g': late: expected "accept" or "reject", got 'rejekt' (did you mean 'reject'?)
-- line: 5
local flux = require "flux"
local g = flux.graph("g", { late = "rejekt" })
return g
