-- SPDX-License-Identifier: MIT
-- sum: the sum of the values of a window, or of everything; with a `weight` input of each value times its weight.
--
-- Formula: x₁ + … + xₙ, or Σ w·x; an empty window is 0. The rounding errors are summed beside it.
-- Source: D. E. Knuth, The Art of Computer Programming 2, 4.2.2; A. Neumaier, ZAMM 54 (1974)
--
--   local volume = g:node("volume", nodes.sum { x = tick.size, window = "1s", every = "1s" })
--   g:sink("volume", volume)

local sums = require "flux.nodes.support.sums"

local RESULT = sums.total .. "\nself.value = total"

return sums.weighable("sum", sums.sum { state = "double value;", result = RESULT },
  sums.sum({ inputs = { "x", "weight" }, state = "double value;", result = RESULT }, "(x * weight)"))
