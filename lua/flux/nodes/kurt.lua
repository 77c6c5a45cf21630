-- SPDX-License-Identifier: MIT
-- kurt: the excess kurtosis of a window; `bias = true` leaves out the correction for small samples. A constant window is NaN.
-- With a `weight` input a value counts as often as its weight says: n is Σ w.
--
-- Formula: g₂ = n · Σ (x − mean)⁴ / (Σ (x − mean)²)² − 3; corrected G₂ = (n − 1) / ((n − 2)(n − 3)) · ((n + 1) g₂ + 6)
-- Source: P. Pébay, Sandia report SAND2008-6212 (2008); D. N. Joanes, C. A. Gill, The Statistician 47 (1998)
--
--   local tails = g:node("tails", nodes.kurt { x = tick.price, window = 60 })
--   g:sink("tails", tails)

local sums = require "flux.nodes.support.sums"

local function statistic(moments, n)
  local corrected = ("$n > 3 and ($n - 1) / (($n - 2) * ($n - 3)) * (($n + 1) * excess + 6) or 0 / 0"):gsub("%$n", n)
  return moments { state = "double value;",
    options = function(given) return { value = given:flag("bias", false) and "excess" or corrected } end,
    result = ("local excess = %s * m4 / (m2 * m2) - 3\nself.value = $value"):format(n) }
end

return sums.weighable("kurt", statistic(sums.four_moments, "n"), statistic(sums.weighted_four_moments, "total"))
