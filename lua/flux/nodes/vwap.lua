-- SPDX-License-Identifier: MIT
-- vwap: the volume-weighted average price of a window, or of everything since the last reset.
--
-- Formula: Σ price · size / Σ size
-- Source: as sum
--
--   local vwap = g:node("vwap", nodes.vwap { price = tick.price, size = tick.size })
--   g:sink("vwap", vwap)

local sums = require "flux.nodes.support.sums"
local window = require "flux.nodes.support.window"

return window.define("vwap", sums.weighted({ state = "double value;", result = sums.ratio }, "price", "size"))
