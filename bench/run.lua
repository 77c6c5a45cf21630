-- SPDX-License-Identifier: MIT
-- bench.run: runs workloads, writes their raw results, and renders the pages from all that is stored.
--
--   flux bench [NAME…] [--quick] [--rounds N] [--events FACTOR] [--no-peers] [--render]       (or: luajit bench/run.lua …)
--
-- Results: bench/results/NAME.json, pages: docs/performance.md. A trial (--quick, --rounds, --events, --no-peers) writes both in
-- build/bench/; --results DIRECTORY: results there, and no page in docs/. A failing arm is reported and left out, a failing workload
-- too; the exit status is then 1, and the results that are stored stay as they are. bench.measure says how a case is measured.

local root = debug.getinfo(1, "S").source:match("^@(.*)bench[/\\][^/\\]*$")
root = root and root ~= "" and root or "./"
package.path = ("%s?.lua;%slua/?.lua;%slua/?/init.lua;"):format(root, root, root) .. package.path

local json = require "dkjson"
local arms = require "bench.arms"
local host = require "bench.host"
local measure = require "bench.measure"
local report = require "bench.report"

local FULL = { rounds = 9, warmup = 5000000, factor = 1 }
local QUICK = { rounds = 2, warmup = 20000, factor = 0.02 }

local WORKLOADS = report.WORKLOADS

local M = {}

local function say(...) io.stderr:write(string.format(...), "\n") end

-- Ends the program when an error is an interrupt: it is no failure of what ran.
local function unless_interrupted(problem)
  if tostring(problem):find("interrupted!", 1, true) then
    say("flux bench: interrupted; nothing was written")
    os.exit(130)
  end
  return problem
end

