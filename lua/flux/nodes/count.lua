-- SPDX-License-Identifier: MIT
-- count: how many values a window holds, or how many there were.
--
-- Formula: n
-- Source: —
--
--   local trades = g:node("trades", nodes.count { x = tick.price, window = "1s", every = "1s" })
--   g:sink("trades", trades)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

return window.define("count", two_part.statistic { inputs = { "x" }, state = "double value;", parts = {}, held = false, add = "",
  result = "self.value = n" })
