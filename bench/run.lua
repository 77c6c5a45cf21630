-- SPDX-License-Identifier: MIT
-- bench.run: measures workloads and writes their raw results.
--
--   flux bench [NAME…] [--quick] [--events N] [--rounds N]        (or: luajit bench/run.lua …)
--
-- Whole loops are timed, never single events, in processor time of the thread; the wall clock is recorded beside it and on a
-- machine that is doing nothing else it says the same. All arms of a round run one after the other and a ratio is taken within its
-- round, to the hand-guarded arm of the same compiler (arms driven from Lua: of the first compiler). Before anything is
-- timed every arm must give the same observable output. Results: bench/results/NAME.json; --quick: build/bench/NAME.json.

local root = debug.getinfo(1, "S").source:match("^@(.*)bench[/\\][^/\\]*$")
root = root and root ~= "" and root or "./"
package.path = ("%s?.lua;%slua/?.lua;%slua/?/init.lua;"):format(root, root, root) .. package.path

local ffi = require "ffi"
local json = require "dkjson"
local host = require "bench.host"
local stats = require "bench.stats"

local WORKLOADS = { "ladder", "math" }
local FULL = { events = 100000000, rounds = 9, warmup = 5000000 }
local QUICK = { events = 2000000, rounds = 3, warmup = 200000 }

local M = {}

local function bits(x)
  local box = ffi.new("union { double d; uint64_t u; }", { d = x })
  return bit.tohex(box.u)
end

local function say(...) io.stderr:write(string.format(...), "\n") end

local function events_of(arm, options) return math.max(1, math.floor(options.events * (arm.share or 1))) end

---What an arm must give: what the first arm that is not silent gives for as many events; known answers where there are any.
local function expectation(workload, arms, input, events, cache)
  local key = input .. events
  if not cache[key] then
    local reference
    for _, arm in ipairs(arms) do reference = reference or (not arm.silent and arm) end
    local count, published = reference.run(input, events)
    local known = workload.known and workload.known[input][events]
    if known and (known[1] ~= count or known[2] ~= bits(published)) then
      local got = ("count %d, published %s; known: %d, %s"):format(count, bits(published), known[1], known[2])
      error(("bench: %s (%s), %d events: %s"):format(reference.name, input, events, got), 0)
    end
    cache[key] = { count = count, published = bits(published) }
  end
  return cache[key]
end

local function agree(arm, input, events, expected, count, published)
  if arm.silent or (count == expected.count and bits(published) == expected.published) then return end
  local text = "bench: %s (%s, %s) differs after %d events: count %d, published %s; expected %d, %s"
  error(text:format(arm.name, arm.compiler, input, events, count, bits(published), expected.count, expected.published), 0)
end

---One arm, one loop: ns an event of processor time and of the wall clock. The output of every loop is checked, timed or not.
local function timed(arm, input, events, expected)
  collectgarbage()
  local wall, cpu = host.nanoseconds("wall"), host.nanoseconds("cpu")
  local count, published, own_cpu, own_wall = arm.run(input, events)
  cpu, wall = host.nanoseconds("cpu") - cpu, host.nanoseconds("wall") - wall
  agree(arm, input, events, expected, count, published)
  return (own_cpu or cpu) / events, (own_wall or wall) / events
end

local function baseline_of(arm, arms)
  local first
  for _, other in ipairs(arms) do
    if other.baseline then
      if other.compiler == arm.compiler then return other end
      first = first or other
    end
  end
  return first
end

---All rounds of one input; returns a row per arm.
local function measure(workload, arms, input, options)
  local ns, wall, cache = {}, {}, {}
  for _, arm in ipairs(arms) do
    local warmup = math.min(options.warmup, events_of(arm, options))
    timed(arm, input, warmup, expectation(workload, arms, input, warmup, cache))
    ns[arm], wall[arm] = {}, {}
  end
  for round = 1, options.rounds do
    say("  %s, round %d of %d", input, round, options.rounds)
    for _, arm in ipairs(arms) do
      local events = events_of(arm, options)
      ns[arm][round], wall[arm][round] = timed(arm, input, events, expectation(workload, arms, input, events, cache))
    end
  end
  local rows = {}
  for i, arm in ipairs(arms) do
    local events = events_of(arm, options)
    local expected = expectation(workload, arms, input, events, cache)
    local ratios = stats.ratios(ns[arm], ns[baseline_of(arm, arms)])
    rows[i] = {
      arm = arm.name, compiler = arm.compiler, input = input, events = events,
      count = not arm.silent and expected.count or nil, published = not arm.silent and expected.published or nil,
      rounds = ns[arm], wall = stats.summary(wall[arm]), ns = stats.summary(ns[arm]), ratio = stats.summary(ratios),
    }
  end
  return rows
