-- SPDX-License-Identifier: MIT
-- flux bench: hands over to bench/run.lua, which builds and measures; see bench/README.md.
local main = require "flux.cli.main"
local M = {}

M.summary = "measure every backend beside hand-written C"
M.raw = true

local HELP = [[
Usage: flux bench [NAME…] [--quick] [--rounds N] [--events FACTOR] [--no-peers] [--results DIRECTORY] [--render]
                  [--no-render]

Builds and measures every workload, or those that are named, writes bench/results/NAME.json, and renders docs/performance.md and its
charts from all results that are there. Names: ladder article debs wingfoil sweep scale counts latency csv start math.

  --quick          few events and rounds; results and pages go to build/bench/
  --rounds N       rounds, 1 or more (9)
  --events FACTOR  times the number of events
  --no-peers       neither builds nor runs the other engines
  --results DIR    results there, relative to this repository, and no page in docs/
  --render         the pages alone
  --no-render      the results alone

bench/README.md explains the arms.]]

function M.run(argv)
  for _, word in ipairs(argv) do
    if word == "--help" or word == "-h" then
      print(HELP)
      return 0
    end
  end
  local path = main.root .. "/bench/run.lua"
  local chunk = loadfile(path)
  if not chunk then main.fail("cannot load %s: the benchmarks are part of a source checkout", path) end
  package.path = main.root .. "/?.lua;" .. package.path
  local status = chunk(unpack(argv))
  return type(status) == "number" and status or 0
end

return M
