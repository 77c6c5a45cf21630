-- SPDX-License-Identifier: MIT
-- cov: the covariance of two series in a window. A pair is taken when x ticks, with the y of that moment;
-- `ddof` and `weight` as for var.
--
-- Formula: Σ (x − x̄)(y − ȳ) / (n − ddof)
-- Source: P. Pébay, Sandia report SAND2008-6212 (2008); equation 3.2
--
--   local cov = g:node("cov", nodes.cov { x = tick.price, y = tick.size, window = 60 })
--   g:sink("cov", cov)

local sums = require "flux.nodes.support.sums"

return sums.weighable("cov",
  sums.comoments { state = "double value;", options = sums.ddof, result = "self.value = n > $ddof and xy / (n - $ddof) or 0 / 0" },
  sums.weighted_comoments { state = "double value;", options = sums.ddof,
    result = "self.value = total > $ddof and xy / (total - $ddof) or 0 / 0" })
