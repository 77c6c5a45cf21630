-- SPDX-License-Identifier: MIT
-- C text of typed statements; methods of the emitter of flux.body.emit_c.

local emit_c_expr = require "flux.body.emit_c_expr"
local types = require "flux.body.types"
local walk = require "flux.body.walk"

local AND, COMPARE, UNARY = emit_c_expr.AND, emit_c_expr.COMPARE, emit_c_expr.UNARY
local E = {}
local statements = {}

---A Lua comment as a C comment.
function E:comment(text)
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
    local c_type = var.lo and "int" or types.c_type[var.type]
    local name = self.namer:declare(var)
    self.w:line("%s%s %s = %s;", var.assigned and "" or "const ", c_type, name, texts[i])
    if not self.read[var] then self.w:line("(void)%s;", name) end
  end
end

-- Assignment -------------------------------------------------------------------------------------------------------------------------------

local compound = { ["+"] = true, ["-"] = true, ["*"] = true, ["/"] = true }

local function same_place(node, target)
  if node.k ~= target.k then return false end
  if node.k == "local" then return node.var == target.var end
  return node.field == target.field and (node.base == target.base or node.array and node.array.base == target.array.base)
end

-- `x = x + y` as `x += y`, where both are doubles.
local function compound_text(self, target, target_text, value)
  local is_double = target.k == "local" or target.field.type == "double"
  if not (is_double and value.k == "arith" and compound[value.op] and not value.lo and not value.const) then return nil end
  if not walk.same(value.left, target) then return nil end
  local right = value.right.narrow and self:double(value.right) or self:plain(value.right)
  return ("%s %s= %s;"):format(target_text, value.op, right)
end

-- Whether assigning the targets one by one would change what a later value or index reads.
local function conflicts(s)
  for i = 1, #s.targets - 1 do
    local clash = false
    local function visit(node) clash = clash or same_place(node, s.targets[i]) end
    for j = i + 1, #s.values do
      walk.expression(s.values[j], visit)
      local index = s.targets[j].index
      if type(index) == "table" then walk.expression(index.value, visit) end
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
    for i, target in ipairs(targets) do self.w:line("%s = %s;", target, news[i]) end
  end
end

-- Branches ---------------------------------------------------------------------------------------------------------------------------------

local function braced(self, block)
  self.w:indent()
  self:block(block)
  self.w:dedent()
end

local function opened(self, block)
  if block.opening then self.w:append(" " .. self:comment(block.opening)) end
  braced(self, block)
end

statements["do"] = function(self, s)
  self.w:line "{"
  opened(self, s.block)
  self.w:line "}"
end

-- The clauses from i on; a condition that needs checks opens a block of its own under `else`.
local function clauses_from(self, s, i)
  local clause = s.clauses[i]
  if not clause then
    if s.orelse then
      self.w:line "} else {"
      opened(self, s.orelse)
    end
    return self.w:line "}"
  end
  local cond, checks = self:apart(function() return self:expr(clause.cond) end)
  if i > 1 and #checks == 0 then
    self.w:line("} else if (%s) {", cond)
    opened(self, clause.block)
    return clauses_from(self, s, i + 1)
  end
  if i > 1 then self.w:line("} else {"):indent() end
  for _, line in ipairs(checks) do self.w:line(line) end
  self.w:line("if (%s) {", cond)
  opened(self, clause.block)
  clauses_from(self, s, i + 1)
  if i > 1 then self.w:dedent():line "}" end
end

statements["if"] = function(self, s) clauses_from(self, s, 1) end

-- Loops ------------------------------------------------------------------------------------------------------------------------------------

-- Whether an expression keeps its value while a loop runs, so that it may stand in the loop's condition.
local function is_stable(node)
  local stable = true
  walk.expression(node, function(n)
    if n.k == "local" then
      stable = stable and not n.var.assigned
    elseif n.k == "field" or n.k == "elem" or n.k == "list" or n.k == "math" or n.k == "call" or n.k == "wall" then
      stable = false
    end
  end)
  return stable
end

local function end_condition(self, s, name, op)
  local last = s.last
  if s.int and op == "<=" and s.step.const == 1 then -- `i <= n - 1` reads better as `i < n`
    if last.k == "number" then return ("%s < %d"):format(name, last.value + 1) end
    if last.k == "arith" and last.op == "-" and last.right.const == 1 and is_stable(last) then
      return ("%s < %s"):format(name, self:expr(last.left, COMPARE + 1))
    end
  end
  if is_stable(last) then
    return ("%s %s %s"):format(name, op, s.int and self:expr(last, COMPARE + 1) or self:plain(last, COMPARE + 1))
  end
end

