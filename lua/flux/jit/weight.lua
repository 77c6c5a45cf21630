-- SPDX-License-Identifier: MIT
-- flux.jit.weight: how much of a trace a step fills, roughly in instructions of LuaJIT's intermediate form.
--
-- A branch weighs more than its instructions: each side of it that is taken becomes a trace of its own, which goes on with all
-- that follows, up to where the schedule is cut (flux.jit.parts).

local walk = require "flux.body.walk"

local M = {}

local STEP, BRANCH, CALL = 1, 30, 30

local BRANCHES = { cases = true, select = true, ["and"] = true, ["or"] = true }

local function of_block(block)
  local weight = 0
  walk.block(block, function(node)
    weight = weight + 1 + (BRANCHES[node.k] and BRANCH or 0) + (node.k == "math" and node.fn ~= "sqrt" and CALL or 0)
  end)
  walk.statements(block, function(statement)
    local sides = statement.clauses and #statement.clauses or statement.block and statement.k ~= "do" and 1 or 0
    weight = weight + BRANCH * sides
  end)
  return weight
end

local known = setmetatable({}, { __mode = "k" }) -- by body: nodes of one kind share it

local function of_body(body)
  if body.language ~= "portable" then return CALL end
  if not known[body] then
    local weight = of_block(body.ast.block)
    for _, fn in ipairs(body.functions) do weight = weight + of_block(fn.block) end
    known[body] = weight
  end
  return known[body]
end

---@param step flux.Step
---@param options { trace: boolean, rollback: boolean } of flux.jit.emit
---@return integer
function M.of(step, options)
  if step.role == "sink" then return CALL end
  if not step.callback then return STEP end
  local told = (options.trace and 2 * CALL or 0) + (options.rollback and CALL or 0)
  return STEP + of_body(step.callback.body) + told
end

return M
