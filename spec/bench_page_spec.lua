-- SPDX-License-Identifier: MIT
-- The page of figures: what it says, in which order, and that it leaves nothing out. The results are made here, so every figure that is
-- expected was worked by hand.

local host = require "bench.host"
local made = require "spec.support.bench_results"
local method = require "bench.report.method"

local row, with, store, render = made.row, made.with, made.store, made.render

local function has(page, text) assert.truthy(page:find(text, 1, true), ("no %q in\n%s"):format(text, page)) end
local function has_not(page, text) assert.is_nil(page:find(text, 1, true)) end

describe("the page of figures", function()
  before_each(function()
    made.clear()
    store("ladder", {
      row("random", "hand-guarded", "gcc", 20), row("periodic", "hand-guarded", "gcc", { 8, 8, 8 }),
      row("random", "exported, typed entry", "gcc", 18, { ["hand-guarded"] = 0.9 }),
      row("periodic", "exported, typed entry", "gcc", { 9, 10, 12 }, { ["hand-guarded"] = { 1.15, 1.25, 1.5 } }),
    })
    store("debs", {
      row("deep 10", "exported, typed entry", "gcc", { 3, 3, 3 }, { ["fluxtion, stream clock"] = { 0.25, 0.25, 0.25 } }),
      row("deep 10", "fluxtion stream", "own", { 12, 12, 12 }),
      row("deep 20", "exported, typed entry", "gcc", { 6, 8, 9 }, { ["fluxtion, stream clock"] = { 0.8, 1, 1.2 } }),
      row("deep 20", "fluxtion stream", "own", { 7.5, 7.5, 7.5 }),
    })
  end)

  it("says first what is worse than a peer, then what misses a goal and by how much, before all else", function()
    local page = render()
    local places = {}
    for i, text in ipairs {
      "The worst first", "## What it costs, and against what\n", "### What is worse\n", "Slower than a peer",
      "Goals that are missed", "### Beside other engines", "### The ladder", "## Where the time goes\n", "## Method and limits\n",
    } do
      places[i] = assert(page:find((i > 1 and i < 10 and "\n" or "") .. text, 1, true), text)
      assert.is_true(i == 1 or places[i] > places[i - 1], text)
    end
    -- 8 against 7.5 in the median round; 1.25 is 0.23 over 1.02, and 0.9 is not over.
    has(page, "| debs, deep 20 | gcc | 8.00 (6.00–9.00) | fluxtion, stream clock | 7.50 | 1.07 (0.80–1.20) |")
    has_not(page, "| debs, deep 10 | gcc | 3.00 | fluxtion")
    has(page, "random, gcc: 0.90, once<br>periodic, gcc: 1.25 (1.15–1.50) | periodic, gcc: 0.23 |")
    has(page:gsub("\n", " "), "slower than another engine in 1 of 2 comparisons")
  end)

  it("calls a peer faster by the ratio within the rounds or by the medians", function()
    -- Within the rounds 0.5, 0.9, 2: the median is below 1, but 4 against 3 are the medians.
    store("debs", {
      row("deep 5", "exported, typed entry", "gcc", { 4, 9, 2 }), row("deep 5", "fluxtion stream", "own", { 2, 10, 3 }),
      -- And here 4 against 5 are the medians, but 1.5, 0.8 and 1.5 the ratios.
      row("short 5", "exported, typed entry", "gcc", { 3, 4, 9 }), row("short 5", "fluxtion stream", "own", { 2, 5, 6 }),
    })
    local page = render()
    has(page, "| debs, short 5 | gcc | 4.00 (3.00–9.00) | fluxtion, stream clock | 5.00 (2.00–6.00) | 1.50 (0.80–1.50) |")
    has(page, "| debs, deep 5 | gcc | 4.00 (2.00–9.00) | fluxtion, stream clock | 3.00 (2.00–10.0) | 0.90 (0.67–2.00) |")
  end)

  it("takes the faster entry of a peer in each round for the peer", function()
    store("debs", {
      row("deep 10", "exported, typed entry", "gcc", { 3, 3, 3 }), row("deep 10", "fluxtion stream", "own", { 2, 6, 12 }),
      row("deep 10", "fluxtion typed-stream", "own", { 4, 5, 30 }),
    })
    local page = render()
    -- 2, 5 and 12: 1.5, 0.6 and 0.25; the entries by themselves are still there.
    has(page, "| deep 10 | 3.00 | – | 5.00 (2.00–12.0) | 0.60 (0.25–1.50) | – |")
    has(page, "| fluxtion, stream clock | 0.60 (0.25–1.50) |")
    has(page, "| deep 10 | 6.00 (2.00–12.0) | 5.00 (4.00–30.0) |")
  end)

  it("takes the worst and the geometric means of medians, leasts and mosts over a workload", function()
    local page = render()
    has(page, "gcc, deep 20: 1.00 (0.80–1.20)")
    -- sqrt(0.25 * 1), sqrt(0.25 * 0.8), sqrt(0.25 * 1.2)
    has(page, "| Fluxtion, stream clock | ≤ 0.25 | gcc, 2 graphs: 0.50 (0.45–0.55) | 0.25 |")
    -- Beside the engine: sqrt(0.25 * 8 / 7.5), of the rounds that are best and worst sqrt(0.25 * 0.8) and sqrt(0.25 * 1.2).
    has(page, "| fluxtion, stream clock | 0.52 (0.45–0.55)<br>slower on 1 of 2<br>worst: 1.07 (0.80–1.20) |")
  end)

  it("says of a figure without a spread whether it was counted or measured once", function()
    local counts = { with({ unit = "instructions/event", counts = { per_step_beyond_own = 12.5 } },
      row("table, C nodes", "table chain 37", "gcc", 700)) }
    store("counts", counts)
    store("scale", { with({ unit = "s", facts = { nodes = 10000 } }, row("stages, width 10000", "resolve", "lua", 0.15)) })
    local page = render()
    has(page, "| gcc: 12.5, counted |")
    has(page, "| width: 0.15, once |")
    has(page, "| stages, width 10000 | 0.15, once |")
  end)

  it("gives the percentiles of latency over the rounds where they differ", function()
    local function latency(arm, counts, spread)
      return with({ unit = "ns at p50", counts = counts, spread = spread }, row("1000000 events a second", arm, "gcc", { 150, 160, 180 }))
    end
    local last = { p50 = 150, p90 = 200, p99 = 300, ["p99.9"] = 400, ["p99.99"] = 500, max = 600, clock = 30 }
    store("latency", {
      latency("nothing", last), latency("exported, typed entry", last, { p99 = { median = 1500, min = 290, max = 2000000 } }),
    })
    local page = render()
    has(page, "| 1 M events a second | nothing | gcc | 160 ns (150–180) | – | 200 ns | 300 ns | 400 ns | 500 ns | 600 ns |")
    has(page, "| exported, typed entry | gcc | 160 ns (150–180) | – | 200 ns | 1.50 µs (0.29–2000) | 400 ns | 500 ns | 600 ns |")
    has(page, "Percentiles are exact in each round.")
  end)

  it("takes what a size costs more round by round", function()
    local function sized(n, rounds)
      return with({ facts = { nodes = n, kind = "depth" } }, row(("depth %d"):format(n), "exported, typed entry", "gcc", rounds))
    end
    store("scale", { sized(100, { 100, 200, 400 }), sized(1000, { 2000, 2200, 6000 }) })
    has(render(), "gcc, 1000 nodes: 1.50 (1.10–2.00)") -- per node 20/10, 11/10, 15/10; the medians would say 1.10
  end)

  it("leaves out sections of which nothing is stored, and names goals that nothing speaks of, once", function()
    local page = render()
    has_not(page, "### Latency")
    has_not(page, "### Size")
    local unmeasured = page:find("Goals that no stored result speaks of", 1, true)
    local first = page:find("CSV end to end, exported `--main`: MB/s", 1, true)
    assert.truthy(unmeasured and first and unmeasured < first)
    assert.is_nil(page:find("CSV end to end, exported `--main`: MB/s", first + 1, true))
  end)

  it("shows every arm that is stored, known to it or not", function()
    local marks, mark = {}, 100
    local function next_mark()
      mark = mark + 1
      marks[#marks + 1] = tostring(mark)
      return { mark, mark, mark }
    end
    local function rows(cases, facts)
      local list = {}
      for _, case in ipairs(cases) do
        for _, arm in ipairs {
          { "exported, typed entry", "gcc" }, { "exported, SLP, batch entry", "clang" }, { "luajit backend", "lua" }, { "an arm", "gcc" },
          { "an engine", "own" }, { "fluxtion stream", "own" }, { "exported without merged tests, typed entry", "gcc" },
        } do
          list[#list + 1] = with({ facts = facts }, row(case, arm[1], arm[2], next_mark()))
        end
      end
      return list
    end
    store("ladder", rows { "random", "periodic" })
    store("debs", rows { "deep 10", "a graph" })
    store("wingfoil", rows { "fanout 103" })
    store("scale", rows({ "depth 100", "a size" }, { nodes = 100, kind = "depth" }))
    store("article", rows { "capabilities, periodic", "capabilities, random", "entries, periodic", "entries, random", "filtering, periodic",
      "filtering, random", "heap", "something new" })
    store("csv", rows { "75 MB" })
    store("start", rows { "start" })
    local page = render()
    for _, text in ipairs(marks) do assert.truthy(page:find("%f[%d]" .. text .. "%f[%D]"), text) end
  end)

  it("says what a choice buys where all rounds agree, and that one buys nothing", function()
    local function pair(case, with_it, name, without)
      local other = row(case, ("exported without %s, typed entry"):format(name), "gcc", without)
      return row(case, "exported, typed entry", "gcc", with_it), other
    end
    local one, without_one = pair("random", { 10, 10, 10 }, "locals", { 15, 20, 40 })
    local two, without_two = pair("periodic", { 10, 10, 10 }, "locals", { 5, 30, 40 }) -- more in the median, but the rounds disagree
    local _, without_merge = pair("random", { 10, 10, 10 }, "merged tests", { 10, 10.1, 11 })
    store("ladder", { one, without_one, two, without_two, without_merge })
    local page = render()
    -- sqrt(2 * 3), sqrt(1.5 * 0.5), sqrt(4 * 4)
    has(page, "| locals | 2.00 (1.50–4.00) (ladder, random, typed entry, gcc) | nothing | 2.45 (0.87–4.00) | 2 |")
    has(page, "| merged tests | nothing on any graph measured | nothing | 1.01 (1.00–1.10) | 1 |")
  end)

  it("marks the rates at which the predicate is faster than the branch", function()
    local function way(rate, arm, rounds, ratios)
      local case = ("arrest %g %%, cost 4"):format(rate * 100)
      return with({ facts = { arrest = rate, cost = 4 } }, row(case, arm, "gcc", rounds, ratios and { branch = ratios }))
    end
    store("sweep", {
      way(0.5, "branch", { 10, 10, 10 }), way(0.5, "predicate", { 4, 5, 6 }, { 0.4, 0.5, 0.6 }),
      way(0.1, "branch", { 2, 2, 2 }), way(0.1, "predicate", { 3, 3, 3 }, { 1.5, 1.5, 1.5 }),
    })
    local page = render()
    has(page, "| cost | by | 10 % | 50 % |")
    has(page, "| 4 | gcc | 1.50 | **0.50 (0.40–0.60)** |")
  end)

  it("keeps prose within a width, and tables and headings whole", function()
    for line in render():gmatch("[^\n]+") do
      local characters = #line:gsub("[\128-\191]", "")
      assert.is_true(characters <= 120 or line:find("^[|#!<]") ~= nil, line)
    end
  end)

  it("says in one line what was left out for one reason", function()
    local notes = { "deep 10: the machine was shared, the wall clock says 1.30 times as much" }
    for i = 1, 60 do
      for _, by in ipairs { "gcc", "clang" } do notes[#notes + 1] = ("arm %d by %s left out: valgrind is not here"):format(i, by) end
    end
    notes[#notes + 1] = "exported without order left out: it is the same text"
    notes[#notes + 1] = "exported without order left out: it is the same text"
    notes[#notes + 1] = "deep 20: the machine was shared, the wall clock says 1.10 times as much"
    assert.same({
      "* counts: deep 10, deep 20: the machine was shared",
      "* counts: arm 1 and 59 more left out: valgrind is not here",
      "* counts: exported without order left out: it is the same text",
    }, method.notes("counts", notes))
  end)
end)

describe("docs/performance.md", function()
  it("shows the charts that are there, and all of them", function()
    local page, shown = host.read(host.path("docs/performance.md")), {}
    for name in page:gmatch("%]%(performance/([%w_]+%.svg)%)") do shown[#shown + 1] = name end
    local pipe = io.popen(("ls '%s'"):format(host.path("docs/performance")))
    local there = {}
    for name in pipe:lines() do there[#there + 1] = name end
    pipe:close()
    table.sort(shown)
    assert.same(there, shown)
  end)

  it("links to headings that it has, and to all down to the third level", function()
    local page, headings, links = host.read(host.path("docs/performance.md")), {}, {}
    for heading in page:gmatch("\n##+ ([^\n]+)") do headings[heading:lower():gsub("[^%w%s-]", ""):gsub("%s", "-")] = true end
    for link in page:gmatch("%]%(#([^)]+)%)") do
      links[link] = true
      assert.is_true(headings[link], link)
    end
    for heading in page:gmatch("\n###? ([^\n]+)") do
      assert.is_true(links[heading:lower():gsub("[^%w%s-]", ""):gsub("%s", "-")], heading)
    end
  end)
end)
