-- SPDX-License-Identifier: MIT
-- bench.graphs.wingfoil: the workloads of that engine's `tiers` benchmark. Their streams are uint64; ours are too. Each graph is
-- { graph, event, input, sink, nodes } as in bench.graphs.debs; `nodes` is their count, with the ticker and, in place of a merge
-- and a fold, our one node that does both.
--
-- Only the result is observed, as there: with `observed` the nodes between need not be stored. (Their map functions are fenced with
-- black_box, so that the compiler cannot join neighbours; ours are not. The same graph with every node stored stands beside it.)

local flux = require "flux"

local M = {}

local function source(it, name)
  local event = flux.event(name or "Tick", "int64_t time;", { time = "time" })
  local count = it.graph:node((name or "tick"):lower() .. "_count", {
    state = "uint64_t value;",
    on = { [event] = function(self, _) self.value = self.value + 1 end },
  })
  return count, event
end

local Add = flux.kind("Add", { state = "uint64_t value;", update = function(self, up) self.value = up.value + 1 end })
local Same = flux.kind("Same", { state = "uint64_t value;", update = function(self, up) self.value = up.value end })

-- The first input that ticked, summed: a merge and a fold.
local MergeSum = flux.kind("MergeSum", {
  inputs = { "ups" },
  state = "uint64_t value; int64_t count;",
  update = function(self, ups)
    self.value = self.value + ups[0].value
    self.count = self.count + 1
  end,
})

local function chain(it, name, up, n, kind)
  for i = 1, n do up = it.graph:node(name .. i, kind { up = up }) end
  return up
end

local function sink(it, spec)
  it.sink = it.graph:node("sink", spec)
  it.graph:sink("result", it.sink)
  if it.observed then it.graph:observe { it.sink } end
  return it
end

local Sum = flux.kind("Sum", {
  state = "uint64_t value; int64_t count;",
  update = function(self, up)
    self.value = self.value + up.value
    self.count = self.count + 1
  end,
})

local function fan_in(it, width)
  local count, event = source(it)
  it.event = event
  local ups = {}
  for i = 1, width do ups[i] = it.graph:node("map" .. i, Add { up = count }) end
  return sink(it, MergeSum { ups = ups })
end

local function sparse(it, width)
  local count, event = source(it, "Hot")
  it.event = event
  local hot = chain(it, "hot", count, 6, Add)
  local cold_count = source(it, "Cold")
  local ups = {}
  for i = 1, width do ups[i] = chain(it, ("cold%d_"):format(i), cold_count, 3, Add) end
  local cold = it.graph:node("cold", {
    inputs = { ups = ups },
    state = "uint64_t value;",
    update = function(self, ups) self.value = ups[0].value end,
  })
  return sink(it, {
    inputs = { hot = hot, cold = cold },
    state = "uint64_t value; int64_t count;",
    update = function(self, ctx, hot, cold)
      self.value = self.value + (ctx.ticked(hot) and hot.value or cold.value)
      self.count = self.count + 1
    end,
  })
end

M.workloads = {
  dense_chain = function(it)
    local count, event = source(it)
    it.event = event
    local last = chain(it, "map", count, 32, Add)
    local even = it.graph:node("even", {
      inputs = { up = last },
      state = "bool value;",
      update = function(self, up) self.value = up.value % 2ULL == 0ULL end,
    })
    local kept = it.graph:node("kept", {
      inputs = { up = last, even = even },
      state = "uint64_t value;",
      update = function(self, up, even)
        if not even.value then return false end
        self.value = up.value
      end,
    })
    return sink(it, Sum { up = kept })
  end,
  fanout = function(it)
    local count, event = source(it)
    it.event = event
    local ups = {}
    for i = 1, 10 do ups[i] = chain(it, ("branch%d_"):format(i), count, 10, Same) end
    return sink(it, {
      inputs = { ups = ups },
      state = "uint64_t value; int64_t count;",
      update = function(self, ups)
        self.value = ups[0].value
        self.count = self.count + 1
      end,
    })
  end,
  fan_in = fan_in,
  accumulate = function(it)
    local count, event = source(it)
    it.event = event
    return sink(it, Sum { up = count })
  end,
  sparse = function(it) return sparse(it, 64) end,
  sparse_wide = function(it) return sparse(it, 256) end,
}

---Every workload: its name, its size as the harness names it, and wingfoil's count of nodes.
M.sizes = {
  { "dense_chain", 37, 37 }, { "fanout", 103, 103 }, { "fan_in", 16, 20 }, { "fan_in", 64, 68 }, { "fan_in", 256, 260 },
  { "accumulate", 3, 3 }, { "sparse", 205, 205 }, { "sparse_wide", 781, 781 },
}

---@param workload string
---@param size integer
---@param observed boolean|nil only the result is
function M.build(workload, size, observed)
  local it = { graph = flux.graph(workload .. "_" .. size), input = { { "time", "seq" } }, observed = observed }
  M.workloads[workload](it, size)
  for _, row in ipairs(M.sizes) do
    if row[1] == workload and row[2] == size then it.nodes = row[3] end
  end
  return it
end

return M
