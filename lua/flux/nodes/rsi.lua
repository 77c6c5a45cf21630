-- SPDX-License-Identifier: MIT
-- rsi: the relative strength index over `n` (default 14) changes, by Wilder's smoothing. 50 when nothing has moved. A NaN stays in it until
-- a `reset`; with `nan = "skip"` it is no value.
--
-- Formula: 100 · gain / (gain + loss); each is the mean of the first n changes, then (n − 1)/n of itself + 1/n of the new one
-- Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978)
--
--   local rsi = g:node("rsi", nodes.rsi { x = tick.price, n = 14 })
--   g:sink("rsi", rsi)

local givens = require "flux.nodes.support.given"
local recursive = require "flux.nodes.support.recursive"

local TAKE = [[
local change = x - self.last
self.last = x
if self.count == 0 then
  self.gain, self.loss = 0, 0
else
  local k = math.min(self.count, $n) -- a mean of all until there are n, then of n
  local still = 0 * change -- NaN stays NaN
  self.gain = self.gain + ((change > 0 and change or still) - self.gain) / k
  self.loss = self.loss + ((change < 0 and -change or still) - self.loss) / k
end]]

return function(options)
  local given = givens.new("rsi", options)
  given:number_input "x"
  local plan, n = recursive.read(given), given:count("n", 14)
  plan.least = math.max(plan.least, n + 1)
  return recursive.instance(given, "rsi", plan, { "x" }, { n = n, take = TAKE,
    state = "double value;", internal = "double gain, loss, last;",
    result = "self.value = self.gain + self.loss ~= 0 and 100 * self.gain / (self.gain + self.loss) or 50" })
end
