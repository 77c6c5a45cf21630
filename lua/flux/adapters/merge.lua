-- SPDX-License-Identifier: MIT
-- Several readers -> one stream in the order of time.
--
--   local stream = merge.new{ ticks, quotes }
--   for event in function() return stream:next() end do rt:dispatch(event) end
--   stream.reader        -- the reader that the last event came from
--
-- Inputs without a time field come first, one after the other in the order given (settings, reference data): nothing says
-- where between the timed ones they belong. Then the earliest row is next; ties go to the input that was given first. Each
-- input is expected to be in order. Where one is not, its rows keep their order (reader.clock.backwards counts them and
-- reader.first_backwards says where); the runtime then calls those events late.
local ffi = require "ffi"
local M = {}

---@class flux.Merge
---@field reader table? the reader that the last event came from
local Merge = {}
Merge.__index = Merge

-- Reads the next row of timed input i and notes its time. An input that is at its end leaves.
local function pull(self, i)
  local event = self.timed[i]:next()
  if event then
    self.rows[i], self.times[i] = event, event[self.timed[i].event.time.name]
    return
  end
  table.remove(self.timed, i)
  table.remove(self.rows, i)
  for k = i, #self.timed do self.times[k] = self.times[k + 1] end
end

-- The timed inputs, when there are several.
local function next_timed(self)
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
  return timed[best], self.rows[best]
end

-- The reader whose row is next, and the row; nil at the end.
local function pick(self)
  local untimed = self.untimed
  while untimed[1] do
    local event = untimed[1]:next()
    if event then return untimed[1], event end
    table.remove(untimed, 1)
  end
  local only = self.only
  if only then return only, only:next() end
  return next_timed(self)
end

---@return ffi.cdata*? event valid until the next call; nil at the end
function Merge:next()
  local reader, event = pick(self)
  self.reader = reader
  -- A call, for the row that is seldom skipped: a loop in here would be traced instead of the one that sends the events.
  if event and reader.deliver and reader.deliver(event) == false then return self:next() end
  return event
end

---The time of an event that `next` returned, or nil when it has none.
---@param event ffi.cdata*
---@return ffi.cdata*?
function Merge:time(event)
  local field = self.reader.event.time
  return field and event[field.name] or nil
end

---@param readers table[] in the order given
---@return flux.Merge
function M.new(readers)
  local self = setmetatable({ timed = {}, untimed = {}, rows = {}, last = 0 }, Merge)
  for _, reader in ipairs(readers) do
    local list = reader.event.time and self.timed or self.untimed
    list[#list + 1] = reader
  end
  self.only = #self.timed == 1 and self.timed[1] or nil
  self.times = ffi.new("int64_t[?]", #self.timed + 2)
  return self
end

return M
