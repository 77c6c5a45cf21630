-- SPDX-License-Identifier: MIT
-- venues.lua: the same nodes for each of several venues, declared in a loop, of which one has a node more. Not an example; its export is
-- one function for venues that are alike.
local flux = require "flux"

local Quote = flux.event("Quote", [[
  int64_t time;
  int32_t venue;
  double bid, ask;
]], { time = "time" })

local g = flux.graph("venues", { on_error = "skip" })

local mids, wide = {}, {}
for venue = 1, 8 do
  local quote = g:node("quote_" .. venue, {
    state = "double mid, spread;",
    on = {
      [Quote:where { venue = venue }] = function(self, event)
        self.mid, self.spread = (event.bid + event.ask) / 2, event.ask - event.bid
        if self.spread < 0 then return false end
      end,
    },
  })
  local mean = g:node("mean_" .. venue, {
    inputs = { quote = quote },
    state = "double spread; int32_t slot; double last[8];",
    update = function(self, quote)
      self.spread = self.spread + (quote.spread - self.spread) * 0.125
      self.last[self.slot] = quote.mid
      self.slot = (self.slot + 1) % 8
    end,
  })
  if venue == 4 then
    g:node("count_" .. venue, {
      inputs = { quote = quote },
      state = "int64_t count;",
      update = function(self) self.count = self.count + 1 end,
    })
  end
  wide[venue] = g:node("wide_" .. venue, {
    inputs = { quote = quote, mean = mean },
    state = "bool wide;",
    update = function(self, quote, mean, ctx)
      self.wide = quote.spread > 2 * mean.spread and ctx.ticked(quote)
    end,
    on_arrest = function(self) self.wide = false end,
  })
  mids[venue] = quote.mid
end

g:node("best", {
  inputs = { mids = mids },
  state = "double mid;",
  update = function(self, mids)
    self.mid = 0
    for i = 0, 7 do self.mid = math.max(self.mid, mids[i]) end
  end,
})
g:sink("wide", wide[1])
return g
