-- SPDX-License-Identifier: MIT
-- A snapshot of an older graph: what windows and g:by keep in arrays is carried over whole, or begins anew and the report says why.
-- Values are worked out by hand; a node that begins anew is compared with one that has seen only what came afterwards.

local flux = require "flux"
local migrate = require "flux.snapshot.migrate"
local nodes = require "flux.nodes"

local BACKENDS = { "table", "luajit", "native" }
local Tick = flux.event("WholeTick", "double x; int64_t id; symbol s;")

local function moved(old, new)
  local bytes, report = migrate.run(old:snapshot(), require("flux.resolve").resolve(new))
  return assert(bytes, report), report
end

-- What a sink shows of each event, on every backend alike.
local function series(graph, restore, sink, show, list)
  local expected
  for _, backend in ipairs(BACKENDS) do
    local seen = {}
    local rt, problem = graph:start { backend = backend, restore = restore, on = { [sink] = function(s) seen[#seen + 1] = show(s) end } }
    assert.is_nil(problem)
    for _, fields in ipairs(list) do assert(rt:send(Tick, fields)) end
    expected = expected or seen
    assert.same(expected, seen, backend)
  end
  return expected
end

local function squares(from, to)
  local list = {}
  for i = from, to do list[#list + 1] = { x = i * i } end
  return list
end

local function send(graph, list)
  local rt = graph:start()
  for _, fields in ipairs(list) do assert(rt:send(Tick, fields)) end
  return rt
end

-- A graph with one node of the library.
local function windowed(make, ...)
  local g = flux.graph "windowed"
  local tick = g:node("tick", nodes.latest(Tick))
  g:sink("w", g:node("w", make(tick, ...)))
  return g
end

local function value(state) return state.value end

local WINDOWS = {}
for _, name in ipairs { "mean", "max", "median", "rank", "std", "sum" } do
  WINDOWS[#WINDOWS + 1] = { name, function(tick, size) return nodes[name] { x = tick.x, window = size } end }
end
WINDOWS[#WINDOWS + 1] = { "delay", function(tick, size) return nodes.delay { x = tick.x, by = size } end }

describe("a window of another size", function()
  for _, case in ipairs(WINDOWS) do
    it("begins anew: " .. case[1], function()
      for _, sizes in ipairs { { 5, 3 }, { 3, 5 }, { 8, 5 } } do
        local old, new = send(windowed(case[2], sizes[1]), squares(1, 13)), windowed(case[2], sizes[2])
        local bytes, report = moved(old, new)
        assert.equal(1, #report.defaulted)
        assert.truthy(report.defaulted[1]:find "^w begins anew: [%w_]+%[%d+%], was [%w_]+%[%d+%]$", report.defaulted[1])
        assert.same(series(new, nil, "w", value, squares(14, 22)), series(new, bytes, "w", value, squares(14, 22)))
      end
    end)
  end

  it("of the same size goes on", function()
    local function graph() return windowed(WINDOWS[3][2], 3) end
    local bytes, report = moved(send(graph(), squares(1, 4)), graph())
    assert.same({}, report.defaulted)
    assert.same({ 16, 25 }, series(graph(), bytes, "w", value, squares(5, 6)))
  end)

  it("and the timer that it armed begins anew too", function()
    local function graph(capacity)
      local g = flux.graph("later", { clock = "stream" })
      local tick = g:node("tick", nodes.latest(Tick))
      g:sink("w", g:node("w", nodes.delay { x = tick.x, by = "10ns", capacity = capacity }))
      return g
    end
    local old = graph(4):start()
    old:advance(5)
    old:send(Tick, { x = 1 })
    local bytes, report = moved(old, graph(8))
    assert.same({ "w begins anew: held_time[8], was held_time[4]", "timer of w" }, report.defaulted)
    local rt = graph(8):start { restore = bytes }
    assert.equal(0x7fffffffffffffffLL, rt:next_deadline())
  end)
end)

describe("a node of another kind with the same fields", function()
  local function extreme(name) return windowed(function(tick) return nodes[name] { x = tick.x, window = 3 } end) end

  it("does not take over what it cannot read, and the snapshot is of another layout", function()
    local old = send(extreme "max", squares(1, 5))
    for _, backend in ipairs(BACKENDS) do
      local rt = extreme("min"):start { backend = backend }
      local ok, reason = rt:restore(old:snapshot())
      assert.is_nil(ok)
      assert.truthy(reason:find("^the snapshot is of another layout"))
    end
    local bytes, report = moved(old, extreme "min")
    assert.same({ "w begins anew: it is Min, was Max" }, report.defaulted)
    assert.same({ 36 }, series(extreme "min", bytes, "w", value, squares(6, 8)))
  end)
end)

describe("the keys of a g:by", function()
  local function keyed(key, options, symbol)
    local g = flux.graph("keyed", { symbols = 16 })
    if symbol then
      local named = Tick:where { s = flux.symbol(symbol) }
      g:node("named", { state = "double x;", on = { [named] = function(self, event) self.x = event.x end } })
    end
    options.name = "by"
    g:by(key, options, function(sub)
      local t = sub:node("own", { state = "double x, kept[2]; int32_t n;", on = { [Tick] = function(self, event)
        self.kept[1], self.x, self.n = self.x, event.x, self.n + 1
      end } })
      sub:sink("sum", sub:node("sum", nodes.sum { x = t.x }))
      sub:sink("before", sub:node("before", { inputs = { t = t }, state = "double x; int32_t n;", update = function(self, t)
        self.x, self.n = t.kept[1], t.n
      end }))
    end)
    return g
  end

  local function ids(from, to)
    local list = {}
    for id = from, to do list[#list + 1] = { id = id * id - 7, x = id } end
    return list
  end

  for _, on_full in ipairs { "error", "drop", "evict" } do
    it(("stay when there is room for more: %s"):format(on_full), function()
      local old = send(keyed(Tick.id, { capacity = 20, on_full = on_full }), ids(1, 20))
      local new = keyed(Tick.id, { capacity = 50, on_full = on_full })
      local bytes, report = moved(old, new)
      assert.same({}, report.defaulted)
      local expected, before = {}, {}
      for id = 1, 30 do
        expected[id] = id <= 20 and 2 * id or id
        before[id] = id <= 20 and id * 10 + 2 or 1
      end
      assert.same(expected, series(new, bytes, "sum", value, ids(1, 30)))
      assert.same(before, series(new, bytes, "before", function(s) return s.x * 10 + s.n end, ids(1, 30)))
    end)
  end

  it("begin anew as a whole when there is less room, or when they leave in another way", function()
    for _, options in ipairs { { capacity = 10 }, { capacity = 20, on_full = "evict" } } do
      local old, new = send(keyed(Tick.id, { capacity = 20 }), ids(1, 20)), keyed(Tick.id, options)
      local bytes, report = moved(old, new)
      local text = table.concat(report.defaulted, "; ")
      local reason = options.on_full and "left is new" or "slot_key[10], was slot_key[20]"
      assert.truthy(text:find(("by begins anew: %s; "):format(reason), 1, true))
      assert.truthy(text:find("own begins anew: the keys of by do; ", 1, true))
      assert.truthy(text:find("sum begins anew: the keys of by do", 1, true))
      assert.same({ 10, 9, 8 }, series(new, bytes, "sum", value, { ids(10, 10)[1], ids(9, 9)[1], ids(8, 8)[1] }))
    end
  end)

  it("are found again when symbols get other ids", function()
    local function named(...)
      local list = {}
      for i, name in ipairs { ... } do list[i] = { s = name, x = i } end
      return list
    end
    local old = send(keyed(Tick.s, { capacity = 4 }), named("A", "B", "C"))
    local new = keyed(Tick.s, { capacity = 4 }, "D")
    local bytes, report = moved(old, new)
    assert.same({ "named.x" }, report.defaulted)
    assert.same({ 2, 4, 6, 4 }, series(new, bytes, "sum", value, named("A", "B", "C", "D")))
  end)
end)

describe("what is new in a graph", function()
  it("is as init leaves it", function()
    local function graph(more)
      local g = flux.graph "more"
      local tick = g:node("tick", nodes.latest(Tick))
      if more then
        g:node("made", { inputs = { x = tick.x }, state = "double w[2]; int32_t n = 4;", init = function(self) self.w[1] = self.n * 2 end,
          update = function(self) self.n = self.n + 1 end })
      end
      return g
    end
    local bytes, report = moved(send(graph(false), squares(1, 2)), graph(true))
    assert.same({ "made.w", "made.n" }, report.defaulted)
    local rt = graph(true):start { restore = bytes }
    assert.same({ 0, 8, 4 }, { rt.state.made.w[0], rt.state.made.w[1], rt.state.made.n })
  end)
end)
