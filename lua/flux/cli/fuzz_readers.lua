-- SPDX-License-Identifier: MIT
-- flux fuzz readers: whatever reads bytes from outside, under libFuzzer with the address and undefined-behaviour sanitizers.
--
--   local readers = require "flux.cli.fuzz_readers"
--   local result = readers.run { seconds = 60, only = { "csv" }, log = print }    → { cases, failures }
--   readers.run { seconds = 0 }                                                     only what is kept in fuzz/corpus and the seeds
--
-- The targets are in fuzz/: C files, and readers written in Lua, which one C file calls. What a run finds worth keeping stays in
-- build/fuzz/corpus, so that a later run goes on; findings are written to build/fuzz/found. Needs clang with its runtime libraries and
-- LuaJIT's library (Debian: libclang-rt-14-dev, libluajit-5.1-dev).

local files = require "flux.cli.files"
local interrupt = require "flux.interrupt"

local M = {}

local quoted = files.quoted
local FLAGS = "-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -ffp-contract=off"

-- name; for C: its file when that has another name, what is compiled with it besides libflux, a graph with its export's options.
local TARGETS = {
  { name = "core_snapshot", flags = "-std=c11 -Icore", links = "build/fuzz/libflux.so", most = 2048 },
  { name = "core_plan", flags = "-std=c11 -Icore", links = "build/fuzz/libflux.so", most = 60, -- what a plan asks for may be too much
    environment = "ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=256 ",
    limits = "-rss_limit_mb=4096 -malloc_limit_mb=99999" },
  { name = "export_restore", flags = "-std=c11 -Ibuild/fuzz/held", links = "build/fuzz/held/held.c", most = 2048,
    graph = "held", options = { snapshot = true } },
  { name = "export_keyed", source = "export_restore", flags = "-std=c11 -DKEYED -Ibuild/fuzz/keyed", links = "build/fuzz/keyed/held.c",
    most = 2048, graph = "keyed", options = { snapshot = true } },
  { name = "driver_csv", flags = "-std=gnu11 -Ibuild/fuzz/rows", links = "build/fuzz/rows/rows.c", graph = "rows",
    options = { main = true }, like = "csv", most = 4096 },
  { name = "csv", lua = true, most = 4096 }, { name = "jsonl", lua = true, most = 2048 }, { name = "journal", lua = true, most = 4096 },
  { name = "audit", lua = true, most = 8192 }, { name = "snapshot", lua = true, most = 2048 },
  { name = "profile", lua = true, most = 2048 },
}

---Names of the targets.
---@return string[]
function M.names()
  local list = {}
  for i, target in ipairs(TARGETS) do list[i] = target.name end
  return list
end

-- Runs a shell command in the root; what it printed, and whether it ended well.
local function shell(command)
  local log = os.tmpname()
  local good = interrupt.execute(("cd %s && { %s; } >%s 2>&1 </dev/null"):format(quoted(require("flux.core").root), command, quoted(log)))
  local file = assert(io.open(log, "rb"))
  local text = file:read("*a")
  file:close()
  os.remove(log)
  return text, good
end

local function must(command)
  local text, good = shell(command)
  if not good then error(("flux fuzz readers: this failed: %s\n%s"):format(command, text), 0) end
  return text
end

local function build_library()
  must(("clang -std=c11 %s -fsanitize=fuzzer-no-link -fPIC -shared -Icore core/fx_*.c -o build/fuzz/libflux.so"):format(FLAGS))
end

local function build_lua()
  local include = shell("pkg-config --cflags --libs luajit"):gsub("%s+$", "")
  must(("clang -std=gnu11 %s -fsanitize=fuzzer -rdynamic fuzz/lua_reader.c -o build/fuzz/lua_reader %s"):format(FLAGS, include))
end

