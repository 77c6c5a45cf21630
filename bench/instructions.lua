-- SPDX-License-Identifier: MIT
-- bench.instructions: what a loop does, counted instead of timed: instructions and stores on x86-64 (callgrind, cachegrind), lines that
-- caches of a given size do not have, instructions on aarch64 (QEMU, one at a time), calls of the allocator and readings of the clock
-- (bench/calls.c). Counts do not depend on the machine.
--
--   local program = instructions.program("gcc", "ladder", sources, "drive_typed", { includes = { directory } })
--   instructions.per_event(program, 0)           --> 71.0, { stores = 19 }
--
-- A count is the difference of two runs, so that what is not the loop cancels.

local host = require "bench.host"

local M = {}

local FEW, MANY = 2000, 6000
M.AARCH64 = "aarch64-linux-gnu-gcc"

local function number(text) return tonumber((text:gsub(",", ""))) end

---An arm as a program (bench/program.c).
---@param compiler string "gcc", "clang" or M.AARCH64
---@param name string of the program
---@param sources string[]
---@param arm string the function, e.g. "drive_typed"
---@param options? table of host.program
function M.program(compiler, name, sources, arm, options)
  local given = { includes = options and options.includes }
  given.flags = ("-DARM_NAME=%s%s %s"):format(arm, compiler == M.AARCH64 and " -static" or "", options and options.flags or "")
  local all = { unpack(sources) }
  all[#all + 1] = "bench/program.c"
  return { path = host.program(compiler, name .. "_" .. arm, all, given), emulated = compiler == M.AARCH64 }
end

local function run(command)
  local output, ok = host.run(command)
  if not ok then error(output, 0) end
  return output
end

---Instructions of one run under callgrind.
---@param command string
function M.callgrind(command)
  local file = host.directory("build/bench") .. "/callgrind.out"
  local output = run(("valgrind --tool=callgrind --callgrind-out-file='%s' %s"):format(file, command))
  return number(output:match("Collected : ([%d,]+)"))
end

---Instructions in functions of these names, themselves alone, of the last run under callgrind.
---@param names string[]
function M.within(names)
  local annotated, sum = run(("callgrind_annotate --threshold=100 '%s/callgrind.out'"):format(host.directory("build/bench"))), 0
  for _, name in ipairs(names) do
    local count = annotated:match("([%d,]+) %([^%)]*%)%s+[^\n]*:" .. name .. "[%s%[]")
    if count then sum = sum + number(count) end
  end
  return sum
end

local function emulated(command)
  return number(run(("qemu-aarch64 -singlestep -d nochain,exec -D /dev/stdout %s | grep -c ^Trace"):format(command)))
end

-- The caches that are simulated: size, ways, bytes a line. They are given, so that counts do not depend on the machine.
local CACHES = "--cache-sim=yes --I1=32768,8,64 --D1=49152,12,64 --LL=1048576,16,64"
---How the page calls them.
M.CACHES = "32 KiB for code, 48 KiB for data, 1 MiB behind both"

-- Blocks are not run on into what follows a branch: of an instruction there that is skipped, cachegrind would count that it ran.
local CACHEGRIND = "valgrind --tool=cachegrind --vex-guest-chase=no --branch-sim=yes --cachegrind-out-file=/dev/null " .. CACHES .. " %s"

-- What one run under cachegrind did.
local function cachegrind(command)
  local output = run(CACHEGRIND:format(command))
  local function of(pattern) return number(output:match(pattern)) end
  return {
    instructions = of "I +refs: +([%d,]+)", stores = of "D +refs: [^\n]*%+ *([%d,]+) wr", code_lines = of "I1 +misses: +([%d,]+)",
    data_lines = of "D1 +misses: +([%d,]+)", far_lines = of "LL misses: +([%d,]+)",
    guessed_wrong = of "Mispredicts: +([%d,]+)",
  }
end

---What an event does: instructions, stores, lines of code and of data that the first caches do not have, lines that the second does not
---have either (far_lines), and branches that a simple predictor guesses wrong; all but the first to a hundredth, as what is not the loop
---differs by a few from run to run.
---@param command string with %d for the number of events
---@param few integer
---@param many integer
---@return table<string, number>
function M.cachegrind(command, few, many)
  local less, more = cachegrind(command:format(few)), cachegrind(command:format(many))
  for name, count in pairs(more) do
    local each = (count - less[name]) / (many - few)
    more[name] = name == "instructions" and each or math.floor(each * 100 + 0.5) / 100
  end
  return more
end

---Instructions per event; and by x86-64's compilers what else is counted: stores, with `lines` all of M.cachegrind.
---@param program { path: string, emulated: boolean }
---@param input integer
---@param lines? boolean
function M.per_event(program, input, lines)
  local command = ("%s %d %%d"):format(program.path, input or 0)
  if program.emulated then return (emulated(command:format(MANY)) - emulated(command:format(FEW))) / (MANY - FEW) end
  local counts = M.cachegrind(command, FEW, MANY)
  local total = counts.instructions
  if not lines then return total, { stores = counts.stores } end
  counts = M.cachegrind(command, 10 * FEW, 10 * MANY) -- in the first events every line is new
  counts.instructions = nil
  return total, counts
end

---Can instructions of this compiler's programs be counted here? A reason when not.
function M.missing(compiler)
  local tools = compiler == M.AARCH64 and { M.AARCH64, "qemu-aarch64" } or { "valgrind" }
  for _, tool in ipairs(tools) do
    if not select(2, host.run("command -v " .. tool)) then return tool .. " is not here" end
  end
end

local interposer

---Calls of the allocator and readings of the clock during `events` events.
---@return number allocations
---@return number readings
function M.calls(program, input, events)
  if not interposer then
    interposer = host.directory("build/bench") .. "/calls.so"
    run(("gcc -O2 -std=c11 -fPIC -shared -o '%s' bench/calls.c -ldl"):format(interposer))
  end
  local function count(n)
    local output = run(("LD_PRELOAD='%s' %s %d %d"):format(interposer, program.path, input, n))
    local allocations, readings = output:match("calls (%d+) (%d+)")
    return tonumber(allocations), tonumber(readings)
  end
  local a0, r0 = count(0)
  local a1, r1 = count(events)
  return a1 - a0, r1 - r0
end

return M
