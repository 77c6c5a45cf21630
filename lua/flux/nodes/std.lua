-- SPDX-License-Identifier: MIT
-- std: the standard deviation of a window; `ddof` and `weight` as for var.
--
-- Formula: √(Σ (x − mean)² / (n − ddof)); NaN for n ≤ ddof
-- Source: B. P. Welford, Technometrics 4 (1962); T. F. Chan, G. H. Golub, R. J. LeVeque, STAN-CS-79-773 (1979)
--
--   local vol = g:node("vol", nodes.std { x = tick.price, window = 100 })
--   g:sink("vol", vol)

local sums = require "flux.nodes.support.sums"

return sums.weighable("std",
  sums.moments { state = "double value;", options = sums.ddof,
    result = "self.value = n > $ddof and math.sqrt(m2 / (n - $ddof)) or 0 / 0" },
  sums.weighted_moments { state = "double value;", options = sums.ddof,
    result = "self.value = total > $ddof and math.sqrt(m2 / (total - $ddof)) or 0 / 0" })
