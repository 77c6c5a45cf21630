-- SPDX-License-Identifier: MIT
-- flux.bodies.names: the names that emitted Lua uses, and what each is bound to.
--
-- A chunk binds them in its first line, so that the user's lines keep their numbers. Every name begins with flux_, which the
-- emitter never gives to a local of the user's.
--
--   local names, bound = names.new(callback, host)
--   local text = body.emit_lua(callback.body, names)      -- fills `bound`
--   bound.list → { "flux_sin" }     bound.value.flux_sin → a function

local ffi = require "ffi"
local core = require "flux.core"
local emit = require "flux.body.emit_lua"
local support = require "flux.body.support"
local types = require "flux.types"

local M = {}

-- The prototypes of core/math, for FFI.
local function declare_math()
  local file = assert(io.open(core.root .. "/core/math/flux_math.h", "rb"))
  local out = {}
  for line in file:lines() do
    if line:match("^double flux_%w+%(.*%);$") then out[#out + 1] = line end
  end
  file:close()
  ffi.cdef(table.concat(out, "\n"))
end
declare_math()

-- Exact everywhere (S18), so the interpreter's own serve.
local EXACT = { abs = math.abs, ceil = math.ceil, floor = math.floor, sqrt = math.sqrt, fmod = math.fmod, huge = math.huge }

-- Checked indices: as flux.body.support's, with an error that has its own status and names the user's line.
local function index_checks(failure)
  local function fail(index, count, array)
    local info = debug.getinfo(3, "Sl")
    local place = ("%s:%d"):format(info.source:match("^@(.*)$") or info.short_src, info.currentline)
    error(failure(core.FLUX_E_INDEX, ("%s: %s"):format(place, support.index_message(array, index, count))), 0)
  end
  local function at_integer(index, count, array)
    if index >= 0 and index < count then return tonumber(index) end
    fail(index, count, array)
  end
  local function at(index, count, array)
    if index > -1 and index < count then return index < 0 and 0 or math.floor(index) end
    fail(index, count, array)
  end
  return { at = at, at_i64 = at_integer, at_u64 = at_integer }
end

-- A function that makes an event of a type from some of its fields, and posts it. Its text is straight-line, so that it compiles.
local function poster(event_type, given, graph, host)
  local initial = types.initial(event_type.record, graph)
  local parameters, lines = {}, {}
  for i, name in ipairs(given) do
    parameters[i] = "v" .. i
    lines[i] = ("event.%s = v%d"):format(name, i)
  end
  local text = ([[
local new, copy, initial, post, event_type = ...
return function(%s)
  local event = new()
  copy(event, initial, %d)
  %s
  post(event_type, event)
end]]):format(table.concat(parameters, ", "), #initial, table.concat(lines, "\n  "))
  local chunk = assert(loadstring(text, "=flux post " .. event_type.name))
  return chunk(types.ctype(event_type.record), ffi.copy, initial, host.post, event_type)
end

---@param callback flux.Callback
---@param host table see flux.bodies
---@param failure fun(status: integer, text: string): table
---@param load fun(text: string, origin: table, bound: table): any
---@return table names hooks for flux.body.emit_lua
---@return { list: string[], value: table<string, any> } bound
function M.new(callback, host, failure, load)
  local bound = { list = {}, value = {} }
  local node = callback.node
  local function use(name, value)
    if bound.value[name] == nil then bound.list[#bound.list + 1] = name end
    bound.value[name] = value
    return name
  end
  local names, helper_functions, posters = {}, {}, 0
  local checks = index_checks(failure)
  function names.math(name) return use("flux_" .. name, EXACT[name] or core.lib["flux_" .. name]) end
  function names.symbol(symbol) return tostring(node.graph:symbol_id(symbol)) end
  function names.wall() return use("flux_wall", host.wall) .. "()" end
  function names.after(text)
    return ("%s(%s)"):format(use("flux_after", function(ns) return host.after(node, ns) end), text)
  end
  function names.cancel() return use("flux_cancel", function() return host.cancel(node) end) .. "()" end
  function names.helper(name) return use("flux_" .. name, checks[name] or support.lua[name]) end
  function names.post(event_type, fields)
    local given, arguments = {}, {}
    for i, field in ipairs(fields) do given[i], arguments[i] = field.field.name, field.text end
    posters = posters + 1
    local name = use(("flux_post_%s_%d"):format(event_type.name, posters), poster(event_type, given, node.graph, host))
    return ("%s(%s)"):format(name, table.concat(arguments, ", "))
  end
  function names.fn(fn)
    if not helper_functions[fn] then
      local inner, inner_bound = M.new(callback, host, failure, load)
      local value = load(emit.fn(fn, inner), fn.origin or { file = callback.body.origin.file, line = fn.line }, inner_bound)
      helper_functions[fn] = use(("flux_fn_%s_%d"):format(fn.name or "helper", #bound.list), value)
    end
    return helper_functions[fn]
  end
  return names, bound
end

return M
