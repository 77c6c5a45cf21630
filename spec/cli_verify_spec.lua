-- SPDX-License-Identifier: MIT
-- flux verify on graphs that not every arm can run, and on runs that end in an error.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local FLUX = ("luajit %s flux "):format(command.quoted(io.popen("pwd"):read("*l") .. "/lua/flux/cli/launch.lua"))

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; symbol who; double price;", { time = "time" })
local g = flux.graph("shop")
g:default_input(Tick, "shop.csv")
g:sink("a", g:node("a", { state = "symbol who; double w[2]; int32_t n;", on = { [Tick] = %s } }))
return g
]]
local PORTABLE = "function(self, event)\n  self.who, self.w[self.n] = event.who, event.price\n  self.n = self.n + 1\nend"
local ROWS = "time,who,price\n1,MSFT,2\n2,,3\n"

local function verify(body, rows, options, arguments)
  local directory = exported.directory()
  for name, text in pairs { ["shop.lua"] = GRAPH:format(body), ["shop.csv"] = rows, ["shop.jsonl"] = rows } do
    local file = assert(io.open(directory .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  local result = command(FLUX .. "verify shop.lua " .. (arguments or ""), { directory = directory, environment = options })
  return result, (result.out:gsub(", %d+%.%d+ s\n", "\n"):gsub(directory:gsub("%p", "%%%0"), "…"))
end

-- A graph of one event type with one field, of this type.
local function verify_field(type, rows)
  local directory = exported.directory()
  local graph = ([[
local flux = require "flux"
local E = flux.event("E", "%s k;")
local g = flux.graph("small")
g:default_input(E, "small.csv")
g:sink("a", g:node("a", { state = "%s last; int32_t n;", on = { [E] = function(self, e)
  self.last = e.k
  self.n = self.n + 1
end } }))
return g
]]):format(type, type)
  for name, text in pairs { ["small.lua"] = graph, ["small.csv"] = rows } do
    local file = assert(io.open(directory .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  return command(FLUX .. "verify small.lua", { directory = directory })
end

local function all_same(text)
  for _, arm in ipairs { "table", "luajit", "native", "exported" } do assert.matches("\n" .. arm .. " +same ", "\n" .. text) end
end

describe("flux verify", function()
  teardown(exported.remove)

  it("says why the oracle takes long, once, and how to do without", function()
    local rows = { "time,who,price" }
    for i = 1, 40 do rows[i + 1] = i .. ",A,1" end
    local body = "function(self, event) self.n = self.n + 1 end"
    local directory = exported.directory()
    for name, text in pairs { ["shop.lua"] = GRAPH:format(body), ["shop.csv"] = table.concat(rows, "\n") .. "\n" } do
      local file = assert(io.open(directory .. "/" .. name, "wb"))
      file:write(text)
      file:close()
    end
    local line = "luajit -e 'local main = dofile(\"lua/flux/cli/launch.lua\") require(\"flux.cli.verify\").PATIENCE = 0 " ..
      "os.exit(main.main { \"verify\", \"%s/shop.lua\", \"--arms\", \"%s\" })'"
    local result = command(line:format(directory, "oracle,table"))
    assert.equal("flux: the oracle has run 16 events so far: it is the naive rule and asks every node after every event; --limit N " ..
      "reads fewer events, --arms table,luajit,native,exported leaves it out\n", result.err)
    assert.matches("^oracle +reference +41 rows and states.*\ntable +same +41 rows", result.out)
    assert.equal("", command(line:format(directory, "table,luajit")).err)
  end)

  it("compares graphs with symbols", function()
    local result, text = verify(PORTABLE, ROWS)
    assert.equal("", result.err)
    assert.equal(0, result.status)
    assert.matches("^oracle +reference  3 rows and states\n", text)
    all_same(text)
  end)

  for type, rows in pairs { bool = "k\ntrue\nfalse\n", int8_t = "k\n-128\n127\n" } do -- in any order
    it("compares graphs whose events are smaller than other types' fields: " .. type, function()
      local result = verify_field(type, rows)
      assert.equal("", result.err)
      assert.equal(0, result.status)
      assert.matches("^oracle +reference  3 rows and states,", result.out)
      all_same(result.out)
    end)
  end

  it("compares how a run fails: the graph's error", function()
    local result, text = verify(PORTABLE, ROWS .. "3,X,4\n")
    assert.equal(0, result.status)
    local message = "error     graph 'shop', cycle 3, event Tick, node 'a', on Tick (shop.lua:5): shop.lua:6: index 2 is out"
    assert.truthy(text:find(message, 1, true), text)
    all_same(text)
  end)

  it("compares how a run fails: a bad row", function()
    local result, text = verify(PORTABLE, ROWS .. "3,X,y\n")
    assert.equal(0, result.status)
    assert.truthy(text:find("error     …/shop.csv:4:5: column 'price': expected a number, got \"y\"\n", 1, true), text)
    all_same(text)
  end)

  it("compares how a run fails: no room for a symbol", function()
    local rows = { "time,who,price" }
    for i = 1, 257 do rows[i + 1] = ("%d,S%d,1"):format(i, i) end
    local result, text = verify("function(self, event) self.who = event.who end", table.concat(rows, "\n") .. "\n")
    assert.equal(0, result.status, text)
    assert.truthy(text:find("error     …/shop.csv:258: column 'who': symbol \"S257\": the symbol table is full; the graph's option " ..
      "`symbols` says how many different texts it holds\n", 1, true), text)
    all_same(text)
  end)

  it("leaves C bodies to the arms that compile them", function()
    local result, text = verify("flux.c[[ self->w[0] += event->price; return true; ]]", ROWS)
    assert.equal(0, result.status)
    assert.matches("^oracle +skipped: C bodies\ntable +reference  3 rows and states\n", text)
    assert.matches("exported +same ", text)
  end)

  it("leaves opaque Lua to the arms that run Lua", function()
    local result, text = verify("flux.lua(function(self, event) self.w[0] = event.price end)", ROWS)
    assert.equal(0, result.status)
    assert.matches("luajit +same .*native +skipped: opaque Lua\nexported +skipped: opaque Lua\n$", text)
  end)

  it("compares JSON Lines too, which the exported program gets as CSV", function()
    local lines = '\n{"time":1,"who":"A, \\"B\\"","price":0.1}\n{"who":"","time":"2000-01-03","price":"2.5"}\n\n'
    local result, text = verify(PORTABLE, lines, nil, "-i Tick=shop.jsonl")
    assert.equal(0, result.status, text)
    assert.matches("^oracle +reference  3 rows and states\n", text)
    all_same(text)
    result, text = verify(PORTABLE, lines .. '{"time":946857600000000001,"who":"C","price":4}\n', nil, "-i Tick=shop.jsonl")
    assert.equal(0, result.status, text)
    assert.truthy(text:find("index 2 is out of range: self.w has elements 0 … 1 (at shop.jsonl:5)", 1, true), text)
    all_same(text)
    result, text = verify(PORTABLE, lines .. "{}\n", nil, "-i Tick=shop.jsonl")
    assert.equal(0, result.status, text)
    assert.matches("native +same [^\n]*\nexported +skipped: the exported driver reads CSV, [^\n]*: shop.jsonl:5", text)
  end)

  it("refuses to compare nothing", function()
    for _, arms in ipairs { "''", "table", "," } do
      local result = verify(PORTABLE, ROWS, nil, "--arms " .. arms)
      assert.same({ 2, "" }, { result.status, result.out })
      assert.matches("^flux: %-%-arms '[^']*' compares nothing: name two or more of oracle,table,luajit,native,exported\n$", result.err)
    end
    local result = verify(PORTABLE, ROWS, nil, "-i Tick=- <shop.csv")
    assert.same({ 2, "flux: every arm reads the inputs, and standard input can be read only once: name a file\n" },
      { result.status, result.err })
  end)

  it("says that there is no compiler", function()
    local result, text = verify(PORTABLE, ROWS, "CC=no-such-compiler")
    assert.equal(0, result.status)
    for _, arm in ipairs { "native", "exported" } do
      assert.matches(arm .. " +skipped: no C compiler: 'no%-such%-compiler' does not run; install gcc or clang, or set CC\n", text)
    end
  end)
end)
