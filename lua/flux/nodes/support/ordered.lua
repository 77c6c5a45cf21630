-- SPDX-License-Identifier: MIT
-- Sorted windows: quantiles and ranks in O(log n) a value, in arrays of a fixed size.
--
--   ordered.statistic { kind, state, result = ordered.quantile("0.5", "linear") }      → a statistic for window.define
--
-- A treap: a binary search tree by value (and slot, for equal values) that is at the same time a heap by a random number that each slot
-- has from the beginning, which keeps its expected depth O(log n) whatever the values are. Each node knows the size of its subtree.
-- A node's number is its slot's plus 1; 0 is no node, and the root is the right child of 0. No way down is longer than there are
-- nodes: that bounds the loops, whatever bytes a snapshot brings.
-- (R. Seidel, C. R. Aragon: Randomized search trees, Algorithmica 16, 1996.)

local texts = require "flux.nodes.support.text"

local M = {}

-- Is node `$node` before the value `$x` of slot node `$id`?
local BEFORE = "self.tree_value[$node] < $x or self.tree_value[$node] == $x and $node < $id"

local FOUND = [==[
local seen = self.tree_right[0]
for step = 1, $size do
  if seen == 0 or self.tree_value[seen] == $x then break end
  if self.tree_value[seen] < $x then seen = self.tree_right[seen] else seen = self.tree_left[seen] end
end
if seen == 0 then self.distinct = self.distinct $step end
]==]

local INSERT = [==[
local id = at + 1
self.tree_value[id] = x
if x ~= x then
  self.nans = self.nans + 1
else
  $found
  -- Down to the place of the new node in the heap: the first node of a lower priority.
  local priority = self.tree_priority[id]
  local parent, leftward = 0, false
  local node = self.tree_right[0]
  for step = 1, $size do
    if node == 0 or self.tree_priority[node] < priority then break end
    self.tree_size[node] = self.tree_size[node] + 1
    parent, leftward = node, not ($node_before)
    if leftward then node = self.tree_left[node] else node = self.tree_right[node] end
  end
  -- What was there is split into the values below x and those above.
  local below, look = 0, node
  for step = 1, $size do
    if look == 0 then break end
    if $look_before then
      below = below + self.tree_size[self.tree_left[look]] + 1
      look = self.tree_right[look]
    else
      look = self.tree_left[look]
    end
  end
  local rest = self.tree_size[node]
  self.tree_size[id] = rest + 1
  local low, high = id, id
  for step = 1, $size do
    if node == 0 then break end
    local left, right = self.tree_left[node], self.tree_right[node]
    if $node_before then
      if low == id then self.tree_left[id] = node else self.tree_right[low] = node end
      low = node
      local kept = self.tree_size[left] + 1
      self.tree_size[node] = below
      rest, below = rest - kept, below - kept
      node = right
    else
      if high == id then self.tree_right[id] = node else self.tree_left[high] = node end
      high = node
      local kept = self.tree_size[right] + 1
      self.tree_size[node] = rest - below
      rest = rest - kept
      node = left
    end
  end
  if low == id then self.tree_left[id] = 0 else self.tree_right[low] = 0 end
  if high == id then self.tree_right[id] = 0 else self.tree_left[high] = 0 end
  if leftward then self.tree_left[parent] = id else self.tree_right[parent] = id end
end
]==]

local REMOVE = [==[
local id = $slot + 1
local value = self.tree_value[id]
if value ~= value then
  self.nans = self.nans - 1
else
  local parent, leftward = 0, false
  local node = self.tree_right[0]
  for step = 1, $size do
    if node == id then break end
    self.tree_size[node] = self.tree_size[node] - 1
    parent, leftward = node, not ($value_before)
    if leftward then node = self.tree_left[node] else node = self.tree_right[node] end
  end
  -- Its two subtrees are merged in its place.
  local a, b = self.tree_left[id], self.tree_right[id]
  for step = 1, $size do
    if a == 0 or b == 0 then break end
    local upper = a
    if self.tree_priority[a] < self.tree_priority[b] then upper = b end
    self.tree_size[upper] = self.tree_size[a] + self.tree_size[b]
    if leftward then self.tree_left[parent] = upper else self.tree_right[parent] = upper end
    parent, leftward = upper, upper == b
    if leftward then b = self.tree_left[b] else a = self.tree_right[a] end
  end
  if leftward then self.tree_left[parent] = a + b else self.tree_right[parent] = a + b end
  $found
end
]==]

local INIT = [==[
function(self)
  -- Numerical Recipes' linear congruential generator; the high bits are the good ones.
  local seed = 1
  for id = 1, $size do
    seed = (seed * 1664525 + 1013904223) % 4294967296
    self.tree_priority[id] = math.floor(seed / 2)
  end
end
]==]

