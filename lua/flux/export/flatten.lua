-- SPDX-License-Identifier: MIT
-- flux.export.flatten: a body that ends in `if … then return false end` and a cheap tail, without the branch.
--
-- From  self.score = …; if not (self.score > 0) then return false end; self.count = self.count + 1
-- to    self.score = …; local dirty = self.score > 0; self.count = dirty and self.count + 1 or self.count; return dirty
--
-- Where the condition compares doubles, `dirty` is its mask, by which values are chosen and which is the result: of a bool compilers may
-- make a branch again (flux.export.masks).
--
-- The typed tree is rewritten, not the text, and only where nothing of the tail can fail or be seen.

local walk = require "flux.body.walk"

local M = {}

local PARTS = { "left", "right", "operand", "value" }

local KEPT = { double = true, int64_t = true, uint64_t = true }

local CHEAP = {
  number = true, integer = true, bool = true, symbol = true, ["local"] = true, port = true, field = true, arith = true, wrap = true,
  neg = true, store = true, now = true, cycle = true, tonumber = true,
}

local function is_cheap(node)
  if not CHEAP[node.k] or node.k == "wrap" and (node.op == "/" or node.op == "%") then return false end
  for _, part in ipairs(PARTS) do
    local inner = node[part]
    if type(inner) == "table" and inner.k and not is_cheap(inner) then return false end
  end
  return true
end

local function is_arrest(statement)
  if statement.k ~= "if" or #statement.clauses ~= 1 or statement.orelse then return false end
  local block = statement.clauses[1].block
  local only = block[1]
  return #block == 1 and only.k == "return" and only.value and only.value.k == "bool" and only.value.value == false
end

local function is_straight(statement) return statement.k == "local" or statement.k == "assign" end

-- May this statement of the tail be computed always?
local function is_tail(statement)
  if statement.k ~= "assign" then return false end
  for i, target in ipairs(statement.targets) do
    local kept = target.k == "field" and target.base == "self" and KEPT[target.field.type]
    if not kept or not is_cheap(statement.values[i]) then return false end
  end
  return true
end

local function negated(cond)
  if cond.k == "not" then return cond.operand end
  return { k = "not", type = "bool", operand = cond, pos = cond.pos }
end

local function copy(t, changes)
  local out = setmetatable({}, getmetatable(t))
  for key, value in pairs(t) do out[key] = value end -- a copy: the order does not matter
  for key, value in pairs(changes) do out[key] = value end
  return out
end

-- The condition as a mask, where two doubles are compared.
local function as_mask(cond)
  local compare = cond.k == "not" and cond.operand or cond
  if compare.k ~= "compare" or compare.left.type ~= "number" or compare.left.lo and compare.right.lo then return nil end
  local op = compare.op
  if cond.k == "not" then op = op == "==" and "~=" or op == "~=" and "==" or "not " .. op end
  return { k = "mask", type = "mask", op = op, left = compare.left, right = compare.right, pos = cond.pos }
end

-- Does the value add a constant to what it replaces, as counters do?
local function is_count(target, value)
  return value.k == "wrap" and value.op == "+" and value.right.k == "integer" and value.right.value >= 0 and walk.same(target, value.left)
end

-- `target = value` where dirty, itself elsewhere. A number that is stored to an integer is converted before it is chosen: the other
-- way round the integer, which may have more bits than a double, would be converted and back. A counter adds 0 elsewhere.
local function chosen(target, value, dirty)
  if dirty.type == "mask" and is_count(target, value) then
    return copy(value, { right = { k = "masked", type = value.type, operand = dirty, value = value.right, pos = value.pos } })
  elseif dirty.type == "mask" then
    return { k = "choose", type = target.type, field = target.field, operand = dirty, value = value, otherwise = target, pos = value.pos }
  end
  return { k = "select", type = target.type, cases = { { cond = dirty, value = value } }, otherwise = target, pos = value.pos }
end

-- Where the arrest stands, when the body has the shape.
local function arrest_at(block)
  local at
  for i, statement in ipairs(block) do
    local value = statement.k == "return" and statement.value
    local last_return = i == #block and statement.k == "return" and (not value or value.k == "bool" and value.value)
    if is_arrest(statement) and not at then
      at = i
    elseif at and not last_return and not is_tail(statement) or not at and not is_straight(statement) then
      return nil
    end
  end
  return at
end

---The body without its branch, or nil when it has not the shape.
---@param body table a portable Body
---@return table|nil
function M.body(body)
  local typed = body.ast
  local block = typed.block
  local at = arrest_at(block)
  if not at then return nil end
  local arrest = block[at]
  local cond = negated(arrest.clauses[1].cond)
  local mask = as_mask(cond)
  local var = { name = "dirty", type = mask and "mask" or "bool" }
  local dirty = { k = "local", type = var.type, var = var }
  local out = copy(block, { falls = false })
  for i = #out, at, -1 do out[i] = nil end
  out[at] = { k = "local", vars = { var }, values = { mask or cond }, line = arrest.line, before = arrest.before }
  for i = at + 1, #block do
    local statement = block[i]
    if statement.k ~= "return" then
      local values = {}
      for k, value in ipairs(statement.values) do values[k] = chosen(statement.targets[k], value, dirty) end
      out[#out + 1] = copy(statement, { values = values })
    end
  end
  out[#out + 1] = { k = "return", value = dirty, line = arrest.line }
  return copy(body, { ast = copy(typed, { block = out }), facts = copy(body.facts, { masked = mask ~= nil }) })
end

return M
