-- SPDX-License-Identifier: MIT
-- Nodes that a loop declares for each key become one function of exported C: what it leaves and records, where it is used and where not,
-- what it costs. States and records are the oracle's; counts are worked by hand from the graphs.

local command = require "spec.support.command"
local export = require "flux.export"
local exported = require "spec.support.exported"
local ffi = require "ffi"
local flux = require "flux"
local oracle = require "spec.oracle"
local resolve = require "flux.resolve"

-- The event types by the type of their key, and for each the key of number i.
local KEYS = {
  { "int32_t", function(i) return i end },
  { "int8_t", function(i) return i * 3 - 100 end },
  { "uint16_t", function(i) return 60000 - i * i end }, -- no progression
  { "int64_t", function(i) return -9000000000LL + 5 * i end },
  { "uint64_t", function(i) return 18446744073709551000ULL + i end },
  { "symbol", function(i) return flux.symbol("S" .. i) end },
}
for _, kind in ipairs(KEYS) do kind.event = flux.event("Tick", ("double x; %s key;"):format(kind[1])) end

-- What a node behind another one or two of its key may be.
local BEHIND = {
  function(g, name, up)
    return g:node(name, { inputs = { up = up }, state = "double v; int64_t n;", update = function(self, up)
      self.v, self.n = self.v + up.v, self.n + 1
    end })
  end,
  function(g, name, up)
    return g:node(name, { inputs = { up = up }, state = "double v; int32_t n;", update = function(self, up)
      self.v, self.n = up.v * 2, self.n + 1
      if self.n % 3 == 0 then return false end
    end, on_arrest = function(self) self.v = self.v - 1 end })
  end,
  function(g, name, up, other)
    return g:node(name, { inputs = { up = up, other = other }, state = "double v; bool both;", update = function(self, up, other, ctx)
      self.v, self.both = up.v - other.v, ctx.ticked(other)
    end })
  end,
  function(g, name, up, other)
    return g:node(name, { inputs = { up = up, other = other }, state = "double v;", when = "all", update = function(self, up, other)
      self.v = up.v + 3 * other.v
    end })
  end,
  function(g, name, up)
    return g:node(name, { inputs = { up = up }, state = "double v; double w[4];", update = function(self, up)
      self.v = self.v + 1
      self.w[up.v] = self.v -- fails for 4 and more
    end })
  end,
  function(g, name, up)
    return g:node(name, { inputs = { up = up }, state = "float v; bool odd;", update = function(self, up)
      self.v, self.odd = up.v, up.v % 2 == 1
    end })
  end,
  function(g, name, up, other)
    return g:node(name, { inputs = { up = up, old = flux.prev(other) }, state = "bool up; double v;", update = function(self, up, old)
      self.v, self.up = up.v + old.v, up.v > old.v
    end })
  end,
}

