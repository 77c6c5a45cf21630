-- SPDX-License-Identifier: MIT
-- Scenarios about which callbacks run (S3, S4, S7, S8, S9): 4 to 12, 22, 23. See spec/support/scenario.lua for the notation.

local flux = require "flux"
local part = require "spec.support.parts"

local list = {}
local function scenario(s) list[#list + 1] = s end

-- A node that only has an on_arrest.
local function arrest(g, name, root)
  return g:node(name, { inputs = { root = root }, state = "int64_t runs;",
    on_arrest = function(self) self.runs = self.runs + 1 end })
end

scenario {
  name = "4 arrest callbacks",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s4")
    local h = part.gate(g, "h", E)
    part.follow(g, "updated", { root = h })
    arrest(g, "arrested", h)
    local mid = part.follow(g, "mid", { root = h })
    part.follow(g, "mid_updated", { root = mid })
    arrest(g, "mid_arrested", mid)
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { x = 12 }, calls = "h(E), updated, mid, mid_updated" },
    { "send", "E", { x = 3 }, calls = "h(E)-, arrested.on_arrest",
      state = { updated = { runs = 1 }, arrested = { runs = 1 }, mid_updated = { runs = 1 }, mid_arrested = { runs = 0 } } },
  },
}

-- A node with after_update and after_cycle, which count.
local function settling(spec)
  spec.state = "double x; int64_t runs, settled, cycles;"
  function spec.after_update(self) self.settled = self.settled + 1 end
  function spec.after_cycle(self) self.cycles = self.cycles + 1 end
  return spec
end

scenario {
  name = "5 settle order",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s5")
    local parent = g:node("parent", settling { on = { [E] = function(self, e) self.x = e.x end } })
    g:node("child", settling { inputs = { parent = parent }, update = function(self, parent) self.x = parent.x end })
    return g, { E = E }
  end,
  steps = { { "send", "E", { x = 1 }, calls = "parent(E), child, child.after_update, parent.after_update, " ..
    "child.after_cycle, parent.after_cycle" } },
}

scenario {
  name = "6 after_update needs dirt",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s6")
    g:node("h", { state = "int64_t handled, settled;",
      on = { [E] = function(self, e)
        self.handled = self.handled + 1
        return e.x > 10
      end },
      after_update = function(self) self.settled = self.settled + 1 end })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { x = 100 }, calls = "h(E), h.after_update" },
    { "send", "E", { x = 1 }, calls = "h(E)-", state = { h = { handled = 2, settled = 1 } } },
  },
}

local function own_handler(name, mark)
  return function()
    local E, F = flux.event("E", "double x;"), flux.event("F", "double x;")
    local g = flux.graph(name)
    local p = part.source(g, "p", F)
    local both = g:node("both", { inputs = { p = p }, state = "double x; int64_t handled, updated;",
      on = { [E] = mark(function(self, e)
        self.x = e.x
        self.handled = self.handled + 1
      end) },
      update = function(self, p)
        self.x = p.x
        self.updated = self.updated + 1
      end })
    part.follow(g, "child", { root = both })
    return g, { E = E, F = F }
  end
end

scenario {
  name = "7a own handler, own update",
  graph = own_handler("s7a", function(fn) return fn end),
  steps = {
    { "send", "E", { x = 1 }, calls = "both(E), child", state = { both = { handled = 1, updated = 0 }, child = { runs = 1 } } },
    { "send", "F", { x = 2 }, calls = "p(F), both, child", state = { both = { handled = 1, updated = 1 } } },
  },
}

scenario {
  name = "7b own quiet handler",
  graph = own_handler("s7b", flux.quiet),
  steps = { { "send", "E", { x = 1 }, calls = "both(E)", state = { both = { handled = 1, updated = 0 }, child = { runs = 0 } } } },
}

scenario {
  name = "8 passive and trigger with on_input",
  graph = function()
    local A, B = flux.event("A", "double x;"), flux.event("B", "double x;")
    local g = flux.graph("s8")
    local p1, p2 = part.gate(g, "p1", A), part.gate(g, "p2", B)
    g:node("child", { inputs = { p1 = flux.passive(p1), p2 = p2 }, state = "double x; int64_t first, second, runs;",
      on_input = {
        p1 = function(self) self.first = self.first + 1 end,
        p2 = function(self) self.second = self.second + 1 end,
      },
      update = function(self, p2)
        self.x = p2.x
        self.runs = self.runs + 1
      end })
    return g, { A = A, B = B }
  end,
  steps = {
    { "send", "B", { x = 11 }, calls = "p2(B), child.on_input(p2), child" },
    { "send", "A", { x = 11 }, calls = "p1(A), child.on_input(p1)" },
    { "send", "A", { x = 1 }, calls = "p1(A)-" },
    { "send", "B", { x = 1 }, calls = "p2(B)-", state = { child = { first = 1, second = 1, runs = 1 } } },
  },
}

scenario {
  name = "9 ran",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s9")
    local parent = part.gate(g, "parent", E)
    g:node("child", { inputs = { parent = parent }, state = "int64_t calls, updates;",
      on_input = { parent = flux.ran(function(self) self.calls = self.calls + 1 end) },
      update = function(self) self.updates = self.updates + 1 end })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { x = 1 }, calls = "parent(E)-, child.on_input(parent)", state = { child = { calls = 1, updates = 0 } } },
    { "send", "E", { x = 11 }, calls = "parent(E), child.on_input(parent), child", state = { child = { calls = 2, updates = 1 } } },
  },
}

