-- SPDX-License-Identifier: MIT
-- atr: the average true range over `n` (default 14) bars, by Wilder's smoothing. A bar is taken when its close ticks. A NaN in a bar stays
-- until a `reset`; with `nan = "skip"` such a bar is none.
--
-- Formula: true range = max(high, last close) − min(low, last close); the mean of the first n, then (n − 1)/n of itself + 1/n of the
-- new one
-- Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978)
--
--   local atr = g:node("atr", nodes.atr { high = tick.price, low = tick.price, close = tick.price })
--   g:sink("atr", atr)

local givens = require "flux.nodes.support.given"
local recursive = require "flux.nodes.support.recursive"

local TAKE = [[
local range = high - low
if self.count > 0 then range = math.max(high, self.last) - math.min(low, self.last) end
if high ~= high or low ~= low or close ~= close then range = 0 / 0 end
if self.count == 0 then
  self.mean = range
else
  self.mean = self.mean + (range - self.mean) / math.min(self.count + 1, $n)
end
self.last = close]]

return function(options)
  local given = givens.new("atr", options)
  given:number_input "close"
  given:number_input("high", true)
  given:number_input("low", true)
  local plan, n = recursive.read(given), given:count("n", 14)
  plan.least = math.max(plan.least, n)
  return recursive.instance(given, "atr", plan, { "close", "high", "low" }, { n = n, take = TAKE, result = "self.value = self.mean",
    state = "double value;", internal = "double mean, last;" })
end
