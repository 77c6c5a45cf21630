-- SPDX-License-Identifier: MIT
-- Sources of callbacks: a Lua function (portable), or one of the wrappers below. A source is what the user wrote; the body
-- compiler turns it into a Body at resolve.
--
--   flux.body[[function(self, x) … end]]    portable, given as text     { is_body, text, origin }
--   flux.c[[ … ]]                           the body of a C function    { is_c, text, inputs, origin }
--   flux.cfile("kalman.c", "kalman_update") a function of a C file      { is_c, file, function_name, inputs, origin }
--   flux.lua(fn, { extern = "name" })       opaque Lua                  { is_opaque, fn, extern, origin }
--   flux.quiet(source)  flux.ran(source)    marks on a handler, on an on_input callback

local lpeg = require "lpeg"
local names = require "flux.names"
local origins = require "flux.origin"

local M = {}

local Source = {}
Source.__index = Source
local Mark = {}
Mark.__index = Mark

local function is_source(value)
  return type(value) == "function" or getmetatable(value) == Source
end

-- "function(self, fast, slow)" → { "self", "fast", "slow" }; comments may stand where space may.
local function parameter_grammar()
  local P, R, S = lpeg.P, lpeg.R, lpeg.S
  local name = lpeg.C((R("az", "AZ") + "_") * (R("az", "AZ", "09") + "_") ^ 0)
  local comment = P "--[[" * (1 - P "]]") ^ 0 * "]]" + P "--" * (1 - P "\n") ^ 0
  local space = (S " \t\r\n" + comment) ^ 0
  local list = lpeg.Ct((name * (space * "," * space * name) ^ 0) ^ -1)
  return space * "function" * space * "(" * space * list * space * ")"
end
local parameter_list = parameter_grammar()

--- A portable body as text.
---@param text string one function expression
---@return flux.BodySource
function M.body(text) return M.body_at(text, origins.here()) end

--- The same, of a known line.
---@param text string
---@param origin flux.Origin
---@return flux.BodySource
function M.body_at(text, origin)
  if type(text) ~= "string" then origins.fail(origin, "flux.body: expected the text of a function, got %s", type(text)) end
  local parameters = parameter_list:match(text)
  if not parameters then origins.fail(origin, "flux.body: expected \"function(self, …) … end\" with named parameters") end
  return setmetatable({ is_body = true, text = text, parameters = parameters, origin = origin }, Source)
end

--- Checks a list of input names.
---@param list string[]?
---@param what string
---@param origin flux.Origin?
---@return string[]?
function M.check_inputs(list, what, origin)
  if list == nil then return nil end
  if type(list) ~= "table" then origins.fail(origin, "%s: inputs is a list of names, as in { \"x\" }", what) end
  local seen = {}
  for _, key in ipairs(names.keys(list)) do
    if type(key) ~= "number" then origins.fail(origin, "%s: inputs is a list of names, as in { \"%s\" }", what, tostring(key)) end
  end
  for _, name in ipairs(list) do
    names.check(name, "input", origin)
    if seen[name] then origins.fail(origin, "%s: duplicate input '%s'", what, name) end
    seen[name] = true
  end
  return list
end

--- The body of a C function, given as text.
---@param text string|table the text, or { text, inputs = { … } }
---@param options { inputs: string[]? }? inputs: the inputs that the body names; default all of the node's
---@return flux.CSource
function M.c(text, options)
  local origin = origins.here()
  if type(text) == "table" then
    options = {}
    for key, value in pairs(text) do options[key] = value end
    text, options[1], options.text = options[1] or options.text, nil, nil
  end
  options = options or {}
  if type(text) ~= "string" then origins.fail(origin, "flux.c: expected the text of a C function's body, got %s", type(text)) end
  names.check_keys(options, { "inputs" }, "flux.c", origin)
  return setmetatable({ is_c = true, text = text, inputs = M.check_inputs(options.inputs, "flux.c", origin), origin = origin }, Source)
end

--- A function of a C file; the path is relative to the script.
---@param file string
---@param function_name string
---@param options { inputs: string[]? }?
---@return flux.CSource
function M.cfile(file, function_name, options)
  local origin = origins.here()
  if type(file) ~= "string" then origins.fail(origin, "flux.cfile: expected a path, got %s", type(file)) end
  if type(function_name) ~= "string" or not function_name:match("^[%a_][%w_]*$") then
    origins.fail(origin, "flux.cfile: expected the name of a C function, got %s", tostring(function_name))
  end
  options = options or {}
  names.check_keys(options, { "inputs" }, "flux.cfile", origin)
  return setmetatable({ is_c = true, file = origins.beside(file, origin), function_name = function_name,
    inputs = M.check_inputs(options.inputs, "flux.cfile", origin), origin = origin }, Source)
end

--- Opaque Lua: any function; prototypes and tests only, unless the host supplies it in C under the name `extern`.
---@param fn function
---@param options { extern: string? }?
---@return flux.OpaqueSource
function M.lua(fn, options)
  local origin = origins.here()
  if type(fn) ~= "function" then origins.fail(origin, "flux.lua: expected a function, got %s", type(fn)) end
  options = options or {}
  names.check_keys(options, { "extern" }, "flux.lua", origin)
  if options.extern ~= nil then names.check(options.extern, "extern", origin) end
  return setmetatable({ is_opaque = true, fn = fn, extern = options.extern, origin = origins.of(fn) }, Source)
end

local function mark(value, key, name)
  local origin = origins.here()
  if getmetatable(value) == Mark then
    return setmetatable({ source = value.source, quiet = value.quiet or key == "quiet", ran = value.ran or key == "ran" }, Mark)
  end
  if not is_source(value) then origins.fail(origin, "flux.%s: expected a callback, got %s", name, type(value)) end
  return setmetatable({ source = value, [key] = true }, Mark)
end

--- A handler that never propagates.
---@param callback function|table
function M.quiet(callback) return mark(callback, "quiet", "quiet") end

--- An on_input callback that runs whenever its input ran, not only when it is dirty.
---@param callback function|table
function M.ran(callback) return mark(callback, "ran", "ran") end

--- Takes the marks off: { source, quiet, ran }, or nil when the value is no callback.
---@param value any
---@return { source: flux.Source, quiet: boolean, ran: boolean }?
function M.unwrap(value)
  if getmetatable(value) == Mark then return { source = value.source, quiet = value.quiet or false, ran = value.ran or false } end
  if is_source(value) then return { source = value, quiet = false, ran = false } end
end

--- Where a source is written.
---@param source flux.Source
---@return flux.Origin
function M.origin(source)
  return type(source) == "function" and origins.of(source) or source.origin
end

--- The parameter names of a source; nil when it has none to name (C).
---@param source flux.Source
---@return string[]? names
---@return string? reason why the parameters cannot be known
function M.parameters(source)
  local fn = source
  if type(source) == "table" then
    if source.is_c then return nil end
    if source.is_body then return source.parameters end
    fn = source.fn
  end
  local info = debug.getinfo(fn, "u")
  if info.isvararg then return {}, "'...' names no inputs; write the parameters by name" end
  local list = {}
  for i = 1, info.nparams do
    list[i] = debug.getlocal(fn, i)
    if not list[i] then return {}, "its parameters have no names: the script was compiled without debug information" end
  end
  return list
end

return M
