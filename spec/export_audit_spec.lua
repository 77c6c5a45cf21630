-- SPDX-License-Identifier: MIT
-- The audit of exported C: the bytes of the other backends from a program of its own, and nothing but one test while it is off.

local exported = require "spec.support.exported"
local command = require "spec.support.command"

local FLAGS = " -std=c11 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- Sends N ticks to `hello`; with a file's name an audit of them goes there, as the memory of the ring that it is in.
local PROGRAM = [[
#include <stdio.h>
#include <stdlib.h>
#include "hello.h"
int main(int argc, char **argv) {
  static hello_t g;
  static uint64_t memory[1 << 15];
  hello_init(&g);
#ifdef AUDITED
  hello_audit_ring *ring = (hello_audit_ring *)(void *)memory;
  if (hello_audit_init(ring, sizeof memory, true) != 0) return 2;
  if (argc > 2 && hello_audit(&g, ring, HELLO_AUDIT_VALUES) != 0) return 3;
#endif
  const long n = atol(argv[1]);
  for (long i = 0; i < n; i++) {
    const hello_tick_event event = { .time = i, .price = (double)(100 + i % 7) };
    if (hello_on_tick(&g, &event) != 0) return 4;
  }
  if (argc > 2) {
    FILE *file = fopen(argv[2], "wb");
    if (file == NULL || fwrite(memory, 1, sizeof memory, file) != sizeof memory || fclose(file) != 0) return 5;
  }
  printf("%.17g\n", g.jump.above);
  return 0;
}
]]

local function build(directory, options, compiler, flags)
  exported.write("graphs/hello.lua", directory, options)
  write(directory .. "/main.c", PROGRAM)
  exported.run(("cd %s && %s%s%s main.c hello.c -o program"):format(directory, compiler, FLAGS, flags or ""))
  return directory .. "/program"
end

-- Instructions that one event takes: those of 3,000 events less those of 1,000.
local function instructions(program)
  local function total(events)
    local out = exported.run(("valgrind --tool=callgrind --callgrind-out-file=/dev/null %s %d"):format(program, events))
    return tonumber(out:match("Collected : (%d+)"))
  end
  return (total(3000) - total(1000)) / 2000
end

local REFUSED = [[
#include <stdio.h>
#include "hello.h"
int main(void) {
  static hello_t g;
  static uint64_t memory[1 << 10];
  hello_audit_ring *ring = (hello_audit_ring *)(void *)memory;
  hello_init(&g);
  printf("%d ", hello_audit_init((hello_audit_ring *)(void *)((char *)memory + 4), 4096, true));
  printf("%d ", hello_audit_init(ring, 40, true));
  printf("%d ", hello_audit_init(ring, sizeof memory, true));
  printf("%d %d ", hello_audit(&g, ring, -1), hello_audit(&g, ring, HELLO_AUDIT_VALUES + 1));
  printf("%d %d %d", hello_audit_node(&g, 0, 4), hello_audit_node(&g, 99, 0), hello_audit(&g, ring, HELLO_AUDIT_VALUES));
  return 0;
}
]]

