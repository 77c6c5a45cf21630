-- SPDX-License-Identifier: MIT
-- ^C: LuaJIT's program raises "interrupted!" wherever the script stands, and the command that it waits for ends. Whoever catches
-- errors and goes on, or waits for a command, asks here, so that ^C ends the whole.
--
--   local ok, problem = pcall(fn)
--   interrupt.pass()                                    -- raises when there was a ^C, whatever became of its error
--   local good = interrupt.execute("cc …")              -- os.execute that raises when ^C ended the command
local ffi = require "ffi"
local M = {}

ffi.cdef [[ int flux_interrupt_action(int, const void *, void *) asm("sigaction"); ]]

local SIGINT = 2
local STATUS = 130 -- of a shell whose command SIGINT ended

-- What SIGINT does: a handler's address, 0 for the default. It comes first in struct sigaction everywhere.
local action = ffi.new("uint64_t[64]")
local function handler()
  ffi.C.flux_interrupt_action(SIGINT, nil, action)
  return ffi.cast("uintptr_t *", action)[0]
end

-- LuaJIT's program catches the first ^C, and from then on leaves the next to the system.
local caught, ended = handler() > 1, false

---Has there been a ^C?
---@return boolean
function M.happened() return ended or caught and handler() == 0 end

---Raises when there was a ^C.
function M.pass()
  if M.happened() then error("interrupted!", 0) end
end

---Notes that a command ended with this status of a shell: raises when it was ^C that ended it.
---@param status integer
function M.note(status)
  ended = ended or status == STATUS
  M.pass()
end

---Runs a shell command.
---@param line string
---@return boolean good its status is 0
function M.execute(line)
  local result, how, code = os.execute(line)
  if type(result) == "number" then -- as waitpid gives it
    how, code = result % 128 == 0 and "exit" or "signal", result % 128 == 0 and math.floor(result / 256) or result % 128
  end
  M.note(how == "signal" and 128 + code or code)
  return code == 0 and how ~= "signal"
end

return M
