-- SPDX-License-Identifier: MIT
-- The rows of a run that waits for them. Two streams, in place of flux.adapters.merge and with its methods:
--
--   live.following(readers, hub)     -- time moves with the rows alone: what comes out depends on nothing else
--   live.paced(readers, { rt = rt, hub = hub, speed = 60, … })     -- time moves with the clock on the wall too: --realtime
--
-- A paced stream gives rows of files when their time has come, rows of live inputs when they arrive, and in between lets the
-- timers fire that are due. Waits are pselect(2) (flux.interrupt): nothing turns while nothing happens.
local ffi = require "ffi"
local merge = require "flux.adapters.merge"
local wall = require "flux.wall"
local M = {}

local NEVER = 0x7fffffffffffffffLL
local LONGEST = 3600e9 -- ns of one wait
local OFTEN = 32 -- rows between two looks at signals and descriptors

local function time_of(self, event)
  local field = self.reader.event.time
  return field and event[field.name] or nil
end

-- -- rows alone --------------------------------------------------------------------------------------------------------

local Following = { time = time_of }
Following.__index = Following

-- A live input has rows that merging holds, or may have some.
local function has_live(merged)
  for _, list in ipairs { merged.timed, merged.untimed } do
    for _, reader in ipairs(list) do
      if reader.live then return true end
    end
  end
  return false
end

---@return ffi.cdata*? event nil at the end, or when a signal asked for it and what had arrived is through
function Following:next()
  self.turns = self.turns + 1
  if self.turns % OFTEN == 0 then self.hub:check() end
  if self.hub.stopping and not has_live(self.merged) then return nil end
  local event = self.merged:next()
  self.reader = self.merged.reader
  return event
end

---@param readers table[]
---@param hub flux.Hub
function M.following(readers, hub) return setmetatable({ merged = merge.new(readers), hub = hub, turns = 0 }, Following) end

-- -- the graph's time beside the wall's --------------------------------------------------------------------------------

local Pace = {}
Pace.__index = Pace

-- The graph's time now; nil before any row has said what time it is.
function Pace:now()
  if self.host then return wall.now() end
  if not self.base then return nil end
  return self.base + ffi.cast("int64_t", tonumber(wall.steady() - self.since) * self.speed)
end

-- A row of this time is here. One that is ahead sets the clock: so rows that came late to us do not slow it.
function Pace:note(time)
  local now = self:now()
  if self.host or now and time <= now then return end
  self.base, self.since = time, wall.steady()
end

-- Nanoseconds of the wall until the graph's time is `time`.
function Pace:delay(time) return tonumber(time - self:now()) / self.speed end

-- -- rows when their time has come ---------------------------------------------------------------------------------------

local Paced = { time = time_of }
Paced.__index = Paced

-- The next row of the files, when it is due.
local function file_row(self)
  local held = self.held
  if not held and not self.files_ended then
    held = self.files:next()
    self.held, self.files_ended = held, held == nil
    self.held_reader = self.files.reader
    local field = held and self.held_reader.event.time
    self.held_time = field and held[field.name] or nil
    if self.held_time and not self.pace:now() then self.pace:note(self.held_time) end
  end
  if not held or self.held_time and self.held_time > self.pace:now() then return nil end
  self.held, self.reader = nil, self.held_reader
  return held
end

-- The next row that has arrived, and its reader; inputs take turns.
local function arrived(self)
  local inputs = self.hub.inputs
  for _ = 1, #inputs do
    self.turn = self.turn % #inputs + 1
    local input = inputs[self.turn]
    local event = input:take()
    while event and input.deliver(event) == false do event = input:take() end
    if event then
      local field = input.event.time
      if field then self.pace:note(event[field.name]) end
      return event, input
    end
  end
  return nil
end

-- What is there goes into the inbox, until it is full or nothing is left. A row that finds no room waits in its stream.
local function absorb(self)
  if not self.outside then self.hub:wait(0) end
  while true do
    local event, reader = self.outside, self.outside_reader
    if not event then event, reader = arrived(self) end
    if not event then return end
    self.outside, self.outside_reader = nil, nil
    if not self.inbox:put(reader, event) then
      self.outside, self.outside_reader = event, reader
      return
    end
  end
end

-- The next row of the live inputs.
local function live_row(self)
  local event, reader
  if self.inbox then
    event, reader = self.inbox:take()
    if not event then
      absorb(self)
      event, reader = self.inbox:take()
    end
  else
    event, reader = arrived(self)
  end
  self.reader = reader or self.reader
  return event
end

-- When the row that is held, or the end of the run, comes.
local function next_row(self)
  local at = self.until_time or NEVER
  return self.held and self.held_time and self.held_time < at and self.held_time or at
end

local function is_over(self)
  local hub = self.hub
  if hub.stopping then return hub:ended() end
  local now = self.pace:now()
  if self.until_time and now then return now >= self.until_time end
  return self.files_ended and not self.held and hub:ended() and not self.forever
end

-- Nothing is there: waits for it, and lets a timer fire that is due. false: the run is to end.
local function rest(self)
  local pace, rt = self.pace, self.rt
  local row, due = next_row(self), rt:next_deadline()
  local first = due < row and due or row
  local ns = pace:now() and first < NEVER and pace:delay(first) or nil
  if not ns or ns > 0 then
    if self.idle and not self.idle() then return false end
    self.hub:wait(ns and math.min(ns, LONGEST))
    return true -- rows that have come go first
  end
  if due > row or due == NEVER then return true end
  local ok, problem = rt:advance(due)
  if self.after_event then self.after_event() end
  if ok or self.failed(problem) then return true end
  self.problem = problem
  return false
end

---@return ffi.cdata*? event nil at the end, or when a timer has failed: then `problem` says why
function Paced:next()
  while true do
    self.turns = self.turns + 1
    if self.turns % OFTEN == 0 then self.hub:wait(0) end
    local event = not self.hub.stopping and file_row(self) or live_row(self)
    if event then return event end
    if is_over(self) or not rest(self) then return nil end
  end
end

---@param readers table[] files and live inputs
---@param options { rt: flux.Runtime, hub: flux.Hub, speed: number, until_time: integer|nil, failed: fun(message: string): boolean,
---  after_event: fun()|nil, idle: fun(): boolean|nil, inbox: flux.CliInbox|nil } `failed` says whether the run goes on after a timer's
---error; `idle` is called before a wait, and false ends the run
function M.paced(readers, options)
  local files, needs = {}, options.rt.resolved.needs
  for _, reader in ipairs(readers) do
    if not reader.live then files[#files + 1] = reader end
  end
  local host = not needs.stream_clock and (needs.timers or needs.arms)
  local self = setmetatable({
    rt = options.rt, hub = options.hub, until_time = options.until_time, failed = options.failed, after_event = options.after_event,
    idle = options.idle, inbox = options.inbox,
    files = merge.new(files), files_ended = #files == 0, turns = 0, turn = 0, forever = host and not readers[1],
    pace = setmetatable({ speed = options.speed, host = host }, Pace),
  }, Paced)
  options.hub:start()
  if host then self.rt:advance(wall.now()) end -- timers count from here
  return self
end

return M
