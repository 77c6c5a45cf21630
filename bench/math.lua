-- SPDX-License-Identifier: MIT
-- bench.math: the portable functions beside the C library's, with each compiler (bench/math.c does the timing).

local host = require "bench.host"

local M = { name = "math" }

-- Every round of the program: { name, flux = ns, libm = ns }.
local function measured(compiler)
  host.directory("build/bench")
  local program = "build/bench/math_" .. compiler
  local command = "%s %s -Icore/math bench/math.c core/math/*.c -o %s -lm && %s"
  local output, ok = host.run(command:format(compiler, host.FLAGS, program, program))
  if not ok then error(output, 0) end
  local list = {}
  for name, flux, libm in output:gmatch("(%S+) (%S+) (%S+)\n") do
    list[#list + 1] = { name = name, flux = tonumber(flux), libm = tonumber(libm) }
  end
  return list
end

-- An arm that gives what the program measured, round by round.
local function arm_of(name, compiler, values)
  local round = 0
  return { name = name, compiler = compiler, silent = true, run = function()
    round = round + 1
    return "", values[round]
  end }
end

function M.cases()
  local cases, by_name = {}, {}
  for _, compiler in ipairs(host.compilers()) do
    local rounds = {}
    for _, row in ipairs(measured(compiler.name)) do
      local case = by_name[row.name]
      if not case then
        case = { name = row.name, unit = "ns/call", events = 1, fixed = true, against = { "libm" }, arms = {} }
        by_name[row.name] = case
        cases[#cases + 1] = function() return case end
      end
      if not rounds[row.name] then
        rounds[row.name] = { flux = {}, libm = {} }
        for _, arm in ipairs { "flux", "libm" } do table.insert(case.arms, arm_of(arm, compiler.name, rounds[row.name][arm])) end
      end
      for arm, values in pairs(rounds[row.name]) do values[#values + 1] = row[arm] end
      case.rounds = #rounds[row.name].flux
    end
  end
  return cases
end

return M
