-- SPDX-License-Identifier: MIT
-- Instances that call Lua back from C, in a process that has traces of instances that do not: LuaJIT panics when compiled code
-- calls what calls back, so each of these runs in a process of its own.
local command = require "spec.support.command"

local HEAD = [[
package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; double price;", { time = "time" })
local Press = flux.event("Press", "int64_t time; double price;")

-- Enough instances of one shape for LuaJIT to stop telling their functions apart, each hot.
local function hot(instance, type)
  local event = instance:new(type or Tick)
  for i = 1, 2000 do
    event.time, event.price = i, i
    instance:dispatch(event)
  end
end
]]

local function run(text)
  local path = os.tmpname() -- a file: portable bodies are read from their scripts
  local file = assert(io.open(path, "w"))
  file:write(HEAD, text)
  file:close()
  local result = command("luajit " .. path)
  os.remove(path)
  assert.equal("", result.err)
  return result.out
end

describe("an instance that calls Lua back from C", function()
  it("runs beside hot ones without a listener, on native", function()
    assert.equal("2000\n", run [[
      local function graph()
        local g = flux.graph "g"
        local price = g:node("price", { state = "double last;", on = { [Tick] = function(self, event) self.last = event.price end } })
        g:sink("price", price)
        return g
      end
      for _ = 1, 20 do hot((graph():start { backend = "native" })) end
      local heard = 0
      hot((graph():start { backend = "native", on = { price = function() heard = heard + 1 end } }))
      print(heard)
    ]])
  end)

  for _, backend in ipairs { "table", "luajit", "native" } do
    it("runs a C body that reads a Lua clock beside hot ones that read the stream's, on " .. backend, function()
      assert.equal("2000\ttrue\n", run(([==[
        local function graph(type, options)
          local g = flux.graph("g", options)
          g:node("clocked", { state = "int64_t seen;", on = { [type] = flux.c[[ self->seen = flux_now(ctx); return 1; ]] } })
          return g
        end
        local options = { backend = "%s" }
        for _ = 1, 20 do hot((graph(Tick):start(options))) end
        local reads = 0
        local instance = graph(Press, { clock = function() reads = reads + 1 return reads end }):start(options)
        local before = reads
        hot(instance, Press)
        print(reads - before, instance.state.clocked.seen == reads)
      ]==]):format(backend)))
    end)

    it("runs bodies that arm timers by a Lua clock, hot, on " .. backend, function()
      assert.equal("2000\ttrue\n", run(([==[
        local reads = 0
        local g = flux.graph("g", { clock = function() reads = reads + 1 return reads end })
        g:node("armed", { state = "int64_t seen; double n;", on = { [Press] = function(self, event, ctx)
          self.n = self.n + 1
          ctx.after(1000000)
        end }, on_timer = function(self, ctx) self.seen = ctx.now end })
        local instance = g:start { backend = "%s" }
        hot(instance, Press)
        print(instance.state.armed.n, reads >= 2000)
      ]==]):format(backend)))
    end)
  end
end)
