-- SPDX-License-Identifier: MIT
-- Differential fuzzing of portable bodies: random typed bodies on edge values, as emitted Lua with the JIT on and off and as emitted C
-- under several compilers and optimisation levels. Every arm must leave the same bytes and the same outcomes.
--
--   ./flux fuzz bodies --count 1000 --seed 1
--
-- A failure prints its seed; fuzz.show(seed) prints the body in all its forms, fuzz.shrink(seed, arm) what can be left out of it.

local ffi = require "ffi"
local body = require "flux.body"
local body_numbers = require "spec.support.body_numbers"
local both = require "spec.support.body_both"
local core = require "flux.core"
local gen = require "spec.support.body_gen"
local mathlib = require "flux.export.mathlib"
local remote = require "spec.support.body_remote"
local source_of = require "flux.body.source"

-- Only the emitted code is under test: the driver is never compiled.
jit.off(true, true)

local M = { steps = 40 }

M.arms = { { "gcc", "-O0" }, { "gcc", "-O2" }, { "gcc", "-O3" }, { "clang", "-O2" },
  { "clang", "-O0 -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all" } }

local edges = { 0, -0.0, 1, -1, 0.5, -0.5, -0.75, 0.75, 1.5, 2.5, -2.5, 5e-324, -5e-324, 2.2250738585072014e-308, math.huge, -math.huge,
  0 / 0,
  2 ^ 53, 2 ^ 53 - 1, -(2 ^ 53), 2 ^ 63, -(2 ^ 63), 2 ^ 64, 2 ^ 31, 2 ^ 31 - 1, -(2 ^ 31), -(2 ^ 31) - 1, 2 ^ 32, 2 ^ 51, -(2 ^ 51), 127,
    128, -129,
  255, 256, 65535, 65536, 1e308, -1e308, 3, 4, 5, 7, 0.1, 1e-9, 1 / 3 }
local edges64 = { 0LL, 1LL, -1LL, 2LL, 3LL, -3LL, 7LL, 10LL, 11LL, 9223372036854775807LL, -9223372036854775807LL - 1LL, 4294967296LL,
  9007199254740993LL,
  -9007199254740993LL, 1000000007LL }

local function double(r)
  local kind = r.int(10)
  if kind < 5 then return r.pick(edges) end
  if kind < 8 then return r.int(12) - 4 end
  return (r.int(20001) - 10000) / 128
end

local function fill(memory, record, r)
  for _, field in ipairs(record.fields) do
    local function value()
      local t = field.type
      if t == "double" or t == "float" then return double(r) end
      if t == "bool" then return r.chance(50) end
      if t == "int64_t" then return r.pick(edges64) end
      if t == "uint64_t" then return ffi.cast("uint64_t", r.pick(edges64)) end
      if t == "symbol" then return r.int(4) end
      if t == "int32_t" then return r.pick { 0, 1, 2, 3, -1, 2147483647, -2147483648, 5, 100 } end
      if t == "uint32_t" then return r.pick { 0, 1, 2, 4294967295, 2147483648, 7 } end
      return r.int(6)
    end
    if field.count then
      for i = 0, field.count - 1 do memory[field.name][i] = value() end
    else
      memory[field.name] = value()
    end
  end
end

-- The memory of all arguments is one set of small blocks; a step's content is drawn from the seed and the step.
local function prepare(unit, seed, step)
  local r = gen.random(seed * 1000 + step)
  for _, node in ipairs(unit.nodes) do fill(unit.memory[node], node.record, r) end
  fill(unit.event, unit.env.event.record, r)
  for _, what in ipairs { "now", "cycle" } do
    local cell = unit.scalars[what]
    if cell then cell[0] = r.pick(edges64) end
  end
  for _, name in ipairs { "tickedx", "validlegs" } do
    local cell = unit.scalars[name]
    if cell then cell[0] = r.chance(50) end
  end
end

-- The memory of a unit before its first step.
local function begin(unit)
  unit:reset()
  fill(unit.self, unit.env.self, gen.random(unit.seed + 7))
end

-- The steps of a run; `history` gets the state after each step, `marks` the outcomes.
local function run(unit, seed, steps, call)
  begin(unit)
  local size = ffi.sizeof(unit.self_type)
  local history, marks = ffi.new("char[?]", size * steps), {}
  for step = 0, steps - 1 do
    prepare(unit, seed, step)
    marks[step] = call()
    ffi.copy(history + step * size, unit.self, size)
  end
  marks.log = unit:log_text()
  return { history = history, marks = marks, size = size }
