-- SPDX-License-Identifier: MIT
-- sem: the standard error of the mean of a window.
--
-- Formula: √(Σ (x − mean)² / (n − ddof) / n)
-- Source: pandas.DataFrame.sem; scipy.stats.sem
--
--   local err = g:node("err", nodes.sem { x = tick.price, window = 50 })
--   g:sink("err", err)

local sums = require "flux.nodes.support.sums"
local window = require "flux.nodes.support.window"

return window.define("sem", sums.moments { state = "double value;",
  options = function(given) return { ddof = given:count("ddof", 1, 0) } end,
  result = "self.value = n > $ddof and math.sqrt(m2 / (n - $ddof) / n) or 0 / 0" })
