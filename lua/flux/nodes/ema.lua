-- SPDX-License-Identifier: MIT
-- ema: the exponentially weighted mean: `alpha`, `span`, or `halflife` as a number of values or a time ("1s"); `adjust = true` divides
-- by the sum of the weights, and then a `weight` input multiplies each value's. `reset`, `trigger`, `min_window` and `nan` as for windows.
-- With a half-life in time and without `adjust`, a value that comes at the time of the one before has the weight 0.
--
-- Formula: value += α (x − value), α = 2 / (span + 1) = 1 − 2^(−1 / halflife); in time 1 − 2^(−Δt / halflife)
-- Source: pandas ewm; C. C. Holt, ONR Memorandum 52 (1957)
--
--   local fast = g:node("fast", nodes.ema { x = tick.price, span = 20 })
--   local slow = g:node("slow", nodes.ema { x = tick.price, halflife = "10s" })
--   g:sink("fast", fast)
--   g:sink("slow", slow)

local weights = require "flux.nodes.support.weights"

return weights.mean "ema"
