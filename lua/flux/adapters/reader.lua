-- SPDX-License-Identifier: MIT
-- What the readers of all formats share: the events that rows are read into, symbols, and the order of time.
--
-- A reader reads ahead (csv.lua a batch, every reader the one row that merging needs), but symbol ids go by the order in which
-- events arrive. So a row holds ids of the reader's own until it is delivered:
--
--   local event = reader:next()                        -- nil at the end of the file
--   if reader.deliver then reader.deliver(event) end   -- its symbols become the graph's; call it right before the dispatch.
--                                                      -- false: the graph refused one, and the bad row is skipped
--   reader:position()                                  -- the line of that row, for messages
--   reader.rows, reader.skipped, reader.clock.backwards
local ffi = require "ffi"
local convert = require "flux.adapters.convert"
local interrupt = require "flux.interrupt"
local time = require "flux.adapters.time"
local wall = require "flux.wall"
local M = {}

M.clock = ffi.typeof("struct { int64_t latest; double backwards; }")

local LONGEST_SYMBOL = 31

-- Text -> id of the reader's own, and from there to the graph's id when a row with it is delivered.
local function own_symbols(intern)
  local ids, texts, real = {}, {}, { [0] = 0 } -- 0: no symbol
  local function own(text)
    if #text > LONGEST_SYMBOL then return nil, ("longer than %d bytes"):format(LONGEST_SYMBOL) end
    if text:find("%z") then return nil, "it has a zero byte" end
    local id = ids[text]
    if not id then
      id = #texts + 1
      texts[id], ids[text] = text, id
    end
    return id
  end
  local function real_of(id)
    local known = real[id]
    if known then return known end
    local given, reason = intern(texts[id])
    if not given then return nil, ("symbol %s: %s"):format(convert.quoted(texts[id]), reason or "refused") end
    real[id] = given
    return given
  end
  -- A default is an id of the graph already; it gets an id of the reader's own that leads back to it.
  local function default(id)
    texts[#texts + 1], real[#texts + 1] = "", id
    return #texts
  end
  return own, real_of, default
end

local DELIVER = [[
  id, reason = real_of($place)
  if not id then return refused("$name", reason) end
  $place = id
]]

-- A function that replaces the reader's symbols in an event by the graph's; nil when no column is a symbol.
local function deliverer(columns, real_of, refused)
  local lines = {}
  for _, column in ipairs(columns) do
    if column.kind == "symbol" and column.position then
      local place = column.element and ("event.%s[%d]"):format(column.field.name, column.element) or "event." .. column.field.name
      lines[#lines + 1] = DELIVER:gsub("%$(%a+)", { place = place, name = column.name })
    end
  end
  if not lines[1] then return nil end
  local code = "local real_of, refused = ...\nreturn function(event)\n  local id, reason\n" .. table.concat(lines) .. "  return true\nend"
  return loadstring(code, "=symbols of a row")(real_of, refused)
end

---@class flux.ReaderOptions
---@field event table EventType
---@field new fun(): ffi.cdata* a new event struct with the type's defaults
---@field symbol fun(text: string): integer?, string? text -> id in the graph
---@field on_bad_row "stop"|"skip"|nil
---@field format "csv"|"jsonl"|nil instead of what the name's ending says
---@field block flux.Block? what to read, when it is open already
---@field hub flux.Hub? pipes, terminals and sockets are read as live sources, which wait through it (flux.adapters.live)
---@field arrival boolean? a row without a time gets the time of its arrival
---@field report fun(message: string)|nil told of each row that is skipped, as it comes
---@field careful boolean? never use generated code (for tests)

---Prepares the parts of a reader that do not depend on the format.
---@param self table
---@param block flux.Block
---@param options flux.ReaderOptions
---@return table self
function M.prepare(self, block, options)
  self.block, self.event, self.new, self.on_bad_row = block, options.event, options.new, options.on_bad_row
  self.report = options.report
  self.rows, self.skipped, self.line, self.row_line = 0, 0, 1, 1
  self.member = "column" -- what messages call it
  self.clock = M.clock(-0x7fffffffffffffffLL - 1, 0)
  local own, default
  own, self.real_of, default = own_symbols(options.symbol)
  self.target = self.new()
  self.columns = convert.columns(options.event, own, self.target)
  for _, column in ipairs(self.columns) do
    if column.kind == "symbol" and column.default then column.default = default(column.default) end
    if column.kind == "time" and options.arrival then
      column.optional, column.block, block.clock = true, block, wall.now
    end
  end
  return self
end

---What a cell that is empty or not there stands for; nil when it may not be.
---@param column table
---@return any
function M.default(column)
  if column.block then return column.block.arrived end
  return column.default
end

---Sets `deliver`, once it is known which columns the file has (column.position).
function M.finish(self)
  self.deliver = deliverer(self.columns, self.real_of, function(name, reason)
    self.rows = self.rows - 1
    M.bad_row(self, ("%s:%d: %s '%s': %s"):format(self.block.path, self:position(), self.member, name, reason))
    return false
  end)
  return self
end

---Notes a row whose time is before that of an earlier row.
---@param self table
---@param event ffi.cdata*
---@param line integer
function M.note_backwards(self, event, line)
  local clock = self.clock
  if clock.backwards == 0 then
    self.first_backwards = ("%s:%d: time goes back from %s to %s"):format(self.block.path, line, time.format(clock.latest),
      time.format(event[self.event.time.name]))
  end
  clock.backwards = clock.backwards + 1
end

---Keeps the order of time in view after a row was read.
function M.check_time(self, event, line)
  if not self.event.time then return end
  local at = event[self.event.time.name]
  if at < self.clock.latest then M.note_backwards(self, event, line) else self.clock.latest = at end
end

---A bad row: an error, or counted.
---@param self table
---@param message string
function M.bad_row(self, message)
  interrupt.pass()
  if self.on_bad_row ~= "skip" then error(message, 0) end
  if self.report then self.report(message) end
  self.skipped = self.skipped + 1
  self.first_skipped = self.first_skipped or message
end

return M