statements["for"] = function(self, s)
  local var, step = s.var, s.step.const
  local c_type = s.int and "int" or "double"
  self.namer:open()
  local first = s.int and self:expr(s.first) or self:plain(s.first)
  if not s.int and not s.first.lo then first = self:plain(s.first, AND + 5) .. " + 0.0" end
  local op = step > 0 and "<=" or ">="
  local last = not is_stable(s.last) and (s.int and self:expr(s.last) or self:plain(s.last)) or nil
  local counter = var.assigned and self.namer:fresh(var.name .. "_count") or self.namer:declare(var)
  local declared = ("%s %s = %s"):format(c_type, counter, first)
  local condition = end_condition(self, s, counter, op)
  if not condition then
    local name = self.namer:fresh(var.name .. "_last")
    declared = ("%s, %s = %s"):format(declared, name, last)
    condition = ("%s %s %s"):format(counter, op, name)
  end
  local magnitude = s.int and ("%d"):format(math.abs(step)) or self:double(self:positive(step))
  local advance = s.int and math.abs(step) == 1 and (step > 0 and "++" or "--") .. counter
    or ("%s %s= %s"):format(counter, step > 0 and "+" or "-", magnitude)
  self:flush()
  self.w:line("for (%s; %s; %s) {", declared, condition, advance)
  if s.block.opening then self.w:append(" " .. self:comment(s.block.opening)) end
  self.w:indent()
  if var.assigned then
    self.namer:open()
    self.w:line("double %s = %s;", self.namer:declare(var), counter)
    if not self.read[var] then self.w:line("(void)%s;", self.namer:of(var)) end
  end
  self:block(s.block)
  if var.assigned then self.namer:close() end
  self.w:dedent():line "}"
  self.namer:close()
end

function E:positive(step) return { k = "number", type = "number", value = math.abs(step), const = math.abs(step) } end

local function negated(self, cond) return "!" .. self:expr(cond, UNARY) end

statements["while"] = function(self, s)
  local cond, checks = self:apart(function() return self:expr(s.cond) end)
  if #checks == 0 then
    self.w:line("while (%s) {", cond)
    opened(self, s.block)
  else
    self.w:line("for (;;) {"):indent()
    for _, line in ipairs(checks) do self.w:line(line) end
    self.w:line("if (!(%s)) { break; }", cond)
    self.w:dedent()
    opened(self, s.block)
  end
  self.w:line "}"
end

local function uses_own_locals(s)
  local own, uses = {}, false
  for _, statement in ipairs(s.block) do
    for _, var in ipairs(statement.k == "local" and statement.vars or {}) do own[var] = true end
  end
  walk.expression(s.cond, function(node) uses = uses or node.k == "local" and own[node.var] or false end)
  return uses
end

statements["repeat"] = function(self, s)
  self.namer:open()
  local at = #self.w.lines + 1
  self.w:line "do {"
  if s.block.opening then self.w:append(" " .. self:comment(s.block.opening)) end
  self.w:indent()
  self:statements(s.block)
  local cond, checks = self:apart(function() return self:expr(s.cond) end)
  if #checks == 0 and not uses_own_locals(s) then
    local text = s.cond.k == "bool" and tostring(not s.cond.value) or negated(self, s.cond)
    self.w:dedent():line("} while (%s);", text)
  else
    self.w.lines[at] = self.w.lines[at]:gsub("do {", "for (;;) {", 1)
    for _, line in ipairs(checks) do self.w:line(line) end
    self.w:line("if (%s) { break; }", cond)
    self.w:dedent():line "}"
  end
  self.namer:close()
end

statements["break"] = function(self) self.w:line "break;" end

-- Results ----------------------------------------------------------------------------------------------------------------------------------

statements["return"] = function(self, s, is_last)
  local value, result = s.value, self.result
  if result == "value" then
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

-- Effects through the context --------------------------------------------------------------------------------------------------------------

local function checked_call(self, text)
  local name = self.namer:fresh "rc"
  self:flush()
  self.w:line("const int %s = %s;", name, text)
  self.w:line("if (%s < 0) { return %s; }", name, name)
end

function statements.post(self, s)
  local fields = {}
  for i, given in ipairs(s.fields) do
    local text = kept(self, given.value)
    fields[i], fields[given.field.name] = { field = given.field, text = text }, text
  end
  checked_call(self, self.names.post(s.event, fields))
end

function statements.after(self, s) checked_call(self, self.names.after((self:expr(s.value)))) end
function statements.cancel(self) self.w:line("%s;", self.names.cancel()) end

-- Blocks -----------------------------------------------------------------------------------------------------------------------------------

local function comments(self, list)
  for _, text in ipairs(list or {}) do self.w:block(self:comment(text)) end
end

function E:statements(block)
  for i, s in ipairs(block) do
    comments(self, s.before)
    if self.names.line_directives then self.w:block(("#line %d %q"):format(s.line, self.source.file)) end
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
