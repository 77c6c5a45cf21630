-- SPDX-License-Identifier: MIT
-- The exported program prints what `flux run` prints, byte for byte, and refuses what it refuses with the same words.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local FLAGS = "-std=c11 -O1 -ffp-contract=off -Wall -Wextra -Werror"

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; symbol who; double price; bool open; int8_t small; uint64_t wide; float f; double w[2];",
  { time = "time" })
local Note = flux.event("Note", "int64_t at; symbol text; int32_t level = 3;", { time = "at" })
local Setup = flux.event("Setup", "uint16_t base;")
local g = flux.graph("shop")
local setup = g:node("setup", { state = "uint16_t base;", on = { [Setup] = function(self, event) self.base = event.base end } })
local tick = g:node("tick", { inputs = { base = flux.passive(setup.base) },
  state = "int64_t time; symbol who; double price; bool open; int8_t small; uint64_t wide; float f; double w[2];",
  on = { [Tick] = function(self, event, base)
    self.time, self.who, self.price, self.open = event.time, event.who, event.price + base, event.open
    self.small, self.wide, self.f = event.small, event.wide, event.f
    self.w[0], self.w[1] = event.w[0], event.w[1]
  end } })
local note = g:node("note", { state = "symbol text; int32_t level;",
  on = { [Note] = function(self, event) self.text, self.level = event.text, event.level end } })
local sums = g:node("sums", { inputs = { tick = tick }, state = "double w[3];",
  update = function(self, tick) self.w[tick.small] = self.w[tick.small] + tick.price end })
g:sink("tick", tick)
g:sink("note", note)
g:sink("sums", sums)
return g
]]

local HEADER = "time,who,price,open,small,wide,f,w[0],w[1]\n"
local ROW = "10,MSFT,1.5,true,1,18446744073709551615,0.1,1,2\n"

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function build(script, directory)
  exported.write(script, directory, { main = true })
  exported.run(("cc %s -o %s/program %s/*.c -lm"):format(FLAGS, directory, directory))
  return directory .. "/program"
end

-- Runs both on the same arguments; what flux run says of itself is left out.
local function both(program, script, arguments)
  local ran = command(("luajit run %s --quiet %s"):format(script, arguments))
  local got = command(program .. " " .. arguments)
  local name = program:match("([^/]+)/program$") and script:match("([^/]+)%.lua$")
  local function plain(text, word) return (("\n" .. text):gsub("\n" .. word .. ": ", "\n")) end
  return { out = ran.out, err = plain(ran.err, "flux"), status = ran.status },
    { out = got.out, err = plain(got.err, name):gsub("%(shop%.lua:", "(" .. script .. ":"):gsub("\nshop%.lua:", "\n" .. script .. ":")
      :gsub(": shop%.lua:", ": " .. script .. ":"):gsub("%d+ cycles? ended in an error\n", ""), status = got.status }
end