end

local function print_rows(rows)
  local cpu, wall = 0, 0
  for _, r in ipairs(rows) do cpu, wall = cpu + r.ns.median, wall + r.wall.median end
  if wall > 1.05 * cpu then say("  the machine was shared: the wall clock says %.2f times as much", wall / cpu) end
  print(("%-24s %-9s %-6s %9s  %-17s %s"):format("arm", "input", "by", "ns/event", "min–max", "ratio to hand-guarded (min–max)"))
  for _, r in ipairs(rows) do
    local range = ("%.2f–%.2f"):format(r.ns.min, r.ns.max)
    print(("%-24s %-9s %-6s %9.2f  %-15s   %.3f (%.3f–%.3f)"):format(
      r.arm, r.input, r.compiler, r.ns.median, range, r.ratio.median, r.ratio.min, r.ratio.max
    ))
  end
end

---Writes results as JSON with the machine, the compilers and the commit that made them.
---@param name string
---@param options table
---@param rows table[]
---@param notes? string[]
function M.write(name, options, rows, notes)
  local directory = host.directory(options.quick and "build/bench" or "bench/results")
  local path = ("%s/%s.json"):format(directory, name)
  local file = assert(io.open(path, "w"))
  local order = { "workload", "machine", "cpu", "cores", "system", "luajit", "flags", "compilers", "name", "version", "commit",
    "modified", "date", "events", "warmup", "notes", "results", "arm", "compiler", "input", "count", "published", "ns", "wall", "libm",
    "ratio", "median", "min", "max", "rounds" }
  file:write(json.encode({
    workload = name, machine = host.describe(), events = options.events, rounds = options.rounds, warmup = options.warmup,
    notes = notes, results = rows,
  }, { indent = true, keyorder = order }), "\n")
  file:close()
  say("%s", path)
end

local function parse(argv)
  local options, names, i = {}, {}, 1
  while argv[i] do
    local word = argv[i]
    if word == "--quick" then
      options.quick = true
    elseif word == "--events" or word == "--rounds" then
      i = i + 1
      options[word:sub(3)] = tonumber(argv[i])
      if not options[word:sub(3)] then return nil, word .. " needs a number" end
    elseif word:sub(1, 1) == "-" then
      return nil, "unknown option " .. word
    else
      names[#names + 1] = word
    end
    i = i + 1
  end
  for key, value in pairs(options.quick and QUICK or FULL) do options[key] = options[key] or value end
  return options, #names > 0 and names or WORKLOADS
end

---@param argv string[]
---@return integer exit status
function M.main(argv)
  local options, names = parse(argv)
  if not options then
    say("flux bench: %s\nusage: flux bench [NAME…] [--quick] [--events N] [--rounds N]; names: %s", names, table.concat(WORKLOADS, ", "))
    return 2
  end
  for _, name in ipairs(names) do
    local found, workload = pcall(require, "bench." .. name)
    if not found then
      say("flux bench: no workload '%s'; there are: %s", name, table.concat(WORKLOADS, ", "))
      return 2
    end
    say("%s", name)
    local rows, notes = {}, {}
    if workload.measure then
      rows = workload.measure()
      workload.print(rows)
    else
      local arms
      arms, notes = workload.arms(host.compilers())
      for _, note in ipairs(notes) do say("  %s", note) end
      for _, input in ipairs(workload.inputs) do
        for _, row in ipairs(measure(workload, arms, input, options)) do rows[#rows + 1] = row end
      end
      print_rows(rows)
    end
    M.write(name, options, rows, notes)
  end
  return 0
end

if ... == "bench.run" then return M end -- required as a module
if not (arg and arg[0] and arg[0]:match("bench[/\\]run%.lua$")) then return M.main { ... } end -- called by `flux bench`
local ok, result = pcall(M.main, { ... })
if not ok then say("%s", tostring(result)) end
os.exit(ok and result or 1)
