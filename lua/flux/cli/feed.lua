-- SPDX-License-Identifier: MIT
-- Input files -> a running graph.
--
--   local feed = feed.open(rt, inputs, { on_bad_row = "skip", limit = 100, until_time = 5LL })
--   local ok, message = feed:pump()          -- false and the error that stopped the run
--   feed:finish()                            -- advances to --until, then sends flux.End to those who handle it
--   feed.events, feed.errors, feed.late, feed:rows()
--
-- Works with anything that has the runtime's interface, so `flux verify` feeds the oracle through it too.
local adapters = require "flux.adapters"
local core = require "flux.core"
local interrupt = require "flux.interrupt"
local live = require "flux.adapters.live"
local lively = require "flux.cli.live"
local merge = require "flux.adapters.merge"
local terminal = require "flux.cli.terminal"
local M = {}

local FULL = core.status_text[core.FLUX_E_SYMBOLS]

---@class flux.Feed
local Feed = {}
Feed.__index = Feed

-- Of what is wrong and does not end the run, the first ten are told as they come.
local function complain(self, message)
  self.told = (self.told or 0) + 1
  if self.options.silent or self.told > 10 then return end
  io.stderr:write("flux: ", message, "\n")
  if self.told == 10 then io.stderr:write("flux: further errors are counted, not shown\n") end
end

-- A callback's error: does the run go on?
local function goes_on(self, where)
  if self.options.policy == "stop" or self.options.broken and self.options.broken() then return false end
  self.errors = self.errors + 1
  complain(self, where)
  return true
end

local function stream_of(self)
  local options, hub = self.options, self.hub
  if options.realtime then
    return lively.paced(self.readers, {
      rt = self.rt, hub = hub, speed = options.speed or 1, until_time = options.until_time, after_event = options.after_event,
      inbox = options.inbox, idle = options.bursts and function() return self:trigger() end or nil,
      failed = function(message)
        interrupt.pass()
        return goes_on(self, message)
      end,
    })
  end
  return hub and hub.inputs[1] and lively.following(self.readers, hub) or merge.new(self.readers)
end

---@param rt table runtime
---@param inputs table[] { event, file, format }
---@param options table { on_bad_row, limit, until_time, progress = boolean, policy = "stop"|"skip"|"rollback", after_event = fun()|nil,
---  often = integer|nil: events between two looks at the progress bar,
---  live = boolean: pipes and sockets are inputs that a signal ends, realtime = boolean, speed = number, arrival = boolean,
---  on_wait = fun()|nil called before a wait, inbox = flux.CliInbox|nil, bursts = { [EventType] = true }|nil }
---@return flux.Feed
function M.open(rt, inputs, options)
  local self = setmetatable({ rt = rt, readers = {}, options = options, events = 0, errors = 0, late = 0, bursts = 0, buffered = 0 }, Feed)
  local function symbol(text)
    local ok, id = pcall(rt.symbol, rt, text)
    if ok then return id end
    interrupt.pass()
    local reason = tostring(id)
    return nil, reason == FULL and reason .. "; the graph's option `symbols` says how many different texts it holds" or reason
  end
  local total = 0
  self.hub = options.live and live.hub { on_wait = options.on_wait, report = function(message) complain(self, message) end } or nil
  for i, input in ipairs(inputs) do
    self.readers[i] = adapters.open(input.file, {
      event = input.event, format = input.format, new = function() return rt:new(input.event) end, symbol = symbol,
      on_bad_row = options.on_bad_row, arrival = options.arrival, hub = self.hub,
    })
    total = total + (self.readers[i].block.total or 0)
  end
  self.stream = stream_of(self)
  self.bar = options.progress and terminal.progress(total) or nil
  return self
end

local function show(self)
  local done = 0
  for _, reader in ipairs(self.readers) do done = done + reader.block.read end
  self.bar:show(done, self.events, "events")
end

-- An event that was not accepted. Late events that the graph refuses are counted; errors stop the run or, when the graph's
-- policy says so, are reported and counted.
local function refused(self, message)
  interrupt.pass()
  if self.options.reject_late and (self.rt.stats.late or 0) > self.late then
    self.late = self.rt.stats.late
    return true
  end
  local reader = self.stream.reader
  local where = ("%s (at %s:%d)"):format(message, reader.block.path, reader:position())
  if goes_on(self, where) then return true end
  return false, where
