-- SPDX-License-Identifier: MIT
-- Exports of large graphs: entries of many steps are several functions, which entries share; audited twins of many callbacks call what
-- they record with.

local ffi = require "ffi"
local backends = require "spec.support.backends"
local export = require "flux.export"
local flux = require "flux"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "double x;")
local Other = flux.event("Other", "double x;")

-- A chain of n nodes of +1 below `first`, which two events reach.
local function chain(n)
  local g = flux.graph "steps"
  local up = g:node("first", { state = "double v;", on = {
    [Tick] = function(self, event) self.v = event.x end,
    [Other] = function(self, event) self.v = -event.x end,
  } })
  for i = 1, n do
    up = g:node("c" .. i, { inputs = { x = up.v }, state = "double v;", update = function(self, x) self.v = x + 1 end })
  end
  g:sink("last", up)
  return g
end

local function source(n, options) return export.text(resolve.resolve(chain(n)), options).source end

local function count(text, plain)
  local n, at = 0, text:find(plain, 1, true)
  while at do
    n, at = n + 1, text:find(plain, at + 1, true)
  end
  return n
end

describe("an export of a long chain", function()
  it("has each step once for all entries that run it, and once more for their twins", function()
    for _, node in ipairs { 400, 500, 777, 999 } do
      local call = ("c1_update(&g->c%d, g->c%d.v);"):format(node, node - 1)
      assert.equal(1, count(source(1000, { audit = false }), call))
      assert.equal(2, count(source(1000), call))
    end
  end)

  it("has as much text for a node of 3,000 as of 1,000", function()
    local function added(n) return #source(n + 1000) - #source(n) end
    local ratio = added(3000) / added(1000)
    assert.is_true(ratio < 1.05, ratio)
  end)

  it("enters a node where it records the one before", function()
    local text = source(300)
    assert.equal(1, count(text, "audit_next(g, NODE_C199, C199_UPDATE, AUDIT_DIRTY, NODE_C200);"))
    assert.equal(0, count(text, "audit_enter(g, NODE_C200);"))
    assert.is_nil(source(200):find("audit_next", 1, true)) -- inlined: nothing to save
  end)
end)

-- 700 nodes: in each seven one that arrests odd values, one with two callbacks, one without a state, one behind either.
local function mixed()
  local g = flux.graph "mixed"
  local first = g:node("first", { state = "double v;", on = {
    [Tick] = function(self, event) self.v = event.x end,
    [Other] = function(self, event) self.v = event.x + 1 end,
  } })
  for i = 1, 100 do
    local a = g:node("a" .. i, { inputs = { x = first.v }, state = "double v;", update = function(self, x) self.v = x + 1 end })
    local b = g:node("b" .. i, { inputs = { x = a.v }, state = "double v;", update = function(self, x)
      self.v = x
      if math.fmod(x, 2) ~= 0 then return false end
    end })
    local c = g:node("c" .. i, { inputs = { x = a.v }, state = "double v, n;",
      on_input = { x = function(self, x) self.v = x end }, update = function(self) self.n = self.n + 1 end })
    local d = g:node("d" .. i, { inputs = { x = c.v }, update = function() end })
    g:node("e" .. i, { inputs = { x = b.v, y = d }, state = "double v;", update = function(self, x) self.v = x end })
    g:node("f" .. i, { inputs = { x = b.v }, state = "double v;", update = function(self, x) self.v = self.v + x end })
    local last = g:node("g" .. i, { inputs = { x = a.v }, state = "double v;", update = function(self, x) self.v = x * 0.5 end })
    if i % 50 == 0 then g:sink("s" .. i, last) end
  end
  return g
end

-- All records of plain, buffered and triggered cycles; every fourth node keeps silent about its values.
local function recorded(start)
  local rt = start(mixed())
  local quiet = {}
  for i = 1, 100 do quiet["a" .. i] = "nodes" end
  local ring = rt:audit { level = "values", nodes = quiet }
  rt:send(Tick, { x = 1 })
  rt:send(Other, { x = 1 })
  rt:buffer(Tick, { x = 5 })
  rt:buffer(Other, { x = 5 })
  rt:trigger()
  local bytes, list = ring:read(), {}
  local records = ffi.cast("const flux_audit_record *", ffi.cast("const char *", bytes))
  for i = 0, #bytes / 32 - 1 do
    local r = records[i]
    list[i + 1] = ("%d %d @%s e%d %d %s"):format(r.kind, r.outcome, tostring(r.cycle), r.event, r.subject, tostring(r.value))
  end
  return list
end

describe("the audit of 700 nodes", function()
  local expected
  backends.each(function(start, name)
    it("has the oracle's records on " .. name, function()
      local records = recorded(start)
      expected = expected or records
      assert.is_true(#records > 3000, #records)
      assert.same(expected, records)
    end)
  end)
end)
