-- SPDX-License-Identifier: MIT
-- skew: the skewness of a window; `bias = true` leaves out the correction for small samples. A constant window is NaN.
-- With a `weight` input a value counts as often as its weight says: n is Σ w.
--
-- Formula: g₁ = √n · Σ (x − mean)³ / (Σ (x − mean)²)^1.5; corrected G₁ = g₁ √(n(n − 1)) / (n − 2)
-- Source: P. Pébay, Sandia report SAND2008-6212 (2008); D. N. Joanes, C. A. Gill, The Statistician 47 (1998)
--
--   local lean = g:node("lean", nodes.skew { x = tick.price, window = 60 })
--   g:sink("lean", lean)

local sums = require "flux.nodes.support.sums"

local function statistic(moments, n)
  local corrected = ("($n > 2 and math.sqrt($n * ($n - 1)) / ($n - 2) or 0 / 0)"):gsub("%$n", n)
  return moments { state = "double value;",
    options = function(given) return { factor = given:flag("bias", false) and "1" or corrected } end,
    result = ("self.value = $factor * math.sqrt(%s) * m3 / (m2 * math.sqrt(m2))"):format(n) }
end

return sums.weighable("skew", statistic(sums.four_moments, "n"), statistic(sums.weighted_four_moments, "total"))
