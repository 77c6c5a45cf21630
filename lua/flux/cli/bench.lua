-- SPDX-License-Identifier: MIT
-- flux bench: hands over to bench/run.lua, which builds and measures every figure in docs/performance.md.
local main = require "flux.cli.main"
local M = {}

M.summary = "reproduce the figures in docs/performance.md"
M.raw = true

function M.run(argv)
  local path = main.root .. "/bench/run.lua"
  local chunk = loadfile(path)
  if not chunk then main.fail("cannot load %s: the benchmarks are part of a source checkout", path) end
  package.path = main.root .. "/?.lua;" .. package.path
  local status = chunk(unpack(argv))
  return type(status) == "number" and status or 0
end

return M
