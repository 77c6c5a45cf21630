-- SPDX-License-Identifier: MIT
-- filter: passes the values from `low` to `high`, and no NaN; or those for which `fn`, a Lua function of one number, is true.
--
-- Formula: x if low ≤ x ≤ high, or if fn(x)
-- Source: —
--
--   local sane = g:node("sane", nodes.filter { x = tick.price, low = 0.01, high = 1e6 })
--   local round = g:node("round", nodes.filter { x = tick.price, fn = function(x) return x % 10 == 0 end })
--   g:sink("sane", sane)
--   g:sink("round", round)

local flux = require "flux"
local givens = require "flux.nodes.support.given"
local texts = require "flux.nodes.support.text"

local BOUNDS = { "low", "high" }

local Filter = flux.kind("Filter", {
  params = "double low, high;",
  state = "double value;",
  update = function(self, x)
    if not (x >= self.low and x <= self.high) then return false end
    self.value = x
  end,
})

local function by_function(given)
  for _, key in ipairs(BOUNDS) do
    if given:has(key) then given:fail("either fn or low and high say what passes, not both") end
  end
  local source = texts.body("filter", "function(self, x)\n  if not fn(x) then return false end\n  self.value = x\nend", {})
  source.upvalues = { fn = given:fn "fn" }
  given:done()
  return given:instance(flux.kind("Filter", { state = "double value;", update = source }))
end

return function(options)
  local given = givens.new("filter", options)
  given:number_input "x"
  if given:has "fn" then return by_function(given) end
  if not (given:has "low" or given:has "high") then given:fail("what passes? low = 0, high = 1, both, or fn = function(x) … end") end
  local low, high = given:number("low", -math.huge), given:number("high", math.huge)
  if low > high then given:fail("low = %g is greater than high = %g: nothing would pass", low, high) end
  given:done()
  return given:instance(Filter, { low = low, high = high })
end