-- A graph of some keys with the same nodes each. `layered`: one layer of all keys after the other; `odd`: one key in so many has a node
-- more; `prev`: nodes may read what the cycle before left, of which each has a copy with a name of its own.
local function graph(random, it)
  local g = flux.graph("alike", { on_error = it.policy, symbols = 64 })
  local Tick, key_of = it.kind.event, it.kind[2]
  local shared = g:node("shared", { state = "double v;", on = { [Tick] = function(self, event)
    self.v = self.v + 1
    if event.x == 7 then return false end
  end } })
  local nodes, plan = {}, {}
  for i = 1, it.nodes do plan[i] = { BEHIND[random(#BEHIND - (it.prev and 0 or 1))], random(0, i - 1), random(-1, i - 1) } end
  local function first(k)
    nodes[k] = { [0] = g:node("f" .. k, { state = "double v;", on = {
      [Tick:where { key = key_of(k) }] = function(self, event) self.v = event.x end } }), [-1] = shared }
  end
  local function behind(k, i)
    nodes[k][i] = plan[i][1](g, ("n%d_%d"):format(k, i), nodes[k][plan[i][2]], nodes[k][plan[i][3]])
  end
  if it.layered then
    for k = 1, it.keys do first(k) end
    for i = 1, it.nodes do
      for k = 1, it.keys do behind(k, i) end
    end
  else
    for k = 1, it.keys do
      first(k)
      for i = 1, it.nodes do behind(k, i) end
      if it.odd and k % it.odd == 0 then BEHIND[1](g, "odd" .. k, nodes[k][0]) end
    end
  end
  g:sink("last", nodes[it.keys][it.nodes])
  return g
end

local function sorted_records(ring)
  local bytes, list = ring:read(), {}
  local records = ffi.cast("const flux_audit_record *", ffi.cast("const char *", bytes))
  for i = 0, #bytes / 32 - 1 do
    local r = records[i]
    list[i + 1] = ("%d %d @%s e%d %d %s"):format(r.kind, r.outcome, tostring(r.cycle), r.event, r.subject, tostring(r.value))
  end
  return list
end

-- Everything that can be seen of 200 events: statuses, the sink's calls, states, and with `audited` the records.
local function run(start, g, it, audited)
  local seen = {}
  local rt = start(g, { on = { last = function(node) seen[#seen + 1] = "sink " .. tostring(node.v) end } })
  local ring = audited and rt:audit { level = "values" }
  for i = 1, 200 do
    local k = i * 7 % (it.keys + 2) -- some are no key
    local sent, message = rt[i % 9 == 0 and "buffer" or "send"](rt, it.kind.event, { x = i * 5 % 11, key = it.kind[2](k) })
    seen[#seen + 1] = tostring(sent) .. tostring(message or "")
    if i % 27 == 0 then rt:trigger() end
  end
  for _, node in ipairs(g.nodes) do seen[#seen + 1] = ("%s %.17g"):format(node.name, rt.state[node.name].v) end
  if ring then
    for _, record in ipairs(sorted_records(ring)) do seen[#seen + 1] = record end
  end
  return seen
end

local function on(backend, options)
  return function(g, given)
    for name, value in pairs(options or {}) do given[name] = value end -- a copy: the order does not matter
    given.backend = backend
    return g:start(given)
  end
end

-- How many functions stand for several keys, and for how many all together.
local function shared_functions(text)
  local functions, keys = 0, 0
  for count in text:gmatch("/%* For (%d+) values of key;") do functions, keys = functions + 1, keys + tonumber(count) end
  return functions, keys
end

local function plain(g, options)
  local given = { audit = false, buffer = false }
  for name, value in pairs(options or {}) do given[name] = value end -- a copy: the order does not matter
  return export.text(resolve.resolve(g), given).source
end

local INT = KEYS[1]

-- Eight nodes for each of so many keys; `change` does something else for one of them.
local function chains(keys, change)
  local g = flux.graph "chains"
  for k = 1, keys do
    local up = g:node("f" .. k, { state = "double v;", on = { [INT.event:where { key = k }] = function(self, e) self.v = e.x end } })
    for i = 1, 7 do
      up = g:node(("n%d_%d"):format(k, i), { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v + 1 end })
    end
    if change then change(g, k, up) end
  end
  return g
end

describe("nodes that are alike for each key", function()
  teardown(exported.remove)

  it("leave and record what the oracle says, however they are declared, of every type of key", function()
    local seed = 20261201
    local function random(low, high) -- xorshift: the same graphs everywhere
      seed = bit.bxor(seed, bit.lshift(seed, 13))
      seed = bit.bxor(seed, bit.rshift(seed, 17))
      seed = bit.bxor(seed, bit.lshift(seed, 5))
      if not high then low, high = 1, low end
      return low + (seed % 2 ^ 31) % (high - low + 1)
    end
    local functions, keys = 0, 0
    for i = 1, 12 do
      local it = {
        kind = KEYS[i % #KEYS + 1], nodes = random(1, 5), keys = random(4, 12), layered = i % 3 == 0,
        odd = i % 4 == 0 and 5 or nil, prev = i % 6 == 5,
        policy = ({ "skip", "rollback", "stop" })[random(3)],
      }
      local at = seed
      local function made()
        seed = at
        return graph(random, it)
      end
      local expected = run(oracle.start, made(), it, true)
      local case = ("case %d: %s"):format(i, it.kind[1])
      assert.same(expected, run(on "native", made(), it, true), case)
      assert.same(expected, run(on("native", { values = { least = 2, times = 50 } }), made(), it, true), case)
      assert.same(expected, run(on "luajit", made(), it, true), case)
      local some, of = shared_functions(export.text(resolve.resolve(made()), { values = { least = 2, times = 50 } }).source)
      functions, keys = functions + some, keys + of
    end
    assert.is_true(functions >= 12 and keys >= 5 * functions, ("%d functions for %d keys"):format(functions, keys))
  end)

  it("are one function, which says what it is for", function()
    local text = plain(chains(30))
    assert.same({ 1, 30 }, { shared_functions(text) })
    assert.equal(1, select(2, text:gsub("\n  f1_on_tick%(", "")))
    assert.equal(1, select(2, text:gsub("\n  n1_1_update%(n1_1, f1%);", "")))
    assert.truthy(text:find("\n  if %(i < 30%) [%w_]+%(g, %(int32_t%)i, event%);\n"))
  end)

  it("are from four on, where their keys need not follow each other", function()
    assert.equal(0, (shared_functions(plain(chains(3)))))
    assert.equal(1, (shared_functions(plain(chains(4)))))
    assert.equal(0, (shared_functions(plain(chains(30), { alike = false }))))
    local g = flux.graph "squares"
    for k = 1, 9 do
      local up = g:node("f" .. k, { state = "double v;", on = { [INT.event:where { key = k * k }] = function(self, e) self.v = e.x end } })
      g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v + 1 end })
    end
    local text = plain(g)
    assert.same({ 1, 9 }, { shared_functions(text) })
    assert.truthy(text:find("case 81: return 8;", 1, true))
  end)

  it("stay apart from those that do something else: each run of equal ones is a function", function()
    local text = plain(chains(30, function(g, k, up)
      if k == 11 then
        g:node("more", { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v end })
      end
    end))
    assert.same({ 2, 29 }, { shared_functions(text) }) -- 1 to 10, 12 to 30
    assert.truthy(text:find("case 11: tick_cycle_key_11(g, event); break;", 1, true))
  end)

  it("are told apart by constants in their bodies", function()
    local g = flux.graph "constants"
    for k = 1, 8 do
      local factor = k <= 4 and 2 or k
      local up = g:node("f" .. k, { state = "double v;", on = { [INT.event:where { key = k }] = function(self, e) self.v = e.x end } })
      g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = up.v * factor end })
    end
    assert.same({ 1, 4 }, { shared_functions(plain(g)) })
  end)

  it("are explained", function()
    local x = export.text(resolve.resolve(chains(30)), { audit = false }).context
    local facts = {}
    for _, entry in ipairs(require("flux.export.explain").entries(x)) do
      for _, fact in ipairs(entry.facts) do facts[fact.what] = fact.text end
    end
    assert.equal("a function for each of 30 values of key, without tests of what the value decides: 8 steps in place of 240; " ..
      "30 of the values are alike and have one", facts.values)
  end)

  local has = command("command -v valgrind").status == 0
  local counted = has and it or function(what) pending(what .. " (valgrind is not installed)") end

  local MAIN = [[
#include <stdlib.h>
#include "chains.h"
int main(int argc, char **argv) {
  static chains_t g;
  chains_init(&g);
  const long events = argc > 1 ? atol(argv[1]) : 0;
  const long keys = argc > 2 ? atol(argv[2]) : 1;
  for (long i = 0; i < events; i++) {
    chains_on_tick(&g, &(chains_tick_event){ .x = 1.5, .key = (int32_t)(i * 29 % keys) + 1 });
  }
  return g.f1.v == 1;
}
]]

  local function per_event(keys, options)
    local directory = exported.directory()
    local given = { dir = directory, audit = false, buffer = false }
    for name, value in pairs(options or {}) do given[name] = value end -- a copy: the order does not matter
    export.write(resolve.resolve(chains(keys)), given)
    local file = assert(io.open(directory .. "/main.c", "w"))
    file:write(MAIN)
    file:close()
    exported.run(("cd %s && cc -std=c11 -O2 -ffp-contract=off -o chains main.c chains.c"):format(directory))
    local function count(events)
      local out = exported.run(("valgrind --tool=callgrind --callgrind-out-file=/dev/null %s/chains %d %d"):format(directory, events, keys))
      return tonumber(out:match("Collected : (%d+)"))
    end
    return (count(1200) - count(200)) / 1000
  end

  -- The number of the key, its test, and where its nodes are: some instructions, for any number of keys.
  counted("cost as much for 300 keys as for 4, and hardly more than one key alone", function()
    local one, four, many = per_event(1), per_event(4), per_event(300)
    assert.is_true(math.abs(many - four) < 1, ("%.1f and %.1f"):format(four, many))
    assert.is_true(many < one + 12, ("%.1f and %.1f"):format(one, many))
  end)
end)
