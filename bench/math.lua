-- SPDX-License-Identifier: MIT
-- bench.math: the portable functions beside the C library's, with each compiler (bench/math.c does the timing).

local host = require "bench.host"

local M = { name = "math" }

-- One run of the program times all functions; its rows become cases of two arms.
local function measured(compiler)
  host.directory("build/bench")
  local program = "build/bench/math_" .. compiler
  local command = "%s %s -Icore/math bench/math.c core/math/*.c -o %s -lm && %s"
  local output, ok = host.run(command:format(compiler, host.FLAGS, program, program))
  if not ok then error(output, 0) end
  local list = {}
  for name, ns, libm in output:gmatch("(%S+) +(%S+) +(%S+) +%S+\n") do
    list[#list + 1] = { name = name, flux = tonumber(ns), libm = tonumber(libm) }
  end
  return list
end

function M.cases()
  local cases = {}
  local by_name = {}
  for _, compiler in ipairs(host.compilers()) do
    for _, row in ipairs(measured(compiler.name)) do
      local case = by_name[row.name]
      if not case then
        case = { name = row.name, unit = "ns/call", events = 1, fixed = true, rounds = 1, against = { "libm" }, arms = {} }
        by_name[row.name] = case
        cases[#cases + 1] = function() return case end
      end
      for _, arm in ipairs { "flux", "libm" } do
        table.insert(case.arms, { name = arm, compiler = compiler.name, silent = true, run = function() return "", row[arm] end })
      end
    end
  end
  return cases
end

return M
