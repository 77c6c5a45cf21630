-- SPDX-License-Identifier: MIT
-- bollinger: Bollinger bands: the mean of a window and a band of `width` (default 2) standard deviations on both sides.
--
-- Formula: middle = mean, upper = mean + width · std, lower = mean − width · std; std with ddof = 0 (option `ddof`)
-- Source: J. Bollinger, Bollinger on Bollinger Bands (2001)
--
--   local bands = g:node("bands", nodes.bollinger { x = tick.price, window = 20 })
--   g:sink("bands", bands)      -- bands.middle, bands.upper, bands.lower

local sums = require "flux.nodes.support.sums"
local window = require "flux.nodes.support.window"

return window.define("bollinger", sums.moments { state = "double middle, upper, lower;",
  options = function(given) return { ddof = given:count("ddof", 0, 0), width = given:number("width", 2, 0) } end, result = [[
local band = n > $ddof and $width * math.sqrt(m2 / (n - $ddof)) or 0 / 0
self.middle = n > 0 and shift + mean or 0 / 0
self.upper, self.lower = self.middle + band, self.middle - band]] })
