-- SPDX-License-Identifier: MIT
-- The benchmark runner: its arithmetic, and that the ladder's arms agree with each other on a short run.
local stats = require "bench.stats"

describe("bench", function()
  it("takes the median of an odd and of an even number of rounds", function()
    assert.same({ median = 2, min = 1, max = 9 }, stats.summary { 9, 1, 2 })
    assert.same({ median = 2.5, min = 1, max = 9 }, stats.summary { 9, 1, 2, 3 })
  end)

  it("takes ratios within a round", function() assert.same({ 2, 0.5 }, stats.ratios({ 4, 3 }, { 2, 6 })) end)

  it("runs the ladder, whose arms all give the same output", function()
    local pipe = io.popen("luajit bench/run.lua ladder --quick --events 20000 --rounds 1 2>&1; echo status=$?")
    local output = pipe:read("*a")
    pipe:close()
    assert.truthy(output:find("status=0", 1, true), output)
    assert.truthy(output:find("hand%-guarded +random"), output)
    assert.truthy(output:find("inlined%-mask +periodic"), output)
  end)

  it("refuses an unknown workload with status 2", function()
    local pipe = io.popen("luajit bench/run.lua nothing 2>&1; echo status=$?")
    local output = pipe:read("*a")
    pipe:close()
    assert.equal("flux bench: no workload 'nothing'; there are: ladder, math\nstatus=2\n", output)
  end)
end)
