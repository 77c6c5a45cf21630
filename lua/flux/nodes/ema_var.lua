-- SPDX-License-Identifier: MIT
-- ema_var: the exponentially weighted variance. Parameters and options as for ema, but for weight; `bias = true` leaves out the
-- correction for small samples.
--
-- Formula: Σ w (x − mean)² / Σ w, times (Σ w)² / ((Σ w)² − Σ w²)
-- Source: pandas ewm.var; T. Finch, Incremental calculation of weighted mean and variance (2009)
--
--   local risk = g:node("risk", nodes.ema_var { x = tick.price, span = 50 })
--   g:sink("risk", risk)

local weights = require "flux.nodes.support.weights"

return weights.covariance("ema_var", { "x" }, "self.value = cov")
