-- SPDX-License-Identifier: MIT
-- Visits the expressions of typed trees.
--
--   walk.expression(node, function(n) … end)     walk.block(block, function(n) … end)
--
-- Targets of assignments are visited as "target" only for what they read: their indices.

local M = {}

local STATEMENT_PARTS = { "cond", "first", "last", "step", "value" }

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

---Visits the statements of a block and of the blocks in it.
---@param block table
---@param visit fun(statement: table)
function M.statements(block, visit)
  for _, s in ipairs(block) do
    visit(s)
    for _, clause in ipairs(s.clauses or {}) do M.statements(clause.block, visit) end
    if s.orelse then M.statements(s.orelse, visit) end
    if s.block then M.statements(s.block, visit) end
  end
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
    for _, arg in ipairs(s.args or {}) do M.expression(arg, visit) end
    if s.targets then targets(s.targets, visit) end
    for _, part in ipairs(STATEMENT_PARTS) do
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

local identity = { "k", "type", "op", "fn", "var", "input", "field", "base", "symbol", "to" }

local function same_index(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  return a.count == b.count and M.same(a.value, b.value)
end

local function same_lists(a, b)
  if #(a or {}) ~= #(b or {}) then return false end
  for i, node in ipairs(a or {}) do
    if not M.same(node, b[i]) then return false end
  end
  return true
end

---Whether two expressions are written alike, so that they have the same value where they stand together.
---@param a table
---@param b table
---@return boolean
function M.same(a, b)
  for _, key in ipairs(identity) do
    if a[key] ~= b[key] then return false end
  end
  for _, part in ipairs(parts) do
    local one, two = a[part], b[part]
    if type(one) == "table" and type(two) == "table" then
      if not M.same(one, two) then return false end
    elseif one ~= two and (one == one or two == two) then
      return false
    end
  end
  if not same_index(a.index, b.index) or not same_lists(a.args, b.args) or #(a.cases or {}) ~= #(b.cases or {}) then return false end
  for i, case in ipairs(a.cases or {}) do
    if not (M.same(case.cond, b.cases[i].cond) and M.same(case.value, b.cases[i].value)) then return false end
  end
  if not a.array then return true end
  return a.array.base == b.array.base and a.array.field == b.array.field and same_index(a.array.element, b.array.element)
end

return M
