-- SPDX-License-Identifier: MIT
-- mean: the arithmetic mean of a window; with a `weight` input the weighted mean.
--
-- Formula: (x₁ + … + xₙ) / n, or Σ w·x / Σ w; an empty window is NaN
-- Source: as sum
--
--   local avg = g:node("avg", nodes.mean { x = tick.price, window = 20 })
--   local heavy = g:node("heavy", nodes.mean { x = tick.price, weight = tick.size, window = "1s", capacity = 256 })
--   g:sink("avg", avg)
--   g:sink("heavy", heavy)

local sums = require "flux.nodes.support.sums"

return sums.weighable("mean", sums.sum { state = "double value;", result = sums.total .. "\nself.value = total / n" },
  sums.weighted({ state = "double value;", result = sums.ratio }, "x", "weight"))
