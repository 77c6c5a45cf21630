-- SPDX-License-Identifier: MIT
-- Visits the expressions of typed trees.
--
--   walk.expression(node, function(n) … end)     walk.block(block, function(n) … end)
--
-- Targets of assignments are visited as "target" only for what they read: their indices.

local M = {}

local parts = { "left", "right", "operand", "value", "otherwise" }

---Visits a node and its parts, the node first.
---@param node table
---@param visit fun(node: table)
function M.expression(node, visit)
  visit(node)
  for _, part in ipairs(parts) do
    local child = node[part]
    if type(child) == "table" and child.k then M.expression(child, visit) end
  end
  for _, arg in ipairs(node.args or {}) do M.expression(arg, visit) end
  for _, case in ipairs(node.cases or {}) do
    M.expression(case.cond, visit)
    M.expression(case.value, visit)
  end
  if type(node.index) == "table" then M.expression(node.index.value, visit) end
  if node.array and node.array.element then M.expression(node.array.element.value, visit) end
end

local function targets(list, visit)
  for _, target in ipairs(list) do
    if type(target.index) == "table" then M.expression(target.index.value, visit) end
    if target.array and target.array.element then M.expression(target.array.element.value, visit) end
  end
end

---Visits the expressions of a block and of the blocks in it.
---@param block table
---@param visit fun(node: table)
function M.block(block, visit)
  for _, s in ipairs(block) do
    for _, value in ipairs(s.values or {}) do M.expression(value, visit) end
    if s.targets then targets(s.targets, visit) end
    for _, part in ipairs { "cond", "first", "last", "value" } do
      if s[part] then M.expression(s[part], visit) end
    end
    for _, field in ipairs(s.fields or {}) do M.expression(field.value, visit) end
    for _, clause in ipairs(s.clauses or {}) do
      M.expression(clause.cond, visit)
      M.block(clause.block, visit)
    end
    if s.orelse then M.block(s.orelse, visit) end
    if s.block then M.block(s.block, visit) end
  end
end

return M
