-- SPDX-License-Identifier: MIT
-- flux bench: hands over to bench/run.lua, which builds and measures; see bench/README.md.
local main = require "flux.cli.main"
local M = {}

M.summary = "measure every backend beside hand-written C"
M.raw = true

local HELP = [[
Usage: flux bench [NAME…] [--quick] [--events N] [--rounds N]

Builds and measures every workload, or those that are named (ladder, math), and writes bench/results/. bench/README.md explains the arms.
--quick takes few events and rounds, and writes to build/bench/.]]

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
