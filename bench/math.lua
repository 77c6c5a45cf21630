-- SPDX-License-Identifier: MIT
-- bench.math: the portable functions beside the C library's, with each compiler (bench/math.c does the timing).

local host = require "bench.host"

local M = { name = "math" }

---@return table[] rows { name, compiler, ns, libm, ratio }
function M.measure()
  local rows = {}
  host.directory("build/bench")
  for _, compiler in ipairs(host.compilers()) do
    local program = "build/bench/math_" .. compiler.name
    local command = "%s %s -Icore/math bench/math.c core/math/*.c -o %s -lm && %s"
    local output, ok = host.run(command:format(compiler.name, host.FLAGS, program, program))
    if not ok then error(output, 0) end
    for name, ns, libm, ratio in output:gmatch("(%S+) +(%S+) +(%S+) +(%S+)\n") do
      rows[#rows + 1] = {
        name = name, compiler = compiler.name, ns = tonumber(ns), libm = tonumber(libm), ratio = tonumber(ratio),
      }
    end
  end
  return rows
end

function M.print(rows)
  print(("%-8s %-6s %8s %8s %8s"):format("function", "by", "flux ns", "libm ns", "ratio"))
  for _, r in ipairs(rows) do
    print(("%-8s %-6s %8.2f %8.2f %8.2f"):format(r.name, r.compiler, r.ns, r.libm, r.ratio))
  end
end

return M
