-- SPDX-License-Identifier: MIT
-- Live sources: pipes, terminals and Unix sockets, whose rows are taken as they come.
--
--   local hub = live.hub { on_wait = flush }
--   local reader = adapters.open("unix:/run/ticks.sock", { event = Tick, …, hub = hub })
--   reader:take()               -- an event that is there; nil when none is complete
--   hub:wait(1e6)               -- until there may be more, a signal, or for a millisecond
--   reader:next()               -- an event, waited for; nil at the end: so it is a reader like any other
--
-- Each stream (standard input, or one client of a socket) is read by the reader of its format, in a coroutine that stands still
-- where that reader would have to wait. What is not complete yet so stays where it is. Clients take turns, row by row.
local Block = require "flux.adapters.block"
local interrupt = require "flux.interrupt"
local sockets = require "flux.adapters.socket"
local M = {}

local MOST_CLIENTS = 400 -- a wait takes descriptors below 1024; more clients wait to be accepted

-- -- one stream --------------------------------------------------------------------------------------------------------

local Stream = {}
Stream.__index = Stream

local function stream(block, format, options, client)
  local self = setmetatable({ block = block, waits = false, stopping = false, last = false, ended = false }, Stream)
  local given = { block = block, report = options.hub.report }
  for key, value in pairs(options) do given[key] = given[key] or value end -- a copy: the order does not matter
  block.client = client
  function block.await()
    if not self.stopping then
      self.waits = true
      coroutine.yield(nil)
      if not self.stopping then return true end
    end
    if self.last then return false end -- the end has come: what has arrived is read, once
    self.last = true
    return interrupt.wait({ block.file }, 0) ~= nil
  end
  self.thread = coroutine.create(function()
    self.reader = format.open(block.path, given)
    for event in function() return self.reader:next() end do coroutine.yield(event) end
  end)
  return self
end

-- The next event that is there, or nil.
function Stream:take()
  local reader = self.reader
  if reader and reader.ahead and reader.taken < reader.ahead then return reader:next() end -- of a batch: it waits for nothing
  if self.waits then return nil end
  local ok, event = coroutine.resume(self.thread)
  if coroutine.status(self.thread) == "dead" then self.ended = true end
  if not ok and not self:is_cut() then error(event, 0) end
  return ok and event or nil
end

-- A stream that ends before its header is complete has no rows, and nothing is wrong with it.
function Stream:is_cut() return not self.reader and self.block.dropped ~= nil end

-- -- one input ---------------------------------------------------------------------------------------------------------

---@class flux.Live
---@field block flux.Block of the stream that the last event came from
local Live = {}
Live.__index = Live

