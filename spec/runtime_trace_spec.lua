-- SPDX-License-Identifier: MIT
-- rt:trace() keeps 65,536 calls on every backend, and says how many it has not kept.

local flux = require "flux"

local Tick = flux.event("TraceTick", "int64_t time;", { time = "time" })

describe("a trace", function()
  for _, backend in ipairs { "table", "luajit", "native" } do
    it("keeps the first 65,536 calls and counts the others, on " .. backend, function()
      local g = flux.graph("traced")
      g:node("n", { state = "int32_t k;", on = { [Tick] = function(self) self.k = 1 end }, every = "1ns",
        on_timer = function() return false end })
      local rt = g:start { backend = backend, trace = true }
      assert(rt:send(Tick, { time = 0 }))
      local list, lost = rt:trace()
      assert.same({ 1, 0 }, { #list, lost })
      assert(rt:advance(65536))
      list, lost = rt:trace()
      assert.same({ 65536, 0 }, { #list, lost })
      assert(rt:advance(65536 + 70000)) -- 70,000 timers
      list, lost = rt:trace()
      assert.equal(65536, #list)
      assert.is_true(lost >= 70000 - 65536)
      assert.equal(2 + 65536, list[1].cycle)
      assert(rt:send(Tick, { time = 65536 + 70000 }))
      list, lost = rt:trace()
      assert.same({ 1, 0 }, { #list, lost })
    end)
  end
end)
