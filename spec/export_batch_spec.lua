-- SPDX-License-Identifier: MIT
-- The batch entry, and states that are locals: what an entry carries from cycle to cycle, and that neither form shows.
local flux = require "flux"
local export = require "flux.export"
local fresh = require "flux.body.fresh"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })

-- The fields that the body sets before it reads them, as one word.
local function set_by(update)
  local g = flux.graph("set")
  local root = g:node("root", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } })
  local node = g:node("node", { inputs = { x = root.x }, state = "double a, b, c; double w[2];", update = update })
  resolve.resolve(g)
  local fields, list = fresh.fields(node.callbacks[1].body), {}
  for _, field in ipairs(node.record.fields) do
    if fields[field.name] then list[#list + 1] = field.name end
  end
  return table.concat(list, " ")
end

describe("what a body sets before it reads it", function()
  it("is every field that is only assigned", function()
    assert.equal("a b", set_by(function(self, x)
      self.a = x
      self.b = self.a + 1
    end))
  end)

  it("is no field that was read before", function()
    assert.equal("b", set_by(function(self, x)
      self.b = self.a
      self.a = x
    end))
    assert.equal("", set_by(function(self, x) self.a = self.a + x end))
  end)

  it("must be set on every path, an arrest included", function()
    assert.equal("a", set_by(function(self, x)
      self.a = x
      if x < 0 then return false end
      self.b = x
    end))
    assert.equal("a b", set_by(function(self, x)
      if x < 0 then self.a, self.b = 1, 2 else self.b, self.a = 3, 4 end
    end))
    assert.equal("a", set_by(function(self, x)
      if x < 0 then self.a = 1 else self.a, self.b = 3, 4 end
    end))
  end)

  it("is nothing that only a loop sets, and no array", function()
    assert.equal("b", set_by(function(self, x)
      self.b = 0
      for i = 0, 1 do
        self.a = x
        self.w[i] = x
      end
      while self.b < 2 do self.c, self.b = 1, self.b + 1 end
    end))
  end)
end)

-- gate arrests below zero; `last` is read by nobody in cycles that arrest; `lazy` keeps what an earlier cycle left.
local function graph(observed)
  local g = flux.graph("carry")
  local gate = g:node("gate", { state = "double x; int64_t seen;", on = { [Tick] = function(self, event)
    self.x, self.seen = event.x, self.seen + 1
    if event.x < 0 then return false end
  end } })
  local up = g:node("up", { inputs = { x = gate.x }, state = "double v;", update = function(self, x) self.v = x + 1 end })
  local half = g:node("half", { inputs = { x = up.v }, state = "double v;", update = function(self, x)
    self.v = x * 0.5
    if self.v > 3 then return false end
  end })
  local lazy = g:node("lazy", { inputs = { x = half.v }, state = "double v;", update = function(self, x) self.v = x end })
  local all = { up, half, lazy }
  local total = g:node("total", { inputs = { list = all, gate = flux.passive(gate) }, state = "double v; int64_t n;",
    update = function(self, list)
      for i = 0, list.n - 1 do self.v = self.v + list[i].v end
      self.n = self.n + 1
    end })
  local join = g:node("join", { inputs = { a = up.v, b = flux.passive(half.v) }, state = "double v;",
    update = function(self, a, b) self.v = self.v + a * b end })
  g:sink("join", join)
  if observed then g:observe { total, join } end
  return g
end

local VALUES = { 1, -2, 4, 9, -1, 0.5, 7, 2 }

local function states(rt, g)
  local out = {}
  for _, node in ipairs(g.nodes) do out[#out + 1] = rt:state_bytes(node.name) end
  return table.concat(out)
end

describe("a batch", function()
  it("leaves and publishes what the events one by one do, at every length", function()
    local ffi = require "ffi"
    for n = 1, #VALUES do
      local single, batch, seen = graph(), graph(), { {}, {} }
      local one = single:start { backend = "table", on = { join = function(s) table.insert(seen[1], s.v) end } }
      local many = batch:start { backend = "native", on = { join = function(s) table.insert(seen[2], s.v) end } }
      local event = many:new(Tick)
      local array = ffi.new(ffi.typeof("$[?]", ffi.typeof(event)), n)
      for i = 1, n do
        array[i - 1].x, array[i - 1].time = VALUES[i], i
        one:send(Tick, { x = VALUES[i], time = i })
      end
      assert.equal(n, many:dispatch_n(Tick, array, n))
      assert.equal(states(one, single), states(many, batch), "n = " .. n)
      assert.same(seen[1], seen[2])
      assert.equal(tonumber(one:cycle()), tonumber(many:cycle()))
    end
  end)
end)

-- A chain that counts in front, with a sink behind.
local function chain(n)
  local g = flux.graph("chain")
  local up = g:node("root", { state = "double v, sum;", on = { [Tick] = function(self, event)
    self.v, self.sum = event.x, self.sum + event.x
  end } })
  for i = 1, n do
    up = g:node("n" .. i, { inputs = { x = up.v }, state = "double v;", update = function(self, x) self.v = x + 1 end })
  end
  g:sink("last", up)
  return g
end

describe("a batch of a long chain", function()
  local function source(n) return export.text(resolve.resolve(chain(n)), { audit = false }).source end

  it("keeps states in locals while the entry is one function", function()
    local text = source(100)
    local entry = text:match("\nlong chain_on_tick_n%(.-\n}\n")
    assert.truthy(entry:find("n1_update(&s.n100, s.n99.v);", 1, true), entry)
    assert.truthy(entry:find("if (HEARD(g->on_last != NULL)) {", 1, true), entry)
    assert.falsy(source(200):find("struct tick_batch", 1, true))
  end)

  it("leaves what the events one by one do", function()
    local ffi = require "ffi"
    local rt = chain(100):start { backend = "native" }
    local event = rt:new(Tick)
    local array = ffi.new(ffi.typeof("$[?]", ffi.typeof(event)), 5)
    for i = 1, 5 do array[i - 1].x, array[i - 1].time = i * i, i end
    assert.equal(5, rt:dispatch_n(Tick, array, 5))
    assert.equal(55, rt.state.root.sum) -- 1 + 4 + 9 + 16 + 25
    for i = 1, 100 do assert.equal(25 + i, rt.state["n" .. i].v) end
  end)
end)

describe("a state that is a local", function()
  local function text(options) return export.text(resolve.resolve(graph(true)), options) end

  it("is one that nobody observes and every cycle sets before it is read", function()
    local out = text { audit = false, buffer = false }
    -- gate counts, and a passive input keeps it; up, half and lazy are read by their place in a list.
    for _, node in ipairs { "gate", "up", "half", "lazy", "total", "join" } do
      assert.truthy(out.header:find(("\n  carry_%s %s;"):format(node, node), 1, true), node)
    end
  end)

  it("is stored where states are looked at by their place", function()
    local g = flux.graph("chain")
    local root = g:node("root", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } })
    local a = g:node("a", { inputs = { x = root.x }, state = "double v;", update = function(self, x) self.v = x + 1 end })
    local b = g:node("b", { inputs = { x = a.v }, state = "double v;", update = function(self, x) self.v = self.v + x end })
    g:observe { b }
    local resolved = resolve.resolve(g)
    local function members(options)
      local list = {}
      for name in export.text(resolved, options).header:match("typedef struct chain_t {(.-)} chain_t;"):gmatch("chain_%w+ (%w+);") do
        list[#list + 1] = name
      end
      return table.concat(list, " ")
    end
    assert.equal("b", members { audit = false, buffer = false })
    assert.equal("root b pending", members { audit = false }) -- a buffered event leaves root to the trigger
    assert.equal("root a b", members { audit = false, buffer = false, locals = false })
    assert.equal("root a b", members { audit = false, buffer = false, snapshot = true })
  end)
end)
