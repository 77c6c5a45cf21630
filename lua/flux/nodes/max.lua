-- SPDX-License-Identifier: MIT
-- max: the greatest value of a window. A NaN in the window makes it NaN; an empty window is NaN.
--
-- Formula: max(x₁, …, xₙ)
-- Source: K. Tangwongsan, M. Hirzel, S. Schneider, K.-L. Wu, VLDB 8 (2015): two stacks
--
--   local high = g:node("high", nodes.max { x = tick.price, window = 20 })
--   g:sink("high", high)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

return window.define("max", two_part.statistic { inputs = { "x" }, state = "double value;", parts = { "high" }, empty = { high = "-1 / 0" },
  add = "if x > high or x ~= x then high = x end",
  merge = "if older_high > high or older_high ~= older_high then high = older_high end",
  result = "self.value = n > 0 and high or 0 / 0" })
