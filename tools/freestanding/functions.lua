-- SPDX-License-Identifier: MIT
-- A graph that calls every mathematical function, for run-freestanding.sh.

local flux = require "flux"

local Point = flux.event("Point", "double x, y;")

local g = flux.graph("functions")
local point = g:node("point", { state = "double x, y;",
  on = { [Point] = function(self, event) self.x, self.y = event.x, event.y end } })
g:node("powers", { inputs = { x = point.x, y = point.y }, state = "double exp, log, log10, pow, sinh, cosh, tanh;",
  update = function(self, x, y)
    self.exp, self.log, self.log10, self.pow = math.exp(x), math.log(y), math.log10(y), y ^ x
    self.sinh, self.cosh, self.tanh = math.sinh(x), math.cosh(x), math.tanh(x)
  end })
g:node("angles", { inputs = { x = point.x, y = point.y }, state = "double sin, cos, tan, asin, acos, atan, atan2;",
  update = function(self, x, y)
    self.sin, self.cos, self.tan = math.sin(x * y), math.cos(x * y), math.tan(x * y)
    self.asin, self.acos, self.atan, self.atan2 = math.asin(1 / y), math.acos(1 / y), math.atan(x), math.atan2(y, x)
  end })
-- Over all points, so that no difference is forgotten.
g:node("sum", { inputs = { powers = "powers", angles = "angles" }, state = "double of_powers, of_angles;",
  update = function(self, powers, angles)
    self.of_powers = 0.5 * self.of_powers + powers.exp + powers.log - powers.log10 + powers.pow + powers.sinh - powers.cosh + powers.tanh
    self.of_angles = 0.5 * self.of_angles + angles.sin + angles.cos - angles.tan + angles.asin - angles.acos + angles.atan + angles.atan2
  end })

return g
