-- SPDX-License-Identifier: MIT
-- last: the newest value of a window; NaN when the window is empty.
--
-- Formula: xₙ
-- Source: —
--
--   local close = g:node("close", nodes.last { x = tick.price, window = "1s", every = "1s" })
--   g:sink("close", close)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

return window.define("last", two_part.statistic { inputs = { "x" }, state = "double value;", parts = { "newest" }, held = false,
  add = "newest = x", result = "self.value = n > 0 and newest or 0 / 0" })
