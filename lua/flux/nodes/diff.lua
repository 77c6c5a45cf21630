-- SPDX-License-Identifier: MIT
-- diff: the difference to the value `n` (default 1) values before.
--
-- Formula: xₜ − xₜ₋ₙ
-- Source: pandas.Series.diff
--
--   local move = g:node("move", nodes.diff { x = tick.price })
--   g:sink("move", move)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local function over(n)
  local last = n - 1
  return flux.kind("Diff", {
    state = "double value;", internal = ("int32_t count, next; double held[%d];"):format(n),
    update = function(self, x)
      local at = math.max(0, math.min(self.next, last))
      local old = self.held[at]
      self.held[at] = x
      self.next = at < last and at + 1 or 0
      if self.count < n then
        self.count = self.count + 1
        return false
      end
      self.value = x - old
    end,
  })
end

return function(options)
  local given = givens.new("diff", options)
  given:number_input "x"
  local n = given:count("n", 1)
  given:done()
  return given:instance(over(n))
end
