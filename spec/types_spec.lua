-- SPDX-License-Identifier: MIT
-- Declarations of C fields: layout by C's rules, defaults, comments, FFI types. Sizes and offsets are worked out by hand from
-- the rule that a field stands at a multiple of its size.

local ffi = require "ffi"
local duration = require "flux.duration"
local names = require "flux.names"
local symbol = require "flux.symbol"
local types = require "flux.types"
local values = require "flux.values"

local function parse(text) return types.parse(text, "record") end

local function offsets(record)
  local list = {}
  for i, field in ipairs(record.fields) do list[i] = field.name .. "@" .. field.offset end
  return table.concat(list, " ")
end

local function comments(text)
  local list = {}
  for i, field in ipairs(parse(text).fields) do list[i] = field.comment or "-" end
  return table.concat(list, " | ")
end

local function hex(bytes)
  return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

describe("the layout of a record", function()
  it("puts every field at a multiple of its size", function()
    local record = parse "int8_t a; double b; int16_t c; int32_t d; bool e;"
    assert.equal("a@0 b@8 c@16 d@20 e@24", offsets(record))
    assert.equal(32, record.size)
    assert.equal(8, record.align)
  end)

  it("spells the padding out", function()
    assert.equal("int8_t a;\nuint8_t pad_0[7];\ndouble b;\nbool e;\nuint8_t pad_1[7];\n", parse("int8_t a; double b; bool e;").c)
  end)

  it("counts arrays by element", function()
    local record = parse "uint8_t k[3]; float f[2]; symbol s;"
    assert.equal("k@0 f@4 s@12", offsets(record))
    assert.equal(16, record.size)
    assert.equal(8, record.by_name.f.size)
    assert.equal(2, record.by_name.f.count)
    assert.is_nil(record.by_name.s.count)
  end)

  it("of no fields is empty", function()
    assert.equal(0, parse(nil).size)
    assert.equal(0, parse(" // nothing\n").size)
    assert.equal("", types.initial(parse ""))
  end)

  it("numbers the fields in the order of declaration", function()
    local record = parse "double price, size; int64_t time;"
    assert.equal(0, record.by_name.price.position)
    assert.equal(1, record.by_name.size.position)
    assert.equal(2, record.by_name.time.position)
    assert.equal("double", record.by_name.size.type)
  end)
end)

describe("the FFI type of a record", function()
  it("is the same for equal layouts", function()
    assert.equal(types.ctype(parse "double x; bool b;"), types.ctype(parse "double x; // other text\n bool b = true;"))
    assert.are_not.equal(types.ctype(parse "double x;"), types.ctype(parse "double y;"))
  end)

  it("has bool as bool and symbol as uint32_t", function()
    local object = types.ctype(parse "bool b; symbol s; int64_t n;")()
    object.b = true
    object.s = 4294967295
    assert.is_true(object.b)
    assert.equal(4294967295, object.s)
    assert.equal("cdata", type(object.n))
  end)

  it("has a pointer type", function()
    local record = parse "double x;"
    local object = types.ctype(record)()
    ffi.cast(types.pointer(record), object).x = 2.5
    assert.equal(2.5, object.x)
  end)
end)

describe("defaults", function()
  local function default(text) return parse(text).fields[1].default end

  it("are numbers, with sign and exponent", function()
    assert.equal(-0.0015, default "double x = -1.5e-3;")
    assert.equal(0.5, default "double x = .5;")
    assert.equal(255, default "uint8_t x = 0xFF;")
    assert.equal(1000000, default "int32_t x = 1e6;")
    assert.is_true(default "bool x = true;")
    assert.is_false(default "bool x = false;")
    assert.is_nil(default "double x;")
  end)

  it("of 64-bit integers keep every digit", function()
    assert.equal(9223372036854775807LL, default "int64_t x = 9223372036854775807;")
    assert.equal("-9223372036854775808LL", tostring(default "int64_t x = -9223372036854775808;"))
    assert.equal(18446744073709551615ULL, default "uint64_t x = 18446744073709551615;")
    assert.equal("1000000000LL", tostring(default "int64_t x = 1e9;"))
    assert.equal("5LL", tostring(default "int64_t x = 5;"))
  end)

  it("of floats are what a float holds", function()
    assert.equal(0.100000001490116119384765625, default "float x = 0.1;")
  end)

  it("may be infinite or not a number", function()
    assert.equal(math.huge, default "double x = INFINITY;")
    assert.equal(-math.huge, default "double x = -inf;")
    local nan = default "double x = NAN;"
    assert.is_true(nan ~= nan)
  end)

  it("of symbols are quoted texts", function()
    assert.equal(symbol.new "MSFT", default 'symbol x = "MSFT";')
  end)

  it("belong to one name of several", function()
    local record = parse "double a = 1, b, c = 3;"
    assert.equal(1, record.by_name.a.default)
    assert.is_nil(record.by_name.b.default)
    assert.equal(3, record.by_name.c.default)
  end)

  it("are the bytes a record starts as, with zeros elsewhere", function()
    local record = parse 'int8_t a = -1; symbol s = "MSFT"; int16_t n; double x = 1; float f = NAN;'
    local graph = { symbol_id = function() return 7 end }
    -- a, 3 of padding, s; n, 6 of padding; 1.0 is 3ff0…; the canonical NaN of a float is 7fc00000; 4 of padding
    assert.equal("ff00000007000000" .. "0000000000000000" .. "000000000000f03f" .. "0000c07f00000000", hex(types.initial(record, graph)))
  end)

  it("write NaN in its canonical form", function()
    assert.equal("000000000000f87f", hex(types.initial(parse "double x = -NAN;")))
  end)
end)

