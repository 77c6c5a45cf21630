-- SPDX-License-Identifier: MIT
-- CSV -> events; constant memory, and fast enough for long files. The interface is that of flux.adapters.reader.
--
--   local csv = require "flux.adapters.csv"
--   local reader = csv.open("ticks.csv", { event = Tick, new = function() return rt:new(Tick) end, symbol = intern })
--   for event in function() return reader:next() end do rt:dispatch(event) end
--
-- RFC 4180: quoted cells, doubled quotes, newlines inside quotes, CRLF or LF, a UTF-8 byte order mark. The header names
-- the fields; columns that are no field are ignored, a field without a column is an error unless it has a default. Blank
-- lines are skipped. An empty cell takes the field's default, or is an error; of a symbol it is no symbol.
--
-- Rows go through code generated for this header (csv_fast.lua), a batch at a time. Where that gives up (rare spellings,
-- errors, the end of a block) a row is split and converted cell by cell here, which also words the errors: file:line:character
-- of the cell, the column and the value.
local ffi = require "ffi"
local Block = require "flux.adapters.block"
local convert = require "flux.adapters.convert"
local csv_fast = require "flux.adapters.csv_fast"
local readers = require "flux.adapters.reader"
local M = {}

local COMMA, QUOTE, NEWLINE, RETURN = 44, 34, 10, 13

-- Rows that are read ahead. Enough for the generated loop to be worth entering, few enough to stay in the first-level cache.
M.batch = 128

---@class flux.CsvReader
---@field rows integer rows read so far, the skipped ones not counted
---@field skipped integer bad rows that were skipped
---@field line integer number of the line at which the next row starts
local Reader = {}
Reader.__index = Reader

