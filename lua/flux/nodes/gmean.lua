-- SPDX-License-Identifier: MIT
-- gmean: the geometric mean of a window of positive values; with a `weight` input the weighted one.
--
-- Formula: exp((log x₁ + … + log xₙ) / n), or exp(Σ w·log x / Σ w)
-- Source: scipy.stats.gmean
--
--   local typical = g:node("typical", nodes.gmean { x = tick.size, window = 20 })
--   g:sink("typical", typical)

local sums = require "flux.nodes.support.sums"

return sums.weighable("gmean", sums.sum({ state = "double value;", result = sums.total .. "\nself.value = math.exp(total / n)" },
  "math.log(x)"),
  sums.weighted({ state = "double value;", result = sums.ratio .. "\nself.value = math.exp(self.value)" }, "x", "weight", "math.log(x)"))
