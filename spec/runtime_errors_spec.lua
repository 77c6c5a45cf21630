-- SPDX-License-Identifier: MIT
-- Errors of bodies and of sinks on the Lua hosts: `luajit` runs simple entries without the core, and must say and do the same.

local flux = require "flux"

local Tick = flux.event("ErrorTick", "int64_t time; double at;", { time = "time" })

local function graph(options)
  local g = flux.graph("errors", options)
  local tick = g:node("tick", { state = "double at; int32_t calls;",
    on = { [Tick] = function(self, event) self.at = event.at; self.calls = self.calls + 1 end } })
  local slot = g:node("slot", { inputs = { at = tick.at }, state = "double w[4]; double last;",
    update = function(self, at)
      self.w[at] = 1
      self.last = at
    end })
  g:sink("slot", slot)
  g:sink("again", slot)
  return g
end

-- What an observer sees of a few events, the second of which fails.
local function observe(backend, policy, sinks)
  local seen = {}
  local rt = graph({ on_error = policy }):start { backend = backend, on = sinks and sinks(seen) }
  for i, at in ipairs { 1, 7, 2, 3 } do
    local event = rt:new(Tick)
    event.time, event.at = i * 10, at
    local ok, message = rt:dispatch(event)
    seen[#seen + 1] = ("%s %s"):format(tostring(ok), message or "")
  end
  seen[#seen + 1] = ("now %s cycle %s calls %d last %g"):format(tostring(rt:now()), tostring(rt:cycle()), rt.state.tick.calls,
    rt.state.slot.last)
  return seen
end

describe("rt.state", function()
  for _, backend in ipairs { "table", "luajit", "native" } do
    it("has no node of another name, and says which it has, on " .. backend, function()
      local rt = graph():start { backend = backend }
      assert.equal(0, rt.state.slot.last)
      local ok, message = pcall(function() return rt.state.slto end)
      local line = debug.getinfo(1, "l").currentline - 1
      assert.is_false(ok)
      local expected = ("runtime_errors_spec.lua:%d: rt.state: graph 'errors' has no node 'slto' (did you mean 'slot'?); " ..
        "its nodes: tick, slot"):format(line)
      assert.equal(expected, message:sub(-#expected))
    end)
  end
end)

describe("an error of a body", function()
  for _, policy in ipairs { "stop", "skip", "rollback" } do
    it(("is reported alike on table and luajit under %s"):format(policy), function()
      local expected = observe("table", policy)
      assert.truthy(expected[2]:find("index 7", 1, true))
      assert.same(expected, observe("luajit", policy))
    end)
  end

  it("refuses further entries under stop, with the first error's text", function()
    local seen = observe("luajit", "stop")
    assert.equal("true ", seen[1])
    assert.truthy(seen[2]:find("graph 'errors', cycle 2, event ErrorTick, node 'slot'", 1, true))
    assert.truthy(seen[3]:find("index 7", 1, true))
    assert.equal("now 20LL cycle 2LL calls 2 last 1", seen[5])
  end)

  it("lets the next entry run under skip", function()
    local seen = observe("luajit", "skip")
    assert.equal("true ", seen[3])
    assert.equal("now 40LL cycle 4LL calls 4 last 3", seen[5])
  end)
end)

describe("a host that runs out of stack while it calls entries", function()
  for _, backend in ipairs { "table", "luajit", "native" } do
    for _, at in ipairs { 1, 7 } do -- a body that succeeds, and one that fails
      it(("finds the instance as any other on %s, at %d"):format(backend, at), function()
        local heard = 0
        local rt = graph({ on_error = "skip" }):start { backend = backend, on = { slot = function() heard = heard + 1 end } }
        local function deeper(i)
          rt:send(Tick, { time = 1, at = at })
          return 1 + deeper(i + 1)
        end
        local ok, message = pcall(deeper, 1)
        assert.is_false(ok)
        assert.matches("stack overflow", message)
        local before = heard
        assert.is_true(rt:send(Tick, { time = 2, at = 2 }))
        assert.equal(before + 1, heard)
        assert.equal(2, rt.state.slot.last)
        assert.is_true(rt:stop())
      end)
    end
  end
end)

describe("an entry that an error of the host's left in the middle", function()
  local lib = require("flux.core").lib

  local function abandoned(backend, policy)
    local rt = graph({ on_error = policy }):start { backend = backend, trace = backend == "luajit" } -- traced: through the core
    local event = rt:new(Tick)
    event.time, event.at = 1, 1
    assert.is_true(lib.flux_send(rt.engine, 0, event) > 0) -- and the host does not go on
    return rt
  end

  for _, backend in ipairs { "table", "luajit" } do
    it("has failed as the next one comes, which runs under skip, on " .. backend, function()
      local rt = abandoned(backend, "skip")
      assert.is_true(rt:send(Tick, { time = 2, at = 2 }))
      assert.same({ 1, 2, 2LL }, { rt.stats.skipped, rt.state.slot.last, rt:cycle() })
    end)

    it("has stopped the instance under stop, on " .. backend, function()
      local rt = abandoned(backend, "stop")
      local ok, message = rt:trigger()
      assert.is_nil(ok)
      assert.matches("^graph 'errors', cycle 1, event ErrorTick.*: an error of the host's ended the entry$", message)
      assert.is_true(rt:resume())
      assert.is_true(rt:send(Tick, { time = 2, at = 2 }))
    end)
  end
end)

describe("a failure of which no handler heard", function()
  local failure = require "flux.runtime.failure"

  it("is a failure of a callback with LuaJIT's own text", function()
    assert.same({ status = -7, text = "not enough memory" }, failure.told("not enough memory"))
    assert.same({ status = -7, text = "stack overflow" }, failure.told("error in error handling"))
    local known = { status = -8, text = "index" }
    assert.equal(known, failure.told(known))
  end)
end)

describe("an error of a sink", function()
  local function sinks(seen)
    return {
      slot = function(state)
        if state.last == 2 then error("no room", 0) end
      end,
      again = function(state) seen[#seen + 1] = ("again %g"):format(state.last) end,
    }
  end

  it("is reported, undoes nothing, and keeps no other sink from running", function()
    local seen = observe("table", "skip", sinks)
    assert.same({ "again 1", "true ", seen[3], "again 2", seen[5], "again 3", "true ", "now 40LL cycle 4LL calls 4 last 3" }, seen)
    assert.truthy(seen[5]:find("nil graph 'errors', cycle 3, event ErrorTick, sink 'slot': no room", 1, true) or
      seen[5]:find("sink 'slot'", 1, true))
    assert.same(seen, observe("luajit", "skip", sinks))
  end)

  it("may not dispatch into a graph without a queue", function()
    local outcome = {}
    for _, backend in ipairs { "table", "luajit" } do
      local rt
      rt = graph():start { backend = backend, on = { slot = function() rt:send(Tick, { time = 99, at = 0 }) end } }
      local ok, message = rt:send(Tick, { time = 1, at = 1 })
      outcome[#outcome + 1] = ("%s %s %s"):format(tostring(ok), (message or ""):gsub("^.-: ", "", 1), tostring(rt:cycle()))
    end
    assert.truthy(outcome[1]:find("^nil"))
    assert.equal(outcome[1], outcome[2])
  end)
end)

describe("misuse", function()
  local oracle = require "spec.oracle"

  local function start(backend, on)
    if backend == "oracle" then return (oracle.start(graph(), { on = on })) end
    return (graph():start { backend = backend, on = on })
  end

  -- The message of a call that must fail and blame the line on which `fn` is written.
  local function blamed(fn, rt)
    local ok, message = pcall(fn, rt)
    assert.is_false(ok)
    local place = ("spec/runtime_errors_spec.lua:%d: "):format(debug.getinfo(fn, "S").linedefined)
    assert.equal(place, message:sub(1, #place), message)
    return message:sub(#place + 1)
  end

  for _, backend in ipairs { "table", "luajit", "native", "oracle" } do
    it("blames the caller's line on " .. backend, function()
      local rt = start(backend)
      assert.equal("event type 'ErrorTick' has no field 'wrong'", blamed(function() rt:send(Tick, { wrong = 1 }) end))
      assert.equal("event type 'ErrorTick' has no field 'wrong'", blamed(function() rt:buffer(Tick, { wrong = 1 }) end))
      assert.equal("field 'at': expected a number, got 'x'", blamed(function() rt:send(Tick, { at = "x" }) end))
      if backend ~= "oracle" then
        assert.equal("expected an event type, got 5", blamed(function() rt:send(5) end))
        assert.equal("rt:dispatch takes an event made by rt:new", blamed(function() rt:dispatch(5) end))
        assert.equal("graph 'errors' has no sink 'no'", blamed(function() rt:on("no", print) end))
        assert.equal("rt:buffer takes an event made by rt:new, or an event type and a table; got number",
          blamed(function() rt:buffer(5) end))
        assert.equal("rt:advance takes a time in ns: expected an integer, got nil", blamed(function() rt:advance() end))
        assert.matches("^rt:advance takes a time in ns: .*nan", blamed(function() rt:advance(0 / 0) end))
        assert.matches("^rt:advance takes a time in ns: 1e%+300 does not fit int64_t", blamed(function() rt:advance(1e300) end))
        assert.equal("g:start: unknown key 'bckend' (did you mean 'backend'?)",
          blamed(function() graph():start { bckend = backend } end))
        assert.equal("graph 'errors' has no sink 'no'", blamed(function() graph():start { backend = backend, on = { no = print } } end))
      end
      local event = rt:new(Tick)
      rt:stop()
      local ended = "the instance has not been started"
      assert.equal(ended, blamed(function() rt:stop() end))
      assert.equal(ended, blamed(function() rt:trigger() end))
      assert.equal(ended, blamed(function() rt:advance(5) end))
      assert.equal(ended, blamed(function() rt:dispatch(event) end))
      assert.equal(ended, blamed(function() rt:send(Tick, {}) end))
      assert.equal(ended, blamed(function() rt:buffer(Tick, {}) end))
      if backend ~= "oracle" then assert.equal(ended, blamed(function() rt:snapshot() end)) end
      assert.equal(ended, blamed(function() rt:resume() end))
    end)

    it("inside of a sink blames the sink's line on " .. backend, function()
      local rt, seen
      rt = start(backend, { slot = function()
        local inside = "an entry was called from inside a callback"
        assert.equal(inside, blamed(function() rt:stop() end))
        assert.equal(inside, blamed(function() rt:trigger() end))
        assert.equal(inside, blamed(function() rt:advance(5) end))
        assert.equal("a dispatch from inside a sink needs a queue: give the graph a capacity",
          blamed(function() rt:send(Tick, { time = 7 }) end))
        seen = true
      end })
      assert.same({ true }, { rt:send(Tick, { time = 5, at = 1 }) })
      assert.is_true(seen)
    end)
  end
end)

describe("a field that does not exist, in opaque Lua", function()
  for _, backend in ipairs { "table", "luajit" } do
    it("is of a node or an event, not of a struct with a number, on " .. backend, function()
      local g = flux.graph("fields", { on_error = "skip" })
      local tick = g:node("tick", { state = "double price;", on = { [Tick] = flux.lua(function(self, event)
        self.price = event.at == 1 and event.att or event.at == 2 and self.prise or event.at
      end) } })
      g:node("reader", { inputs = { tick = tick }, state = "double v; bool b;", update = flux.lua(function(self, tick)
        self.v = tick.size
      end) })
      local rt = g:start { backend = backend }
      local texts = {}
      for at = 1, 3 do texts[at] = select(2, rt:send(Tick, { time = at, at = at })):match("%(spec.*: (.*)$") end
      assert.same({ "event 'ErrorTick' has no field 'att' (did you mean 'at'?)", "node 'tick' has no field 'prise' (did you mean 'price'?)",
        "node 'tick' has no field 'size'" }, texts)
    end)
  end
end)
