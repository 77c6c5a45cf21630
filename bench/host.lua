-- SPDX-License-Identifier: MIT
-- bench.host: the machine that measures: its clock, its compilers, its description, and shared libraries built by it.

local ffi = require "ffi"

ffi.cdef [[
  typedef struct bench_timespec { long seconds, nanoseconds; } bench_timespec;
  int clock_gettime(int clock, bench_timespec *time);
]]

local M = {}

local here = debug.getinfo(1, "S").source:match("^@(.*)[/\\][^/\\]*$")
---The root of the checkout; every path below is relative to it.
M.root = here and here:match("^(.*)/bench$") or "."

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

---The compilers that are installed, of those that the figures are made with.
function M.compilers()
  local list = {}
  for _, cc in ipairs { "gcc", "clang" } do
    if first_line("command -v " .. cc) then list[#list + 1] = { name = cc, version = first_line(cc .. " --version") } end
  end
  return list
end

M.FLAGS = "-O2 -std=c11 -ffp-contract=off"

---Compiles sources, each a translation unit of its own, to a shared library in build/bench and loads it.
---@param compiler string
---@param name string
---@param sources string[]
---@param options? { includes: string[]?, flags: string? } flags: beyond M.FLAGS
---@return ffi.namespace*
function M.library(compiler, name, sources, options)
  options = options or {}
  M.directory("build/bench")
  local path = ("build/bench/%s_%s.so"):format(name, compiler)
  local includes = table.concat(options.includes or { "bench/hand" }, " -I")
  local flags = ("%s %s -fPIC -fvisibility=hidden -shared -I%s"):format(M.FLAGS, options.flags or "", includes)
  local output, ok = M.run(("%s %s -o %s %s -lm"):format(compiler, flags, path, table.concat(sources, " ")))
  if not ok then error(output, 0) end
  return ffi.load(M.path(path))
end

local function cpu()
  local file = io.open("/proc/cpuinfo")
  local text = file and file:read("*a") or ""
  if file then file:close() end
  return text:match("model name%s*:%s*([^\n]+)") or first_line("uname -p") or "unknown"
end

---What a reader needs to judge the figures.
function M.describe()
  local dirty = first_line("git status --porcelain -- . ':!bench/results'")
  return {
    cpu = cpu(),
    cores = tonumber(first_line("getconf _NPROCESSORS_ONLN")),
    system = first_line("uname -srm"),
    luajit = jit.version,
    flags = M.FLAGS,
    compilers = M.compilers(),
    commit = first_line("git rev-parse HEAD"),
    modified = dirty ~= nil,
    date = os.date("!%Y-%m-%dT%H:%M:%SZ"),
  }
end

return M
