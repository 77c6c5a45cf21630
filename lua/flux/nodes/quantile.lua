-- SPDX-License-Identifier: MIT
-- quantile: the value below which the share `q` of a window lies; `interpolation` = "linear" (default), "lower" or "higher".
--
-- Formula: x at place q(n − 1) of the sorted values, between two of them by interpolation (Hyndman and Fan, type 7)
-- Source: R. Seidel, C. R. Aragon, Algorithmica 16 (1996): a treap with subtree sizes, O(log n) a value; R. J. Hyndman, Y. Fan, The
-- American Statistician 50 (1996)
--
--   local p95 = g:node("p95", nodes.quantile { x = tick.size, q = 0.95, window = "10s", capacity = 1000, overflow = "oldest" })
--   g:sink("p95", p95)

local ordered = require "flux.nodes.support.ordered"
local window = require "flux.nodes.support.window"

local KINDS = { "linear", "lower", "higher" }
local by_kind = {}
for _, kind in ipairs(KINDS) do
  by_kind[kind] = window.define("quantile", ordered.statistic { state = "double value;", result = ordered.quantile("$q", kind),
    options = function(given)
      given:choice("interpolation", KINDS)
      return { q = given:number("q", nil, 0, 1) }
    end })
end

return function(options)
  return (type(options) == "table" and by_kind[options.interpolation] or by_kind.linear)(options)
end