local function build_c(target)
  if target.graph then
    local directory = "build/fuzz/" .. target.graph
    must("mkdir -p " .. directory)
    local root = require("flux.core").root
    local options = { dir = root .. "/" .. directory }
    for key, value in pairs(target.options) do options[key] = value end -- a copy: the order does not matter
    local graph = dofile(("%s/fuzz/%s.lua"):format(root, target.graph))
    require("flux.export").write(require("flux.resolve").resolve(graph), options)
  end
  must(("clang %s %s -fsanitize=fuzzer fuzz/%s.c %s -Wl,-rpath,'$ORIGIN' -o build/fuzz/%s"):format(target.flags, FLAGS,
    target.source or target.name, target.links, target.name))
end

local function build(targets)
  must "mkdir -p build/fuzz/found"
  local library, lua = false, false
  for _, target in ipairs(targets) do
    library = library or target.lua or target.links:find("libflux", 1, true) ~= nil
    lua = lua or target.lua
  end
  if library then build_library() end
  if lua then build_lua() end
  for _, target in ipairs(targets) do
    if not target.lua then build_c(target) end
  end
end

-- Inputs that are accepted, from the readers' own description.
local SEEDS = "luajit -e 'local name, to = \"%s\", \"%s\" for i, text in ipairs(dofile(\"fuzz/readers.lua\")[name].seeds()) do " ..
  "local file = assert(io.open(to .. \"/\" .. i, \"wb\")) file:write(text) file:close() end'"

local PROGRAM = "FLUX_READER=%s FLUX_LIB=build/fuzz/libflux.so ASAN_OPTIONS=detect_leaks=0 build/fuzz/lua_reader"

-- Runs a target; executions, and what it found.
local function run(target, seconds)
  local name = target.name
  local like = target.like or target.lua and name
  local corpus, seeds, kept = "build/fuzz/corpus/" .. name, "build/fuzz/seeds/" .. name, "fuzz/corpus/" .. name
  must(("mkdir -p %s %s"):format(corpus, seeds))
  if like then must(SEEDS:format(like, seeds)) end
  local program = target.lua and PROGRAM:format(name) or (target.environment or "") .. "build/fuzz/" .. name
  local limit = seconds > 0 and "-max_total_time=" .. seconds or "-runs=0"
  local dictionary = like and "-dict=fuzz/dictionary/" .. like or ""
  local line = "%s %s %s -max_len=%d -timeout=20 %s -print_final_stats=1 -artifact_prefix=build/fuzz/found/%s- %s %s %s"
  local text, good = shell(line:format(
    program, limit, target.limits or "", target.most, dictionary, name, corpus, seeds, ("$(ls -d %s 2>/dev/null)"):format(kept)))
  local count = tonumber(text:match "stat::number_of_executed_units: (%d+)") or 0
  if good then return count, nil end
  local what = text:match "FINDING: ([^\n]*)" or text:match "SUMMARY: ([^\n]*)" or text:sub(-400)
  local path = text:match "Test unit written to ([^\n]*)"
  return count, ("%s: %s%s"):format(name, what, path and " (" .. path .. ")" or "")
end

local function chosen(only)
  if not only or not only[1] then return TARGETS end
  local list = {}
  for _, name in ipairs(only) do
    local found
    for _, target in ipairs(TARGETS) do found = target.name == name and target or found end
    if not found then
      error(("flux fuzz readers: there is no reader '%s'; there are: %s"):format(name, table.concat(M.names(), ", ")), 0)
    end
    list[#list + 1] = found
  end
  return list
end

---Builds the targets and runs each for a time.
---@param options { seconds?: integer, only?: string[], log?: fun(text: string) } seconds: each
---@return { cases: integer, failures: string[] }
function M.run(options)
  local targets = chosen(options.only)
  local log = options.log or function() end
  build(targets)
  local result = { cases = 0, failures = {} }
  for _, target in ipairs(targets) do
    local count, failure = run(target, options.seconds or 60)
    result.cases = result.cases + count
    result.failures[#result.failures + 1] = failure
    log(("%-15s %d executions%s"):format(target.name, count, failure and ", a finding" or ""))
  end
  return result
end

return M
