-- SPDX-License-Identifier: MIT
-- accumulate: the running total of a series, with an optional `reset`: `sum` without a window.
--
-- Formula: x₁ + … + xₙ since the last reset
-- Source: as sum
--
--   local total = g:node("total", nodes.accumulate { x = tick.size })
--   g:sink("total", total)

local sums = require "flux.nodes.support.sums"
local window = require "flux.nodes.support.window"

return window.define("accumulate", sums.sum { state = "double value;", result = sums.total .. "\nself.value = total" })
