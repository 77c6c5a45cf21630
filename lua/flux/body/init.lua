-- SPDX-License-Identifier: MIT
-- Bodies of callbacks: from what the user wrote to code for every backend.
--
--   local body = require "flux.body"
--   local b = body.compile(update, env)            -- raises a refusal
--   local b, refusal = body.try(update, env)       -- nil and the refusal, to list all offenders
--   body.emit_lua(b, names)  body.emit_c(b, names)  for _, fn in ipairs(b.functions) do body.emit_c_function(fn, names) end
--
-- A source is a Lua function, flux.body[[ … ]] ({ is_body, text, origin }), flux.c[[ … ]] ({ is_c, … }) or flux.lua(fn) ({ is_opaque, … }).
--
-- env = { role, self = Record, event = EventType?, inputs = { name → Input }, params = { name → { type, value } }, graph, label,
--         indexed = bool, input = Input (on_input: the input that it belongs to) }
-- Body = { language, origin, text, args, facts, functions (helpers, callees first), event, inputs, ast }
--
-- names, for Lua: math(fn), bit(fn)?, symbol(Symbol), helper(name), fn(helper function), post(EventType, fields), after(text), cancel(),
--   wall(). For C the same and: function_name, self_type, event_type(EventType), node_type(Node), fail_index(site, index, count),
--   element(Input, Field, index)?, list_parameter(Input, Field)?, context? ("signals_t *"), dirty?, arrest?, reserved?, line_directives?,
--   const_input?. `fields` is a list of { field, text } in declaration order and also maps field names to text; `site` is
--   { text = "self.w", line, file }. In C, post and after are expressions of type int (0 or a negative status), cancel is an expression
--   statement, fail_index is the negative status that the body returns.

local check = require "flux.body.check"
local emit_lua = require "flux.body.emit_lua"
local facts_of = require "flux.body.facts"
local refuse = require "flux.body.refuse"
local source_of = require "flux.body.source"
local support = require "flux.body.support"

local M = {}

-- Loaded when first needed: most runs translate Lua to Lua only, and the start should be short.
local function emit_c() return require "flux.body.emit_c" end
local function foreign() return require "flux.body.foreign" end

local function compile_portable(source, env)
  local before = env.before
  local typed = check.body(source, env, before and source_of.text(before.text, before.origin, before.upvalues))
  local facts, args = facts_of(typed, env)
  return { language = "portable", origin = { file = source.file, line = typed.line }, text = source:body_text(), args = args, facts = facts,
    functions = typed.functions, event = env.event, inputs = env.inputs, ast = typed }
end

---Compiles a callback's source; raises a refusal (a table with `message`, printable with tostring) if it is not allowed.
---@param source function|table
---@param env table
---@return table body
function M.compile(source, env)
  if type(source) == "function" then return compile_portable(source_of.fn(source), env) end
  if source.is_body then return compile_portable(source_of.text(source.text, source.origin, source.upvalues), env) end
  if source.is_c then return foreign().c(source, env) end
  if source.is_opaque then return foreign().opaque(source, env) end
  error("a body is a Lua function, flux.body, flux.c or flux.lua", 2)
end

---As compile, but gives nil and the refusal instead of raising it. Other errors are raised.
---@param source function|table
---@param env table
---@return table? body
---@return flux.Refusal? refusal
function M.try(source, env)
  local ok, result = xpcall(M.compile, function(e)
    if type(e) == "table" and e.refusal then return e end
    return debug.traceback(tostring(e), 2)
  end, source, env)
  if ok then return result end
  if type(result) == "table" then return nil, result end
  error(result, 0)
end

---The text of a Lua function expression with the parameters of b.args; see flux.body.emit_lua.
M.emit_lua = emit_lua.body
---The same for a helper function of b.functions.
M.emit_lua_function = emit_lua.fn
---The text of the body as a function of numbers, for those that flux.body.numbers knows.
M.emit_lua_numbers = emit_lua.numbers

---The text of a static C function; see flux.body.emit_c and, for C bodies, flux.body.foreign.
---@param b table
---@param names table
---@return string
function M.emit_c(b, names)
  if b.language == "c" then return foreign().emit_c(b, names) end
  return emit_c().body(b, names)
end

---The same for a helper function of b.functions.
function M.emit_c_function(fn, names) return emit_c().fn(fn, names) end
---The C result type of a body: "void", "bool" or "int".
function M.result_type(b) return b.language == "portable" and emit_c().result_type(b) or "int" end
---The C text of a runtime helper: { text, libm }; see flux.body.support_c.
function M.support_c(name) return require("flux.body.support_c").c(name) end
---Runtime helpers in Lua by name.
M.support_lua = support.lua
---The text of an index error, for backends that only have its parts.
M.index_message = support.index_message
M.refuse = refuse

return M
