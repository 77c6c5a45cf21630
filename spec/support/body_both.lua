-- SPDX-License-Identifier: MIT
-- Runs a body as emitted Lua and as emitted C on the same memory, and compares what they did.
--
--   local unit = both.unit(b, env)                    -- memory for its arguments, the emitted Lua, the emitted C
--   local lib = both.compile({ unit, … }, "gcc", "-O2")
--   unit:set(unit.self, "x", 3)  unit:run_lua()  unit:run_c(lib)     --> outcome, state text
--
-- An outcome is "dirty", "arrest" or "index 9 at line 12"; a state text has every field with the bits of doubles, NaN canonical.

local ffi = require "ffi"
local body = require "flux.body"
local c_text = require "spec.support.body_c_text"
local fake = require "spec.support.body_env"

ffi.cdef [[
  struct body_spec_log { int count; int line; double index; int64_t entries[64]; };
]]
require "flux.core" -- compiled bodies find the mathematical functions in libflux

local M = {}

-- Two groups of warnings are about what random bodies say, not about how it is written: they compare things with themselves.
local flags = "-std=c11 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wfloat-conversion -Werror"
  .. " -Wno-unused-function -Wno-tautological-compare -Wno-type-limits"

local kept_alive = {}

local Unit = {}
Unit.__index = Unit

