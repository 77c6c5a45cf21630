-- SPDX-License-Identifier: MIT
-- hello.lua: the smallest graph that makes the point. It says when a price jumps above its moving average.
-- Of the eight ticks in data/hello.csv two are jumps: it must publish above = 2 (the third) and above = 1.8125 (the seventh).
local flux = require "flux"

local Tick = flux.event("Tick", "int64_t time; double price;", { time = "time" })

local g = flux.graph("hello")
g:default_input(Tick, "data/hello.csv")

local tick = g:node("tick", { state = "double price;",
  on = { [Tick] = function(self, event) self.price = event.price end } })
local mean = g:node("mean", { inputs = { price = tick.price }, state = "double value = 100;",
  update = function(self, price) self.value = self.value + 0.5 * (price - self.value) end })
local jump = g:node("jump", { inputs = { price = tick.price, mean = mean }, state = "double above;",
  update = function(self, price, mean)
    self.above = price - mean.value
    if self.above < 1 then return false end -- arrest: nothing downstream runs
  end })
g:sink("jump", jump)

return g
