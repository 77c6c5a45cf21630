-- SPDX-License-Identifier: MIT
-- Emits C bodies as C: the user's text in a function with what it mentions as parameters, under a #line; or a call of the function
-- of the file that it names.

local arguments = require "flux.body.arguments"
local assumed = require "flux.body.assumed"
local cbody = require "flux.body.cbody"
local writer = require "flux.writer"

local M = {}

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
      add(cbody.reader_name(arg.input, arg.field) .. "(i)", element)
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
  w.lines[#w.lines + 1] = M.kept_lines((names.keeps_columns and b.place.lead or "") .. b.text:gsub("%s+$", ""))
  if names.restore_line then w:block(names.restore_line()) end
  w:indent():line "return FLUX_DIRTY;"
  w:dedent():line "}"
  for _, macro in ipairs(macros) do w.lines[#w.lines + 1] = "#undef " .. macro.head:match "^[%w_]+" end
end

-- Parameters and what stands for them in a call, in the order of the arguments.
local function parameters_of(b, names)
  local parameters, values = {}, {}
  for _, arg in ipairs(b.args) do
    local name = argument_name(arg)
    local parameter = c_parameter(b, names, arg, name)
    if parameter ~= "" then
      parameters[#parameters + 1] = parameter
      values[#values + 1] = parameter:match "([%w_]+)$"
    end
  end
  return parameters, values
end

---What a function of a file is called as: declared before the file, so that the compiler finds what does not fit in the file.
---@param b table
---@param names table
---@return string
function M.prototype(b, names)
  local parameters = parameters_of(b, names)
  for i, parameter in ipairs(parameters) do -- self and ctx may be declared const
    local name = parameter:match "(%*%l+)$"
    if (name == "*self" or name == "*ctx") and not parameter:find "^const " then
      local declared = b.c_head:match("([^,(]*)%*%s*" .. name:sub(2) .. "%s*[,)]")
      if declared and declared:find "%f[%w_]const%f[^%w_]" then parameters[i] = "const " .. parameter end
    end
  end
  return ("static %s %s(%s)"):format(b.c_void and "void" or "int", b.c_function, parameter_text(parameters))
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
  local parameters, values = parameters_of(b, names)
  local w = writer.new "  "
  if b.c_function then
    local name = names.file_function and names.file_function(b) or b.c_function
    local call = ("%s(%s)"):format(name, table.concat(values, ", "))
    w:line("static int %s(%s) {", names.function_name, parameter_text(parameters)):indent()
    -- What does not fit here fits another node: it is the script's line that is wrong.
    if names.keeps_columns then w.lines[#w.lines + 1] = ("#line %d %q"):format(b.origin.line, b.origin.file) end
    if b.c_void then w:line("%s;", call) else w:line("return %s;", call) end
    if names.keeps_columns and names.restore_line then w:block(names.restore_line()) end
    if b.c_void then w:line "return FLUX_DIRTY;" end
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
