-- SPDX-License-Identifier: MIT
-- gap: ticks when a sequence number is not the one before plus `step` (default 1): `value` is how many are missing, negative when it
-- went back.
--
-- Formula: (x − expected) / step
-- Source: —
--
--   local lost = g:node("lost", nodes.gap { x = tick.size })
--   g:sink("lost", lost)      -- lost.value, lost.gaps, lost.repeats

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Gap = flux.kind("Gap", {
  params = "double step;",
  state = "double value; int64_t gaps, repeats; double expected; bool begun;",
  update = function(self, x)
    local number = tonumber(x)
    local missing = (number - self.expected) / self.step
    if not self.begun then
      self.begun = true
      missing = 0
    end
    if missing >= 0 then self.expected = number + self.step end -- a repeated number does not move what is expected
    if missing == 0 then return false end
    self.value = missing
    if missing > 0 then self.gaps = self.gaps + 1 else self.repeats = self.repeats + 1 end
  end,
})

return function(options)
  local given = givens.new("gap", options)
  given:input "x"
  local step = given:number("step", 1)
  given:done()
  return given:instance(Gap, { step = step })
end
