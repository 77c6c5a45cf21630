-- SPDX-License-Identifier: MIT
-- bench.sweep: arrest rate × downstream cost: where does a branch pay, where a predicate, where neither? The tail is one node of
-- `cost` dependent multiplications and additions. "branch": as exported by default. "predicate": the tail computed always and kept
-- through a mask, as with a profile. "unconditional": nothing arrests, so that the tail runs for events for which it should not; it
-- shows what the test costs, not the same result.

local arms = require "bench.arms"
local host = require "bench.host"
local made = require "bench.graphs.made"

local M = { name = "sweep", COSTS = { 1, 4, 16, 64 } }

local WAYS = {
  { name = "branch", export = {} },
  { name = "predicate", export = { unpredictable = { detector = true } } },
  { name = "unconditional", export = {}, unconditional = true },
}

-- Built once for all arrest rates.
local function build(cost, note)
  local list = {}
  for _, way in ipairs(WAYS) do
    arms.append(list, arms.optional(note, ("%s, cost %d"):format(way.name, cost), function()
      local name, built_arms = ("sweep_%d_%s"):format(cost, way.name), {}
      local directory, prefix = arms.export(made.build("sweep", cost, way.unconditional), name, way.export)
      local sources = { directory .. "/" .. prefix .. ".c", "bench/drive.c" }
      for _, built in ipairs(host.libraries(name, sources, { includes = { directory, "bench/hand" } })) do
        if not built.library then error(built.problem, 0) end
        built_arms[#built_arms + 1] = { way = way.name, library = built.library, compiler = built.compiler }
      end
      return built_arms
    end))
  end
  return list
end

function M.cases(options, note)
  local list, built = {}, {}
  for _, cost in ipairs(M.COSTS) do
    for i, arrest in ipairs(made.ARRESTS) do
      list[#list + 1] = function()
        if options.quick and i % 3 ~= 1 then return nil end
        built[cost] = built[cost] or build(cost, note)
        local all = {}
        for _, b in ipairs(built[cost]) do
          local arm = arms.native(b.library, "drive_typed", b.way, b.compiler, i - 1)
          arm.output = b.way == "unconditional" and b.way or nil
          all[#all + 1] = arm
        end
        return {
          name = ("arrest %.0f %%, cost %d"):format(arrest * 100, cost), events = 2000000, warmup = 100000, arms = all,
          against = { "branch" }, facts = { arrest = arrest, cost = cost },
        }
      end
    end
  end
  return list
end

return M
