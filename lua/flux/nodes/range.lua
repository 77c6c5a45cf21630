-- SPDX-License-Identifier: MIT
-- range: the greatest minus the smallest value of a window.
--
-- Formula: max(x) − min(x)
-- Source: as min and max
--
--   local width = g:node("width", nodes.range { x = tick.price, window = 20 })
--   g:sink("width", width)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

return window.define("range", two_part.statistic { inputs = { "x" }, state = "double value, low, high;", parts = { "lowest", "highest" },
  empty = { lowest = "1 / 0", highest = "-1 / 0" },
  add = "if x < lowest or x ~= x then lowest = x end\nif x > highest or x ~= x then highest = x end",
  merge = [[
if older_lowest < lowest or older_lowest ~= older_lowest then lowest = older_lowest end
if older_highest > highest or older_highest ~= older_highest then highest = older_highest end]],
  result = "self.low, self.high = n > 0 and lowest or 0 / 0, n > 0 and highest or 0 / 0\nself.value = self.high - self.low" })
