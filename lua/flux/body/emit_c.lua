-- SPDX-License-Identifier: MIT
-- Emits typed bodies as C11: complete static functions with the user's names, shape and comments.
--
--   local text = emit_c.body(body, names)     local text = emit_c.fn(fn, names)
--
-- `names` are hooks that give C text, see flux.body. The result type of a body follows its facts: void when it is always dirty and cannot
-- fail, bool (dirty) when it cannot fail, else int (FLUX_DIRTY, FLUX_ARREST or a negative status).

local arguments = require "flux.body.arguments"
local emit_c_expr = require "flux.body.emit_c_expr"
local emit_c_stat = require "flux.body.emit_c_stat"
local naming = require "flux.body.naming"
local types = require "flux.body.types"
local walk = require "flux.body.walk"
local wrap = require "flux.body.wrap"
local writer = require "flux.writer"

local M = {}

local Emitter = {}
Emitter.__index = Emitter
for _, part in ipairs { emit_c_expr, emit_c_stat } do
  for name, method in pairs(part.methods) do Emitter[name] = method end
end

-- What comes before the statement that is being written --------------------------------------------------------------------------

function Emitter:before(line) self.pending[#self.pending + 1] = line end

function Emitter:before_all(lines, levels)
  for _, line in ipairs(lines) do self:before(("  "):rep(levels) .. line) end
end

---Runs a function whose checks are wanted apart; they do not count as made afterwards.
function Emitter:apart(run)
  local pending, checked = self.pending, self.checked
  self.pending, self.checked = {}, setmetatable({}, { __index = checked })
  local result = run()
  local lines = self.pending
  self.pending, self.checked = pending, checked
  return result, lines
end

---A test that ends the callback when an index is out of range.
function Emitter:check(test, index, text)
  local site = { text = index.array, line = index.line, file = self.source.file }
  self:before(("if (%s) return %s;"):format(test, self.names.fail_index(site, text, index.count)))
end

---Writes what must come before the next line.
function Emitter:flush()
  for _, line in ipairs(self.pending) do self.w:line(line) end
  self.pending, self.checked = {}, {}
end

-- Functions ----------------------------------------------------------------------------------------------------------------------

-- The variables that are read. One that is only read to change itself, `x = x + 1`, is unused for a compiler.
local function read_variables(block)
  local reads, read = {}, {}
  walk.block(block, function(node)
    if node.k == "local" then reads[node.var] = (reads[node.var] or 0) + 1 end
  end)
  walk.statements(block, function(s)
    local target, value = s.k == "assign" and s.targets[1], s.k == "assign" and s.values[1]
    local changes = target and #s.targets == 1 and target.k == "local" and value.k == "arith" and value.left.k == "local"
    if changes and value.left.var == target.var then
      reads[target.var] = reads[target.var] - 1
    end
  end)
  for var, count in pairs(reads) do read[var] = count > 0 end
  return read
end

-- No variable hides a function that is called.
local function keep_functions(namer, names, block)
  walk.block(block, function(node)
    if node.k == "call" then namer:keep(names.fn(node.fn)) end
  end)
  walk.statements(block, function(s)
    if s.k == "invoke" then namer:keep(names.fn(s.fn)) end
  end)
end

local function emitter(names, source, block, result)
  local namer = naming.new(naming.c_reserved, names.reserved, names.given)
  keep_functions(namer, names, block)
  return setmetatable({ names = names, source = source, w = writer.new "  ", namer = namer,
    given = {}, pending = {}, checked = {}, values = {}, read = read_variables(block), result = result, top = block }, Emitter)
end

-- The names that a C text uses, without members and comments.
local function names_in(text)
  local found = {}
  for word in text:gsub("/%*.-%*/", ""):gsub("%->[%w_]+", ""):gsub("%.[%a_][%w_]*", ""):gmatch "[%a_][%w_]*" do found[word] = true end
  return found
end

-- `static T name(parameters) {`, broken before 120 columns.
local function head(w, result, name, parameters)
  local line = ("static %s %s(%s) {"):format(result, name, #parameters == 0 and "void" or table.concat(parameters, ", "))
  if #line <= 120 then return w:line(line) end
  local start = ("static %s %s("):format(result, name)
  local current = start
  for i, parameter in ipairs(parameters) do
    local piece = parameter .. (i < #parameters and "," or ") {")
    if #current + #piece > 119 and current ~= start and not current:find "^%s*$" then
      w:line((current:gsub("%s+$", "")))
      current = (" "):rep(#start)
    end
    current = current .. piece .. " "
  end
  w:line((current:gsub("%s+$", "")))
end

local function assemble(self, result, name, parameters, parameter_names)
  local body = self.w:text()
  local used = names_in(body)
  local w = writer.new "  "
  head(w, result, name, parameters)
  if self.top.opening then w:append(" " .. self:comment(self.top.opening)) end
  for _, parameter in ipairs(parameter_names) do
    if not used[parameter] then w:line("  (void)%s;", parameter) end
  end
  if not self.names.line_directives then body = wrap(body) end -- a line of the source is one of the C
  return w:text() .. body .. "}\n"
end

local function list_parameter(names, arg, name)
  if names.list_parameter then return names.list_parameter(arg.input, arg.field) end
  return ("const %s *const *%s"):format(M.field_c_type(arg.field), name)
end

---The C type of a field's value.
---@param field table
---@return string
function M.field_c_type(field) return field.type == "symbol" and "uint32_t" or field.type end

local function parameter(body, names, arg, name)
  local what = arg.what
  local const = names.const_input == false and "" or "const "
  if what == "self" then return ("%s%s *%s"):format(#body.facts.writes == 0 and "const " or "", names.self_type, name) end
  if what == "event" then return ("%s%s *%s"):format(const, names.event_type(body.event), name) end
  if what == "list" then return list_parameter(names, arg, name) end
  if what == "index" then return "int " .. name end
  if what == "now" or what == "cycle" then return "int64_t " .. name end
  if what == "ctx" then return (names.context or "void *") .. name end
  if what == "ticked" or what == "valid" then return "bool " .. name end
  local element = arg.input.elements[1]
  if not element.field then return ("%s%s *%s"):format(const, names.node_type(element.node), name) end
  local c_type = M.field_c_type(element.field)
  return (c_type == "float" and "double" or c_type) .. " " .. name
end

---The default C text of an element of a list: through an array of pointers to the field.
local function default_element(self)
  return function(input, field, index)
    return ("%s[%s]%s"):format(self.given["list:" .. input.name .. "." .. field.name], index, field.count and "" or "[0]")
  end
end

---The C result type of a body: "void", "bool" or "int"; "uint64_t" where the verdict is a mask (flux.export.flatten).
---@param body table
---@return string
function M.result_type(body)
  if body.facts.may_fail then return "int" end
  if body.facts.masked then return "uint64_t" end
  return body.facts.always_dirty and "void" or "bool"
end

---@param body table a portable Body
---@param names table hooks
---@return string
function M.body(body, names)
  local typed, result = body.ast, M.result_type(body)
  local self = emitter(names, typed.source, typed.block, result)
  self.verdict = typed.verdict
  local parameters, parameter_names = {}, {}
  for _, arg in ipairs(body.args) do
    local name = self.namer:fresh(arguments.name(arg, typed.event_name))
    self.given[arguments.slot(arg)] = name
    local text = parameter(body, names, arg, name)
    if text and text ~= "" then parameters[#parameters + 1], parameter_names[#parameter_names + 1] = text, name end
  end
  if not names.element then self.names = setmetatable({ element = default_element(self) }, { __index = names }) end
  self.w:indent()
  self:block(typed.block)
  if typed.block.falls and result ~= "void" then
    self.w:line("return %s;", result == "bool" and "true" or names.dirty or "FLUX_DIRTY")
  end
  self.w:dedent()
  return assemble(self, result, names.function_name, parameters, parameter_names)
end

local function place_parameter(names, fn, place, name)
  local const = names.const_input == false and "" or "const "
  if place.k == "self" then return ("%s%s *%s"):format(fn.writes and "" or "const ", names.self_type, name) end
  if place.k == "event" then return ("%s%s *%s"):format(const, names.event_type(fn.event), name) end
  return ("%s%s *%s"):format(const, names.node_type(place.input.elements[1].node), name)
end

---@param fn table a helper function of a Body
---@param names table hooks
---@return string
function M.fn(fn, names)
  local self = emitter(names, fn.source, fn.block, "value")
  local parameters, parameter_names = {}, {}
  for i, var in ipairs(fn.params) do
    local name, place = self.namer:declare(var), var.place
    parameter_names[i] = name
    if place then
      self.given[arguments.slot_of_place(place)] = name
      parameters[i] = place_parameter(names, fn, place, name)
    else
      parameters[i] = types.c_type[var.type] .. " " .. name
    end
  end
  self.w:indent()
  self:block(fn.block)
  self.w:dedent()
  return assemble(self, fn.result and types.c_type[fn.result] or "void", names.fn(fn), parameters, parameter_names)
end

return M
