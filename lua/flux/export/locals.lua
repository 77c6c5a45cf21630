-- SPDX-License-Identifier: MIT
-- flux.export.locals: nodes whose state is a local variable of the cycle that runs them.
--
-- A graph that says what is observed (g:observe) promises that nobody looks at the rest. A node of the rest is a local when no
-- cycle carries its state over: wherever it is read, the same cycle has set it before, in the same block or around it.
-- Where states are looked at by their place in the instance (audit, snapshots, rollback, the native backend), none is.

local call = require "flux.export.call"
local carry = require "flux.export.carry"
local flows = require "flux.export.flow"
local fresh = require "flux.body.fresh"

local M = {}

local ROLES = { handler = true, update = true, on_arrest = true, input = true, after_update = true }

local function is_candidate(graph, node)
  if graph.observed[node] or node.record.size == 0 then return false end
  for _, callback in ipairs(node.callbacks) do
    if not ROLES[callback.role] or callback.body.language ~= "portable" then return false end
  end
  for _, sink in ipairs(graph.sinks) do
    if sink.node == node then return false end
  end
  return true
end

local function candidates(x)
  local set = {}
  for _, node in ipairs(x.graph.nodes) do set[node] = is_candidate(x.graph, node) or nil end
  for _, node in ipairs(x.graph.nodes) do
    for _, input in ipairs(node.inputs) do
      for _, element in ipairs(input.elements) do
        if input.list or input.prev then set[element.node] = nil end -- read by its place
      end
    end
  end
  return set
end

local function encloses(scope, inner)
  if scope.fn ~= inner.fn then return false end
  while inner and inner ~= scope do inner = inner.parent end
  return inner ~= nil
end

-- Takes a step in: drops from `set` what it finds to be carried.
local function visit(flow, state, set, step)
  local home = flow.home[step]
  carry.each_read(step, function(node, field)
    local known = state[node]
    local fine = known and known.fields[field.name] and encloses(known.scope, home.scope)
    if set[node] and not (fine and step.callback.body.language == "portable") then set[node] = nil end
  end)
  local node = step.node
  if not set[node] then return end
  local new, reads_old = fresh.fields(step.callback.body)
  if not state[node] then
    if reads_old or flows.tested(home) then set[node] = nil end
    state[node] = { scope = home.scope, fields = new }
  elseif reads_old or not encloses(state[node].scope, home.scope) then
    set[node] = nil
  end
end

-- Why no node may be a local, or nil.
local function places_count(x)
  local f, options = x.features, x.options
  return options.locals == false or f.audit or f.rollback or f.faults or options.snapshot or options.native or options.unpredictable
end

local function find(x)
  if not x.graph.observed or places_count(x) then return {} end
  local set = candidates(x)
  for _, entry in ipairs(x.all_entries) do
    local flow, state = flows.of(entry, call.reads(x, entry), x.options), {}
    for _, step in ipairs(entry.steps) do
      if step.callback then visit(flow, state, set, step) end
    end
  end
  return set
end

---Decides which nodes are locals. Sets x.locals, a set of nodes, and x.stored, the others, in schedule order.
---@param x table
function M.plan(x)
  x.locals, x.stored, x.stored_position = find(x), {}, {}
  for _, node in ipairs(x.resolved.order) do
    if not x.locals[node] then
      x.stored[#x.stored + 1] = node
      x.stored_position[node] = #x.stored
    end
  end
end

---Has the item of each local's first step declare it.
---@param x table
---@param entry flux.Entry
---@param flow table of flux.export.flow
function M.place(x, entry, flow)
  local done = {}
  for _, step in ipairs(next(x.locals) and entry.steps or {}) do
    if step.callback and x.locals[step.node] and not done[step.node] then
      done[step.node] = true
      local item = flow.home[step]
      item.declare = item.declare or {}
      table.insert(item.declare, { node = step.node })
    end
  end
end

return M
