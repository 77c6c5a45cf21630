-- SPDX-License-Identifier: MIT
-- atr: the average true range over `n` (default 14) bars, by Wilder's smoothing. A bar is taken when its close ticks.
--
-- Formula: true range = max(high, last close) − min(low, last close); the mean of the first n, then (n − 1)/n of itself + 1/n of the
-- new one
-- Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978)
--
--   local atr = g:node("atr", nodes.atr { high = tick.price, low = tick.price, close = tick.price })
--   g:sink("atr", atr)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Atr = flux.kind("Atr", {
  params = "double n;",
  state = "double value; double last; int32_t count;",
  update = function(self, close, high, low)
    local range = high - low
    if self.count > 0 then range = math.max(high, self.last) - math.min(low, self.last) end
    self.last = close
    self.count = math.min(self.count, 1000000000) + 1
    self.value = self.value + (range - self.value) / math.min(self.count, self.n)
    if self.count < self.n then return false end
  end,
})

return function(options)
  local given = givens.new("atr", options)
  given:number_input "close"
  given:number_input("high", true)
  given:number_input("low", true)
  local n = given:count("n", 14)
  given:done()
  return given:instance(Atr, { n = n })
end
