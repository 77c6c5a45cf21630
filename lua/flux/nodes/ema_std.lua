-- SPDX-License-Identifier: MIT
-- ema_std: the exponentially weighted standard deviation. Parameters and options as for ema, but for weight; `bias = true` leaves out the
-- correction for small samples.
--
-- Formula: √ema_var
-- Source: pandas ewm.std
--
--   local vol = g:node("vol", nodes.ema_std { x = tick.price, halflife = 25 })
--   g:sink("vol", vol)

local weights = require "flux.nodes.support.weights"

return weights.covariance("ema_std", { "x" }, "self.value = math.sqrt(cov)")
