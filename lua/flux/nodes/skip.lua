-- SPDX-License-Identifier: MIT
-- skip: passes nothing of the first `n` values, and all after them.
--
-- Formula: xₙ₊₁ …
-- Source: RxJS skip
--
--   local warm = g:node("warm", nodes.skip { x = tick.price, n = 10 })
--   g:sink("warm", warm)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Skip = flux.kind("Skip", {
  params = "int32_t n;",
  state = "double value;", internal = "int32_t count;",
  update = function(self, x)
    if self.count < self.n then
      self.count = self.count + 1
      return false
    end
    self.value = x
  end,
})

return function(options)
  local given = givens.new("skip", options)
  given:number_input "x"
  local n = given:count "n"
  given:done()
  return given:instance(Skip, { n = n })
end
