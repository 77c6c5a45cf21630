-- SPDX-License-Identifier: MIT
-- A graph with everything that a snapshot has to keep: arrays, every width, symbols, flux.prev, `valid`, when = "all", a periodic
-- timer and ctx.after, NaN. spec/support/graphs/kept_main.c feeds the exported C as the specs feed this.
local flux = require "flux"

local Tick = flux.event("Tick", "int64_t time; double price; symbol symbol;", { time = "time" })
local MSFT = flux.symbol "MSFT"

local g = flux.graph("kept", { symbols = 16 })

local tick = g:node("tick", {
  state = "double price; symbol symbol; uint8_t turn; int16_t small = -3; bool up; float half;",
  on = { [Tick] = function(self, event)
    self.up = event.price > self.price
    self.price, self.symbol, self.half = event.price, event.symbol, event.price / 2
    self.turn = (self.turn + 1) % 7
  end },
})
local msft = g:node("msft", {
  state = "double price, nan;",
  on = { [Tick:where { symbol = MSFT }] = function(self, event)
    self.price = event.price
    self.nan = (event.price - event.price) / 0
  end },
})
local window = g:node("window", {
  inputs = { x = tick.price },
  state = "double w[8]; int32_t at; double mean;",
  update = function(self, x)
    self.w[self.at] = x
    self.at = (self.at + 1) % 8
    local sum = 0
    for i = 0, 7 do sum = sum + self.w[i] end
    self.mean = sum / 8
  end,
})
local quiet = g:node("quiet", { -- fires when nothing was MSFT for 40 ns
  inputs = { msft = msft },
  state = "uint64_t armed; int32_t fires;",
  update = function(self, msft, ctx)
    self.armed = self.armed + 1
    ctx.after(40)
    return msft.price > 100
  end,
  on_timer = function(self) self.fires = self.fires + 1 end,
})
local beat = g:node("beat", { every = "50ns", state = "int64_t fires;", on_timer = function(self) self.fires = self.fires + 1 end })
local out = g:node("out", {
  inputs = { window = window, beat = beat, msft = flux.passive(msft), before = flux.prev(window), quiet = flux.passive(quiet) },
  when = "all",
  state = "double mean, change; int64_t fires; bool known;",
  update = function(self, window, beat, msft, before, quiet, ctx)
    self.mean, self.change = window.mean, window.mean - before.mean
    self.fires, self.known = beat.fires, ctx.valid(msft) and quiet.fires >= 0
  end,
})
g:sink("out", out)
g.by_event = { Tick = Tick }
return g
