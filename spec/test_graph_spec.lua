-- SPDX-License-Identifier: MIT
-- flux.test: every backend at once, the series of each sink, and what it says when backends differ.

local flux = require "flux"

describe("flux.test", function()
  local Tick, g

  before_each(function()
    Tick = flux.event("Tick", "double price; symbol symbol; int64_t time;", { time = "time" })
    g = flux.graph("tested", { on_error = "skip" })
  end)

  it("returns what each sink published, as plain tables", function()
    g:node("tick", { state = "double price; double last[2]; symbol symbol; int64_t at;",
      on = { [Tick] = function(self, event, ctx)
        self.last[1] = self.last[0]
        self.last[0] = event.price
        self.price, self.symbol, self.at = event.price, event.symbol, ctx.now
      end } })
    g:sink("tick", "tick")
    g:sink("same", "tick")
    local series, log = flux.test(g, { { Tick, price = 1, symbol = "ABC", time = 5 }, { "advance", 10 }, { Tick, price = 2, time = 12 } })
    assert.equal(2, #series.tick)
    assert.same(series.tick, series.same)
    assert.equal(1, series.tick[1].price)
    assert.equal("ABC", series.tick[1].symbol)
    assert.is_nil(series.tick[2].symbol)
    assert.equal("12LL", tostring(series.tick[2].at))
    assert.equal(2, series.tick[2].last[0])
    assert.equal(1, series.tick[2].last[1])
    assert.same({ "start: ok", "sink tick", "sink same", "item 1: ok", "item 2: ok", "sink tick", "sink same", "item 3: ok" }, log)
  end)

  it("buffers, triggers, resets, and reports what entries say", function()
    g:node("tick", { state = "double w[2]; int32_t count;", on = { [Tick] = function(self, event)
      self.count = self.count + 1
      self.w[event.price] = 1
    end } })
    g:sink("tick", "tick")
    local series, log = flux.test(g, { { "buffer", Tick, price = 1, time = 1 }, { "trigger" }, { Tick, price = 7, time = 2 },
      { "reset" }, { Tick, price = 0, time = 3 } })
    assert.equal(2, #series.tick)
    assert.equal(1, series.tick[2].count)
    assert.truthy(log[5]:find("item 3: graph 'tested', cycle 3, event Tick, node 'tick'", 1, true), log[5])
  end)

  it("stops and starts again, and reports an error of the stop at its end", function()
    g:node("tick", { state = "double w[2]; int32_t starts;", start = function(self) self.starts = self.starts + 1 end,
      on = { [Tick] = function(self, event) self.w[0] = event.price end }, stop = function(self) self.w[self.starts] = 1 end })
    g:sink("tick", "tick")
    local series, log = flux.test(g, { { Tick, price = 7, time = 1 }, { "stop" }, { "start" }, { Tick, price = 8, time = 2 } })
    assert.equal(2, #series.tick)
    assert.equal(2, series.tick[2].starts)
    assert.same({ "start: ok", "sink tick", "item 1: ok", "item 2: ok", "item 3: ok", "sink tick", "item 4: ok" },
      { unpack(log, 1, 7) })
    assert.matches("^stop: graph 'tested', cycle 2, stop, node 'tick', stop .*index 2 is out of range", log[8])
  end)

  it("raises when backends differ, and says where", function()
    local calls = 0
    g:node("odd", { state = "double x;", on = { [Tick] = flux.lua(function(self)
      calls = calls + 1
      self.x = calls
    end) } })
    g:sink("odd", "odd")
    local ok, message = pcall(flux.test, g, { { Tick, time = 1 } }, { backends = { "table", "luajit" } })
    assert.is_false(ok)
    assert.truthy(message:find("flux.test: graph 'tested': table and luajit differ: publication 1 of sink 'odd'", 1, true), message)
  end)

  it("blames the caller's line for a field that does not exist", function()
    g:node("n", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.price end } })
    local line = debug.getinfo(1, "l").currentline + 1
    local ok, message = pcall(function() flux.test(g, { { Tick, prise = 1 } }) end)
    assert.is_false(ok)
    assert.truthy(message:find(("spec/test_graph_spec.lua:%d: event 'Tick' has no field 'prise'"):format(line), 1, true), message)
  end)
end)
