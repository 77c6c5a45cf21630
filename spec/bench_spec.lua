-- SPDX-License-Identifier: MIT
-- The benchmark runner: its arithmetic, and that the ladder's arms agree with each other on a short run.
local stats = require "bench.stats"

describe("bench", function()
  it("takes the median of an odd and of an even number of rounds", function()
    assert.same({ median = 2, min = 1, max = 9 }, stats.summary { 9, 1, 2 })
    assert.same({ median = 2.5, min = 1, max = 9 }, stats.summary { 9, 1, 2, 3 })
  end)

  it("takes ratios within a round", function() assert.same({ 2, 0.5 }, stats.ratios({ 4, 3 }, { 2, 6 })) end)

  it("takes the least of several opponents round by round", function()
    assert.same({ 1, 2 }, stats.least { { 1, 5 }, { 3, 2 } })
    assert.near(2, stats.geometric { 1, 2, 4 }, 1e-12)
  end)

  it("compares what arms observed as numbers, in any order, bits or decimals", function()
    local measure = require "bench.measure"
    assert.is_true(measure.same("2 0.5", "0.50 2"))
    assert.is_true(measure.same("2 0.5", "2 3fe0000000000000"))
    assert.is_true(measure.same("0.5", "2 0.5"))
    assert.is_false(measure.same("2 0.5", "2 0.25"))
    assert.is_false(measure.same("2 2", "2 0.5"))
  end)

  it("leaves out an arm that disagrees, and says so", function()
    local measure = require "bench.measure"
    local function arm(name, observed, value) return { name = name, run = function() return observed, value end } end
    local problems = {}
    local case = { name = "c", events = 10, against = { "a" }, arms = { arm("a", "1", 4), arm("b", "2", 3), arm("c", "1", 2) } }
    local rows = measure.case(case, { rounds = 3, warmup = 1 }, function(_, failed, text)
      problems[#problems + 1] = failed.name .. ": " .. text
    end)
    assert.same({ "b: after 1 events: 2; a gives 1" }, problems)
    assert.equal(2, #rows)
    assert.same({ median = 0.5, min = 0.5, max = 0.5 }, rows[2].against.a)
  end)

  it("runs the ladder, whose arms all give the same output", function()
    local pipe = io.popen("luajit bench/run.lua ladder --quick --no-peers --events 0.002 --rounds 1 2>&1; echo status=$?")
    local output = pipe:read("*a")
    pipe:close()
    assert.truthy(output:find("status=0", 1, true), output)
    for _, arm in ipairs { "inlined%-mask", "hand%-guarded", "exported, typed entry", "luajit backend", "table backend" } do
      local _, inputs = output:gsub("  " .. arm .. " +%l+ +%S+ ns/event", "")
      assert.truthy(inputs >= 2, arm .. "\n" .. output)
    end
  end)

  it("refuses an unknown workload with status 2", function()
    local pipe = io.popen("luajit bench/run.lua nothing 2>&1; echo status=$?")
    local output = pipe:read("*a")
    pipe:close()
    assert.truthy(output:find("^flux bench: no workload 'nothing'\n.*; names: ladder, .*\nstatus=2\n$"), output)
  end)
end)
