-- SPDX-License-Identifier: MIT
-- argmin: where the smallest value of a window is: its place from the oldest value (`value`) and from the newest (`age`).
--
-- Formula: the first i with xᵢ = min(x), from 0
-- Source: numpy.argmin
--
--   local low = g:node("low", nodes.argmin { x = tick.price, window = 20 })
--   g:sink("low", low)

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

-- A NaN counts as the smallest; of equal values the oldest wins. `seq` numbers the values from 1.
return window.define("argmin", two_part.statistic { inputs = { "x" }, parts = { "low", "seq" }, empty = { low = "1 / 0" },
  state = "double value; // its place in the window, 0 is the oldest\ndouble age; // its distance from the newest, which is 0",
  more_state = "double seen; // values so far", keep = "self.seen = self.seen + 1",
  add = "if k == 1 or low == low and (x < low or x ~= x) then low, seq = x, self.seen end",
  prepend = "if k == 1 or x ~= x or x <= low then low, seq = x, self.seen - k + 1 end",
  merge = "if older_low ~= older_low or k == 0 or older_low <= low then low, seq = older_low, older_seq end",
  result = "self.value = n > 0 and seq - (self.seen - n) - 1 or 0 / 0\nself.age = n > 0 and self.seen - seq or 0 / 0" })
