-- SPDX-License-Identifier: MIT
-- The library functions that a system without a C library gives to exported C are the C library's, bit for bit; and graphs/weather.lua
-- runs on a Cortex-M4 without one, with the same bytes and the sizes that docs/embedding.md states.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local COMPARE = [[
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

double own_fabs(double), own_floor(double), own_ceil(double), own_sqrt(double), own_fmod(double, double);
double own_fma(double, double, double);
void *own_memcpy(void *, const void *, size_t), *own_memset(void *, int, size_t);
int own_memcmp(const void *, const void *, size_t);

static uint64_t seed = 42;
static uint64_t next(void) { seed ^= seed << 13; seed ^= seed >> 7; return seed ^= seed << 17; }

/* Any bits, special values, numbers of everyday size, denormals. */
static double any_double(void) {
  static const uint64_t special[] = { 0, 1, 0x7ff0000000000000, 0x7ff8000000000000, 0x3ff0000000000000, 0x4330000000000000,
    0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0x3fefffffffffffff, 0x3ff0000000000001, 0x432fffffffffffff };
  const uint64_t kind = next() & 7;
  uint64_t bits = next();
  if (kind == 0) bits = special[next() % 12] | (next() & 1) << 63;
  else if (kind < 5) bits = (bits & 0x800fffffffffffff) | (1019 + next() % 60) << 52;
  else if (kind == 6) bits &= 0x801fffffffffffff;
  double x;
  memcpy(&x, &bits, 8);
  return x;
}

static int same(double a, double b) { return a != a ? b != b : memcmp(&a, &b, 8) == 0; }

#define COMPARE(f) if (!same(f(x), own_##f(x))) { printf(#f "(%a) is %a, not %a\n", x, f(x), own_##f(x)); return 1; }

int main(void) {
  for (long i = 0; i < 500000; i++) {
    const double x = any_double(), y = any_double();
    COMPARE(fabs) COMPARE(floor) COMPARE(ceil) COMPARE(sqrt)
    if (!same(fmod(x, y), own_fmod(x, y))) { printf("fmod(%a, %a) is not %a\n", x, y, own_fmod(x, y)); return 1; }
    double z = any_double();
    if ((i & 3) == 0) z = -x * y * (1 + (double)(i % 3 - 1) * 0x1p-52); /* the sum nearly cancels */
    if (!same(fma(x, y, z), own_fma(x, y, z))) { printf("fma(%a, %a, %a) is not %a\n", x, y, z, own_fma(x, y, z)); return 1; }
  }
  unsigned char a[9] = "abcdefgh", b[9] = { 0 };
  own_memcpy(b, a, 9);
  if (memcmp(a, b, 9) != 0 || own_memcmp(a, b, 9) != 0) return 2;
  own_memset(b + 1, 255, 3);
  if (own_memcmp(a, b, 9) >= 0 || own_memcmp(b, a, 9) <= 0 || b[0] != 'a' || b[1] != 255 || b[3] != 255 || b[4] != 'e') return 3;
  return 0;
}
]]

describe("tools/freestanding", function()
  teardown(exported.remove)

  it("has the functions that exported C may call", function()
    local directory = exported.directory()
    local file = assert(io.open(directory .. "/compare.c", "wb"))
    file:write(COMPARE)
    file:close()
    local renamed = {}
    for name in ("fabs floor ceil sqrt fmod fma memcpy memset memcmp"):gmatch "%a+" do
      renamed[#renamed + 1] = ("-D%s=own_%s"):format(name, name)
    end
    for _, file_name in ipairs { "support", "fma" } do
      exported.run(("cc -std=c11 -O2 -Wall -Wextra -Werror -ffreestanding -fno-builtin -Itools/freestanding %s -c -o %s/%s.o " ..
        "tools/freestanding/%s.c"):format(table.concat(renamed, " "), directory, file_name, file_name))
    end
    exported.run(("cd %s && cc -std=c11 -O1 -fno-builtin -o compare compare.c support.o fma.o -lm && ./compare"):format(directory))
  end)
end)

local function missing()
  for _, tool in ipairs { "arm-none-eabi-gcc", "qemu-system-arm" } do
    if command("command -v " .. tool).status ~= 0 then return tool end
  end
end

-- The row of the table in docs/embedding.md that begins with this.
local function stated(row)
  for line in io.lines("docs/embedding.md") do
    local bytes = line:sub(1, #row + 4) == "| " .. row .. " |" and line:match("([%d,]+) |$")
    if bytes then return tonumber((bytes:gsub(",", ""))) end
  end
  error("docs/embedding.md states no " .. row)
end

describe("graphs/weather.lua on a Cortex-M4", function()
  it("ends with the desktop's bytes, and takes what the documentation says, its code to 2 %", function()
    local tool = missing()
    if tool then return pending(tool .. " is not installed: nothing ran on a Cortex-M4") end
    local out = exported.run("tools/run-freestanding.sh 500 graphs/weather.lua gcc")
    assert.truthy(out:find("weather: the same bytes after 500 events", 1, true), out)
    local memory, instance = out:match("static memory (%d+)\nan instance: (%d+) bytes")
    assert.equal(stated "static memory", tonumber(memory))
    assert.equal(stated "one instance", tonumber(instance))
    local states, declared = out:match("state of the nodes: (%d+) bytes; declared fields: (%d+) bytes")
    assert.equal(stated "– of that, states of the eight nodes", tonumber(states))
    assert.equal(stated "– of that, the fields as declared", tonumber(declared))
    if not exported.run("arm-none-eabi-gcc -dumpfullversion"):find "^12%.2" then return end -- the table names the compiler
    local code, constants, stack = out:match("code (%d+) bytes, constants %([^)]*%) (%d+),.*stack frame: (%d+) bytes")
    local function near(row, bytes) -- what is stated need not follow every word of the exporter
      local ratio = tonumber(bytes) / stated(row)
      assert.is_true(ratio > 0.98 and ratio < 1.02, ("%s: %s bytes, stated are %d"):format(row, bytes, stated(row)))
    end
    near("code of `weather.c`", code)
    near("its constants: names and tables for tools", constants)
    assert.equal(stated "largest stack frame", tonumber(stack))
  end)
end)
