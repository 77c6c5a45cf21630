-- SPDX-License-Identifier: MIT
-- What LuaJIT makes of cycles of the backend `luajit`: counts of where they end, and how many are given up. And of the Lua nodes that
-- `table` walks: how much of an event it still interprets, counted in bytecodes by a debug hook, which compiled code does not call.

local command = require "spec.support.command"
local flux = require "flux"
local jit_text = require "flux.jit"

local Tick = flux.event("TracedTick", "double x;")

local Add = flux.kind("TracedAdd", { state = "double x;", update = function(self, up) self.x = up.x + 1 end })
-- Two branches, and it arrests above its limit.
local Below = flux.kind("TracedBelow", {
  params = "double limit;", state = "double x, most;",
  update = function(self, up)
    if up.x > self.most then self.most = up.x end
    if up.x > self.limit then return false end
    self.x = up.x + 1
  end,
})

local function chain(n, kind, params)
  local g = flux.graph("traced")
  local last = g:node("root", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } })
  for i = 1, n do
    local config = { up = last }
    for name, value in pairs(params or {}) do config[name] = value end -- one by one: the order does not matter
    last = g:node("n" .. i, kind(config))
  end
  g:sink("result", last)
  return g
end

-- Traces given up after a long enough start, and the last node's value. Another instance has run before in the same process.
local SCRIPT = [==[
  package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
  local flux = require "flux"
  local Tick = flux.event("Tick", "double x;")
  local STATE = "double x; int32_t count; uint8_t low;"
  local Add = flux.kind("Add", { state = STATE, update = flux.body[[function(self, up)
    %s
  end]] })
  local function start(n)
    local g = flux.graph("chain")
    local last = g:node("root", { state = STATE, on = { [Tick] = flux.body[[function(self, event) self.x = event.x end]] } })
    for i = 1, n do last = g:node("n" .. i, Add { up = last }) end
    local rt = g:start { backend = "%s" }
    return rt, rt:new(Tick)
  end
  local function run(rt, event, first, last)
    for i = first, last do
      event.x = i
      rt:dispatch(event)
    end
  end
  local other, another = start(5)
  run(other, another, 1, 1000)
  local rt, event = start(%d)
  run(rt, event, 1, 20000)
  local given_up = 0
  local function counts(what)
    if what == "abort" then given_up = given_up + 1 end
  end
  jit.attach(counts, "trace")
  run(rt, event, 20001, 40000)
  jit.attach(counts) -- a hook that is called while a trace is recorded ends it: bytecodes are counted over events of their own
  local hundreds = 0
  debug.sethook(function() hundreds = hundreds + 1 end, "", 100)
  run(rt, event, 40001, 60000)
  debug.sethook()
  local state = rt.state["n%d"]
  print(given_up, ("%%d %%d %%d"):format(state.x, state.count, state.low), hundreds / 200)
]==]

local ADD = "if up.x < 0 then self.x = up.x - 1 else self.x = up.x + 1 end"
-- Integers: what is stored saturates, which LuaJIT guards. `low` is 0 or 1.
local COUNT = "self.x, self.count, self.low = up.x + 1, self.count + 1, 1 - self.low"

-- What it prints for a chain of so many nodes.
local function run_script(backend, nodes, body)
  local result = command("luajit -e " .. command.quoted(SCRIPT:format(body, backend, nodes, nodes)))
  assert.equal("", result.err)
  return result.out:match("^(%d+)\t(.-)\t(%S+)\n$")
end

-- The text of the event's cycle.
local function text_of(rt) return (jit_text.text(rt, rt.resolved.entry_of.event[Tick])) end

local function cuts(text) return select(2, text:gsub("\n%s*cut%(%)", "")) end

describe("a cycle of the backend luajit", function()
  it("is one trace when it is short, and is cut when it is long", function()
    assert.equal(0, cuts(text_of(chain(1000, Add):start { backend = "luajit" })))
    assert.truthy(cuts(text_of(chain(2000, Add):start { backend = "luajit" })) >= 2)
  end)

  it("finds states in one place while it is one trace, else by pointers", function()
    local short = text_of(chain(3, Add):start { backend = "luajit" })
    assert.truthy(short:find("n2_update(s.n2, s.n1)", 1, true), short)
    assert.truthy(text_of(chain(2000, Add):start { backend = "luajit" }):find("n2_update(n2, n1)", 1, true))
  end)

  it("is cut earlier when its callbacks branch", function()
    local plain, branching = chain(300, Add), chain(300, Below, { limit = 1e9 })
    assert.equal(0, cuts(text_of(plain:start { backend = "luajit" })))
    assert.truthy(cuts(text_of(branching:start { backend = "luajit" })) >= 2)
  end)

  it("stops where a node arrests, on either side of a cut", function()
    local rt = assert(chain(900, Below, { limit = 1000 }):start { backend = "luajit" })
    local event, seen = rt:new(Tick), 0
    rt:on("result", function() seen = seen + 1 end)
    for i = 1, 400 do
      event.x = i
      assert(rt:dispatch(event))
      -- Node k gets i + k - 1 and goes on when that is at most 1000: all 900 do for i ≤ 101, else the first 1001 - i.
      local passed = math.min(900, 1001 - i)
      assert.equal(i + passed, rt.state["n" .. passed].x)
      if passed < 900 then assert.equal(1001, rt.state["n" .. passed + 1].most) end
    end
    assert.equal(101, seen)
    assert.equal(400, tonumber(rt:cycle()))
  end)

  -- x is 60000 and one for each node; 60000 events were counted, an even number.
  local cases = { { "short", 20, ADD, "60020 0 0" }, { "long", 2000, ADD, "62000 0 0" }, { "integers", 300, COUNT, "60300 60000 0" } }
  for _, case in ipairs(cases) do
    it("gives up no trace in steady state: " .. case[1], function()
      local given_up, state = run_script("luajit", case[2], case[3])
      assert.equal("0", given_up)
      assert.equal(case[4], state)
    end)
  end
end)

describe("a cycle of Lua nodes on the backend table", function()
  -- A node takes at least 17 bytecodes. The last of several traces of a long cycle ends in the interpreter.
  for _, case in ipairs { { 10, 0 }, { 35, 0 }, { 300, 300 } } do
    local nodes, most = case[1], case[2]
    it(("is compiled: %d nodes"):format(nodes), function()
      local _, state, interpreted = run_script("table", nodes, ADD)
      assert.equal(("%d 0 0"):format(60000 + nodes), state)
      assert.is_true(tonumber(interpreted) <= most, interpreted .. " bytecodes an event")
    end)
  end
end)
