-- SPDX-License-Identifier: MIT
-- sem: the standard error of the mean of a window; `ddof` and `weight` as for var.
--
-- Formula: √(Σ (x − mean)² / (n − ddof) / n)
-- Source: pandas.DataFrame.sem; scipy.stats.sem
--
--   local err = g:node("err", nodes.sem { x = tick.price, window = 50 })
--   g:sink("err", err)

local sums = require "flux.nodes.support.sums"

return sums.weighable("sem",
  sums.moments { state = "double value;", options = sums.ddof,
    result = "self.value = n > $ddof and math.sqrt(m2 / (n - $ddof) / n) or 0 / 0" },
  sums.weighted_moments { state = "double value;", options = sums.ddof,
    result = "self.value = total > $ddof and math.sqrt(m2 / (total - $ddof) / total) or 0 / 0" })