end

-- nil, or the first step where two runs differ, as text.
local function difference(unit, a, b, steps)
  local pointer = ffi.typeof("$ *", unit.self_type)
  for step = 0, steps - 1 do
    if a.marks[step] ~= b.marks[step] then return ("step %d: %s, but %s"):format(step, a.marks[step], b.marks[step]) end
    local one, two = a.history + step * a.size, b.history + step * b.size
    if ffi.string(one, a.size) ~= ffi.string(two, a.size) then
      local left, right = unit:state(ffi.cast(pointer, one)), unit:state(ffi.cast(pointer, two))
      if left ~= right then return ("step %d:\n  %s\n  %s"):format(step, left, right) end
    end
  end
  if a.marks.log ~= b.marks.log then return ("log: %s, but %s"):format(a.marks.log, b.marks.log) end
end

-- Transcendental functions and powers are libflux's in every arm, as on every backend.
ffi.cdef(mathlib.cdef())
for name in pairs(mathlib.by_name) do math["flux_" .. name] = core.lib["flux_" .. name] end -- luacheck: ignore 122

local function lua_names()
  local names = require("spec.support.body_env").lua_names()
  names.math = function(fn) return mathlib.by_name[fn] and "math.flux_" .. fn or "math." .. fn end
  local ids = { [gen.SYMBOL_A] = "1", [gen.SYMBOL_B] = "2" }
  names.symbol = function(symbol) return ids[symbol] end
  return names
end

local function make_unit(text, seed)
  local env = gen.env()
  local b, refusal = body.try({ is_body = true, text = text, upvalues = gen.upvalues }, env)
  if not b then return nil, refusal, text end
  local unit = both.unit(b, env, lua_names())
  unit.seed, unit.source = seed, text
  return unit
end

---The unit of a seed, or nil when the generator made a body that is refused (then the refusal).
function M.unit(seed) return make_unit(gen.body(gen.random(seed)), seed) end

-- The reference: emitted Lua, interpreted. With `call`, what that runs instead.
function M.interpreted(unit, steps, call)
  jit.off()
  jit.flush()
  local result = run(unit, unit.seed, steps, call or function() return unit:run_lua() end)
  jit.on()
  return result
end

function M.traced(unit, steps)
  unit:load()
  jit.opt.start("hotloop=3", "hotexit=2")
  local result = run(unit, unit.seed, steps, function() return unit:run_lua() end)
  jit.opt.start("hotloop=56", "hotexit=10")
  return result
end

