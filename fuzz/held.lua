-- SPDX-License-Identifier: MIT
-- A graph with everything that a snapshot and a journal carry: waiting posts, buffered work, both kinds of timers, symbols, arrays that
-- are indexed by state, every width, flux.prev, `valid`, when = "all". What is fuzzed restores and replays it.
local flux = require "flux"

local Tick = flux.event("Tick", "int64_t time; double x; symbol s;", { time = "time" })
local Note = flux.event("Note", "double level; symbol who; int8_t n[3];")
local MSFT = flux.symbol "MSFT"

local g = flux.graph("held", { capacity = 4, symbols = 6, max_missed = 50, on_error = "rollback", unhandled = "ignore" })

local tick = g:node("tick", {
  state = "double x; symbol s; bool up; float half; int16_t small = -3; uint64_t armed;",
  on = { [Tick] = function(self, event, ctx)
    self.up = event.x > self.x
    self.x, self.s, self.half = event.x, event.s, event.x / 2
    if self.up then ctx.post(Note, { level = event.x, who = event.s }) end
    if event.x > 2 then
      self.armed = self.armed + 1
      ctx.after(30)
    end
  end },
  on_timer = function(self) self.small = self.small + 1 end,
})
local msft = g:node("msft", {
  state = "double x; int64_t n;",
  on = { [Tick:where { s = MSFT }] = function(self, event) self.x, self.n = event.x, self.n + 1 end },
})
local window = g:node("window", {
  inputs = { x = tick.x },
  state = "double w[4]; int32_t at; double mean;",
  update = function(self, x)
    self.w[self.at] = x
    self.at = (self.at + 1) % 4
    self.mean = (self.w[0] + self.w[1] + self.w[2] + self.w[3]) / 4
  end,
})
local note = g:node("note", {
  state = "double level; symbol who; uint8_t n; float f[3]; uint16_t wide; uint32_t wider;",
  on = { [Note] = function(self, event)
    self.level, self.who, self.n = event.level, event.who, self.n + 1
    self.f[1] = event.n[2]
  end },
})
local beat = g:node("beat", { every = "10ns", missed = "once", state = "int64_t n;", on_timer = function(self, ctx)
  self.n = self.n + 1
  if self.n == 3 then ctx.after(4) end
end })
local out = g:node("out", {
  inputs = { window = window, beat = beat, note = flux.passive(note), msft = flux.passive(msft), before = flux.prev(window) },
  when = "all",
  state = "double mean, change; bool known; uint8_t at;",
  update = function(self, window, beat, note, msft, before, ctx)
    self.mean, self.change = window.mean, window.mean - before.mean
    self.known = ctx.valid(msft) and note.n > 0 and beat.n > 0
  end,
})
g:sink("out", out)
g.by_event = { Tick = Tick, Note = Note }
return g
