-- SPDX-License-Identifier: MIT
-- The life of an instance (S17) in stand-alone C: what start, stop, reset and resume return, and what they keep.
local exported = require "spec.support.exported"
local export = require "flux.export"
local flux = require "flux"
local resolve = require "flux.resolve"

local E = flux.event("LifeE", "int32_t i;")

local function output(graph, main)
  local directory = exported.directory()
  export.write(resolve.resolve(graph), { dir = directory, audit = false, snapshot = true })
  local file = assert(io.open(directory .. "/main.c", "w"))
  file:write('#include "life.h"\n#include <stdio.h>\n', main)
  file:close()
  local build = "cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I%s -o %s/life %s/main.c %s/life.c -lm"
  exported.run(build:format(directory, directory, directory, directory))
  return exported.run(directory .. "/life")
end

describe("an exported graph", function()
  teardown(exported.remove)

  it("without start callbacks is started, stopped once, and started again", function()
    local g = flux.graph("life")
    g:node("n", { state = "int32_t sum; double w[2];", on = { [E] = function(self, e)
      self.w[e.i] = 1
      self.sum = self.sum + 1
    end }, stop = function(self) self.sum = self.sum + 10 end })
    assert.equal("-16 0 -16 0 0 -16 -16 -16 0 0 12\n-8 -12 0 0 -16\n", output(g, [[
int main(void) {
  life_t g;
  life_init(&g);
  const life_life_e_event e = { .i = 1 }, bad = { .i = 7 };
  printf("%d ", life_on_life_e(&g, &e));
  printf("%d ", life_start(&g));
  printf("%d ", life_start(&g));
  printf("%d ", life_on_life_e(&g, &e));
  printf("%d ", life_stop(&g));
  printf("%d ", life_on_life_e(&g, &e));
  printf("%d ", life_stop(&g));
  printf("%d ", life_resume(&g));
  printf("%d ", life_start(&g));
  printf("%d ", life_on_life_e(&g, &e));
  printf("%d\n", (int)g.n.sum);
  printf("%d ", life_on_life_e(&g, &bad));
  printf("%d ", life_stop(&g)); /* refused: it lives on */
  printf("%d ", life_resume(&g));
  printf("%d ", life_stop(&g));
  printf("%d\n", life_on_life_e(&g, &e));
}
]]))
  end)

  it("has ended after a stop that fails", function()
    local g = flux.graph("life")
    g:node("n", { state = "int32_t sum; double w[2];", on = { [E] = function(self) self.sum = self.sum + 1 end },
      stop = function(self) self.w[self.sum + 1] = 1 end })
    assert.equal("0 0 -8 -16 -16 0 0 2\n", output(g, [[
int main(void) {
  life_t g;
  life_init(&g);
  const life_life_e_event e = { .i = 1 };
  printf("%d ", life_start(&g));
  printf("%d ", life_on_life_e(&g, &e));
  printf("%d ", life_stop(&g));
  printf("%d ", life_on_life_e(&g, &e));
  printf("%d ", life_resume(&g));
  printf("%d ", life_start(&g));
  printf("%d ", life_on_life_e(&g, &e));
  printf("%d\n", (int)g.n.sum);
}
]]))
  end)

  it("reads the host's clock at its first start only, and runs init only then", function()
    local g = flux.graph("life")
    g:node("n", { state = "int64_t at; int32_t inits, starts;", init = function(self) self.inits = self.inits + 1 end,
      start = function(self) self.starts = self.starts + 1 end, stop = function(self) self.at = 0 end,
      on = { [E] = function(self, _, ctx) self.at = ctx.now end } })
    assert.equal("1 1 1 2 2\n", output(g, [[
static int reads;
static int64_t host_clock(void *user) { (void)user; return 100 + ++reads; }
int main(void) {
  life_t g;
  life_init(&g);
  g.clock = host_clock;
  life_start(&g);
  printf("%d ", reads);
  life_stop(&g);
  life_start(&g);
  printf("%d %d %d ", reads, (int)g.n.inits, (int)g.n.starts);
  life_on_life_e(&g, &(life_life_e_event){ .i = 1 });
  printf("%d\n", (int)(g.n.at - 100));
}
]]))
  end)

  it("has no timers when nothing arms its on_timer, and its snapshots go into any backend", function()
    local T = flux.event("LifeT", "int64_t time;", { time = "time" })
    local g = flux.graph("life")
    g:node("n", { state = "int64_t events, fired;", on = { [T] = function(self) self.events = self.events + 1 end },
      on_timer = function(self) self.fired = self.fired + 1 end })
    assert.equal("0 0 0 0 3 0\n", output(g, [[
int main(void) {
  life_t g;
  static unsigned char bytes[4096];
  life_init(&g);
  printf("%d ", life_on_life_t(&g, &(life_life_t_event){ .time = 5 }));
  printf("%d ", life_on_life_t(&g, &(life_life_t_event){ .time = 50 }));
  printf("%d ", life_snapshot(&g, bytes, sizeof bytes));
  life_init(&g);
  printf("%d ", life_restore(&g, bytes, life_snapshot_size(&g)));
  life_on_life_t(&g, &(life_life_t_event){ .time = 60 });
  printf("%d %d\n", (int)g.n.events, (int)g.n.fired);
}
]]))
    local bytes = {}
    for _, backend in ipairs { "table", "luajit", "native" } do
      local rt = g:start { backend = backend }
      for time = 10, 30, 10 do assert(rt:send(T, { time = time })) end
      assert.is_true(rt:advance(1000))
      bytes[#bytes + 1] = rt:snapshot()
      local other = g:start { backend = backend, restore = bytes[1] }
      assert.is_true(other:send(T, { time = 2000 }))
      assert.equal(4, tonumber(other.state.n.events))
    end
    assert.equal(bytes[1], bytes[2])
    assert.equal(bytes[1], bytes[3])
  end)
end)
