-- SPDX-License-Identifier: MIT
-- rate: how many values a second came in a window of time.
--
-- Formula: n / window
-- Source: —
--
--   local speed = g:node("speed", nodes.rate { x = tick.price, window = "500ms", every = "500ms" })
--   g:sink("speed", speed)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

return window.define("rate", two_part.statistic { inputs = { "x" }, state = "double value; // values a second", parts = {},
  held = false, add = "", options = function(given, plan)
    if not plan.span then given:fail("a window of time is needed, as in window = \"10s\"") end
    return {}
  end,
  result = "self.value = n / $seconds" })
