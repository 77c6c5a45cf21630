-- SPDX-License-Identifier: MIT
-- Masks of comparisons, by named instructions and without them: they hold where C's comparisons hold, NaN included, and keep every bit.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local HEAD = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })
local g = flux.graph("gates")
]]

-- A gate that lets events pass where the comparison holds, and a tail that also meets NaN and infinity.
local GATE = [[
local NAME = g:node("NAME", { state = "double x, kept, half; int64_t n; uint64_t u;", on = { [Tick] = function(self, event)
  self.x = event.x
  if TEST then return false end
  self.n, self.u = self.n + 1, self.u + 5000000000ULL
  self.kept, self.half = event.x, self.half * 0.5 + event.x
end } })
g:node("NAME_tail", { inputs = { x = NAME.x }, state = "double sum = 1, last = -0.0; float less; int8_t n;", update = function(self, x)
  self.sum = self.sum * 0.5 + x
  self.last, self.less, self.n = x, x, self.n + 1
end })
]]

-- How many of NaN, -infinity, -1, -0, 0, 1, infinity pass: worked by hand.
local PASSED = {
  { "less", "not (event.x < 0)", 2 }, { "less_equal", "not (event.x <= 0)", 4 }, { "greater", "not (event.x > 0)", 2 },
  { "greater_equal", "not (event.x >= 0)", 4 }, { "equal", "event.x ~= 0", 2 }, { "unequal", "event.x == 0", 5 },
  { "not_less", "event.x < 0", 5 }, { "not_less_equal", "event.x <= 0", 3 }, { "not_greater", "event.x > 0", 5 },
  { "not_greater_equal", "event.x >= 0", 3 },
}

-- Each value in each place, so that each follows each; one call an event and batches; whole states.
local MAIN = [[
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "gates.h"
static void print(const gates_t *g) {
  for (int i = 0; i < GATES_NODES; i++) {
    unsigned char bytes[64];
    memcpy(bytes, (const char *)g + gates_nodes[i].offset, gates_nodes[i].size);
    printf("%s", gates_nodes[i].name);
    for (unsigned k = 0; k < gates_nodes[i].size; k++) printf(" %02x", bytes[k]);
    printf("\n");
  }
}
int main(void) {
  static gates_t typed, batch;
  static gates_tick_event events[49];
  const double values[7] = { NAN, -INFINITY, -1, -0.0, 0, 1, INFINITY };
  for (int i = 0; i < 49; i++) events[i] = (gates_tick_event){ .x = values[i * (i / 7 + 1) % 7], .time = i };
  for (int n = 1; n <= 49; n++) {
    gates_init(&typed);
    gates_init(&batch);
    for (int i = 0; i < n; i++) gates_on_tick(&typed, &events[i]);
    gates_on_tick_n(&batch, events, (size_t)n);
    print(&typed);
    print(&batch);
    if (n == 7) printf("#COUNTS\n"COUNTS);
  }
  return 0;
}
]]

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

describe("a mask", function()
  local out, main, expected

  setup(function()
    out = exported.directory()
    local script, formats, members, counts = { HEAD }, {}, {}, {}
    for i, row in ipairs(PASSED) do
      script[#script + 1] = GATE:gsub("%u%u%u+", { NAME = row[1], TEST = row[2] })
      formats[i], members[i], counts[i] = "%d", ("(int)batch.%s.n"):format(row[1]), row[3]
    end
    script[#script + 1] = "return g\n"
    write(out .. "/gates.lua", table.concat(script))
    main = MAIN:gsub('"#COUNTS\\n"COUNTS', function()
      return ('"#%s\\n", %s'):format(table.concat(formats, " "), table.concat(members, ", "))
    end)
    expected = "#" .. table.concat(counts, " ") .. "\n"
  end)
  teardown(exported.remove)

  local function built(name, options)
    local directory = ("%s/%s"):format(out, name)
    assert(os.execute("mkdir -p " .. directory) == 0)
    exported.write(out .. "/gates.lua", directory, options)
    write(directory .. "/main.c", main)
    return directory
  end

  local function ran(directory, line)
    return exported.run(("cd %s && %s -std=c11 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -o program " ..
      "main.c gates.c -lm && ./program"):format(directory, line))
  end

  it("holds where the comparison does, and what is kept by it is what a branch would keep", function()
    local branches, masked = built("branches"), built("masked", { unpredictable = true })
    local states = ran(branches, "cc -O2")
    assert.equal(expected, states:match("#[^\n]*\n"))
    local source = exported.run(("cat %s/gates.c"):format(masked))
    -- Counters add 0; what is only carried over goes through general registers, what its update reads does not.
    for _, text in ipairs {
      "self->n = flux_i64_add(self->n, (int64_t)(dirty & 1));", "self->u = self->u + (dirty & UINT64_C(5000000000));",
      "self->kept = choose_double(dirty, event->x, self->kept);",
      "self->half = blend_double(dirty, self->half * 0.5 + event->x, self->half);",
    } do assert.truthy(source:find(text, 1, true), text) end
    for _, row in ipairs(PASSED) do assert.truthy(source:find(("= mask_%s(event->x, 0.0);"):format(row[1]), 1, true), row[1]) end
    local flags = { "-O0", "-O2", "-O3", "-O2 -D__FRAMAC__" } -- the last: as where no instructions are named
    if command("grep -qw avx /proc/cpuinfo").status == 0 then flags[5] = "-O2 -mavx" end
    for _, compiler in ipairs { "gcc", "clang" } do
      if exported.has(compiler) then
        for _, flag in ipairs(flags) do assert.equal(states, ran(masked, compiler .. " " .. flag), compiler .. " " .. flag) end
      end
    end
  end)
end)
