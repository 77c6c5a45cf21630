-- SPDX-License-Identifier: MIT
-- Leaves out of a typed block the locals that nothing reads or assigns, and what only they need.
--
--   prune(block)

local fold = require "flux.body.fold"
local walk = require "flux.body.walk"

-- The variables that are read or assigned somewhere.
local function needed(block)
  local found = {}
  walk.block(block, function(node)
    if node.k == "local" then found[node.var] = true end
  end)
  walk.statements(block, function(s)
    for _, target in ipairs(s.targets or {}) do
      if target.k == "local" then found[target.var] = true end
    end
  end)
  return found
end

local prune_block

local function prune_statement(s, found)
  local removed = false
  for _, clause in ipairs(s.clauses or {}) do removed = prune_block(clause.block, found) or removed end
  for _, block in ipairs { s.block or false, s.orelse or false } do
    if block then removed = prune_block(block, found) or removed end
  end
  if s.k ~= "local" then return removed end
  for i = #s.vars, 1, -1 do
    if not found[s.vars[i]] and not fold.may_fail(s.values[i]) then
      table.remove(s.vars, i)
      table.remove(s.values, i)
      removed = true
    end
  end
  return removed
end

function prune_block(block, found)
  local removed = false
  for i = #block, 1, -1 do
    local s = block[i]
    removed = prune_statement(s, found) or removed
    if s.k == "local" and #s.vars == 0 then table.remove(block, i) end
  end
  return removed
end

---@param block table a typed block
return function(block)
  while prune_block(block, needed(block)) do end -- what was only read by a local that is gone
end
