-- SPDX-License-Identifier: MIT
-- What a loop of a script declares shares functions in exported C, and what is there once for each node must have a name of its own. States
-- are the oracle's, or worked by hand.
local command = require "spec.support.command"
local differential = require "spec.support.differential"
local export = require "flux.export"
local exported = require "spec.support.exported"
local flux = require "flux"
local resolve = require "flux.resolve"

local FLAGS = "-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off"

-- Forty events on each backend, of which native compiles what is exported.
local function agrees(g, event, buffered)
  local entries = {}
  for i = 1, 40 do
    local verb = buffered and i % 4 < 2 and "buffer" or i % 3 == 0 and "batch" or "send"
    entries[i] = { verb, event.name, { x = i % 9, key = i % 8, side = i % 2 == 0 }, 2 }
    if buffered and i % 5 == 0 then entries[i] = { "trigger" } end
  end
  local difference = differential.compare { graph = g, events = { [event.name] = event }, entries = entries, trace = false }
  assert(not difference, difference and difference.text)
end

describe("nodes of a loop", function()
  local Tick = flux.event("Tick", "double x; int32_t key; bool side;")

  it("may have several handlers of an event, which others ask for", function()
    local g = flux.graph "several"
    for k = 1, 5 do
      local up = g:node("f" .. k, { state = "double v;", on = {
        [Tick:where { key = k }] = function(self, event) self.v = event.x end,
        [Tick:where { key = k, side = true }] = function(self, event) self.v = self.v + event.x end,
        [Tick:otherwise()] = function(self) self.v = self.v + 1 end,
      } })
      g:node("f" .. k .. "_on_tick", { inputs = { up = up }, state = "double v;", update = function(self, up, ctx)
        if ctx.ticked(up) then self.v = self.v + up.v end
        if self.v > 20 then return false end
      end })
      g:node("n" .. k, { inputs = { up = up, on = "f" .. k .. "_on_tick" }, state = "double v;", update = function(self, up, on)
        self.v = up.v - on.v
      end })
    end
    agrees(g, Tick)
  end)

  it("of one kind may have them too", function()
    local Pick = flux.kind("Pick", { params = "int32_t key;", state = "double v;", on = {
      [Tick:where { key = flux.param "key" }] = function(self, event) self.v = event.x end,
      [Tick:where { key = flux.param "key", side = true }] = function(self, event) self.v = -event.x end,
    } })
    local g = flux.graph "kinds"
    for k = 1, 2 do
      local up = g:node("f" .. k, Pick { key = k })
      g:node("n" .. k, { inputs = { up = up }, state = "double v;", update = function(self, up) self.v = self.v + up.v end })
    end
    agrees(g, Tick)
  end)

  it("may have verdicts that a buffered cycle or ctx.valid asks for, and nothing else", function()
    local g, up = flux.graph "asked", {}
    for k = 1, 5 do
      up[k] = g:node("f" .. k, { state = "double v;", on = { [Tick] = function(self, event)
        self.v = event.x
        if event.x > 3 then return false end
      end } })
      g:node("n" .. k, { inputs = { up = up[k] }, state = "double v;", update = function(self, up) self.v = self.v + up.v end })
    end
    agrees(g, Tick, true)
    g = flux.graph "valid"
    for k = 1, 5 do
      up[k] = g:node("f" .. k, { state = "double v;", on = { [Tick] = function(self, event)
        self.v = event.x
        if event.x < 7 then return false end
      end } })
      g:node("n" .. k, { inputs = { up = flux.passive(up[k]) }, state = "double v;", on = { [Tick] = function(self, _, up, ctx)
        if ctx.valid(up) then self.v = self.v + up.v end
      end } })
    end
    agrees(g, Tick)
  end)

  it("may be called as the flags of others are", function()
    local g = flux.graph "called"
    for k = 1, 5 do
      local a = g:node("a" .. k, { state = "double v;", on = { [Tick:where { key = k }] = function(self, event)
        self.v = event.x
        if event.x > 5 then return false end
      end } })
      local dirty = g:node("a" .. k .. "_dirty", { inputs = { a = a }, state = "double v;", update = function(self, a)
        self.v = self.v + a.v
      end })
      g:node("a" .. k .. "_ran", { inputs = { a = a, dirty = dirty }, state = "double v;", update = function(self, a, dirty, ctx)
        self.v = ctx.ticked(a) and dirty.v - a.v or 0
      end })
    end
    agrees(g, Tick)
    assert.truthy(export.text(resolve.resolve(g), {}).source:find("/* For 5 values of key;", 1, true))
  end)
end)

