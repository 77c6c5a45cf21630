-- SPDX-License-Identifier: MIT
-- gmean: the geometric mean of a window of positive values.
--
-- Formula: exp((log x₁ + … + log xₙ) / n)
-- Source: scipy.stats.gmean
--
--   local typical = g:node("typical", nodes.gmean { x = tick.size, window = 20 })
--   g:sink("typical", typical)

local sums = require "flux.nodes.support.sums"
local window = require "flux.nodes.support.window"

return window.define("gmean", sums.sum({ state = "double value;",
  result = sums.total .. "\nself.value = math.exp(total / n)" }, "math.log(x)"))
