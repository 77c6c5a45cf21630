-- SPDX-License-Identifier: MIT
-- flux check --explain: the facts behind the shape of the exported C. The counts are worked by hand from the scripts.
local command = require "spec.support.command"
local directory = require("spec.support.exported").directory

local function explained(script, more)
  local got = command(("./flux check %s --explain --json %s"):format(script, more or ""))
  assert.equal(0, got.status, got.err)
  return require("dkjson").decode(got.out).explained
end

local function fact(list, what)
  local found = {}
  for _, it in ipairs(list) do
    if it.what == what then found[#found + 1] = it.text end
  end
  return table.concat(found, "; ")
end

local function entry(it, name)
  for _, candidate in ipairs(it.entries) do
    if candidate.name == name then return candidate.facts end
  end
  error("no entry " .. name)
end

local function script(text)
  local path = directory() .. "/explained.lua"
  local file = assert(io.open(path, "wb"))
  file:write('local flux = require "flux"\n', text, "\nreturn g\n")
  file:close()
  return path
end

describe("flux check --explain", function()
  teardown(require("spec.support.exported").remove)

  it("counts the ladder's steps and tests, and what its batch carries", function()
    local it = explained "graphs/ladder.lua"
    local tick = entry(it, "event Tick")
    assert.equal("11 steps, 1 test; 9 run in a straight line", fact(tick, "steps")) -- publisher and its sink hang on the detector
    assert.equal("one test serves several: detector for 2 steps", fact(tick, "tests"))
    assert.equal("never arrest, so nothing asks: tick, fast, slow, spread, notional, vwap, dev, var, publisher", fact(tick, "certain"))
    assert.truthy(fact(tick, "carried"):find("fast, slow, vwap.pv, vwap.v, var, detector.count, publisher", 1, true))
    assert.equal("no callback reads the time: no clock is read", fact(tick, "clock"))
    assert.truthy(fact(it.graph, "absent"):find("no queue, no timers, no clock, no undo", 1, true))
  end)

  it("names switches and clocks", function()
    local path = script [[
local Order = flux.event("Order", "int32_t side; double size;")
local g = flux.graph "explained"
local both = g:node("both", { state = "double size; int64_t at;", on = {
  [Order:where { side = 1 }] = function(self, event) self.size = event.size end,
  [Order:where { side = 2 }] = function(self, event) self.size = -event.size end } })
local odd = g:node("odd", { inputs = { both = both }, state = "double size;", update = function(self, both, ctx)
  if both.size > 3 then return false end
  self.size = both.size + tonumber(ctx.now)
end })
local twice = g:node("twice", { inputs = { odd = odd }, state = "double size;",
  update = function(self, odd) self.size = 2 * odd.size end })
local kept = g:node("kept", { inputs = { twice = twice }, state = "double size; int64_t n;",
  update = function(self, twice) self.size, self.n = twice.size, self.n + 1 end })
g:sink("kept", kept)]]
    local order = entry(explained(path), "event Order")
    assert.equal("one switch on side for 2 cases", fact(order, "switch"))
    -- Tests: the switch, `both` before odd, odd before twice, kept and the sink.
    assert.equal("6 steps, 3 tests; 0 run in a straight line", fact(order, "steps"))
    assert.equal("the host's clock is read once for it", fact(order, "clock"))
    assert.equal("", fact(order, "predicated"))
  end)

  it("is refused for a graph that cannot be exported", function()
    local path = script [[
local g = flux.graph "opaque"
local Tick = flux.event("Tick", "double x;")
g:node("a", { state = "double x;", on = { [Tick] = flux.lua(function(self, event) self.x = event.x end) } })]]
    local got = command(("./flux check %s --explain"):format(path))
    assert.equal(1, got.status)
    assert.truthy(got.err:find("cannot be exported", 1, true))
  end)
end)
