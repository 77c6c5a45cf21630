-- SPDX-License-Identifier: MIT
-- bench.wingfoil: the workloads of wingfoil's `tiers` benchmark. Their compiled graphs keep nothing but the result; "exported" has
-- every node stored, "result only" the same graph with `g:observe { sink }`.

local arms = require "bench.arms"
local wingfoil = require "bench.graphs.wingfoil"

local M = { name = "wingfoil" }

-- On these each choice of the exporter is left out once.
local ABLATED = { dense_chain = true, sparse = true }

local function case(workload, size, options, note)
  local it = wingfoil.build(workload, size)
  local all = arms.exported(it, {}, note)
  -- An audit looks at states by their place, so there is none where states are locals.
  local function result_only(name, export)
    local spec = { name = name, build = it.graph.name .. "_" .. name:gsub("%W+", "_"), export = export }
    arms.append(all, arms.exported(wingfoil.build(workload, size, true), spec, note))
  end
  result_only("result only", { audit = false })
  result_only("result only without locals", { audit = false, locals = false })
  if ABLATED[workload] then
    arms.append(all, arms.ablations(function() return wingfoil.build(workload, size) end, { build = it.graph.name }, note))
  end
  arms.append(all, {
    arms.backend("luajit", "wingfoil", workload, size, { share = 0.3 }),
    arms.backend("table", "wingfoil", workload, size, { share = 0.02 }),
  })
  arms.append(all, arms.peers(workload, size, note, 0.3))
  return {
    name = ("%s %d"):format(workload, size), arms = all, nodes = it.nodes,
    events = math.floor(2000000 * 40 / (math.min(it.nodes, 280) + 20)),
    warmup = options.quick and 10000 or 200000,
    against = { "wingfoil compiled", "wingfoil interpreted", "wingfoil nested" },
  }
end

function M.cases(options, note)
  local list = {}
  for i, row in ipairs(wingfoil.sizes) do list[i] = function() return case(row[1], row[2], options, note) end end
  return list
end

return M
