-- SPDX-License-Identifier: MIT
-- How many traces LuaJIT makes of Lua nodes that the backend `table` walks, when filters choose among them: not one for each key.

local command = require "spec.support.command"

local SCRIPT = [==[
  package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
  local flux = require "flux"
  local KEYS, LENGTH = %d, 4
  local Tick = flux.event("Tick", "double x; int32_t key;")
  local Add = flux.kind("Add", { state = "double x; int32_t count;", update = flux.body[[function(self, up)
    self.x, self.count = up.x + 1, self.count + 1
  end]] })
  local g = flux.graph("keyed")
  for key = 0, KEYS - 1 do
    local last = g:node("k" .. key, { state = "double x;",
      on = { [Tick:where { key = key }] = flux.body[[function(self, event) self.x = event.x end]] } })
    for i = 1, LENGTH do last = g:node(("k%%d_%%d"):format(key, i), Add { up = last }) end
  end
  local traces = 0
  jit.attach(function(what) if what == "stop" then traces = traces + 1 end end, "trace")
  local rt = g:start { backend = "table" }
  local event, at = rt:new(Tick), 0
  for i = 1, 200 * KEYS do
    at = (at * 5 + 3) %% KEYS -- each key as often as any other, when their number is a power of two
    event.key, event.x = at, i
    rt:dispatch(event)
  end
  local seen = {}
  for key = 0, KEYS - 1 do
    local first, last = rt.state["k" .. key], rt.state[("k%%d_%%d"):format(key, LENGTH)]
    seen[("%%d %%d"):format(last.x - first.x, last.count)] = true
  end
  local one = next(seen)
  print(traces, one, next(seen, one))
]==]

local function run(keys)
  local result = command("luajit -e " .. command.quoted(SCRIPT:format(keys)))
  assert.equal("", result.err)
  local traces, state = result.out:match("^(%d+)\t(.-)\tnil\n$")
  return tonumber(traces), state, result.out
end

describe("Lua nodes behind filters on the backend table", function()
  it("share their traces when there are many keys", function()
    local traces, state, out = run(512)
    assert.equal("4 200", state, out) -- every chain adds 4, and ran for 200 events
    assert.is_true(traces < 512, traces .. " traces") -- of a trace for each node there would be 2,560
  end)
end)
