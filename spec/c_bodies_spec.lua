-- SPDX-License-Identifier: MIT
-- C bodies (flux.c, flux.cfile) on every backend, and as exported C that is built with all warnings as errors.

local flux = require "flux"
local exported = require "spec.support.exported"
local messages = require "spec.support.c_messages"

local BACKENDS = { "table", "luajit", "native" }
local FLAGS = "-std=c11 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off"

local Tick = flux.event("CTick", "int64_t time; double price; int32_t leg;", { time = "time" })
local Order = flux.event("COrder", "double quantity;")

local function each(title, test)
  for _, backend in ipairs(BACKENDS) do
    it(title .. " on " .. backend, function() test(backend) end)
  end
end

-- Compiles the export of a graph, with a driver, and gives what that prints.
local function run_exported(g, main)
  local dir = exported.directory()
  finally(exported.remove)
  require("flux.export").write(require("flux.resolve").resolve(g), { dir = dir, prefix = g.name })
  local file = assert(io.open(dir .. "/driver.c", "w"))
  file:write(main)
  file:close()
  for _, cc in ipairs { "gcc", "clang" } do
    if exported.has(cc) then exported.run(("%s %s -c -o %s/x.o %s/%s.c"):format(cc, FLAGS, dir, dir, g.name)) end
  end
  return exported.run(("cc %s -I%s -o %s/driver %s/driver.c %s/%s.c -lm && %s/driver"):format(FLAGS, dir, dir, dir, dir, g.name, dir))
end

local function lists()
  local g = flux.graph("c_lists")
  local legs = {}
  for i = 1, 3 do
    legs[i] = g:node("leg_" .. i, { state = "double value; double w[2]; int32_t n;", on = {
      [Tick:where { leg = i }] = function(self, event)
        self.value = event.price
        self.w[1] = event.price * 2
      end } })
  end
  g:node("sum", { inputs = { xs = legs, prices = { legs[1].value, legs[3].value } },
    state = "double sum, ports, arrays; int32_t n, prices_n, ticked;",
    update = flux.c [[
      self->sum = self->ports = self->arrays = 0;
      for (int i = 0; i < xs_n; i++) self->sum += xs_value(i);
      for (int i = 0; i < prices_n; i++) self->ports += prices(i);
      for (int i = 0; i < xs_n; i++) self->arrays += xs_w(i)[1];
      self->n = xs_n;
      self->prices_n = prices_n;
      self->ticked += flux_ticked_prices(ctx);
    ]] })
  return g
end

describe("a list input of a C body", function()
  each("has elements and a length", function(backend)
    local rt = lists():start { backend = backend }
    for i = 1, 3 do assert(rt:send(Tick, { time = i, price = 10 * i, leg = i })) end
    local sum = rt.state.sum
    assert.same({ 60, 40, 120, 3, 2, 2 }, { sum.sum, sum.ports, sum.arrays, sum.n, sum.prices_n, sum.ticked })
  end)

  it("is the same in exported C", function()
    assert.equal("60 40 120 3 2 2\n", run_exported(lists(), [[
#include "c_lists.h"
#include <stdio.h>
int main(void) {
  static c_lists_t g;
  c_lists_init(&g);
  for (int i = 1; i <= 3; i++) {
    if (c_lists_on_c_tick(&g, &(c_lists_c_tick_event){ .time = i, .price = 10.0 * i, .leg = i }) < 0) return 1;
  }
  printf("%g %g %g %d %d %d\n", g.sum.sum, g.sum.ports, g.sum.arrays, g.sum.n, g.sum.prices_n, g.sum.ticked);
  return 0;
}
]]))
  end)
end)

