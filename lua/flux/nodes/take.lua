-- SPDX-License-Identifier: MIT
-- take: passes the first `n` values, and nothing after them.
--
-- Formula: x₁ … xₙ
-- Source: RxJS take
--
--   local opening = g:node("opening", nodes.take { x = tick.price, n = 10 })
--   g:sink("opening", opening)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Take = flux.kind("Take", {
  params = "int32_t n;",
  state = "double value;", internal = "int32_t count;",
  update = function(self, x)
    if self.count == self.n then return false end
    self.count = self.count + 1
    self.value = x
  end,
})

return function(options)
  local given = givens.new("take", options)
  given:number_input "x"
  local n = given:count "n"
  given:done()
  return given:instance(Take, { n = n })
end
