-- SPDX-License-Identifier: MIT
-- C text of typed statements; methods of the emitter of flux.body.emit_c.

local emit_c_loop = require "flux.body.emit_c_loop"
local emit_c_expr = require "flux.body.emit_c_expr"
local types = require "flux.body.types"
local walk = require "flux.body.walk"

local AND, UNARY = emit_c_expr.AND, emit_c_expr.UNARY
local E = {}
local statements = emit_c_loop.statements

---A Lua comment as a C comment.
function E.comment(_, text)
  local long = text:match "^%-%-%[=*%[(.*)%]=*%]$"
  local inner = long or text:gsub("^%-%-+", "")
  inner = inner:gsub("^%s+", ""):gsub("%s+$", ""):gsub("%*/", "* /"):gsub("/%*", "/ *")
  return "/* " .. inner .. " */"
end

-- A value where C has a variable of its own type: constants of type number are written as doubles.
local function kept(self, value) return value.type == "number" and self:plain(value) or self:expr(value) end

statements["local"] = function(self, s)
  local texts = {}
  for i, value in ipairs(s.values) do
    texts[i] = s.vars[i].lo and self:expr(value) or kept(self, value)
  end
  self:flush()
  for i, var in ipairs(s.vars) do
    if not var.assigned then self.values[var] = s.values[i] end
    local c_type = var.lo and "int" or types.c_type[var.type]
    local name = self.namer:declare(var)
    self.w:line("%s%s %s = %s;", var.assigned and "" or "const ", c_type, name, texts[i])
    if not self.read[var] then self.w:line("(void)%s;", name) end
  end
end

-- Assignment ---------------------------------------------------------------------------------------------------------------------

local compound = { ["+"] = true, ["-"] = true, ["*"] = true, ["/"] = true }

local function constant_index(node) return type(node.index) == "table" and node.index.value.const or nil end

local function same_place(node, target)
  if node.k ~= target.k then return false end
  if node.k == "local" then return node.var == target.var end
  local here, there = constant_index(node), constant_index(target)
  if here and there and here ~= there then return false end
  return node.field == target.field and (node.base == target.base or node.array and node.array.base == target.array.base)
end

-- `x = x + y` as `x += y`, where both are doubles.
local function compound_text(self, target, target_text, value)
  local is_double = target.k == "local" or target.field.type == "double"
  if not (is_double and value.k == "arith" and compound[value.op] and not value.lo and not value.const) then return nil end
  if not walk.same(value.left, target) or value.op == "/" and value.right.const == 0 then return nil end
  local right = value.right.narrow and self:double(value.right) or self:plain(value.right)
  return ("%s %s= %s;"):format(target_text, value.op, right)
end

-- Whether assigning the targets one by one would change what a later value or index reads. A helper that gets self may read all of it.
local function conflicts(s)
  for i = 1, #s.targets - 1 do
    local clash, own = false, s.targets[i].k ~= "local"
    local function visit(node) clash = clash or same_place(node, s.targets[i]) or own and node.k == "self" end
    for j = i + 1, #s.values do
      walk.expression(s.values[j], visit)
      local index = s.targets[j].index
      if type(index) == "table" then walk.expression(index.value, visit) end
      clash = clash or same_place(s.targets[j], s.targets[i])
    end
    if clash then return true end
  end
  return false
end

local function target_type(target)
  if target.k == "local" then return types.c_type[target.type] end
  return target.field.type == "symbol" and "uint32_t" or target.field.type
end

function statements.assign(self, s)
  local targets, values = {}, {}
  for i, target in ipairs(s.targets) do targets[i] = self:expr(target) end
  local single = #targets == 1 and compound_text(self, s.targets[1], targets[1], s.values[1])
  for i, value in ipairs(single and {} or s.values) do values[i] = kept(self, value) end
  self:flush()
  local function store(target, value)
    if target == value then return self.w:line("(void)%s;", target) end -- compilers warn of `x = x`
    self.w:line("%s = %s;", target, value)
  end
  if single then
    self.w:line(single)
  elseif not conflicts(s) then
    for i, target in ipairs(targets) do store(target, values[i]) end
  else
    local news = {}
    for i, target in ipairs(s.targets) do
      news[i] = self.namer:fresh((target.var and target.var.name or target.field.name) .. "_new")
      self.w:line("const %s %s = %s;", target_type(target), news[i], values[i])
    end
    for i = #targets, 1, -1 do self.w:line("%s = %s;", targets[i], news[i]) end -- from the right, as Lua does
  end
