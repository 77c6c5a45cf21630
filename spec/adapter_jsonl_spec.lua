-- SPDX-License-Identifier: MIT
-- JSON Lines files as events.
local ffi = require "ffi"
local jsonl = require "flux.adapters.jsonl"
local types = require "flux.types"

local function event(declaration, time)
  local record = types.parse(declaration, "event 'E'")
  return { name = "E", record = record, time = time and record.by_name[time] or nil }
end

local function open(of, text, options)
  local path = os.tmpname()
  local out = assert(io.open(path, "wb"))
  out:write(text)
  out:close()
  local function new()
    local object = types.ctype(of.record)()
    local initial = types.initial(of.record)
    ffi.copy(object, initial, #initial)
    return object
  end
  local ids, count = {}, 0
  local reader = jsonl.open(path, { event = of, new = new, on_bad_row = options and options.on_bad_row, symbol = function(name)
    if not ids[name] then count, ids[name] = count + 1, count + 1 end
    return ids[name]
  end })
  os.remove(path)
  return reader, path
end

local function rows(of, text, options)
  local reader = open(of, text, options)
  local list = {}
  for object in function() return reader:next() end do
    if reader.deliver then reader.deliver(object) end
    local row = {}
    for i, field in ipairs(of.record.fields) do
      local value = object[field.name]
      row[i] = field.count and ("%g %g"):format(value[0], value[1]) or tostring(value)
    end
    list[#list + 1] = table.concat(row, "|")
  end
  return list, reader
end

local function failure(of, text)
  local reader, path = open(of, text)
  local ok, message = pcall(reader.next, reader)
  assert.is_false(ok)
  return (message:gsub(path:gsub("%p", "%%%0"), "t.jsonl"))
end

describe("a JSON Lines file", function()
  it("gives each field the member of its name", function()
    local of = event("double x; int32_t n; bool b; symbol s; double w[2];")
    assert.same({ "1.5|2|true|1|3 4", "-0.001|-7|false|1|0 1" },
      rows(of, '{"x":1.5,"n":2,"b":true,"s":"MSFT","w":[3,4],"more":{"x":9}}\n\n{"w":[0,1],"s":"MSFT","b":0,"n":-7,"x":-1e-3}'))
  end)

  it("reads times and numbers from strings too", function()
    local of = event("int64_t at; double x;", "at")
    assert.same({ "946857600000000000LL|101.25", "5LL|2" }, rows(of, '{"at":"2000-01-03","x":"101.25"}\n{"at":5,"x":2}\n'))
  end)

  it("keeps integers beyond 2^53 exact", function()
    local of = event("int64_t a; uint64_t b;")
    assert.same({ "9007199254740993LL|18446744073709551615ULL", "-9223372036854775808LL|9007199254740992ULL" },
      rows(of, '{"a":9007199254740993, "b" : 18446744073709551615}\n{"a":"-9223372036854775808","b":9007199254740992}\n'))
    -- Of two that are the same double, the one in the member's place; the last of two members of one name.
    assert.same({ "9007199254740993LL|1ULL", "9007199254740995LL|1ULL" },
      rows(of, '{"x":["\\\\",{"a":9007199254740992}],"a":9007199254740993,"b":1,"y":"\\"a\\":9007199254740992,"}\n' ..
        '{"a":9007199254740996,"b":1, "a" : 9007199254740995}\n'))
    assert.matches("^t.jsonl:1:6: field 'a': expected an integer that a double holds, or a string",
      failure(of, '{"a":9.007199254740993e15,"b":1}\n'))
  end)

  it("takes defaults for null and for members that are not there", function()
    local of = event("double x = 2.5; int32_t n;")
    assert.same({ "2.5|1", "2.5|2" }, rows(of, '{"n":1}\n{"n":2,"x":null}\n'))
    assert.equal("t.jsonl:1: field 'n': expected a value, got nothing", failure(of, '{"x":1}\n'))
    assert.equal("t.jsonl:1:6: field 'n': expected a value, got null", failure(of, '{"n":null}\n'))
  end)

  it("has no symbol where its text is empty", function()
    assert.same({ "0", "1" }, rows(event("symbol s;"), '{"s":""}\n{"s":"A"}\n'))
  end)

  it("names file, line, field and value of a bad row", function()
    local of = event("int8_t n = 1; bool b = true; symbol s;")
    assert.equal("t.jsonl:1:6: field 'n': expected an integer from -128 to 127, got 200", failure(of, '{"n":200}\n'))
    assert.equal("t.jsonl:1:9: field 'n': expected an integer, got 1.5", failure(of, ' { "n": 1.5}\n'))
    assert.equal("t.jsonl:1:6: field 'n': expected an integer, got \"abc\"", failure(of, '{"n":"abc"}\n'))
    assert.equal("t.jsonl:1:6: field 'n': expected a number, got an object or array", failure(of, '{"n":{}}\n'))
    assert.equal("t.jsonl:1:12: field 'b': expected true or false, got 2", failure(of, '{"n":1,"b":2}\n'))
    assert.equal("t.jsonl:1:29: field 's': expected a string, got 5", failure(of, '{"x":{"s":"}"},"y":"\\"","s":5}\n'))
    assert.matches("^t.jsonl:1:2: not JSON: ", failure(of, "{oops}\n"))
    assert.equal("t.jsonl:1:1: expected an object, got 3", failure(of, "3\n"))
    assert.equal("t.jsonl:1:1: expected an object, got an array", failure(of, '[{"s":"A"}]\n'))
    assert.equal("t.jsonl:1:1: expected an object, got null", failure(of, "null\n"))
  end)

  it("wants an array of its length for an array field", function()
    local of = event("double w[2];")
    assert.same({ "1 2" }, rows(of, '{"w":[1,2]}\n'))
    for text, got in pairs { ["5"] = "5", ["[1,2,3]"] = "an array of 3", ["[1]"] = "an array of 1", ["[]"] = "an array of 0",
                             ['{"0":1,"1":2}'] = "an object", ['"1"'] = '"1"' } do
      assert.equal("t.jsonl:1:6: field 'w[0]': expected an array of 2 values, got " .. got, failure(of, ('{"w":%s}\n'):format(text)))
    end
    assert.equal("t.jsonl:1:6: field 'w[1]': expected a value, got null", failure(of, '{"w":[1,null]}\n'))
  end)

  it("is JSON, nothing looser, behind a byte order mark or not", function()
    local of = event("double x; int32_t n;")
    assert.same({ "-0|1" }, rows(of, '\239\187\191{"x":-0.0e1,"n":1}\n'))
    for _, number in ipairs { "0x10", "01", "+1", "Infinity", "NaN", "-Infinity", "nan", ".5" } do
      assert.matches("^t.jsonl:1:6: not JSON: ", failure(of, ('{"x":%s,"n":1}\n'):format(number)))
    end
  end)

  it("does not end at a byte of value 0", function()
    local of = event("double x; int32_t n;")
    assert.matches("^t.jsonl:1:15: not JSON: a byte of value 0$", failure(of, '{"x":1,"n":1} \0{"x":2\n'))
    assert.matches("^t.jsonl:1:7: not JSON: ", failure(of, '{"x":1\0,"n":1}\n'))
  end)

  it("is not called .json", function()
    local ok, message = pcall(require("flux.adapters").open, "t.json", {})
    assert.is_false(ok)
    assert.equal("t.json: name it .jsonl when it has one JSON object a line (or write jsonl: in front); other names are read as CSV",
      message)
  end)

  it("can be read past its bad rows, which are counted", function()
    local list, reader = rows(event("int8_t n;"), '{"n":1}\nnonsense\n{"n":"x"}\n{"n":4}\n', { on_bad_row = "skip" })
    assert.same({ "1", "4" }, list)
    assert.equal(2, reader.skipped)
    assert.matches(":2:1: not JSON", reader.first_skipped)
  end)
end)