describe("a comment", function()
  it("after the field belongs to it", function()
    assert.equal("the price | -", comments "double price; // the price\n double size;")
    assert.equal("the price | -", comments "double price; /* the price */ double size;")
  end)

  it("on a line of its own belongs to what follows", function()
    assert.equal("- | the size", comments "double price;\n// the size\ndouble size;")
  end)

  it("after a declaration of several names belongs to each", function()
    assert.equal("of the trade | of the trade", comments "double price, size; // of the trade")
  end)

  it("between the names belongs to the name it follows", function()
    assert.equal("first | second", comments "double a, // first\n b; // second")
    assert.equal("own | shared", comments "double a, /* own */ b; // shared")
  end)

  it("of several lines becomes one line", function()
    assert.equal("a trade as the exchange saw it", comments "/* a trade\n * as the exchange\n * saw it */\ndouble x;")
    assert.equal("one two", comments "// one\n// two\ndouble x;")
  end)
end)

describe("values", function()
  it("are converted to the declared type", function()
    assert.equal("5LL", tostring(values.convert("int64_t", 5)))
    assert.equal("9223372036854775808ULL", tostring(values.convert("uint64_t", 2 ^ 63)))
    assert.equal(7, values.convert("int8_t", 7LL))
    assert.equal(2.5, values.convert("double", 2.5))
  end)

  it("out of range are refused", function()
    assert.same({ nil, "128 does not fit int8_t (-128 … 127)" }, { values.convert("int8_t", 128) })
    assert.same({ nil, "-1 does not fit uint32_t (0 … 4294967295)" }, { values.convert("uint32_t", -1) })
    assert.is_nil((values.convert("int64_t", 2 ^ 63)))
    assert.is_nil((values.convert("uint64_t", -1LL)))
    assert.is_nil((values.convert("float", 1e300)))
    assert.is_nil((values.convert("int32_t", 0 / 0)))
    assert.is_nil((values.convert("int64_t", 0.5)))
  end)

  it("are read from text", function()
    assert.equal(-3, values.read("int8_t", "-3"))
    assert.equal(symbol.new "IBM", values.read("symbol", "IBM"))
    assert.is_false(values.read("bool", "false"))
    assert.is_nil((values.read("double", "fast")))
  end)
end)

describe("a duration", function()
  it("is a number and a unit", function()
    local ns = {}
    for i, text in ipairs { "1ns", "1us", "100ms", "1.5s", "2m", "1h", "1d", " 3 s " } do
      ns[i] = tostring(duration.parse(text)):gsub("LL", "")
    end
    assert.same({ "1", "1000", "100000000", "1500000000", "120000000000", "3600000000000", "86400000000000", "3000000000" }, ns)
  end)

  it("is a number of nanoseconds", function()
    assert.equal("250LL", tostring(duration.parse(250)))
    assert.equal("250LL", tostring(duration.parse(250LL)))
    assert.is_true(ffi.istype("int64_t", duration.parse(250)))
  end)

  it("is refused when it is no whole number of nanoseconds", function()
    assert.is_nil((duration.parse "0.5ns"))
    assert.is_nil((duration.parse "ms"))
    assert.is_nil((duration.parse(1.5)))
    assert.is_nil((duration.parse {}))
    assert.is_nil((duration.parse "300000d"))
  end)
end)

describe("names", function()
  it("suggest what was meant", function()
    assert.equal("price", names.suggest("pirce", { "size", "price" }))
    assert.equal("alpha", names.suggest("alfa", { "x", "alpha" }))
    assert.is_nil(names.suggest("volume", { "size", "price" }))
    assert.is_nil(names.suggest("x", { "y", "z" }))
  end)

  it("of events have a C spelling", function()
    assert.equal("tick", names.snake "Tick")
    assert.equal("book_update", names.snake "BookUpdate")
    assert.equal("http_post", names.snake "HTTPPost")
  end)
end)