end

-- Branches -----------------------------------------------------------------------------------------------------------------------

---Says which line of the source the next one comes from, where that is asked for.
function E:mark_line(line)
  if self.names.line_directives then self.w:block(("#line %d %q"):format(line, self.source.file)) end
end

---Writes a block between braces that are there: its first comment behind the opening one.
function E:braced(block)
  if block.opening then self.w:append(" " .. self:comment(block.opening)) end
  self.w:indent()
  self:block(block)
  self.w:dedent()
end

statements["do"] = function(self, s)
  self.w:line "{"
  self:braced(s.block)
  self.w:line "}"
end

-- The clauses from i on; a condition that needs checks opens a block of its own under `else`.
local function clauses_from(self, s, i)
  local clause = s.clauses[i]
  if not clause then
    if s.orelse then
      self.w:line "} else {"
      self:braced(s.orelse)
    end
    return self.w:line "}"
  end
  local cond, checks = self:apart(function() return self:expr(clause.cond) end)
  if i > 1 then self:mark_line(clause.line) end
  if i > 1 and #checks == 0 then
    self.w:line("} else if (%s) {", cond)
    self:braced(clause.block)
    return clauses_from(self, s, i + 1)
  end
  if i > 1 then self.w:line("} else {"):indent() end
  for _, line in ipairs(checks) do self.w:line(line) end
  self.w:line("if (%s) {", cond)
  self:braced(clause.block)
  clauses_from(self, s, i + 1)
  if i > 1 then self.w:dedent():line "}" end
end

statements["if"] = function(self, s) clauses_from(self, s, 1) end

-- Results ------------------------------------------------------------------------------------------------------------------------

statements["return"] = function(self, s, is_last)
  local value, result = s.value, self.result
  if result == "value" then
    if not value then return self.w:line "return;" end
    local text = kept(self, value)
    self:flush()
    return self.w:line("return %s;", text)
  end
  local dirty, arrest = "true", "false"
  if result == "int" then dirty, arrest = self.names.dirty or "FLUX_DIRTY", self.names.arrest or "FLUX_ARREST" end
  if not self.verdict or not value or value.k == "bool" then
    if value and value.k ~= "bool" then
      local text = self:expr(value, UNARY)
      self:flush()
      self.w:line("(void)%s;", text)
    end
    if result ~= "void" then
      self.w:line("return %s;", self.verdict and value and not value.value and arrest or dirty)
    elseif not is_last then
      self.w:line "return;"
    end
    return
  end
  local text = self:expr(value, result == "int" and AND - 1 or 0)
  self:flush()
  self.w:line("return %s;", result == "int" and ("%s ? %s : %s"):format(text, dirty, arrest) or text)
end

-- Effects through the context ----------------------------------------------------------------------------------------------------

-- A call that may fail, which ends the callback and names its line.
local function checked_call(self, s, text)
  local name = self.namer:fresh "rc"
  local failed = self.names.fail_at
  self:flush()
  self.w:line("const int %s = %s;", name, text)
  self.w:line("if (%s < 0) return %s;", name, failed and failed(s.line, name) or name)
end

function statements.post(self, s)
  local fields = {}
  for i, given in ipairs(s.fields) do
    local text = kept(self, given.value)
    fields[i], fields[given.field.name] = { field = given.field, text = text }, text
  end
  checked_call(self, s, self.names.post(s.event, fields))
end

function statements.after(self, s) checked_call(self, s, self.names.after((self:expr(s.value)))) end
function statements.invoke(self, s)
  local text = self:call(self.names.fn(s.fn), s.args)
  self:flush()
  self.w:line("%s;", text)
end

function statements.cancel(self) self.w:line("%s;", self.names.cancel()) end

-- Blocks -------------------------------------------------------------------------------------------------------------------------

local function comments(self, list)
  for _, text in ipairs(list or {}) do self.w:block(self:comment(text)) end
end

function E:statements(block)
  for i, s in ipairs(block) do
    comments(self, s.before)
    self:mark_line(s.line)
    statements[s.k](self, s, block == self.top and i == #block)
    if s.after then self.w:append(" " .. self:comment(s.after)) end
  end
  comments(self, block.closing)
end

function E:block(block)
  self.namer:open()
  self:statements(block)
  self.namer:close()
end

return { methods = E }
