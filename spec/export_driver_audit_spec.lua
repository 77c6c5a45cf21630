-- SPDX-License-Identifier: MIT
-- The exported program's --audit: the same file as that of `flux run --audit` on every backend.

local command = require "spec.support.command"
local exported = require "spec.support.exported"

local FLAGS = "-std=c11 -O1 -ffp-contract=off -Wall -Wextra -Werror"

-- Posts, fails at the third row, wraps nothing.
local SCRIPT = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local Alarm = flux.event("Alarm", "double level;")
local g = flux.graph("traced", { on_error = "rollback", late = "reject" })
g:default_input(Tick, "ticks.csv")
local tick = g:node("tick", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end },
  init = function(self) self.price = 1 end })
local mean = g:node("mean", { state = "double value; double w[2];", inputs = { price = tick.price }, every = "4us",
  on_timer = function() return false end,
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

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function build(script, directory, options)
  options.main = true
  exported.write(script, directory, options)
  exported.run(("cc %s -o %s/program %s/*.c -lm"):format(FLAGS, directory, directory))
  return directory .. "/program"
end

describe("the exported program with --audit", function()
  local directory, script

  setup(function()
    directory = exported.directory()
    script = directory .. "/traced.lua"
    write(script, SCRIPT)
    write(directory .. "/ticks.csv", "time,price\n1,8\n2,6\n3,9\n2,1\n5000,1\n")
  end)
  teardown(exported.remove)

  local function same(graph, out, input, level)
    local program = build(graph, out, {})
    local result = command(("%s --input %s --until 9000 --rows /dev/null --audit %s/c --audit-level %s"):format(program, input, out, level))
    assert.equal(0, result.status, result.err)
    local told = result.err:match("[%d,]+ audit records[^\n]*")
    assert.truthy(told, result.err)
    for _, backend in ipairs { "table", "luajit", "native" } do
      local ran = command(("./flux run %s --backend %s --input %s --until 9000 --audit %s/%s --audit-level %s"):format(graph,
        backend, input, out, backend, level))
      assert.equal(0, ran.status, ran.err)
      assert.equal(told, ran.err:match("[%d,]+ audit records[^\n]*"))
      assert.is_true(read(out .. "/c") == read(out .. "/" .. backend), ("%s, %s, on %s"):format(graph, level, backend))
    end
    return #read(out .. "/c")
  end

  it("writes what flux run writes on every backend, at every level", function()
    local sizes = {}
    for i, level in ipairs { "off", "cycles", "cycles,mean=nodes", "values" } do
      sizes[i] = same(script, directory, ("Tick=%s/ticks.csv"):format(directory), level)
    end
    assert.is_true(sizes[1] < sizes[2] and sizes[2] < sizes[3] and sizes[3] < sizes[4])
    -- An error, a post with its cause, a late event and a timer are in it.
    local text = command(("./flux trace %s/c"):format(directory)).out
    for _, word in ipairs { "there is no|index 3 is out of range|rolled back", "sink mean", "late|refused", "timer" } do
      local found = false
      for one in word:gmatch "[^|]+" do found = found or text:find(one, 1, true) end
      assert.truthy(found, word .. " in\n" .. text)
    end
  end)

  it("writes more records than its ring holds", function()
    local out, rows = exported.directory(), { "time,x" }
    write(out .. "/many.lua", [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })
local g = flux.graph "many"
local last
for i = 1, 20 do
  last = g:node("n" .. i, { inputs = { x = last and last.x }, state = "double x;", on = not last and { [Tick] = function(self, event)
    self.x = event.x end } or nil, update = last and function(self, x) self.x = x + 1 end or nil })
end
return g
]])
    for i = 1, 8000 do rows[i + 1] = i .. "," .. i % 7 end
    write(out .. "/ticks.csv", table.concat(rows, "\n") .. "\n")
    assert.is_true(same(out .. "/many.lua", out, ("Tick=%s/ticks.csv"):format(out), "nodes") > 8000 * 21 * 32) -- 2^17 records are 4 MiB
  end)

  it("says what is wrong with its options and with the file", function()
    local program = directory .. "/program"
    local input = (" --input Tick=%s/ticks.csv --rows /dev/null"):format(directory)
    -- As of `flux run`: 2 for an argument that is wrong, 1 for a file that cannot be written.
    local function refused(status, text, arguments)
      local result = command(program .. input .. arguments)
      assert.truthy(result.err:find("traced: " .. text, 1, true), result.err)
      assert.same({ status, "" }, { result.status, result.out })
      local ran = command(("./flux run %s --quiet%s"):format(script, arguments))
      assert.same({ status, "" }, { ran.status, ran.out }, ran.err)
    end
    refused(2, "--audit-level much: 'much' is none of off, cycles, nodes, values", " --audit /dev/null --audit-level much")
    refused(2, "--audit-level nodes,meen=values: the graph has no node 'meen'", " --audit /dev/null --audit-level nodes,meen=values")
    refused(2, "--audit-level nodes,cycles: two levels for the graph", " --audit /dev/null --audit-level nodes,cycles")
    refused(2, "--audit-level: expected LEVEL[,NODE=LEVEL…]", " --audit /dev/null --audit-level ,")
    refused(2, "--audit-level needs --audit FILE", " --audit-level nodes")
    refused(1, "cannot write the audit /dev/full: No space left on device", " --audit /dev/full")
    refused(1, ("cannot write the audit %s/no/such: No such file"):format(directory), (" --audit %s/no/such"):format(directory))
    local ran = command(("./flux run %s --quiet --audit /dev/full"):format(script))
    assert.equal(1, ran.status)
    assert.truthy(ran.err:find("cannot write the audit /dev/full: No space left on device", 1, true), ran.err)
    assert.equal("", ran.out) -- its head cannot be written: nothing runs
  end)

  it("is not there without an audit", function()
    local out = exported.directory()
    local program = build(script, out, { audit = false })
    local result = command(("%s --input Tick=%s/ticks.csv --audit %s/c"):format(program, directory, out))
    assert.equal(2, result.status)
    assert.is_nil(result.err:find("[--audit FILE", 1, true))
  end)
end)
