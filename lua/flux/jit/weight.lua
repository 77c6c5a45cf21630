-- SPDX-License-Identifier: MIT
-- flux.jit.weight: how much of a trace a step fills, roughly in bytes of machine code.
--
-- A branch weighs more than its bytes: each side of it that is taken becomes a trace of its own, which goes on with all that follows,
-- up to where the schedule is cut (flux.jit.parts). So does what LuaJIT guards: on x86 a trace can be left in 512 places at most, and
-- one that loops has most of them twice.

local types = require "flux.body.types"
local walk = require "flux.body.walk"

local M = {}

local STEP, EXPRESSION, MODULO, TARGET, BRANCH, CALL, GUARD = 4, 4, 20, 10, 300, 300, 70

local BRANCHES = { cases = true, select = true, ["and"] = true, ["or"] = true }
local READS = { field = true, elem = true, port = true, list = true } -- of a boolean: a trace knows it as true or as false
local INLINE = { sqrt = true, abs = true, floor = true, square = true, imin = true, imax = true }

-- The places where a trace that loops can be left, as LuaJIT was seen to make them. It also guards the type of what it keeps in
-- memory of its own for a moment: integers of 64 bits, and where an array is.
local function guards_of(node)
  local checked = type(node.index) == "table" and node.index.checked and 6 or 0
  local converted = 0
  if node.k == "store" then
    local helper, sum = types.saturation(node.to, node.value)
    converted = sum and 2 or helper and 8 or 0
  end
  return checked + converted + ((node.k == "elem" or node.k == "wrap") and 1 or 0)
end

local function of_node(node)
  local weight = EXPRESSION + GUARD * guards_of(node)
  if BRANCHES[node.k] or READS[node.k] and node.type == "bool" then return weight + BRANCH end
  if node.k == "math" and not INLINE[node.fn] then return weight + CALL end
  return node.op == "%" and weight + MODULO or weight
end

local function of_statement(s)
  local weight = BRANCH * (s.clauses and #s.clauses or s.block and s.k ~= "do" and 1 or 0)
  for _, target in ipairs(s.targets or {}) do weight = weight + TARGET + GUARD * guards_of(target) end
  return weight
end

local function of_block(block)
  local weight = 0
  walk.block(block, function(node) weight = weight + of_node(node) end)
  walk.statements(block, function(statement) weight = weight + of_statement(statement) end)
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
---@param members boolean states are members of one place: a trace keeps a reference to each for a moment
---@return integer
function M.of(step, options, members)
  if step.role == "sink" then return CALL end
  if not step.callback then return STEP end
  local told = (options.trace and 2 * CALL or 0) + (options.rollback and CALL or 0)
  return STEP + of_body(step.callback.body) + told + (members and GUARD or 0)
end

return M
