-- SPDX-License-Identifier: MIT
-- The benchmark runner: its arithmetic, and that the ladder's arms agree with each other on a short run.
local stats = require "bench.stats"

describe("bench", function()
  local function said(words)
    local pipe = io.popen(("luajit bench/run.lua %s 2>&1; echo status=$?"):format(words))
    local output = pipe:read("*a")
    pipe:close()
    return output
  end

  it("takes the median of an odd and of an even number of rounds", function()
    assert.same({ median = 2, min = 1, max = 9 }, stats.summary { 9, 1, 2 })
    assert.same({ median = 2.5, min = 1, max = 9 }, stats.summary { 9, 1, 2, 3 })
  end)

  it("takes ratios within a round", function() assert.same({ 2, 0.5 }, stats.ratios({ 4, 3 }, { 2, 6 })) end)

  it("takes the least of several opponents round by round", function()
    assert.same({ 1, 2 }, stats.least { { 1, 5 }, { 3, 2 } })
    assert.near(2, stats.geometric { 1, 2, 4 }, 1e-12)
  end)

  it("compares what arms observed word by word, to the last bit", function()
    local same = require("bench.measure").same
    assert.is_true(same("2 0.5", "2 0.50"))
    assert.is_true(same("2 0.5", "2.0 0x3fe0000000000000"))
    assert.is_true(same("2 0.1", "2 0x3fb999999999999a"))
    assert.is_false(same("2 0.1", "2 0x3fb999999999999b"))
    assert.is_false(same("2 0.5", "0.5 2"))
    assert.is_false(same("2 0.5", "2 0.25"))
    assert.is_false(same("2 0", "2 -0"))
    assert.is_true(same("2 nan", "2 -nan"))
    assert.is_true(same("a 1", "a 1"))
    assert.is_false(same("a 1", "b 1"))
    assert.is_true(same("1000000000000000 1", "1e15 1")) -- sixteen digits are no bits
  end)

  it("lets an arm leave out what it does not know, and only that", function()
    local same = require("bench.measure").same
    assert.is_true(same("100 5", "- 5"))
    assert.is_false(same("100 5", "- 6"))
    assert.is_true(same("- -", "100 5"))
    assert.is_false(same("5", "100 5"))
    assert.is_false(same("100 5", "100 5 1"))
    assert.is_false(same("", "100 5"))
    assert.is_false(same("", ""))
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

  it("compares arms of one output with each other, and with what is known of it", function()
    local measure = require "bench.measure"
    local function arm(name, output, observed, known)
      return { name = name, output = output, known = known, run = function() return observed, 1 end }
    end
    local problems = {}
    local case = { name = "c", events = 10, warmup = 0, known = { [10] = "1" }, arms = {
      arm("a", "on", "1"), arm("b", "off", "2", { [10] = "2" }), arm("c", "off", "2", { [10] = "2" }),
      arm("d", "off", "1", { [10] = "1" }), arm("e", "on", "2"), arm("f", "else", "3"),
    } }
    local rows = measure.case(case, { rounds = 1 }, function(_, failed, text) problems[#problems + 1] = failed.name .. ": " .. text end)
    assert.same({
      "d: after 10 events: 1; b gives 2", "e: after 10 events: 2; known: 1", "f: after 10 events: 3; known: 1",
    }, problems)
    assert.equal(3, #rows)
  end)

  it("gives an arm's row the case and the facts of the arm", function()
    local measure = require "bench.measure"
    local function run() return "1", 1 end
    local case = { name = "width", facts = { nodes = 0 }, events = 1, warmup = 0, arms = {
      { name = "a", run = run }, { name = "a", case = "width 10", facts = { nodes = 10 }, run = run },
    } }
    local rows = measure.case(case, { rounds = 1 }, error)
    assert.same({ "width", "width 10" }, { rows[1].case, rows[2].case })
    assert.same({ 0, 10 }, { rows[1].facts.nodes, rows[2].facts.nodes })
  end)

  it("keeps the last round's counts, and the spread of those that differ", function()
    local measure = require "bench.measure"
    local round = 0
    local function run()
      round = round + 1
      return "1", 1, { p99 = 10 * round, clock = 30 }
    end
    local case = { name = "c", events = 1, warmup = 0, arms = { { name = "a", run = run } } }
    local row = measure.case(case, { rounds = 3 }, error)[1]
    assert.same({ p99 = 30, clock = 30 }, row.counts)
    assert.same({ p99 = { median = 20, min = 10, max = 30 } }, row.spread)
  end)

  it("divides by the fastest of an opponent's entries, round by round", function()
    local measure = require "bench.measure"
    local function arm(name, compiler, opponent, ...)
      local rounds, i = { ... }, 0
      return { name = name, compiler = compiler, opponent = opponent, run = function()
        i = i + 1
        return "1", rounds[i]
      end }
    end
    local case = { name = "c", events = 10, warmup = 0, against = { "java", "java one" }, arms = {
      arm("java one", "own", "java", 4, 8), arm("java two", "own", "java", 5, 2), arm("ours", "gcc", nil, 2, 2),
    } }
    local ours = measure.case(case, { rounds = 2 }, error)[3].against
    assert.same({ median = 0.75, min = 0.5, max = 1 }, ours.java)
    assert.same({ median = 0.375, min = 0.25, max = 0.5 }, ours["java one"])
    -- What no C compiler built is divided by the faster of the first compiler's builds: 8 ÷ 4, 6 ÷ 2.
    case.against = { "hand" }
    case.arms = {
      arm("hand", "gcc", nil, 4, 3), arm("hand, SLP", "gcc", "hand", 5, 2), arm("hand", "clang", nil, 1, 1), arm("ours", "lua", nil, 8, 6),
    }
    assert.same({ median = 2.5, min = 2, max = 3 }, measure.case(case, { rounds = 2 }, error)[4].against.hand)
  end)

  it("knows what the ladder gives with dirty filtering and without", function()
    local same = require("bench.measure").same
    local unfiltered = require("bench.graphs.article").unfiltered
    local asks = "run unfiltered random 1000000\nrun unfiltered periodic 1000000\n"
    local pipe = io.popen(("printf '%s' | luajit bench/lua_arm.lua luajit article"):format(asks))
    for _, input in ipairs { "random", "periodic" } do
      local observed = pipe:read("*l"):match("checksum (.-) ;")
      assert.is_true(same(unfiltered[input][1000000], observed), observed)
    end
    pipe:close()
  end)

  it("wakes 8 scattered nodes for a key, and the readers of each", function()
    local it = require("bench.graphs.made").build("scattered", 160)
    local rt = assert(it.graph:start { backend = "table" })
    local event = rt:new(it.event)
    event.key, event.price = 3, 5
    assert(rt:dispatch(event))
    local woken, readers = {}, {}
    for i = 0, 159 do
      if rt.state["k" .. i].value == 5 then woken[#woken + 1] = i end
    end
    for i = 0, 79 do
      if rt.state["gap" .. i].count == 1 then readers[#readers + 1] = i end
    end
    assert.same({ 3, 23, 43, 63, 83, 103, 123, 143 }, woken) -- 160 / 8 keys
    assert.same({ 1, 11, 21, 31, 41, 51, 61, 71 }, readers)
    assert.equal(-5, rt.state.gap1.value) -- the right of k2 and k3
  end)

  it("runs the ladder, whose arms all give the same output", function()
    local options = "--quick --no-peers --results build/bench/spec_ladder --events 0.002 --rounds 1"
    local output = said("ladder " .. options)
    assert.truthy(output:find("status=0", 1, true), output)
    for _, arm in ipairs { "inlined%-mask", "hand%-guarded", "exported, typed entry", "luajit backend", "table backend" } do
      local _, inputs = output:gsub("  " .. arm .. " +%l+ +%S+ ns/event", "")
      assert.truthy(inputs >= 2, arm .. "\n" .. output)
    end
  end)

  it("refuses half a round, and results outside of the repository, before it measures", function()
    for _, given in ipairs { "0.5", "0", "-1", "many" } do
      assert.truthy(said("start --rounds " .. given):find(("flux bench: --rounds: expected a whole number, 1 or more, got '%s'\nusage: ")
        :format(given), 1, true))
    end
    local refusal = said("start --events 0")
    assert.truthy(refusal:find("^flux bench: %-%-events: expected a number above 0, got '0'\nusage: .*\nstatus=2\n$"))
    local help = require("spec.support.command")("luajit lua/flux/cli/launch.lua flux bench --help").out
    for option in refusal:match("usage: ([^;]*)"):gmatch "%-%-[%a-]+" do assert.truthy(help:find("\n  " .. option, 1, true), option) end
    assert.truthy(said("start --results /nowhere"):find("^flux bench: %-%-results needs a directory, relative to .*\nstatus=2\n$"))
    os.execute("mkdir -p build/bench/spec_results/start.json")
    assert.truthy(said("start --results build/bench/spec_results"):find("^flux bench: results cannot be written: .*\nstatus=1\n$"))
  end)

  it("keeps results where nothing was measured, and writes the new ones whole", function()
    local write = require("bench.run").write
    local directory = os.tmpname()
    os.remove(directory)
    os.execute("mkdir " .. directory)
    local function stored()
      local file = assert(io.open(directory .. "/start.json"))
      local text = file:read("*a")
      file:close()
      return text
    end
    assert.is_true(write(directory, { workload = "start", rows = { { arm = "one" } } }))
    local first = stored()
    assert.truthy(first:find('"arm":"one"', 1, true) or first:find('"arm": "one"', 1, true), first)
    assert.is_false(write(directory, { workload = "start", rows = {} }))
    assert.equal(first, stored())
    os.remove(directory .. "/start.json")
    assert.truthy(os.remove(directory)) -- nothing else was left there
  end)

  it("refuses an unknown workload with status 2", function()
    local output = said("nothing")
    assert.truthy(output:find("^flux bench: no workload 'nothing'\n.*; names: ladder, .*\nstatus=2\n$"), output)
  end)
end)
