-- SPDX-License-Identifier: MIT
-- What an exported cycle tests, and how it says so: once, with an `else` for the opposite, and not what an enclosing test has found.
local export = require "flux.export"
local flux = require "flux"
local resolve = require "flux.resolve"

local K = flux.event("TestsK", "int32_t k; bool late; double x;")

local function source(graph, options)
  options = options or {}
  options.audit, options.buffer, options.batch = false, false, false
  return export.text(resolve.resolve(graph), options).source
end

local function cycle(graph)
  return assert(source(graph):match("\nstatic [intvod]+ tests_k_cycle%b() (%b{})"))
end

-- A node with one filter, and what it does otherwise.
local function one_filter(filter)
  local g = flux.graph("tests")
  g:observe { g:node("r", { state = "int32_t a, b;", on = {
    [K:where(filter)] = function(self) self.a = self.a + 1 end,
    [K:otherwise()] = function(self) self.b = self.b + 1 end,
  } }) }
  return g
end

-- Nodes that may arrest, so many for each list, and what asks which of its lists was dirty.
local function asking(a_count, b_count)
  local g = flux.graph("tests")
  local inputs = {}
  for i_list, name in ipairs { "a", b_count and "b" } do
    inputs[name] = {}
    for i = 1, i_list == 1 and a_count or b_count do
      inputs[name][i] = g:node(name .. "_" .. i, { state = "double v;", on = { [K] = function(self, event)
        self.v = event.x
        return event.x > 1
      end } })
    end
  end
  local reader = g:node("reader", { inputs = inputs, state = "double v;", update = b_count and function(self, a, b, ctx)
    if ctx.ticked(a) then self.v = self.v + 1 end
    if ctx.ticked(b) then self.v = self.v + 2 end
  end or function(self, a, ctx)
    if ctx.ticked(a) then self.v = self.v + 1 end
  end })
  g:sink("out", reader)
  return g
end

describe("an exported cycle", function()
  it("has an else for what runs where the only filter does not match", function()
    assert.equal([[
{
  if (event->k == 1) {
    r_on_tests_k_k_1(&g->r);
  } else {
    r_on_tests_k_otherwise(&g->r);
  }
}]], cycle(one_filter { k = 1 }))
    local both = cycle(one_filter { k = 1, late = true })
    assert.truthy(both:find("if (event->k == 1 && event->late) {\n", 1, true))
    assert.truthy(both:find("  } else {\n", 1, true))
    assert.is_nil(both:find("!", 1, true))
  end)

  it("does not ask again what a step waits for", function()
    local text = cycle(asking(3))
    assert.truthy(text:find("if (a_1_dirty || a_2_dirty || a_3_dirty) {", 1, true))
    local _, count = text:gsub("a_1_dirty ||", "")
    assert.equal(1, count)
    assert.truthy(text:find("reader_update(&g->reader, true);", 1, true))
  end)

  it("asks which of two inputs it was", function()
    local text = cycle(asking(2, 2))
    assert.truthy(text:find("reader_update(&g->reader, a_1_dirty || a_2_dirty, b_1_dirty || b_2_dirty);", 1, true))
  end)

  it("breaks what is longer than a line between the operands of an OR", function()
    local text = source(asking(14, 2))
    for line in text:gmatch("[^\n]+") do assert.is_true(#line <= 120, line) end
  end)

  it("has braces around a case only where it declares something", function()
    local g = flux.graph("tests")
    local function node(name, handler)
      return g:node(name, { state = "double v;", on = {
        [K:where { k = 1 }] = handler, [K:where { k = 2 }] = function(self) self.v = 2 end } })
    end
    local plain = node("plain", function(self) self.v = 1 end)
    g:observe { plain }
    assert.equal([[
{
  switch (event->k) {
  case 1:
    plain_on_tests_k_k_1(&g->plain);
    break;
  case 2:
    plain_on_tests_k_k_2(&g->plain);
    break;
  default: break;
  }
}]], cycle(g))
  end)

  it("asks in one line whether a sink is listened to", function()
    local g = flux.graph("tests")
    local gate = g:node("gate", { state = "double v;", on = { [K] = function(self, event) self.v = event.x return event.x > 1 end } })
    local last = g:node("last", { inputs = { gate = gate }, state = "double v;",
      update = function(self, gate) self.v = gate.v end, on_arrest = function(self) self.v = self.v + 1 return self.v > 7 end })
    g:sink("out", last)
    assert.truthy(cycle(g):find("\n  if ((gate_dirty || last_dirty) && g->on_out != NULL) return publish_out(g);\n", 1, true))
  end)

  it("is told in its comment what each step waits for", function()
    local text = source(asking(3))
    assert.truthy(text:find("reader  update%s+if a_1, a_2 or a_3 is dirty\n"))
    assert.truthy(text:find("reader  sink out%s+if reader is dirty\n"))
  end)

  it("goes on in the block before where what it asks for is raised there", function()
    assert.equal([[
  if (a_1_dirty || a_2_dirty || b_1_dirty) {
    reader_update(&g->reader, a_1_dirty || a_2_dirty, b_1_dirty);
    if (g->on_out != NULL) return publish_out(g);
  }
  return 0;
}]], cycle(asking(2, 1)):match("\n(  if .*)$"))
  end)

  it("goes on in the test of when = \"all\" and of a timer", function()
    local g = flux.graph("tests")
    local function source_node(name)
      return g:node(name, { state = "double v;", on = { [K] = function(self, event) self.v = event.x return event.x > 1 end } })
    end
    local a, b = source_node("a"), source_node("b")
    g:observe { a, b, g:node("both", { inputs = { a = a, b = b }, when = "all", state = "double v;",
      update = function(self, a, b) self.v = a.v + b.v end, after_update = function(self) self.v = self.v % 7 end }) }
    assert.truthy(cycle(g):find([[

  if ((a_dirty || b_dirty) && g->valid.a && g->valid.b) {
    both_update(&g->both, &g->a, &g->b);
    both_after_update(&g->both);
  }
}]], 1, true))
    local timed = flux.graph("tests")
    local t = timed:node("tock", { state = "double v;", every = "1 s", on_timer = function(self) self.v = self.v + 1 end })
    timed:observe { t, timed:node("last", { inputs = { t = t }, state = "double v;", update = function(self, t) self.v = t.v end }) }
    assert.truthy(source(timed):find([[

  if (g->due[0]) {
    tock_on_timer(&g->tock);
    last_update(&g->last, &g->tock);
  }
}]], 1, true))
  end)
end)
