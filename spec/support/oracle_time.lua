-- SPDX-License-Identifier: MIT
-- The oracle's time: S13 and S14. Methods of spec/oracle.lua; self.periodic and self.once hold each node's deadlines.

local host = require "spec.support.oracle_host"

jit.off(true, true) -- the plainest execution, too: nothing here depends on how traces order memory accesses

local M = {}

-- S14: the first multiple of a node's interval, moved by its offset, strictly after `time`.
local function first_after(node, time)
  local since = (time - (node.offset or 0LL)) % node.every
  if since < 0 then since = since + node.every end
  return time - since + node.every
end

function M:set_time(time)
  self.time, self.has_time = time, true
  for _, node in ipairs(self.order) do
    if node.every then self.periodic[node] = first_after(node, time) end
  end
  self:drain()
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
    if self.periodic[node] == deadline then due[node], self.periodic[node] = true, deadline + node.every end
    if self.once[node] == deadline then due[node], self.once[node] = true, nil end
  end
  self:run_cycle("timer", "timer at " .. host.text_of(deadline), nil, nil, due)
end

-- S13, S14: now = max(now, time), and the timers in between, deadline by deadline, each after any buffered work (S15).
function M:move(time)
  if not self.has_time then self:set_time(time) end
  if time < self.time then time = self.time end
  for node, deadline in pairs(self.periodic) do
    if node.missed == "once" and deadline <= time then self.periodic[node] = first_after(node, time) - node.every end
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
