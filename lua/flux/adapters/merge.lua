-- SPDX-License-Identifier: MIT
-- Several readers -> one stream in the order of time.
--
--   local stream = merge.new{ ticks, quotes }
--   while true do
--     local reader = stream:next()
--     if not reader then break end
--     rt:dispatch(reader.target)
--   end
--
-- Inputs without a time field come first, one after the other in the order given (settings, reference data): nothing says
-- where between the timed ones they belong. Then the earliest row is next; ties go to the input that was given first. Each
-- input is expected to be in order. Where one is not, its rows keep their order, `backwards` counts them and
-- `first_backwards` says where; the runtime then calls those events late.
local ffi = require "ffi"
local time = require "flux.adapters.time"
local M = {}

---@class flux.Merge
local Merge = {}
Merge.__index = Merge

-- Reads the next row of timed input i and notes its time.
local function pull(self, i)
  local reader = self.timed[i]
  if not reader:next() then
    table.remove(self.timed, i)
    for k = i, #self.timed do
      self.times[k], self.latest[k] = self.times[k + 1], self.latest[k + 1]
    end
    return
  end
  local at = reader.target[reader.event.time.name]
  self.times[i] = at
  if at < self.latest[i] then
    reader.backwards = (reader.backwards or 0) + 1
    reader.first_backwards = reader.first_backwards or ("%s:%d: time goes back from %s to %s"):format(
      reader.block.path, reader.row_line, time.format(self.latest[i]), time.format(at))
  else
    self.latest[i] = at
  end
end

---@return table? reader whose target holds the next event; nil at the end
function Merge:next()
  while self.untimed[1] do
    if self.untimed[1]:next() then return self.untimed[1] end
    table.remove(self.untimed, 1)
  end
  local timed, last = self.timed, self.last
  if last == 0 then
    for i = #timed, 1, -1 do pull(self, i) end
  else
    pull(self, last)
  end
  local count = #timed
  if count == 0 then return nil end
  local best, times = 1, self.times
  for i = 2, count do
    if times[i] < times[best] then best = i end
  end
  self.last = best
  return timed[best]
end

---The time of the row that `next` returned last, or nil when it has none.
---@return ffi.cdata*?
function Merge:time()
  if self.last == 0 then return nil end
  return self.times[self.last]
end

---@param readers table[] in the order given
---@return flux.Merge
function M.new(readers)
  local self = setmetatable({ timed = {}, untimed = {}, last = 0 }, Merge)
  for _, reader in ipairs(readers) do
    local list = reader.event.time and self.timed or self.untimed
    list[#list + 1] = reader
  end
  self.times = ffi.new("int64_t[?]", #self.timed + 2)
  self.latest = ffi.new("int64_t[?]", #self.timed + 2)
  for i = 0, #self.timed + 1 do self.latest[i] = -0x7fffffffffffffffLL - 1 end
  return self
end

return M
