-- SPDX-License-Identifier: MIT
-- C bodies: flux.c (the body of a function, as text) and flux.cfile (a function of a file).
--
-- Of C only tokens are read: which arguments a text mentions, which functions of the context it calls, whether it can arrest.

local assumed = require "flux.body.assumed"
local ctext = require "flux.body.ctext"
local arguments = require "flux.body.arguments"
local origins = require "flux.origin"
local refuse = require "flux.body.refuse"
local writer = require "flux.writer"

local M = {}

-- What reads element i of a list in C: `xs(i)` of ports, `xs_value(i)` of nodes.
local function reader_name(input, field)
  return input.elements[1].field and input.name or ("%s_%s"):format(input.name, field.name)
end

local function read_file(source)
  local file = io.open(source.file, "rb")
  if not file then
    refuse.near(source.origin, ("the C file '%s' cannot be read"):format(source.file), "paths are relative to the script")
  end
  local text = file:read "*a"
  file:close()
  return text
end

-- The line on which a text begins in the file that names it: of its occurrences the one nearest to where it was given.
local function first_line(text, origin)
  local file = io.open(origins.absolute(origin.file), "rb")
  local whole = file and file:read "*a" or ""
  if file then file:close() end
  local best, from = nil, 1
  while text ~= "" do
    local pos = whole:find(text, from, true)
    if not pos then break end
    local line = ctext.line(whole, pos)
    if not best or math.abs(line - origin.line) < math.abs(best - origin.line) then best = line end
    from = pos + 1
  end
  return best or origin.line
end

local function check_braces(text, place)
  local pos, reason = ctext.unbalanced(text)
  if not pos then return end
  refuse.near({ file = place.file, line = place.line + ctext.line(text, pos) - 1 }, "unbalanced braces in the C body: " .. reason)
end

local function observed(env, tokens, what)
  local list = {}
  for _, input in ipairs(assumed.sorted_inputs(env)) do
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

-- Functions of ctx that need to know which node runs, or which input is meant: a file is shared, so it cannot name them.
local function check_shared(tokens, text, file)
  local first
  for name in pairs(tokens) do -- the smallest: the order does not matter
    local of_node = name == "flux_after" or name == "flux_cancel" or name:match "^flux_ticked_" or name:match "^flux_valid_"
    if of_node and (not first or name < first) then first = name end
  end
  if not first then return end
  refuse.near({ file = file, line = ctext.line(text, ctext.find(text, first)) }, first .. " in a C file, which several nodes may share",
    "write this callback with flux.c[[ … ]]")
end

local function check_calls(env, tokens, text, place)
  local function refuse_at(name, reason, advice)
    refuse.near({ file = place.file, line = place.line + ctext.line(text, ctext.find(text, name)) - 1 }, reason, advice)
  end
  for _, name in ipairs(posted_names(tokens)) do
    local whole = "flux_post_" .. name
    if env.role == "stop" then refuse_at(whole, whole .. " in `stop`: nothing runs afterwards") end
    local known = false
    for _, event in ipairs(env.graph and env.graph.events or {}) do known = known or event.name == name end
    if env.graph and not known then refuse_at(whole, ("no node handles event type '%s'"):format(name)) end
  end
end

