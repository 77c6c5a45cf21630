-- SPDX-License-Identifier: MIT
-- `internal` fields of a state: the node's own, neither ports nor in the rows of sinks, and otherwise as any field. Rows and offsets are
-- worked out by hand.
local command = require "spec.support.command"
local exported = require "spec.support.exported"
local flux = require "flux"
local nodes = require "flux.nodes"
local types = require "flux.types"

local GRAPH = [[
local flux, nodes = require "flux", require "flux.nodes"
local Tick = flux.event("Tick", "double x; symbol key;")
local g = flux.graph("own")
local tick = g:node("tick", nodes.latest(Tick))
local Two = flux.kind("Two", { state = "bool odd; double total, w[2];", internal = "int32_t at; double held[2] /* the last two */;",
  update = function(self, x)
    self.total = self.total - self.held[self.at % 2] + x
    self.held[self.at % 2] = x
    self.at = self.at + 1
    self.w[0], self.odd = self.held[0], self.at % 2 == 1
  end })
local two = g:node("two", Two { x = tick.x })
g:sink("two", two)
g:sink("mean", g:node("mean", nodes.mean { x = tick.x, window = "1s", capacity = 4 }))
g:by(Tick.key, { capacity = 2 }, function(sub)
  local own = sub:node("own", nodes.latest(Tick))
  sub:sink("each", sub:node("each", Two { x = own.x }))
end)
return g
]]

local TICKS = "x,key\n3,A\n4,B\n6,A\n"

local ROWS = [[
each,key,odd,total
each,A,true,3
each,B,true,4
each,A,false,9
mean,3,0
mean,3.5,0
mean,4.333333333333333,0
mean,value,overflowed
two,odd,total,w[0],w[1]
two,false,7,3,0
two,true,10,6,0
two,true,3,3,0
]]

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function sorted(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
  table.sort(lines)
  return table.concat(lines, "\n")
end

local Tick = flux.event("Tick", "double x;")

local function graph()
  local g = flux.graph "internal"
  local tick = g:node("tick", nodes.latest(Tick))
  return g, g:node("two", { inputs = { x = tick.x }, state = "double value;", internal = "double held;",
    update = function(self, x) self.value, self.held = x + self.held, x end })
end

describe("internal fields", function()
  teardown(exported.remove)

  it("lie behind the state's, in one record", function()
    local record = types.parse_state("bool odd; double total;", "int32_t at; double held[2];", "node 'n'")
    local list = {}
    for i, field in ipairs(record.fields) do list[i] = ("%s@%d%s"):format(field.name, field.offset, field.internal and " own" or "") end
    assert.equal("odd@0 total@8 at@16 own held@24 own", table.concat(list, " "))
    assert.equal(40, record.size)
    assert.same({ "odd", "total" }, types.results(record))
  end)

  it("are in no row of a sink, of any backend and of the exported program", function()
    local directory = exported.directory()
    write(directory .. "/own.lua", GRAPH)
    write(directory .. "/ticks.csv", TICKS)
    local input = ("--input Tick=%s/ticks.csv"):format(directory)
    for _, backend in ipairs { "table", "luajit", "native" } do
      assert.equal(sorted(ROWS), sorted(command(("luajit run %s/own.lua -q %s --backend %s"):format(directory, input, backend)).out))
    end
    exported.write(directory .. "/own.lua", directory, { main = true })
    exported.run(("cc -std=c11 -O1 -Wall -Wextra -Werror %s/*.c -o %s/program -lm"):format(directory, directory))
    assert.equal(sorted(ROWS), sorted(command(directory .. "/program " .. input).out))
    local one = command(("%s/program %s --output two=-"):format(directory, input))
    assert.equal("odd,total,w[0],w[1]\ntrue,3,3,0\nfalse,7,3,0\ntrue,10,6,0\n", one.out)
  end)

  it("are compared by flux verify, in every row", function()
    local directory = exported.directory()
    write(directory .. "/own.lua", GRAPH)
    write(directory .. "/ticks.csv", TICKS)
    exported.write(directory .. "/own.lua", directory, { main = true })
    exported.run(("cc -std=c11 -O1 %s/*.c -o %s/program -lm"):format(directory, directory))
    local rows = command(("%s/program --input Tick=%s/ticks.csv --rows -"):format(directory, directory)).out
    assert.truthy(rows:find("\ntwo,false,7,3,0,2,3,4\n", 1, true)) -- at = 2, held = 3 and 4
    assert.truthy(rows:find("\nstate two,true,10,6,0,3,6,4\n", 1, true))
  end)

  it("are in snapshots, and in what flux.test returns", function()
    local g = graph()
    g:sink("two", "two")
    local series = flux.test(g, { { Tick, x = 1 }, { Tick, x = 5 } })
    assert.same({ value = 6, held = 5 }, series.two[2])
    local rt, copy = g:start {}, g:start {}
    rt:send(Tick, { x = 2 })
    assert(copy:restore(rt:snapshot()))
    copy:send(Tick, { x = 7 })
    assert.equal(9, copy.state.two.value)
  end)

  local REFUSED = {
    { "a port", function(_, two) return two.held end,
      "field 'held' of node 'two' is internal: only the node's own callbacks read it; its results: value" },
    { "a port by name", function(g)
      g:node("r", { inputs = { x = "two.held" }, state = "double value;", update = function(self, x) self.value = x end })
      g:finish()
    end, "node 'r' input 'x': field 'held' of node 'two' is internal" },
    { "what a body reads of a node", function(g, two)
      g:node("r", { inputs = { two = two }, state = "double value;", update = function(self, two) self.value = two.held end })
      g:start {}
    end, "field 'held' of two is internal: only its own node's callbacks read it" },
    { "what a body reads of a list's node", function(g, two)
      g:node("r", { inputs = { list = { two } }, state = "double value;", update = function(self, list) self.value = list[0].held end })
      g:start {}
    end, "field 'held' of node 'two' is internal" },
    { "a name of both", function(g) g:node("r", { state = "double a;", internal = "bool a;" }) end,
      "node 'r': internal: the state has a field 'a' already" },
    { "a name that is reserved", function(g) g:node("r", { internal = "double class;" }) end,
      "node 'r': internal: state field 'class': reserved: a C++ keyword" },
    { "no text", function(g) g:node("r", { internal = 3 }) end, "node 'r': internal: a declaration is a text" },
  }
  for _, case in ipairs(REFUSED) do
    it("refuse " .. case[1], function()
      local g, two = graph()
      local ok, message = pcall(case[2], g, two)
      assert.is_false(ok)
      message = type(message) == "table" and message.message or message
      assert.truthy(message:find(case[3], 1, true), message)
      assert.truthy(message:find("spec/internal_fields_spec.lua:", 1, true), message)
    end)
  end
end)
