-- SPDX-License-Identifier: MIT
-- Callbacks in the model: their canonical order (S3), filters, symbols, timers, options, and where they are written.

local flux = require "flux"

local Quote = flux.event("Quote", "symbol symbol; int32_t kind; bool open; int64_t id; double price;")

local function nothing() end

local function labels(node)
  local list = {}
  for i, c in ipairs(node.callbacks) do list[i] = c.label end
  return list
end

describe("the canonical order of callbacks", function()
  it("is that in which they run", function()
    local g = flux.graph("order")
    local node = g:node("a", { state = "double v;", every = "1s", inputs = { y = "b", x = "b" },
      stop = nothing, start = nothing, init = nothing, after_cycle = nothing, after_update = nothing, on_arrest = nothing,
      update = function(self, y) self.v = y.v end, on_input = { x = nothing, y = nothing }, on_timer = nothing,
      on = { [Quote] = nothing } })
    assert.same({ "on Quote", "on_timer", "on_input y", "on_input x", "update", "on_arrest", "after_update", "after_cycle", "init",
      "start", "stop" }, labels(node))
  end)

  it("sorts filters by the positions of their fields, then by value", function()
    local g = flux.graph("order")
    local A, B = flux.symbol "order-a", flux.symbol "order-b"
    local node = g:node("a", { on = {
      [Quote] = nothing,
      [Quote:otherwise()] = nothing,
      [Quote:where { kind = 2 }] = nothing,
      [Quote:where { kind = -1 }] = nothing,
      [Quote:where { open = true }] = nothing,
      [Quote:where { open = false }] = nothing,
      [Quote:where { symbol = B, kind = 1 }] = nothing,
      [Quote:where { symbol = B }] = nothing,
      [Quote:where { symbol = A }] = nothing,
      [Quote:where { id = 9007199254740993LL }] = nothing,
    } })
    assert.same({ "on Quote where symbol=order-a", "on Quote where symbol=order-b", "on Quote where symbol=order-b, kind=1",
      "on Quote where kind=-1", "on Quote where kind=2", "on Quote where open=false", "on Quote where open=true",
      "on Quote where id=9007199254740993", "on Quote otherwise", "on Quote" }, labels(node))
  end)

  it("gives each callback a name of its own", function()
    local g = flux.graph("order")
    g:node("a", { on = { [Quote] = nothing, [Quote:where { kind = -1 }] = nothing, [Quote:otherwise()] = nothing } })
    g:node("a_on", { inputs = { x = "a" }, update = nothing })
    g:finish()
    local list = {}
    for i, c in ipairs(g.callbacks) do list[i] = c.name end
    assert.same({ "a_on_quote_kind_minus_1", "a_on_quote_otherwise", "a_on_quote", "a_on_update" }, list)
  end)
end)

describe("filters", function()
  it("take the params of a kind", function()
    local Keyed = flux.kind("Keyed", { params = "symbol key; int32_t kind = 3;",
      on = { [Quote:where { symbol = flux.param "key", kind = flux.param "kind" }] = nothing } })
    local g = flux.graph("filters")
    local node = g:node("ibm", Keyed { key = flux.symbol "filter-ibm" })
    g:finish()
    local conditions = node.callbacks[1].conditions
    assert.equal("on Quote where symbol=filter-ibm, kind=3", node.callbacks[1].label)
    assert.equal(1, conditions[1].value)
    assert.equal(3, conditions[2].value)
    assert.equal(Quote.record.by_name.kind, conditions[2].field)
  end)

  it("follow a param that is set later", function()
    local Keyed = flux.kind("Keyed", { params = "int32_t kind;", on = { [Quote:where { kind = flux.param "kind" }] = nothing } })
    local g = flux.graph("filters")
    g:node("a", Keyed { kind = 1 })
    g:set_param("a", "kind", 4)
    assert.equal(4, g.by_name.a.callbacks[1].conditions[1].value)
  end)

  it("keep false apart from nothing", function()
    local g = flux.graph("filters")
    local node = g:node("a", { on = { [Quote:where { open = false }] = nothing } })
    g:finish()
    assert.is_false(node.callbacks[1].conditions[1].value)
  end)
end)

