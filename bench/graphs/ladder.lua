-- SPDX-License-Identifier: MIT
-- bench.graphs.ladder: graphs/ladder.lua with the input of the benchmark, random or periodic.
--
--   local it = ladder.build("random")    -- { graph, event, input, … } as in bench.graphs.debs

local M = {}

---Known answers by input and number of events: the detector's count and the bits of the publisher's published.
M.known = {
  random = { [100000000] = "70696695 0x3fe44ea84ac0b373", [200000000] = "141398730 0x3fc28b8dcccfbe4e" },
  periodic = { [100000000] = "56249935 0x3fe3b345d4efefbd", [200000000] = "112499935 0x3fe3b345d49a99f2" },
}

-- The generator's state is in a struct: a local of 64 bits is boxed anew wherever a trace is left.
local STATE = "local state = State(42) local multiplier, increment = "
local STEPS = {
  random = STATE .. "6364136223846793005ULL, 1442695040888963407ULL",
  periodic = STATE .. "1ULL, bit.lshift(13ULL, 60)",
}

---@param input "random"|"periodic"
---@param _? integer
---@param graph? flux.Graph another graph with the same event
function M.build(input, _, graph)
  graph = graph or dofile("graphs/ladder.lua")
  return {
    graph = graph,
    event = graph.default_inputs[1].event,
    nodes = 10,
    count = { "detector", "count" },
    value = { "publisher", "published" },
    input = {
      { "price", lua = "100 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10 - 5", c = "tick.price" },
      { "size", lua = "1 + tonumber(bit.rshift(s, 60))", c = "tick.size" },
      { "time", lua = "seq", c = "tick.time" },
    },
    lua_source = STEPS[input],
    lua_each = "state.s = state.s * multiplier + increment local s = state.s",
    c_source = '#include "ladder_arms.h"',
    c_each = "  const tick_event tick = next_tick(in);",
  }
end

return M
