-- SPDX-License-Identifier: MIT
-- Node states -> CSV rows: what `flux run` prints, `--output` writes and, whole, `flux verify` compares.
--
--   local row = rows.formatter(node.record, symbol_text)      -- state -> "0.25,3"
--   rows.header(node.record)                                  --> "spread,count"
--
-- One cell per field, one per element of an array field (`w[0],w[1]`), in the order of declaration; `internal` fields have
-- none unless the whole state is asked for. Numbers are the shortest text that reads back to the same bits (nan, inf and -inf too), 64-bit
-- integers all their digits, bools true and false, symbols their text, quoted as RFC 4180 wants it. So two whole rows are equal exactly
-- when their states are.
local integer = require "flux.adapters.integer"
local number = require "flux.adapters.number"
local M = {}

---A 64-bit integer as decimal digits.
M.integer = integer.text

local function quote(text)
  if text:find('[",\r\n]') then return '"' .. text:gsub('"', '""') .. '"' end
  return text
end

local environment = { double = number.text, float = number.float_text, int64 = integer.text, bool = tostring }

local function cell(field, expression)
  if field.type == "symbol" then return ("symbol(%s)"):format(expression) end
  local printer = field.type:match("^u?int64") and "int64" or environment[field.type] and field.type or "double"
  return ("%s(%s)"):format(printer, expression)
end

---@param record table
---@return string[] names of the cells
function M.names(record)
  local names = {}
  for _, field in ipairs(record.fields) do
    if field.count and not field.internal then
      for i = 0, field.count - 1 do names[#names + 1] = ("%s[%d]"):format(field.name, i) end
    elseif not field.internal then
      names[#names + 1] = field.name
    end
  end
  return names
end

---@param record table
---@return string the header row, without a newline
function M.header(record) return table.concat(M.names(record), ",") end

---@param record table
---@param symbol_text fun(id: integer): string
---@param whole boolean? internal fields too
---@return fun(state: ffi.cdata*): string the row, without a newline
function M.formatter(record, symbol_text, whole)
  local cells = {}
  for _, field in ipairs(record.fields) do
    if field.internal and not whole then break end -- they are the last
    if field.count then
      cells[#cells + 1] = ("array(state.%s, %d, function(v) return %s end)"):format(field.name, field.count, cell(field, "v"))
    else
      cells[#cells + 1] = cell(field, "state." .. field.name)
    end
  end
  local source = "local double, float, int64, bool, symbol, array = ...\nreturn function(state) return " ..
    (cells[1] and table.concat(cells, ' .. "," .. ') or '""') .. " end"
  local function array(values, count, print_value)
    local out = {}
    for i = 0, count - 1 do out[i + 1] = print_value(values[i]) end
    return table.concat(out, ",")
  end
  -- An opaque or C body can write a number that is no symbol.
  local function symbol(id) return quote(id == 0 and "" or symbol_text(id) or ("#%d"):format(id)) end
  local e = environment
  return assert(loadstring(source, "=row of a sink"))(e.double, e.float, e.int64, e.bool, symbol, array)
end

---@class flux.RowWriter a file that rows are written to, many at a time
local Writer = {}
Writer.__index = Writer

---A writer that keeps its rows until it is opened.
---@param path string "-" is standard output
---@return flux.RowWriter
function M.new(path)
  local is_stdout = path == "-"
  return setmetatable({ path = path, file = is_stdout and io.stdout or nil, lines = {}, count = 0,
                        at_once = is_stdout and M.interactive }, Writer)
end

---@param path string
---@return flux.RowWriter
function M.open(path)
  local self = M.new(path)
  self:open()
  return self
end

---Opens the file. What was there is gone then.
function Writer:open()
  if self.file then return end
  local file, reason = io.open(self.path, "wb")
  if not file then error("cannot write " .. reason, 0) end
  self.file = file
end

---@param line string without its newline
function Writer:write(line)
  local count = self.count + 1
  self.lines[count], self.count = line, count
  if count >= 512 or self.at_once then self:flush() end
end

-- What cannot be written is an error, once: after it nothing more is tried.
function Writer:flush()
  if self.count == 0 or not self.file then return end
  self.lines[self.count + 1] = ""
  local ok, reason = not self.failed, nil
  if ok then ok, reason = self.file:write(table.concat(self.lines, "\n", 1, self.count + 1)) end
  self.count = 0
  if ok then ok, reason = self.file:flush() end
  if ok or self.failed then return end
  self.failed = true
  error(("cannot write %s: %s"):format(self.path == "-" and "to standard output" or self.path, reason), 0)
end

function Writer:close()
  self:flush()
  if self.path ~= "-" then self.file:close() end
end

return M