describe("the audit of exported C", function()
  teardown(exported.remove)

  it("refuses levels that there are not, and memory that is not aligned or too small", function()
    local directory = exported.directory()
    exported.write("graphs/hello.lua", directory)
    write(directory .. "/main.c", REFUSED)
    exported.run(("cd %s && gcc %smain.c hello.c -o program"):format(directory, FLAGS))
    assert.equal("-3 -5 0 -3 -3 -3 -3 0", exported.run(directory .. "/program")) -- FLUX_E_INPUT is -3, FLUX_E_LIMIT -5
  end)

  it("writes what the other backends write, without allocating", function()
    local directory = exported.directory()
    local program = build(directory, nil, "cc", "-DAUDITED")
    exported.run(("%s 300 %s/ring"):format(program, directory))
    local graph = dofile("graphs/hello.lua")
    local rt = graph:start { backend = "table" }
    local ring = rt:audit { level = "values", ring = { records = 2 ^ 16 } }
    for i = 0, 299 do rt:send(graph.events[1], { time = i, price = 100 + i % 7 }) end
    local reader = assert(require("flux.audit.file").open(directory .. "/ring", rt.resolved))
    local bytes = ring:read()
    assert.equal(#bytes / 32, reader.count)
    assert.is_true(read(directory .. "/ring"):sub(97, 96 + #bytes) == bytes)
    reader:close()
    local said = command(("luajit lua/flux/cli/launch.lua flux trace %s/ring graphs/hello.lua --cycles 1"):format(directory))
    assert.truthy(said.out:find("cycle 1  event Tick  at 0\n  tick  on Tick  dirty\n        price = 100\n", 1, true), said.out .. said.err)
    said = command(("luajit lua/flux/cli/launch.lua flux trace %s/ring"):format(directory))
    assert.truthy(said.err:find("carries no names: name the graph's script too", 1, true), said.err)
    assert.equal(0, tonumber(exported.run(("nm -u %s | grep -c -w -e malloc -e calloc -e realloc || true"):format(program))))
  end)

  for _, compiler in ipairs { "gcc", "clang" } do
    it("costs nothing an event while it is off, by " .. compiler, function()
      if command("command -v valgrind").status ~= 0 then return pending "valgrind is not installed" end
      if not exported.has(compiler) then return end
      local with = instructions(build(exported.directory(), nil, compiler, "-DAUDITED"))
      local without = instructions(build(exported.directory(), { audit = false }, compiler))
      assert.equal(0, with - without) -- it is a bit of the word that is tested anyway
    end)
  end

  it("is left out on request", function()
    local directory = exported.directory()
    exported.write("graphs/hello.lua", directory, { audit = false })
    local text = read(directory .. "/hello.c") .. read(directory .. "/hello.h")
    assert.is_nil(text:find("audit", 1, true))
  end)

  -- Two posts from the sink's function: one finds the queue's only place, the other none.
  it("records that a sink's own dispatch found the queue full", function()
    local directory = exported.directory()
    write(directory .. "/full.lua", [[
local flux = require "flux"
local E = flux.event("E", "double x;")
local g = flux.graph("full", { capacity = 1 })
g:sink("out", g:node("a", { state = "double x;", on = { [E] = function(self, event) self.x = event.x end } }))
return g
]])
    exported.write(directory .. "/full.lua", directory, {})
    write(directory .. "/main.c", [[
#include <stdio.h>
#include "full.h"
static full_t g;
static int sent;
static void out(void *user, const full_a *state) {
  (void)user, (void)state;
  while (sent < 2) printf("%d ", full_on_e(&g, &(full_e_event){ .x = ++sent }));
}
int main(void) {
  static uint64_t memory[1 << 12];
  static full_audit_record records[64];
  full_audit_ring *ring = (full_audit_ring *)(void *)memory;
  full_init(&g);
  g.on_out = out;
  if (full_audit_init(ring, sizeof memory, false) != 0 || full_audit(&g, ring, FULL_AUDIT_NODES) != 0) return 2;
  full_on_e(&g, &(full_e_event){ .x = 0 });
  const uint64_t count = full_audit_read(ring, records, 64);
  for (uint64_t i = 0; i < count; i++) {
    const full_audit_record *r = &records[i];
    if (r->kind != 6) continue;
    printf("cycle %d, outcome %d, subject %x, value %d\n", (int)r->cycle, r->outcome, (unsigned)r->subject, (int)r->value);
  }
  return 0;
}
]])
    exported.run(("cd %s && cc%s-o program main.c full.c"):format(directory, FLAGS))
    -- FLUX_AUDIT_ERROR of cycle 1: a sink (3), sink 0 behind 0x40000000, FLUX_E_QUEUE.
    assert.equal("0 -9 cycle 1, outcome 3, subject 40000000, value -9\n", exported.run(directory .. "/program"))
  end)
end)
