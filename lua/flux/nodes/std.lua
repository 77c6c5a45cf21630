-- SPDX-License-Identifier: MIT
-- std: the standard deviation of a window; `ddof` and `weight` as for var.
--
-- Formula: √(Σ (x − mean)² / (n − ddof)); NaN for n ≤ ddof
-- Source: B. P. Welford, Technometrics 4 (1962); T. F. Chan, G. H. Golub, R. J. LeVeque, STAN-CS-79-773 (1979)
--
--   local vol = g:node("vol", nodes.std { x = tick.price, window = 100 })
--   g:sink("vol", vol)

local sums = require "flux.nodes.support.sums"
local window = require "flux.nodes.support.window"

local function options(given) return { ddof = given:count("ddof", 1, 0) } end

local plain = window.define("std", sums.moments { state = "double value;", options = options,
  result = "self.value = n > $ddof and math.sqrt(m2 / (n - $ddof)) or 0 / 0" })
local weighted = window.define("std", sums.weighted_moments { state = "double value;", options = options,
  result = "self.value = total > $ddof and math.sqrt(m2 / (total - $ddof)) or 0 / 0" })

return function(given)
  return (type(given) == "table" and given.weight ~= nil and weighted or plain)(given)
end