---Writes the C text of a unit to what is shared: types, helper functions, the body, and a wrapper `int run_N(void **a)`.
function Unit:write_c(number, shared)
  self.number, self.fn_names = number, {}
  local names, parts = c_text.c_names(self, number, shared), shared.parts
  for _, fn in ipairs(self.body.functions) do
    self.fn_names[fn] = c_text.helper_function(shared, body.emit_c_function(fn, names), fn.name)
  end
  local text = body.emit_c(self.body, names) -- types come first
  parts[#parts + 1] = text
  local args = {}
  for i, arg in ipairs(self.body.args) do args[i] = c_text.wrapper_argument(arg, i, names) end
  local call = ("%s(%s)"):format(names.function_name, table.concat(args, ", "))
  local result = body.result_type(self.body)
  parts[#parts + 1] = ("int run_%d(void **a);\nint run_%d(void **a) {\n  (void)a;\n  %s\n}\n"):format(number, number,
    result == "void" and call .. ";\n  return 1;" or "return " .. call .. ";")
end

---The C text of units: what they share, then each.
---@param units table[]
---@return string
function M.c_text(units)
  local shared = c_text.shared()
  for i, unit in ipairs(units) do unit:write_c(i, shared) end
  local parts = { c_text.preamble }
  for _, name in ipairs(require("flux.body.support_c").c_names()) do
    if shared.helpers[name] then parts[#parts + 1] = body.support_c(name).text end
  end
  return table.concat(parts, "\n") .. "\n" .. table.concat(shared.parts, "\n")
end

---Compiles a C text; the path of the result, without ending. Raises the compiler's messages.
---@param text string
---@param command string compiler and options
---@param ending string of the result
---@param libraries string?
---@return string base the C text is base.c, for the caller to remove
function M.build(text, command, ending, libraries)
  local base = os.tmpname()
  local file = assert(io.open(base .. ".c", "w"))
  file:write(text)
  file:close()
  local status = os.execute(("%s %s -o %s%s %s.c %s 2> %s.log"):format(command, flags, base, ending, base, libraries or "", base))
  local log = assert(io.open(base .. ".log")):read "*a"
  os.remove(base .. ".log")
  if ending ~= "" then os.remove(base) end
  if status ~= 0 and status ~= true then error(("%s: %s\n(%s.c)"):format(command, log:sub(1, 4000), base), 0) end
  return base
end

---Compiles units to one shared library. Raises the compiler's messages.
function M.compile(units, compiler, optimisation)
  local base = M.build(M.c_text(units), ("%s -shared -fPIC %s"):format(compiler, optimisation), ".so", "-lm")
  local lib = ffi.load(base .. ".so")
  kept_alive[#kept_alive + 1] = lib
  for i = 1, #units do
    if not M.declared or i > M.declared then ffi.cdef(("int run_%d(void **a);"):format(i)) end
  end
  M.declared = math.max(M.declared or 0, #units)
  os.remove(base .. ".c")
  os.remove(base .. ".so")
  return lib
end

-- Memory of one body's arguments ------------------------------------------------------------------------------------------------------

local function place_input(unit, input)
  for _, element in ipairs(input.elements) do
    if not unit.memory[element.node] then
      local ctype = fake.ctype(element.node.record)
      unit.memory[element.node] = ffi.new(ctype)
      unit.nodes[#unit.nodes + 1] = element.node
    end
  end
end

local function field_pointer(memory, field)
  local ctype = field.type == "symbol" and "uint32_t" or field.type
  return ffi.cast(ctype .. " *", ffi.cast("char *", memory) + ffi.offsetof(memory, field.name))
end

-- The argument as Lua gets it, and a pointer to it as C's wrapper gets it.
local function argument(unit, arg)
  local what = arg.what
  if what == "self" then return unit.self, unit.self end
  if what == "event" then return unit.event, unit.event end
  if what == "ctx" then return unit.log, unit.log end
  if what == "list" then
    local n = #arg.input.elements
    local array, list = ffi.new((arg.field.type == "symbol" and "uint32_t" or arg.field.type) .. " *[?]", math.max(n, 1)), {}
    for i, element in ipairs(arg.input.elements) do
      local memory = unit.memory[element.node]
      list[i - 1] = field_pointer(memory, element.field or element.node.record.by_name[arg.field.name])
      array[i - 1] = list[i - 1]
    end
    return list, array
  elseif what == "input" then
    local element = arg.input.elements[1]
    local memory = unit.memory[element.node]
    if not element.field then return memory, memory end
    return nil, field_pointer(memory, element.field)
  end
  local cell = unit.scalars[what .. (arg.input and arg.input.name or "")]
  if not cell then
    cell = ffi.new((what == "now" or what == "cycle") and "int64_t[1]" or what == "index" and "int32_t[1]" or "bool[1]")
    unit.scalars[what .. (arg.input and arg.input.name or "")] = cell
  end
  return nil, cell
end

---Memory and Lua code for a body.
---@param b table
---@param env table
---@param names table? hooks for Lua
function M.unit(b, env, names)
  local unit = setmetatable({ body = b, env = env, memory = {}, nodes = {}, scalars = {}, lua_args = {} }, Unit)
  unit.self_type = #env.self.fields > 0 and fake.ctype(env.self) or ffi.typeof "struct { char empty; }"
  unit.self = ffi.new(unit.self_type)
  if env.event then unit.event = ffi.new(#env.event.record.fields > 0 and fake.ctype(env.event.record) or "struct { char empty; }") end
  unit.log = ffi.new "struct body_spec_log"
  local inputs = {}
  for _, input in pairs(env.inputs) do inputs[#inputs + 1] = input end
  table.sort(inputs, function(x, y) return x.index < y.index end)
  for _, input in ipairs(inputs) do place_input(unit, input) end
  unit.names = names or fake.lua_names()
  unit.symbol = unit.names.symbol
  unit.c_args = ffi.new("void *[?]", #b.args + 1)
  unit.anchors = {}
  local getters = {}
  for i, arg in ipairs(b.args) do
    local value, pointer = argument(unit, arg)
    unit.anchors[i] = pointer
    unit.c_args[i - 1] = ffi.cast("void *", pointer)
    getters[i] = value ~= nil and ("v[%d]"):format(i) or ("p[%d][0]"):format(i)
    unit.lua_args[i] = value
  end
  unit.arg_text = table.concat(getters, ", ")
  unit:load()
  return unit
end

local word = ffi.new "union { double value; int64_t bits; }"

-- What the context's functions do in Lua: the same log as in C.
function Unit:environment()
  local log, event_fields = self.log, {}
  local function push(value)
    log.entries[bit.band(log.count, 63)] = value
    log.count = log.count + 1
  end
  for _, event in ipairs(self.body.facts.posts) do event_fields[event.name] = event.record.fields end
  return {
    post = function(name, fields)
      push(1000)
      for _, field in ipairs(event_fields[name]) do
        local value = fields[field.name]
        if value ~= nil then
          if field.type == "double" or field.type == "float" then
            word.value = value
            push(value == value and word.bits or 0x7ff8)
          elseif field.type == "bool" then
            push(value and 1 or 0)
          else
            push(ffi.cast("int64_t", value))
          end
        end
      end
    end,
    after = function(value) push(value) end,
    cancel = function() push(-99) end,
    wall = function() return 777LL end,
  }
end

---Loads the emitted Lua afresh, so that no trace is shared with an earlier load.
function Unit:load()
  self.fn, self.text = fake.load_lua(self.body, self.names, self:environment())
  self.call = assert(loadstring(("local v, p, fn = ... return function() return fn(%s) end"):format(self.arg_text)))(self.lua_args,
    self.anchors, self.fn)
  self.first_line = debug.getinfo(self.fn, "S").linedefined
end

---Runs the emitted Lua once; the outcome.
function Unit:run_lua()
  local ok, result = pcall(self.call)
  if ok then return result == false and "arrest" or "dirty" end
  local line, index = tostring(result):match "^emitted:(%d+): index (%S+) is out of range"
  if not line then error(result, 0) end
  return ("index %.17g at line %d"):format(tonumber(index), tonumber(line) - self.first_line + self.body.ast.line)
end

---The outcome of compiled C: its status, and what the log says of an index.
function M.outcome(status, line, index)
  if status == 1 then return "dirty" elseif status == 0 then return "arrest" end
  return ("index %.17g at line %d"):format(index, line)
end

---Runs the compiled C once; the outcome.
function Unit:run_c(lib) return M.outcome(lib["run_" .. self.number](self.c_args), self.log.line, self.log.index) end

local function bits_of(value)
  if value ~= value then return "nan" end
  word.value = value
  return ("%s:%.17g"):format(tostring(word.bits), value)
end

---The node's state as text, doubles with their bits.
function Unit:state(memory)
  local parts = {}
  memory = memory or self.self
  for _, field in ipairs(self.env.self.fields) do
    local function show(value)
      parts[#parts + 1] = field.name .. "=" .. ((field.type == "double" or field.type == "float") and bits_of(value) or tostring(value))
    end
    if field.count then
      for i = 0, field.count - 1 do show(memory[field.name][i]) end
    else
      show(memory[field.name])
    end
  end
  return table.concat(parts, " ")
end

---The context's log as text.
function Unit:log_text()
  local parts = { tostring(self.log.count) }
  for i = 0, math.min(self.log.count, 64) - 1 do parts[#parts + 1] = tostring(self.log.entries[i]) end
  return table.concat(parts, ",")
end

---Sets the memory of an input that is a port, or of a field of an input.
function Unit:input(name, index) return self.memory[self.env.inputs[name].elements[(index or 0) + 1].node] end

---Clears state and log.
function Unit:reset()
  ffi.fill(self.self, ffi.sizeof(self.self_type))
  ffi.fill(self.log, ffi.sizeof(self.log))
end

return M
