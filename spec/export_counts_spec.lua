-- SPDX-License-Identifier: MIT
-- Instructions per event of exported C, counted by callgrind: what is not used costs nothing.
local command = require "spec.support.command"
local exported = require "spec.support.exported"
local export = require "flux.export"
local flux = require "flux"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })
local Other = flux.event("Other", "double x; int64_t time;", { time = "time" })

-- Chains of +1 below a handler of `event`; the last node sums up.
local function chain(g, event, name, length)
  local up = g:node(name, { state = "double v;", on = { [event] = function(self, tick) self.v = tick.x end } })
  for i = 1, length do
    up = g:node(name .. i, { inputs = { x = up.v }, state = "double v;", update = function(self, x) self.v = x + 1 end })
  end
  return g:node(name .. "_sum", { inputs = { x = up.v }, state = "double v;", update = function(self, x) self.v = self.v + x end })
end

local MAIN = [[
#include <stdlib.h>
#include "counted.h"
int main(int argc, char **argv) {
  counted_t g;
  counted_init(&g);
  for (long i = 0; argc > 1 && i < atol(argv[1]); i++) counted_on_tick(&g, &(counted_tick_event){ .x = 1.5, .time = i });
  return g.tick_sum.v == 1;
}
]]

local function instructions(program, events)
  local out = exported.run(("valgrind --tool=callgrind --callgrind-out-file=/dev/null %s %d"):format(program, events))
  return tonumber(out:match("Collected : (%d+)"))
end

-- Instructions of one event: the difference of two runs.
local function per_event(build, options)
  local g = flux.graph("counted")
  build(g)
  local directory = exported.directory()
  local given = { dir = directory, audit = false, buffer = false }
  for key, value in pairs(options or {}) do given[key] = value end
  export.write(resolve.resolve(g), given)
  local file = assert(io.open(directory .. "/main.c", "w"))
  file:write(MAIN)
  file:close()
  local program = directory .. "/counted"
  exported.run(("cc -std=c11 -O2 -ffp-contract=off -I%s -o %s %s/main.c %s/counted.c -lm"):format(directory, program, directory, directory))
  return (instructions(program, 1200) - instructions(program, 200)) / 1000
end

describe("instructions of an event", function()
  local has = command("command -v valgrind").status == 0
  local counted = has and it or function(what) pending(what .. " (valgrind is not installed)") end
  teardown(exported.remove)

  local function eight(g) chain(g, Tick, "tick", 8) end

  counted("are the same beside a thousand nodes that another event reaches", function()
    local alone = per_event(eight)
    assert.equal(alone, per_event(function(g)
      eight(g)
      for i = 1, 100 do chain(g, Other, ("quiet%dx"):format(i), 8) end
    end))
  end)

  counted("are the same beside filters of another event and a clock that nobody reads", function()
    local alone = per_event(eight)
    assert.equal(alone, per_event(function(g)
      eight(g)
      local Keyed = flux.event("Keyed", "int32_t key; int64_t time;", { time = "time" })
      g:node("filtered", { state = "int64_t n;", on = { [Keyed:where { key = 3 }] = function(self, event) self.n = event.time end } })
    end))
  end)

  counted("are no more with a queue that only another event uses, where nobody listens", function()
    local function published(g)
      g:sink("sum", chain(g, Tick, "tick", 8))
    end
    local alone = per_event(published)
    local queued = per_event(function(g)
      published(g)
      local Note = flux.event("Note", "double x;")
      g:node("noted", { on = { [Other] = function(_, event, ctx) ctx.post(Note, { x = event.x }) end } })
      g:node("note", { state = "double x;", on = { [Note] = function(self, event) self.x = event.x end } })
    end)
    assert.truthy(queued <= alone, queued - alone)
  end)

  counted("are one comparison more with a timer that is not due", function()
    local alone = per_event(eight)
    local timed = per_event(function(g)
      eight(g)
      g:node("hourly", { state = "int64_t n;", every = "1h", on_timer = function(self) self.n = self.n + 1 end })
    end)
    -- The time, which is at hand, compared with the next deadline, and a jump; no register is saved.
    assert.equal(jit.arch == "x64" and 2 or 3, timed - alone)
  end)

  counted("are at least one store fewer for each state that nobody observes", function()
    local function observed(g)
      local sum = chain(g, Tick, "tick", 40)
      g:observe { sum }
    end
    -- 41 states: the handler's and those of the chain.
    assert.truthy(per_event(observed, { locals = false }) - per_event(observed) >= 41)
  end)
end)
