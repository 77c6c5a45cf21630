-- SPDX-License-Identifier: MIT
-- ladder.lua: the ten-node graph that the benchmarks measure: two averages, a weighted price, a variance, and a detector
-- that arrests about 30 % of all cycles.
--
-- The benchmark's input is generated (i = 0, 1, …; uint64, wraps; s starts at 42):
--     s = s*6364136223846793005 + 1442695040888963407
--     price = 100 + (s>>11)*2^-53*10 - 5    size = 1 + (s>>60)    time = i
-- data/ladder.csv holds its first 1,000 events (made by spec/reference/ladder.py). It must publish 627 times and end with
-- publisher.published = 0.6367205609972038 (bits 3fe46003cc458f78). After 100 M events: count 70,696,695, bits
-- 3fe44ea84ac0b373; after 200 M: count 141,398,730, bits 3fc28b8dcccfbe4e.
local flux = require "flux"

local Tick = flux.event("Tick", "double price, size; int64_t time;", { time = "time" })

local Ema = flux.kind("Ema", {
  params = "double alpha;",
  state = "double value;",
  update = function(self, x) self.value = self.value + self.alpha * (x - self.value) end,
})

local g = flux.graph("ladder")
g:default_input(Tick, "data/ladder.csv")

local tick = g:node("tick", {
  state = "double price, size;",
  on = { [Tick] = function(self, event) self.price, self.size = event.price, event.size end },
})
local fast = g:node("fast", Ema { x = tick.price, alpha = 0.2 })
local slow = g:node("slow", Ema { x = tick.price, alpha = 0.02 })

local spread = g:node("spread", {
  inputs = { fast = fast, slow = slow },
  state = "double value;",
  update = function(self, fast, slow) self.value = fast.value - slow.value end,
})
local notional = g:node("notional", {
  inputs = { tick = tick },
  state = "double value;",
  update = function(self, tick) self.value = tick.price * tick.size end,
})
local vwap = g:node("vwap", {
  inputs = { notional = notional, size = tick.size },
  state = "double pv, v, value;",
  update = function(self, notional, size)
    self.pv = self.pv + notional.value
    self.v = self.v + size
    self.value = self.pv / self.v
  end,
})
local dev = g:node("dev", {
  inputs = { price = tick.price, vwap = vwap },
  state = "double value;",
  update = function(self, price, vwap) self.value = price - vwap.value end,
})
local var = g:node("var", {
  inputs = { dev = dev },
  state = "double value;",
  update = function(self, dev) self.value = self.value + 0.05 * (dev.value * dev.value - self.value) end,
})
local detector = g:node("detector", {
  inputs = { spread = spread, dev = dev, var = var },
  state = "double score; int64_t count;",
  update = function(self, spread, dev, var)
    self.score = spread.value * dev.value / (var.value + 1e-9)
    if not (self.score > 0) then return false end
    self.count = self.count + 1
  end,
})
local publisher = g:node("publisher", {
  inputs = { score = detector.score },
  state = "double published; int64_t count;",
  update = function(self, score)
    self.published = self.published * 0.5 + score
    self.count = self.count + 1
  end,
})

g:sink("published", publisher)
return g
