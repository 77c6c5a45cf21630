-- SPDX-License-Identifier: MIT
-- unique: how many different values a window holds. NaN is not counted.
--
-- Formula: |{x₁, …, xₙ}|
-- Source: R. Seidel, C. R. Aragon, Algorithmica 16 (1996): a treap with subtree sizes, O(log n) a value; numpy.unique
--
--   local levels = g:node("levels", nodes.unique { x = tick.size, window = 20 })
--   g:sink("levels", levels)

local ordered = require "flux.nodes.support.ordered"
local window = require "flux.nodes.support.window"

return window.define("unique", ordered.statistic { state = "double value;", distinct = true, result = "self.value = self.distinct" })
