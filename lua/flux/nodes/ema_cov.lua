-- SPDX-License-Identifier: MIT
-- ema_cov: the exponentially weighted covariance of two series; a pair is taken when x ticks. Parameters and options as for ema, but for
-- weight; `bias = true` leaves out the correction for small samples.
--
-- Formula: Σ w (x − x̄)(y − ȳ) / Σ w, times (Σ w)² / ((Σ w)² − Σ w²)
-- Source: pandas ewm.cov
--
--   local link = g:node("link", nodes.ema_cov { x = tick.price, y = tick.size, span = 50 })
--   g:sink("link", link)

local weights = require "flux.nodes.support.weights"

return weights.covariance("ema_cov", { "x", "y" }, "self.value = cov")
