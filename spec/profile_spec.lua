-- SPDX-License-Identifier: MIT
-- Profiles: what is counted, the model of a branch predictor, the file, and what a profile of another graph is answered.
local flux = require "flux"
local profile = require "flux.profile"
local resolve = require "flux.resolve"

local Tick = flux.event("Tick", "double x; int64_t time;", { time = "time" })

-- Arrests where x is negative.
local function graph(name)
  local g = flux.graph(name or "profiled")
  local gate = g:node("gate", { state = "double x;", on = { [Tick] = function(self, event)
    self.x = event.x
    if event.x < 0 then return false end
  end } })
  g:node("last", { inputs = { x = gate.x }, state = "double sum;", update = function(self, x) self.sum = self.sum + x end })
  return g
end

-- Runs the values of `sign`, n events; returns the report.
local function run(backend, n, sign)
  local p = profile.new(graph(), { backend = backend })
  local event = p.rt:new(Tick)
  for i = 0, n - 1 do
    event.x, event.time = sign(i), i
    assert(p.rt:dispatch(event))
    p:note()
  end
  return p:report()
end

local function of(report, node)
  for _, it in ipairs(report.callbacks) do
    if it.node == node then return it end
  end
end

-- A sequence that no short history predicts: the top bit of a linear congruential generator.
local function random()
  local s = 42ULL
  return function()
    s = s * 6364136223846793005ULL + 1442695040888963407ULL
    return tonumber(bit.rshift(s, 63)) * 2 - 1
  end
end

for _, backend in ipairs { "table", "luajit" } do
  describe("a profile on " .. backend, function()
    it("counts runs and arrests of every callback", function()
      local report = run(backend, 3000, function(i) return i % 3 == 0 and -1 or 1 end)
      assert.same({ 3000, 1000 }, { of(report, "gate").runs, of(report, "gate").arrests })
      assert.same({ 2000, 0 }, { of(report, "last").runs, of(report, "last").arrests })
      assert.same({ 3000, 3000 }, { report.events, report.cycles })
    end)

    it("guesses a pattern of three rightly, noise in half of the cases wrongly", function()
      local periodic = run(backend, 20000, function(i) return i % 3 == 0 and -1 or 1 end)
      assert.equal(0, profile.missed(of(periodic, "gate")))
      assert.same({}, profile.unpredictable(periodic))
      local noise = run(backend, 20000, random())
      local missed = profile.missed(of(noise, "gate"))
      assert.truthy(missed > 0.45 and missed < 0.55, missed)
      assert.same({ gate = true }, profile.unpredictable(noise))
    end)

    it("judges nothing that always propagates, and nothing that ran too seldom", function()
      local report = run(backend, 1500, random())
      assert.equal(0, of(report, "last").judged)
      assert.is_nil(profile.missed(of(report, "gate")))
    end)
  end)
end

describe("the time of a call", function()
  -- 64 calls of 30 and 40 ns in turn, half of them the middle; readings of the clock 20 ns apart: (30 + 40) / 2 - 20.
  it("is what calls take longer than nothing, on average over their middle half", function()
    local times, nothing = {}, {}
    for i = 1, 64 do times[i], nothing[i] = i % 2 == 0 and 30 or 40, 20 end
    times[7], times[8], nothing[9], nothing[10] = 5e6, 0, 7e6, 0 -- interrupted, and a clock that stood still
    local ns, noise = profile.time(times, nothing)
    assert.equal(15, ns)
    assert.equal(10 / 8, noise)
  end)

  it("is not said where it is no longer than the noise", function()
    local times, nothing = {}, {}
    for i = 1, 16 do times[i], nothing[i] = i % 2 == 0 and 20 or 30, i % 2 == 0 and 20 or 28 end
    assert.same({ nil, (10 + 8) / 4 }, { profile.time(times, nothing) }) -- 25 - 24 = 1
    assert.same({ nil, 0 }, { profile.time({}, {}) })
  end)
end)

describe("a profile's file", function()
  local path = os.tmpname()
  local report = run("table", 5000, random())
  profile.write(path, report)
  teardown(function() os.remove(path) end)

  it("reads back", function()
    local again = assert(profile.read(path, resolve.resolve(graph())))
    assert.same({ of(report, "gate").arrests, of(report, "gate").wrong }, { of(again, "gate").arrests, of(again, "gate").wrong })
  end)

  it("of another graph is refused with both fingerprints", function()
    local none, message = profile.read(path, resolve.resolve(graph("another")))
    assert.is_nil(none)
    local theirs, own = message:match("its fingerprint is (%x+), that of 'another' is (%x+)")
    assert.equal(report.fingerprint, theirs)
    assert.are_not.equal(theirs, own)
    assert.equal(16, #own)
  end)

  it("that is none is refused", function()
    for _, text in ipairs { "", "{", "[]", "{}", '{"flux_profile":1}', '{"flux_profile":1,"fingerprint":"x","callbacks":[1]}' } do
      local file = assert(io.open(path, "wb"))
      file:write(text)
      file:close()
      local none, message = profile.read(path, resolve.resolve(graph()))
      assert.is_nil(none)
      assert.truthy(message:find("this is no profile", 1, true), message)
    end
  end)
end)

describe("a profile of an audit", function()
  local command = require "spec.support.command"
  local exported = require "spec.support.exported"
  teardown(exported.remove)

  -- Counts, guesses and cycles are those of flux run --profile; an audit has no times.
  it("counts what flux run --profile counts, of the exported program and of native", function()
    local out = exported.directory()
    for _, name in ipairs { "ladder", "sp500" } do
      local script = ("graphs/%s.lua"):format(name)
      exported.run(("./flux run %s --quiet --profile %s/run.json >/dev/null"):format(script, out))
      exported.write(script, out, { main = true })
      local input = name == "ladder" and "Tick=graphs/data/ladder.csv" or "Bar=graphs/data/sp500-2000.csv"
      exported.run(("cd %s && cc -std=c11 -O1 -ffp-contract=off -o program main.c %s.c -lm"):format(out, name))
      exported.run(("%s/program --input %s --rows /dev/null --audit %s/c.audit"):format(out, input, out))
      exported.run(("./flux run %s --quiet --backend native --audit %s/native.audit >/dev/null"):format(script, out))
      local resolved = resolve.resolve(dofile(script))
      local expected = assert(profile.read(out .. "/run.json", resolved))
      for _, it in ipairs(expected.callbacks) do it.ns, it.share = nil, nil end
      for _, audit in ipairs { "c", "native" } do
        exported.run(("./flux trace %s/%s.audit %s --format profile >%s/p.json"):format(out, audit, script, out))
        assert.same(expected, assert(profile.read(out .. "/p.json", resolved)), name .. " " .. audit)
      end
      assert.is_true(#expected.callbacks > 5 and expected.events > 900)
      exported.run("rm " .. out .. "/*")
    end
  end)

  it("needs the graph, and is of the whole run", function()
    assert.equal(2, command("./flux trace nothing --format profile").status)
  end)
end)
