-- SPDX-License-Identifier: MIT
-- bench.scale: what grows with the graph and what does not: width, depth, nodes that are quiet, the time to resolve, export, compile.

local arms = require "bench.arms"
local host = require "bench.host"
local made = require "bench.graphs.made"

local M = { name = "scale" }

local MOST_LUAJIT = { width = 1000, depth = 1000 } -- nodes; of more it takes minutes to learn the graph

-- Arms of several sizes in one case, round by round one after the other: what a size costs more is a ratio within the round. Rows are
-- called by name and size; make(n) gives the arms of a size, events(n) how many events they run.
local function sizes_case(name, kind, sizes, events, make)
  local case, most = { name = name, arms = {} }, 0
  for _, n in ipairs(sizes) do most = math.max(most, events(n)) end
  for _, n in ipairs(sizes) do
    for _, arm in ipairs(make(n)) do
      arm.case, arm.facts = ("%s %d"):format(name, n), { nodes = n, kind = kind }
      arm.share = (arm.share or 1) * events(n) / most
      case.arms[#case.arms + 1] = arm
    end
  end
  case.events = most
  return case
end

-- What finds the few steps that a key wakes, each left out; without both of the last every guard is tested.
local CHOICES = {
  keyed = { { "one function for keys that are alike", "apart", { alike = false } } },
  scattered = {
    { "one function for keys that are alike", "apart", { alike = false } },
    { "functions by key", "by_bits", { values = false } },
    { "functions by key and bit scans", "tested", { values = false, scan = false } },
  },
}

local function ablations(kind, it, note)
  local all = {}
  for _, choice in ipairs(CHOICES[kind]) do
    local export = { audit = false }
    for option, value in pairs(choice[3]) do export[option] = value end -- a copy: the order does not matter
    local spec = { name = "exported without " .. choice[1], build = it.graph.name .. "_" .. choice[2], export = export, batch = false }
    arms.append(all, arms.exported(it, spec, note))
  end
  for _, arm in ipairs(all) do arm.share = kind == "scattered" and 0.3 or 1 end -- slow ones
  return all
end

local function grown(kind, sizes, options, note)
  local chain = kind == "width" or kind == "depth"
  local function events(n) return math.floor(40000000 / (chain and n + 10 or kind == "scattered" and n / 8 + 30 or 30)) end
  local case = sizes_case(kind, kind, sizes, events, function(n)
    local it = made.build(kind, n)
    local all = arms.exported(it, { batch = false, export = not chain and { audit = false } or nil }, note)
    if n <= (MOST_LUAJIT[kind] or n) then
      local arm = arms.backend("luajit", "made", kind, n, { share = 0.5 })
      arm.warmup = (kind == "keyed" or kind == "scattered") and 50000 or nil -- to learn the keys
      all[#all + 1] = arm
    end
    if CHOICES[kind] and n == sizes[#sizes] then arms.append(all, ablations(kind, it, note)) end
    return all
  end)
  case.warmup = options.quick and 100 or 1000
  return case
end

-- The core's dispatch table with C nodes (bench/core.c).
local function core_arm(program, compiler, mode, n)
  return {
    name = "table, C nodes", compiler = compiler,
    run = function(events)
      local output, ok = host.run(("%s %s %d %d count"):format(program, mode, n, events))
      local ns, steps, tested, value = output:match("^(%S+) (%S+) (%S+) (%S+)\n$")
      if not (ok and ns) then error(output, 0) end
      return value, tonumber(ns), { steps = tonumber(steps), flags_tested = tonumber(tested) }
    end,
  }
end

local programs
local function core_programs(note)
  programs = programs or arms.optional(note, "the core's table", function()
    local list = {}
    for _, compiler in ipairs(host.compilers()) do list[compiler.name] = M.core_program(compiler.name) end
    return list
  end)
  return programs
end

---bench/core.c with the whole core, built by one compiler.
function M.core_program(compiler)
  local sources = { "bench/core.c", "core/*.c", "core/math/*.c" }
  return host.program(compiler, "core", sources, { includes = { "core", "core/math" }, slp = true }) -- as libflux is built
end

local function core_case(mode, sizes, note)
  local case = sizes_case("table " .. mode, mode, sizes, function() return 1000000 end, function(n)
    local all = {}
    for _, compiler in ipairs(host.compilers()) do
      local program = core_programs(note)[compiler.name]
      if program then all[#all + 1] = core_arm(program, compiler.name, mode, n) end
    end
    return all
  end)
  case.warmup = 0
  return case
end

-- The dispatch table with portable Lua nodes: a chain of 37.
local function lua_table(options)
  return {
    name = "table, Lua nodes, chain 37", facts = { nodes = 37 }, events = 100000, warmup = options.quick and 1000 or 20000,
    arms = {
      arms.backend("table", "made", "depth", 35, { name = "with the JIT" }),
      arms.backend("table", "made", "depth", 35, { name = "-joff", jit = false }),
    },
  }
end

local function seconds(fn)
  collectgarbage()
  local start = host.nanoseconds("cpu")
  fn()
  return (host.nanoseconds("cpu") - start) / 1e9
end

local MOST_EXPORTED = 10000 -- nodes; a compiler takes minutes for more

-- Declaring, resolving, exporting, compiling graphs of several sizes. Each round does one after the other, so that what a node costs more
-- in a larger graph is a ratio within the round.
local function stages(kind, sizes)
  local it, resolved, directory
  local case = { name = "stages, " .. kind, unit = "s", fixed = true, events = 1, rounds = 3, arms = {} }
  for _, n in ipairs(sizes) do
    local function stage(name, compiler, run)
      table.insert(case.arms, {
        name = name, compiler = compiler, silent = true, run = run, case = ("stages, %s %d"):format(kind, n),
        facts = { nodes = n, kind = kind },
      })
    end
    stage("declare", "lua", function()
      it, resolved = nil, nil -- the graph before this one is garbage
      return "", seconds(function() it = made.build(kind, n) end)
    end)
    stage("resolve", "lua", function()
      return "", seconds(function() resolved = require("flux.resolve").resolve(it.graph) end)
    end)
    if n <= MOST_EXPORTED then
      stage("export", "lua", function()
        directory = host.directory(("build/bench/stages_%s_%d"):format(kind, n))
        return "", seconds(function() require("flux.export").write(resolved, { dir = directory }) end)
      end)
      for _, compiler in ipairs(host.compilers()) do
        stage("compile", compiler.name, function()
          local command = "TIMEFORMAT=%%U; time %s %s -c '%s/%s.c' -o /dev/null"
          command = command:format(compiler.name, host.FLAGS, directory, it.graph.name)
          local output, ok = host.run("bash -c " .. host.quote(command))
          if not ok then error(output, 0) end
          return "", tonumber(output:match("(%S+)%s*$"))
        end)
      end
    end
  end
  return case
end

-- Only the core: nodes added through flux.h and resolved.
local function core_resolve(n, note)
  local all = {}
  for _, compiler in ipairs(host.compilers()) do
    local program = core_programs(note)[compiler.name]
    if program then
      all[#all + 1] = { name = "resolve in C", compiler = compiler.name, silent = true, run = function()
        local built, resolved = host.run(("%s resolve %d 0"):format(program, n)):match("^(%S+) (%S+)")
        return "", tonumber(resolved), { build = tonumber(built) }
      end }
    end
  end
  return { name = ("core, %d"):format(n), unit = "s", fixed = true, events = 1, arms = all, facts = { nodes = n } }
end

function M.cases(options, note)
  local list = {}
  local function add(make) list[#list + 1] = make end
  local function each(kind, quick, full)
    add(function() return grown(kind, options.quick and quick or full, options, note) end)
  end
  local function core_each(mode, quick, full)
    add(function() return core_case(mode, options.quick and quick or full, note) end)
  end
  for _, kind in ipairs { "width", "depth" } do each(kind, { 10, 100 }, { 10, 100, 1000, 10000 }) end
  each("quiet", { 0, 80 }, { 0, 10000 })
  each("keyed", { 8, 80 }, { 8, 80, 800, 10000 })
  each("scattered", { 16, 160 }, { 16, 160, 1600, 10000 })
  core_each("other", { 0, 1000 }, { 0, 10000, 100000 })
  core_each("keyed", { 8, 1000 }, { 8, 10000, 100000 })
  core_each("scattered", { 16, 1600 }, { 16, 10000, 100000 })
  add(function() return lua_table(options) end)
  core_each("chain", { 10, 37, 100, 1000 }, { 10, 37, 100, 1000 })
  add(function() return stages("width", options.quick and { 100, 1000 } or { 1000, 10000, 100000 }) end)
  add(function() return stages("depth", options.quick and { 100, 1000 } or { 1000, 10000 }) end)
  for _, n in ipairs(options.quick and { 1000 } or { 10000, 100000 }) do add(function() return core_resolve(n, note) end) end
  return list
end

return M