scenario {
  name = "10 on_input does not propagate",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s10")
    local h = part.source(g, "h", E)
    local mid = g:node("mid", { inputs = { h = flux.passive(h) }, state = "double x; int64_t runs;",
      on_input = { h = function(self, h)
        self.x = h.x
        self.runs = self.runs + 1
      end } })
    part.follow(g, "out", { root = mid })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { x = 1 }, calls = "h(E), mid.on_input(h)" },
    { "send", "E", { x = 2 }, calls = "h(E), mid.on_input(h)", state = { mid = { runs = 2, x = 2 }, out = { runs = 0 } } },
  },
}

scenario {
  name = "11 filters",
  graph = function()
    local E = flux.event("E", "symbol k;")
    local g = flux.graph("s11")
    g:node("n", { state = "int64_t filtered, unfiltered, other;", on = {
      [E] = function(self) self.unfiltered = self.unfiltered + 1 end,
      [E:where { k = flux.symbol "A" }] = function(self) self.filtered = self.filtered + 1 end,
      [E:otherwise()] = function(self) self.other = self.other + 1 end,
    } })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { k = "Z" }, calls = "n(E otherwise), n(E)", state = { n = { filtered = 0, unfiltered = 1, other = 1 } } },
    { "send", "E", { k = "A" }, calls = "n(E where k=A), n(E)", state = { n = { filtered = 1, unfiltered = 2, other = 1 } } },
  },
}

scenario {
  name = "12 list inputs",
  graph = function()
    local E = flux.event("E", "int32_t a, b, c; double x;")
    local g = flux.graph("s12")
    local legs = {}
    for i, key in ipairs { "a", "b", "c" } do legs[i] = part.source(g, "s" .. i, E:where { [key] = 1 }) end
    g:node("sum", { inputs = { legs = legs }, state = "double x, order; int64_t ticks, runs;",
      on_input = { legs = function(self, legs, index)
        self.ticks = self.ticks + 1
        self.order = self.order * 10 + index + 1
        self.x = self.x + legs[index].x
      end },
      update = function(self, legs)
        self.x = 0
        for i = 0, legs.n - 1 do self.x = self.x + legs[i].x end
        self.runs = self.runs + 1
      end })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { x = 5 }, calls = "" },
    { "send", "E", { b = 1, x = 5 }, calls = "s2(E where b=1), sum.on_input(legs)[1], sum",
      state = { sum = { ticks = 1, order = 2, runs = 1, x = 5 } } },
    { "send", "E", { a = 1, b = 1, c = 1, x = 7 },
      calls = "s1(E where a=1), s2(E where b=1), s3(E where c=1), sum.on_input(legs)[0], sum.on_input(legs)[1], " ..
        "sum.on_input(legs)[2], sum",
      state = { sum = { ticks = 4, order = 2123, runs = 2, x = 21 } } },
  },
}

scenario {
  name = "22 feedback",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s22")
    local a = g:node("a", { inputs = { b = flux.prev("b") }, state = "double v;",
      on = { [E] = function(self, e, b) self.v = e.x + b.v end } })
    g:node("b", { inputs = { a = a }, state = "double v;", update = function(self, a) self.v = self.v + a.v end })
    return g, { E = E }
  end,
  steps = {
    { "send", "E", { x = 1 }, calls = "a(E), b", state = { a = { v = 1 }, b = { v = 1 } } },
    { "send", "E", { x = 1 }, calls = "a(E), b", state = { a = { v = 2 }, b = { v = 3 } } },
    { "send", "E", { x = 1 }, calls = "a(E), b", state = { a = { v = 4 }, b = { v = 7 } } },
  },
}

local function two_sources(name, when)
  return function()
    local A, B = flux.event("A", "double x;"), flux.event("B", "double x;")
    local g = flux.graph(name)
    local s1, s2 = part.source(g, "s1", A), part.source(g, "s2", B)
    g:node("j", { inputs = { s1 = s1, s2 = s2 }, state = "double ratio; int64_t runs;", when = when,
      update = function(self, s1, s2)
        self.ratio = s1.x / s2.x
        self.runs = self.runs + 1
      end })
    return g, { A = A, B = B }
  end
end

scenario {
  name = "23a two sources, one join",
  graph = two_sources("s23a", "any"),
  steps = {
    { "send", "A", { x = 6 }, calls = "s1(A), j", state = { j = { ratio = 1 / 0, runs = 1 } } },
    { "send", "B", { x = 2 }, calls = "s2(B), j", state = { j = { ratio = 3, runs = 2 } } },
    { "send", "A", { x = 8 }, calls = "s1(A), j", state = { j = { ratio = 4, runs = 3 } } },
  },
}

scenario {
  name = "23b two sources, one join that waits for both",
  graph = two_sources("s23b", "all"),
  steps = {
    { "send", "A", { x = 6 }, calls = "s1(A)", state = { j = { ratio = 0, runs = 0 } } },
    { "send", "A", { x = 4 }, calls = "s1(A)" },
    { "send", "B", { x = 2 }, calls = "s2(B), j", state = { j = { ratio = 2, runs = 1 } } },
    { "send", "A", { x = 8 }, calls = "s1(A), j", state = { j = { ratio = 4, runs = 2 } } },
  },
}

return list
