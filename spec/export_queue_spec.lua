-- SPDX-License-Identifier: MIT
-- What waits in the queue of exported C. What a sink's function has sent runs behind the cycle, wherever that cycle was called from,
-- with the audit on, off, and not compiled in; what init has posted runs before the next event.
local exported = require "spec.support.exported"

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })
local Echo = flux.event("Echo", "double x;")
local g = flux.graph("queued", { capacity = 4 })
g:sink("out", g:node("tick", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } }))
g:sink("echoed", g:node("echo", { state = "double x;", on = { [Echo] = function(self, event) self.x = event.x end } }))
g:sink("rang", g:node("alarm", { state = "int64_t n;", every = "10ns", on_timer = function(self) self.n = self.n + 1 end }))
return g
]]

local MAIN = [[
#include <stdio.h>
#include "queued.h"
static queued_t g;
static void out(void *user, const queued_tick *tick) {
  (void)user;
  printf("out %g\n", tick->x);
  for (int i = 1; i <= 2; i++) queued_on_echo(&g, &(queued_echo_event){ .x = tick->x + i });
}
static void echoed(void *user, const queued_echo *echo) {
  (void)user;
  printf("echo %g in cycle %d at %d\n", echo->x, (int)g.cycle, (int)g.now);
  if (echo->x == 27) queued_on_tick(&g, &(queued_tick_event){ .x = 50, .time = 99 }); /* which sends two more */
}
static void rang(void *user, const queued_alarm *alarm) {
  (void)user, (void)alarm;
  printf("alarm at %d\n", (int)g.now);
}
int main(void) {
  static const int64_t time[4] = { 0, 25, 20, 27 }; /* the third is late */
  queued_init(&g);
#ifdef AUDITED
  static uint64_t memory[1 << 12];
  queued_audit_ring *ring = (queued_audit_ring *)(void *)memory;
  if (queued_audit_init(ring, sizeof memory, true) != 0 || queued_audit(&g, ring, QUEUED_AUDIT_VALUES) != 0) return 2;
#endif
  g.on_out = out;
  g.on_echoed = echoed;
  g.on_rang = rang;
  for (int i = 0; i < 4; i++) {
    if (queued_on_tick(&g, &(queued_tick_event){ .x = (double)time[i], .time = time[i] }) != 0) return 3;
  }
  return (int)g.post_count;
}
]]

-- The ticks' cycles are 1, 6, 12 and 15, the alarms' 4 and 5; the tick that an echo sends is the ninth.
local EXPECTED = [[
out 0
echo 1 in cycle 2 at 0
echo 2 in cycle 3 at 0
alarm at 10
alarm at 20
out 25
echo 26 in cycle 7 at 25
echo 27 in cycle 8 at 25
out 50
echo 51 in cycle 10 at 25
echo 52 in cycle 11 at 25
out 20
echo 21 in cycle 13 at 25
echo 22 in cycle 14 at 25
out 27
echo 28 in cycle 16 at 27
echo 29 in cycle 17 at 27
]]

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local STARTED = [[
local flux = require "flux"
local E, P = flux.event("E", "double x;"), flux.event("P", "double x;")
local g = flux.graph("queued", { on_error = "skip" })
g:node("poster", { init = function(self, ctx) ctx.post(P, { x = 1 }) end })
g:node("fails", { state = "double w[2]; double i = 7;", start = function(self) self.w[self.i] = 1 end })
g:node("posted", { state = "int64_t at;", on = { [P] = function(self, event, ctx) self.at = ctx.cycle end } })
g:sink("out", g:node("n", { state = "int64_t at;", on = { [E] = function(self, event, ctx) self.at = ctx.cycle end } }))
return g
]]

-- Without a listener, so that the event does not ask the queue.
local START = [[
#include <stdio.h>
#include "queued.h"
int main(void) {
  static queued_t g;
  queued_init(&g);
  printf("%d", queued_start(&g) < 0);
  printf(" %d", queued_on_e(&g, &(queued_e_event){ .x = 1 }));
  printf(" posted %d n %d left %d\n", (int)g.posted.at, (int)g.n.at, (int)g.post_count);
  return 0;
}
]]

-- A sink that nothing publishes, and a post of a node that nothing runs.
local QUIET = [[
local flux = require "flux"
local Tick, Echo = flux.event("Tick", "double x;"), flux.event("Echo", "double x;")
local g = flux.graph("queued", { capacity = 4 })
local tick = g:node("tick", { state = "double x;", on = { [Tick] = flux.quiet(function(self, event, ctx)
  self.x = event.x
  ctx.post(Echo, { x = self.x + 1 })
end) } })
g:node("echo", { state = "double x;", on = { [Echo] = function(self, event) self.x = event.x end } })
g:node("never", { inputs = { tick = tick }, state = "double v;", update = function(self, tick, ctx)
  self.v = tick.x
  ctx.post(Tick, { x = 0 })
end })
g:sink("out", tick)
return g
]]

local QUIET_MAIN = [[
#include <stdio.h>
#include "queued.h"
int main(void) {
  static queued_t g;
  queued_init(&g);
  queued_on_tick(&g, &(queued_tick_event){ .x = 4 });
  printf("%g\n", g.echo.x);
  return 0;
}
]]

-- Exports, builds with a program, and runs.
local function output(graph, main, flags, options)
  local directory = exported.directory()
  write(directory .. "/queued.lua", graph)
  write(directory .. "/main.c", main)
  exported.write(directory .. "/queued.lua", directory, options)
  exported.run(("cd %s && cc -std=c11 -O2 -Wall -Wextra -Werror %s -o program main.c queued.c"):format(directory, flags))
  return exported.run(directory .. "/program")
end

describe("in exported C", function()
  teardown(exported.remove)

  for _, way in ipairs { { "the audit off", "", {} }, { "the audit on", "-DAUDITED", {} }, { "no audit", "", { audit = false } } } do
    it("what a sink's function sends runs behind the cycle, first in first out, with " .. way[1], function()
      assert.equal(EXPECTED, output(GRAPH, MAIN, way[2], way[3]))
    end)
  end

  it("nothing is there for what no node posts and no sink can", function()
    assert.equal("5\n", output(QUIET, QUIET_MAIN, "", {}))
    assert.equal("5\n", output(QUIET, QUIET_MAIN, "", { audit = false, buffer = false }))
  end)

  it("what init posted runs before the next event when start fails", function()
    assert.equal("1 0 posted 2 n 3 left 0\n", output(STARTED, START, "", {})) -- behind a trigger, which is a cycle
    assert.equal("1 0 posted 1 n 2 left 0\n", output(STARTED, START, "", { buffer = false }))
  end)
end)
