-- SPDX-License-Identifier: MIT
-- What the fluent form and the nodes of the library refuse: with the user's line, and what was expected there.
local flux = require "flux"
local nodes = require "flux.nodes"

local Quote = flux.event("Quote", "double bid, ask;")

local REFUSED = {
  { function(q) return q.bid + nil end, "'+' on a port and nil: a misspelt variable is nil" },
  { function(q) return (nil * q.bid):named "a" end, "'*' on a port and nil: a misspelt variable is nil" },
  { function(q) return q.bid - q end, "'-' on a port and a node: name a port of it" },
  { function(q) return q.bid / "a" end, "'/' on a port and a string" },
  { function(q) return (q.bid.ema { span = 3 }) end, "ema is called with a dot; did you mean port:ema" },
  { function(q) return ((q.bid + 1).ema { span = 3 }) end, "ema is called with a dot; did you mean port:ema" },
  { function(q) return (q.bid.sink "x") end, "sink is called with a dot; did you mean port:sink" },
  { function(q) return ((q.bid + 1).named "x") end, "named is called with a dot; did you mean port:named" },
  { function(q) return (q.bid:mean { x = q.ask, window = 2 }) end, "mean: 'x' is the port that the method is of; leave it out" },
  { function(q) return (q.bid:vwap { price = q.ask, size = q.ask }) end, "vwap: 'price' is the port that the method is of" },
  { function(q) return (q.bid:mean(2, 3)) end, "mean takes one argument, got 2" },
  { function(q) return (q.bid:emma { span = 2 }) end,
    "port 'quote.bid' is a value and has no field or method 'emma' (did you mean 'ema'?)" },
  { function(q) return ((q.bid + 1):medain(3)) end, "an expression of ports has no method 'medain' (did you mean 'median'?)" },
  { function(q) return (q.bid:map(function(x, y) return x + y end)) end,
    "'fn': expected a function of one number, and this one has 2 parameters" },
  { function(q) return (q.bid:filter(function() return true end)) end,
    "'fn': expected a function of one number, and this one has no parameter" },
  { function(q) return (q.bid:map(function(x) return x > 1 end)) end,
    "node 'map_1': flux.nodes.map:1:34: a boolean is stored to self.value" },
  { function(q) return (q.bid:median(2 ^ 24)) end, "option 'window': 16777216 is not from 1 to 16777215" },
  { function(q) return (q.bid:filter { fn = function(x) return x > 1 end, low = 3 }) end,
    "either fn or low and high say what passes, not both" },
  { function(q) return (q.bid:filter {}) end, "what passes? low = 0, high = 1, both, or fn" },
  { function(q) return (q.bid:filter { low = 3, high = 1 }) end, "low = 3 is greater than high = 1: nothing would pass" },
  { function(q) return (q.bid:throttle { interval = 3 }) end,
    "option 'interval': a duration has a unit, as in interval = \"3ms\", got the number 3" },
  { function(q) return (q.bid:asof { y = q.ask, tolerance = 5 }) end, "option 'tolerance': a duration has a unit" },
  { function(q) return (q.bid:asof { y = q.ask, tolerance = "-1ns" }) end, "option 'tolerance': '-1ns' is shorter than zero" },
  { function(q) return (q.bid:macd { fast = 26, slow = 12 }) end, "fast = 26 is not shorter than slow = 12" },
}

describe("the node library", function()
  for _, case in ipairs(REFUSED) do
    it("says: " .. case[2], function()
      local g = flux.graph "refused"
      local quote = g:node("quote", nodes.latest(Quote))
      local ok, message = pcall(function()
        case[1](quote)
        g:start {}
      end)
      assert.is_false(ok)
      local line = debug.getinfo(case[1], "S").linedefined
      assert.equal(("spec/nodes_refused_spec.lua:%d: "):format(line), message:match "^[^ ]+ ")
      assert.truthy(message:find(case[2], 1, true), message)
    end)
  end

  it("takes a y of x's own time only, with a tolerance of zero", function()
    local Bid = flux.event("Bid", "int64_t time; double x;", { time = "time" })
    local Ask = flux.event("Ask", "int64_t time; double x;", { time = "time" })
    local g = flux.graph "zero"
    local bid, ask = g:node("bid", nodes.latest(Bid)), g:node("ask", nodes.latest(Ask))
    g:sink("out", g:node("out", nodes.asof { x = bid.x, y = ask.x, tolerance = "0ns" }))
    local series = flux.test(g, { { Ask, time = 1, x = 10 }, { Bid, time = 1, x = 1 }, { Bid, time = 2, x = 2 }, { Ask, time = 3, x = 30 },
      { Bid, time = 3, x = 3 } })
    local values = {}
    for i, state in ipairs(series.out) do values[i] = state.value end
    assert.same({ 10, 30 }, values)
  end)
end)
