-- SPDX-License-Identifier: MIT
-- flux fuzz: random graphs with random entries, on every backend, compared with the oracle; random bodies, on every compiler.
--
--   flux fuzz graphs --seconds 600 --seed 1 --backends table,luajit
--   flux fuzz bodies --count 100000 --seed 1          flux fuzz bodies --count 1000 --aarch64
--
--   flux fuzz readers --seconds 600 --only csv,journal      whatever reads bytes from outside, with libFuzzer
--
-- In Lua: fuzz.graphs { seconds = 60, seed = 1, backends = { "table" }, log = print }   → { cases, failures, seed }
--         fuzz.bodies { count = 1000, seed = 1 }                                        → the same
--
-- Cases run in child processes, a batch each, so that a crash is a finding like any other and LuaJIT's type table stays small.
-- A failing graph is shrunk and written as a script that runs alone: luajit build/fuzz/SEED.lua

local M = {}

local function root() return require("flux.core").root end

-- The interpreter that runs this.
local function interpreter()
  local first = -1
  while arg and arg[first - 1] do first = first - 1 end
  return arg and arg[first] or "luajit"
end

local function quote(text) return "'" .. tostring(text):gsub("'", "'\\''") .. "'" end

local function read(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("*a")
  file:close()
  return text
end

local function write(path, text)
  local file, err = io.open(path, "wb")
  if not file then error("flux fuzz: cannot write " .. path .. " (" .. err .. ")", 0) end
  file:write(text)
  file:close()
end

-- Runs Lua in a child from the root of the project; returns what it printed, diagnostics included. What native compiles for it goes
-- with it.
local function child(self, words)
  local quoted = {}
  for i, word in ipairs(words) do quoted[i] = quote(word) end
  local command = ("ulimit -t 900; cd %s && XDG_CACHE_HOME=%s %s %s >%s 2>&1; echo \"status $?\" >>%s; rm -rf %s"):format(
    quote(root()), quote(self.cache), quote(interpreter()), table.concat(quoted, " "), quote(self.out), quote(self.out), quote(self.cache))
  require("flux.interrupt").execute(command)
  return read(self.out)
end

local PATHS = 'package.path = "lua/?.lua;lua/?/init.lua;?.lua;" .. package.path '

local function batch(self, first, count)
  local code = PATHS .. ('require("spec.support.random_batch").run(%d, %d, %q, %q, { nodes = %s, size = %s })'):format(first, count,
    self.directory, table.concat(self.backends, " "), self.nodes or "nil", self.size or "nil")
  return child(self, { "-e", code })
end

-- In what a case differs, as its script says; a crash counts as a difference.
local function verdict(text)
  local backend, aspect = text:match("(%w+) differs from the oracle at entry %d+, (%w+)")
  if backend then return backend .. " " .. aspect end
  local snapshot = text:match("(%a+ snapshot on %w+)") or text:match("(snapshot on %w+)") or text:match("(restored and uninterrupted)")
  if snapshot then return snapshot end
  local status = tonumber(text:match("status (%d+)"))
  return status and status >= 128 and "crash" or nil
end

local function script_of(self, case, name)
  local path = ("%s/%s.lua"):format(self.directory, name)
  write(path, require("spec.support.random_text").text(case))
  return path
end

local function run_script(self, path)
  local words = { path }
  for _, backend in ipairs(self.backends) do words[#words + 1] = backend end
  return child(self, words)
end

---Shrinks the case of a seed and writes it.
---@param self table
---@param seed integer
---@return { seed: integer, path: string, text: string }
local function report(self, seed)
  local case = require("spec.support.random_graph").make(seed, { nodes = self.nodes, size = self.size })
  local path = script_of(self, case, seed)
  local text = run_script(self, path)
  local expected = verdict(text)
  if expected then
    local small = require("spec.support.shrink").run(case, function(candidate)
      return verdict(run_script(self, script_of(self, candidate, seed .. "-candidate"))) == expected
    end, { seconds = self.shrink_seconds })
    os.remove(("%s/%s-candidate.lua"):format(self.directory, seed))
    path = script_of(self, small, seed)
    text = run_script(self, path)
  end
  return { seed = seed, path = path, text = text }
end

-- Seeds that failed, and the seed at which a child ended early (a crash).
local function failed_seeds(text, first, count)
  local seeds, last = {}, first - 1
  for word, seed in text:gmatch("(%w+) seed (%d+)") do
    if word == "fails" then seeds[#seeds + 1] = tonumber(seed) end
    if word == "begin" then last = tonumber(seed) end
  end
  if not text:find("batch done", 1, true) then
    seeds[#seeds + 1] = math.max(last, first)
    return seeds, math.max(last, first) - first + 1
  end
  return seeds, count
end

-- What a run needs of its options.
local function settings(options)
  local self = {
    directory = options.directory or root() .. "/build/fuzz", backends = options.backends or { "table", "luajit", "native" },
    nodes = options.nodes, size = options.size, shrink_seconds = options.shrink_seconds or 60, batch = options.batch or 20,
  }
  self.out = os.tmpname()
  self.cache = self.out .. "-cache"
  os.execute("mkdir -p " .. quote(self.directory))
  return self
end

---Shrinks the case of one seed; the result's text says what its script prints.
---@param seed integer
---@param options table as M.graphs
---@return { seed: integer, path: string, text: string }
function M.shrink(seed, options) return report(settings(options), seed) end

---Runs random graphs, for a time or so many.
---@param options { seconds?: integer, count?: integer, seed: integer, backends?: string[], nodes?: integer, size?: integer,
---  directory?: string, log?: fun(text: string), shrink_seconds?: integer, most?: integer, batch?: integer } nodes: at most, size: exactly
---  so many a graph; most: failures; batch: cases of a child
---@return { cases: integer, failures: table[], seed: integer }
function M.graphs(options)
  local self = settings(options)
  local log = options.log or function() end
  local result = { cases = 0, failures = {}, seed = options.seed }
  local deadline, seed, count = os.time() + (options.seconds or math.huge), options.seed, options.count or math.huge
  while os.time() < deadline and result.cases < count and #result.failures < (options.most or 5) do
    local size = math.min(self.batch, count - result.cases)
    local text = batch(self, seed, size)
    local seeds, ran = failed_seeds(text, seed, size)
    for _, failed in ipairs(seeds) do
      log(("seed %d fails; shrinking"):format(failed))
      result.failures[#result.failures + 1] = report(self, failed)
      log(result.failures[#result.failures].text)
    end
    result.cases, seed = result.cases + ran, seed + ran
    log(("%d cases, %d failures (seeds %d to %d)"):format(result.cases, #result.failures, options.seed, seed - 1))
  end
  os.remove(self.out)
  return result
end

-- The failures of a batch of bodies, as texts, and how many ran. A batch that crashes is halved until its body is found.
local function body_failures(self, first, count)
  local text = child(self, { "-e", PATHS .. ('require("spec.support.body_fuzz").report(%d, %d, %s)'):format(first, count,
    self.aarch64 and '{ aarch64 = true }' or "nil") })
  local failures, ran = {}, tonumber(text:match "batch done: (%d+) bodies")
  local crashed = not ran and tonumber(text:match "status (%d+)\n$" or 0) >= 128
  if not ran and (count == 1 or not crashed) then return { ("fails seed %d and after\n%s"):format(first, text) }, 1 end
  if not ran then
    local half = math.floor(count / 2)
    local left, ran_left = body_failures(self, first, half)
    local right, ran_right = body_failures(self, first + half, count - half)
    for _, failure in ipairs(right) do left[#left + 1] = failure end
    return left, ran_left + ran_right
  end
  for line in text:gmatch "[^\n]+" do
    if line:find "^fails seed" then failures[#failures + 1] = line
    elseif #failures > 0 and line:find "^%s" then failures[#failures] = failures[#failures] .. "\n" .. line end
  end
  return failures, ran
end

---Runs random bodies: emitted Lua with the JIT on and off against emitted C of several compilers, or of a cross compiler under qemu.
---@param options { count?: integer, seconds?: integer, seed: integer, aarch64?: boolean, directory?: string, log?: fun(text: string),
---  most?: integer, batch?: integer } most: failures, batch: bodies of a child
---@return { cases: integer, failures: string[], seed: integer, refused: integer } refused: bodies with a constant index out of range
function M.bodies(options)
  local self = settings(options)
  self.aarch64 = options.aarch64
  local log, size = options.log or function() end, options.batch or 250
  local result = { cases = 0, failures = {}, seed = options.seed }
  local seed, last = options.seed, options.seed + (options.count or math.huge) - 1
  local deadline = os.time() + (options.seconds or math.huge)
  while seed <= last and os.time() < deadline and #result.failures < (options.most or 20) do
    local failures, ran = body_failures(self, seed, math.min(size, last - seed + 1))
    for _, failure in ipairs(failures) do
      result.failures[#result.failures + 1] = failure
      log(failure)
    end
    result.cases, seed = result.cases + ran, math.min(seed + size, last + 1)
    result.refused = seed - options.seed - result.cases
    log(("%d bodies, %d failures (seeds %d to %d)"):format(result.cases, #result.failures, options.seed, seed - 1))
  end
  os.remove(self.out)
  return result
end

---Feeds whatever reads bytes from outside with what libFuzzer makes up.
---@param options { seconds?: integer, only?: string[], log?: fun(text: string) } as flux.cli.fuzz_readers
---@return { cases: integer, failures: string[] }
function M.readers(options) return require("flux.cli.fuzz_readers").run(options) end

M.summary = "compare random graphs with the oracle, random bodies across compilers; feed readers with anything"
M.description = "graphs: random graphs with random entries on every backend, compared with the oracle. A failing case is shrunk and " ..
  "written to build/fuzz/SEED.lua, which runs alone. bodies: random callbacks as Lua, with the JIT on and off, and as C by gcc -O0, " ..
  "-O2 and -O3, clang -O2 and under UBSan; all must leave the same bytes. The same seed gives the same cases. readers: libFuzzer on " ..
  "snapshots, journals, audits, profiles, CSV and JSON Lines, which must be read or refused with a reason."

function M.configure(parser)
  parser:argument("what", "What is random."):choices({ "graphs", "bodies", "readers" }):default("graphs"):args("?")
  parser:option("--seconds", "How long to run (each reader); 60, unless --count is given."):convert(tonumber)
  parser:option("--only", "Only these readers (a,b,…)."):argname("NAMES")
  parser:option("--count", "How many graphs or bodies to run."):convert(tonumber)
  parser:flag("--aarch64", "Compile bodies for aarch64 only, and run them under qemu.")
  parser:option("--seed", "The first seed; the default is taken from the clock."):convert(tonumber)
  parser:option("--backends", "Which to compare.", "table,luajit,native")
  parser:option("--nodes", "At most so many nodes a graph."):convert(tonumber)
end

---Prints the failing seeds and a summary.
---@param args table
---@return integer status
function M.run(args)
  local backends, only = {}, {}
  for name in (args.only or ""):gmatch("[%w_]+") do only[#only + 1] = name end
  for name in args.backends:gmatch("[%w_]+") do backends[#backends + 1] = name end
  local result = M[args.what] {
    seconds = args.seconds or not args.count and 60 or nil, count = args.count, seed = args.seed or os.time() % 1000000 * 1000,
    backends = backends, only = only, nodes = args.nodes, aarch64 = args.aarch64, log = function(text) io.stderr:write(text, "\n") end,
  }
  for _, failure in ipairs(result.failures) do
    print(type(failure) == "string" and failure or ("seed %d: %s"):format(failure.seed, failure.path))
  end
  if args.what == "readers" then
    print(("%d executions, %d findings"):format(result.cases, #result.failures))
  else
    local refused = (result.refused or 0) > 0 and (", %d more refused as they should be (a constant index out of range)"):format(
      result.refused) or ""
    print(("%d random %s from seed %d: %d failed%s"):format(result.cases, args.what, result.seed, #result.failures, refused))
  end
  return #result.failures == 0 and 0 or 1
end

return M