-- Nodes whose states stand in another order than the keys: the stride of a key's pointers is negative.
local function mirrored(event, first)
  local g, up = flux.graph "mirrored", {}
  for k = 0, 5 do
    up[k] = g:node("f" .. k, { state = "double v;", on = { [event:where { key = first + k }] = function(self, e) self.v = e.x end } })
  end
  for k = 5, 0, -1 do
    g:node("n" .. k, { inputs = { up = up[k] }, state = "double v;", update = function(self, up) self.v = self.v + up.v end })
  end
  return g
end

local MAIN = [[
#include <stdio.h>
#include "mirrored.h"
int main(void) {
  static mirrored_t g;
  mirrored_init(&g);
  const KEY first = (KEY)FIRST;
  for (int i = 0; i < 6; i++) mirrored_on_tick(&g, &(mirrored_tick_event){ .x = i, .key = (KEY)(first + (KEY)i) });
  mirrored_on_tick(&g, &(mirrored_tick_event){ .x = 100, .key = (KEY)(first + 6) });
  printf("%g %g %g\n", g.n0.v, g.n1.v, g.n5.v);
  return 0;
}
]]

local KEYS = {
  { "int8_t", -128, "-128" }, { "int32_t", -2147483648, "INT32_MIN" }, { "uint32_t", 4294967200, "4294967200" },
  { "int64_t", -9223372036854775807LL - 1, "INT64_MIN" }, { "int64_t", -3LL, "-3" },
  { "uint64_t", 18446744073709551600ULL, "UINT64_C(18446744073709551600)" },
}

describe("one function for many keys", function()
  teardown(exported.remove)
  local has_clang = exported.has "clang"

  for _, kind in ipairs(KEYS) do
    local ctype, first, literal = unpack(kind)
    local check = has_clang and it or function(what) pending(what .. " (clang is not installed)") end
    check(("has no warning and no undefined behaviour: %s from %s on, states the other way round"):format(ctype, literal), function()
      local g = mirrored(flux.event("Tick", ("double x; %s key;"):format(ctype)), first)
      local dir = exported.directory()
      export.write(resolve.resolve(g), { dir = dir })
      assert.truthy(export.text(resolve.resolve(g), {}).source:find("/* For 6 values of key;", 1, true))
      local file = assert(io.open(dir .. "/main.c", "w"))
      file:write((MAIN:gsub("KEY", ctype):gsub("FIRST", literal)))
      file:close()
      for _, compiler in ipairs { "gcc -O2", "clang -O1" } do
        local built = command(("cd %s && %s %s -c -o x.o mirrored.c"):format(dir, compiler, FLAGS))
        assert.equal("", built.out .. built.err)
      end
      exported.run(("cd %s && clang -std=c11 -O1 -fsanitize=undefined -fno-sanitize-recover -o mirrored main.c mirrored.c"):format(dir))
      assert.equal("0 1 5\n", exported.run(dir .. "/mirrored"))
    end)
  end

  -- i386 aligns doubles to 4 bytes: one stands right behind an int32_t.
  local has_m32 = command("echo 'int x;' | gcc -m32 -ffreestanding -x c -fsyntax-only -").status == 0
  local on_i386 = has_m32 and it or function(what) pending(what .. " (gcc does not compile for i386)") end

  on_i386("is refused by the compiler where states stand at other distances", function()
    local Tick = flux.event("Tick", "double x; int32_t key;")
    local function compiled(state, options)
      local g = flux.graph "distant"
      for k = 1, 5 do
        local f = g:node("f" .. k, { state = state, on = { [Tick:where { key = k }] = function(self, e) self.v = e.key end } })
        g:node("n" .. k, { inputs = { f = f }, state = "double v;", update = function(self, f) self.v = f.v end })
      end
      options.dir = exported.directory()
      export.write(resolve.resolve(g), options)
      return command(("gcc -m32 -std=c11 -ffreestanding -Itools/freestanding -fsyntax-only %s/distant.c 2>&1"):format(options.dir))
    end
    assert.equal("", compiled("double v;", {}).out)
    assert.truthy(compiled("int32_t v;", {}).out:find("states stand elsewhere on this target", 1, true))
    assert.equal("", compiled("int32_t v;", { alike = false }).out)
  end)
end)
