-- SPDX-License-Identifier: MIT
-- zscore: how many standard deviations the newest value of a window is away from its mean.
--
-- Formula: (xₙ − mean) / std, with `ddof` as for std (default 1)
-- Source: B. P. Welford, Technometrics 4 (1962); T. F. Chan, G. H. Golub, R. J. LeVeque, STAN-CS-79-773 (1979)
--
--   local z = g:node("z", nodes.zscore { x = tick.price, window = 60 })
--   g:sink("z", z)

local sums = require "flux.nodes.support.sums"
local window = require "flux.nodes.support.window"

return window.define("zscore", sums.moments { state = "double value;", more_state = "double newest;", keep = "self.newest = x",
  options = function(given) return { ddof = given:count("ddof", 1, 0) } end,
  result = "self.value = n > $ddof and ((self.newest - shift) - mean) / math.sqrt(m2 / (n - $ddof)) or 0 / 0" })
