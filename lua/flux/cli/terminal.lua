-- SPDX-License-Identifier: MIT
-- The terminal and the clock: what the commands need of the system and Lua does not have.
--
--   local bar = terminal.progress(total_bytes)     -- a line on stderr, only on a terminal; nil otherwise
--   if bar then bar:show(done_bytes, 1204113, "events") end     -- [####......]  40 %  1,204,113 events, 602,057/s, 3 s left
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

-- 75 s as "1:15 min".
local function span(seconds)
  seconds = math.ceil(seconds)
  if seconds < 60 then return ("%d s"):format(seconds) end
  if seconds < 3600 then return ("%d:%02d min"):format(math.floor(seconds / 60), seconds % 60) end
  return ("%d:%02d h"):format(math.floor(seconds / 3600), math.floor(seconds / 60) % 60)
end

---@param done number of the total
---@param count number what has been counted so far
---@param unit string its name
function Progress:show(done, count, unit)
  local now = M.seconds()
  if now - self.shown < 0.1 then return end
  self.shown = now
  local part, passed = math.min(done / self.total, 1), now - self.start
  local full = math.floor(part * WIDTH)
  local left = part > 0 and ", " .. span(passed / part - passed) .. " left" or ""
  io.stderr:write(("\r[%s%s] %3.0f %%  %s %s, %s/s%s\27[K"):format(("#"):rep(full), ("."):rep(WIDTH - full), part * 100, M.grouped(count),
    unit, M.grouped(count / passed), left))
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
  local now = M.seconds()
  return setmetatable({ total = total, start = now, shown = now + 0.4 }, Progress)
end

return M
