-- SPDX-License-Identifier: MIT
-- expect: kind 'Gain': update: 'gain' is a param: read it as self.gain
-- line: 6
local flux = require "flux"
local Gain = flux.kind("Gain", { params = "double gain;", state = "double value;",
  update = function(self, x, gain) self.value = gain * x end })
return Gain
