-- SPDX-License-Identifier: MIT
-- The oracle's time: S13 and S14. Methods of spec/oracle.lua; self.periodic and self.once hold each node's deadlines.

local host = require "spec.support.oracle_host"

jit.off(true, true) -- the plainest execution, too: nothing here depends on how traces order memory accesses

local M = {}

-- A deadline at the end of time or beyond never comes.
local END = 9223372036854775807LL

-- How long before `time` the last multiple of a node's interval was, moved by its offset.
local function since_deadline(node, time)
  local since = time % node.every - (node.offset or 0LL) % node.every -- either may be negative
  return (since % node.every + node.every) % node.every
end

-- S14: the first one strictly after `time`; nil when it never comes.
local function first_after(node, time)
  local wait = node.every - since_deadline(node, time)
  if time < END - wait then return time + wait end
end

-- That of ctx.after; nil when it never comes.
function M:deadline_after(ns)
  local wait = ns > 0 and ns or 0LL
  if self.time < END - wait then return self.time + wait end
end

function M:set_time(time)
  self.time, self.has_time = time, true
  for _, node in ipairs(self.order) do
    if node.every then self.periodic[node] = first_after(node, time) end
  end
  if self.start_posts then self:drain() end
end

function M:next_deadline()
  local least = math.huge
  for _, node in ipairs(self.order) do
    for _, timers in ipairs { self.periodic, self.once } do
      if timers[node] and (least == math.huge or timers[node] < least) then least = timers[node] end
    end
  end
  return least ~= math.huge and least or nil
end

-- All timers due at one deadline, in one cycle; a periodic one is armed again before it.
function M:fire(deadline)
  local due = {}
  if deadline > self.time then self.time = deadline end
  for _, node in ipairs(self.order) do
    if self.periodic[node] == deadline then due[node], self.periodic[node] = true, first_after(node, deadline) end
    if self.once[node] == deadline then due[node], self.once[node] = true, nil end
  end
  self:run_cycle("timer", "timer at " .. host.text_of(deadline), nil, nil, due)
end

-- S13, S14: now = max(now, time), and the timers in between, deadline by deadline, each after any buffered work (S15).
function M:move(time)
  if not self.has_time then
    local waits = self.start_posts and #self.queue > 0
    if waits and next(self.pending.ran) then self:run_cycle("trigger", "trigger") end -- S12: before what waits for it
    if self.stopped then return end
    self:set_time(time)
  end
  if time < self.time then time = self.time end
  local last = time < END and time or END - 1
  for node, deadline in pairs(self.periodic) do
    if node.missed == "once" and deadline <= last then self.periodic[node] = last - since_deadline(node, last) end
  end
  local jumps = 0
  while not self.stopped do
    local deadline = self:next_deadline()
    if not deadline or deadline > time then break end
    if jumps == self.max_missed then return self:note(host.status("FLUX_E_DEADLINES")) end
    if self:is_pending() then
      self:run_trigger()
    else
      jumps = jumps + 1
      self:fire(deadline)
    end
  end
  if self.stopped then return end
  self.time = time
  return true
end

return M