-- The arguments of a body given as text: what it mentions, self and the event first.
local function text_arguments(env, tokens, text)
  local args, reads = {}, {}
  if tokens.self then args[1] = { what = "self" } end
  if env.event and tokens.event then args[#args + 1] = { what = "event" } end
  for _, input in ipairs(assumed.sorted_inputs(env)) do
    if input.list then
      for _, field in ipairs(assumed.fields_of(input)) do
        local name = reader_name(input, field)
        -- `xs_n` alone is the length.
        if tokens[name] and (name ~= input.name .. "_n" or text:find(name .. "%s*%(")) then
          args[#args + 1] = { what = "list", input = input, field = field }
          reads[input.name] = assumed.all_fields(input)
        end
      end
    elseif tokens[input.name] then
      args[#args + 1] = { what = "input", input = input }
      reads[input.name] = assumed.all_fields(input)
    end
  end
  if env.indexed and tokens.index then args[#args + 1] = { what = "index" } end
  for _, what in ipairs { "ticked", "valid" } do
    for _, input in ipairs(observed(env, tokens, what)) do args[#args + 1] = { what = what, input = input } end
  end
  if tokens.ctx then args[#args + 1] = { what = "ctx" } end
  return args, reads
end

-- The arguments of a function of a file: its parameters say by name what they want.
local function function_arguments(source, env, fn, text)
  local args, reads = {}, {}
  for i, name in ipairs(fn.parameters) do
    local input = env.inputs and env.inputs[name]
    if name == "self" or name == "ctx" or name == "event" and env.event or name == "index" and env.indexed then
      args[i] = { what = name }
    elseif not input or input.list then
      refuse.near({ file = source.file, line = ctext.line(text, fn.pos) },
        input and ("%s: input '%s' is a list"):format(source.function_name, name)
          or ("%s: this node has no input '%s'"):format(source.function_name, name),
        input and "read lists with flux.c[[ … ]]" or "parameters are self, event, index, ctx and the node's inputs, by name")
    else
      args[i] = { what = "input", input = input }
      reads[name] = assumed.all_fields(input)
    end
  end
  return args, reads
end

local function has_arg(args, what)
  for _, arg in ipairs(args) do
    if arg.what == what then return true end
  end
  return false
end

---The Body of a C text.
---@param source table
---@param env table
---@return table
function M.compile(source, env)
  local text = source.text or read_file(source)
  local place = source.text and { file = source.origin.file, line = first_line(text, source.origin) } or { file = source.file, line = 1 }
  check_braces(text, place)
  local tokens = ctext.names(text)
  local args, reads, fn
  if source.text then
    args, reads = text_arguments(env, tokens, text)
  else
    fn = ctext.fn(text, source.function_name)
    if not fn then
      refuse.near(source.origin, ("the C file '%s' defines no function '%s'"):format(source.file, source.function_name))
    end
    check_shared(tokens, text, source.file)
    args, reads = function_arguments(source, env, fn, text)
    if not has_arg(args, "ctx") then tokens = {} end -- what other functions of the file reach is not this one's
  end
  check_calls(env, tokens, text, place)
  local verdict = assumed.verdicts[env.role] or false
  local returns = tokens["return"] or fn and not fn.is_void or false
  local names = posted_names(tokens)
  local facts = {
    always_dirty = not verdict or not returns, never_dirty = false, may_fail = returns or #names > 0,
    reads_now = tokens.flux_now or false, reads_wall = tokens.flux_wall or false, reads_cycle = tokens.flux_cycle or false,
    ticked = observed(env, tokens, "ticked"), valid = observed(env, tokens, "valid"), posts = posted(env, tokens), post_names = names,
    may_post = #names > #posted(env, tokens), arms = tokens.flux_after or tokens.flux_cancel or false, reads = reads,
    writes = has_arg(args, "self") and assumed.all_names(env.self) or {}, pure_tail = false,
  }
  return { language = "c", origin = source.origin, text = text, place = place, tokens = tokens, args = args, facts = facts, functions = {},
    event = env.event, inputs = env.inputs, verdict = verdict, c_file = fn and source.file or nil,
    c_function = fn and source.function_name or nil, c_void = fn and fn.is_void or nil }
end

-- The C parameter of an argument. A list's name is the text's: `xs_n` is a length, `xs_n(i)` field n of an element.
local function argument_name(arg)
  local name = arguments.name(arg, "event")
  return arg.what == "list" and "list_" .. name or name
end

local function c_parameter(b, names, arg, name)
  local what = arg.what
  if what == "self" then return names.self_type .. " *self" end
  if what == "event" then return ("const %s *event"):format(names.event_type(b.event)) end
  if what == "index" then return "int index" end
  if what == "ctx" then return (names.context or "void *") .. "ctx" end
  if what == "ticked" or what == "valid" then return "bool " .. name end
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

-- What the text finds besides its parameters, as macros: { head, text }, and the lengths of lists.
local function vocabulary(b, names)
  local macros, lengths = {}, {}
  local function add(head, text) macros[#macros + 1] = { head = head, text = text } end
  for _, arg in ipairs(b.args) do
    if arg.what == "list" then
      local name = argument_name(arg)
      local element = names.element and names.element(arg.input, arg.field, "(int64_t)(i)")
        or (arg.field.count and "(%s[(i)])" or "(*%s[(i)])"):format(name)
      add(reader_name(arg.input, arg.field) .. "(i)", element)
    elseif arg.what == "ticked" or arg.what == "valid" then
      add(("flux_%s_%s(ctx)"):format(arg.what, arg.input.name), ("((void)(ctx), %s)"):format(arguments.name(arg)))
    end
  end
  for _, input in ipairs(assumed.sorted_inputs(b)) do
    if input.list and b.tokens[input.name .. "_n"] then lengths[#lengths + 1] = ("%s_n = %d"):format(input.name, #input.elements) end
  end
  for _, macro in ipairs(names.context_macros and names.context_macros(b) or {}) do add(macro[1], macro[2]) end
  return macros, lengths
end

local function parameter_text(list) return #list > 0 and table.concat(list, ", ") or "void" end

local function emit_text(w, b, names, name, parameters)
  local macros, lengths = vocabulary(b, names)
  w:line("static int %s(%s) {", name, parameter_text(parameters))
  for _, macro in ipairs(macros) do w.lines[#w.lines + 1] = ("#define %s %s"):format(macro.head, macro.text) end
  if #lengths > 0 then w.lines[#w.lines + 1] = ("  enum { %s };"):format(table.concat(lengths, ", ")) end
  w.lines[#w.lines + 1] = ("#line %d %q"):format(b.place.line, b.place.file)
  w.lines[#w.lines + 1] = M.kept_lines(b.text:gsub("%s+$", ""))
  if names.restore_line then w:block(names.restore_line()) end
  w:indent():line "return FLUX_DIRTY;"
  w:dedent():line "}"
  for _, macro in ipairs(macros) do w.lines[#w.lines + 1] = "#undef " .. macro.head:match "^[%w_]+" end
end

---A text whose empty lines survive an emitter that drops them: they count in the numbers of the lines after them.
---@param text string
---@return string
function M.kept_lines(text)
  return (text:gsub("\n(\n\n*)", function(empty) return "\n" .. empty:gsub("\n", " \n") end))
end

---The user's C text as a static function of result type int; falling off its end is dirty. A function of a file is called instead.
---@param b table
---@param names table
---@return string
function M.emit_c(b, names)
  local parameters, values = {}, {}
  for _, arg in ipairs(b.args) do
    local name = argument_name(arg)
    local parameter = c_parameter(b, names, arg, name)
    if parameter ~= "" then
      parameters[#parameters + 1] = parameter
      values[#values + 1] = parameter:match "([%w_]+)$"
    end
  end
  local w = writer.new "  "
  if b.c_function then
    local call = ("%s(%s)"):format(b.c_function, table.concat(values, ", "))
    w:line("static int %s(%s) {", names.function_name, parameter_text(parameters)):indent()
    if b.c_void then w:line("%s;", call):line "return FLUX_DIRTY;" else w:line("return %s;", call) end
    w:dedent():line "}"
  elseif names.keeps_posts and #b.facts.post_names > 0 then
    -- A post that does not fit fails the cycle even when the text does not pass its status on.
    local inner = names.function_name .. "_text"
    parameters[#parameters + 1] = "int *post_status"
    emit_text(w, b, names, inner, parameters)
    parameters[#parameters] = nil
    values[#values + 1] = "&post_status"
    w:blank()
    w:line("static int %s(%s) {", names.function_name, parameter_text(parameters)):indent()
    w:line "int post_status = 0;"
    w:line("const int result = %s(%s);", inner, table.concat(values, ", "))
    w:line "return post_status < 0 ? post_status : result;"
    w:dedent():line "}"
  else
    emit_text(w, b, names, names.function_name, parameters)
  end
  return w:text()
end

return M
