-- SPDX-License-Identifier: MIT
-- Several inputs as one stream, and states as rows.
local ffi = require "ffi"
local merge = require "flux.adapters.merge"
local number = require "flux.adapters.number"
local rows = require "flux.adapters.rows"
local types = require "flux.types"

-- A reader over a list of times.
local function reader(name, times)
  local at = 0
  local made = { name = name, event = {}, object = ffi.new("struct { int64_t at; }") }
  if not times.untimed then made.event.time = { name = "at" } end
  function made.next()
    at = at + 1
    if not times[at] then return nil end
    made.object.at = times[at]
    return made.object
  end
  return made
end

-- What the stream gives, as "name:time".
local function order(...)
  local stream, out = merge.new { ... }, {}
  for event in function() return stream:next() end do out[#out + 1] = stream.reader.name .. ":" .. tonumber(event.at) end
  return table.concat(out, " ")
end

describe("merged inputs", function()
  it("come in the order of time, ties in the order given", function()
    assert.equal("a:1 b:1 b:2 a:3 b:3 b:3 a:4", order(reader("a", { 1, 3, 4 }), reader("b", { 1, 2, 3, 3 })))
    assert.equal("b:1 b:2 b:3 b:3", order(reader("a", {}), reader("b", { 1, 2, 3, 3 }), reader("c", {})))
    assert.equal("c:0 a:1 b:1 c:1 a:2 c:5", order(reader("a", { 1, 2 }), reader("b", { 1 }), reader("c", { 0, 1, 5 })))
    assert.equal("a:1 a:2", order(reader("a", { 1, 2 })))
    assert.equal("", order())
  end)

  it("without times come first, one after the other", function()
    assert.equal("x:9 x:8 y:7 a:1 a:2", order(reader("a", { 1, 2 }), reader("x", { 9, 8, untimed = true }),
      reader("y", { 7, untimed = true })))
  end)

  it("that are not in order keep it", function()
    assert.equal("a:5 a:3 a:6 a:4 b:6", order(reader("a", { 5, 3, 6, 4 }), reader("b", { 6 })))
    assert.equal("a:1 a:3 b:4 b:2 b:5", order(reader("a", { 1, 3 }), reader("b", { 4, 2, 5 })))
  end)

  it("deliver an event just before it is sent, so that symbols are numbered by arrival", function()
    local log = {}
    local a, b = reader("a", { 1, 3 }), reader("b", { 2, 4 })
    for _, r in ipairs { a, b } do r.deliver = function(event) log[#log + 1] = r.name .. tonumber(event.at) end end
    order(a, b)
    assert.same({ "a1", "b2", "a3", "b4" }, log)
  end)
end)

describe("a number as text", function()
  it("is the first of C's %.15g, %.16g and %.17g that reads back to the same bits", function()
    local expected = { -- Python's repr of the same doubles, exponents in C's spelling
      { 0.1 + 0.2, "0.30000000000000004" }, { 0.1, "0.1" }, { 1 / 3, "0.3333333333333333" }, { 100, "100" }, { -0.5, "-0.5" },
      { 1e15, "1000000000000000" }, { 1e15 + 1, "1000000000000001" }, { 1e16, "1e+16" }, { 123456789012345, "123456789012345" },
      { 2 ^ 53 + 2, "9007199254740994" }, { 5e-324, "4.94065645841247e-324" },
      { 1.7976931348623157e308, "1.7976931348623157e+308" }, { 1e300 * 1e10, "inf" }, { -1 / 0, "-inf" }, { 0 / 0, "nan" },
      { -(0 / 0), "nan" },
    }
    for _, pair in ipairs(expected) do assert.equal(pair[2], number.text(pair[1])) end
    -- By hand: all digits of the double are ...095.25, 6.103515625e-05, ...44775390625e-08; in the middle C takes the even digit.
    assert.equal("-916769623885095.2", number.text(-916769623885095.25))
    assert.equal("916769623885095.8", number.text(916769623885095.75))
    assert.equal("6.103515625e-05", number.text(2 ^ -14))
    assert.equal("5.9604644775390625e-08", number.text(2 ^ -24))
    assert.equal("-0", number.text(-0.0 * 1))
    math.randomseed(3)
    for _ = 1, 5000 do
      local value = (math.random() - 0.5) * 10 ^ math.random(-30, 30)
      assert.equal(value, tonumber(number.text(value)))
    end
  end)

  it("is of a float the first of %.6g to %.9g that reads back to the same float", function()
    local single = require("ffi").new "float[1]"
    local function text(value)
      single[0] = value
      return number.float_text(single[0])
    end
    assert.equal("0.1", text(0.1))
    assert.equal("21.882812", text(21.8828125)) -- exact; its neighbours are 2^-19 away
    assert.equal("1000000.5", text(1000000.5))
    assert.equal("16777216", text(2 ^ 24))
    assert.equal("0.33333334", text(1 / 3))
    assert.equal("1.4013e-45", text(2 ^ -149)) -- six digits, though one would do
    assert.equal("-inf", text(-1 / 0))
  end)

  it("is shorter for floats", function()
    assert.equal("0.1", number.float_text(tonumber(ffi.new("float", 0.1))))
    assert.equal("16777216", number.float_text(16777216))
    assert.equal("0.33333334", number.float_text(tonumber(ffi.new("float", 1 / 3))))
  end)
end)

describe("a state as a row", function()
  it("has a cell per field and array element, 64 bits whole, symbols quoted where they must be", function()
    local record = types.parse('double x; int64_t t; bool b; symbol s; double w[2]; uint8_t n; float f;', "state")
    local state = types.ctype(record)()
    state.x, state.t, state.b, state.s, state.w[0], state.w[1], state.n, state.f = 0.25, -9007199254740993LL, true, 2, 1, 0 / 0, 255, 0.1
    assert.equal("x,t,b,s,w[0],w[1],n,f", rows.header(record))
    local row = rows.formatter(record, function(id) return ({ "plain", 'say "a,b"' })[id] end)
    assert.equal('0.25,-9007199254740993,true,"say ""a,b""",1,nan,255,0.1', row(state))
    state.s = 0
    assert.equal('0.25,-9007199254740993,true,,1,nan,255,0.1', row(state))
    assert.equal("", rows.formatter(types.parse("", "state"), tostring)({}))
  end)
end)