-- Everything that ctx offers.
local function everything()
  local g = flux.graph("c_ctx", { capacity = 4 })
  local tick = g:node("tick", { state = "double price;", on = { [Tick] = flux.c [[ self->price = event->price; ]] } })
  local rare = g:node("rare", { inputs = { price = tick.price }, state = "double v;", update = flux.c [[
    if (price < 10) return FLUX_ARREST;
    self->v = price;
  ]] })
  g:node("all", { inputs = { tick = tick, rare = rare },
    state = "int64_t now, cycle, fired, wall; int32_t rare_ticked, rare_valid; double ordered;",
    update = flux.c [[
      self->now = flux_now(ctx);
      self->cycle = flux_cycle(ctx);
      self->wall = flux_wall(ctx) == flux_wall(ctx);
      self->rare_ticked += flux_ticked_rare(ctx);
      self->rare_valid += flux_valid_rare(ctx);
      if (tick->price == 3) return flux_post_COrder(ctx, &(c_ctx_c_order_event){ .quantity = 7 }) < 0 ? -1 : FLUX_DIRTY;
      if (tick->price == 4 && flux_after(ctx, 5) < 0) return -2;
      if (tick->price == 6 && flux_after(ctx, 15) < 0) return -2;
      if (tick->price == 5) flux_cancel(ctx);
    ]],
    on = { [Order] = flux.c [[ self->ordered += event->quantity; ]] },
    on_timer = flux.c [[ self->fired = flux_now(ctx); ]] })
  return g
end

local PRICES = { 1, 3, 11, 4, 2, 6, 5, 1 }

describe("the context of a C body", function()
  each("has time, cycle, flags, posts and timers", function(backend)
    local rt = everything():start { backend = backend, wall = function() return 5 end }
    for i, price in ipairs(PRICES) do assert(rt:send(Tick, { time = 10 * i, price = price })) end
    local all = rt.state.all
    assert.same({ "80LL", "1LL", "45LL", 1, 6, 7 },
      { tostring(all.now), tostring(all.wall), tostring(all.fired), all.rare_ticked, all.rare_valid, all.ordered })
    assert.equal(tostring(rt:cycle()), tostring(all.cycle))
  end)

  it("is the same in exported C", function()
    assert.equal("80 1 45 1 6 7 10\n", run_exported(everything(), [[
#include "c_ctx.h"
#include <stdio.h>
static int64_t wall(void *user) { (void)user; return 5; }
int main(void) {
  static c_ctx_t g;
  static const double prices[] = { 1, 3, 11, 4, 2, 6, 5, 1 };
  c_ctx_init(&g);
  g.wall = wall;
  for (int i = 0; i < 8; i++) {
    if (c_ctx_on_c_tick(&g, &(c_ctx_c_tick_event){ .time = 10 * i + 10, .price = prices[i] }) < 0) return 1;
  }
  printf("%d %d %d %d %d %g %d\n", (int)g.all.now, (int)g.all.wall, (int)g.all.fired, g.all.rare_ticked, g.all.rare_valid, g.all.ordered,
    (int)g.all.cycle);
  return 0;
}
]]))
  end)

  each("fails the cycle when a post does not fit, even unasked", function(backend)
    local g = flux.graph("c_full", { capacity = 1, on_error = "skip" })
    g:node("tick", { state = "double v;", on = {
      [Tick] = flux.c [[
        const c_full_c_order_event order = { .quantity = 1 };
        for (int i = 0; i < 3; i++) flux_post_COrder(ctx, &order);
      ]],
      [Order] = flux.c [[ self->v += event->quantity; ]] } })
    local rt = g:start { backend = backend }
    local ok, message = rt:send(Tick, { time = 1 })
    assert.is_nil(ok)
    assert.truthy(message:find("returned status -9 (the queue of posted events is full)", 1, true), message)
    assert.equal(0, rt.state.tick.v)
  end)
end)

