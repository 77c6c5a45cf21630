-- SPDX-License-Identifier: MIT
-- bench.debs: every dimension and size of Fluxtion's own benchmark, exported and on the backends, beside the processors that
-- Fluxtion generates.

local arms = require "bench.arms"
local debs = require "bench.graphs.debs"

local M = { name = "debs" }

-- Graphs on which each choice of the exporter is left out once: arrests in a row, branches that arrest, a chain with accumulators.
local ABLATED = { ["dirty 50"] = true, ["hotpath 32"] = true, ["poly 50"] = true }

-- What is known of the first events: { [events] = "count value" }.
local function known(dimension, n)
  local list, values = {}, (debs.known[dimension] or {})[n]
  for events, value in ipairs(values or {}) do list[events] = ("%d %.17g"):format(events, value) end
  return list
end

local function case(dimension, n, options, note)
  local it = debs.build(dimension, n)
  local nodes = it.nodes
  local all = arms.exported(it, { slp = true }, note)
  for _, arm in ipairs(all) do
    if known(dimension, n)[1] then arm.verify = 1 end
  end
  if ABLATED[("%s %d"):format(dimension, n)] then
    arms.append(all, arms.ablations(function() return debs.build(dimension, n) end, { build = it.graph.name }, note))
  end
  arms.append(all, {
    arms.backend("luajit", "debs", dimension, n, { share = 0.5 }),
    arms.backend("table", "debs", dimension, n, { share = 0.05 }),
  })
  arms.append(all, arms.peers(dimension, n, note, 0.3))
  return {
    name = ("%s %d"):format(dimension, n), nodes = nodes, arms = all, known = known(dimension, n),
    events = math.floor(2000000 * 40 / (nodes + 20)),
    warmup = options.quick and 10000 or 200000,
    against = { "fluxtion, stream clock", "fluxtion typed-stream", "fluxtion stream", "fluxtion wall" },
  }
end

function M.cases(options, note)
  local list = {}
  for _, row in ipairs(debs.sizes) do
    for i, n in ipairs(row[2]) do
      if options.quick and i > 1 then break end -- of each dimension the smallest
      list[#list + 1] = function() return case(row[1], n, options, note) end
    end
  end
  return list
end

return M
