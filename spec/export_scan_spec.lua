-- SPDX-License-Identifier: MIT
-- Where filters pick few of many steps, exported C has a function for each value, or finds the steps by bit scans: the cost, the results,
-- what a failing cycle leaves, what is said of it. Counts of steps are worked by hand from the graphs.

local command = require "spec.support.command"
local exported = require "spec.support.exported"
local export = require "flux.export"
local flux = require "flux"
local oracle = require "spec.oracle"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "double x; int32_t key;")

-- n nodes, of which a key picks four, and n that read two of these each: 12 steps of 2n run. `apart`: a reader stands behind its sources.
local function pairs_of(n, apart)
  local g, f, d = flux.graph "scanned", {}, {}
  local function source(i)
    f[i] = g:node("f" .. i, { state = "double v;", on = {
      [Tick:where { key = i % (n / 4) }] = function(self, event) self.v = self.v + event.x end } })
  end
  local function reader(i)
    d[i] = g:node("d" .. i, { inputs = { a = f[i], b = f[i - 1] or f[i + 1] }, state = "double v; int64_t n;", update = function(self, a, b)
      self.v, self.n = a.v + 2 * b.v, self.n + 1
      if self.n % 4 == 3 then return false end
    end })
    if i % 10 == 0 then g:node("e" .. i, { inputs = { d = d[i], f = f[i - 5] }, state = "double v;", update = function(self, d, f)
      self.v = d.v - f.v
    end, on_arrest = function(self) self.v = -1 end }) end
  end
  for i = 1, n do
    source(i)
    if apart and i > 1 then reader(i) end
  end
  for i = 1, apart and 0 or n do reader(i) end
  g:sink("last", g.nodes[#g.nodes])
  return g
end

-- All states and the calls of the sink, after 300 events.
local function states(start, g)
  local seen = {}
  local rt = start(g, { on = { last = function(node) seen[#seen + 1] = tostring(node.v) end } })
  for i = 1, 300 do
    if i % 7 == 0 then rt:buffer(Tick, { x = i, key = i * 29 % 50 }) else rt:send(Tick, { x = i, key = i * 31 % 50 }) end
    if i % 21 == 0 then rt:trigger() end
  end
  for _, node in ipairs(g.nodes) do
    local state = rt.state[node.name]
    seen[#seen + 1] = ("%s %.17g %s"):format(node.name, state.v, node.record.by_name.n and tostring(state.n) or "")
  end
  return seen
end

local function native(scan, values)
  return function(g, options)
    options.backend, options.scan, options.values = "native", scan, values or false
    return g:start(options)
  end
end

describe("a bit scan", function()
  for name, apart in pairs { ["behind its sources"] = false, ["among them"] = true } do -- in any order
    it(("of readers %s leaves the oracle's states"):format(name), function()
      local function graph() return pairs_of(200, apart) end
      local expected = states(oracle.start, graph())
      for _, scan in ipairs { { least = 2, bits = 64 }, { least = 2, bits = 8 }, { least = 30, bits = 3 } } do
        assert.same(expected, states(native(scan), graph()))
      end
    end)
  end

  -- As many sources as keys; a reader reads two of them, so that two in `keys` events wake it.
  local function readers(keys, count)
    local g, f = flux.graph "chosen", {}
    for i = 1, keys do
      f[i] = g:node("f" .. i, { state = "double v;", on = { [Tick:where { key = i }] = function(self, event) self.v = event.x end } })
    end
    for i = 1, count do
      g:node("d" .. i, { inputs = { a = f[i], b = f[i + 1] }, state = "double v;", update = function(self, a, b) self.v = a.v + b.v end })
    end
    return resolve.resolve(g)
  end

  it("is chosen for 64 steps and more, each of which one event in 32 wakes, or fewer", function()
    local function scans(keys, count, scan)
      local text = export.text(readers(keys, count), { scan = scan, values = false })
      local found = text.source:find("take_first", 1, true) ~= nil
      assert.equal(found, text.header:find("uint64_t awake[", 1, true) ~= nil)
      return found
    end
    assert.is_true(scans(100, 64))
    assert.is_false(scans(100, 63))
    assert.is_true(scans(65, 64))
    assert.is_true(scans(64, 63, { least = 2, bits = 64 }))
    assert.is_false(scans(100, 99, false))
    -- 66 keys that 33 values pick: 4 in 66.
    local g = flux.graph "dense"
    local f = {}
    for i = 1, 66 do
      f[i] = g:node("f" .. i, { state = "double v;", on = { [Tick:where { key = i % 33 }] = function(self, event) self.v = event.x end } })
    end
    for i = 1, 65 do
      g:node("d" .. i, { inputs = { a = f[i], b = f[i + 1] }, state = "double v;", update = function(self, a, b) self.v = a.v + b.v end })
    end
    assert.is_nil(export.text(resolve.resolve(g), { values = false }).source:find("take_first", 1, true))
  end)

  it("is explained", function()
    local x = export.text(resolve.resolve(pairs_of(400)), { audit = false, values = false }).context
    local facts = {}
    for _, entry in ipairs(require("flux.export.explain").entries(x)) do
      for _, fact in ipairs(entry.facts) do facts[fact.what] = fact.text end
    end
    assert.equal("one switch on key for 100 cases", facts.switch)
    -- 400 readers at 2 / 100, the first two under one guard; 40 nodes behind one of them and a source, whose update and on_arrest have a
    -- bit each: 80 at 3 / 100.
    assert.equal("a bit scan finds which of 479 guarded steps an event wakes: at most 10.4 on average", facts.scan)
  end)

  -- f1 wakes a reader that fails and, behind it, others; the next event, of another key, must not run these.
  it("forgets whom a cycle woke that failed", function()
    local function graph()
      local g, f = flux.graph("failing", { on_error = "skip" }), {}
      for i = 1, 80 do
        f[i] = g:node("f" .. i, { state = "double v;", on = { [Tick:where { key = i }] = function(self, event) self.v = event.x end } })
      end
      for i = 1, 80 do
        g:node("d" .. i, { inputs = { a = f[i], b = f[i % 80 + 1] }, state = "double v; double w[2];", update = function(self, a)
          self.v = self.v + 1
          self.w[a.v] = 1
        end })
      end
      return g
    end
    local function run(start)
      local rt, seen = start(graph(), {}), {}
      for _, row in ipairs { { 1, 7 }, { 40, 1 }, { 80, 7 }, { 2, 0 } } do
        seen[#seen + 1] = tostring(rt:send(Tick, { key = row[1], x = row[2] }))
        for i = 1, 80 do seen[#seen + 1] = rt.state["d" .. i].v end
      end
      return seen
    end
    local expected = run(oracle.start)
    assert.equal("nil", expected[1])
    assert.same(expected, run(native(nil)))
    assert.same(expected, run(native { least = 2, bits = 4 }))
  end)

  local has = command("command -v valgrind").status == 0
  local counted = has and it or function(what) pending(what .. " (valgrind is not installed)") end
  teardown(exported.remove)

  local MAIN = [[
#include <stdlib.h>
#include "scanned.h"
int main(int argc, char **argv) {
  static scanned_t g;
  scanned_init(&g);
  const long events = argc > 1 ? atol(argv[1]) : 0;
  for (long i = 0; i < events; i++) {
    scanned_on_tick(&g, &(scanned_tick_event){ .x = 1.5, .key = (int32_t)(i * 29 % KEYS) });
  }
  return g.f1.v == 1;
}
]]

  local function per_event(n, options)
    local directory = exported.directory()
    local given = { dir = directory, audit = false, buffer = false, scan = options.scan, values = options.values, alike = options.alike }
    export.write(resolve.resolve(pairs_of(n)), given)
    local file = assert(io.open(directory .. "/main.c", "w"))
    file:write(MAIN)
    file:close()
    exported.run(("cd %s && cc -std=c11 -O2 -DKEYS=%d -ffp-contract=off -o scanned main.c scanned.c"):format(directory, n / 4))
    local function count(events)
      local out = exported.run(("valgrind --tool=callgrind --callgrind-out-file=/dev/null %s/scanned %d"):format(directory, events))
      return tonumber(out:match("Collected : (%d+)"))
    end
    return (count(1200) - count(200)) / 1000
  end

  counted("takes as many instructions among 1,200 nodes as among 600", function()
    local few, many = per_event(300, { values = false }), per_event(600, { values = false })
    assert.is_true(many / few < 1.05, ("%.1f and %.1f"):format(few, many))
    assert.is_true(many < per_event(600, { values = false, scan = false }) / 2)
  end)

  counted("takes more than a function for each value, which takes as many as hardly any other node", function()
    local alone, many = per_event(8, {}), per_event(600, { alike = false })
    assert.is_true(many < 1.5 * alone, ("%.1f and %.1f"):format(alone, many))
    assert.is_true(many < per_event(600, { values = false }) / 2)
  end)

  for name, apart in pairs { ["behind its sources"] = false, ["among them"] = true } do -- in any order
    it(("and a function for each value leave the oracle's states, of readers %s"):format(name), function()
      local expected = states(oracle.start, pairs_of(60, apart))
      assert.same(expected, states(native(nil, { least = 2, times = 50 }), pairs_of(60, apart)))
      assert.same(expected, states(native({ least = 2, bits = 4 }, { least = 2, times = 50 }), pairs_of(60, apart)))
    end)
  end

  it("gives way to functions where these have at most twice the steps", function()
    local function functions(keys, count)
      local text = export.text(readers(keys, count), { alike = false }).source
      local n = 0
      for _ in text:gmatch("\nAPART static void tick_cycle_key_%d+%(") do n = n + 1 end
      return n, text:find("take_first", 1, true) ~= nil
    end
    assert.same({ 100, false }, { functions(100, 99) }) -- 100 sources, 99 readers in two functions each: 298 steps in place of 199
    assert.same({ 0, false }, { functions(100, 62) }) -- 63 items side by side: a switch and 62 readers
    assert.same({ 100, false }, { functions(100, 63) })
  end)

  it("gives way to functions, which are explained", function()
    local facts = {}
    local x = export.text(readers(100, 99), { audit = false, alike = false }).context
    for _, entry in ipairs(require("flux.export.explain").entries(x)) do
      for _, fact in ipairs(entry.facts) do facts[fact.what] = fact.text end
    end
    assert.equal("a function for each of 100 values of key, without tests of what the value decides: 298 steps in place of 199",
      facts.values)
  end)
end)
