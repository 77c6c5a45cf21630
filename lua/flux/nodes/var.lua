-- SPDX-License-Identifier: MIT
-- var: the variance of a window. `ddof` = 1 (default) estimates that of a population from a sample; 0 is the window's own.
-- With a `weight` input a value counts as often as its weight says: n is Σ w.
--
-- Formula: Σ (x − mean)² / (n − ddof), or Σ w·(x − mean)² / (Σ w − ddof); NaN for n ≤ ddof
-- Source: B. P. Welford, Technometrics 4 (1962); T. F. Chan, G. H. Golub, R. J. LeVeque, Stanford STAN-CS-79-773
--
--   local var = g:node("var", nodes.var { x = tick.price, window = 100, min_window = 2 })
--   g:sink("var", var)

local sums = require "flux.nodes.support.sums"

return sums.weighable("var",
  sums.moments { state = "double value;", options = sums.ddof, result = "self.value = n > $ddof and m2 / (n - $ddof) or 0 / 0" },
  sums.weighted_moments { state = "double value;", options = sums.ddof,
    result = "self.value = total > $ddof and m2 / (total - $ddof) or 0 / 0" })
