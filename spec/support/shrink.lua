-- SPDX-License-Identifier: MIT
-- Shrinks a failing random case: drops entries, nodes, callbacks, statements and marks while it still fails.
--
--   local small = shrink.run(case, function(candidate) return still_fails(candidate) end, { seconds = 60 })

local loops = require "spec.support.random_loops"

local M = {}

-- A copy that keeps what is shared shared: nodes are referred to by inputs and sinks.
local function clone(value, seen)
  if type(value) ~= "table" then return value end
  seen = seen or {}
  if seen[value] then return seen[value] end
  local out = {}
  seen[value] = out
  for key, item in pairs(value) do out[clone(key, seen)] = clone(item, seen) end -- a copy: the order does not matter
  return out
end

local function keep(list, test)
  local out = {}
  for i, item in ipairs(list) do
    if test(item, i) then out[#out + 1] = item end
  end
  return out
end

-- Does a node of a loop have all inputs that its line reads?
local function is_whole(node)
  local size = {}
  for _, input in ipairs(node.inputs) do size[input.name] = #input.elements end
  for _, input in ipairs(node.like and node.like.inputs or {}) do
    if size[input.name] ~= #input.elements then return false end
  end
  return true
end

-- Removes what referred to nodes that are gone.
local function repair(case)
  local present, count = {}, #case.nodes
  for _, node in ipairs(case.nodes) do present[node] = true end
  for _, node in ipairs(case.nodes) do
    for _, input in ipairs(node.inputs) do input.elements = keep(input.elements, function(e) return present[e.node] end) end
    node.inputs = keep(node.inputs, function(input) return #input.elements > 0 end)
  end
  for _, node in ipairs(loops.bodies(case)) do
    local has = {}
    for _, input in ipairs(node.inputs) do has[input] = true end
    node.callbacks = keep(node.callbacks, function(c) return not c.input or has[c.input] end)
  end
  case.nodes = keep(case.nodes, is_whole)
  if #case.nodes < count then return repair(case) end
  case.sinks = keep(case.sinks, function(sink) return present[sink.node] end)
  if case.observed then case.observed = keep(case.observed, function(node) return present[node] end) end
  return case
end

-- A function that follows keys into a copy of the case; nil where the way ends.
local function path(...)
  local keys = { ... }
  return function(case)
    for _, key in ipairs(keys) do case = case and case[key] end
    return case
  end
end

-- The lists that can lose items, as { owner, key }: first the whole case's, then those of each node.
local function top_lists() return { { path(), "entries" }, { path(), "nodes" }, { path(), "sinks" } } end

local function node_lists(case)
  local out = {}
  for _, list in ipairs { "likes", "nodes" } do
    for n, node in ipairs(case[list] or {}) do
      out[#out + 1] = { path(list, n), "callbacks" }
      out[#out + 1] = { path(list, n), "inputs" }
      for i in ipairs(node.inputs) do out[#out + 1] = { path(list, n, "inputs", i), "elements" } end
      for k in ipairs(node.callbacks) do out[#out + 1] = { path(list, n, "callbacks", k), "statements" } end
    end
  end
  return out
end

-- Tries to drop runs of a list, halves first, then quarters, down to single items.
local function shrink_list(self, list)
  local find, key = list[1], list[2]
  local owner = find(self.case)
  if not owner then return false end
  local size, progress = math.max(1, math.floor(#owner[key] / 2)), false
  while size >= 1 do
    local first = 1
    while true do
      owner = find(self.case)
      if not owner or first > #owner[key] or os.time() > self.deadline then break end
      local candidate = clone(self.case)
      local copy = find(candidate)
      copy[key] = keep(copy[key], function(_, i) return i < first or i >= first + size end)
      if self.fails(repair(candidate)) then
        self.case, progress = candidate, true
      else
        first = first + size
      end
    end
    size = size == 1 and 0 or math.floor(size / 2)
  end
  return progress
end

local function shrink_lists(self, lists)
  local progress = false
  for _, list in ipairs(lists) do progress = shrink_list(self, list) or progress end
  return progress
end

local NODE_MARKS = { "when", "offset", "missed", "is_kind", "every" }
local OPTION_MARKS = { "capacity", "late", "unhandled", "max_missed", "on_error", "clock" }

local function try_without(self, find, key)
  local owner = find(self.case)
  if not owner or owner[key] == nil or owner[key] == false or os.time() > self.deadline then return false end
  local candidate = clone(self.case)
  find(candidate)[key] = nil
  if not self.fails(repair(candidate)) then return false end
  self.case = candidate
  return true
end

local function shrink_marks(self)
  local progress = false
  local function try(find, keys)
    for _, key in ipairs(keys) do progress = try_without(self, find, key) or progress end
  end
  try(path("options"), OPTION_MARKS)
  try(path(), { "observed", "scan", "values" })
  for s in ipairs(self.case.sinks) do try(path("sinks", s), { "action" }) end
  for n, node in ipairs(self.case.nodes) do
    try(path("nodes", n), NODE_MARKS)
    try(path("nodes", n, "has"), { "w", "f", "at" })
    for i, input in ipairs(node.inputs) do
      try(path("nodes", n, "inputs", i), { "mark" })
      for e in ipairs(input.elements) do try(path("nodes", n, "inputs", i, "elements", e), { "by_name" }) end
    end
    for k in ipairs(node.callbacks) do try(path("nodes", n, "callbacks", k), { "quiet", "ran" }) end
  end
  return progress
end

---Shrinks a case; `fails` says whether a candidate still fails in the same way.
---@param case table
---@param fails fun(case: table): boolean
---@param options { seconds: integer }
---@return table case
function M.run(case, fails, options)
  local self = { case = clone(case), fails = fails, deadline = os.time() + options.seconds }
  repeat
    local progress = shrink_lists(self, top_lists())
    progress = shrink_lists(self, node_lists(self.case)) or progress
    progress = shrink_marks(self) or progress
  until not progress or os.time() > self.deadline
  return self.case
end

return M
