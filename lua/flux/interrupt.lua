-- SPDX-License-Identifier: MIT
-- ^C: LuaJIT's program raises "interrupted!" wherever the script stands, and the command that it waits for ends. Whoever catches
-- errors and goes on, or waits for a command, asks here, so that ^C ends the whole.
--
--   local ok, problem = pcall(fn)
--   if not ok then interrupt.pass(problem) end          -- an interruption is raised again; everything else returns
--   local good = interrupt.execute("cc …")              -- os.execute that raises when ^C ended the command
local M = {}

M.TEXT = "interrupted!"

local STATUS = 130 -- of a shell whose command SIGINT ended

---Is this the message of ^C, whatever was put around it?
---@param problem any
---@return boolean
function M.is(problem)
  local text = type(problem) == "table" and problem.message or problem
  if type(text) ~= "string" then return false end
  text = text:gsub("\nstack traceback:.*", "")
  return (text:find("interrupted!$") or text:find("interrupted! %(at [^\n]*%)$")) ~= nil
end

---Raises an interruption again.
---@param problem any
function M.pass(problem)
  if M.is(problem) then error(M.TEXT, 0) end
end

---Runs a shell command.
---@param line string
---@return boolean good its status is 0
function M.execute(line)
  local result, how, code = os.execute(line)
  if type(result) == "number" then -- as waitpid gives it
    how, code = result % 128 == 0 and "exit" or "signal", result % 128 == 0 and math.floor(result / 256) or result % 128
  end
  if how == "signal" and code == 2 or how == "exit" and code == STATUS then error(M.TEXT, 0) end
  return code == 0
end

return M
