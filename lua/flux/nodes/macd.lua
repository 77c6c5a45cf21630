-- SPDX-License-Identifier: MIT
-- macd: moving average convergence and divergence: a `fast` (12) and a `slow` (26) average, and their difference's average over
-- `signal` (9) values.
--
-- Formula: line = ema(fast) − ema(slow), signal = ema of line, histogram = line − signal; α = 2 / (n + 1), from the first value
-- Source: G. Appel, Technical Analysis (2005)
--
--   local macd = g:node("macd", nodes.macd { x = tick.price })
--   g:sink("macd", macd)      -- macd.line, macd.signal, macd.histogram

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Macd = flux.kind("Macd", {
  params = "double alpha_fast, alpha_slow, alpha_signal;",
  state = "double line, signal, histogram; double first, fast, slow; bool begun;",
  update = function(self, x)
    -- Both averages are kept relative to the first value: only their difference counts, and a large offset costs no digits.
    if not self.begun then self.begun, self.first = true, x end
    self.fast = self.fast + self.alpha_fast * ((x - self.first) - self.fast)
    self.slow = self.slow + self.alpha_slow * ((x - self.first) - self.slow)
    self.line = self.fast - self.slow
    self.signal = self.signal + self.alpha_signal * (self.line - self.signal) -- the first line is 0, and so is its average
    self.histogram = self.line - self.signal
  end,
})

return function(options)
  local given = givens.new("macd", options)
  given:number_input "x"
  local fast, slow, signal = given:count("fast", 12), given:count("slow", 26), given:count("signal", 9)
  given:done()
  return given:instance(Macd, { alpha_fast = 2 / (fast + 1), alpha_slow = 2 / (slow + 1), alpha_signal = 2 / (signal + 1) })
end
