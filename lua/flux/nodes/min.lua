-- SPDX-License-Identifier: MIT
-- min: the smallest value of a window. A NaN in the window makes it NaN; an empty window is NaN.
--
-- Formula: min(x₁, …, xₙ)
-- Source: K. Tangwongsan, M. Hirzel, S. Schneider, K.-L. Wu, VLDB 8 (2015): two stacks
--
--   local low = g:node("low", nodes.min { x = tick.price, window = 20 })
--   g:sink("low", low)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

return window.define("min", two_part.statistic { inputs = { "x" }, state = "double value;", parts = { "low" }, empty = { low = "1 / 0" },
  add = "if x < low or x ~= x then low = x end",
  merge = "if older_low < low or older_low ~= older_low then low = older_low end",
  result = "self.value = n > 0 and low or 0 / 0" })
