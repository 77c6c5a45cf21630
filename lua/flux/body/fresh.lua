-- SPDX-License-Identifier: MIT
-- Which of a node's fields a body sets on every path before it reads them: what they were before the call does not matter.
--
--   fresh.fields(body)   --> { value = true }, for  self.value = x + 1

local walk = require "flux.body.walk"

local PARTS = { "cond", "first", "last", "step", "value" }

local M = {}

-- Notes what an expression reads of self that has no new value yet.
local function visitor(scan, set)
  return function(node)
    if node.k == "self" then
      scan.all_read = true -- a helper gets it
    elseif node.k == "field" and node.base == "self" then
      if not set[node.field.name] then scan.read[node.field.name] = true end
    elseif node.k == "elem" and node.array.base == "self" then
      scan.read[node.array.field.name] = true
    end
  end
end

local function read(scan, set, node)
  if node then walk.expression(node, visitor(scan, set)) end
end

local function copy(set)
  local out = {}
  for name in pairs(set) do out[name] = true end -- a set: in any order
  return out
end

-- What both have; nil stands for a path that does not come here.
local function meet(a, b)
  if not (a and b) then return a or b end
  local out = {}
  for name in pairs(a) do out[name] = b[name] end -- a set: in any order
  return out
end

local block

local function branches(scan, set, s)
  local after
  for _, clause in ipairs(s.clauses) do
    read(scan, set, clause.cond)
    after = meet(after, block(scan, copy(set), clause.block))
  end
  return meet(after, s.orelse and block(scan, copy(set), s.orelse) or not s.orelse and set or nil)
end

-- Takes in a statement; returns what is set after it, nil when nothing comes after it.
local function statement(scan, set, s)
  if s.k == "if" then return branches(scan, set, s) end
  if s.k == "do" then return block(scan, set, s.block) end
  for _, part in ipairs(PARTS) do read(scan, set, s[part]) end
  for _, list in ipairs { s.values or {}, s.args or {} } do
    for _, value in ipairs(list) do read(scan, set, value) end
  end
  for _, field in ipairs(s.fields or {}) do read(scan, set, field.value) end
  if s.block then block(scan, copy(set), s.block) end -- a loop: it may run no time
  for _, target in ipairs(s.targets or {}) do
    if type(target.index) == "table" then read(scan, set, target.index.value) end
  end
  for _, target in ipairs(s.targets or {}) do
    if target.k == "field" and target.base == "self" then set[target.field.name] = true end
  end
  if s.k == "return" then
    scan.exits[#scan.exits + 1] = set
    return nil
  end
  if s.k == "break" then return nil end
  return set
end

function block(scan, set, list)
  for _, s in ipairs(list) do
    set = statement(scan, set, s)
    if not set then return nil end
  end
  return set
end

---The fields of its own node that a body sets on every path before it reads them.
---@param body table a Body
---@return table<string, boolean>
---@return boolean reads_old it reads a field that has no new value yet
function M.fields(body)
  if body.language ~= "portable" or body.facts.may_fail then return {}, true end
  local scan = { read = {}, exits = {} }
  local last = block(scan, {}, body.ast.block)
  local set = last
  for _, exit in ipairs(scan.exits) do set = meet(set, exit) end
  if scan.all_read or not set then return {}, true end
  for name in pairs(scan.read) do set[name] = nil end -- a set: in any order
  return set, next(scan.read) ~= nil
end

return M
