-- SPDX-License-Identifier: MIT
-- Generates the code that reads CSV rows of a known header straight into event structs.
--
--   local read = csv_fast.compile(reader, name)            -- reader.header[position] = column (convert.columns) or nil
--   local count, stop = read(bytes, position, events, n, clock, reader)   -- up to n rows; `stop` is the position after them
--
-- The code takes the common spellings only and never guesses: whatever it does not know (other spellings, a quote inside
-- quotes, a bad cell, the zero byte that ends the block) makes it return, and the careful path decides about that row.
--
-- The loop over rows is in here because of LuaJIT: loops nested in one function become traces that link to each other, and
-- whether the code around can be compiled (a dispatch that calls back into Lua cannot) does not matter to them.
--
-- A decimal number is exact here because both steps are: up to 2^53 the digits are an integer that a double holds exactly,
-- and a power of ten up to 10^22 is exact too, so the one division rounds once, as strtod does (Clinger 1990). Anything
-- longer goes to strtod itself.
local ffi = require "ffi"
local integer = require "flux.adapters.integer"
local readers = require "flux.adapters.reader"
local time = require "flux.adapters.time"
local M = {}

ffi.cdef [[ double strtod(const char *, char **); ]]
local libc = ffi.C

local digit = ffi.new("uint8_t[256]") -- the digit's value, or 255
ffi.fill(digit, 256, 255)
for i = 0, 9 do digit[48 + i] = i end
local power = ffi.new("double[23]")
for i = 0, 22 do power[i] = tonumber("1e" .. i) end
local scale = ffi.new("int64_t[5]", { 1, 10, 100, 1000, 10000 })

-- Numbers that are too long for the exact division, or have an exponent: finds the cell's end and calls strtod.
local stopped = ffi.new("char *[1]")
local function long_number(bytes, from)
  local p = from
  local c = bytes[p]
  while c >= 43 and c <= 57 and c ~= 44 and c ~= 47 or c == 101 or c == 69 do
    p = p + 1
    c = bytes[p]
  end
  local value = libc.strtod(ffi.cast("const char *", bytes + from), stopped)
  if stopped[0] ~= ffi.cast("char *", bytes + p) then return nil, p end
  return value, p
end

M.environment = { digit = digit, power = power, scale = scale, long_number = long_number, text = ffi.string,
                  days = time.days, month_days = time.month_days, bor = bit.bor }

local SIGN = [[
    local negative = c == 45
    if negative then p = p + 1; c = bytes[p] end]]

local emit = {}

function emit.number() return [[
    local from = p]] .. "\n" .. SIGN .. [[

    local start, value = p, 0
    while c >= 48 and c <= 57 do value = value * 10 + (c - 48); p = p + 1; c = bytes[p] end
    local digits, decimals = p - start, 0
    if c == 46 then
      p = p + 1
      start = p
      c = bytes[p]
      while c >= 48 and c <= 57 do value = value * 10 + (c - 48); p = p + 1; c = bytes[p] end
      decimals = p - start
      digits = digits + decimals
    end
    if digits == 0 then return count, row end
    if digits <= 16 and value < 9007199254740992 and c ~= 101 and c ~= 69 then
      value = value / power[decimals]
      if negative then value = -value end
    else
      value, p = long_number(bytes, from)
      if not value then return count, row end
      c = bytes[p]
    end
    $target = value]] end

local DIGITS = [[
    local start, value = p, 0
    while c >= 48 and c <= 57 and p - start < 15 do value = value * 10 + (c - 48); p = p + 1; c = bytes[p] end
    if p == start then return count, row end]]

function emit.int(column)
  local limits = integer.limits[column.field.type]
  return SIGN .. "\n" .. DIGITS .. ([[

    if negative then value = -value end
    if value < %.0f or value > %.0f then return count, row end
    $target = value + 0]]):format(limits[1], limits[2])
end

local WIDE = DIGITS .. [[

    local tail, low = p, 0
    while c >= 48 and c <= 57 do low = low * 10 + (c - 48); p = p + 1; c = bytes[p] end
    tail = p - tail
    if tail > 4 or tail == 4 and value >= 922337203685477 then return count, row end
    if tail == 0 then
      $target = $signvalue
    else
      $target = $sign(value * scale[tail] + low)
    end]]

function emit.int64()
  return SIGN .. "\n    if negative then\n" .. WIDE:gsub("%$sign", "-") .. "\n    else\n" .. WIDE:gsub("%$sign", "") .. "\n    end"
end

function emit.uint64() return (WIDE:gsub("%$sign", "")) end

function emit.bool() return [[
    if c == 49 or c == 48 then
      $target = c == 49
      p = p + 1
    elseif c == 116 or c == 84 then
      if bor(bytes[p + 1], 32) ~= 114 or bor(bytes[p + 2], 32) ~= 117 or bor(bytes[p + 3], 32) ~= 101 then return count, row end
      $target = true
      p = p + 4
    else
      return count, row
    end
    c = bytes[p] ]] end

function emit.symbol(_, index) return ([[
    local start = p
    if quoted then
      while c ~= 34 and c >= 32 do p = p + 1; c = bytes[p] end
      if c ~= 34 or bytes[p + 1] == 34 then return count, row end
    else
      while c ~= 44 and c ~= 34 and c >= 32 do p = p + 1; c = bytes[p] end
      if c ~= 44 and c ~= 10 and c ~= 13 then return count, row end -- interned only when it is whole
    end
    local name = text(bytes + start, p - start)
    local id = ids[%d][name] or intern[%d](name)
    if not id then return count, row end
    $target = id]]):format(index, index) end

