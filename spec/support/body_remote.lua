-- SPDX-License-Identifier: MIT
-- Runs units of spec.support.body_both in a program of their own, so that another processor's compiler can be tried under an emulator.
--
--   local results = remote.run(units, 40, begin, prepare)     -- per unit { history, marks, size }, as body_fuzz compares them
--   remote.missing()                                          -- nil, or the tool that is not there
--
-- The memory of a unit's arguments is laid out as one image: the state, the log, then what the body reads; body_remote.c says how it
-- travels. `begin(unit)` fills a unit's memory before its first step, `prepare(unit, step)` before each.

local ffi = require "ffi"
local both = require "spec.support.body_both"
local core = require "flux.core"

local M = { compiler = "aarch64-linux-gnu-gcc", emulator = "qemu-aarch64" }

local address = ffi.typeof "uintptr_t"

---The first of the tools that is not installed.
---@return string?
function M.missing()
  for _, tool in ipairs { M.compiler, M.emulator } do
    local status = os.execute("command -v " .. tool .. " >/dev/null 2>&1")
    if status ~= 0 and status ~= true then return tool end
  end
end

-- The mathematical functions as a library of the other processor, built when its sources are newer.
local function mathematics()
  local directory = core.root .. "/build/fuzz/aarch64"
  local sources, library = core.root .. "/core/math", directory .. "/libmathematics.a"
  local command = ("set -e; mkdir -p %s; [ -f %s ] && [ -z \"$(find %s -newer %s)\" ] && exit 0; for f in %s/*.c; do "
    .. "%s -std=c11 -O1 -ffp-contract=off -c -o %s/$(basename $f .c).o $f; done; aarch64-linux-gnu-ar rc %s %s/*.o"):format(directory,
      library, sources, library, sources, M.compiler, directory, library, directory)
  local status = os.execute(command)
  assert(status == 0 or status == true, "the mathematical functions do not compile for aarch64")
  return library
end

local function aligned(size) return size + -size % 16 end

-- The blocks of a unit's memory: { pointer, size, place in the image }; the state and the log first.
local function blocks_of(unit)
  local list, size = {}, 0
  local function add(memory)
    list[#list + 1] = { pointer = memory, size = ffi.sizeof(memory), place = size }
    size = aligned(size + ffi.sizeof(memory))
  end
  add(unit.self)
  add(unit.log)
  if unit.event then add(unit.event) end
  for _, node in ipairs(unit.nodes) do add(unit.memory[node]) end
  local names = {}
  for name in pairs(unit.scalars) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do add(unit.scalars[name]) end
  return list, size
end

local function place_of(blocks, pointer)
  local at = ffi.cast(address, ffi.cast("void *", pointer))
  for _, block in ipairs(blocks) do
    local first = ffi.cast(address, ffi.cast("void *", block.pointer))
    if at >= first and at < first + block.size then return block.place + tonumber(at - first) end
  end
  error "an argument is outside of the unit's memory"
end

local function words(...)
  return ffi.string(ffi.new("int32_t[?]", select("#", ...), ...), 4 * select("#", ...))
end

local function image_of(blocks, size, first)
  local image = ffi.new("char[?]", size)
  for _, block in ipairs(blocks) do ffi.copy(image + block.place, block.pointer, block.size) end
  return ffi.string(image + first, size - first)
end

-- What the program reads for one unit.
local function input_of(unit, steps, begin, prepare)
  begin(unit)
  local blocks, size = blocks_of(unit)
  local parts = { words(steps, size, blocks[1].size, #unit.body.args) }
  for i, arg in ipairs(unit.body.args) do
    if arg.what == "list" then
      local count = #arg.input.elements
      parts[#parts + 1] = words(count)
      for k = 0, count - 1 do parts[#parts + 1] = words(place_of(blocks, unit.anchors[i][k])) end
    else
      parts[#parts + 1] = words(0, place_of(blocks, unit.anchors[i]))
    end
  end
  parts[#parts + 1] = image_of(blocks, size, 0)
  local first = aligned(blocks[2].place + blocks[2].size)
  for step = 0, steps - 1 do
    prepare(unit, step)
    parts[#parts + 1] = image_of(blocks, size, first)
  end
  return table.concat(parts)
end

-- What the program wrote for one unit, from byte `at` of its output.
local function output_of(unit, steps, output, at)
  local size = ffi.sizeof(unit.self_type)
  local history, marks = ffi.new("char[?]", size * steps), {}
  for step = 0, steps - 1 do
    local result, index = ffi.new "int32_t[2]", ffi.new "double[1]"
    ffi.copy(result, output:sub(at + 1, at + 8), 8)
    ffi.copy(index, output:sub(at + 9, at + 16), 8)
    marks[step] = both.outcome(result[0], result[1], index[0])
    ffi.copy(history + step * size, output:sub(at + 17, at + 16 + size), size)
    at = at + 16 + size
  end
  local log = ffi.sizeof(unit.log)
  ffi.copy(unit.log, output:sub(at + 1, at + log), log)
  marks.log = unit:log_text()
  return { history = history, marks = marks, size = size }, at + log
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

---Compiles units for the other processor and runs them there.
---@param units table[]
---@param steps integer
---@param begin fun(unit: table)
---@param prepare fun(unit: table, step: integer)
---@param optimisation string?
---@return table[] results { history, marks, size } of each unit
function M.run(units, steps, begin, prepare, optimisation)
  local names = {}
  for i = 1, #units do names[i] = "run_" .. i end
  local text = ("%s\nenum { UNITS = %d };\nstatic int (*const units[])(void **) = { %s };\n%s"):format(both.c_text(units), #units,
    table.concat(names, ", "), read(core.root .. "/spec/support/body_remote.c"))
  local base = both.build(text, M.compiler .. " -static " .. (optimisation or "-O2"), "", mathematics() .. " -lm")
  local file = assert(io.open(base .. ".in", "wb"))
  for _, unit in ipairs(units) do file:write(input_of(unit, steps, begin, prepare)) end
  file:close()
  local status = os.execute(("%s %s <%s.in >%s.out"):format(M.emulator, base, base, base))
  assert(status == 0 or status == true, "the program for aarch64 failed: " .. base .. ".c")
  local output, at, results = read(base .. ".out"), 0, {}
  for i, unit in ipairs(units) do results[i], at = output_of(unit, steps, output, at) end
  assert(at == #output, "the program for aarch64 wrote more or less than it should")
  for _, ending in ipairs { "", ".c", ".in", ".out" } do os.remove(base .. ending) end
  return results
end

return M
