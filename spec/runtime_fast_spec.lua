-- SPDX-License-Identifier: MIT
-- Which events of the backend `luajit` go without the core: counted, as calls of flux_send.

local flux = require "flux"

-- With a host clock in Lua rt.lib is a table of functions, in which calls can be counted.
local function start(graph)
  local reads = 0
  local rt = graph:start { backend = "luajit", clock = function()
    reads = reads + 1
    return 1000 * reads
  end }
  local send, calls = rt.lib.flux_send, 0
  rt.lib.flux_send = function(...)
    calls = calls + 1
    return send(...)
  end
  return rt, function() return calls end, function() return reads end
end

local function dispatch(rt, event_type, count)
  local event = rt:new(event_type)
  for i = 1, count do
    event.x = i
    assert(rt:dispatch(event))
  end
end

describe("an event without a time, in a graph on the host's clock", function()
  local Tick = flux.event("FastTick", "double x;")
  local Ask = flux.event("FastAsk", "double x;")

  local function graph()
    local g = flux.graph("fast")
    local sum = g:node("sum", {
      state = "double x; int64_t cycle;",
      on = { [Tick] = function(self, event, ctx)
        self.x = self.x + event.x
        self.cycle = ctx.cycle
      end },
    })
    g:node("asked", {
      inputs = { sum = flux.passive(sum) }, state = "double x; int64_t at;",
      on = { [Ask] = function(self, event, sum, ctx)
        self.x = sum.x + event.x
        self.at = ctx.now
      end },
    })
    g:sink("result", sum)
    return g
  end

  it("takes no call of the core and reads no clock when none of its callbacks asks for the time", function()
    local rt, calls, reads = start(graph())
    local before = reads()
    dispatch(rt, Tick, 10)
    assert.equal(0, calls())
    assert.equal(before, reads())
    assert.equal(55, rt.state.sum.x) -- 1 + 2 + … + 10
    assert.equal(10, tonumber(rt.state.sum.cycle))
  end)

  it("goes through the core, which reads the clock once, when one of them does", function()
    local rt, calls, reads = start(graph())
    dispatch(rt, Tick, 2)
    local before = reads()
    dispatch(rt, Ask, 3)
    assert.equal(3, calls())
    assert.equal(before + 3, reads())
    assert.equal(1000 * reads(), tonumber(rt.state.asked.at))
    assert.equal(6, rt.state.asked.x) -- 1 + 2 of the ticks, 3 of the last question
    assert.equal(5, tonumber(rt:cycle()))
  end)

  it("is told of a sink that fails, and goes on", function()
    local rt, calls = start(graph())
    local seen = 0
    rt:on("result", function(sum)
      seen = sum.x
      if sum.x == 3 then error("three") end
    end)
    dispatch(rt, Tick, 1)
    local event = rt:new(Tick)
    event.x = 2
    local ok, message = rt:dispatch(event)
    assert.is_nil(ok)
    assert.truthy(message:find("three", 1, true), message)
    dispatch(rt, Tick, 1)
    assert.equal(4, seen) -- 1 + 2, and 1 again
    assert.equal(3, tonumber(rt:cycle()))
    assert.equal(1, calls()) -- the one that failed
  end)
end)
