-- SPDX-License-Identifier: MIT
-- bench.report.glance: the chart at the top: what an event costs by hand, by flux and by other engines.

local charts = require "bench.report.charts"
local report = require "bench.report.results"

local M = {}

local COLORS = charts.COLORS

-- A row of the chart, of one case, or the geometric mean over all cases of a workload (`case` false).
local function bar(r, label, color, workload, case, arm, compilers)
  local values = {}
  for _, compiler in ipairs(compilers) do
    local list = {}
    for _, row in ipairs(r:rows(workload, case or nil, arm, compiler)) do list[#list + 1] = row.value end
    values[#values + 1] = report.geometric(list)
  end
  return #values > 0 and { label, color, values } or nil
end

local BOTH, OWN = { "gcc", "clang" }, { "own" }

-- What is drawn: { heading, workload, case, { label, colour, arm, compilers } … }.
local GROUPS = {
  { "Ten nodes, predictable; one call an event", "ladder", "periodic",
    { "by hand, with guards", COLORS.hand, "hand-guarded", BOTH }, { "flux", COLORS.flux, "exported, typed entry", BOTH },
    { "Fluxtion, stream clock", COLORS.peer, "fluxtion, stream clock", OWN },
    { "wingfoil, compiled", COLORS.peer, "wingfoil compiled", OWN } },
  { "Ten nodes, unpredictable; one call an event", "ladder", "random",
    { "by hand, with guards", COLORS.hand, "hand-guarded", BOTH }, { "flux", COLORS.flux, "exported, typed entry", BOTH },
    { "flux, with a profile", COLORS.dark, "exported with a profile, typed entry", BOTH },
    { "Fluxtion, stream clock", COLORS.peer, "fluxtion, stream clock", OWN },
    { "wingfoil, compiled", COLORS.peer, "wingfoil compiled", OWN } },
  { "Ten nodes, unpredictable; batches", "ladder", "random",
    { "by hand, all in the loop", COLORS.hand, "inlined-branch", BOTH },
    { "the same, branch-free", COLORS.hand, "inlined-mask", BOTH },
    { "flux, with a profile", COLORS.dark, "exported with a profile, batch entry", BOTH } },
  { "Fluxtion's own graphs, geometric mean; one call an event", "debs", false,
    { "flux", COLORS.flux, "exported, typed entry", BOTH }, { "flux, LuaJIT", COLORS.lua, "luajit backend", { "lua" } },
    { "Fluxtion, stream clock", COLORS.peer, "fluxtion, stream clock", OWN } },
  { "wingfoil's own graphs, geometric mean; only the result kept", "wingfoil", false,
    { "flux, batches", COLORS.flux, "result only, batch entry", BOTH }, { "wingfoil, compiled", COLORS.peer, "wingfoil compiled", OWN } },
}

function M.chart(r, chart)
  local groups = {}
  for _, group in ipairs(GROUPS) do
    local rows = {}
    for i = 4, #group do
      local label, color, arm, compilers = unpack(group[i])
      rows[#rows + 1] = bar(r, label, color, group[2], group[3], arm, compilers)
    end
    if #rows > 0 then groups[#groups + 1] = { title = group[1], rows = rows } end
  end
  if #groups == 0 then return "" end
  return chart("glance", function(path)
    return charts.bars(path, {
      title = "What an event costs", note = charts.PAIRS,
      unit = "ns an event (linear)", groups = groups,
    })
  end)
end

return M
