-- SPDX-License-Identifier: MIT
-- The fluent form: operators and methods of ports, and the ordinary nodes that they make.
local flux = require "flux"

local Quote = flux.event("Quote", "double bid, ask; int64_t count; int64_t time;", { time = "time" })
local Rate = flux.event("Rate", "double x; int64_t time;", { time = "time" })

local function graph()
  local g = flux.graph("fluent")
  local quote = g:node("quote", { state = "double bid, ask; int64_t count;", on = { [Quote] = function(self, event)
    self.bid, self.ask, self.count = event.bid, event.ask, event.count
  end } })
  local rate = g:node("rate", { state = "double x;", on = { [Rate] = function(self, event) self.x = event.x end } })
  return g, quote, rate
end

local function names_of(g)
  local list = {}
  for i, node in ipairs(g.nodes) do list[i] = node.name end
  return table.concat(list, " ")
end

local function values(series)
  local out = {}
  for i, state in ipairs(series) do out[i] = state.value end
  return out
end

describe("the fluent form", function()
  it("chains nodes", function()
    local g, quote = graph();
    ((quote.bid + quote.ask) / 2):ema { alpha = 0.5 }:changed(0.01):sink "mid"
    assert.equal("quote rate expression_1 ema_1 changed_1", names_of(g))
    assert.equal("spec/fluent_spec.lua", g.by_name.ema_1.origin.file)
    local series = flux.test(g, { { Quote, bid = 1, ask = 3, time = 1 }, { Quote, bid = 1, ask = 3, time = 2 },
      { Quote, bid = 3, ask = 5, time = 3 } })
    assert.same({ 2, 3 }, values(series.mid))
  end)

  it("fuses arithmetic into one node, and makes it once", function()
    local g, quote = graph()
    local spread = quote.ask - quote.bid
    local relative = (spread / ((quote.ask + quote.bid) / 2)):named "relative"
    relative:sink "relative"
    local twice = -spread * 2 ^ 2 % 100
    twice:sink "twice"
    twice:mean(1):sink "mean"
    assert.equal("quote rate relative expression_1 mean_1", names_of(g))
    local series = flux.test(g, { { Quote, bid = 9, ask = 11, time = 1 } })
    assert.same({ 0.2 }, values(series.relative))
    assert.same({ 92 }, values(series.twice))
    assert.same({ 92 }, values(series.mean))
  end)

  it("waits for all of several sources, and takes 64-bit numbers", function()
    local g, quote, rate = graph();
    (quote.bid * rate.x + quote.count):sink "out"
    local series = flux.test(g, { { Quote, bid = 2, count = 1, time = 1 }, { Rate, x = 3, time = 2 }, { Rate, x = 4, time = 3 } })
    assert.same({ 7, 9 }, values(series.out))
  end)

  it("is an input like any other", function()
    local g, quote = graph()
    local nodes = require "flux.nodes"
    g:sink("a", g:node("a", nodes.sum { x = quote.bid + quote.ask }))
    g:sink("b", g:node("b", { inputs = { x = quote.bid * 2, list = { quote.bid + 1, quote.ask + 1 }, p = flux.passive(quote.ask * 3) },
      state = "double value;", update = function(self, x, list, p) self.value = x + list[0] + list[1] + p end }))
    local series = flux.test(g, { { Quote, bid = 1, ask = 2, time = 1 } })
    assert.same({ 3 }, values(series.a))
    assert.same({ 13 }, values(series.b))
    assert.equal(9, #g.nodes)
  end)

  it("names nodes by an option, and publishes nodes of several fields", function()
    local g, quote = graph()
    quote.bid:bollinger { window = 2, name = "bands" }:sink "bands"
    quote.bid:corr { y = quote.ask, window = 2, min_window = 2 }:sink "corr"
    local series = flux.test(g, { { Quote, bid = 1, ask = 1, time = 1 }, { Quote, bid = 3, ask = 2, time = 2 } })
    assert.equal(2, series.bands[1].middle)
    assert.equal(1, #series.corr)
    assert.equal("quote rate bands corr_1", names_of(g))
  end)

  it("blames the user's line", function()
    local g, quote = graph()
    for _, case in ipairs {
      { function() return quote.bid + quote end, "'+' on a port and a node" },
      { function() return quote.bid:meen(3) end, "is a value and has no field or method 'meen'" },
      { function() return (quote.bid + 1):meen(3) end, "no method 'meen'" },
      { function() return quote.bid:mean { windw = 3 } end, "did you mean 'window'?" },
    } do
      local ok, message = pcall(case[1])
      assert.is_false(ok)
      assert.truthy(message:find("^spec/fluent_spec.lua:%d+: ") and message:find(case[2], 1, true), message)
    end
    assert.equal(2, #g.nodes)
  end)
end)
