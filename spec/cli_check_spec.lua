-- SPDX-License-Identifier: MIT
-- flux check, graph and export from the outside. The steps are worked out by hand from the rules of the design.
local command = require "spec.support.command"

local root = io.popen("pwd"):read("*l")
local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))

local function file(text)
  local path = os.tmpname()
  local out = assert(io.open(path, "wb"))
  out:write(text)
  out:close()
  finally(function() os.remove(path) end)
  return path
end

-- Mistakes that are legal: a trigger that nobody reads, a join of two sources, a node that nobody needs, an opaque body, `otherwise` than
-- nothing.
local LINTS = [[
local flux = require "flux"
local A = flux.event("A", "double x; int32_t k;")
local B = flux.event("B", "double x;")
local g = flux.graph("lints")
local a = g:node("a", { state = "double x;", on = { [A] = function(self, event) self.x = event.x end } })
local b = g:node("b", { state = "double x;", on = { [B] = function(self, event) self.x = event.x end } })
local early = g:node("early", { inputs = { a = a.x, b = b.x }, state = "double r;", update = function(self, a, b) self.r = a / b end })
local waits = g:node("waits", { inputs = { a = a.x, b = b.x }, when = "all", state = "double r;",
  update = function(self, a, b) self.r = a / b end })
local asks = g:node("asks", { inputs = { a = a.x, b = b }, state = "double r;",
  update = function(self, a, b, ctx) if ctx.valid(b) then self.r = a / b.x end end })
local unread = g:node("unread", { inputs = { a = a.x, t = a }, state = "double r;", update = function(self, a, t) self.r = a end })
local unused = g:node("unused", { inputs = { a = a.x }, state = "double r;", update = function(self, a) self.r = a end })
local opaque = g:node("opaque", { inputs = { a = a.x }, state = "double r;",
  update = flux.lua(function(self, a) self.r = #tostring(a) end) })
local others = g:node("others", { state = "double x;", on = {
  [A:where { k = 1 }] = function(self, event) self.x = event.x end,
  [A:otherwise()] = function(self) self.x = 0 end,
  [B:otherwise()] = function(self) self.x = 1 end } })
for _, node in ipairs { early, waits, asks, unread, opaque, others } do g:sink(node.name, node) end
return g
]]

describe("flux check", function()
  it("lists the steps of each entry, with their conditions", function()
    local result = command(FLUX .. "check graphs/hello.lua")
    assert.equal("", result.err)
    assert.equal(0, result.status)
    assert.matches("^graph 'hello': 3 nodes, 24 bytes of state, at most 4 steps an entry; ", result.out)
    assert.matches("\nevent Tick\n    1  tick  on Tick    always\n    2  mean  update     always\n    3  jump  update     always\n" ..
      "    4  jump  sink jump  jump dirty\n", result.out)
    assert.matches("\nexport: possible\n", result.out)
    assert.not_matches("lints", result.out)
  end)

  it("counts one node, one byte and one step as one", function()
    local path = file [[
local flux = require "flux"
local E = flux.event("E", "bool b;")
local g = flux.graph("one")
g:node("now", { state = "bool b;", on = { [E] = function(self, event) self.b = event.b end } })
return g
]]
    assert.matches("^graph 'one': 1 node, 1 byte of state, at most 1 step an entry; ", command(FLUX .. "check " .. path).out)
  end)

  it("shows the lines of the fluent form, and leaves library nodes without lints", function()
    local path = file [[
local flux, nodes = require "flux", require "flux.nodes"
local A = flux.event("A", "double x, y;")
local B = flux.event("B", "double x;")
local g = flux.graph("fluent")
local a, b = g:node("a", nodes.latest(A)), g:node("b", nodes.latest(B))
local mid = (a.x + a.y) / 2
mid:ema(9):sink "mid"
g:sink("sum", g:node("sum", nodes.sum { x = a.x, trigger = b, reset = b }))
g:sink("both", g:node("both", nodes.merge { xs = { a.x, b.x } }))
g:sink("late", g:node("late", nodes.deadline { x = b, within = "1s" }))
g:sink("pairs", g:node("pairs", nodes.interval_join { x = a.x, y = b.x, before = "1s", capacity = 9 }))
return g
]]
    local result = command(FLUX .. "check --strict " .. path)
    assert.equal("", result.err)
    assert.equal(0, result.status)
    assert.not_matches("lints", result.out)
    local name = path:gsub("%p", "%%%0")
    assert.matches("\n +8 bytes  expression_1  " .. name .. ":7  = %(%(a_x %+ a_y%) / 2%)\n", result.out)
    assert.matches(" bytes  ema_1 %(Ema%)  " .. name .. ":7  :ema\n", result.out)
  end)

  it("leaves what g:by makes for library nodes without lints", function()
    local result = command(FLUX .. "check --strict " .. file [[
local flux, nodes = require "flux", require "flux.nodes"
local T = flux.event("T", "int64_t id; double price, size;")
local g = flux.graph("keyed")
g:by(T.id, { capacity = 4 }, function(sub)
  local trade = sub:node("trade", nodes.latest(T))
  sub:sink("vwap", sub:node("vwap", nodes.vwap { price = trade.price, size = trade.size }))
end)
return g
]])
    assert.equal("", result.err)
    assert.equal(0, result.status)
    assert.not_matches("lints", result.out)
    assert.matches("\n +%d+ bytes  trade_valid", result.out) -- which there is
  end)

  it("says what a step asks of its inputs, not what the resolver made of that", function()
    local result = command(FLUX .. "check " .. file [[
local flux = require "flux"
local E, F = flux.event("E", "int32_t k;"), flux.event("F", "int32_t k;")
local g = flux.graph("words")
local n = g:node("n", { state = "int32_t k;", on = { [E:where { k = 1 }] = function(self) self.k = 1 end,
  [E:where { k = 2 }] = function(self) return false end, [F:where { k = 1 }] = function(self) self.k = 2 end } })
local j = g:node("j", { inputs = { n = n }, state = "int32_t a, u, q;", on_input = { n = flux.ran(function(self) self.q = self.q + 1 end) },
  on_arrest = function(self) self.a = self.a + 1 end, update = function(self, n) self.u = n.k end })
g:sink("j", j)
return g
]])
    -- n is dirty whenever F's handler ran: there on_arrest can never run, and its step is gone
    assert.matches("\nevent E\n    1  n  on E where k=1  its filter matches\n    2  n  on E where k=2  its filter matches\n" ..
      "    3  j  on_input n      n ran\n    4  j  update          n dirty\n    5  j  on_arrest       n ran, but not n dirty\n" ..
      "    6  j  sink j          j dirty\n\nevent F\n", result.out)
    assert.matches("; no clock, no queue, no timers\n", result.out)
  end)

  it("finds what is probably a mistake, and names its line", function()
    local path = file(LINTS)
    local result = command(FLUX .. "check " .. path)
    local name = path:gsub("%p", "%%%0")
    local lints = result.out:match("\nlints\n(.*)$")
    local _, count = lints:gsub("\n", "\n")
    assert.equal(4, count)
    assert.matches(name .. ":7: node 'early' joins inputs that tick apart", lints)
    assert.matches(name .. ":12: node 'unread': no callback reads input 't'", lints)
    assert.matches(name .. ":13: node 'unused': nothing reads it", lints)
    assert.matches(name .. ":19: node 'others': B:otherwise%(%) is every B, since the node has no B:where", lints)
    assert.matches("\nexport: refused, because of\n  " .. name .. ":15: node 'opaque', update: opaque Lua", result.out)
    assert.equal(0, result.status)
    assert.equal(1, command(FLUX .. "check --strict " .. path).status)
  end)

  it("fails when a budget is exceeded", function()
    assert.equal(0, command(FLUX .. "check graphs/hello.lua --budget steps=4,bytes=24").status)
    local result = command(FLUX .. "check graphs/hello.lua --budget steps=3,bytes=23")
    assert.equal(1, result.status)
    assert.equal("flux: over budget: event Tick has 4 steps; the budget is 3\n" ..
      "flux: over budget: the state has 24 bytes; the budget is 23\n", result.err)
    assert.equal(2, command(FLUX .. "check graphs/hello.lua --budget speed=3").status)
  end)

  it("prints JSON for tools", function()
    local result = command(FLUX .. "check graphs/hello.lua --json")
    local report = require("cjson").decode(result.out)
    assert.equal("hello", report.graph)
    assert.equal(24, report.state_bytes)
    assert.equal(4, report.worst_steps)
    assert.is_true(report.exportable)
    assert.same({ node = "jump", callback = "sink jump", when = "jump dirty" }, report.entries[1].steps[4])
    assert.matches('"lints":%[%]', result.out)
  end)
end)

describe("flux graph", function()
  it("draws events, nodes and sinks", function()
    local result = command(FLUX .. "graph graphs/hello.lua --format mermaid")
    assert.equal([[
flowchart LR
  event_Tick(["Tick"])
  node_tick["tick"]
  node_mean["mean"]
  node_jump["jump"]
  sink_jump>"jump"]
  event_Tick --> node_tick
  node_tick -->|"price"| node_mean
  node_tick -->|"price"| node_jump
  node_mean --> node_jump
  node_jump --> sink_jump
]], result.out)
    assert.matches('^digraph "hello" {\n', command(FLUX .. "graph graphs/hello.lua").out)
  end)

  it("draws an svg through Graphviz, or says that it is missing", function()
    local result = command(FLUX .. "graph graphs/hello.lua --format svg")
    if command("command -v dot").status == 0 then
      assert.matches("<title>node_jump</title>", result.out, 1, true)
    else
      assert.same({ out = "", status = 1, err = "flux: --format svg needs Graphviz, whose program dot is not there: install the " ..
        "package graphviz; --format html needs nothing\n" }, result)
    end
  end)

  it("writes over nothing that it reads, and puts audits into pages only", function()
    assert.same({ out = "", status = 2, err = "flux: --output graphs/hello.lua would write over graphs/hello.lua, which flux graph " ..
      "reads; name another file\n" }, command(FLUX .. "graph graphs/hello.lua -o graphs/hello.lua"))
    assert.same({ out = "", status = 2, err = "flux: --audit goes into the html page only: add --format html\n" },
      command(FLUX .. "graph graphs/hello.lua --audit x"))
  end)
end)

describe("flux export", function()
  it("writes C files that compile, and says which", function()
    local place = os.tmpname()
    os.remove(place)
    finally(function() os.execute("rm -rf " .. place) end)
    local result = command(FLUX .. ("export graphs/hello.lua -o %s/deep/er"):format(place))
    assert.same({ out = ("%s/deep/er/hello.h\n%s/deep/er/hello.c\n"):format(place, place), err = "", status = 0 }, result)
    local compiled = command(("cc -std=c11 -Wall -Wextra -Werror -c -o /dev/null %s/deep/er/hello.c"):format(place))
    assert.same({ out = "", err = "", status = 0 }, compiled)
  end)

  it("reports every callback that cannot be translated, each with its line", function()
    local script = file [[
local flux = require "flux"
local A = flux.event("A", "double x;")
local g = flux.graph("bad")
local a = g:node("a", { state = "double x;", on = { [A] = function(self, event) self.x = "text" end } })
local b = g:node("b", { inputs = { a = a }, state = "double x;", update = function(self, a) self.x = a.y end })
g:node("c", { inputs = { b = b }, state = "double x;", update = function(self, b) b.x = 1 end })
return g
]]
    local result = command(FLUX .. "check " .. script)
    assert.equal(1, result.status)
    for _, part in ipairs { ":4:90: a string is not portable", ":5:104: a has no field 'y'", ":6:84: b is read-only" } do
      assert.truthy(result.err:find(part, 1, true), result.err)
    end
  end)

  it("reports every mistake of a graph at once: statements, helpers, C bodies, opaque Lua", function()
    local script = file [[
local flux = require "flux"
local A = flux.event("A", "double x;")
local g = flux.graph("bad")
local function minus(p, q) return p - q end
local a = g:node("a", { state = "double x; int64_t n;",
  on = { [A] = function(self, event)
    self.x = "text"
    local y = self.n + self.x
    self.x = y * 2
    if self.x then self.n = self.x .. "" end
    self.x = minus(self.n, self.x)
    while event.x > 0 do self.q = 1 end
    return 3
  end } })
local kind = flux.kind("K", { state = "double v;", update = function(self, x) self.v = x .. 1 end })
for i = 1, 3 do g:node("k" .. i, kind { x = a.x }) end
g:node("c", { inputs = { a = a }, state = "double x;", update = flux.c "self->x = y;" })
g:node("d", { inputs = { a = a }, state = "double x;", update = flux.c "self->x = a->z;" })
g:node("o", { inputs = { a = a }, state = "double x;", update = flux.lua(function(self, a) self.x = a.x end) })
return g
]]
    local result = command(FLUX .. "check " .. script)
    assert.equal(1, result.status)
    for _, part in ipairs { ":7:14: a string", ":8:22: '+' on an int64 and a number", ":10:12: 'if' on a number",
      ":10:36: '..' joins strings", ":4:37: '-' on an int64 and a number", "called from " .. script .. ":11 with (int64, number)",
      ":12:31: this node has no field 'q'", ":13:12: a body returns a boolean", ":15:90: '..' joins strings",
      ":17:", ":18:", "undeclared", "no member named", ":19: node 'o', update: opaque Lua" } do
      assert.truthy(result.err:find(part, 1, true), part .. "\n" .. result.err)
    end
    assert.is_nil(result.err:find(":9:", 1, true), "a local whose value was refused says no more")
    assert.equal(1, select(2, result.err:gsub(":15:90:", "")), "a kind's mistake is said once")
  end)

  it("says once what is wrong in many nodes, and in how many", function()
    local script = file [[
local flux = require "flux"
local A = flux.event("A", "double x;")
local g = flux.graph("bad")
local a = g:node("a", { state = "double x;", on = { [A] = function(self, event) self.x = event.x end } })
local Late = flux.kind("Late", { state = "double v;", update = function(self, x, ctx) ctx.after(5) end })
local Wide = flux.kind("Wide", { params = "double at;", state = "double w[3];",
  update = function(self, x) self.w[self.at] = x end })
for i = 1, 2000 do g:node("late" .. i, Late { x = a.x }) end
for i = 1, 4 do g:node("wide" .. i, Wide { x = a.x, at = i }) end
for i = 1, 2 do g:node("own" .. i, { inputs = { x = a.x }, state = "double v;", update = function(self, x) self.v = x.y end }) end
g:node("one", { inputs = { x = a.x }, state = "double v;", update = function(self, x) self.v = x.z end })
return g
]]
    local said = command(FLUX .. "check " .. script).err
    local at, list = script:gsub("%p", "%%%0") .. ":", {}
    for part in (said:gsub("^flux: ", "") .. "\n"):gsub("\n\n", "\n\0"):gmatch("[^%z]+") do list[#list + 1] = part end
    assert.equal(4, #list, said)
    assert.matches("^" .. at .. "5: node 'late1', update: ctx.after needs .*\n  and 1999 more nodes of kind 'Late'\n$", list[1])
    assert.matches("^" .. at .. "7:%d+: index 3 is out of range: .*\n  and 1 more node of kind 'Wide'\n$", list[2])
    assert.matches("^" .. at .. "10:%d+: .*\n  and 1 more node\n$", list[3])
    assert.matches("^" .. at .. "11:%d+: ", list[4])
    assert.is_nil(list[4]:find(" more ", 1, true))
  end)

  it("refuses opaque Lua and names every callback", function()
    local path = file(LINTS)
    local result = command(FLUX .. ("export %s -o /tmp"):format(path))
    assert.equal(1, result.status)
    assert.matches(":15: node 'opaque', update: opaque Lua", result.err)
    assert.equal(2, command(FLUX .. "export graphs/hello.lua").status)
  end)
end)

describe("flux verify", function()
  it("compares the arms and says so", function()
    local result = command(FLUX .. "verify graphs/hello.lua --arms oracle,table,luajit")
    assert.equal("", result.err)
    assert.matches("^oracle    reference  5 rows and states, %d+%.%d%d s\ntable     same       5 rows and states, %d+%.%d%d s\n" ..
      "luajit    same       5 rows and states, %d+%.%d%d s\n$", result.out)
    assert.equal(0, result.status)
  end)

  it("runs all of them by default, the exported program too", function()
    local result = command(FLUX .. "verify graphs/hello.lua")
    assert.equal(0, result.status, result.out)
    for _, arm in ipairs { "table", "luajit", "native", "exported" } do assert.matches("\n" .. arm .. " +same ", result.out) end
  end)

  it("ends with status 2 for arms that do not exist", function()
    assert.equal(2, command(FLUX .. "verify graphs/hello.lua --arms java").status)
  end)
end)