---Runs seeds first … first + count - 1 in one batch. Returns how many bodies ran, how many were refused, and the failures.
---@param first integer
---@param count integer
---@param options { arms: table[]?, steps: integer?, aarch64: boolean? }? aarch64: its compiler and an emulator instead of the arms
function M.batch(first, count, options)
  local arms, steps = options and options.arms or M.arms, options and options.steps or M.steps
  local units, refused, failures = {}, {}, {}
  for seed = first, first + count - 1 do
    local unit, refusal, text = M.unit(seed)
    if unit then units[#units + 1] = unit else refused[#refused + 1] = { seed = seed, refusal = refusal, text = text } end
  end
  local function fail(unit, arm, text)
    failures[#failures + 1] = ("seed %d, %s: %s"):format(unit.seed, arm, text)
  end
  local reference = {}
  for i, unit in ipairs(units) do
    reference[i] = M.interpreted(unit, steps)
    local different = difference(unit, reference[i], M.traced(unit, steps), steps)
    if different then fail(unit, "JIT on against off", different) end
    local by_values = body_numbers.runner(unit)
    different = by_values and difference(unit, reference[i], M.interpreted(unit, steps, by_values), steps)
    if different then fail(unit, "as a function of values", different) end
  end
  if options and options.aarch64 then
    local results = remote.run(units, steps, begin, function(unit, step) prepare(unit, unit.seed, step) end)
    for i, unit in ipairs(units) do
      local different = difference(unit, reference[i], results[i], steps)
      if different then fail(unit, remote.compiler, different) end
    end
    arms = {}
  end
  for _, arm in ipairs(arms) do
    local name = table.concat(arm, " ")
    local ok, lib = pcall(both.compile, units, arm[1], arm[2])
    if not ok then
      failures[#failures + 1] = ("seed %d and after, %s"):format(first, lib)
    else
      for i, unit in ipairs(units) do
        local c = run(unit, unit.seed, steps, function() return unit:run_c(lib) end)
        local different = difference(unit, reference[i], c, steps)
        if different then fail(unit, name, different) end
      end
    end
  end
  return #units, refused, failures
end

local function ceil(x) return -math.floor(-x) end -- LuaJIT's own loses the sign of zero between -1 and -0.5

-- What a body says in plain Lua: its own text on tables, interpreted. Bodies of the generator's plain mode have the same meaning
-- there, so this arm shares nothing with the checker and the emitters.
local function in_plain_lua(unit, steps)
  local fn = assert(loadstring("local math = ... return " .. unit.source))(setmetatable({ ceil = ceil }, { __index = math }))
  local state, event = {}, {}
  begin(unit)
  for _, name in ipairs { "a", "b", "c", "p", "q" } do state[name] = unit.self[name] end
  local size = ffi.sizeof(unit.self_type)
  local history, marks = ffi.new("char[?]", size * steps), {}
  for step = 0, steps - 1 do
    prepare(unit, unit.seed, step)
    event.price, event.side = unit.event.price, unit.event.side
    marks[step] = fn(state, event, unit:input("x").value) == false and "arrest" or "dirty"
    for name, value in pairs(state) do unit.self[name] = value end
    ffi.copy(history + step * size, unit.self, size)
  end
  marks.log = unit:log_text()
  return { history = history, marks = marks, size = size }
end

---Compares plain bodies with their own text in plain Lua. Returns how many ran and the failures.
---@param first integer
---@param count integer
---@return integer ran
---@return string[] failures
function M.plain(first, count)
  local ran, failures = 0, {}
  for seed = first, first + count - 1 do
    local unit = make_unit(gen.body(gen.random(seed), true), seed)
    if unit then
      ran = ran + 1
      local different = difference(unit, M.interpreted(unit, M.steps), in_plain_lua(unit, M.steps), M.steps)
      if different then failures[#failures + 1] = ("plain seed %d: %s"):format(seed, different) end
    end
  end
  return ran, failures
end

---A batch of `flux fuzz bodies`: prints each failure as "fails seed N, arm: …", and "batch done" at its end.
---@param first integer
---@param count integer
---@param options table as for batch
function M.report(first, count, options)
  source_of.keep(true)
  local ran, refused, failures = M.batch(first, count, options)
  for _, text in ipairs(failures) do print("fails " .. text) end
  for _, r in ipairs(refused) do
    -- Only what a generator cannot know: constant indices out of range, steps that constants decide.
    local expected = r.refusal.reason:find("is out of range", 1, true) or r.refusal.reason:find("the step of a loop is", 1, true)
    if not expected then print(("fails seed %d, refused: %s"):format(r.seed, tostring(r.refusal))) end
  end
  print(("batch done: %d bodies"):format(ran))
end

-- What is different between the reference and an arm ("jit" or { compiler, flag }), or nil.
local function check(text, seed, arm, steps)
  local unit = make_unit(text, seed)
  if not unit then return nil end
  local reference = M.interpreted(unit, steps)
  if arm == "jit" then return difference(unit, reference, M.traced(unit, steps), steps) end
  local ok, lib = pcall(both.compile, { unit }, arm[1], arm[2])
  if not ok then return lib end
  return difference(unit, reference, run(unit, seed, steps, function() return unit:run_c(lib) end), steps)
end

---Removes lines from a failing body while it still fails; prints and returns what is left.
---@param seed integer
---@param arm "jit"|string[]
function M.shrink(seed, arm)
  local lines = {}
  for line in (gen.body(gen.random(seed)) .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  local size = math.floor(#lines / 2)
  while size >= 1 do
    local at = 2
    while at + size <= #lines do
      local fewer, counter = {}, false
      for i, line in ipairs(lines) do
        if i < at or i >= at + size then fewer[#fewer + 1] = line else counter = counter or line:find "^%s*(c%d+) = %1 %+ 1" end
      end
      local text = table.concat(fewer, "\n")
      if not counter and loadstring("return " .. text) and check(text, seed, arm, M.steps) then lines = fewer else at = at + 1 end
    end
    size = size > 1 and math.floor(size / 2) or 0
  end
  local text = table.concat(lines, "\n")
  print(text, "\n", check(text, seed, arm, M.steps))
  return text
end

---Prints the body of a seed in all its forms.
function M.show(seed)
  local unit, refusal, text = M.unit(seed)
  print(text or unit.source)
  if not unit then return print(tostring(refusal)) end
  print(unit.text)
  print(both.c_text { unit })
end

return M