local function add(self, block, client)
  self.sole = nil
  self.streams[#self.streams + 1] = stream(block, self.format, self.options, client)
end

local function fold(self, reader)
  if not reader then return end
  self.rows, self.skipped = self.rows + reader:delivered(), self.skipped + reader.skipped
  self.first_skipped = self.first_skipped or reader.first_skipped
  self.clock.backwards = self.clock.backwards + reader.clock.backwards
  self.first_backwards = self.first_backwards or reader.first_backwards
end

-- A stream is over: its counts stay.
local function remove(self, i)
  self.sole = nil
  local gone = table.remove(self.streams, i)
  fold(self, gone.reader)
  if (gone.block.dropped or 0) > 0 and self.hub.report then
    self.hub.report(("%s: the last row has no end; its %d bytes are not used"):format(gone.block.path, gone.block.dropped))
  end
  gone.block:close()
end

-- The next row that is there, of whichever stream.
local function search(self)
  local streams, tried = self.streams, 0
  while tried < #streams do
    self.turn = self.turn % #streams + 1
    local one = streams[self.turn]
    local event = one:take()
    if event then
      self.current, self.block = one.reader, one.block
      self.sole = #streams == 1 and one.reader.ahead and one.reader or nil
      return event
    end
    if one.ended then
      remove(self, self.turn)
      self.turn = self.turn - 1
    else
      tried = tried + 1
    end
  end
  return nil
end

---The next row that is there. Raises an error as `next` of any reader does.
---@return ffi.cdata*? event valid until the next call
function Live:take()
  local sole = self.sole -- while there is one stream only, its batch needs no search, and no loop keeps a trace from here
  if sole and sole.taken < sole.ahead then return sole:next() end
  return search(self)
end

---@return boolean ended there will be no more rows
function Live:ended() return not self.socket and #self.streams == 0 end

local function waited(self)
  while true do
    local event = search(self)
    if event then return event end
    if self:ended() then return nil end
    self.hub:wait(nil, self)
  end
end

---The next row, waited for.
---@return ffi.cdata*? event
function Live:next()
  local sole = self.sole
  if sole and sole.taken < sole.ahead then return sole:next() end
  return waited(self)
end

---@return integer line of the row that was returned last, in its stream
function Live:position() return self.current and self.current:position() or 0 end

---@return integer rows of the streams that are over; after `close` of all
function Live:delivered() return self.rows end

-- Everybody who waits to be accepted.
local function accept(self)
  while #self.streams < MOST_CLIENTS do
    local client = self.socket:accept()
    if not client then return end
    self.clients = self.clients + 1
    add(self, Block.of(client, ("%s client %d"):format(self.socket.path, self.clients)), true)
  end
end

function Live:close()
  if self.socket then self.socket:close() end
  self.socket = nil
  while self.streams[1] do remove(self, 1) end
end

---Opens a live source. nil when the path is that of a regular file.
---@param path string - or unix:SOCKET or a file's name
---@param format table module of the format
---@param options flux.ReaderOptions
---@return flux.Live|nil
function M.open(path, format, options)
  local self = setmetatable({
    hub = options.hub, format = format, options = options, event = options.event, streams = {}, turn = 0, clients = 0,
    rows = 0, skipped = 0, clock = { backwards = 0 }, live = true,
  }, Live)
  -- Symbols of a row become the graph's by its own stream's reader.
  function self.deliver(event) return not self.current.deliver or self.current.deliver(event) end
  local name = path:match("^unix:(.+)$")
  local block, reason
  if name then
    options.hub:start() -- so that the file goes when a signal comes
    self.socket, reason = sockets.listen(name)
    if not self.socket then error(reason, 0) end
    self.block = { path = name, read = 0 }
  else
    block, reason = Block.open(path)
    if not block then error(reason, 0) end
    if block.total then
      block:close()
      return nil
    end
    options.hub:start()
    add(self, block, false)
    self.block = block
  end
  options.hub.inputs[#options.hub.inputs + 1] = self
  return self
end

-- -- all of them -------------------------------------------------------------------------------------------------------

---@class flux.Hub
---@field inputs flux.Live[]
---@field stopping boolean SIGINT or SIGTERM has come: no input waits any more
local Hub = {}
Hub.__index = Hub

---@param options { on_wait: fun()|nil, report: fun(message: string)|nil } `on_wait` is called before a wait that may take long,
---`report` for each row that is skipped or cut off
---@return flux.Hub
function M.hub(options)
  return setmetatable({ inputs = {}, stopping = false, on_wait = options.on_wait, report = options.report }, Hub)
end

---From here on SIGINT and SIGTERM end the inputs instead of the process.
function Hub.start() interrupt.defer(true) end

local function wake(inputs, ready)
  for _, input in ipairs(inputs) do
    for _, one in ipairs(input.streams) do
      if ready[one.block.file] then one.waits = false end
    end
    if input.socket and ready[input.socket.descriptor] then accept(input) end
  end
end

local function descriptors(inputs)
  local list = {}
  for _, input in ipairs(inputs) do
    for _, one in ipairs(input.streams) do
      if one.waits then list[#list + 1] = one.block.file end
    end
    if input.socket and #input.streams < MOST_CLIENTS then list[#list + 1] = input.socket.descriptor end
  end
  return list
end

-- Whatever has arrived is still read, once; then every stream ends.
local function stop(self)
  self.stopping = true
  for _, input in ipairs(self.inputs) do
    if input.socket then
      accept(input)
      input.socket:close()
      input.socket = nil
    end
    for _, one in ipairs(input.streams) do
      one.stopping, one.waits = true, false
    end
  end
end

---Has a signal asked for the end? Then the inputs give what has arrived, and end.
---@return boolean
function Hub:check()
  if not self.stopping and interrupt.asked() then stop(self) end
  return self.stopping
end

---Waits until an input may have more, a signal comes, or the time is over.
---@param ns number|nil nanoseconds; nil: for ever
---@param only flux.Live|nil wait for this input alone
function Hub:wait(ns, only)
  if self:check() then return end
  local inputs = only and { only } or self.inputs
  local list = descriptors(inputs)
  local ready = interrupt.wait(list, 0)
  if not ready and not self:check() and (ns == nil or ns > 0) then
    if self.on_wait then self.on_wait() end
    ready = interrupt.wait(list, ns)
    self:check()
  end
  if ready then wake(inputs, ready) end
end

---All inputs have ended.
---@return boolean
function Hub:ended()
  for _, input in ipairs(self.inputs) do
    if not input:ended() then return false end
  end
  return true
end

return M
