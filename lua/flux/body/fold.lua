-- SPDX-License-Identifier: MIT
-- What is known of an expression before the graph runs: comparisons of constants, `and`, `or`, `not` and selections that they decide.
-- A param of a kind is such a constant, so that each instance keeps only the branches that it can take.
--
--   fold.compare("<", left, right)   --> true, false or nil
--
-- An expression that may fail (an index that is checked) is evaluated even where its value does not matter.

local walk = require "flux.body.walk"

local M = {}

local compare = {
  ["<"] = function(a, b) return a < b end, ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end, [">="] = function(a, b) return a >= b end,
  ["=="] = function(a, b) return a == b end, ["~="] = function(a, b) return a ~= b end,
}

local function constant(node)
  if node.k == "integer" or node.k == "bool" then return node.value end
  if node.k == "symbol" then return node.symbol.text end
  return node.const
end

-- What `a op b` gives for every pair of integers from two ranges, if that is one answer.
local function of_ranges(op, a, b)
  if op == ">" or op == ">=" then return of_ranges(op == ">" and "<" or "<=", b, a) end
  if op == "<" then return a.hi < b.lo or (a.lo < b.hi and nil) end
  if op == "<=" then return a.hi <= b.lo or (a.lo <= b.hi and nil) end
  local apart = a.hi < b.lo or b.hi < a.lo
  local equal = not apart and a.lo == a.hi and b.lo == b.hi
  if not (apart or equal) then return nil end
  return equal == (op == "==")
end

---What a comparison of two nodes of one type gives, if that is known: both are constant, or small integers of ranges that decide.
---@param op string
---@param left table
---@param right table
---@return boolean?
function M.compare(op, left, right)
  local a, b = constant(left), constant(right)
  if a ~= nil and b ~= nil then return compare[op](a, b) end
  if left.lo and right.lo and not M.may_fail(left) and not M.may_fail(right) then return of_ranges(op, left, right) end
end

---A condition's value, if it is constant.
---@param node table
---@return boolean?
function M.known(node)
  if node.k == "bool" then return node.value end
end

---Whether an expression can end the callback: an index in it is checked.
---@param node table
---@return boolean
function M.may_fail(node)
  local fails = false
  walk.expression(node, function(n)
    local element = n.array and n.array.element
    fails = fails or type(n.index) == "table" and n.index.checked or element and element.checked or false
  end)
  return fails
end

local function bool(value, pos) return { k = "bool", type = "bool", value = value, pos = pos } end
M.bool = bool

---`left and right` (stop = false) or `left or right` (stop = true): a side that is `stop` decides, the opposite leaves the other side.
---@param op "and"|"or"
---@param left table
---@param right table
---@param pos integer
---@return table
function M.logic(op, left, right, pos)
  local stop = op == "or"
  local a, b = M.known(left), M.known(right)
  if a ~= nil then return a == stop and bool(stop, pos) or right end
  if b == not stop then return left end
  if b == stop and not M.may_fail(left) then return bool(stop, pos) end
  return { k = op, type = "bool", left = left, right = right, pos = pos }
end

---`not operand`.
function M.negation(operand, pos)
  local known = M.known(operand)
  if known ~= nil then return bool(not known, pos) end
  return { k = "not", type = "bool", operand = operand, pos = pos }
end

---The cases of a selection that can be taken, and its last value.
---@param cases table[] { cond, value }
---@param otherwise table
---@return table[] cases
---@return table otherwise
function M.cases(cases, otherwise)
  local kept = {}
  for _, case in ipairs(cases) do
    local known = M.known(case.cond)
    if known then return kept, case.value end
    if known == nil then kept[#kept + 1] = case end
  end
  return kept, otherwise
end

---Whether a numeric loop surely runs no time, and nothing of it can fail.
---@param first table
---@param last table
---@param step table
---@return boolean
function M.never_runs(first, last, step)
  if M.may_fail(first) or M.may_fail(last) or M.may_fail(step) then return false end
  local up, down = (step.const or step.lo or 0) > 0, (step.const or step.hi or 0) < 0
  local a, b = first.const, last.const
  if a and b then
    local runs = up and a <= b or down and a >= b
    return (up or down) and not runs
  end
  if not (first.lo and last.lo) then return false end
  return up and first.lo > last.hi or down and first.hi < last.lo or false
end

return M
