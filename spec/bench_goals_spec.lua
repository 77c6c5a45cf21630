-- SPDX-License-Identifier: MIT
-- The goals on the page of figures: each is met, missed with its reason, or not measured; and a reason has no figure that is not stored.

local goals = require "bench.report.goals"
local made = require "spec.support.bench_results"
local results = require "bench.report.results"

local row, with, store, render = made.row, made.with, made.store, made.render

local function has(page, text) assert.truthy(page:find(text, 1, true), ("no %q in\n%s"):format(text, page)) end
local function has_not(page, text) assert.is_nil(page:find(text, 1, true), text) end

-- The page without its line breaks, and of it the part from one text to another.
local function part(page, from, to)
  local flat = page:gsub("\n%s*", " ")
  local first = assert(flat:find(from, 1, true), from)
  return flat:sub(first, (flat:find(to, first, true) or #flat + 1) - 1)
end

local function reasons(page) return part(page, "#### Why not more", "Goals that no stored result") end

-- A ladder whose typed entry is at a ratio to hand-guarded code.
local function ladder(ratio)
  return {
    row("periodic", "hand-guarded", "gcc", 10), row("periodic", "exported, typed entry", "gcc", 10 * ratio, { ["hand-guarded"] = ratio }),
  }
end

local function counts(arm, instructions, stores)
  return with({ unit = "instructions/event", counts = { stores = stores } }, row("ladder periodic", arm, "gcc", instructions))
end

local ENTRY = "* **exported C, one typed call per event, ladder**, against hand-guarded C: "

describe("a goal", function()
  before_each(made.clear)

  it("that is missed has its reason, with the figures that are stored", function()
    store("ladder", ladder(1.5))
    local page = reasons(render())
    has(page, ENTRY .. "Both store the state of every node.")
    has_not(page, "Instructions an event by gcc")
    store("counts", { counts("exported, typed entry", 60), counts("hand-guarded", 40) })
    page = reasons(render())
    has(page, "Instructions an event by gcc, counted: 60.0 against 40.0, a factor of 1.50.")
    has_not(page, "Stores:")
    store("counts", { counts("exported, typed entry", 60, 9), counts("hand-guarded", 40, 6) })
    has(reasons(render()), "Stores: 9.00 against 6.00, a factor of 1.50.")
  end)

  it("blames guesses only while these are counted to be wrong", function()
    local function keyed(n, ns)
      return with({ facts = { nodes = n, kind = "keyed" } }, row("keyed " .. n, "exported, typed entry", "gcc", ns))
    end
    local function guessed(of, wrong)
      return with({ unit = "instructions/event", counts = { guessed_wrong = wrong, code_lines = 0, data_lines = 2.5, far_lines = 1 } },
        row("quiet nodes, exported", "a keyed 8 of " .. of, "gcc", 40))
    end
    store("scale", { keyed(8, { 2, 2, 2 }), keyed(10000, { 8, 8, 8 }) })
    store("counts", { guessed(8, 0), guessed(10000, 0.75) })
    has(reasons(render()), "of a simulated predictor's guesses 0.75 an event are wrong, where all run 0.")
    store("counts", { guessed(8, 0), guessed(10000, 0.001) })
    local page = reasons(render())
    has_not(page, "predictor")
    has(page, "Of 10,000 nodes an event reads 0 lines of code and 2.50 of data from beyond the first caches, 1.00 of them from beyond")
  end)

  it("that is met has no reason, and stands below", function()
    store("ladder", ladder(1.02))
    local page = render()
    has_not(page, ENTRY)
    has_not(page, "Why not more")
    has(part(page, "### Goals that are met", "### The ladder"), "hand-guarded C | ≤ 1.00 (+0.02 noise) | periodic, gcc: 1.02, once |")
  end)

  it("that is missed by most comes first, one that allows nothing last", function()
    local timer = with({ unit = "instructions/event" }, row("capabilities", "a timer every hour", "gcc", 9))
    store("counts", { timer, with({ unit = "instructions/event" }, row("capabilities", "plain", "gcc", 5)) })
    store("ladder", ladder(1.53)) -- 1.5 of the limit
    store("start", { with({ unit = "ms" }, row("start", "flux run graphs/hello.lua", "own", 60)) }) -- twice it
    store("csv", { with({ unit = "MB/s" }, row("75 MB", "exported --main", "gcc", 100)) }) -- a third of it
    local page, last = reasons(render()), 0
    for _, text in ipairs { "**CSV end to end", "**`flux run graphs/hello.lua`", "**exported C, one typed", "**a timer that is not due" } do
      local at = assert(page:find(text, 1, true), text)
      assert.is_true(at > last, text)
      last = at
    end
  end)

  it("that is missed by what no reason is known for says so", function()
    store("start", { with({ unit = "ms" }, row("start", "flux run graphs/hello.lua", "own", { 40, 50, 70 })) })
    local page = render()
    has(page, "| `flux run graphs/hello.lua` to its first event, the least of ten starts: ms | – | ≤ 30 | 50.0 (40.0–70.0) | 20.0 |")
    has(reasons(page), "* **`flux run graphs/hello.lua` to its first event, the least of ten starts: ms**: No reason is known.")
  end)

  it("has no figure in its reason when nothing is stored but what misses it", function()
    for _, goal in ipairs(goals.list) do
      if goal.why then
        local text = goal.why(results.load(made.directory, {})):gsub("100,000 nodes", ""):gsub("aarch64", "")
        assert.is_nil(text:find("%d"), text)
      end
    end
  end)

  it("is judged on the worst graph and on the mean of two workloads together", function()
    store("ladder", { row("random", "luajit backend", "lua", 8, { ["fluxtion wall"] = 0.8 }) })
    store("debs", { row("deep 10", "luajit backend", "lua", 2, { ["fluxtion wall"] = 0.2 }) })
    local met = part(render(), "### Goals that are met", "### The ladder")
    has(met, "| `luajit`, ladder and debs, the worst | Fluxtion, wall clock | ≤ 1.0 | ladder random: 0.80 |")
    has(met, "| `luajit`, ladder and debs, geometric mean | Fluxtion, wall clock | ≤ 0.5 | 2 graphs: 0.40 |") -- sqrt(0.8 * 0.2)
  end)

  it("about two workloads together is not measured while one of them is missing", function()
    store("debs", { row("deep 10", "luajit backend", "lua", 2, { ["fluxtion wall"] = 0.2 }) })
    has(part(render(), "Goals that no stored result speaks of", "### Beside"), "* `luajit`, ladder and debs, geometric mean (against")
  end)

  it("of wingfoil's is said of typed calls as of batches, with all state and with the result only", function()
    local list = {}
    for arm, ratio in pairs {
      ["exported, typed entry"] = 1.5, ["result only, typed entry"] = 0.5, ["result only, batch entry"] = 0.25,
    } do
      list[#list + 1] = row("fanout 103", arm, "gcc", 10 * ratio, { ["wingfoil compiled"] = ratio })
    end
    store("wingfoil", list)
    local page = render()
    has(page, "typed calls, all state stored, wingfoil's graphs, the worst | wingfoil compiled | ≤ 1.0 | gcc, fanout 103: 1.50 | " ..
      "0.50 |")
    has(reasons(page), "With only the result kept, as there, `fanout 103` takes 0.50 of its time (gcc).")
    has(page, "typed calls, result only, wingfoil's graphs, the worst | wingfoil compiled | ≤ 1.0 | gcc, fanout 103: 0.50 |")
    has(page, "batch, result only, wingfoil's graphs, geometric mean | wingfoil compiled | ≤ 0.6 | gcc, 1 graph: 0.25 |")
    -- What is no goal stands apart and is not counted as one: the two of typed calls with the result only are met.
    has(page:gsub("\n", " "), "and 0 of 2 goals are missed")
    has(part(page, "No goals, but above", "#### Why"), "typed calls, all state stored, wingfoil's graphs, the worst")
    has(part(page, "No goals, but within", "### "), "batch, result only, wingfoil's graphs, the worst")
  end)

  it("on the worst graph says how many graphs miss it", function()
    local function debs(case, ratio) return row(case, "exported, typed entry", "gcc", 4, { ["fluxtion, stream clock"] = ratio }) end
    store("debs", { debs("deep 10", 0.6), debs("noop 5", 0.9), debs("noop 10", 0.2) })
    has(render(), "| gcc, 2 of 3 above, the worst, noop 5: 0.90 |")
    has(reasons(render()), "Above the limit by gcc: `deep 10` 0.60, `noop 5` 0.90.")
  end)

  it("about instructions overlooks what is not the loop, and nothing more", function()
    local function counted(arm, each) return with({ unit = "instructions/event" }, row("capabilities", arm, "gcc", each)) end
    local other = "another event with filters"
    store("counts", { counted("plain", 85.5975), counted(other, 85.59825) })
    local filters = "| filters on another event: instructions an event more | without | 0 | "
    has(part(render(), "### Goals that are met", "## Where"), filters .. "gcc: 0, counted |")
    store("counts", { counted("plain", 85.5975), counted(other, 85.6175) })
    has(render(), filters .. "gcc: 0.02, counted | 0.02 |")
  end)

  it("says how resolving grows, a node's time of the same round", function()
    local function stage(n, rounds)
      return with({ unit = "s", facts = { nodes = n, kind = "width" } }, row(("stages, width %d"):format(n), "resolve", "lua", rounds))
    end
    store("scale", { stage(10000, { 1, 2, 4 }), stage(100000, { 20, 30, 100 }) })
    -- 20/10, 30/20 and 100/40
    has(render(), "| linear (≤ 1.3) | 100,000 nodes: 2.00 (1.50–2.50) | 0.70 |")
  end)

  it("about the heap compares the last half of a run with the first", function()
    local function over_time(arm, peaks)
      local peak = {}
      for i = 1, 10 do peak["peak_" .. i] = peaks[i] or peaks[#peaks] end
      return with({ unit = "kB", events = 2000000, counts = peak }, row("heap over time", arm, "lua", 1))
    end
    store("article", { over_time("luajit backend", { 1500 }), over_time("luajit backend, -joff", { 1000, 2000, 900, 800, 700, 2200 }) })
    local page = render()
    has(page, "| in the first half | constant | luajit backend, 2,000,000 events: 1.00, once |")
    has(page, "| in the first half | bounded (≤ 1.01) | luajit backend, -joff, 2,000,000 events: 1.10, once |") -- 2200 / 2000
    has(page, "| luajit backend, -joff | – | 2,000,000 | 700 | 2200 |")
  end)

  it("about CSV says how many values were compared", function()
    store("csv", { with({ unit = "values", counts = { compared = 20000 } }, row("values", "exported --main", "gcc", 3)) })
    local page = render()
    has(page, "| doubles read from CSV that are not `strtod`'s to the last bit | – | 0 | " ..
      "exported --main, gcc, of 20,000 values: 3.00, counted |")
    has(page, "| exported --main | gcc | 20,000 | 3.00, counted |")
  end)

  it("about traces takes the graph that gave up most in any round", function()
    local function luajit(case, median, max)
      return with({ counts = { aborts = 0 }, spread = max and { aborts = { median = median, min = 0, max = max } } or nil },
        row(case, "luajit backend", "lua", 5))
    end
    store("debs", { luajit("deep 10", 0), luajit("noop 5", 0, 2) })
    has(render(), "| `luajit`, traces given up in steady state | – | 0 | of 2 graphs the worst in its worst round, debs, noop 5: 2.00, " ..
      "counted | 2.00 |")
  end)
end)

describe("what is worse than a peer", function()
  before_each(made.clear)

  it("names the worst graph of batches, luajit and table too, the worst first", function()
    store("debs", {
      row("deep 10", "exported, typed entry", "gcc", { 2, 2, 2 }), row("deep 10", "table backend", "lua", { 40, 50, 60 }),
      row("deep 10", "luajit backend", "lua", { 8, 8, 8 }), row("deep 20", "luajit backend", "lua", { 30, 30, 30 }),
      row("deep 10", "exported, batch entry", "gcc", { 1, 1, 1 }),
      row("deep 10", "fluxtion stream", "own", { 5, 5, 5 }), row("deep 20", "fluxtion stream", "own", { 10, 10, 10 }),
    })
    local page = render()
    has(page:gsub("\n", " "), "slower than another engine in 0 of 1 comparisons, of those with the fastest, Fluxtion with the " ..
      "stream clock and wingfoil compiled, in 0 of 1; driven from Lua `luajit` in 2 of 2 and `table` in 1 of 1;")
    has(page, "No peer is faster than exported C, one typed call per event.")
    has(page, "| `table`, Lua nodes | fluxtion, stream clock | 1 of 1 | debs, deep 10 | 50.0 (40.0–60.0) | 5.00 | 10.0 (8.00–12.0) |\n" ..
      "| `luajit` | fluxtion, stream clock | 2 of 2 | debs, deep 20 | 30.0 | 10.0 | 3.00 |\n\n")
    has_not(page, "| batches, gcc | fluxtion, stream clock | 0 of 1")
  end)
end)

describe("what is worse than exported C", function()
  before_each(made.clear)

  it("names the graphs on which luajit falls off", function()
    local list = {}
    for _, graph in ipairs { { "keyed 8", 10 }, { "keyed 80", 50 }, { "keyed 800", 60 } } do
      list[#list + 1] = with({ facts = { nodes = 8, kind = "keyed" } }, row(graph[1], "exported, typed entry", "gcc", 2))
      list[#list + 1] = with({ facts = { nodes = 8, kind = "keyed" } }, row(graph[1], "luajit backend", "lua", graph[2]))
    end
    store("scale", list)
    local page = part(render(), "### What is worse", "Goals that")
    has(page, "| scale, keyed 800 | 60.0, once | 2.00, once | 30.0 | | scale, keyed 80 | 50.0, once | 2.00, once | 25.0 |")
    has_not(page, "scale, keyed 8 |")
  end)
end)

describe("values that flux printed", function()
  it("are compared with strtod's to the last bit, and a row that is missing differs", function()
    local path, printed = made.directory .. "/read.csv", made.directory .. "/printed.csv"
    local function write(at, text)
      local file = assert(io.open(at, "w"))
      file:write(text)
      file:close()
    end
    write(path, "price,size,time\n0.1,1e-310,1\n2.50,-0,2\n1e23,7,3\n")
    write(printed, "row,price,size\nrow,0.1,1e-310\nrow,2.5,0\n")
    local differing, compared = require("bench.csv").differing(path, printed)
    assert.same({ 3, 6 }, { differing, compared }) -- -0 is not 0, and the last row's two
  end)
end)
