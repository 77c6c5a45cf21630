-- SPDX-License-Identifier: MIT
-- ticker.lua: a graph on the host's clock, with init, start and stop, that skips cycles in error. Like everything.lua it is
-- there for the linters and the prover.
local flux = require "flux"

local Sample = flux.event("Sample", "double value; uint16_t channel;")
local Probe = flux.event("Probe", "int32_t number;")

local g = flux.graph("ticker", { on_error = "skip", unhandled = "ignore" })

local channels = g:node("channels", {
  state = "double value[16]; int64_t seen[16]; uint64_t mask; int32_t starts;",
  init = function(self) for i = 0, 15 do self.value[i] = -1 end end,
  start = function(self) self.starts = self.starts + 1 end,
  on = {
    [Sample] = function(self, event, ctx)
      self.value[event.channel] = event.value
      self.seen[event.channel] = ctx.now
      self.mask = bit.bor(self.mask, bit.lshift(1ULL, event.channel))
    end,
  },
})
local watchdog = g:node("watchdog", {
  inputs = { channels = channels },
  state = "int32_t timeouts; bool waiting;",
  every = "500ms",
  start = function(self, ctx)
    self.waiting = true
    ctx.post(Probe, { number = 1 })
  end,
  on = { [Probe] = function(self, event) self.timeouts = self.timeouts + event.number end },
  update = function(self, channels, ctx)
    if channels.mask == 0ULL then return false end
    self.waiting = false
    ctx.after(2 * 1e9)
  end,
  on_timer = function(self)
    self.waiting = not self.waiting
    if self.waiting then self.timeouts = self.timeouts + 1 end
  end,
  stop = function(self) self.waiting = false end,
})

g:sink("watchdog", watchdog)
return g
