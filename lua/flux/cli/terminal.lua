-- SPDX-License-Identifier: MIT
-- The terminal and the clock: what the commands need of the system and Lua does not have.
--
--   local bar = terminal.progress(total_bytes)     -- a line on stderr, only on a terminal; nil otherwise
--   if bar then bar:show(done_bytes, "1,204,113 events") end
--   if bar then bar:clear() end
local ffi = require "ffi"
local wall = require "flux.wall"
ffi.cdef [[ int isatty(int); ]]
local M = {}

local WIDTH = 30

---@return number seconds of a clock that only goes forward
function M.seconds() return tonumber(wall.steady()) * 1e-9 end

---@param descriptor integer 1 stdout, 2 stderr
---@return boolean
function M.is_terminal(descriptor) return ffi.C.isatty(descriptor) == 1 end

---@param value number
---@return string with a comma between thousands
function M.grouped(value)
  local text = ("%.0f"):format(value)
  local head = (#text - 1) % 3 + 1
  return text:sub(1, head) .. text:sub(head + 1):gsub("(%d%d%d)", ",%1")
end

local Progress = {}
Progress.__index = Progress

---@param done number
---@param text string
function Progress:show(done, text)
  local now = M.seconds()
  if now - self.shown < 0.1 then return end
  self.shown = now
  local part = math.min(done / self.total, 1)
  local full = math.floor(part * WIDTH)
  io.stderr:write(("\r[%s%s] %3.0f %%  %s\27[K"):format(("#"):rep(full), ("."):rep(WIDTH - full), part * 100, text))
  self.visible = true
end

function Progress:clear()
  if self.visible then io.stderr:write("\r\27[K") end
  self.visible = false
end

---A progress bar that first shows itself half a second after it was made, so that short runs show none.
---@param total number
---@return table? bar nil when stderr is no terminal
function M.progress(total)
  if total <= 0 or not M.is_terminal(2) then return nil end
  return setmetatable({ total = total, shown = M.seconds() + 0.4 }, Progress)
end

return M