-- Splits the record at the block's position. Returns nil when the block holds only a part of it.
-- Each cell is { text, line, character }; `stop` is the position after the record.
local function split(block, line)
  local bytes, p, limit = block.bytes, block.position, block.limit
  local cells, line_start = {}, p
  while p < limit do
    local cell_line, character, text = line, p - line_start + 1, nil
    if bytes[p] == QUOTE then
      local parts, from = {}, p + 1
      p = from
      while true do
        while p < limit and bytes[p] ~= QUOTE do
          if bytes[p] == NEWLINE then line, line_start = line + 1, p + 1 end
          p = p + 1
        end
        -- The byte after the quote decides whether it closes the cell, so it must be there.
        if p + 1 >= limit then return nil end
        parts[#parts + 1] = ffi.string(bytes + from, p - from)
        p = p + 1
        if bytes[p] ~= QUOTE then break end
        from, p = p, p + 1
      end
      text = table.concat(parts)
    end
    local rest = p
    while p < limit and bytes[p] ~= COMMA and bytes[p] ~= NEWLINE do p = p + 1 end
    if p == limit then return nil end
    local stop = p
    if bytes[p] == NEWLINE and stop > rest and bytes[stop - 1] == RETURN then stop = stop - 1 end
    local cell = { (text or "") .. ffi.string(bytes + rest, stop - rest), cell_line, character }
    cell.stray = text ~= nil and stop > rest
    cell.quoted = text ~= nil
    cells[#cells + 1] = cell
    p = p + 1
    if bytes[p - 1] == NEWLINE then return cells, p, line + 1 end
  end
  return nil
end

local function is_blank(cells) return #cells == 1 and cells[1][1] == "" and not cells[1].quoted end

-- The next record's cells, or nil at the end of the file.
function Reader:record()
  local block = self.block
  repeat
    local cells, stop, line = split(block, self.line)
    if cells then return cells, stop, line end
  until not block:fill()
  if block.dropped then
    block.dropped, block.position = block.dropped + block.limit - block.position, block.limit
  elseif block.position < block.limit then
    error(("%s:%d: a quoted cell of the row that starts here is never closed"):format(block.path, self.line), 0)
  end
  return nil
end

local function complain(self, cell, format, ...)
  return ("%s:%d:%d: "):format(self.block.path, cell[2], cell[3]) .. format:format(...)
end

-- Converts one split row. Returns nil and the message at the first bad cell.
local function convert_row(self, cells)
  if #cells ~= self.width then
    local last = cells[#cells]
    return nil, complain(self, last, "the row has %d cell%s, the header has %d", #cells, #cells == 1 and "" or "s", self.width)
  end
  for position = 1, self.width do
    local column, cell = self.header[position], cells[position]
    if column then
      if cell.stray then
        return nil, complain(self, cell, "column '%s': text after the closing quote: %s", column.name, convert.quoted(cell[1]))
      end
      local value, expected, reason = readers.default(column), "a value", nil
      if cell[1] ~= "" or column.kind == "symbol" then value, expected, reason = convert.cell(column, cell[1]) end
      if value == nil then
        return nil, complain(self, cell, "column '%s': expected %s, got %s%s", column.name, expected,
                             cell[1] == "" and "an empty cell" or convert.quoted(cell[1]), reason and (" (" .. reason .. ")") or "")
      end
      convert.store(self.target, column, value)
    end
  end
  if self.unstamped then self.target[self.unstamped] = self.block.arrived end
  return true
end

-- The careful path: one row, into `target`.
function Reader:next_careful()
  while true do
    local cells, stop, line = self:record()
    if not cells then return nil end
    local first_line, block = self.line, self.block
    block.position, self.line = stop, line
    if not is_blank(cells) then
      local ok, message = convert_row(self, cells)
      if ok then
        self.row_line, self.rows = first_line, self.rows + 1
        readers.check_time(self, self.target, first_line)
        return self.target
      end
      readers.bad_row(self, message)
    end
  end
end

-- Reads a batch, or one row where the generated code gives up. Blocks of a pipe are not waited for while rows are there.
function Reader:refill()
  local block = self.block
  for _ = 1, 2 do
    local count, stop = self.fast(block.bytes, block.position, self.batch, self.batch_size, self.clock, self)
    block.position, self.batch_line, self.line = stop, self.line, self.line + count
    self.rows, self.ahead, self.taken = self.rows + count, count, 0
    if count > 0 then return self:next() end
    -- Near the end of a block the row is most likely cut: read on and try once more. A live row may be whole, and the last for long.
    if block.await or block.limit - block.position > 4096 or not block:fill() then break end
  end
  return self:next_careful()
end

---The next row as an event, valid until the next call; its symbols are to be delivered. Raises an error that names file, line,
---column and value at a bad row.
---@return ffi.cdata*? event nil at the end of the file
function Reader:next()
  local taken = self.taken + 1
  if taken > self.ahead then return self:refill() end
  self.taken = taken
  return self.batch[taken]
end

---@return integer line of the row that `next` returned last
function Reader:position()
  if self.taken > 0 then return self.batch_line + self.taken - 1 end
  return self.row_line
end

---@return integer rows that `next` has returned
function Reader:delivered() return self.rows - (self.ahead - self.taken) end

function Reader:close() self.block:close() end

-- The header: which column of the file is which column of the event.
local function read_header(self, columns)
  local block = self.block
  block:skip_mark()
  local cells, stop, line
  repeat
    cells, stop, line = self:record()
    if not cells then error(("%s: the file is empty; a CSV file starts with a header that names its columns"):format(block.path), 0) end
    block.position, self.line, self.width = stop, line, #cells
  until not is_blank(cells)
  local by_name, names = {}, {}
  for position, cell in ipairs(cells) do
    local name = cell[1]:match("^%s*(.-)%s*$")
    if not cell.quoted and name:find("%z") then
      error(complain(self, cell, "a zero byte in the header: CSV is UTF-8; is this UTF-16?"), 0)
    elseif not cell.quoted and name:find("\r", 1, true) then
      error(complain(self, cell, "a carriage return in the header: lines end in LF or CRLF"), 0)
    end
    names[position] = name
    if by_name[name] and name ~= "" then
      error(complain(self, cell, "column '%s' occurs twice in the header", convert.printable(name)), 0)
    end
    by_name[name] = position
  end
  for _, column in ipairs(columns) do
    local position = by_name[column.name]
    if position then
      self.header[position], column.position = column, position
    elseif column.block then
      self.unstamped = column.name -- no column has the time: it is that of the arrival
    elseif not column.optional then
      error(M.missing(("%s:%d"):format(block.path, cells[1][2]), self.event, column, names), 0)
    end
  end
end

-- Missing columns: what there is, and a column that differs only in case or in its separators.
function M.missing(place, event, column, names)
  local function plain(name) return (name:lower():gsub("[^%w]", "")) end
  local hint = ""
  for _, name in ipairs(names) do
    if plain(name) == plain(column.name) then hint = ("; did you mean '%s'? Names must be equal, capitals too"):format(name) end
  end
  return ("%s: no column '%s' for event %s, and the field has no default. The file has: %s%s"):format(
    place, column.name, event.name, convert.printable(table.concat(names, ", ")), convert.printable(hint))
end

---@param path string "-" is standard input
---@param options flux.ReaderOptions
---@return flux.CsvReader
function M.open(path, options)
  local block, reason = options.block, nil
  if not block then block, reason = Block.open(path) end
  if not block then error(reason, 0) end
  local self = readers.prepare(setmetatable({ header = {}, batch = {}, ahead = 0, taken = 0 }, Reader), block, options)
  read_header(self, self.columns)
  self.batch_size = M.batch
  for i = 1, self.batch_size do self.batch[i] = self.new() end
  if options.careful then
    self.fast = function(_, position) return 0, position end
  else
    self.fast = csv_fast.compile(self, block.path)
  end
  readers.finish(self)
  return self
end

return M
