-- SPDX-License-Identifier: MIT
-- An event lives until its entry is over, even when nobody but the entry holds it.

local flux = require "flux"

local Tick = flux.event("KeptTick", "int64_t time; double x;", { time = "time" })

-- The first node collects all garbage and takes fresh memory; the second one reads the event.
local function graph()
  local g = flux.graph("kept")
  g:node("collector", { state = "double x;", on = { [Tick] = flux.lua(function(self, event)
    self.x = event.x
    for _ = 1, 3 do collectgarbage() end
    local fill = {}
    for i = 1, 200 do fill[i] = require("ffi").new("double[2]", -1, -1) end
    assert(#fill == 200)
  end) } })
  g:node("reader", { state = "double sum;", on = { [Tick] = function(self, event) self.sum = self.sum + event.x end } })
  return g
end

describe("an event that only the entry holds", function()
  for _, backend in ipairs { "table", "luajit" } do
    for _, entry in ipairs { "dispatch", "buffer" } do
      it(("is not collected before all have read it: %s, %s"):format(backend, entry), function()
        local rt = graph():start { backend = backend }
        local function send(i)
          local event = rt:new(Tick)
          event.time, event.x = i, i
          return rt[entry](rt, event) -- a tail call: no frame holds the event any more
        end
        for i = 1, 50 do assert(send(i)) end
        rt:trigger()
        assert.equal(1275, rt.state.reader.sum) -- 1 + 2 + … + 50
      end)
    end
  end
end)