function emit.time() return [[
    if bytes[p + 4] == 45 and bytes[p + 7] == 45 then
      local y1, y2, y3, y4 = digit[c], digit[bytes[p + 1] ], digit[bytes[p + 2] ], digit[bytes[p + 3] ]
      local m1, m2, d1, d2 = digit[bytes[p + 5] ], digit[bytes[p + 6] ], digit[bytes[p + 8] ], digit[bytes[p + 9] ]
      if bor(y1, y2, y3, y4, m1, m2, d1, d2) > 15 then return count, row end
      local year, month, day = y1 * 1000 + y2 * 100 + y3 * 10 + y4, m1 * 10 + m2, d1 * 10 + d2
      if month < 1 or month > 12 or day < 1 or day > 28 and day > month_days(year, month) then return count, row end
      local seconds, nanoseconds = days(year, month, day) * 86400, 0
      p = p + 10
      c = bytes[p]
      if c == 84 or c == 32 or c == 116 then
        local h1, h2, n1, n2 = digit[bytes[p + 1] ], digit[bytes[p + 2] ], digit[bytes[p + 4] ], digit[bytes[p + 5] ]
        if bytes[p + 3] ~= 58 or bor(h1, h2, n1, n2) > 15 then return count, row end
        local hour, minute, second = h1 * 10 + h2, n1 * 10 + n2, 0
        p = p + 6
        c = bytes[p]
        if c == 58 then
          local s1, s2 = digit[bytes[p + 1] ], digit[bytes[p + 2] ]
          if bor(s1, s2) > 15 then return count, row end
          second = s1 * 10 + s2
          p = p + 3
          c = bytes[p]
          if c == 46 then
            p = p + 1
            local start = p
            c = bytes[p]
            while c >= 48 and c <= 57 do nanoseconds = nanoseconds * 10 + (c - 48); p = p + 1; c = bytes[p] end
            if p == start or p - start > 9 then return count, row end
            nanoseconds = nanoseconds * power[9 - (p - start)]
          end
        end
        if hour > 23 or minute > 59 or second > 59 then return count, row end
        seconds = seconds + hour * 3600 + minute * 60 + second
        if c == 90 or c == 122 then
          p = p + 1
          c = bytes[p]
        end
      end
      if seconds < -9223372036 or seconds > 9223372035 then return count, row end
      $target = seconds * 1000000000LL + nanoseconds
    else
]] .. emit.int64() .. [[

    end]] end

local SKIP = [[
    if quoted then
      while c ~= 34 and c ~= 10 and c ~= 0 do p = p + 1; c = bytes[p] end
    else
      while c ~= 44 and c ~= 10 and c ~= 13 and c ~= 34 and c ~= 0 do p = p + 1; c = bytes[p] end
    end]]

local CELL = [[
  do -- $name
    local c = bytes[p]
    local quoted = c == 34
    if quoted then p = p + 1; c = bytes[p] end
$value
    if quoted then
      if c ~= 34 then return count, row end
      p = p + 1
      c = bytes[p]
    end
    $separator
    p = p + 1
  end
]]

-- The end of a row: the file's order of time is kept in view.
local ORDER = [[
    if event.$time < clock.latest then note(reader, event, reader.line + count) else clock.latest = event.$time end
]]

---The generated code as text.
---@param reader table header, width, event
---@return string
function M.source(reader)
  local header, width = reader.header, reader.width
  local out = { "local digit, power, scale, long_number, text, days, month_days, bor, note, ids, intern = ...\n",
                "return function(bytes, p, events, n, clock, reader)\n  local count, row = 0, p\n  while count < n do\n",
                "  local event = events[count + 1]\n" }
  for position = 1, width do
    local column = header[position]
    local target = column and "event." .. column.name
    local cell = CELL:gsub("%$(%a+)", {
      name = column and column.name or "ignored",
      value = column and emit[column.kind](column, position):gsub("%$target", target) or SKIP,
      separator = position < width and "if c ~= 44 then return count, row end"
        or "if c == 13 then p = p + 1; c = bytes[p] end\n    if c ~= 10 then return count, row end",
    })
    out[#out + 1] = cell
  end
  if reader.unstamped then out[#out + 1] = ("    event.%s = reader.block.arrived\n"):format(reader.unstamped) end
  if reader.event.time then out[#out + 1] = (ORDER:gsub("%$time", reader.event.time.name)) end
  out[#out + 1] = "  count, row = count + 1, p\n  end\n  return count, row\nend\n"
  return table.concat(out)
end

---@param reader table
---@param name string for messages
---@return fun(bytes: ffi.cdata*, position: integer, events: ffi.cdata*[], n: integer, clock: ffi.cdata*, reader: table): integer, integer
function M.compile(reader, name)
  local ids, intern = {}, {}
  for position = 1, reader.width do
    local column = reader.header[position]
    if column and column.kind == "symbol" then
      -- An empty cell is no symbol; where it is the row's only one, the row may be a blank line.
      local known = { [""] = reader.width > 1 and 0 or nil }
      ids[position] = known
      intern[position] = function(symbol)
        if symbol == "" then return nil end
        local id = column.symbol(symbol)
        known[symbol] = id
        return id
      end
    end
  end
  local e = M.environment
  local chunk = assert(loadstring(M.source(reader), "=row reader of " .. name))
  return chunk(e.digit, e.power, e.scale, e.long_number, e.text, e.days, e.month_days, e.bor, readers.note_backwards, ids, intern)
end

return M