local function row_text(row, case)
  local ratios = {}
  for _, name in ipairs(row.order) do
    local ratio = row.against[name]
    if ratio and name ~= row.arm then ratios[#ratios + 1] = ("%.3f × %s"):format(ratio.median, name) end
  end
  local range = ("%.4g–%.4g"):format(row.value.min, row.value.max)
  local arm = row.case == case.name and row.arm or ("%s, %s"):format(row.case, row.arm)
  local head = ("  %-36s %-6s %10.4g %s (%s)"):format(arm, row.compiler or "", row.value.median, row.unit, range)
  return head .. "  " .. table.concat(ratios, ", ")
end

local function run_case(case, options, rows, note)
  if case.fixed then
    case.warmup, case.rounds = case.warmup or 0, case.rounds or math.min(options.rounds, 5)
  else
    case.events = math.max(100, math.floor(case.events * options.factor))
  end
  local start = host.nanoseconds("wall")
  say(" %s", case.name)
  local found = measure.case(case, options, function(_, arm, problem)
    unless_interrupted(problem)
    options.failures = options.failures + 1
    note(("%s, %s (%s) failed: %s"):format(case.name, arm.name, arm.compiler or "-", problem:match("^[^\n]*")))
  end)
  local cpu, wall = 0, 0
  for _, row in ipairs(found) do
    row.order = case.against or {}
    say("%s", row_text(row, case))
    row.order = nil
    if row.wall then cpu, wall = cpu + row.value.median, wall + row.wall end
    rows[#rows + 1] = row
  end
  if wall > 1.05 * cpu then
    note(("%s: the machine was shared, the wall clock says %.2f times as much"):format(case.name, wall / cpu))
  end
  say("  %.1f s", (host.nanoseconds("wall") - start) / 1e9)
end

local ORDER = {
  "workload", "machine", "peers", "cpu", "cores", "system", "luajit", "flags", "compilers", "name", "version", "commit", "modified",
  "date", "rounds", "warmup", "seconds", "notes", "rows", "case", "facts", "arm", "compiler", "unit", "events", "observed", "value",
  "median", "min", "max",
  "wall", "against", "counts", "spread",
}
for part = 1, 10 do ORDER[#ORDER + 1] = "peak_" .. part end

---Writes results as JSON with the machine, the compilers and the commit that made them. What stands there stays until the new file is
---complete; and when nothing was measured.
---@return boolean written
function M.write(directory, result)
  local path = ("%s/%s.json"):format(directory, result.workload)
  if #result.rows == 0 then
    say("%s stays as it is: nothing was measured", path)
    return false
  end
  local file = assert(io.open(path .. ".new", "w"))
  file:write(json.encode(result, { indent = true, keyorder = ORDER }), "\n")
  file:close()
  assert(os.rename(path .. ".new", path))
  say("%s", path)
  return true
end

-- Nil when results can be written, else why not. Asked before anything is measured.
local function unwritable(directory, names)
  for _, name in ipairs(names) do
    local path = ("%s/%s.json"):format(directory, name)
    local file, problem = io.open(path, "a")
    if not file then return problem end
    local empty = file:seek("end") == 0
    file:close()
    if empty then os.remove(path) end
  end
end

---Runs one workload; what fails is noted.
---@return table result
local function run(name, options)
  say("%s", name)
  local workload = require("bench." .. name)
  local rows, notes, start = {}, {}, host.nanoseconds("wall")
  local function note(text)
    unless_interrupted(text)
    say("  %s", text)
    notes[#notes + 1] = text
  end
  local function failed(what, problem)
    unless_interrupted(problem)
    options.failures = options.failures + 1
    note(("%s failed: %s"):format(what, tostring(problem)))
  end
  local first, second = unpack(host.compilers())
  if not second then note(("of gcc and clang only %s is here"):format(first and first.name or "neither")) end
  local ok, list = pcall(workload.cases, options, note)
  if not ok then failed(name, list) end
  for i, make in ipairs(ok and list or {}) do
    local made, case = pcall(make)
    if not made then
      failed(("%s, case %d"):format(name, i), case)
    elseif case and #case.arms > 0 then
      local done, problem = pcall(run_case, case, options, rows, note)
      if not done then failed(case.name, problem) end
    end
  end
  return {
    workload = name, machine = host.describe(), peers = arms.about_peers(), rounds = options.rounds, warmup = options.warmup,
    notes = notes, rows = rows, seconds = (host.nanoseconds("wall") - start) / 1e9,
  }
end

local USAGE = "usage: flux bench [NAME…] [--quick] [--rounds N] [--events FACTOR] [--no-peers] [--results DIRECTORY] [--render] "
  .. "[--no-render]; names: "
  .. table.concat(WORKLOADS, ", ")

local function parse(argv)
  local options, names, i = { failures = 0, words = {} }, {}, 1
  while argv[i] do
    local word = argv[i]
    if word == "--quick" or word == "--render" then
      options[word:sub(3)] = true
    elseif word == "--no-render" then
      options.no_render = true
    elseif word == "--no-peers" then
      arms.without_peers()
      options.trial = true
    elseif word == "--results" then
      i = i + 1
      options.results = argv[i]
      if not argv[i] or argv[i]:sub(1, 1) == "/" then return nil, "--results needs a directory, relative to this repository" end
    elseif word == "--rounds" or word == "--events" then
      i = i + 1
      local number = tonumber(argv[i])
      local rounds = word == "--rounds"
      if not number or number <= 0 or rounds and number % 1 ~= 0 then
        local expected = rounds and "a whole number, 1 or more" or "a number above 0"
        return nil, ("%s: expected %s, got '%s'"):format(word, expected, tostring(argv[i]))
      end
      options[rounds and "rounds" or "factor"], options.trial = number, true
    elseif word:sub(1, 1) == "-" then
      return nil, "unknown option " .. word
    else
      local known = false
      for _, name in ipairs(WORKLOADS) do known = known or name == word end
      if not known then return nil, ("no workload '%s'"):format(word) end
      names[#names + 1] = word
    end
    if names[#names] ~= word then
      options.words[#options.words + 1] = host.quote(word)
      if word ~= argv[i] then options.words[#options.words + 1] = host.quote(argv[i]) end
    end
    i = i + 1
  end
  for key, value in pairs(options.quick and QUICK or FULL) do options[key] = options[key] or value end
  return options, #names > 0 and names or WORKLOADS
end

-- Each workload in a process of its own: one that crashes takes nothing with it.
local function apart(names, options)
  for _, name in ipairs(names) do
    local command = ("cd '%s' && exec luajit bench/run.lua %s --no-render %s"):format(host.root, name, table.concat(options.words, " "))
    local status = os.execute(command)
    if status ~= 0 then
      if status == 2 or status == 130 * 256 then error("interrupted", 0) end
      say("%s: status %d", name, status > 255 and status / 256 or status)
      options.failures = options.failures + 1
    end
  end
end

---@param argv string[]
---@return integer exit status
function M.main(argv)
  local options, names = parse(argv)
  if not options then
    say("flux bench: %s\n%s", names, USAGE)
    return 2
  end
  local start = host.nanoseconds("wall")
  local trial = options.quick or options.trial
  local directory = host.directory(options.results or trial and "build/bench/results" or "bench/results")
  local problem = not options.render and unwritable(directory, names)
  if problem then
    say("flux bench: results cannot be written: %s", problem)
    return 1
  end
  if #names == 1 and not options.render then
    local result = run(names[1], options)
    local kept = options.failures > 0 and directory == host.path("bench/results")
    if kept then say("%d failed: bench/results stays as it is", options.failures) end
    local written = M.write(kept and host.directory("build/bench/results") or directory, result)
    options.failures = options.failures + (written and 0 or 1)
    arms.close_peers()
  elseif not options.render then
    apart(names, options)
  end
  if options.no_render then return options.failures > 0 and 1 or 0 end
  local docs = (trial or options.results) and host.directory("build/bench/docs") or host.path("docs")
  report.write(directory, docs, say, docs == host.path("docs"))
  say("%.0f s%s", (host.nanoseconds("wall") - start) / 1e9, options.failures > 0 and (", %d failed"):format(options.failures) or "")
  return options.failures > 0 and 1 or 0
end

if ... == "bench.run" then return M end -- required as a module
if not (arg and arg[0] and arg[0]:match("bench[/\\]run%.lua$")) then return M.main { ... } end -- called by `flux bench`
local ok, result = pcall(M.main, { ... })
if not ok then say("%s", tostring(result)) end
os.exit(ok and result or 1)
