-- SPDX-License-Identifier: MIT
-- expect: kind 'Gain': param 'value': the state has a field of that name, and both are read as self.value
-- line: 5
local flux = require "flux"
local Gain = flux.kind("Gain", { params = "double value;", state = "double value;",
  update = function(self, x) self.value = x end })
return Gain