end

---Runs what the events of a burst have left to do.
---@return boolean ok false when the run is to end: `problem` says why
function Feed:trigger()
  if not self.burst then return true end
  self.burst, self.bursts = nil, self.bursts + 1
  local ok, message = self.rt:trigger()
  if self.options.after_event then self.options.after_event() end
  if ok or goes_on(self, message) then return true end
  self.problem = message
  return false
end

-- An event goes in; one of a burst is buffered, behind the trigger of the burst before it.
local function enter(self, event)
  local kind, time = self.options.bursts[self.stream.reader.event], self.stream:time(event)
  if self.burst and (not kind or time ~= self.burst) and not self:trigger() then return nil, self.problem end
  if not kind then return self.rt:dispatch(event) end
  self.burst, self.buffered = time, self.buffered + 1
  return self.rt:buffer(event)
end

---Sends every event of the inputs.
---@return boolean ok
---@return string? message
function Feed:pump()
  local rt, stream, bar = self.rt, self.stream, self.bar
  local limit, last = self.options.limit or math.huge, self.options.until_time
  local events, result, message, after, bursts = 0, true, nil, self.options.after_event, self.options.bursts
  local often = self.options.often or 4096
  local files = self.hub and not self.options.realtime and not self.hub.inputs[1]
  if files then interrupt.defer() end
  while events < limit do
    if files then interrupt.end_when_asked() end
    local event = stream:next()
    if not event then break end
    local at = last and stream:time(event)
    if at and at > last then break end
    events = events + 1
    self.events = events -- the next row may be a bad one, which raises an error
    local ok, problem
    if bursts then ok, problem = enter(self, event) else ok, problem = rt:dispatch(event) end
    if not ok then
      if self.problem then return false, self.problem end
      result, message = refused(self, problem)
      if not result then break end
    end
    if after then after() end
    if bar and events % often == 0 then show(self) end
  end
  if files and result then interrupt.end_when_asked() end
  if files then interrupt.release() end
  if bar then bar:clear() end
  local problem = stream.problem or self.problem
  if result and not problem and not self:trigger() then problem = self.problem end
  if problem then return false, problem end
  return result, message
end

---The end of the input (S17): time moves to `until_time`, flux.End goes to the nodes that handle it, the graph stops.
---@param end_event table? the graph's End event type, when it handles it
---@param before_end fun(): boolean, string? | nil called in between: the last moment from which the graph could go on
---@return boolean ok
---@return string? message
function Feed:finish(end_event, before_end)
  if self.options.until_time and not self:stopped() then
    local ok, message = self.rt:advance(self.options.until_time)
    if not ok then return false, message end
  end
  if before_end then
    local ok, message = before_end()
    if not ok then return false, message end
  end
  if end_event then
    local ok, message = self.rt:send(end_event, {})
    if not ok then return false, message end
  end
  local ok, message = self.rt:stop()
  return ok and true or false, message
end

---Has SIGINT or SIGTERM ended the inputs?
---@return boolean
function Feed:stopped() return self.hub ~= nil and self.hub.stopping end

---@return integer rows
---@return integer skipped
function Feed:rows()
  local rows, skipped = 0, 0
  for _, reader in ipairs(self.readers) do rows, skipped = rows + reader:delivered(), skipped + reader.skipped end
  return rows, skipped
end

---What a user should know about the input: skipped rows, time that went backwards.
---@return string[] lines
function Feed:warnings()
  local lines = {}
  for _, reader in ipairs(self.readers) do
    if reader.skipped > 0 then
      lines[#lines + 1] = ("%s: %d bad row%s skipped; the first: %s"):format(reader.block.path, reader.skipped,
        reader.skipped == 1 and "" or "s", reader.first_skipped)
    end
    local backwards = reader.clock.backwards
    if backwards > 0 then
      lines[#lines + 1] = ("%s (%d row%s of this file); the events are late"):format(reader.first_backwards, backwards,
        backwards == 1 and "" or "s")
    end
  end
  return lines
end

---Closes the inputs. The counts are complete then.
function Feed:close()
  interrupt.release()
  for _, reader in ipairs(self.readers) do reader:close() end
end

return M
