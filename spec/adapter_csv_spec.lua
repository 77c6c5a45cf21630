-- SPDX-License-Identifier: MIT
-- CSV files as events: the format, the types, the errors. Every good file is read twice, by the generated code and by the
-- careful path, and both must agree; numbers are compared with strtod's.
local ffi = require "ffi"
local csv = require "flux.adapters.csv"
local Block = require "flux.adapters.block"
local types = require "flux.types"

ffi.cdef [[ double strtod(const char *, char **); ]]

local function event(declaration, time)
  local record = types.parse(declaration, "event 'E'")
  return { name = "E", record = record, time = time and record.by_name[time] or nil }
end

local function new(of)
  return function()
    local object = types.ctype(of.record)()
    local initial = types.initial(of.record)
    ffi.copy(object, initial, #initial)
    return object
  end
end

local function file(text)
  local path = os.tmpname()
  local out = assert(io.open(path, "wb"))
  out:write(text)
  out:close()
  finally(function() os.remove(path) end)
  return path
end

local function symbols(room)
  local ids, count = {}, 0
  return function(text)
    if not ids[text] and count == room then return nil, "no room" end
    if not ids[text] then count, ids[text] = count + 1, count + 1 end
    return ids[text]
  end
end

local function shown(value)
  if type(value) == "number" then return ("%.17g"):format(value) end
  return tostring(value)
end

local function read_all(of, path, options)
  local reader = csv.open(path, { event = of, new = new(of), symbol = symbols(options.room), careful = options.careful,
                                  on_bad_row = options.on_bad_row })
  local rows = {}
  for object in function() return reader:next() end do
    local delivered = not reader.deliver or reader.deliver(object)
    local row = {}
    for i, field in ipairs(of.record.fields) do
      local value = object[field.name]
      if field.count then
        local cells = {}
        for k = 0, field.count - 1 do cells[k + 1] = shown(value[k]) end
        value = table.concat(cells, " ")
      else
        value = shown(value)
      end
      row[i] = value
    end
    if delivered then rows[#rows + 1] = table.concat(row, "|") end
  end
  reader:close()
  return rows, reader
end

-- The rows of `text`, each as its fields joined with "|".
local function rows(of, text, options)
  local path = file(text)
  local fast, reader = read_all(of, path, options or {})
  local careful = read_all(of, path, { careful = true, on_bad_row = (options or {}).on_bad_row })
  assert.same(careful, fast)
  return fast, reader
end

local function failure(of, text)
  local path = file(text)
  local ok, message = pcall(read_all, of, path, {})
  assert.is_false(ok)
  local _, careful = pcall(read_all, of, path, { careful = true })
  assert.equal(careful, message)
  return (message:gsub(path:gsub("%p", "%%%0"), "t.csv"))
end

describe("a CSV file", function()
  local pair = event("double a; double b;")

  it("maps columns to fields by name, in any order, and ignores others", function()
    assert.same({ "1|2", "3|4" }, rows(pair, "b,note,a\n2,x,1\n4,\"y, z\",3\n"))
    assert.same({ "1|2" }, rows(pair, " a , b \n1,2"))
  end)

  it("may end its lines with CRLF, start with a byte order mark, lack the last newline, have blank lines", function()
    assert.same({ "1|2", "3|4" }, rows(pair, "\239\187\191a,b\r\n1,2\r\n\r\n3,4"))
    assert.same({ "1|2" }, rows(pair, "a,b\n\n\n1,2\n\n"))
    assert.same({}, rows(pair, "a,b\n"))
    assert.same({}, rows(pair, "a,b"))
  end)

  it("may quote cells, double quotes and break lines inside them", function()
    local text = event("symbol s; double x;")
    assert.same({ "1|1", "2|2", "3|3", "2|4" }, rows(text,
      's,note,x\n"a,b","he said ""no""",1\n"say ""hi""","line\nbreak\r\n",2\nplain,5" pipe,"3"\n"say ""hi""",,4\n'))
  end)

  it("is read in batches that change nothing", function()
    local lines = { "a,b" }
    for i = 1, 1000 do lines[i + 1] = i % 7 == 0 and ('" %d ",%de-1'):format(i, i) or ("%d,%d"):format(i, i) end
    local text = table.concat(lines, "\n")
    local whole = rows(pair, text)
    assert.equal(1000, #whole)
    local batch = csv.batch
    finally(function() csv.batch = batch end)
    for _, size in ipairs { 1, 2, 7, 1000, 5000 } do
      csv.batch = size
      assert.same(whole, (rows(pair, text)))
    end
  end)

  it("counts rows and lines, also through line breaks in cells", function()
    local _, reader = rows(pair, 'a,b,note\n1,2,"x\ny"\n3,4,z\n')
    assert.equal(2, reader.rows)
    assert.equal(5, reader.line)
  end)

  it("is read the same whatever the block size, down to records longer than a block", function()
    local lines = { "a,b,note" }
    for i = 1, 300 do lines[i + 1] = ('%d.5,-%d,"%s"'):format(i, i, ("n,"):rep(i % 50)) end
    local text = table.concat(lines, "\n")
    local whole = rows(pair, text)
    assert.equal(300, #whole)
    assert.equal("300.5|-300", whole[300])
    local size = Block.size
    finally(function() Block.size = size end)
    for _, bytes in ipairs { 8, 17, 64, 100 } do
      Block.size = bytes
      assert.same(whole, (rows(pair, text)))
    end
  end)
end)

describe("a CSV cell", function()
  it("is a double exactly as strtod reads it", function()
    local of = event("double x;")
    local texts = { "0", "-0", "1", "-1.5", "+2", "0.1", ".5", "5.", "1e3", "1E-3", "-2.5e+10", "123456789012345678", "9007199254740993",
      "0.30000000000000004", "1.7976931348623157e308", "1e309", "-1e309", "5e-324", "2.4703282292062327e-324", "4.9e-325",
      "2.2250738585072011e-308", "8.41e21", "9.5e-22", "0.000000000000000000000000000001", "1000000000000000000000000",
      "179769313486231580793728971405301199e273", "3.14159265358979323846264338327950288", "00001.50", "1234567.8901234567", "inf", "-inf" }
    math.randomseed(7)
    for _ = 1, 2000 do
      local digits = {}
      for i = 1, math.random(1, 20) do digits[i] = math.random(0, 9) end
      local text = table.concat(digits)
      local point = math.random(0, #text)
      text = text:sub(1, point) .. "." .. text:sub(point + 1)
      if math.random() < 0.3 then text = text .. "e" .. math.random(-320, 320) end
      texts[#texts + 1] = (math.random() < 0.5 and "-" or "") .. text
    end
    local got = rows(of, "x\n" .. table.concat(texts, "\n") .. "\n")
    for i, text in ipairs(texts) do assert.equal(("%.17g"):format(ffi.C.strtod(text, nil)), got[i], text) end
    assert.equal("nan", rows(of, "x\nNaN\n")[1])
  end)

  it("is an integer within its type's range", function()
    local of = event("int8_t a; uint16_t b; int32_t c; uint32_t d;")
    assert.same({ "-128|65535|-2147483648|4294967295", "127|0|2147483647|0" },
      rows(of, "a,b,c,d\n-128,65535,-2147483648,4294967295\n127,0,2147483647,0\n"))
    assert.equal('t.csv:2:1: column \'a\': expected an integer from -128 to 127, got "128"', failure(of, "a,b,c,d\n128,0,0,0\n"))
    assert.equal('t.csv:2:3: column \'b\': expected an integer from 0 to 65535, got "-1"', failure(of, "a,b,c,d\n1,-1,0,0\n"))
    assert.equal('t.csv:2:1: column \'a\': expected an integer, got "1.0"', failure(of, "a,b,c,d\n1.0,1,0,0\n"))
  end)

  it("keeps all 64 bits of int64 and uint64", function()
    local of = event("int64_t a; uint64_t b;")
    assert.same({ "9007199254740993LL|18446744073709551615ULL", "-9223372036854775808LL|0ULL", "9223372036854775807LL|999999999999999ULL",
      "-1000000000000000001LL|9999999999999999999ULL" }, rows(of, "a,b\n9007199254740993,18446744073709551615\n" ..
      "-9223372036854775808,0\n9223372036854775807,999999999999999\n-1000000000000000001,9999999999999999999\n"))
    assert.matches("expected an integer from %-9223372036854775808 to 9223372036854775807", failure(of, "a,b\n9223372036854775808,0\n"))
    assert.matches("expected an integer from 0 to 18446744073709551615", failure(of, "a,b\n0,18446744073709551616\n"))
    assert.matches("expected an integer from 0 to 18446744073709551615", failure(of, "a,b\n0,-1\n"))
  end)

  it("is a time where the event has one, and a plain integer elsewhere", function()
    local of = event("int64_t at; int64_t other;", "at")
    assert.same({ "946891845123000000LL|5LL", "17LL|6LL", "1262307600000000000LL|7LL", "-1LL|8LL", "946909800000000000LL|9LL" },
      rows(of, "at,other\n2000-01-03T09:30:45.123Z,5\n17,6\n2010-01-01T01:00:00,7\n1969-12-31T23:59:59.999999999,8\n" ..
        "2000-01-03T09:30:00-05:00,9\n"))
    assert.equal('t.csv:2:1: column \'at\': expected a time (ISO 8601, or an integer of nanoseconds), got "2001-02-29" ' ..
      "(a date that does not exist)", failure(of, "at,other\n2001-02-29,1\n"))
    assert.matches("column 'other': expected an integer", failure(of, "at,other\n2001-02-28,2001-02-28\n"))
  end)

  it("is a bool in any case, or 0 or 1", function()
    local of = event("bool a; bool b;")
    assert.same({ "true|false", "true|false", "true|false" }, rows(of, "a,b\ntrue,false\nTrue,FALSE\n1,0\n"))
    assert.equal('t.csv:2:1: column \'a\': expected true, false, 1 or 0, got "yes"', failure(of, "a,b\nyes,0\n"))
    assert.matches('got "truely"', failure(of, "a,b\ntruely,0\n"))
  end)

  it("is a symbol by its text, ids by first arrival", function()
    local of = event("symbol s;")
    assert.same({ "1", "2", "1", "3" }, rows(of, "s\nMSFT\nAAPL\n\"MSFT\"\nÄÖ Ü\n"))
    assert.matches("column 's': expected a symbol, got .* %(longer than 31 bytes%)", failure(of, "s\n" .. ("x"):rep(32) .. "\n"))
  end)

  it("is a bad row's when there is no room for its text", function()
    local of = event("double x; symbol s; symbol w[2];")
    local path = file("x,s,w[0],w[1]\n1,A,B,A\n2,C,A,A\n3,A,,C\n\n4,B,B,B\n")
    for _, careful in ipairs { false, true } do
      local list, reader = read_all(of, path, { careful = careful, room = 2, on_bad_row = "skip" })
      assert.same({ "1|1|2 1", "4|2|2 2" }, list)
      assert.same({ 2, 2, path .. ":3: column 's': symbol \"C\": no room" }, { reader:delivered(), reader.skipped, reader.first_skipped })
      local ok, message = pcall(read_all, event("symbol w[2];"), path, { careful = careful, room = 2 })
      assert.same({ false, path .. ":4: column 'w[1]': symbol \"C\": no room" }, { ok, message })
    end
  end)

  it("is no symbol when it is empty, whatever the default", function()
    local of = event("symbol s; double x; symbol t;")
    assert.same({ "0|1|1", "1|2|0", "0|3|0" }, rows(of, 's,x,t\n,1,A\nA,2,\n"",3,""\n'))
    assert.same({ "1", "0", "1" }, rows(event("symbol s;"), 's\nA\n\n""\nA\n'))
  end)

  it("may have blanks around it, except in symbols", function()
    local of = event("double x; int32_t i; bool b; symbol s;")
    assert.same({ "1.5|2|true|1", "1.5|2|true|2" }, rows(of, "x,i,b,s\n 1.5 ,\t2, true ,a\n1.5,2,true, a\n"))
  end)

  it("takes the field's default when it is empty or its column is missing", function()
    local of = event("double x = 2.5; int32_t n; bool b = true;")
    assert.same({ "2.5|1|true", "1|2|false" }, rows(of, "n,x,b\n1,,\n2,1,0\n"))
    assert.same({ "2.5|1|true" }, rows(of, "n\n1\n"))
    assert.equal("t.csv:2:1: column 'n': expected a value, got an empty cell", failure(of, "n,x\n,1\n"))
  end)

  it("fills an element of an array field", function()
    assert.same({ "1 2 3" }, rows(event("double w[3];"), "w[0],w[2],w[1]\n1,3,2\n"))
  end)
end)

describe("a bad CSV file", function()
  local of = event("double price; double size;")

  it("names file, line, character, column and value", function()
    assert.equal('t.csv:3:5: column \'price\': expected a number, got "abc"', failure(of, "size,price\n1,2\n100,abc\n"))
    assert.equal('t.csv:4:5: column \'price\': expected a number, got "0x10"', failure(of, 'size,price,n\n1,2,"a\nb"\n100,0x10,c\n'))
    assert.equal('t.csv:3:4: column \'price\': expected a number, got "x"', failure(of, 'n,price,size\n"a\nb",x,1\n'))
    for _, text in ipairs { "1.2.3", "--1", "1e", "e5", ".", "1,", "nanx", "1 2", "1_000", "\1" } do
      assert.matches("^t.csv:2:", failure(of, "size,price\n1," .. text .. "\n"), text)
    end
  end)

  it("has rows of another width", function()
    assert.equal("t.csv:2:1: the row has 1 cell, the header has 2", failure(of, "price,size\n1\n"))
    assert.equal("t.csv:2:5: the row has 3 cells, the header has 2", failure(of, "price,size\n1,2,3\n"))
  end)

  it("has text after a closing quote, or a quote that is never closed", function()
    assert.equal('t.csv:2:1: column \'price\': text after the closing quote: "12"', failure(of, 'price,size\n"1"2,3\n'))
    assert.equal("t.csv:2: a quoted cell of the row that starts here is never closed", failure(of, 'price,size\n"1,2\n3,4\n'))
  end)

  it("lacks a column: the message lists what there is and what is similar", function()
    assert.equal("t.csv:1: no column 'size' for event E, and the field has no default. The file has: price, Size; " ..
      "did you mean 'Size'? Names must be equal, capitals too", failure(of, "price,Size\n1,2\n"))
    assert.matches("column 'price' occurs twice", failure(of, "price,price,size\n"))
  end)

  it("comes behind blank lines", function()
    assert.same({ "1" }, rows(event("double x;"), "\n\r\n\nx\n1\n"))
    assert.equal("t.csv:3: no column 'x' for event E, and the field has no default. The file has: y",
      failure(event("double x;"), "\n\ny\n1\n"))
  end)

  it("is shown without control characters, and says what is not UTF-8 with LF", function()
    local of = event("double x;")
    assert.equal("t.csv:1: no column 'x' for event E, and the field has no default. The file has: \\x1bX, a\\x0ab; did you mean " ..
      "'\\x1bX'? Names must be equal, capitals too", failure(of, '\27X,"a\nb"\n1,2\n'))
    assert.equal("t.csv:1:6: column '\\x07y' occurs twice in the header", failure(of, "x,\7y,\7y\n"))
    assert.equal("t.csv:1:3: a carriage return in the header: lines end in LF or CRLF", failure(of, "y,x\r1,2\r3,4\r"))
    assert.equal("t.csv:1:1: a zero byte in the header: CSV is UTF-8; is this UTF-16?", failure(of, "\255\254x\0\n\0001\0\n\0"))
    assert.same({ "3" }, rows(of, 'x,"a\rb"\n3,4\n'))
  end)

  it("is empty or not there", function()
    assert.equal("t.csv: the file is empty; a CSV file starts with a header that names its columns", failure(of, ""))
    local ok, message = pcall(csv.open, "/nowhere/t.csv", { event = of, new = new(of) })
    assert.is_false(ok)
    assert.equal("/nowhere/t.csv: cannot open: No such file or directory", message)
    ok, message = pcall(csv.open, "/", { event = of, new = new(of) })
    assert.is_false(ok)
    assert.equal("/: cannot read: Is a directory", message)
  end)

  it("says at which row time goes back", function()
    local timed = event("int64_t t;", "t")
    local _, reader = rows(timed, "t\n5\n7\n6\n7\n 3\n8\n")
    assert.equal(2, reader.clock.backwards)
    assert.matches(":4: time goes back from 1970%-01%-01T00:00:00.000000007Z to 1970%-01%-01T00:00:00.000000006Z$", reader.first_backwards)
  end)

  it("knows the line of every row", function()
    local path = file('price,size,n\n1,2,x\n3,4,"a\nb"\n5,6,y\n')
    local reader = csv.open(path, { event = of, new = new(of) })
    local lines = {}
    while reader:next() do lines[#lines + 1] = ("%d/%d"):format(reader:position(), reader:delivered()) end
    assert.same({ "2/1", "3/2", "5/3" }, lines)
  end)

  it("can be read past its bad rows, which are counted", function()
    local good, reader = rows(of, "price,size\n1,2\nx,2\n3\n5,6\n", { on_bad_row = "skip" })
    assert.same({ "1|2", "5|6" }, good)
    assert.equal(2, reader.rows)
    assert.equal(2, reader.skipped)
    assert.matches(":3:1: column 'price': expected a number, got \"x\"$", reader.first_skipped)
  end)
end)
