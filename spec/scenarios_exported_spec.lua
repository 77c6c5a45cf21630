-- SPDX-License-Identifier: MIT
-- The behaviour scenarios (spec/support/scenarios/) in a stand-alone program: the exported C of each, with a driver in C, and not a
-- byte of Lua. As it is shipped, and as a `--faults` build under every policy, in which the N-th call of a callback fails for N = 0,
-- 1, 2 … until the run gets through (S16). Expected is what the oracle does; scenarios_spec.lua checks that against figures worked by
-- hand.

local backends = require "spec.support.backends"
local differential = require "spec.support.differential"
local exported = require "spec.support.exported"
local exported_program = require "spec.support.exported_program"
local scenario = require "spec.support.scenario"

local POLICIES = { "stop", "skip", "rollback" }

-- A program that keeps no time says nothing of it, and its audit is what its calls are read from.
local function compare(expected, seen)
  for i = 0, #expected do
    seen[i].now = expected[i].now ~= "" and seen[i].now or expected[i].now
    seen[i].audit = expected[i].audit
  end
  local difference = differential.difference(expected, seen, "the exported program")
  assert(not difference, difference and difference.text)
end

describe("in the exported program", function()
  local program, number, subjects = nil, {}, {}

  setup(function()
    local cases = {}
    for _, case in ipairs(scenario.all) do
      local graph, events = case.graph()
      local function add(name, options, on_error)
        subjects[name] = { graph = graph, events = events, entries = case.steps }
        cases[#cases + 1] = { graph = graph, events = events, entries = case.steps, options = options, on_error = on_error }
        number[name] = #cases
      end
      add(case.name, {})
      for _, policy in ipairs(POLICIES) do add(case.name .. policy, { faults = true }, policy) end
    end
    program = exported_program.build(cases)
  end)
  teardown(exported.remove)

  local function expected(name, options) return differential.run(subjects[name], backends.all[1], options) end

  for _, case in ipairs(scenario.all) do
    it("scenario " .. case.name .. " holds", function() compare(expected(case.name), program:run(number[case.name])[-1]) end)

    for _, policy in ipairs(POLICIES) do
      it(("scenario %s, a callback that fails, %s"):format(case.name, policy), function()
        local name, wanted = case.name .. policy, {}
        repeat
          local want, injected = expected(name, { on_error = policy, fail_at = #wanted }), false
          wanted[#wanted + 1] = want
          for i = 0, #want do injected = injected or want[i].result:find("injected failure", 1, true) ~= nil end
        until not injected
        assert.is_true(#wanted > 1)
        local runs = program:run(number[name], 0, #wanted - 1)
        for n, want in ipairs(wanted) do compare(want, runs[n - 1]) end
      end)
    end
  end
end)