local SELECT = [==[
local node, place = self.tree_right[0], $place
for step = 1, $size do
  local before = self.tree_size[self.tree_left[node]]
  if place == before then break end
  if place < before then
    node = self.tree_left[node]
  else
    place = place - before - 1
    node = self.tree_right[node]
  end
end
$target = self.tree_value[node]
]==]

local function before(node, x)
  return texts.fill(BEFORE, { node = node, x = x, id = "id" })
end

local function select_text(place, target) return texts.fill(SELECT, { place = place, target = target, size = "$size" }) end

local function block(text) return "do\n" .. text:gsub("%s+$", ""):gsub("([^\n]+)", "  %1") .. "\nend" end

-- Between two neighbours, which are not equal. numpy.quantile goes from the nearer end, so that the upper one is met exactly;
-- numpy.median takes the mean, which infinite neighbours survive.
local BETWEEN = {
  linear = "value = t < 0.5 and value + (above - value) * t or above - (above - value) * (1 - t)",
  middle = "value = value / 2 + above / 2",
}

--- The text that sets self.value to the quantile q.
---@param q string
---@param interpolation "linear"|"middle"|"lower"|"higher"
---@return string
function M.quantile(q, interpolation)
  local round = interpolation == "higher" and "math.ceil" or "math.floor"
  local text = ("local place = %s * (n - 1)\nlocal lower = %s(place)\nlocal value = 0\n"):format(q, round)
    .. block(select_text("lower", "value"))
  if BETWEEN[interpolation] then
    text = text .. "\nlocal t = place - lower\nif t > 0 then\n  local above = 0\n"
      .. block(select_text("lower + 1", "above")):gsub("([^\n]+)", "  %1")
      .. "\n  if above ~= value then " .. BETWEEN[interpolation] .. " end\nend"
  end
  return "self.value = 0 / 0\nif n > 0 and self.nans == 0 then\n" .. text:gsub("([^\n]+)", "  %1") .. "\n  self.value = value\nend"
end

--- The text that sets self.value to $form of `below` and `upto`, the numbers of values below x and up to it.
---@param x string
---@return string
function M.rank(x)
  local counting = [==[
local below, upto = 0, 0
local node = self.tree_right[0]
for step = 1, $size do
  if node == 0 then break end
  if self.tree_value[node] < $x then
    below = below + self.tree_size[self.tree_left[node]] + 1
    node = self.tree_right[node]
  else
    node = self.tree_left[node]
  end
end
node = self.tree_right[0]
for step = 1, $size do
  if node == 0 then break end
  if self.tree_value[node] <= $x then
    upto = upto + self.tree_size[self.tree_left[node]] + 1
    node = self.tree_right[node]
  else
    node = self.tree_left[node]
  end
end
self.value = n > 0 and self.nans == 0 and $form or 0 / 0]==]
  return (counting:gsub("%$x", x))
end

local function pieces(statistic)
  local function found(x, step) return statistic.distinct and texts.fill(FOUND, { x = x, step = step, size = "$size" }) or "" end
  local insert = texts.fill(INSERT, { found = found("x", "+ 1"), node_before = before("node", "x"), look_before = before("look", "x"),
    size = "$size" })
  local function remove(slot)
    return texts.fill(REMOVE, { slot = slot, found = found("value", "- 1"), value_before = before("node", "value"), size = "$size" })
  end
  return insert, remove
end

--- A statistic for window.define.
---@param statistic table
---@return table
function M.statistic(statistic)
  statistic.inputs = { "x" }
  function statistic.make(plan)
    local insert, remove = pieces(statistic)
    local size = plan.n or plan.capacity
    local ring = plan.shape == "ring"
    local small = size < 65535 and "uint16_t" or "int32_t"
    local more = { statistic.more_state or "", small .. " nans; // values that are not in the tree", ring and small .. " next;" or "",
      statistic.distinct and small .. " distinct;" or "",
      ("double tree_value[%d];\n%s tree_left[%d], tree_right[%d], tree_size[%d];\nint32_t tree_priority[%d];"):format(
        size + 1, small, size + 1, size + 1, size + 1, size + 1) }
    local hooks = { state = statistic.state, result = statistic.result, more = table.concat(more, "\n"), load = "",
      query = "local n = self.count",
      clear = "self.count, self.nans, self.tree_right[0] = 0, 0, 0" .. (ring and "\nself.next = 0" or "\nself.head = 0")
        .. (statistic.distinct and "\nself.distinct = 0" or ""),
      init = texts.fill(INIT, { size = size }) }
    local keep = statistic.keep and statistic.keep .. "\n" or ""
    if ring then
      hooks.come = keep .. "local at = math.min(self.next, $last)\nself.next = (at + 1) % $n\nif self.count == $n then\n"
        .. remove("at"):gsub("([^\n]+)", "  %1") .. "\nend\n" .. block(insert)
    else
      hooks.leave = block(remove("math.min(self.head, $last)"))
      hooks.come = keep .. block(insert)
    end
    return hooks
  end
  return statistic
end

return M
