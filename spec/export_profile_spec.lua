-- SPDX-License-Identifier: MIT
-- Exported C with --profile-hooks: what it counts is what `flux run --profile` counts; the host's clock; no trace without the option.

local command = require "spec.support.command"
local export = require "flux.export"
local exported = require "spec.support.exported"
local flux = require "flux"
local profile = require "flux.profile"
local resolve = require "flux.resolve"

local FLAGS = "-std=c11 -O0 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

-- Filters, a quiet handler that returns false, on_arrest, a timer, posts, errors that are rolled back, late events.
local SCRIPT = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int32_t price; int64_t time;", { time = "time" })
local Alarm = flux.event("Alarm", "double level;")
local g = flux.graph("busy", { on_error = "rollback", late = "reject" })
g:default_input(Tick, "ticks.csv")
local tick = g:node("tick", { state = "double price;", on = { [Tick] = function(self, event)
  self.price = event.price
  if event.price < 10 then return false end
end }, init = function(self) self.price = 1 end })
local seven = g:node("seven", { state = "double n;", on = { [Tick:where { price = 7 }] = function(self) self.n = self.n + 1 end } })
local mean = g:node("mean", { state = "double value; double w[90];", inputs = { price = tick.price, n = flux.passive(seven.n) },
  every = "400ns", on_timer = function() return false end,
  update = function(self, price, n, ctx)
    self.value = 0.5 * (self.value + price)
    self.w[self.value] = price + n
    if self.value > 60 then ctx.post(Alarm, { level = price }) end
    return price > 30
  end, on_arrest = function(self) self.value = self.value - 1 end, after_update = function(self) self.value = self.value + 1 end })
g:node("alarm", { state = "bool on; int64_t n;", inputs = { mean = mean },
  on = { [Alarm] = function(self, event) self.on = event.level > 1 return false end },
  update = function(self, mean) self.n = self.n + 1 if mean.value < 50 then return false end end })
g:sink("mean", mean)
return g
]]

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- Numbers that no short history predicts.
local function ticks(path, head, row)
  local s, lines = 42ULL, { head }
  for i = 1, 5000 do
    s = s * 6364136223846793005ULL + 1442695040888963407ULL
    lines[i + 1] = row(tonumber(bit.rshift(s, 33)) % 100, i)
  end
  write(path, table.concat(lines, "\n") .. "\n")
end

local function build(script, out, options)
  local text = { main = true, profile_hooks = true }
  for key, value in pairs(options or {}) do text[key] = value end
  exported.write(script, out, text)
  exported.run(("cc %s -o %s/program %s/*.c -lm"):format(FLAGS, out, out))
  return out .. "/program"
end

describe("the exported program with --profile", function()
  local out, cases

  setup(function()
    out = exported.directory()
    write(out .. "/busy.lua", SCRIPT)
    ticks(out .. "/busy.csv", "time,price", function(n, i) return ("%d,%d"):format(i - (i % 50 == 0 and 3 or 0), n) end)
    ticks(out .. "/ladder.csv", "time,price,size", function(n, i) return ("%d,%d,%d"):format(i, 100 + n % 10, 1 + n % 7) end)
    cases = {
      ladder = { "graphs/ladder.lua", ("Tick=%s/ladder.csv"):format(out) },
      sp500 = { "graphs/sp500.lua", "Bar=graphs/data/sp500-2000.csv" },
      busy = { out .. "/busy.lua", ("Tick=%s/busy.csv"):format(out) },
    }
  end)
  teardown(exported.remove)

  -- The profile of the program and that of flux run, each without its times.
  local function both(name, options)
    local script, input = cases[name][1], cases[name][2]
    local directory = exported.directory()
    local program = build(script, directory, options)
    exported.run(("%s --input %s --rows /dev/null --profile %s/c.json 2>/dev/null"):format(program, input, directory))
    exported.run(("./flux run %s --quiet --input %s --profile %s/run.json >/dev/null 2>&1"):format(script, input, directory))
    local resolved, reports = resolve.resolve(dofile(script)), {}
    for i, file in ipairs { "c", "run" } do
      reports[i] = assert(profile.read(("%s/%s.json"):format(directory, file), resolved))
    end
    local total = 0
    for _, it in ipairs(reports[1].callbacks) do
      assert.is_true(it.ns == nil or it.runs >= 16 and it.ns > 0, it.node) -- nil: too short to be measured
      total = total + (it.share or 0)
    end
    assert.is_true(math.abs(total - 1) < 0.01, total)
    for _, report in ipairs(reports) do
      for _, it in ipairs(report.callbacks) do it.ns, it.share = nil, nil end
    end
    return reports[1], reports[2], directory .. "/c.json"
  end

  for _, case in ipairs { { "sp500", true }, { "busy", false } } do -- ladder below
    it("counts and guesses as flux run --profile does: " .. case[1], function()
      local report, expected = both(case[1], { audit = case[2] })
      assert.same(expected, report)
    end)
  end

  it("counts the same while it is audited", function()
    local directory = exported.directory()
    local program = build(cases.ladder[1], directory)
    local run = ("%s --input %s --rows /dev/null --profile %s/"):format(program, cases.ladder[2], directory)
    exported.run(("%splain.json && %saudited.json --audit %s/audit"):format(run, run, directory))
    local resolved, reports = resolve.resolve(dofile(cases.ladder[1])), {}
    for i, file in ipairs { "plain", "audited" } do
      reports[i] = assert(profile.read(("%s/%s.json"):format(directory, file), resolved))
      for _, it in ipairs(reports[i].callbacks) do it.ns, it.share = nil, nil end
    end
    assert.same(reports[1], reports[2])
  end)

  it("writes what flux check and flux export read", function()
    local report, expected, path = both("ladder", { audit = false })
    assert.same(expected, report)
    local detector
    for _, it in ipairs(report.callbacks) do detector = it.node == "detector" and it or detector end
    assert.is_true(detector.wrong > 400 and detector.judged == 4000)
    local checked = exported.run(("./flux check graphs/ladder.lua --profile %s"):format(path))
    assert.truthy(checked:find(("detector +update +always +%%-%%- 5000 runs, %.1f %%%% arrested, %.1f %%%% guessed wrong"):format(
      detector.arrests / 50, detector.wrong / 40)), checked)
    exported.run(("./flux export graphs/ladder.lua -o %s/fast --profile %s"):format(out, path))
    assert.truthy(exported.run(("cat %s/fast/ladder.c"):format(out)):find("mask_greater(self->score", 1, true))
  end)

  it("says what it cannot write, after the rows", function()
    local program = build("graphs/hello.lua", exported.directory())
    for path, reason in pairs { ["/dev/full"] = "No space left on device", [out .. "/no/such"] = "No such file or directory" } do
      local result = command(("%s --until 1 --profile %s"):format(program, path))
      assert.equal(1, result.status)
      assert.equal(("hello: cannot write the profile %s: %s\n"):format(path, reason), result.err)
    end
  end)
end)

