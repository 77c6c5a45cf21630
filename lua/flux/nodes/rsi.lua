-- SPDX-License-Identifier: MIT
-- rsi: the relative strength index over `n` (default 14) changes, by Wilder's smoothing. 50 when nothing has moved.
--
-- Formula: 100 · gain / (gain + loss); each is the mean of the first n changes, then (n − 1)/n of itself + 1/n of the new one
-- Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978)
--
--   local rsi = g:node("rsi", nodes.rsi { x = tick.price, n = 14 })
--   g:sink("rsi", rsi)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Rsi = flux.kind("Rsi", {
  params = "double n;",
  state = "double value; double gain, loss, last; int32_t count;",
  update = function(self, x)
    local change = x - self.last
    self.last = x
    self.count = math.min(self.count, 1000000000) + 1
    if self.count == 1 then return false end
    local k = math.min(self.count - 1, self.n) -- a mean of all until there are n, then of n
    self.gain = self.gain + (math.max(change, 0) - self.gain) / k
    self.loss = self.loss + (math.max(-change, 0) - self.loss) / k
    if self.count <= self.n then return false end
    self.value = self.gain + self.loss ~= 0 and 100 * self.gain / (self.gain + self.loss) or 50
  end,
})

return function(options)
  local given = givens.new("rsi", options)
  given:number_input "x"
  local n = given:count("n", 14)
  given:done()
  return given:instance(Rsi, { n = n })
end
