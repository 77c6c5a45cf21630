-- SPDX-License-Identifier: MIT
-- Snapshots: the same bytes from every backend and from exported C; a restored instance goes on as if it had never stopped; a
-- changed graph takes over what it knows; what does not fit is refused.

local command = require "spec.support.command"
local exported = require "spec.support.exported"
local flux = require "flux"
local migrate = require "flux.snapshot.migrate"
local snapshot = require "flux.snapshot"

local BACKENDS = { "table", "luajit", "native" }
local SCRIPT = "spec/support/graphs/kept.lua"

local function load() return dofile(SCRIPT) end

-- Entries i … j of the graph in kept.lua.
local function feed(rt, from, to)
  for i = from, to do
    local tick = rt.graph.by_event.Tick
    assert(rt:send(tick, { time = i * 7, price = i % 5 + 0.25, symbol = i % 3 == 0 and "MSFT" or "S" .. i % 4 }))
  end
end

local function observe(backend, restore, from, to)
  local seen = {}
  local graph = load()
  local rt, message = graph:start { backend = backend, restore = restore, on = {
    out = function(state) seen[#seen + 1] = ("%.17g %s"):format(state.mean, tostring(state.fires)) end,
  } }
  assert.is_nil(message)
  feed(rt, from, to)
  return rt, seen
end

describe("a snapshot", function()
  local whole, first

  setup(function()
    whole = observe("table", nil, 1, 200):snapshot()
    first = observe("table", nil, 1, 120):snapshot()
  end)

  for _, backend in ipairs(BACKENDS) do
    it("has the same bytes on " .. backend, function()
      assert.equal(first, (observe(backend, nil, 1, 120)):snapshot())
    end)

    it("is gone on from on " .. backend, function()
      local rt, seen = observe(backend, first, 121, 200)
      assert.equal(whole, rt:snapshot())
      local _, expected = observe("table", first, 121, 200)
      assert.same(expected, seen)
      assert.is_true(#seen > 0)
    end)

    it("replaces what an instance had on " .. backend, function()
      local rt = observe(backend, nil, 1, 33)
      assert.is_true(rt:restore(first))
      assert.equal(first, rt:snapshot())
      assert.equal(840, tonumber(rt:now()))
      assert.equal("S1", rt:symbol_text(rt:symbol "S1"))
    end)

    it("that is damaged changes nothing on " .. backend, function()
      local rt = observe(backend, nil, 1, 33)
      local before = rt:snapshot()
      for cut = 0, #first - 1, 13 do assert.is_nil((rt:restore(first:sub(1, cut)))) end
      for at = 1, #first, 11 do
        assert.is_nil((rt:restore(first:sub(1, at - 1) .. string.char((first:byte(at) + 1) % 256) .. first:sub(at + 1))))
      end
      assert.is_nil((rt:restore(first .. "x")))
      local _, reason = rt:restore("")
      assert.equal("this is not a snapshot", reason)
      _, reason = rt:restore(first:sub(1, 300))
      assert.equal(("the snapshot is cut off: it has 300 bytes and should have %d"):format(#first), reason)
      assert.equal(before, rt:snapshot())
    end)

    it("of another layout is refused with both hashes on " .. backend, function()
      local g = flux.graph "other"
      g:node("a", { state = "double x;", on = { [flux.End] = function(self) self.x = 1 end } })
      local ok, reason = g:start({ backend = backend }):restore(first)
      assert.is_nil(ok)
      assert.truthy(reason:find("^the snapshot is of another layout: it has %x+, graph 'other' has %x+$"))
    end)
  end

  it("runs init, then replaces the state, then runs start (S17)", function()
    for _, backend in ipairs(BACKENDS) do
      local g = flux.graph "lives"
      local E = flux.event("Lives", "double x;")
      g:node("a", { state = "double inits, starts, x;", on = { [E] = function(self, event) self.x = event.x end },
        init = function(self) self.inits = self.inits + 1 end, start = function(self) self.starts = self.starts + 1 end })
      local rt = g:start { backend = backend }
      rt:send(E, { x = 5 })
      local bytes = rt:snapshot()
      local again = g:start { backend = backend, restore = bytes }
      assert.same({ 1, 2, 5 }, { again.state.a.inits, again.state.a.starts, again.state.a.x })
    end
  end)

  it("keeps buffered work and the posts that wait with it", function()
    local bytes = {}
    for _, backend in ipairs(BACKENDS) do
      local P, Q = flux.event("KeptP", "double x;"), flux.event("KeptQ", "double x; bool b;")
      local g = flux.graph("waits", { clock = "stream", capacity = 4 })
      local a = g:node("a", { state = "double x;", on = { [P] = function(self, event, ctx)
        self.x = event.x
        ctx.post(Q, { x = event.x * 2, b = true })
      end } })
      local b = g:node("b", { inputs = { x = a.x }, state = "double x, n;", update = function(self, x) self.x, self.n = x, self.n + 1 end })
      g:node("c", { state = "double x;", inputs = { b = flux.passive(b) }, on = { [Q] = function(self, event) self.x = event.x end } })
      local rt = g:start { backend = backend }
      rt:advance(5)
      assert(rt:buffer(P, { x = 1 }))
      assert(rt:buffer(P, { x = 4 }))
      bytes[#bytes + 1] = rt:snapshot()
      local again = g:start { backend = backend, restore = bytes[1] }
      assert.same({ 0, 0 }, { again.state.b.n, again.state.c.x })
      assert(again:trigger())
      assert.same({ 1, 4, 8 }, { again.state.b.n, again.state.b.x, again.state.c.x })
      assert.equal(bytes[1], bytes[#bytes])
    end
  end)

  it("is not taken of an instance that an error has stopped, nor from inside a sink", function()
    for _, backend in ipairs(BACKENDS) do
      local E = flux.event("Stops", "double x;")
      local g = flux.graph "stops"
      local a = g:node("a", { state = "double w[2];", on = { [E] = function(self, event) self.w[event.x] = 1 end } })
      g:sink("a", a)
      local rt, inside
      rt = g:start { backend = backend, on = { a = function() inside = { pcall(rt.snapshot, rt) } end } }
      assert(rt:send(E, { x = 1 }))
      assert.is_false(inside[1])
      assert.truthy(tostring(inside[2]):find("inside a callback", 1, true))
      assert.is_nil((rt:send(E, { x = 7 })))
      local bytes, reason = rt:snapshot()
      assert.is_nil(bytes)
      assert.truthy(reason:find("index 7 is out of range", 1, true))
      rt:resume()
      assert.truthy(rt:snapshot())
    end
  end)
end)

describe("random graphs", function()
  it("write the same snapshots on every backend and go on from them alike", function()
    local batch, snapshots = require "spec.support.random_batch", require "spec.support.snapshots"
    local directory, taken = exported.directory(), 0
    for seed = 7000, 7029 do
      local case, script = batch.load(seed, directory)
      local compiled = seed < 7005 and not io.open(script):read("*a"):find("flux.lua(", 1, true) -- native has no opaque bodies
      local text, was_taken = snapshots.check(case, compiled and BACKENDS or { "table", "luajit" })
      assert.is_nil(text, ("seed %d: %s"):format(seed, tostring(text)))
      if was_taken then taken = taken + 1 end
    end
    assert.is_true(taken > 15)
    exported.remove()
  end)
end)

describe("exported C", function()
  local function build(compiler)
    local directory = exported.directory()
    exported.write(SCRIPT, directory, { snapshot = true })
    exported.run(("cp spec/support/graphs/kept_main.c %s/ && %s -std=c11 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion " ..
      "-Wshadow -Werror -fsanitize=undefined -fno-sanitize-recover -o %s/kept %s/kept.c %s/kept_main.c -lm"):format(directory, compiler,
      directory, directory, directory))
    return directory .. "/kept"
  end
  local function read(path)
    local file = assert(io.open(path, "rb"))
    local bytes = file:read("*a")
    file:close()
    return bytes
  end
  local function write(path, bytes)
    local file = assert(io.open(path, "wb"))
    file:write(bytes)
    file:close()
  end

  for _, compiler in ipairs { "gcc", "clang" } do
    it(("writes and restores the bytes of the other backends (%s)"):format(compiler), function()
      if not exported.has(compiler) then return end
      local program = build(compiler)
      local first = observe("luajit", nil, 1, 120):snapshot()
      exported.run(("%s - 1 120 %s.first"):format(program, program))
      assert.equal(first, read(program .. ".first"))
      write(program .. ".lua", first)
      exported.run(("%s %s.lua 121 200 %s.last"):format(program, program, program))
      assert.equal(observe("luajit", nil, 1, 200):snapshot(), read(program .. ".last"))
      for at = 1, #first, 17 do
        write(program .. ".bad", first:sub(1, at - 1) .. string.char((first:byte(at) + 1) % 256) .. first:sub(at + 1))
        assert.equal(3, command(("%s %s.bad 1 1 %s.none"):format(program, program, program)).status)
      end
      exported.remove()
    end)
  end

  it("has no snapshot functions unless it is asked for them", function()
    local resolved = require("flux.resolve").resolve(load())
    assert.is_nil(require("flux.export").text(resolved, {}).source:find("snapshot", 1, true))
    local header = require("flux.export").text(resolved, { snapshot = true }).header
    assert.truthy(header:find("int kept_restore(kept_t *g, const void *buffer, size_t size);", 1, true))
  end)

  it("has the layout's hash in its header", function()
    local resolved = require("flux.resolve").resolve(load())
    local bytes = observe("table", nil, 1, 5):snapshot()
    assert.truthy(require("flux.export").text(resolved, {}).header:find("0x" .. snapshot.read(bytes).layout, 1, true))
  end)
end)

describe("a snapshot of an older graph", function()
  local Tick = flux.event("MigrateTick", "int64_t time; float x; symbol s;", { time = "time" })

  local function old()
    local g = flux.graph("grows", { symbols = 8 })
    local a = g:node("a", { state = "float x; int32_t n; double gone; symbol s; double w[2];",
      on = { [Tick] = function(self, event) self.x, self.n, self.s, self.w[1] = event.x, self.n + 1, event.s, event.x end } })
    g:node("dropped", { inputs = { a = a }, state = "double y;", update = function(self, a) self.y = a.x end })
    return g
  end

  local function new()
    local g = flux.graph("grows", { symbols = 8 })
    local first = flux.symbol "first"
    local a = g:node("a", { state = "double w[3]; symbol s; int64_t n; double x, added = 2.5;",
      on = { [Tick] = function(self, event) self.x, self.n, self.s = event.x, self.n + 1, event.s end,
        [Tick:where { s = first }] = function(self) self.added = 1 end } })
    g:node("fresh", { inputs = { a = a }, state = "double y = 7; int8_t fires;", every = "1us",
      update = function(self, a) self.y = a.x end, on_timer = function(self) self.fires = self.fires + 1 end })
    return g
  end

  it("is carried over by node and field name, with a report", function()
    local before = old():start()
    before:send(Tick, { time = 1500, x = 0.5, s = "data" })
    local resolved = require("flux.resolve").resolve(new())
    local bytes, report = migrate.run(before:snapshot(), resolved)
    assert.same({
      kept = { "a.w (double[3], was double[2])", "a.s", "a.n (int64_t, was int32_t)", "a.x (double, was float)" },
      dropped = { "a.gone", "node dropped" },
      defaulted = { "a.added", "fresh.y", "fresh.fires", "timer of fresh" },
    }, report)
    for _, backend in ipairs(BACKENDS) do
      local rt, message = new():start { backend = backend, restore = bytes }
      assert.is_nil(message)
      local a = rt.state.a
      assert.same({ 0.5, 1, 2.5, 0, 0.5, 0, 7 }, { a.x, tonumber(a.n), a.added, a.w[0], a.w[1], a.w[2], rt.state.fresh.y })
      assert.equal("data", rt:symbol_text(a.s))
      assert(rt:advance(2000))
      assert.equal(1, rt.state.fresh.fires) -- armed on the grid: the first point after 1500 is 2000
    end
  end)

  it("that cannot be read is an error", function()
    local resolved = require("flux.resolve").resolve(new())
    assert.same({ nil, "this is not a snapshot" }, { migrate.run("hello", resolved) })
  end)
end)

describe("a snapshot of a graph that keeps no time", function()
  it("says so on every backend, whatever time the host has advanced to", function()
    local E = flux.event("SnapUntimed", "int32_t k;")
    local bytes = {}
    for i, backend in ipairs { "table", "luajit", "native" } do
      local g = flux.graph("untimed")
      g:node("n", { state = "int32_t k;", on = { [E] = function(self, e) self.k = e.k end } })
      local rt = g:start { backend = backend }
      assert(rt:advance(1019))
      assert(rt:send(E, { k = 7 }))
      bytes[i] = rt:snapshot()
    end
    assert.equal(0, bytes[1]:byte(13)) -- flags: no time
    assert.equal(bytes[1], bytes[2])
    assert.equal(bytes[1], bytes[3])
  end)
end)
