-- SPDX-License-Identifier: MIT
-- A guard that is always true is not tested (S9): counted on table, and in the text of luajit and of exported C.

local export = require "flux.export"
local flux = require "flux"
local lib = require("flux.core").lib
local jit_text = require("flux.jit").text
local resolve = require "flux.resolve"

local E = flux.event("GuardE", "double x;")

-- A chain behind one handler; nodes that may arrest are named.
local function chain(arresting)
  local g = flux.graph("guards")
  local last = g:node("n0", { state = "double v;", on = { [E] = arresting.n0 and function(self, e)
    self.v = e.x
    return e.x > 0
  end or function(self, e) self.v = e.x end } })
  for i = 1, 8 do
    last = g:node("n" .. i, { inputs = { x = last.v }, state = "double v;", update = arresting["n" .. i] and function(self, x)
      self.v = x + 1
      return x > 0
    end or function(self, x) self.v = x + 1 end })
  end
  return g
end

-- Several inputs whose guards are one: a diamond, with a join of both ends and of the source.
local function diamond(arrests)
  local g = flux.graph("guards")
  local s = g:node("s", { state = "double v;", on = { [E] = arrests and function(self, e)
    self.v = e.x
    return e.x > 0
  end or function(self, e) self.v = e.x end } })
  local a = g:node("a", { inputs = { x = s.v }, state = "double v;", update = function(self, x) self.v = x + 1 end })
  local b = g:node("b", { inputs = { x = s.v }, state = "double v;", update = function(self, x) self.v = x + 2 end })
  g:node("join", { inputs = { a = a.v, b = b.v, s = s.v }, state = "double v;", update = function(self, a, b, s) self.v = a + b + s end })
  return g
end

local K = flux.event("GuardK", "int32_t k;")

-- Two filters and what is left, which one of the three may be wrapped in; what reads the node is not filtered.
local function exhaustive(wrap)
  local g = flux.graph("guards")
  wrap = setmetatable(wrap or {}, { __index = function() return function(handler) return handler end end })
  local r = g:node("r", { state = "int32_t a, b, c;", on = {
    [K:where { k = 1 }] = wrap.one(function(self) self.a = self.a + 1 end),
    [K:where { k = 2 }] = wrap.two(function(self) self.b = self.b + 1 end),
    [K:otherwise()] = wrap.other(function(self) self.c = self.c + 1 end),
  } })
  g:node("o", { inputs = { r = r }, state = "double v;", update = function(self, r) self.v = r.a - r.b end })
  return g
end

-- What the update of `o` waits for.
local function guard_of_update(graph)
  for _, step in ipairs(resolve.resolve(graph).entry_of.event[K].steps) do
    if step.role == "update" then return step.guard end
  end
end

local function count(text, pattern)
  local _, n = text:gsub(pattern, "")
  return n
end

-- How many flags one event tests: on table as it runs, in the others' text as it stands.
local function tested(graph)
  local rt = graph:start { backend = "table", trace = true }
  local before = lib.flux_engine_counts(rt.engine)
  assert(rt:send(E, { x = 1 }))
  local after = lib.flux_engine_counts(rt.engine)
  local luajit = graph:start { backend = "luajit" }
  local lua = jit_text(luajit, luajit.resolved.entry_of.event[E])
  local c = export.text(resolve.resolve(graph), { audit = false, buffer = false, batch = false }).source
  local cycle = assert(c:match("static void guard_e_cycle%b()%s*(%b{})"))
  return { steps = tonumber(after.steps - before.steps), table = tonumber(after.tested - before.tested),
    luajit = count(lua, "%f[%w]if%f[%W]"), c = count(cycle, "%f[%w]if%f[%W]") }
end

describe("guards", function()
  it("that are always true are not tested", function()
    assert.same({ steps = 9, table = 0, luajit = 0, c = 0 }, tested(chain {}))
    assert.same({ steps = 4, table = 0, luajit = 0, c = 0 }, tested(diamond(false)))
  end)

  it("are tested once for all that one of them rules", function()
    assert.same({ steps = 9, table = 1, luajit = 1, c = 1 }, tested(chain { n0 = true }))
    assert.same({ steps = 9, table = 1, luajit = 1, c = 1 }, tested(chain { n4 = true }))
    assert.same({ steps = 4, table = 1, luajit = 1, c = 1 }, tested(diamond(true)))
  end)

  it("are as many as the nodes that may arrest and are read", function()
    assert.same({ steps = 9, table = 2, luajit = 2, c = 2 }, tested(chain { n2 = true, n5 = true }))
    assert.same({ steps = 9, table = 0, luajit = 0, c = 0 }, tested(chain { n8 = true })) -- which nobody reads
  end)

  it("are none where filters and `otherwise` cover every value, and none of them arrests", function()
    assert.equal("always", guard_of_update(exhaustive()))
    local function arrests() return function(self, event) self.a = event.k return event.k > 7 end end
    for _, which in ipairs { "one", "two", "other" } do
      assert.equal(3, #guard_of_update(exhaustive { [which] = arrests }), which)
      assert.equal(2, #guard_of_update(exhaustive { [which] = flux.quiet }), which)
    end
  end)
end)
