-- SPDX-License-Identifier: MIT
-- The clauses of the execution semantics, one case each, on every backend (spec/support/clauses/).

local backends = require "spec.support.backends"
local scenario = require "spec.support.scenario"

for _, file in ipairs { "posts", "time", "clock", "life" } do
  for _, case in ipairs(require("spec.support.clauses." .. file)) do
    describe(case.name, function()
      backends.each(function(start, name)
        it("on " .. name, function() scenario.check(case, start) end)
      end)
    end)
  end
end
