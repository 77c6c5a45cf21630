-- SPDX-License-Identifier: MIT
-- Error injection: in every scenario, under every policy, the N-th call of a callback fails, for N = 0, 1, 2 … until the run
-- gets through. Every backend must do exactly what the oracle does: messages, calls, sinks, states (S16).

local backends = require "spec.support.backends"
local differential = require "spec.support.differential"
local scenario = require "spec.support.scenario"

-- Fails call after call on one backend; returns how many calls the run has.
local function inject(case, backend, policy)
  local graph, events = case.graph()
  local subject = { graph = graph, events = events, entries = case.steps }
  for n = 0, 1000 do
    local options = { on_error = policy, fail_at = n }
    local expected = differential.run(subject, backends.all[1], options)
    local difference = differential.difference(expected, differential.run(subject, backend, options), backend.name)
    assert(not difference, difference and ("call %d fails: %s"):format(n, difference.text))
    local injected = false
    for i = 0, #expected do injected = injected or expected[i].result:find("injected failure", 1, true) ~= nil end
    if not injected then return n end
  end
  error("the run never ends")
end

for _, backend in ipairs(backends.all) do
  if backend.name ~= "oracle" then
    describe("a callback that fails, on " .. backend.name, function()
      for _, case in ipairs(scenario.all) do
        for _, policy in ipairs { "stop", "skip", "rollback" } do
          it(("scenario %s, %s"):format(case.name, policy), function() assert.is_true(inject(case, backend, policy) > 0) end)
        end
      end
    end)
  end
end
