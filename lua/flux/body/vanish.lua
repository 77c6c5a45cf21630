-- SPDX-License-Identifier: MIT
-- gcc 12 computes 0.0 - (double)n and -(double)n + 0.0 as -(double)n, which is -0 where n is 0, as soon as it sees that the one side is
-- 0: written so, as i - i or i & 0, or through a const of such a value. It does not look into a function.
--
--   vanish.hides(node, values)     -- a sum: the side to be computed by a call, "left" or "right"; nil where none is
--
-- `values`: what the locals that are never assigned again were given.

local types = require "flux.body.types"

local M = {}

local PARTS = { "left", "right", "operand", "value", "otherwise" }
local made = { arith = true, neg = true, wrap = true, bits = true, select = true, compare = true, math = true, store = true }

local function is_int(node) return node.lo ~= nil or node.wide or node.k == "tonumber" or node.type ~= "number" end

-- Whether it is made of integers and constants alone: of them a compiler may know the value, or that it is no -0.
local function of_integers(node, values)
  if node.const or is_int(node) then return true end
  if node.k == "local" then return values[node.var] and of_integers(values[node.var], values) or false end
  if not made[node.k] then return false end
  for _, part in ipairs(PARTS) do
    if type(node[part]) == "table" and node[part].k and not of_integers(node[part], values) then return false end
  end
  for _, arg in ipairs(node.args or {}) do
    if not of_integers(arg, values) then return false end
  end
  for _, case in ipairs(node.cases or {}) do
    if not of_integers(case.value, values) then return false end
  end
  return true
end

-- Whether a compiler may find it to be the constant 0.
local function is_zero(node, values) -- a sum, a rest, bits, a choice: whatever they are of
  if node.const then return node.const == 0 and not types.is_negative_zero(node.const) end
  if node.lo and (node.lo > 0 or node.hi < 0) then return false end
  if node.k == "local" then return values[node.var] and is_zero(values[node.var], values) or false end
  if node.k == "neg" then return is_zero(node.operand, values) end
  if node.op == "*" then return is_zero(node.left, values) or is_zero(node.right, values) end
  if node.op == "/" then return is_zero(node.left, values) end
  return made[node.k] and of_integers(node, values) or false
end

---@param node table an arith node of doubles
---@param values table<table, table> variable → node
---@return "left"|"right"|nil
function M.hides(node, values)
  if node.op ~= "+" and node.op ~= "-" then return nil end
  local left, right = node.left, node.right
  if is_zero(left, values) and not right.const and (left.const or of_integers(right, values)) then return "right" end
  if node.op == "+" and is_zero(right, values) and not left.const and (right.const or of_integers(left, values)) then return "left" end
end

return M
