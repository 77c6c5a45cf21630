-- SPDX-License-Identifier: MIT
-- The exported program reads every number as strtod does, to the bit, whatever its length, and prints it as flux run does, as printf
-- does; and how many instructions a byte takes it.
local command = require "spec.support.command"
local exported = require "spec.support.exported"
local ffi = require "ffi"

ffi.cdef [[ double strtod(const char *, char **); ]]

local GRAPH = [[
local flux = require "flux"
local Row = flux.event("Row", "double x;")
local g = flux.graph("numbers")
local row = g:node("row", { state = "double x;", on = { [Row] = function(self, event) self.x = event.x end } })
g:sink("row", row)
return g
]]

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  return path
end

local value = ffi.new "union { double number; int64_t bits; }"
local function bits(text)
  value.number = ffi.C.strtod(text, nil)
  return value.bits
end

-- -- decimals ------------------------------------------------------------------------------------------------------------

local function digits(count)
  local list = { math.random(1, 9) }
  for i = 2, count do list[i] = math.random(0, 9) end
  return table.concat(list)
end

-- A point somewhere, in front of all digits or zeros behind it too.
local function pointed(text)
  local at = math.random(-4, #text)
  if at <= 0 then return "0." .. ("0"):rep(-at) .. text end
  return text:sub(1, at) .. "." .. text:sub(at + 1)
end

-- Decimals just below, at and just above the middle between two doubles: one rounding in the wrong direction shows there.
local function around_middle(add)
  local exponent = math.random(-30, 60)
  local mantissa = 2 ^ 52 + math.random(0, 2 ^ 26 - 1) * 2 ^ 26 + math.random(0, 2 ^ 26 - 1)
  local edges = { [0] = mantissa, 2 ^ 52, 2 ^ 52 + 1, 2 ^ 52 + 2, 2 ^ 52 + 3, 2 ^ 53 - 1, 2 ^ 53 - 2, 2 ^ 53 - 3, 2 ^ 53 - 4 }
  mantissa = edges[math.max(0, math.random(-20, 8))]
  local unit = 2 ^ (exponent - 52)
  local below, above = ("%.80f"):format(mantissa * unit), ("%.80f"):format((mantissa + 1) * unit)
  -- Half of the sum, digit by digit: exact, both have at most 80 decimals or are cut alike.
  local carry, sum = 0, {}
  below = ("0"):rep(#above - #below) .. below
  for i = #above, 1, -1 do
    local a, b = above:byte(i), below:byte(i)
    if a == 46 then
      sum[i] = "."
    else
      local digit = a + b - 96 + carry
      carry, sum[i] = math.floor(digit / 10), digit % 10
    end
  end
  local half, rest = {}, carry
  for i = 1, #above do
    if sum[i] == "." then
      half[i] = "."
    else
      local digit = rest * 10 + sum[i]
      half[i], rest = math.floor(digit / 2), digit % 2
    end
  end
  local text = table.concat(half)
  local lead = #text:match "^[0.]*"
  for _, count in ipairs { 17, 18, 19, 20, 25 } do
    local cut = text:sub(1, lead + count + (text:find(".", lead + 1, true) and 1 or 0))
    cut = cut:find(".", 1, true) and cut or cut .. ("0"):rep(text:find(".", 1, true) - 1 - #cut)
    add(cut)
    add((cut:gsub("(%d)(%.?)$", function(digit, point) return math.min(9, digit + 1) .. point end)))
  end
end

local HOSTILE = { "0", "-0", "+0", "0.0", "-.0", "5.", ".5", "+.5e1", "1e22", "1e23", "8.5e22", "9007199254740992", "9007199254740993",
  "9007199254740992.0", "9007199254740993.0", "9007199254740992.9999999999999", "4503599627370497.5", "4503599627370498.5",
  "45035996273704975e-1", "18446744073709551615", "18446744073709551616", "1844674407370955161.5", "9999999999999999999",
  "0.9999999999999999999", "999999999999999999.9", "0.30000000000000004", "0.1000000000000000055", "0.10000000000000000555",
  "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e309", "5e-324", "4.9e-324", "2.4703282292062327e-324",
  "2.4703282292062328e-324", "2.2250738585072011e-308", "2.2250738585072014e-308", "0.000000000000000000001", "0.0000000000000000000001",
  "0.00000000000000000000001", "0000000000000000000000001.5", "1.50000000000000000000000000", "123456789012345678901234567890",
  "inf", "-Infinity", "6929495644600919.5", "3.518437208883201171875E13", "1e-22", "1e-23", "9.5367431640625e-7", "1.0000000000000002220" }

local function decimals(count)
  local list = { unpack(HOSTILE) }
  local function add(text) list[#list + 1] = (math.random() < 0.3 and "-" or "") .. text end
  math.randomseed(20240607)
  for _ = 1, count do
    add(pointed(digits(math.random(1, 20))))
    add(("%.17g"):format(math.random() * 10 ^ math.random(-25, 25)))
    add(digits(math.random(1, 22)) .. "e" .. math.random(-330, 310))
    around_middle(add)
  end
  return list
end

-- An export with its program, compiled.
local function build(script)
  local directory = exported.directory()
  exported.write(script or write(directory .. "/numbers.lua", GRAPH), directory, { main = true })
  exported.run(("cc -std=c11 -O2 -ffp-contract=off -Wall -Wextra -Werror -o %s/program %s/*.c -lm"):format(directory, directory))
  return directory
end

describe("the exported program's numbers", function()
  teardown(exported.remove)

  it("are those of strtod, to the last bit", function()
    local directory, list, lines = build(), decimals(8000), { "x" }
    for i, text in ipairs(list) do lines[i + 1] = i % 3 == 0 and ("\t%s "):format(text) or text end
    write(directory .. "/rows.csv", table.concat(lines, "\n"))
    local printed = exported.run(("%s/program --input Row=%s/rows.csv --output row=-"):format(directory, directory))
    local count, wrong = 0, {}
    for text in printed:gmatch "\n([^\n]+)" do
      count = count + 1
      if bits(text) ~= bits(list[count]) then wrong[#wrong + 1] = list[count] .. " was read as " .. text end
    end
    assert.same({}, wrong)
    assert.equal(#list, count)
    assert.is_true(count > 100000)
  end)

  it("are printed as C prints them, by flux run too", function()
    local script = (GRAPH:gsub("double x;", "double x; float f;"):gsub("self.x = event.x", "self.x, self.f = event.x, event.f"))
    local directory = exported.directory()
    local path = write(directory .. "/numbers.lua", script)
    exported.write(path, directory, { main = true })
    exported.run(("cc -std=c11 -O1 -ffp-contract=off -o %s/program %s/*.c -lm"):format(directory, directory))
    -- Each has one digit more than fits, a 5: the even digit stays.
    write(directory .. "/rows.csv", "x,f\n-916769623885095.25,21.8828125\n5.9604644775390625e-08,1048576.125\n" ..
      "916769623885095.75,-2.3283064365386963e-10\n")
    local expected = "x,f\n-916769623885095.2,21.882812\n5.9604644775390625e-08,1048576.1\n916769623885095.8,-2.3283064e-10\n"
    local arguments = ("--input Row=%s/rows.csv --output row=-"):format(directory)
    assert.equal(expected, exported.run(directory .. "/program " .. arguments))
    for _, backend in ipairs { "table", "luajit", "native" } do
      assert.equal(expected, exported.run(("./flux run %s --quiet --backend %s %s"):format(path, backend, arguments)))
    end
  end)

  local has = command("command -v valgrind").status == 0
  local counted = has and it or function(what) pending(what .. " (valgrind is not installed)") end
  counted("take at most 40 instructions a byte, all that a short event does included", function()
    local directory = build "bench/graphs/rows.lua"
    local function instructions(rows)
      local lines = { "price,size,time" }
      for i = 1, rows do lines[i + 1] = ("%.6f,%.3f,1700000%09d000"):format(95 + i % 1000 / 97, i % 65536 / 1000, i) end
      local text = table.concat(lines, "\n") .. "\n"
      write(directory .. "/rows.csv", text)
      local result = exported.run(("valgrind --tool=callgrind --callgrind-out-file=/dev/null %s/program --input Row=%s/rows.csv")
        :format(directory, directory))
      return tonumber(result:match("Collected : (%d+)")), #text
    end
    local few, short = instructions(1000)
    local many, long = instructions(5000)
    local each = (many - few) / (long - short)
    assert.is_true(each > 1 and each < 40, each)
  end)
end)
