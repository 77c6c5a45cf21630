-- SPDX-License-Identifier: MIT
-- bench.counts: instructions and stores per event of what the other workloads time, and where a graph is larger than the first caches the
-- lines that these do not have. They do not depend on the machine, nor on what else it does. x86-64 under cachegrind and callgrind,
-- aarch64 under QEMU, everything built with -O2.

local arms = require "bench.arms"
local article = require "bench.graphs.article"
local debs = require "bench.graphs.debs"
local host = require "bench.host"
local instructions = require "bench.instructions"
local ladder = require "bench.graphs.ladder"
local made = require "bench.graphs.made"
local scale = require "bench.scale"

local M = { name = "counts" }

local UNIT = "instructions/event"

local function compilers(few)
  local list = {}
  if few then return { "gcc" } end
  for _, compiler in ipairs(host.compilers()) do list[#list + 1] = compiler.name end
  list[#list + 1] = instructions.AARCH64
  return list
end

---One arm per compiler; the program is built when it first runs. `lines`: of the caches, too.
local function counted(name, build, input, note, few, lines)
  local list = {}
  for _, compiler in ipairs(compilers(few)) do
    local missing = instructions.missing(compiler)
    if missing then
      note(("%s by %s left out: %s"):format(name, compiler, missing))
    else
      list[#list + 1] = {
        name = name, compiler = compiler == instructions.AARCH64 and "aarch64" or compiler, silent = true,
        run = function() return "", instructions.per_event(build(compiler), input or 0, lines) end,
      }
    end
  end
  return list
end

local function file_name(text) return (text:gsub("[^%w]+", "_")) end

-- An exported graph's arm.
local function exported(name, it, entry, export, input, note, lines)
  local few = #it.graph.nodes > 1000 -- compilers take long
  return arms.optional(note, name, function()
    local build_name = "counts_" .. file_name(name)
    local directory, prefix = arms.export(it, build_name, export)
    local sources = { directory .. "/" .. prefix .. ".c", "bench/drive.c" }
    local given = { includes = { directory, "bench/hand" } }
    return counted(name, function(compiler)
      return instructions.program(compiler, build_name .. "_" .. compiler, sources, "drive_" .. entry, given)
    end, input, note, few, lines)
  end)
end

local GUARDED = { "bench/hand/ladder_guarded.c", "bench/hand/ladder_guarded_loop.c" }

local function hand(name, file, symbol, input, note, flags)
  return counted(name, function(compiler)
    return instructions.program(compiler, "counts_hand_" .. file_name(flags or "") .. compiler, file, symbol, { flags = flags })
  end, input, note)
end

local function case(name, all, against)
  return { name = name, unit = UNIT, fixed = true, rounds = 1, events = 1, arms = all, against = against }
end

local function ladder_case(input, index, note)
  local all = {}
  arms.append(all, hand("inlined-branch", { "bench/hand/ladder_inlined.c" }, "inlined_branch", index, note))
  arms.append(all, hand("inlined-mask", { "bench/hand/ladder_inlined.c" }, "inlined_mask", index, note))
  arms.append(all, hand("hand-guarded", GUARDED, "hand_guarded", index, note))
  arms.append(all, exported("exported, typed entry", ladder.build(input), "typed", {}, index, note))
  arms.append(all, exported("exported, dispatch", ladder.build(input), "dispatch", {}, index, note))
  arms.append(all, exported("exported, batch entry", ladder.build(input), "batch", {}, index, note))
  local profile = { unpredictable = { detector = true } }
  arms.append(all, exported("exported with a profile, batch entry", ladder.build(input), "batch", profile, index, note))
  return case("ladder " .. input, all, { "hand-guarded", "inlined-branch" })
end

local function capability_case(note)
  local all = exported("plain", ladder.build("random"), "typed", {}, 0, note)
  for _, variant in ipairs(article.variants) do arms.append(all, exported(variant, article.build(variant), "typed", {}, 0, note)) end
  arms.append(all, exported("no audit compiled in", ladder.build("random"), "typed", { audit = false }, 0, note))
  return case("capabilities", all, { "plain" })
end

local function filtering_case(note)
  local off = article.build("unfiltered", "random")
  local all = hand("by hand, filtering on", GUARDED, "hand_guarded", 0, note)
  arms.append(all, exported("exported, filtering on", ladder.build("random"), "typed", {}, 0, note))
  arms.append(all, hand("by hand, filtering off", GUARDED, "hand_guarded", 0, note, "-DUNFILTERED"))
  arms.append(all, exported("exported, filtering off", off, "typed", {}, 0, note))
  return case("filtering", all, { "exported, filtering on" })
end

local function quiet_case(options, note)
  local all = {}
  for _, n in ipairs(options.quick and { 0, 80 } or { 0, 10000 }) do
    arms.append(all, exported(("8 active, %d on another event"):format(n), made.build("quiet", n), "typed", { audit = false }, 0, note))
  end
  for _, n in ipairs(options.quick and { 8, 80 } or { 8, 10000 }) do
    arms.append(all, exported(("a keyed 8 of %d"):format(n), made.build("keyed", n), "typed", { audit = false }, 0, note, true))
    if n > 8 then
      local apart = ("a keyed 8 of %d, each key apart"):format(n)
      arms.append(all, exported(apart, made.build("keyed", n), "typed", { audit = false, alike = false }, 0, note))
    end
  end
  for _, n in ipairs(options.quick and { 16, 160 } or { 16, 10000 }) do
    local name, it = ("a scattered 8 of %d"):format(n), made.build("scattered", n)
    arms.append(all, exported(name, it, "typed", { audit = false }, 0, note, true))
    if n > 16 then
      local apart = { audit = false, alike = false }
      arms.append(all, exported(name .. ", a function for each key", it, "typed", apart, 0, note))
      local scanned, tested = { audit = false, values = false }, { audit = false, values = false, scan = false }
      arms.append(all, exported(name .. ", by a bit scan", it, "typed", scanned, 0, note))
      arms.append(all, exported(name .. ", every guard tested", it, "typed", tested, 0, note))
    end
  end
  return case("quiet nodes, exported", all, {})
end

-- The core's dispatch table with C nodes.
local function core_counts(mode, n, note)
  local list = {}
  for _, compiler in ipairs(host.compilers()) do
    if instructions.missing(compiler.name) then return list end
    arms.append(list, arms.optional(note, "the core's table", function()
      local program = scale.core_program(compiler.name)
      return { {
        name = ("table %s %d"):format(mode, n), compiler = compiler.name, silent = true,
        run = function()
          local command, few, many = ("%s %s %d %%d"):format(program, mode, n), 1000, 3000
          local less = instructions.callgrind(command:format(few))
          local total = (instructions.callgrind(command:format(many)) - less) / (many - few)
          local own = instructions.within { "node_add", "node_handle", "node_pair" } / many
          local steps = mode == "chain" and n or mode == "scattered" and 16 or 8
          local counts = instructions.cachegrind(command, 20 * few, 20 * many) -- in the first events every line is new
          counts.instructions, counts.own, counts.steps, counts.per_step_beyond_own = nil, own, steps, (total - own) / steps
          return "", total, counts
        end,
      } }
    end))
  end
  return list
end

local function core_case(options, note)
  local all = core_counts("chain", 37, note)
  for _, n in ipairs(options.quick and { 0, 1000 } or { 0, 10000, 100000 }) do arms.append(all, core_counts("other", n, note)) end
  for _, n in ipairs(options.quick and { 8, 1000 } or { 8, 10000, 100000 }) do arms.append(all, core_counts("keyed", n, note)) end
  for _, n in ipairs(options.quick and { 16, 1600 } or { 16, 10000, 100000 }) do arms.append(all, core_counts("scattered", n, note)) end
  return case("table, C nodes", all, {})
end

function M.cases(options, note)
  local list = {
    function() return ladder_case("random", 0, note) end,
    function() return ladder_case("periodic", 1, note) end,
    function() return capability_case(note) end,
    function() return filtering_case(note) end,
    function() return quiet_case(options, note) end,
    function() return core_case(options, note) end,
  }
  for _, row in ipairs {
    { "short", 3 }, { "deep", 5 }, { "deep", 10 }, { "noop", 50 }, { "deep", 100 }, { "diamond", 101 }, { "hotpath", 32 }, { "dirty", 100 },
  } do
    list[#list + 1] = function()
      local name = ("%s %d"):format(row[1], row[2])
      return case(name, exported("exported " .. name, debs.build(row[1], row[2]), "typed", {}, 0, note), {})
    end
  end
  return list
end

return M
