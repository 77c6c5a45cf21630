-- SPDX-License-Identifier: MIT
-- macd: moving average convergence and divergence: a `fast` (12) and a `slow` (26) average, and their difference's average over
-- `signal` (9) values. A NaN stays in it until a `reset`; with `nan = "skip"` it is no value.
--
-- Formula: line = ema(fast) − ema(slow), signal = ema of line, histogram = line − signal; α = 2 / (n + 1), from the first value
-- Source: G. Appel, Technical Analysis (2005)
--
--   local macd = g:node("macd", nodes.macd { x = tick.price })
--   g:sink("macd", macd)      -- macd.line, macd.signal, macd.histogram

local givens = require "flux.nodes.support.given"
local recursive = require "flux.nodes.support.recursive"
local texts = require "flux.nodes.support.text"

-- Both averages are kept relative to the first value: only their difference counts, and a large offset costs no digits. The first line
-- is 0, and so is its average.
local TAKE = [[
if self.count == 0 then
  self.first, self.fast, self.slow, self.signal = x, 0, 0, 0
end
self.fast = self.fast + $fast * ((x - self.first) - self.fast)
self.slow = self.slow + $slow * ((x - self.first) - self.slow)
self.line = self.fast - self.slow
self.signal = self.signal + $smooth * (self.line - self.signal)
self.histogram = self.line - self.signal]]

return function(options)
  local given = givens.new("macd", options)
  given:number_input "x"
  local plan = recursive.read(given)
  local fast, slow, smooth = given:count("fast", 12), given:count("slow", 26), given:count("signal", 9)
  if fast >= slow then given:fail("fast = %d is not shorter than slow = %d", fast, slow) end
  local function alpha(span) return texts.number(2 / (span + 1)) end
  return recursive.instance(given, "macd", plan, { "x" }, { fast = alpha(fast), slow = alpha(slow), smooth = alpha(smooth),
    state = "double line, signal, histogram;", internal = "double first, fast, slow;", take = TAKE, result = "" })
end
