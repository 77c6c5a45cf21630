-- SPDX-License-Identifier: MIT
-- CSV and JSON Lines. First byte: 1 → a header with all columns stands in front (CSV); 2 → bad rows are skipped.
--
-- CSV is read twice, by the code that is generated for its header and cell by cell: both must find the same rows and errors.

local bit = require "bit"
local ffi = require "ffi"
local support = require "fuzz.support"

local HEADER = "time,x,f,b,i8,u8,i16,u16,i32,u32,i64,u64,s,w[0],w[1]\n"

-- Reads everything: the rows as bytes with their lines, then what ended it.
local function all(open, rt, event, options)
  local rows, reader = {}, nil
  options.event, options.new = event, function() return rt:new(event) end
  local ids, count = {}, 0
  function options.symbol(text)
    if not ids[text] then
      if count == 12 then return nil, "the symbol table is full" end
      count = count + 1
      ids[text] = count
    end
    return ids[text]
  end
  local ok, problem = pcall(function()
    reader = open(support.path, options)
    for row in function() return reader:next() end do
      local delivered = not reader.deliver or reader.deliver(row)
      if delivered then rows[#rows + 1] = reader:position() .. ":" .. ffi.string(row, event.record.size) end
    end
  end)
  if reader then reader:close() end
  if not ok then support.plain(problem, support.path .. ":") end
  if reader and reader.first_skipped then support.plain(reader.first_skipped, support.path .. ":") end
  if reader and (reader.first_skipped == nil) ~= (reader.skipped == 0) then error("rows were skipped without a reason", 0) end
  return table.concat(rows, "\n"), ok and "" or problem, reader and reader.first_skipped or "", #rows
end

local function begin()
  local graph = dofile "fuzz/rows.lua"
  return graph:start(), graph.by_event.Row
end

local csv = {}

function csv.start()
  local adapter = require "flux.adapters.csv"
  adapter.batch = 8 -- so that a short file has several
  local rt, event = begin()
  return function(bytes)
    local what, text = support.split(bytes)
    support.write(what % 2 == 1 and HEADER .. text or text)
    local policy = bit.band(what, 2) > 0 and "skip" or "stop"
    local rows, problem, skipped, count = all(adapter.open, rt, event, { on_bad_row = policy })
    local again, other, skipped_too = all(adapter.open, rt, event, { on_bad_row = policy, careful = true })
    if rows ~= again then error("the generated code reads other rows than the careful one", 0) end
    if problem ~= other then error(("the generated code says '%s', the careful one '%s'"):format(problem, other), 0) end
    if skipped ~= skipped_too then
      error(("the generated code skips for '%s', the careful one for '%s'"):format(skipped, skipped_too), 0)
    end
    return count
  end
end

local ROWS = [[
1,2.5,-1e10,true,-128,255,-32768,65535,-2147483648,4294967295,-9223372036854775808,18446744073709551615,MSFT,nan,inf
2000-01-03T09:30:00.5-05:00,.5,1.,FALSE,,0,1,,2,3,4,5,"a ""b"", c",0,1
2000-01-03 09:30, 123456789012345678 ,1e300,0,1,1,1,1,1,1,1,1,,1,1

1969-12-31,0.1,3.4028235e38,1,+1,1,1,1,1,1,123456789012345,1,"two
lines",-0,1e-320
]]

function csv.seeds()
  return { "\1" .. ROWS, "\3" .. ROWS:gsub("\n", "\r\n"), "\0" .. HEADER .. ROWS, "\0\239\187\191" .. HEADER .. ROWS,
    "\3" .. ROWS .. "1,2\nx" .. ROWS,
    "\0" .. support.read("graphs/data/sp500-2000.csv", 400), "\1" .. ("1,1,1,1,1,1,1,1,1,1,1,1,S,1,1\n"):rep(140), "\0Time,X\n" }
end

local jsonl = {}

function jsonl.start()
  local adapter = require "flux.adapters.jsonl"
  local rt, event = begin()
  return function(bytes)
    local what, text = support.split(bytes)
    support.write(text)
    local _, _, _, count = all(adapter.open, rt, event, { on_bad_row = bit.band(what, 2) > 0 and "skip" or "stop" })
    return count
  end
end

local OBJECT = '{"time":"2000-01-03","x":1.5,"f":"inf","b":true,"i8":-1,"u8":1,"i16":1,"i32":1,"u32":1,"i64":9223372036854775807,' ..
  '"u64":18446744073709551615,"s":"MSFT","w":[1,"nan"],"more":{"x":[1,{}]}}\n'

function jsonl.seeds()
  return { "\0" .. OBJECT, "\2" .. OBJECT .. "[1]\n\n" .. OBJECT:gsub('"x":1.5', '"x":null') .. OBJECT,
    "\2" .. OBJECT:gsub('"s":"MSFT"', '"s":"\\u00e9\\n\\""') .. OBJECT:gsub("%[1", "[1,2"), "\0" .. OBJECT:gsub('"i64":%d+', '"i64":1e3') }
end

return { csv = csv, jsonl = jsonl }
