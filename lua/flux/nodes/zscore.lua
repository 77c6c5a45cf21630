-- SPDX-License-Identifier: MIT
-- zscore: how many standard deviations the newest value of a window is away from its mean;
-- `weight` as for var.
--
-- Formula: (xₙ − mean) / std, with `ddof` as for std (default 1)
-- Source: B. P. Welford, Technometrics 4 (1962); T. F. Chan, G. H. Golub, R. J. LeVeque, STAN-CS-79-773 (1979)
--
--   local z = g:node("z", nodes.zscore { x = tick.price, window = 60 })
--   g:sink("z", z)

local sums = require "flux.nodes.support.sums"

return sums.weighable("zscore",
  sums.moments { state = "double value;", more_state = "double newest;", keep = "self.newest = x", options = sums.ddof,
    result = "self.value = n > $ddof and m2 < math.huge\n"
      .. "  and ((self.newest - shift) - mean) / math.sqrt(m2 / (n - $ddof)) or 0 / 0" },
  sums.weighted_moments { state = "double value;", more_state = "double newest;", keep = "self.newest = x", options = sums.ddof,
    result = "self.value = total > $ddof and m2 < math.huge\n"
      .. "  and ((self.newest - shift) - mean) / math.sqrt(m2 / (total - $ddof)) or 0 / 0" })
