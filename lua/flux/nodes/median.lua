-- SPDX-License-Identifier: MIT
-- median: the middle value of a window; of an even number the mean of the two in the middle. A NaN in the window makes it NaN.
--
-- Formula: x₍(n+1)/2₎, or (x₍n/2₎ + x₍n/2+1₎) / 2
-- Source: R. Seidel, C. R. Aragon, Algorithmica 16 (1996): a treap with subtree sizes, O(log n) a value; numpy.median
--
--   local mid = g:node("mid", nodes.median { x = tick.price, window = 20 })
--   g:sink("mid", mid)

local ordered = require "flux.nodes.support.ordered"
local window = require "flux.nodes.support.window"

return window.define("median", ordered.statistic { state = "double value;", result = ordered.quantile("0.5", "middle") })
