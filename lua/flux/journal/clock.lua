-- SPDX-License-Identifier: MIT
-- flux.journal.clock: puts a function between an instance and its clocks, so that what they said can be recorded and said again.

local bodies = require "flux.bodies"
local build = require "flux.build"
local wall = require "flux.wall"

local M = {}

---Options with the clocks that the graph can read replaced.
---@param graph flux.Graph
---@param options table of graph:start
---@param read fun(clock: fun(): integer): integer called in place of a clock, with that clock
---@return table options
function M.between(graph, options, read)
  local out = {}
  for key, value in pairs(options) do out[key] = value end -- a copy: the order does not matter
  graph:finish()
  bodies.compile(graph)
  local given = options.clock or graph.options.clock
  local needs = build.needs(graph, { clock = given })
  local source = type(given) == "function" and given or wall.now
  local function clock() return read(source) end
  if needs.wall then out.wall = clock end
  if not needs.stream_clock and (needs.now or needs.arms or needs.timers) then out.clock = clock end
  return out
end

return M