describe("a positive status of a C body", function()
  each("is dirty", function(backend)
    local g, seen = flux.graph("c_positive"), 0
    local tick = g:node("tick", { state = "double v;", on = { [Tick] = flux.c [[ self->v = event->price; return self->v > 1 ? 2 : 0; ]] } })
    g:sink("out", tick)
    local rt = g:start { backend = backend, on = { out = function() seen = seen + 1 end } }
    for i = 1, 3 do assert(rt:send(Tick, { time = i, price = i })) end
    assert.equal(2, seen)
  end)
end)

describe("a negative status of a C body", function()
  for _, status in ipairs { -1, -3, -7, -8, -1000 } do
    each(("%d is in the message"):format(status), function(backend)
      local g = flux.graph("c_status", { on_error = "skip" })
      g:node("tick", { state = "double v;", on = { [Tick] = flux.c(("return %d;"):format(status)) } })
      local rt = g:start { backend = backend }
      local ok, message = rt:send(Tick, { time = 1 })
      assert.is_nil(ok)
      assert.truthy(message:find("node 'tick', on CTick", 1, true), message)
      assert.truthy(message:find((": returned status %d"):format(status), 1, true), message)
      assert.equal(message:match(": (returned .*)$"), ("returned status %d"):format(status))
    end)
  end

  -- Numbers that mean something else elsewhere in the core: flux's own statuses, and the ends of int. This body neither posts nor arms.
  for _, status in ipairs { -9, -13, -16, -12, -2147483647, -2147483648 } do
    each(("%d is this callback's own"):format(status), function(backend)
      local g, seen = flux.graph("c_own", { on_error = "skip" }), {}
      local tick = g:node("tick", { state = "double v;",
        on = { [Tick] = flux.c(("self->v = event->price; return event->leg ? (int)%d : 1;"):format(status)) } })
      local last = g:node("last", { inputs = { tick = tick }, state = "double v; int32_t arrests;",
        update = function(self, tick) self.v = tick.v end, on_arrest = function(self) self.arrests = self.arrests + 1 end })
      g:sink("last", last)
      local rt = g:start { backend = backend, on = { last = function(state) seen[#seen + 1] = state.v end } }
      assert(rt:send(Tick, { time = 1, price = 1 }))
      local ok, message = rt:send(Tick, { time = 2, price = 2, leg = 1 })
      assert.is_nil(ok)
      assert.equal(("returned status %d"):format(status), message:match(": (returned .*)$"))
      assert(rt:send(Tick, { time = 3, price = 3 }))
      assert.same({ 1, 3 }, seen)
      assert.equal(0, rt.state.last.arrests)
    end)
  end
end)

describe("a C body that does not compile", function()
  each("is reported at its line, and no other file is named", function(backend)
    local message, line = messages.broken(backend)
    assert.truthy(message:find(("spec/support/c_messages.lua:%d: the C body does not compile: "):format(line), 1, true) == 1, message)
    assert.truthy(message:find("missing", 1, true), message)
    assert.falsy(message:find("flux wrappers", 1, true), message)
    assert.falsy(message:find("failed on", 1, true), message)
  end)

  each("in a file is reported there", function(backend)
    local path = messages.file "\n\nstatic int broken(c_file_n *self) {\n  self->v = missing;\n  return FLUX_DIRTY;\n}\n"
    finally(function() os.remove(path) end)
    local g = flux.graph("c_file")
    g:node("n", { state = "double v;", on = { [Tick] = flux.cfile(path, "broken") } })
    local ok, message = pcall(g.start, g, { backend = backend })
    assert.is_false(ok)
    assert.equal(1, (tostring(message):find(path .. ":4: the C body does not compile: ", 1, true)), tostring(message))
  end)
end)

local SHARED = [[
#include <math.h>



static double half(double x) { return x / 2; }

static void on_tick(shared_tick *self, const shared_c_tick_event *event) {
  self->v = event->price;
}
/* Arrests what is small: halve(self, x). */
static int halve(shared_half *self, double x) {
  self->v = half(x);
  return fabs(self->v) < 1 ? FLUX_ARREST : FLUX_DIRTY;
}
static int last(shared_last *self, double y, flux_ctx *ctx, double x) {
  self->v = x - y;
  self->cycle = flux_cycle(ctx);
  if (x > 100) return -42;
  if (x > 50) return flux_post_COrder(ctx, &(shared_c_order_event){ .quantity = x }) < 0 ? -1 : FLUX_DIRTY;
  return FLUX_DIRTY;
}
]]

local function shared(path)
  local g = flux.graph("shared", { capacity = 2, on_error = "skip" })
  local Half = flux.kind("Half", { inputs = { "x" }, state = "double v;", update = flux.cfile(path, "halve") })
  local tick = g:node("tick", { state = "double v;", on = { [Tick] = flux.cfile(path, "on_tick") } })
  local a = g:node("a", Half { x = tick.v })
  local b = g:node("b", Half { x = a.v })
  g:node("last", { inputs = { x = tick.v, y = b.v }, state = "double v; int64_t cycle; double got;",
    update = flux.cfile(path, "last"), on = { [Order] = flux.c [[ self->got = event->quantity; ]] } })
  return g
end

describe("flux.cfile", function()
  local path
  before_each(function() path = messages.file(SHARED) end)
  after_each(function() os.remove(path) end)

  each("gives functions of one file to several nodes", function(backend)
    local rt = shared(path):start { backend = backend }
    for i, price in ipairs { 1, 40, 60 } do assert(rt:send(Tick, { time = i, price = price })) end
    local last = rt.state.last
    assert.same({ 30, 15, 45, 60 }, { rt.state.a.v, rt.state.b.v, last.v, last.got })
    assert.equal("3LL", tostring(last.cycle))
    local ok, message = rt:send(Tick, { time = 4, price = 101 })
    assert.is_nil(ok)
    assert.truthy(message:find("node 'last', update", 1, true) and message:find(": returned status -42", 1, true), message)
  end)

  it("is the same in exported C, which has the file's text once", function()
    local text = require("flux.export").text(require("flux.resolve").resolve(shared(path)), { prefix = "shared" }).source
    assert.equal(1, select(2, text:gsub("static double half%(", "")))
    assert.truthy(text:find(('#line 1 "%s"\n#include <math.h>'):format(path), 1, true))
    assert.equal("30 15 45 60 3\n", run_exported(shared(path), [[
#include "shared.h"
#include <stdio.h>
int main(void) {
  static shared_t g;
  static const double prices[] = { 1, 40, 60 };
  shared_init(&g);
  for (int i = 0; i < 3; i++) shared_on_c_tick(&g, &(shared_c_tick_event){ .time = i, .price = prices[i] });
  printf("%g %g %g %g %d\n", g.a.v, g.b.v, g.last.v, g.last.got, (int)g.last.cycle);
  return 0;
}
]]))
  end)

  it("refuses what a file cannot say, at its line", function()
    local function refusal(text, name)
      local other = messages.file(text)
      finally(function() os.remove(other) end)
      local g = flux.graph("refused")
      g:node("n", { state = "double v;", on = { [Tick] = flux.cfile(other, name) } })
      local ok, message = pcall(g.start, g, { backend = "table" })
      assert.is_false(ok)
      return (tostring(message):gsub(other:gsub("%p", "%%%0"), "x.c"))
    end
    assert.truthy(refusal("\nvoid f(refused_n *self, double y) {}\n", "f"):find("^x.c:2: f: this node has no input 'y'"))
    assert.truthy(refusal("int f(void);\n", "f"):find("the C file 'x.c' defines no function 'f'", 1, true))
    assert.truthy(refusal("\nvoid f(flux_ctx *ctx) {\n  flux_after(ctx, 1);\n}\n", "f"):find("^x.c:3: flux_after in a C file"))
    assert.truthy(refusal("void f(void) {\n}\n}\n", "f"):find("^x.c:3: unbalanced braces"))
  end)
end)
