-- SPDX-License-Identifier: MIT
-- flux run --audit and flux trace: the same file from every backend; what it decodes to; what is said of files that are no audit, are
-- damaged, or were interrupted.

local command = require "spec.support.command"
local cjson = require "cjson"

local SCRIPT = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local Alarm = flux.event("Alarm", "double level;")
local g = flux.graph("traced", { on_error = "skip" })
g:default_input(Tick, "ticks.csv")
local tick = g:node("tick", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
local mean = g:node("mean", { state = "double value; double w[2];", inputs = { price = tick.price },
  update = function(self, price, ctx)
    self.value = 0.5 * (self.value + price)
    self.w[self.value - 4] = price
    if self.value > 4 then ctx.post(Alarm, { level = price }) end
  end })
g:node("alarm", { state = "bool on; int32_t left; uint16_t all = 65535; int64_t big;", on = { [Alarm] = function(self, event)
  self.on, self.left, self.all, self.big = event.level > 1, self.left - 1, 65534, -9007199254740993LL
end } })
g:sink("mean", mean)
return g
]]

local directory

local function path(name) return directory .. "/" .. name end

local function write(name, text)
  local file = assert(io.open(path(name), "wb"))
  file:write(text)
  file:close()
end

local function read(name)
  local file = assert(io.open(path(name), "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- A run of `flux` in the checkout.
local function run(line) return command("luajit lua/flux/cli/launch.lua flux " .. line) end

describe("flux trace", function()
  setup(function()
    directory = os.tmpname()
    os.remove(directory)
    assert(os.execute("mkdir -p " .. command.quoted(directory)) == 0)
    write("traced.lua", SCRIPT)
    write("ticks.csv", "time,price\n1,8\n2,6\n3,9\n")
    local result = run(("run %s --audit %s --audit-level values --quiet"):format(path "traced.lua", path "a"))
    assert.equal(0, result.status, result.err)
  end)
  teardown(function() os.execute("rm -rf " .. command.quoted(directory)) end)

  it("finds the same bytes from every backend", function()
    for _, backend in ipairs { "luajit", "native" } do
      run(("run %s --backend %s --audit %s --audit-level values --quiet"):format(path "traced.lua", backend, path(backend)))
      assert.is_true(read "a" == read(backend), backend)
    end
  end)

  -- 0.5 * (0 + 8) = 4 → w[0]; 0.5 * (4 + 6) = 5 → w[1], posts; 0.5 * (5 + 9) = 7 → there is no w[3].
  it("prints cycles with what happened in them", function()
    local result = run("trace " .. path "a")
    assert.equal([[
cycle 1  event Tick  at 1
  tick   on Tick   dirty
         price = 8
  mean   update    dirty
         value = 4
         w[0] = 8
  mean   sink mean
cycle 2  event Tick  at 2
  tick   on Tick   dirty
         price = 6
  mean   update    dirty
         value = 5
         w[1] = 6
  mean   posts Alarm
  mean   sink mean
cycle 3  event Alarm  at 2  posted by cycle 2
  alarm  on Alarm  dirty
         on = true
         left = -1
         all = 65534
         big = -9007199254740993
cycle 4  event Tick  at 3
  tick   on Tick   dirty
         price = 9
  mean   update    failed
         value = 7
  mean   ERROR update: status -8 (an array index is out of range); skipped
]], result.out)
  end)

  it("prints one JSON object a record", function()
    local result, list = run("trace --format json " .. path "a"), {}
    for line in result.out:gmatch("[^\n]+") do list[#list + 1] = cjson.decode(line) end
    assert.equal(27, #list) -- 7 + 8 + 6 + 6
    assert.same({ record = 0, kind = "cycle", cycle = 1, time = 1, event = "Tick", entry = "event" }, list[1])
    assert.same({ record = 5, kind = "value", cycle = 1, time = 1, event = "Tick", node = "mean", field = "w[0]", value = 8 }, list[6])
    assert.same({ record = 15, kind = "cycle", cycle = 3, time = 2, event = "Alarm", entry = "event", cause = 2 }, list[16])
    assert.same({ record = 26, kind = "error", cycle = 4, time = 3, event = "Tick", node = "mean", callback = "update", status = -8,
      policy = "skipped" }, list[27])
    write("zero.csv", "time,price\n1,-0\n") -- an integer -0 would be read as 0
    assert.equal(0, run(("run %s -q --input Tick=%s --audit %s --audit-level values"):format(path "traced.lua", path "zero.csv",
      path "zero")).status)
    assert.truthy(run("trace --format json " .. path "zero").out:find('"node":"tick","field":"price","value":-0.0}', 1, true))
  end)

  it("prints a trace for Chrome", function()
    local trace = cjson.decode(run("trace --format chrome " .. path "a").out)
    local phases = {}
    for _, event in ipairs(trace.traceEvents) do phases[event.ph] = (phases[event.ph] or 0) + 1 end
    -- names: the process, the cycles, three nodes with their places; four cycles; seven calls, two sinks and a post; the error
    assert.same({ M = 8, B = 4, E = 4, X = 10, i = 1, s = 1, f = 1 }, phases)
  end)

  it("prints what is asked for", function()
    assert.equal("cycle 3  event Alarm  at 2  posted by cycle 2\n", run("trace --cycles 3 --node mean " .. path "a").out)
    local result = run("trace --node meen " .. path "a")
    assert.equal(2, result.status)
    assert.truthy(result.err:find("graph 'traced' has no node 'meen' (did you mean 'mean'?)", 1, true), result.err)
    assert.equal(2, run("trace --cycles 3..1 " .. path "a").status)
  end)

  local function refused(name, text, more)
    local result = run(("trace %s %s"):format(path(name), more or ""))
    assert.equal(1, result.status)
    assert.truthy(result.err:find(text, 1, true), result.err)
    assert.equal("", result.out)
  end

  it("refuses what is no audit file, or is cut off or damaged", function()
    local whole = read "a"
    refused("traced.lua", "this is not an audit file")
    write("short", whole:sub(1, 50))
    refused("short", "the audit file is cut off inside its header")
    write("cut", whole:sub(1, -2))
    refused("cut", ("it has %d bytes and should have %d"):format(#whole - 1, #whole))
    write("long", whole .. "x")
    refused("long", "has something behind it")
    write("damaged", whole:sub(1, -10) .. "\255" .. whole:sub(-8))
    refused("damaged", "its checksum is not that of its bytes")
    write("many", whole:sub(1, 31) .. "\8" .. whole:sub(33)) -- times 32 that is as many bytes, modulo 2^64
    refused("many", "the audit file's header is damaged")
    write("later", whole:sub(1, 8) .. "\9" .. whole:sub(10))
    refused("later", "of version 9, this is version 1")
    refused("a", "the audit is of another graph", "graphs/hello.lua")
    refused("missing", "cannot open the audit file")
  end)

  it("prints what is whole of an interrupted file", function()
    local whole = read "a"
    write("open", whole:sub(1, 24) .. ("\0"):rep(8) .. whole:sub(33, 72) .. ("\0"):rep(8) .. whole:sub(81, -40))
    local result = run("trace " .. path "open")
    assert.equal(0, result.status, result.err)
    assert.truthy(result.err:find("the recording was interrupted; 25 records are whole, 25 bytes behind them are not", 1, true), result.err)
    assert.truthy(result.out:find("cycle 4", 1, true))
  end)

  -- The last record's cycle becomes 2^53 + 1, as in an instance that was restored from a snapshot of such a number.
  it("prints and finds cycles that a double does not hold", function()
    local whole = read "a"
    write("late", whole:sub(1, 24) .. ("\0"):rep(8) .. whole:sub(33, 72) .. ("\0"):rep(8) .. whole:sub(81, -33) ..
      "\1\0\0\0\0\0\32\0" .. whole:sub(-24))
    local text = run("trace " .. path "late").out
    assert.truthy(text:find("(cycle 9007199254740993  event Tick  at 3)\n", 1, true), text)
    local found = run("trace --format json --cycles 9007199254740993 " .. path "late").out
    assert.truthy(found:find('"cycle":9007199254740993,', 1, true), found)
    assert.equal("", run("trace --cycles 9007199254740992 " .. path "late").out)
    assert.equal("", run("trace --cycles 9007199254740994..18446744073709551615 " .. path "late").out)
    assert.equal(2, run("trace --cycles 18446744073709551616 " .. path "late").status)
  end)

  it("needs room for the file, and --audit for --audit-level", function()
    assert.equal(2, run(("run %s --audit-level nodes"):format(path "traced.lua")).status)
    local result = run(("run %s --audit %s --audit-level nodes,meen=values"):format(path "traced.lua", path "b"))
    assert.truthy(result.err:find("graph 'traced' has no node 'meen'", 1, true), result.err)
    result = run(("run %s --audit %s"):format(path "traced.lua", path "ticks.csv"))
    assert.not_equal(0, result.status)
    assert.equal("time,price\n1,8\n2,6\n3,9\n", read "ticks.csv")
  end)
end)