describe("an export with profile_hooks", function()
  teardown(exported.remove)

  local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })

  local function hooked()
    local g = flux.graph("hooked")
    local gate = g:node("gate", { state = "double x;", on = { [Tick] = function(self, event)
      self.x = event.x
      if event.x < 0 then return false end
    end } })
    g:node("last", { inputs = { x = gate.x }, state = "double sum;", update = function(self, x) self.sum = self.sum + x end })
    return resolve.resolve(g)
  end

  -- A clock that stands 7 ns later each time it is read. Every third event arrests.
  local MAIN = [[
#include <stdio.h>
#include "hooked.h"
static int64_t clock_of_7(void *user) { return *(int64_t *)user += 7; }
static void print(const hooked_t *g) {
  for (int i = 0; i < HOOKED_CALLBACKS; i++) {
    const hooked_profile *p = &g->profile[i];
    printf("%s %s %d %d %d %d %d %d\n", hooked_callbacks[i][0], hooked_callbacks[i][1], (int)p->runs, (int)p->arrests, (int)p->judged,
           (int)p->wrong, (int)p->timed, (int)p->ns);
  }
}
int main(void) {
  static hooked_t g;
  static hooked_tick_event events[3000];
  int64_t time = 0;
  for (int i = 0; i < 3000; i++) events[i] = (hooked_tick_event){ .x = i % 3 == 0 ? -1 : 1, .time = i };
  hooked_init(&g);
  hooked_on_tick_n(&g, events, 3000);
  print(&g);
  g.user = &time;
  g.profile_clock = clock_of_7;
  hooked_reset(&g);
  for (int i = 0; i < 96; i++) hooked_on_tick(&g, &events[1]);
  hooked_buffer_tick(&g, &events[1]);
  hooked_trigger(&g);
  print(&g);
  return 0;
}
]]

  it("has counters that the host reads, which outlive a reset, and its clock", function()
    local directory = exported.directory()
    export.write(hooked(), { dir = directory, profile_hooks = true })
    write(directory .. "/main.c", MAIN)
    -- gate: 3000 events, of which 1000 arrest; its pattern of three is learnt. Then 97 more: of the runs 3000 … 3096 (from 0) the
    -- 16th of each sixteen are 3007, 3023 … 3087, which are 6; last's are 2000 … 2096, of which 2015, 2031 … 2095, also 6.
    -- The model has seen only one verdict behind two dirty ones, and is wrong once: three of them are new to it, and what is new it
    -- takes for dirty.
    local expected = "gate on Tick 3000 1000 2000 0 0 0\nlast update 2000 0 0 0 0 0\n" ..
      "gate on Tick 3097 1000 2097 1 6 42\nlast update 2097 0 0 0 6 42\n"
    assert.equal(expected, exported.run(("cc %s -o %s/program %s/*.c && %s/program"):format(FLAGS, directory, directory, directory)))
  end)

  it("calls no function of the C library more", function()
    local needs = {}
    for i, hooks in ipairs { true, false } do
      local directory = exported.directory()
      export.write(hooked(), { dir = directory, profile_hooks = hooks, audit = false })
      needs[i] = exported.run(("cd %s && cc -std=c11 -O1 -ffreestanding -c hooked.c && nm -u hooked.o"):format(directory))
    end
    assert.equal(needs[2], needs[1])
  end)

  it("compiles without a warning whatever the graph has", function()
    local directory = exported.directory()
    for _, options in ipairs { { audit = true, snapshot = true }, { audit = false, faults = true } } do
      options.profile_hooks = true
      exported.write("spec/support/graphs/everything.lua", directory, options)
      for _, compiler in ipairs { "gcc", "clang" } do
        if exported.has(compiler) then exported.run(("%s %s -fsyntax-only %s/everything.c"):format(compiler, FLAGS, directory)) end
      end
    end
  end)

  it("is the only one that has them", function()
    local text = export.text(hooked(), { main = true })
    local all = (text.header .. text.source .. text.main):gsub("export_profile_spec", "")
    assert.is_nil(all:find("profile", 1, true))
    local with = export.text(hooked(), { main = true, profile_hooks = true })
    assert.truthy(with.header:find("profile_clock", 1, true) and with.main:find("[--profile FILE]", 1, true))
  end)

  it("is none that leaves branches out", function()
    assert.has_error(function() export.text(hooked(), { profile_hooks = true, unpredictable = { gate = true } }) end,
      "--profile-hooks (profile_hooks) counts arrests, --profile (unpredictable) leaves out their branches: ask for one of them")
  end)
end)
