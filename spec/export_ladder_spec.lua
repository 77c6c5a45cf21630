-- SPDX-License-Identifier: MIT
-- The ladder as exported C against a hand-written loop and the published answers: the typed entry, dispatch by type, the batch
-- entry in odd sizes, with and without a listener, under both compilers and several levels of optimisation.
local exported = require "spec.support.exported"

local PROGRAM = [[
#include <stdio.h>
#include <string.h>
#include "ladder.h"

static uint64_t seed;
static int64_t clock_ns;

static ladder_tick_event next_event(void) {
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  ladder_tick_event e = { .price = 100 + (double)(seed >> 11) * 0x1p-53 * 10 - 5, .size = 1 + (double)(seed >> 60), .time = clock_ns++ };
  return e;
}

static void restart(void) { seed = 42; clock_ns = 0; }

static void print(const char *arm, int64_t count, double published) {
  uint64_t bits;
  memcpy(&bits, &published, sizeof bits);
  printf("%s %lld %016llx\n", arm, (long long)count, (unsigned long long)bits);
}

static void hand(long n) {
  double fast = 0, slow = 0, pv = 0, v = 0, var = 0, published = 0;
  int64_t count = 0;
  restart();
  for (long i = 0; i < n; i++) {
    const ladder_tick_event e = next_event();
    fast += 0.2 * (e.price - fast);
    slow += 0.02 * (e.price - slow);
    pv += e.price * e.size;
    v += e.size;
    const double dev = e.price - pv / v;
    var += 0.05 * (dev * dev - var);
    const double score = (fast - slow) * dev / (var + 1e-9);
    if (score > 0) {
      count++;
      published = published * 0.5 + score;
    }
  }
  print("hand", count, published);
}

static int64_t heard;
static double last;
static void listen(void *user, const ladder_publisher *publisher) {
  (void)user;
  heard++;
  last = publisher->published;
}

int main(void) {
  enum { N = 1000000, BATCH = 97 };
  static ladder_tick_event batch[BATCH];
  ladder_t g;
  hand(N);

  restart();
  ladder_init(&g);
  for (long i = 0; i < N; i++) {
    const ladder_tick_event e = next_event();
    if (ladder_on_tick(&g, &e) != 0) return 1;
  }
  print("typed", g.detector.count, g.publisher.published);

  restart();
  ladder_init(&g);
  for (long i = 0; i < N; i++) {
    const ladder_tick_event e = next_event();
    if (ladder_dispatch(&g, LADDER_TICK, &e) != 0) return 1;
  }
  print("dispatch", g.detector.count, g.publisher.published);

  for (int listening = 0; listening < 2; listening++) {
    restart();
    ladder_init(&g);
    if (listening) g.on_published = listen;
    for (long done = 0; done < N;) {
      const size_t n = N - done < BATCH ? (size_t)(N - done) : BATCH;
      for (size_t i = 0; i < n; i++) batch[i] = next_event();
      if (ladder_on_tick_n(&g, batch, n) != (long)n) return 1;
      done += (long)n;
    }
    print(listening ? "batch-heard" : "batch", g.detector.count, g.publisher.published);
  }
  print("heard", heard, last);
  ladder_reset(&g);
  print("reset", g.detector.count, g.publisher.published);
  return 0;
}
]]

-- 1,000,000 random events, from spec/reference/ladder.py.
local ANSWER = "707342 3ff139e5f6fd70aa"
local EXPECTED = ""
for _, arm in ipairs { "hand", "typed", "dispatch", "batch", "batch-heard", "heard" } do
  EXPECTED = EXPECTED .. arm .. " " .. ANSWER .. "\n"
end
EXPECTED = EXPECTED .. "reset 0 0000000000000000\n"

describe("the exported ladder", function()
  local out

  setup(function()
    out = exported.directory()
    exported.write("graphs/ladder.lua", out)
    local file = assert(io.open(out .. "/main.c", "wb"))
    file:write(PROGRAM)
    file:close()
  end)
  teardown(exported.remove)

  for _, compiler in ipairs { "gcc", "clang" } do
    for _, level in ipairs { "-O0", "-O2", "-O3 -march=native" } do
      it(("has the known answer with %s %s"):format(compiler, level), function()
        if not exported.has(compiler) then return pending(compiler .. " is not installed") end
        exported.run(("cd %s && %s -std=c11 %s -ffp-contract=off -Wall -Wextra -Werror *.c -lm -o ladder"):format(out, compiler, level))
        assert.equal(EXPECTED, exported.run(out .. "/ladder"))
      end)
    end
  end

  it("calls nothing of a C library", function()
    local undefined = exported.run(("cd %s && gcc -std=c11 -O2 -ffp-contract=off -c ladder.c && nm -u ladder.o"):format(out))
    for symbol in undefined:gmatch("U ([%w_]+)") do
      assert.truthy(({ memset = true, memcpy = true, memcmp = true, _GLOBAL_OFFSET_TABLE_ = true })[symbol], symbol)
    end
  end)

  it("has no data that can be written", function()
    local symbols = exported.run(("cd %s && gcc -std=c11 -O2 -fno-pic -fno-pie -c ladder.c && nm ladder.o"):format(out))
    for kind, name in symbols:gmatch("%x+ (%a) ([%w_]+)") do assert.falsy(kind:find("[bBdDgGsSC]"), name) end
  end)
end)
