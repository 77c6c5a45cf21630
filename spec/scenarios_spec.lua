-- SPDX-License-Identifier: MIT
-- The behaviour scenarios (spec/support/scenarios/), each on every backend. Expected calls, states and publications are worked
-- by hand.

local backends = require "spec.support.backends"
local scenario = require "spec.support.scenario"

for _, case in ipairs(scenario.all) do
  describe("scenario " .. case.name, function()
    backends.each(function(start, name)
      it("holds on " .. name, function() scenario.check(case, start) end)
    end)
  end)
end
