-- SPDX-License-Identifier: MIT
-- expect: kind 'Ema': update reads 'y', which inputs does not list
-- line: 6
local flux = require "flux"
local Ema = flux.kind("Ema", { state = "double value;", inputs = { "x" },
  update = function(self, y) self.value = y end })
return Ema