describe("the exported program", function()
  teardown(exported.remove)

  for _, name in ipairs { "hello", "sp500", "weather", "ladder" } do
    it("prints for " .. name .. " what flux run prints", function()
      local script = ("graphs/%s.lua"):format(name)
      local inputs = {}
      for i, input in ipairs(dofile(script).default_inputs) do inputs[i] = ("--input %s=%s"):format(input.event.name, input.file) end
      local expected, got = both(build(script, exported.directory()), script, table.concat(inputs, " "))
      assert.same(expected, got)
      assert.is_true(#got.out > 20)
    end)
  end
end)

describe("the exported program's input", function()
  local directory, program, script

  setup(function()
    directory = exported.directory()
    script = directory .. "/shop.lua"
    write(script, GRAPH)
    program = build(script, directory)
  end)
  teardown(exported.remove)

  local function check(ticks, notes, more)
    local arguments = {}
    for name, text in pairs { Tick = ticks, Note = notes or nil } do
      write(("%s/%s.csv"):format(directory, name), text)
      arguments[#arguments + 1] = ("--input %s=%s/%s.csv"):format(name, directory, name)
    end
    table.sort(arguments)
    local expected, got = both(program, script, table.concat(arguments, " ") .. " " .. (more or ""))
    assert.same(expected, got)
    return got
  end

  it("is read as by flux run: symbols, all types, several files", function()
    local got = check("\239\187\191\n\r\n" .. HEADER .. ROW ..
      "2020-02-29T12:30:01.25+01:30,\"A, \"\"B\"\"\",-0,FALSE, 2 ,0,nan,inf,1e-300\r\n" ..
      "\n9223372036854775807,,+.5,tRuE,0,7,3.4e38,-0.0,123456789.123456789", "at,level,text\n5,,x\n10,4,MSFT\n11,5,\n")
    assert.equal(0, got.status)
    assert.truthy(got.out:find('"A, ""B"""', 1, true))
    assert.equal("\n", got.err)
  end)

  it("out of order is said so", function()
    local got = check(HEADER .. ROW:gsub("^10", "2000000000") .. ROW .. ROW)
    assert.truthy(got.err:find("time goes back from 1970-01-01T00:00:02Z to 1970-01-01T00:00:00.00000001Z (2 rows", 1, true))
  end)

  it("has a row fewer with --limit, and ends at --until", function()
    check(HEADER .. ROW .. ROW:gsub("^10", "11") .. "bad\n", nil, "--limit 2")
    check(HEADER .. ROW .. ROW:gsub("^10", "11") .. ROW:gsub("^10", "12"), nil, "--until 11")
  end)

  -- Rows and cells that the program's block of 64 KiB cuts anywhere, a cell that is longer than a block, and quotes at its edges.
  it("is the same however it is cut into blocks and reads", function()
    local head, lines = "note," .. HEADER, {}
    for i = 1, 3000 do
      local note = i % 3 == 0 and ('"%s""\n,"'):format(("n"):rep(i % 97)) or ("n"):rep(i % 61)
      lines[i] = ('%s,%d,"A%d ""B""",%d.25,true,1,%d,0.1,1,"2"%s'):format(note, i * 1000, i % 50, i, i, i % 2 == 0 and "\r" or "")
    end
    lines[1500] = ('"%s\n%s",1500000,"",1,0,2,3,4,5,6'):format(("long, "):rep(30000), ('""'):rep(3000))
    local text = head .. table.concat(lines, "\n")
    local got = check(text)
    assert.same({ 0, "\n" }, { got.status, got.err })
    local piped = command(("dd if=%s/Tick.csv bs=777 status=none | %s --input Tick=-"):format(directory, program))
    assert.equal(got.out, piped.out)
    got = check(text .. "\nshort,row\n")
    assert.equal(1, got.status)
  end)

  it("is refused with the words of flux run", function()
    local function cell(column, text)
      local cells = { "10", "MSFT", "1.5", "true", "1", "7", "0.1", "1", "2" }
      cells[column] = text
      return HEADER .. ROW .. table.concat(cells, ",") .. "\n" .. ROW
    end
    local bad = {
      cell(1, "soon"), cell(1, "2021-02-29"), cell(1, "2021-02-28T25:00"), cell(1, "2021-02-28T20:00+24"), cell(1, "3000-01-01"),
      cell(1, "99999999999999999999"), cell(1, "2021-02-28T20"), cell(1, ""), cell(2, "12345678901234567890123456789012"), cell(2, "a\0b"),
      cell(2, '"x"y'), cell(3, "1x"), cell(3, "0x10"), cell(3, ""), cell(3, "1\0"), cell(3, '"1" '), cell(4, "yes"), cell(5, "128"),
      cell(5, "-129"), cell(5, "1.5"), cell(5, "99999999999999999999999"), cell(6, "-1"), cell(6, "18446744073709551616"), cell(6, "x"),
      cell(7, "nan(1)"), cell(9, ("long "):rep(20)), cell(9, "1,2"), HEADER .. ROW .. "10,MSFT\n", HEADER .. "\0\n", HEADER .. "\0\0,\n",
      HEADER .. ROW .. '10,"MSFT\n', "", "time,who,time\n", "Time,who\n", HEADER:gsub("w%[1%]", "w[01]") .. ROW, HEADER .. cell(5, "7"),
      "\n\r\n\nTime,who\n", "time\r,who\n", "t\0i\0m\0e\0\n", '"ti\nme",\27Time\n', "a\7,a\7\n", '"a\rb",time\n', "\n\n",
    }
    for _, text in ipairs(bad) do
      local got = check(text)
      assert.equal(1, got.status, text)
      assert.is_nil(got.out:find("error", 1, true))
    end
  end)

  it("is given up where a quote that is never closed makes a record of it that is too long", function()
    local got = check(HEADER .. ROW .. '10,"' .. ("MSFT,1.5,true\n"):rep(2 ^ 26 / 14 + 1))
    assert.equal(1, got.status)
    assert.truthy(got.err:find("Tick.csv: a record is longer than 64 MiB; is a quote missing?", 1, true), got.err)
  end)

  it("may hold an event that is an error of the graph", function()
    local got = check(HEADER .. ROW .. ROW:gsub("true,1", "true,7"))
    assert.equal(1, got.status)
    assert.truthy(got.err:find("index 7 is out of range", 1, true), got.err)
  end)

  it("may not be there", function()
    local expected, got = both(program, script, "--input Tick=/nowhere.csv")
    assert.same(expected, got)
  end)
end)

describe("the exported program of a graph with C bodies", function()
  teardown(exported.remove)

  it("says which status a body returned, and what it means only where a post gave it", function()
    local directory = exported.directory()
    local script = directory .. "/shop.lua"
    write(script, [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x;")
local Other = flux.event("Other", "double y;")
local g = flux.graph("shop", { on_error = "skip", capacity = 1 })
local tick = g:node("tick", { state = "double x;", on = { [Tick] = flux.c "self->x = event->x; if (self->x < 0) return (int)event->x;" } })
g:node("other", { inputs = { x = tick.x }, state = "double v;", update = flux.c [=[
    const shop_other_event o = { .y = x };
    for (int i = 0; i < (int)x; i++) if (flux_post_Other(ctx, &o) < 0) return -9;
    return x == 0.5 ? -16 : x == 0.25 ? -5 : 1;
  ]=],
  on = { [Other] = function(self, event) self.v = event.y end } })
g:sink("tick", tick)
return g
]])
    local program = build(script, directory)
    for x, said in pairs { [-7] = "-7", [-9] = "-9", [-16] = "-16", [-1000] = "-1000", [0.25] = "-5",
      [2] = "-9 (the queue of posted events is full)", [0.5] = "-16 (the call is not allowed here)" } do
      write(directory .. "/Tick.csv", ("x\n%s\n"):format(x))
      local expected, got = both(program, script, ("--input Tick=%s/Tick.csv"):format(directory))
      assert.same(expected, got)
      assert.truthy(got.err:find((": returned status %s (at "):format(said), 1, true), got.err)
    end
  end)
end)

describe("the exported program of a graph with a callback that can never run", function()
  teardown(exported.remove)

  it("names the callback that failed", function()
    local directory = exported.directory()
    local script = directory .. "/shop.lua"
    write(script, [[
local flux = require "flux"
local Tick = flux.event("Tick", "int32_t at;")
local g = flux.graph("shop", { on_error = "skip" })
local quiet = g:node("quiet", { state = "double x;", init = function(self) self.x = 1 end })
g:node("never", { state = "double y;", inputs = { x = quiet.x }, update = function(self, x) self.y = x end })
g:node("picky", { state = "double v[3];", on = { [Tick] = function(self, event) self.v[event.at] = 1 end } })
return g
]])
    write(directory .. "/Tick.csv", "at\n1\n3\n")
    local program = build(script, directory)
    local expected, got = both(program, script, ("--input Tick=%s/Tick.csv"):format(directory))
    assert.same(expected, got)
    assert.truthy(got.err:find("node 'picky', on Tick (", 1, true), got.err)
  end)
end)
