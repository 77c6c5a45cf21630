-- SPDX-License-Identifier: MIT
-- argmax: where the greatest value of a window is: its place from the oldest value (`value`) and from the newest (`age`).
--
-- Formula: the first i with xᵢ = max(x), from 0
-- Source: numpy.argmax
--
--   local high = g:node("high", nodes.argmax { x = tick.price, window = 20 })
--   g:sink("high", high)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

-- A NaN counts as the greatest; of equal values the oldest wins. `seq` numbers the values from 1.
return window.define("argmax", two_part.statistic { inputs = { "x" }, parts = { "high", "seq" }, empty = { high = "-1 / 0" },
  state = "double value; // its place in the window, 0 is the oldest\ndouble age; // its distance from the newest, which is 0",
  more_state = "double seen; // values so far", keep = "self.seen = self.seen + 1",
  add = "if k == 1 or high == high and (x > high or x ~= x) then high, seq = x, self.seen end",
  prepend = "if k == 1 or x ~= x or x >= high then high, seq = x, self.seen - k + 1 end",
  merge = "if older_high ~= older_high or k == 0 or older_high >= high then high, seq = older_high, older_seq end",
  result = "self.value = n > 0 and seq - (self.seen - n) - 1 or 0 / 0\nself.age = n > 0 and self.seen - seq or 0 / 0" })
