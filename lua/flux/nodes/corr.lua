-- SPDX-License-Identifier: MIT
-- corr: the correlation of two series in a window, from −1 to 1. A pair is taken when x ticks. NaN when a series is constant.
-- `weight` as for var.
--
-- Formula: Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²)
-- Source: P. Pébay, Sandia report SAND2008-6212 (2008); equation 3.2
--
--   local corr = g:node("corr", nodes.corr { x = tick.price, y = tick.size, window = 60 })
--   g:sink("corr", corr)

local sums = require "flux.nodes.support.sums"

local RESULT = [[
local r = xy / (math.sqrt(xx) * math.sqrt(yy))
if r > 1 then r = 1 end
if r < -1 then r = -1 end
self.value = r]]

return sums.weighable("corr", sums.comoments { state = "double value;", result = RESULT },
  sums.weighted_comoments { state = "double value;", result = RESULT })
