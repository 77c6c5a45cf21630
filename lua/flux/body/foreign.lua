-- SPDX-License-Identifier: MIT
-- Bodies that are not portable Lua: C text (flux.c, flux.cfile) and opaque Lua functions (flux.lua).
--
-- Of C only tokens are read: which arguments a text mentions, which functions of the context it calls, whether it can arrest.
-- Of an opaque function nothing is known, so everything is assumed.

local lpeg = require "lpeg"
local emit_lua = require "flux.body.emit_lua"
local refuse = require "flux.body.refuse"
local writer = require "flux.writer"

local M = {}

-- Identifiers of a C text, outside of comments, strings and characters.
local P, R, S, C, Ct = lpeg.P, lpeg.R, lpeg.S, lpeg.C, lpeg.Ct
local identifier = R("az", "AZ", "__") * R("az", "AZ", "09", "__") ^ 0
local function quoted(q) return P(q) * (P "\\" * 1 + (1 - S("\\\n" .. q))) ^ 0 * P(q) ^ -1 end
local comment = P "/*" * (1 - P "*/") ^ 0 * P "*/" ^ -1 + P "//" * (1 - P "\n") ^ 0
local number = R "09" * (R("09", "az", "AZ", "__") + ".") ^ 0
local token_patt = Ct((comment + quoted '"' + quoted "'" + number + C(identifier) + 1) ^ 0)

---The set of identifiers in a C text.
---@param text string
---@return table<string, true>
function M.c_tokens(text)
  local set = {}
  for _, token in ipairs(token_patt:match(text)) do set[token] = true end
  return set
end

