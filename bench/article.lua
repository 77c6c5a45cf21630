-- SPDX-License-Identifier: MIT
-- bench.article: what a capability costs, each by itself: clocks, audit, an unused queue, timers and filters, dirty filtering, the kinds
-- of entry, allocation. The ladder without it stands beside it in the same round.

local ffi = require "ffi"
local arms = require "bench.arms"
local article = require "bench.graphs.article"
local host = require "bench.host"
local instructions = require "bench.instructions"
local ladder = require "bench.graphs.ladder"

local M = { name = "article" }

local function file_name(text) return (text:gsub("[^%w]+", "_")) end

local function variant_arms(input, index, note)
  local list = {}
  local function add(name, it, export)
    local spec = { name = name, build = "article_" .. file_name(name), export = export, input = index, batch = false }
    for _, arm in ipairs(arms.exported(it, spec, note)) do
      arm.name = name
      list[#list + 1] = arm
    end
  end
  add("plain", ladder.build(input))
  for _, variant in ipairs(article.variants) do add(variant, article.build(variant, input)) end
  add("no audit compiled in", ladder.build(input), { audit = false })
  return list
end

-- The same export by its other entries.
local function entries(input, index, note)
  return arms.optional(note, "entries", function()
    local list = {}
    local directory = arms.export(ladder.build(input), "article_entries", {})
    local sources = { directory .. "/ladder.c", "bench/drive.c" }
    for _, built in ipairs(host.libraries("article_entries", sources, { includes = { directory, "bench/hand" } })) do
      if not built.library then error(built.problem, 0) end
      for _, entry in ipairs { "typed", "dispatch", "batch" } do
        list[#list + 1] = arms.native(built.library, "drive_" .. entry, entry .. " entry", built.compiler, index)
      end
    end
    return list
  end)
end

ffi.cdef [[ void hand_guarded(int periodic, int64_t events, bench_result *out); ]]

-- By hand; of its two builds the faster counts.
local function by_hand(name, flags, index, note)
  return arms.optional(note, name, function()
    local list, sources = {}, { "bench/hand/ladder_guarded.c", "bench/hand/ladder_guarded_loop.c" }
    for _, slp in ipairs { false, true } do
      local build = ("article_hand%s%s"):format(file_name(flags), slp and "_slp" or "")
      for _, built in ipairs(host.libraries(build, sources, { flags = flags, slp = slp })) do
        if not built.library then error(built.problem, 0) end
        local arm = arms.native(built.library, "hand_guarded", name .. (slp and ", SLP" or ""), built.compiler, index)
        arm.opponent = slp and name or nil
        list[#list + 1] = arm
      end
    end
    return list
  end)
end

local VERIFIED = 1000000

-- Dirty filtering on and off: the detector's verdict is obeyed, or every node runs at every event. What comes out differs, so that each
-- is compared with its own: by hand, the table backend, and Python.
local function filtering(input, index, note)
  local all = {}
  for _, way in ipairs {
    { "on", ladder.build(input), "", { "ladder", input, "-" }, ladder.known[input] },
    { "off", article.build("unfiltered", input), "-DUNFILTERED", { "article", "unfiltered", input }, article.unfiltered[input] },
  } do
    local word, it, flags, lua, known = unpack(way)
    local spec = { build = "article_filtering_" .. word, input = index, batch = false }
    local list = arms.append(by_hand("by hand, filtering " .. word, flags, index, note), arms.exported(it, spec, note))
    list[#list + 1] = arms.backend("table", lua[1], lua[2], lua[3], { share = 0.02 })
    for _, arm in ipairs(list) do
      if arm.name == "exported, typed entry" then
        arm.name, arm.verify = "exported, filtering " .. word, VERIFIED
      elseif arm.name == "table backend" then
        arm.name = "table backend, filtering " .. word
      end
      arm.output, arm.known = word, known
    end
    arms.append(all, list)
  end
  return all
end

local LEVELS = { "cycles", "nodes", "values" }

-- Audit on, at each level, into a ring whose newest records replace the oldest.
local function audited(input, index, note)
  return arms.optional(note, "audit on", function()
    local list = {}
    local directory = arms.export(ladder.build(input), "article_audited", {})
    local sources = { directory .. "/ladder.c", "bench/drive.c" }
    for level, level_name in ipairs(LEVELS) do
      local given = { includes = { directory, "bench/hand" }, flags = "-DAUDIT=" .. level }
      for _, built in ipairs(host.libraries("article_audited_" .. level_name, sources, given)) do
        if not built.library then error(built.problem, 0) end
        local arm = arms.native(built.library, "drive_typed", "audit on, " .. level_name, built.compiler, index)
        arm.count = function(events) return { records = built.library.drive_records() / events } end
        list[#list + 1] = arm
      end
    end
    return list
  end)
end

-- Calls of malloc and readings of the clock, counted over the whole loop. `flags`: of drive.c.
local function calls(name, it, what, note, flags)
  return arms.optional(note, "calls of " .. name, function()
    local directory, prefix = arms.export(it, "article_calls_" .. file_name(name), {})
    local sources = { directory .. "/" .. prefix .. ".c", "bench/drive.c" }
    local program = instructions.program("gcc", "article_calls_" .. file_name(name), sources, "drive_typed",
      { includes = { directory, "bench/hand" }, flags = flags })
    return { {
      name = name, compiler = "gcc", silent = true,
      run = function(events)
        local allocations, readings = instructions.calls(program, 0, events)
        if what == "clock" then return "", readings / events, { allocations = allocations } end
        return "", allocations, { clock_readings = readings }
      end,
    } }
  end)
end

local BACKENDS = { { "luajit" }, { "luajit", false }, { "table" }, { "table", false } } -- backend, jit

-- An arm of each backend, with the JIT and without, on the ladder; value(counts, events) of what an answer counts when asked with `heap`.
local function heap_arms(heap, value)
  local list = {}
  for i, way in ipairs(BACKENDS) do
    local name = ("%s backend%s"):format(way[1], way[2] == false and ", -joff" or "")
    local arm = arms.backend(way[1], "ladder", "random", "-", { jit = way[2], name = name })
    local run = arm.run
    arm.run = function(events)
      local observed, _, counts = run(events, "heap=" .. heap)
      return observed, value(counts, events), counts
    end
    list[i] = arm
  end
  return list
end

-- Bytes of garbage an event, with nothing collected meanwhile.
local function garbage(options)
  return {
    name = "heap", unit = "bytes/event", fixed = true, rounds = options.rounds, warmup = 20000,
    events = options.quick and 50000 or 2000000,
    arms = heap_arms("garbage", function(counts, events) return math.max(0, counts.kilobytes * 1024 / events) end),
  }
end

-- The heap's largest size while the collector does what it does, and in each tenth of the run; without the JIT of fewer events.
local function heap_size(options)
  local all = heap_arms("peaks", function(counts)
    local most = 0
    for part = 1, 10 do most = math.max(most, counts["peak_" .. part]) end
    return most
  end)
  for _, arm in ipairs(all) do
    arm.budget, arm.share = nil, arm.name:find("-joff", 1, true) and (options.quick and 0.1 or 0.01) or nil
  end
  return {
    name = "heap over time", unit = "kB", fixed = true, rounds = 1, warmup = 20000, events = options.quick and 2000000 or 500000000,
    arms = all,
  }
end

function M.cases(options, note)
  local list = {}
  for i, input in ipairs { "random", "periodic" } do
    list[#list + 1] = function()
      local all = variant_arms(input, i - 1, note)
      arms.append(all, audited(input, i - 1, note))
      return {
        name = "capabilities, " .. input, events = 5000000, arms = all, against = { "plain", "a node more", "no audit compiled in" },
      }
    end
    list[#list + 1] = function()
      return { name = "entries, " .. input, events = 5000000, arms = entries(input, i - 1, note), against = { "typed entry" } }
    end
  end
  for i, input in ipairs { "random", "periodic" } do
    list[#list + 1] = function()
      return {
        name = "filtering, " .. input, events = 5000000, arms = filtering(input, i - 1, note),
        against = { "exported, filtering on", "by hand, filtering on", "by hand, filtering off" },
      }
    end
  end
  list[#list + 1] = function()
    local all = calls("exported, typed entry", ladder.build("random"), "malloc", note)
    for _, arm in ipairs(calls("audit on, nodes", ladder.build("random"), "malloc", note, "-DAUDIT=2")) do
      arm.share = 0.1 -- an event takes several times as long
      all[#all + 1] = arm
    end
    return { name = "allocations", unit = "calls", fixed = true, rounds = 1, events = options.quick and 1000000 or 500000000, arms = all }
  end
  list[#list + 1] = function()
    local all = {}
    for _, variant in ipairs { "a node more", "stream clock", "wall clock" } do
      arms.append(all, calls(variant, article.build(variant), "clock", note))
    end
    return { name = "clock readings", unit = "readings/event", fixed = true, rounds = 3, events = 1000000, arms = all }
  end
  list[#list + 1] = function() return garbage(options) end
  list[#list + 1] = function() return heap_size(options) end
  return list
end

return M
