-- SPDX-License-Identifier: MIT
-- Wiring (§2): how inputs bind to parameters, ports, lists, forward references, scopes, kinds, and the model that results.

local flux = require "flux"

local Tick = flux.event("Tick", "double price, size; int64_t time;", { time = "time" })

--- A graph with a source node "tick".
local function start(options)
  local g = flux.graph("wiring", options)
  local tick = g:node("tick", { state = "double price, size;",
    on = { [Tick] = function(self, event) self.price, self.size = event.price, event.size end } })
  return g, tick
end

--- The message of a mistake, without the line of this file, which must be blamed.
local function mistake(fn, ...)
  local ok, message = pcall(fn, ...)
  assert.is_false(ok)
  local place = ("spec/graph_wiring_spec.lua:%d: "):format(debug.getinfo(fn, "S").linedefined)
  assert.equal(place, message:sub(1, #place))
  return message:sub(#place + 1)
end

--- The inputs of a node as text: "name:elements", with marks.
local function wired(node)
  local list = {}
  for i, input in ipairs(node.inputs) do
    local elements = {}
    for j, e in ipairs(input.elements) do elements[j] = e.node.name .. (e.field and "." .. e.field.name or "") end
    local text = table.concat(elements, "+")
    if input.list then text = "{" .. text .. "}" end
    list[i] = ("%s=%s%s%s"):format(input.name, input.passive and "passive " or "", input.prev and "prev " or "", text)
  end
  return table.concat(list, ", ")
end

describe("inputs", function()
  it("bind to update's parameters first, then by name", function()
    local g, tick = start()
    local node = g:node("a", { state = "double v;", inputs = { z = tick.size, a = tick, m = tick.price, b = tick.price },
      update = function(self, z, m) self.v = z + m end })
    g:finish()
    assert.equal("z=tick.size, m=tick.price, a=tick, b=tick.price", wired(node))
    assert.same({ 0, 1, 2, 3 }, { node.inputs[1].index, node.inputs[2].index, node.inputs[3].index, node.inputs[4].index })
  end)

  it("count their elements through the node", function()
    local g, tick = start()
    local node = g:node("a", { inputs = { x = { tick, "a", tick }, y = tick }, state = "double v;",
      update = function(self, x, y) self.v = x.n + y.price end })
    g:finish()
    assert.same({ 0, 3 }, { node.inputs_by_name.x.first, node.inputs_by_name.y.first })
  end)

  it("are nodes, ports, names, and lists of them", function()
    local g, tick = start()
    local node = g:node("a", { state = "double v;",
      inputs = { node = tick, port = tick.price, name = "later", field = "later.v", nodes = { tick, "later" },
        ports = { tick.size, "later.v" } },
      update = function(self, node, port, name, field, nodes, ports)
        self.v = node.price + port + name.v + field + nodes.n + ports.n
      end })
    g:node("later", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end } })
    g:finish()
    assert.equal("node=tick, port=tick.price, name=later, field=later.v, nodes={tick+later}, ports={tick.size+later.v}", wired(node))
  end)

  it("are marked passive or prev, as a whole or in every element", function()
    local g, tick = start()
    local node = g:node("a", { state = "double v;", inputs = { a = tick, b = flux.passive(tick.price), c = flux.prev "a",
      d = flux.passive { tick, tick }, e = { flux.prev(tick), flux.prev "a" }, f = flux.prev(flux.passive(tick)) },
      update = function(self, a) self.v = a.price end })
    g:finish()
    assert.equal("a=tick, b=passive tick.price, c=prev a, d=passive {tick+tick}, e=prev {tick+a}, f=passive prev tick", wired(node))
  end)

  it("may stay unread, and need not be read by update", function()
    local g, tick = start()
    local node = g:node("a", { state = "double v;", inputs = { x = tick, y = tick.price },
      on_input = { x = function(self, y) self.v = y end } })
    assert.equal("x=tick, y=tick.price", wired(node))
    assert.equal(node.inputs_by_name.x, node.by_role.input[1].input)
    assert.same({ node.inputs_by_name.y }, node.by_role.input[1].reads)
  end)

  it("leave self, ctx, index and the event to the callback", function()
    local g, tick = start()
    local node = g:node("a", { state = "double v;", inputs = { x = tick, legs = { tick, tick } },
      on = { [Tick] = function(self, whatever, x, ctx) self.v = whatever.price + x.price + tonumber(ctx.now) end },
      on_input = { legs = function(self, index, ctx) self.v = index + tonumber(ctx.now) end } })
    local handler, on_input = node.by_role.handler[1], node.by_role.input[1]
    assert.equal("whatever", handler.event_parameter)
    assert.same({ "x" }, { handler.reads[1].name })
    assert.is_true(handler.has_ctx)
    assert.is_true(on_input.has_index and on_input.has_ctx)
    assert.same({}, on_input.reads)
  end)

  it("bind by text in flux.body", function()
    local g, tick = start()
    local node = g:node("a", { state = "double v;", inputs = { slow = tick.size, fast = tick.price },
      update = flux.body("-- the difference\nfunction ( self, fast --[[ of two ]] , slow ) self.v = fast - slow end") })
    assert.equal("fast=tick.price, slow=tick.size", wired(node))
  end)

  it("go to C bodies all, or those that the body lists", function()
    local g, tick = start()
    local all = g:node("all", { state = "double v;", inputs = { y = tick.size, x = tick.price }, update = flux.c [[ self->v = x; ]] })
    local some = g:node("some", { state = "double v;", inputs = { y = tick.size, x = tick.price },
      update = flux.c { [[ self->v = y; ]], inputs = { "y" } } })
    assert.equal("x=tick.price, y=tick.size", wired(all))
    assert.same(all.inputs, all.by_role.update.reads)
    assert.equal("y=tick.size, x=tick.price", wired(some))
    assert.same({ some.inputs[1] }, some.by_role.update.reads)
  end)
end)

describe("a port", function()
  it("is a field of a node", function()
    local _, tick = start()
    assert.is_true(tick.price.is_port)
    assert.equal(tick, tick.price.node)
    assert.equal(tick.record.by_name.price, tick.price.field)
    assert.equal("port 'tick.price'", tostring(tick.price))
  end)
end)

describe("a kind", function()
  local Ema = flux.kind("Ema", { params = "double alpha; bool fresh = true; int64_t span = 5;", state = "double value;",
    update = function(self, x) self.value = self.value + self.alpha * (x - self.value) end })

  it("has the inputs that its callbacks name", function()
    local Mixed = flux.kind("Mixed", { state = "double v;", update = function(self, z, y) self.v = z + y end,
      on_input = { b = function(self, a) self.v = a end }, after_cycle = function(self, z) self.v = z end })
    assert.same({ "z", "y", "a", "b" }, Mixed.inputs)
  end)

  it("lists them for C bodies", function()
    local Gain = flux.kind("Gain", { inputs = { "y", "x" }, state = "double v;", update = flux.c [[ self->v = x * y; ]] })
    assert.same({ "y", "x" }, Gain.inputs)
  end)

  it("is called with inputs and params", function()
    local g, tick = start()
    local fast = g:node("fast", Ema { x = tick.price, alpha = 0.2 })
    assert.equal("x=tick.price", wired(fast))
    assert.equal(Ema, fast.kind)
    assert.equal(0.2, fast.params_by_name.alpha.value)
    assert.is_true(fast.params_by_name.fresh.value)
    assert.equal("5LL", tostring(fast.params_by_name.span.value))
    assert.same({ "alpha", "fresh", "span" }, { fast.params[1].name, fast.params[2].name, fast.params[3].name })
    assert.equal("bool", fast.params[2].type)
  end)

  it("gives false where false is given", function()
    local g, tick = start()
    assert.is_false(g:node("fast", Ema { x = tick.price, alpha = 1, fresh = false }).params_by_name.fresh.value)
  end)

  it("may be used many times", function()
    local g, tick = start()
    local instance = Ema { x = tick.price, alpha = 0.2 }
    local a, b = g:node("a", instance), g:node("b", instance)
    assert.are_not.equal(a.inputs[1], b.inputs[1])
    assert.equal(a.record, b.record)
  end)

  it("has node options that an instance overrides", function()
    local Clock = flux.kind("Clock", { every = "1s", when = "all", state = "int64_t n;",
      on_timer = function(self) self.n = self.n + 1 end, update = function(self, x) self.n = x.n end })
    local g = start()
    local list = {}
    for i, given in ipairs { { x = "b" }, { x = "a", every = "250ms", offset = "1s", missed = "once", when = "any" } } do
      local node = g:node(i == 1 and "a" or "b", Clock(given))
      list[i] = ("%s %s %s %s"):format(tostring(node.every), tostring(node.offset), node.missed, tostring(node.when_all))
    end
    assert.same({ "1000000000LL 0LL all true", "250000000LL 0LL once false" }, list)
  end)

  it("lets a param be set before the graph is resolved", function()
    local g, tick = start()
    g:node("fast", Ema { x = tick.price, alpha = 0.2 })
    g:set_param("fast", "alpha", "0.5")
    g:set_param("fast", "span", 9)
    assert.equal(0.5, g.by_name.fast.params_by_name.alpha.value)
    assert.equal("9LL", tostring(g.by_name.fast.params_by_name.span.value))
    assert.has_error(function() g:set_param("fast", "alfa", 1) end)
  end)
end)

describe("a scope", function()
  local function pair(g)
    g:node("a", { state = "double v;", inputs = { x = "b" }, update = function(self, x) self.v = x.v end })
    g:node("b", { state = "double v;", inputs = { t = "tick" }, update = function(self, t) self.v = t.price end })
    g:sink("out", "a")
    return "returned"
  end

  it("prefixes names and resolves inside first", function()
    local g = start()
    g:node("b", { state = "double v;" })
    assert.equal("returned", g:scope("left", pair))
    g:scope("right", function(inner) inner:scope("deep", pair) end)
    g:finish()
    assert.equal("x=left_b", wired(g.by_name.left_a))
    assert.equal("t=tick", wired(g.by_name.left_b))
    assert.equal("x=right_deep_b", wired(g.by_name.right_deep_a))
    assert.same({ "left_out", "right_deep_out" }, { g.sinks[1].name, g.sinks[2].name })
    assert.equal(g.by_name.right_deep_a, g.sinks[2].node)
  end)
end)

describe("the model", function()
  it("keeps nodes, sinks and callbacks in the order of declaration", function()
    local g, tick = start()
    local a = g:node("a", { state = "double v;", inputs = { x = tick }, update = function(self, x) self.v = x.price end })
    g:sink("second", a)
    g:sink("first", tick)
    g:finish()
    assert.same({ "tick", "a" }, { g.nodes[1].name, g.nodes[2].name })
    assert.same({ 0, 1 }, { tick.index, a.index })
    assert.same({ 0, 1 }, { g.sinks[1].index, g.sinks[2].index })
    assert.same({ "on Tick", "update" }, { g.callbacks[1].label, g.callbacks[2].label })
    assert.same({ 0, 1 }, { g.callbacks[1].index, g.callbacks[2].index })
    assert.equal(g, g:finish())
    assert.equal(2, #g.callbacks)
  end)

  it("refuses declarations once it is finished", function()
    local g = start()
    g:finish()
    assert.has_error(function() g:node("late", { state = "double v;" }) end)
  end)

  it("lists what is observed, in the order of declaration", function()
    local g, tick = start()
    local a = g:node("a", { state = "double v;" })
    g:node("b", { state = "double v;" })
    g:observe { "a" }
    g:observe { tick }
    g:finish()
    assert.equal(2, #g.observed)
    assert.equal(tick, g.observed[1])
    assert.equal(a, g.observed[2])
    assert.is_true(g.observed[a])
    assert.is_nil(g.observed[g.by_name.b])
  end)

  it("observes everything unless told otherwise", function()
    local g = start()
    assert.is_nil(g:finish().observed)
  end)

  it("numbers event types by first use, those of one node by creation", function()
    local First, Second, Third = flux.event("First"), flux.event("Second"), flux.event("Third")
    local g = flux.graph("events")
    local function nothing() end
    g:node("a", { on = { [Third] = nothing } })
    g:node("b", { on = { [Second] = nothing, [Third] = nothing, [First] = nothing } })
    assert.same({ "Third", "First", "Second" }, { g.events[1].name, g.events[2].name, g.events[3].name })
    local labels = {}
    for i, c in ipairs(g.by_name.b.callbacks) do labels[i] = c.label end
    assert.same({ "on Third", "on First", "on Second" }, labels)
  end)
end)

describe("a misspelt name", function()
  local g, tick = start()

  it("of a method or of a function of flux is an error with the nearest name", function()
    assert.equal("a graph has no 'nod' (did you mean 'node'?); it has: node, sink, scope, by, observe, default_input, set_param, start",
      mistake(function() return g:nod("x", {}) end))
    assert.matches("^flux has no 'grph' %(did you mean 'graph'%?%); it has: End, body, ", mistake(function() return flux.grph "x" end))
    assert.equal(nil, rawget(flux, "grph"))
    assert.equal(nil, g.observed)
    assert.is_false((pcall(function() return flux.grph end)))
  end)

  it("of a field names the fields that the node has", function()
    assert.equal("node 'tick' has no field 'prise' (did you mean 'price'?); its fields: price, size",
      mistake(function() return tick.prise end))
    local empty = g:node("empty", { on = { [Tick] = function() end } })
    assert.equal("node 'empty' has no field 'v'; it has none: give it a state", mistake(function() return empty.v end))
  end)

  it("is not what a dot instead of a colon is", function()
    assert.equal("g.node(…) is called with a dot; did you mean g:node(…)?", mistake(function() g.node("b", {}) end))
    assert.equal("g.sink(…) is called with a dot; did you mean g:sink(…)?", mistake(function() g.sink("b", tick) end))
    assert.equal("g.start(…) is called with a dot; did you mean g:start(…)?", mistake(function() g.start {} end))
  end)
end)
