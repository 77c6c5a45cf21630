-- SPDX-License-Identifier: MIT
-- regression: the straight line through the pairs (x, y) of a window, by least squares; with a `weight`
-- input by weighted least squares. A pair is taken when x ticks.
--
-- Formula: slope = Σ (x − x̄)(y − ȳ) / Σ (x − x̄)², intercept = ȳ − slope · x̄, r2 = corr(x, y)²
-- Source: P. Pébay, Sandia report SAND2008-6212 (2008); equation 3.2
--
--   local line = g:node("line", nodes.regression { x = tick.size, y = tick.price, window = 60 })
--   g:sink("line", line)      -- line.slope, line.intercept, line.r2

local sums = require "flux.nodes.support.sums"

local RESULT = [[
self.slope = xy / xx
self.intercept = (shift_y + mean_y) - self.slope * (shift_x + mean_x)
local r = xy / (math.sqrt(xx) * math.sqrt(yy))
self.r2 = r > 1 and 1 or r < -1 and 1 or r * r]]

return sums.weighable("regression", sums.comoments { state = "double slope, intercept, r2;", result = RESULT },
  sums.weighted_comoments { state = "double slope, intercept, r2;", result = RESULT })