local function sorted_inputs(env)
  local list = {}
  for _, input in pairs(env.inputs or {}) do list[#list + 1] = input end
  table.sort(list, function(a, b)
    if (a.index or 0) ~= (b.index or 0) then return (a.index or 0) < (b.index or 0) end
    return a.name < b.name
  end)
  return list
end

-- Arguments of an input: a list gives one for each field of its elements (of its ports).
local function add_input(args, input)
  if not input.list then
    args[#args + 1] = { what = "input", input = input }
  elseif input.elements[1] and input.elements[1].field then
    args[#args + 1] = { what = "list", input = input, field = input.elements[1].field }
  elseif input.elements[1] then
    for _, field in ipairs(input.elements[1].node.record.fields) do args[#args + 1] = { what = "list", input = input, field = field } end
  end
end

local function all_fields(input)
  local set, first = {}, input.elements[1]
  for i, field in ipairs(first and (first.field and { first.field } or first.node.record.fields) or {}) do
    set[i], set[field.name] = field.name, true
  end
  return set
end

local function all_names(record)
  local set = {}
  for i, field in ipairs(record and record.fields or {}) do set[i], set[field.name] = field.name, true end
  return set
end

local verdicts = { handler = true, timer = true, update = true, on_arrest = true }

-- C ------------------------------------------------------------------------------------------------------------------------------

local function read_source(source)
  if source.text then return source.text end
  local file = io.open(source.file, "rb")
  if not file then
    refuse.near(source.origin, ("the C file '%s' cannot be read"):format(source.file), "paths are relative to the script")
  end
  local text = file:read "*a"
  file:close()
  return text
end

local function observed(env, tokens, what)
  local list = {}
  for _, input in ipairs(sorted_inputs(env)) do
    if tokens[("flux_%s_%s"):format(what, input.name)] then list[#list + 1] = input end
  end
  return list
end

local function posted(env, tokens)
  local list = {}
  for _, event in ipairs(env.graph and env.graph.events or {}) do
    if tokens["flux_post_" .. event.name] then list[#list + 1] = event end
  end
  return list
end

-- Names of events that the text posts, whether or not the graph knows them yet.
local function posted_names(tokens)
  local names = {}
  for token in pairs(tokens) do names[#names + 1] = token:match "^flux_post_([%w_]+)$" end
  table.sort(names)
  return names
end

---The Body of a C text.
---@param source table
---@param env table
---@return table
function M.c(source, env)
  local text = read_source(source)
  local tokens = M.c_tokens(text)
  local whole_file = source.text == nil
  local args, reads = {}, {}
  if whole_file or tokens.self then args[1] = { what = "self" } end
  if env.event and (whole_file or tokens.event) then args[#args + 1] = { what = "event" } end
  for _, input in ipairs(sorted_inputs(env)) do
    if whole_file or tokens[input.name] then
      add_input(args, input)
      reads[input.name] = all_fields(input)
    end
  end
  if env.indexed and (whole_file or tokens.index) then args[#args + 1] = { what = "index" } end
  if tokens.ctx then args[#args + 1] = { what = "ctx" } end
  local verdict = verdicts[env.role] or false
  local names = posted_names(tokens)
  local facts = {
    always_dirty = not verdict or not (whole_file or tokens["return"]), never_dirty = false,
    may_fail = whole_file or tokens["return"] or false,
    reads_now = tokens.flux_now or false, reads_wall = tokens.flux_wall or false, reads_cycle = tokens.flux_cycle or false,
    ticked = observed(env, tokens, "ticked"), valid = observed(env, tokens, "valid"), posts = posted(env, tokens), post_names = names,
    may_post = #names > 0, arms = tokens.flux_after or tokens.flux_cancel or false, reads = reads,
    writes = (whole_file or tokens.self) and all_names(env.self) or {}, pure_tail = false,
  }
  return { language = "c", origin = source.origin, text = text, args = args, facts = facts, functions = {}, event = env.event,
    inputs = env.inputs, verdict = verdict, c_file = whole_file and source.file or nil,
      c_function = whole_file and source.function_name or nil }
end

local function c_parameter(b, names, arg, name)
  local what = arg.what
  if what == "self" then return names.self_type .. " *self" end
  if what == "event" then return ("const %s *event"):format(names.event_type(b.event)) end
  if what == "index" then return "int index" end
  if what == "ctx" then return (names.context or "void *") .. "ctx" end
  local c_type = arg.field and (arg.field.type == "symbol" and "uint32_t" or arg.field.type)
  if what == "list" then
    if names.list_parameter then return names.list_parameter(arg.input, arg.field) end
    return ("const %s *const *%s"):format(c_type, name)
  end
  local element = arg.input.elements[1]
  if not element.field then return ("const %s *%s"):format(names.node_type(element.node), name) end
  c_type = element.field.type == "symbol" and "uint32_t" or element.field.type
  return c_type .. " " .. name
end

---The user's C text as a static function of result type int; falling off its end is dirty. A whole file is called instead.
---@param b table
---@param names table
---@return string
function M.emit_c(b, names)
  local parameters, arguments = {}, {}
  for i, arg in ipairs(b.args) do
    arguments[i] = emit_lua.argument(arg, "event")
    parameters[i] = c_parameter(b, names, arg, arguments[i])
  end
  local w = writer.new "  "
  w:line("static int %s(%s) {", names.function_name, #parameters > 0 and table.concat(parameters, ", ") or "void"):indent()
  if b.c_function then
    w:line("return %s(%s);", b.c_function, table.concat(arguments, ", "))
  else
    w:line("#line %d %q", b.origin.line, b.origin.file)
    w.lines[#w.lines] = w.lines[#w.lines]:gsub("^%s+", "")
    w:dedent()
    w.lines[#w.lines + 1] = b.text:gsub("%s+$", "")
    if names.restore_line then w:block(names.restore_line()) end
    w:indent():line "return FLUX_DIRTY;"
  end
  w:dedent():line "}"
  return w:text()
end

-- Opaque Lua ---------------------------------------------------------------------------------------------------------------------

---The Body of a function of which nothing is known: every fact is the worst case, and it gets what its parameters name.
---@param source table
---@param env table
---@return table
function M.opaque(source, env)
  local info = debug.getinfo(source.fn, "Su")
  local args = {}
  for i = 1, info.nparams do
    local name = debug.getlocal(source.fn, i)
    if name == "self" or name == "_" and i == 1 then
      args[i] = { what = "self" }
    elseif name == "ctx" then
      args[i] = { what = "ctx" }
    elseif env.event and i == 2 then
      args[i] = { what = "event" }
    elseif name == "index" and env.indexed then
      args[i] = { what = "index" }
    elseif env.inputs and env.inputs[name] then
      args[i] = { what = "input", input = env.inputs[name] }
    else
      refuse.near({ file = info.short_src, line = info.linedefined }, ("this node has no input '%s'"):format(name),
        "parameters after self are inputs of the node")
    end
  end
  local reads, inputs = {}, sorted_inputs(env)
  for _, input in ipairs(inputs) do reads[input.name] = all_fields(input) end
  local facts = {
    always_dirty = not verdicts[env.role], never_dirty = false, may_fail = true, reads_now = true, reads_wall = true, reads_cycle = true,
    ticked = inputs, valid = inputs, posts = {}, may_post = true, arms = true, reads = reads, writes = all_names(env.self),
    pure_tail = false,
  }
  return { language = "opaque", origin = source.origin or { file = info.short_src, line = info.linedefined }, text = "", args = args,
    facts = facts, functions = {}, event = env.event, inputs = env.inputs, fn = source.fn, extern = source.extern }
end

return M
