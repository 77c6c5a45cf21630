-- SPDX-License-Identifier: MIT
-- The oracle's orders: of nodes (S10), and of the filtered handlers of one node (S3). Neither is taken from the graph's own lists.

local M = {}

---S10: topological; among the nodes that are ready, the one declared first.
function M.of(nodes)
  local done, order = {}, {}
  local function ready(node)
    for _, input in ipairs(node.inputs) do
      for _, element in ipairs(input.elements) do
        if not input.prev and not done[element.node] then return false end
      end
    end
    return true
  end
  for _ = 1, #nodes do
    for _, node in ipairs(nodes) do
      if not done[node] and ready(node) then
        done[node] = true
        order[#order + 1] = node
        break
      end
    end
  end
  return order
end

local function rank(value) return value == true and 1 or value == false and 0 or value end

---S3: filtered handlers of a node by the positions of their fields in the event's declaration, then by their values.
function M.comes_before(a, b)
  for i = 1, math.max(#a.conditions, #b.conditions) do
    local one, other = a.conditions[i], b.conditions[i]
    local p, q = one and one.field.position or -1, other and other.field.position or -1
    if p ~= q then return p < q end
  end
  for i, condition in ipairs(a.conditions) do
    local v, w = rank(condition.value), rank(b.conditions[i].value)
    if v ~= w then return v < w end
  end
  return false
end

---Do all conditions of a filtered handler hold?
function M.matches(callback, event)
  for _, condition in ipairs(callback.conditions) do
    if event[condition.field.name] ~= condition.value then return false end
  end
  return true
end

return M
