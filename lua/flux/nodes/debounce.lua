-- SPDX-License-Identifier: MIT
-- debounce: the newest value of x once x has been quiet for `quiet`.
--
-- Formula: x at time t if nothing came in (t, t + quiet]
-- Source: RxJS debounceTime
--
--   local settled = g:node("settled", nodes.debounce { x = tick.price, quiet = "50ms" })
--   g:sink("settled", settled)

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local Debounce = flux.kind("Debounce", {
  params = "int64_t quiet;",
  state = "double value;", internal = "double newest;",
  update = function(self, x, ctx)
    self.newest = x
    ctx.after(self.quiet)
    return false
  end,
  on_timer = function(self) self.value = self.newest end,
})

return function(options)
  local given = givens.new("debounce", options)
  given:number_input "x"
  local quiet = given:duration "quiet" or given:fail "option 'quiet' is not given, as in quiet = \"50ms\""
  given:done()
  return given:instance(Debounce, { quiet = quiet })
end
