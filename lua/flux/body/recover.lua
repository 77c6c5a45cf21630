-- SPDX-License-Identifier: MIT
-- How the checker goes on after a mistake, so that all of a body are reported at once. These are methods of the checker.
--
--   local ok, value = c:attempt(c.scalar, node)   -- false when it is refused: the refusal is kept in c.refusals
--
-- What depends on something that was refused is passed over without a word: a local whose value was refused has no type, and reading
-- it ends the attempt.

local R = {}

local PASSED_OVER = {}

-- LuaJIT reads 200 levels of expressions and blocks, C compilers 256 brackets. Emitted text has three levels at most for each of the
-- source's in an expression.
local MOST, EXPRESSION = 180, 3

-- In a + b + c + … each operator holds those before it, and what walks the tree of one goes as deep as it has operators: LuaJIT's stack
-- ends at some 2,500.
local LONGEST = 1000

---Ends the attempt: what is wrong has been said.
function R.pass_over() error(PASSED_OVER, 0) end

local function keep_refusals(problem)
  if problem == PASSED_OVER or type(problem) == "table" and problem.refusal then return problem end
  return debug.traceback(tostring(problem), 2)
end

---Runs a method of the checker.
---@param method function
---@return boolean ok
---@return any result
---@return any more
function R:attempt(method, ...)
  local dead, loop, depth, length = self.dead, self.loop, self.depth, self.length
  local ok, result, more = xpcall(method, keep_refusals, self, ...)
  if ok then return true, result, more end
  self.dead, self.loop, self.depth, self.length = dead, loop, depth, length
  if type(result) == "string" then error(result, 0) end
  if result ~= PASSED_OVER then self.refusals[#self.refusals + 1] = result end
  return false
end

---As attempt, but gives a stand-in for a node that was refused: nothing that is made of it is ever emitted.
---@param type_name string
function R:attempt_node(type_name, method, ...)
  local ok, node = self:attempt(method, ...)
  return ok and node or { k = "refused", type = type_name }
end

---Counts a level of nesting while a method runs.
---@param levels integer
---@param pos integer
function R:nested(levels, pos, method, ...)
  local outer = self.depth or 0
  self.depth = outer + levels
  if self.depth > MOST then self:refuse(pos, "this is nested too deeply", "keep parts of it in locals, or in helper functions") end
  local result, more = method(self, ...)
  self.depth = outer
  return result, more
end

---Counts an operator while a method types it and those before it.
---@param pos integer
function R:lengthened(pos, method, ...)
  local outer = self.length or 0
  self.length = outer + 1
  if outer == LONGEST then
    self:refuse(pos, ("this expression is too long: it has more than %d operators behind this one"):format(LONGEST),
      "keep parts of it in locals, or in helper functions")
  end
  local result, more = method(self, ...)
  self.length = outer
  return result, more
end

R.EXPRESSION = EXPRESSION

return R