describe("symbols", function()
  it("are one per text", function()
    assert.equal(flux.symbol "same", flux.symbol "same")
    assert.equal("same", flux.symbol("same").text)
  end)

  it("are numbered by creation, among those that the graph uses", function()
    local first, unused, second, third = flux.symbol "id-1", flux.symbol "id-2", flux.symbol "id-3", flux.symbol "id-4"
    local Keyed = flux.kind("Keyed", { params = "symbol key;", state = 'symbol last = "id-1";',
      on = { [Quote:where { symbol = flux.param "key" }] = nothing } })
    local g = flux.graph("symbols")
    g:node("b", Keyed { key = third })
    g:node("a", { on = { [Quote:where { symbol = second }] = nothing } })
    g:finish()
    assert.same({ 1, 2, 3 }, { g:symbol_id(first), g:symbol_id(second), g:symbol_id(third) })
    assert.equal(3, g.by_name.b.callbacks[1].conditions[1].value)
    g:use_symbol(unused) -- a body names it: the later ones move
    assert.same({ 1, 2, 3, 4 }, { g:symbol_id(first), g:symbol_id(unused), g:symbol_id(second), g:symbol_id(third) })
    assert.equal(4, g.by_name.b.callbacks[1].conditions[1].value)
  end)
end)

describe("marks", function()
  it("are kept beside the source", function()
    local g = flux.graph("marks")
    local source = flux.lua(nothing, { extern = "host_nothing" })
    local node = g:node("a", { inputs = { x = "b" }, on = { [Quote] = flux.quiet(source) }, on_input = { x = flux.ran(nothing) } })
    local handler, on_input = node.by_role.handler[1], node.by_role.input[1]
    assert.is_true(handler.quiet)
    assert.equal(source, handler.source)
    assert.equal("host_nothing", handler.source.extern)
    assert.is_true(on_input.ran)
    assert.equal(nothing, on_input.source)
    assert.is_false(on_input.quiet)
  end)
end)

describe("timers", function()
  local function timer(spec)
    spec.on_timer, spec.state = nothing, "double v;"
    local node = flux.graph("timers"):node("a", spec)
    return ("%s %s %s"):format(tostring(node.every), tostring(node.offset), node.missed)
  end

  it("have an interval, an offset inside it, and a rule for missed deadlines", function()
    assert.equal("100000000LL 0LL all", timer { every = "100ms" })
    assert.equal("100000000LL 30000000LL once", timer { every = "100ms", offset = "30ms", missed = "once" })
    assert.equal("100000000LL 70000000LL all", timer { every = "100ms", offset = "-30ms" })
    assert.equal("500LL 0LL all", timer { every = 500, offset = 1000 })
  end)

  it("may be armed by ctx.after alone", function()
    assert.equal("nil nil all", timer {})
  end)
end)

describe("options of a graph", function()
  it("have defaults where the resolver derives nothing", function()
    local options = flux.graph("options").options
    assert.same({ late = "accept", on_error = "stop", unhandled = "error", max_missed = 1000000 }, options)
  end)

  it("are kept as given", function()
    local given = { capacity = 8, late = "reject", on_error = "rollback", clock = "stream", unhandled = "ignore", max_missed = 5,
      symbols = 16 }
    assert.same(given, flux.graph("options", given).options)
    assert.equal(nothing, flux.graph("options", { clock = nothing }).options.clock)
  end)
end)

describe("origins", function()
  local function line() return debug.getinfo(2, "l").currentline end

  it("are the user's lines", function()
    local g = flux.graph("origins")
    local node, here = g:node("a", { state = "double v;",
      start = function() end }), line()
    assert.equal("spec/graph_callbacks_spec.lua", node.origin.file)
    assert.equal(here - 1, node.origin.line)
    assert.equal(here, node.callbacks[1].origin.line)
  end)

  it("reach through pcall and helper functions of the library", function()
    local ok, message = pcall(flux.event, "Bad", "doble x;")
    assert.is_false(ok)
    assert.equal("spec/graph_callbacks_spec.lua:" .. line() - 2, message:match("^[^:]+:%d+"))
  end)

  it("name the script and what lies beside it", function()
    local g = flux.graph("origins")
    g:default_input(Quote, "data/quotes.csv")
    g:default_input(flux.End, "/absolute.csv")
    assert.truthy(g.script:match("^/.*/spec/graph_callbacks_spec%.lua$"))
    assert.equal(g.directory .. "/data/quotes.csv", g.default_inputs[1].file)
    assert.equal("/absolute.csv", g.default_inputs[2].file)
    assert.truthy(flux.cfile("kalman.c", "kalman_update").file:match("^/.*/spec/kalman%.c$"))
  end)

  it("of a kind are in the kind's own file, even behind a tail call", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write("local flux = require 'flux'\nreturn flux.kind('Far', {\n  state = 'double class;',\n",
      "  update = function(self, x) self.class = x end })\n")
    file:close()
    local ok, message = pcall(dofile, path)
    os.remove(path)
    assert.is_false(ok)
    assert.equal(path, message:match("^([^:]+):%d+"))
  end)
end)

describe("a checkout", function()
  it("loads from its root without a path", function()
    local pipe = assert(io.popen([[env -u LUA_PATH luajit -e 'print(require("flux").graph("g").name)' 2>&1]]))
    local out = pipe:read("*a")
    pipe:close()
    assert.equal("g\n", out)
  end)
end)
