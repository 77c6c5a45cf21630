-- SPDX-License-Identifier: MIT
-- bench.instructions: what a loop does, counted instead of timed: instructions on x86-64 (callgrind) and on aarch64 (QEMU, one
-- instruction at a time), calls of the allocator and readings of the clock (bench/calls.c). Counts do not depend on the machine.
--
--   local program = instructions.program("gcc", "ladder", sources, "drive_typed", { includes = { directory } })
--   instructions.per_event(program, 0)           --> 71.0
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

---Instructions per event.
---@param program { path: string, emulated: boolean }
---@param input integer
function M.per_event(program, input)
  local count = program.emulated and emulated or M.callgrind
  local command = ("%s %d %%d"):format(program.path, input or 0)
  return (count(command:format(MANY)) - count(command:format(FEW))) / (MANY - FEW)
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
