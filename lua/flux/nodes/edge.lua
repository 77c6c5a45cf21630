-- SPDX-License-Identifier: MIT
-- edge: ticks when x becomes true (`on = "rising"`, the default), false ("falling"), or either ("both"). A number counts as true above
-- `level` (default 0). The first value is no edge.
--
-- Formula: xₙ₋₁ ≤ level < xₙ
-- Source: —
--
--   local up = g:node("up", nodes.edge { x = tick.price, level = 100 })
--   g:sink("up", up)      -- up.high, up.count

local flux = require "flux"
local givens = require "flux.nodes.support.given"

local RISING, FALLING = { rising = true, both = true }, { falling = true, both = true }

local function of_number(rising, falling)
  return flux.kind("Edge", {
    params = "double level;",
    state = "int64_t count; bool high;", internal = "bool begun;",
    update = function(self, x)
      local high = x > self.level
      local news = self.begun and high ~= self.high and (high and rising or not high and falling)
      self.begun, self.high = true, high
      if not news then return false end
      self.count = self.count + 1
    end,
  })
end

local function of_bool(rising, falling)
  return flux.kind("Edge", {
    state = "int64_t count; bool high;", internal = "bool begun;",
    update = function(self, x)
      local news = self.begun and x ~= self.high and (x and rising or not x and falling)
      self.begun, self.high = true, x
      if not news then return false end
      self.count = self.count + 1
    end,
  })
end

return function(options)
  local given = givens.new("edge", options)
  given:input "x"
  local class = given:class "x"
  local on = given:choice("on", { "rising", "falling", "both" })
  local rising, falling = RISING[on] or false, FALLING[on] or false
  if class == "bool" then return given:done():instance(of_bool(rising, falling)) end
  if class and class ~= "number" then given:fail("input 'x': a bool or a number is needed, and this port is a %s", class) end
  local level = given:number("level", 0)
  return given:done():instance(of_number(rising, falling), { level = level })
end
