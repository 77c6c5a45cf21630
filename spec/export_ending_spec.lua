-- SPDX-License-Identifier: MIT
-- Entries that end in a sink end in a jump: they make no room on the stack for a call that is seldom made.
local command = require "spec.support.command"
local export = require "flux.export"
local exported = require "spec.support.exported"
local flux = require "flux"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "double x;")

local function pair()
  local g = flux.graph("pair")
  local root = g:node("root", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } })
  local twice = g:node("twice", { inputs = { x = root.x }, state = "double x;", update = function(self, x) self.x = 2 * x end })
  g:sink("first", root)
  g:sink("last", twice)
  return g
end

describe("an entry whose last step is a sink", function()
  teardown(exported.remove)

  it("returns what publishes it, and calls what publishes the others", function()
    local source = export.text(resolve.resolve(pair())).source
    local cycle = source:match("\nstatic int tick_cycle%(.-\n}\n")
    local ending = "  if (g->on_first != NULL) publish_first(g);\n  if (g->on_last != NULL) return publish_last(g);\n  return 0;\n}\n"
    assert.equal(ending, cycle:sub(-#ending))
    assert.truthy(source:find("\nAPART static void publish_first(", 1, true))
    assert.truthy(source:find("\nAPART static int publish_last(", 1, true))
  end)

  it("is none where an observer may post, for posts run after it", function()
    local g = pair()
    local Alarm = flux.event("Alarm", "double x;")
    g:node("alarm", { state = "double x;", on = { [Alarm] = function(self, event) self.x = event.x end } })
    g:node("poster", { inputs = { x = g.nodes[1].x }, update = function(_, x, ctx) ctx.post(Alarm, { x = x }) end })
    assert.falsy(export.text(resolve.resolve(g)).source:find("return publish_", 1, true))
  end)

  it("calls both observers once, in order, and returns 0", function()
    local directory = exported.directory()
    export.write(resolve.resolve(pair()), { dir = directory })
    local file = assert(io.open(directory .. "/main.c", "wb"))
    file:write([[
#include <stdio.h>
#include "pair.h"
static void first(void *user, const pair_root *root) { printf("%s first %g\n", (const char *)user, root->x); }
static void last(void *user, const pair_twice *node) { printf("%s last %g\n", (const char *)user, node->x); }
int main(void) {
  static char name[] = "pair";
  pair_t g;
  pair_init(&g);
  g.user = name;
  for (int listeners = 0; listeners < 4; listeners++) {
    g.on_first = listeners & 1 ? first : NULL;
    g.on_last = listeners & 2 ? last : NULL;
    printf("%d\n", pair_on_tick(&g, &(pair_tick_event){ .x = listeners }));
  }
  return 0;
}
]])
    file:close()
    for _, compiler in ipairs { "gcc", "clang" } do
      if exported.has(compiler) then
        local flags = "-std=c11 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
        assert.equal("0\npair first 1\n0\npair last 4\n0\npair first 3\npair last 6\n0\n",
          exported.run(("cd %s && %s %s -o program *.c && ./program"):format(directory, compiler, flags)))
      end
    end
  end)

  it("does without a stack, by clang and by gcc", function()
    if command("uname -m").out ~= "x86_64\n" then return pending "this spec reads x86-64" end
    local directory = exported.directory()
    local file = exported.write("graphs/ladder.lua", directory)[2]
    for _, compiler in ipairs { "gcc", "clang" } do
      if exported.has(compiler) then
        local text = exported.run(("%s -std=c11 -O2 -ffp-contract=off -S -o - %s"):format(compiler, file))
        local entry = text:match("\nladder_on_tick:(.-)%.cfi_endproc")
        assert.truthy(entry:find("divsd", 1, true), compiler) -- the cycle is in it
        assert.falsy(entry:find("push", 1, true) or entry:find("call", 1, true), compiler .. entry)
      end
    end
  end)
end)
