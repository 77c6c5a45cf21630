-- SPDX-License-Identifier: MIT
-- bench.host: the machine that measures: its clock, its compilers, its description, and shared libraries built by it.

local ffi = require "ffi"

ffi.cdef [[
  typedef struct bench_timespec { long seconds, nanoseconds; } bench_timespec;
  int clock_gettime(int clock, bench_timespec *time);
]]

local M = {}

local function root()
  local here = debug.getinfo(1, "S").source:match("^@(.*)[/\\][^/\\]*$") or "bench"
  local pipe = assert(io.popen(("cd '%s/..' && pwd"):format(here)))
  local path = pipe:read("*l")
  pipe:close()
  return path
end

---The root of the checkout; every path below is relative to it.
M.root = root()

---A path in the checkout.
function M.path(relative) return M.root .. "/" .. relative end

---Makes a directory in the checkout and returns its path.
function M.directory(relative)
  local path = M.path(relative)
  os.execute("mkdir -p '" .. path .. "'")
  return path
end

local CLOCKS = { wall = 1, cpu = 3 } -- CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID
local now = ffi.new("bench_timespec")
---Nanoseconds of a clock: "wall", or "cpu", which stands still while others have the processor.
---@param clock "wall"|"cpu"
function M.nanoseconds(clock)
  ffi.C.clock_gettime(CLOCKS[clock], now)
  return tonumber(now.seconds) * 1e9 + tonumber(now.nanoseconds)
end

---A word of a shell command.
function M.quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

---The text of a file; "" when there is none.
function M.read(path)
  local file = io.open(path)
  local text = file and file:read("*a") or ""
  if file then file:close() end
  return text
end

---Runs a command at the root; returns its output and whether it succeeded.
function M.run(command)
  local pipe = assert(io.popen(("cd '%s' && (%s) 2>&1; printf 'status=%%d' $?"):format(M.root, command)))
  local text = pipe:read("*a")
  pipe:close()
  local output, status = text:match("^(.*)status=(%d+)$")
  return output, status == "0"
end

local function first_line(command)
  local output, ok = M.run(command)
  return ok and output:match("^[^\n]+") or nil
end

local compilers

---The compilers that are installed, of those that the figures are made with.
function M.compilers()
  if compilers then return compilers end
  compilers = {}
  for _, cc in ipairs { "gcc", "clang" } do
    if first_line("command -v " .. cc) then compilers[#compilers + 1] = { name = cc, version = first_line(cc .. " --version") } end
  end
  return compilers
end

M.FLAGS = "-O2 -std=c11 -ffp-contract=off"

-- Everything is built as the CMake file of an export builds it: without the vectorizer of straight-line code (docs/embedding.md says
-- why). `slp`: with it, as -O2 alone would.
local NO_SLP = { gcc = "-fno-tree-slp-vectorize", clang = "-fno-slp-vectorize", ["aarch64-linux-gnu-gcc"] = "-fno-tree-slp-vectorize" }

local function build_command(compiler, kind, path, sources, options)
  local includes = table.concat(options.includes or { "bench/hand" }, " -I")
  local flags = { M.FLAGS, not options.slp and NO_SLP[compiler] or "", options.flags or "" }
  return ("%s %s %s -I%s -o '%s' %s -lm"):format(compiler, table.concat(flags, " "), kind, includes, path, table.concat(sources, " "))
end

---Compiles sources, each a translation unit of its own, to a shared library of each compiler in build/bench, side by side, and loads
---them.
---@param name string
---@param sources string[]
---@param options? { includes: string[]?, flags: string?, slp: boolean? } flags: beyond M.FLAGS
---@return { compiler: string, library: ffi.namespace*?, problem: string? }[]
function M.libraries(name, sources, options)
  local directory, commands, list = M.directory("build/bench"), {}, {}
  for i, compiler in ipairs(M.compilers()) do
    local path = ("%s/%s_%s"):format(directory, name, compiler.name)
    list[i] = { compiler = compiler.name, path = path }
    os.remove(path .. ".so")
    local command = build_command(compiler.name, "-fPIC -fvisibility=hidden -shared", path .. ".so", sources, options or {})
    commands[i] = ("%s 2>'%s.log' &"):format(command, path)
  end
  M.run(("bash -c %s"):format(M.quote(table.concat(commands, "\n") .. "\nwait")))
  for _, built in ipairs(list) do
    local ok, library = pcall(ffi.load, built.path .. ".so")
    if ok then built.library = library else built.problem = M.read(built.path .. ".log"):match("^[^\n]*") end
  end
  return list
end

---Compiles a program; returns its path.
---@param compiler string
---@param name string
---@param sources string[]
---@param options? table as for libraries
function M.program(compiler, name, sources, options)
  M.directory("build/bench")
  local path = ("build/bench/%s_%s"):format(name, compiler)
  local output, ok = M.run(build_command(compiler, "", path, sources, options or {}))
  if not ok then error(output, 0) end
  return path
end

local function cpu()
  return M.read("/proc/cpuinfo"):match("model name%s*:%s*([^\n]+)") or first_line("uname -p") or "unknown"
end

---What a reader needs to judge the figures.
function M.describe()
  local dirty = first_line("git status --porcelain -- . ':!bench/results'")
  return {
    cpu = cpu(),
    cores = tonumber(first_line("getconf _NPROCESSORS_ONLN")),
    system = first_line("uname -sm"),
    luajit = jit.version,
    flags = ("%s, gcc %s, clang %s"):format(M.FLAGS, NO_SLP.gcc, NO_SLP.clang),
    compilers = M.compilers(),
    commit = first_line("git rev-parse HEAD"),
    modified = dirty ~= nil,
    date = os.date("!%Y-%m-%dT%H:%M:%SZ"),
  }
end

return M
