-- SPDX-License-Identifier: MIT
-- C text of loops; rules for flux.body.emit_c_stat.

local emit_c_expr = require "flux.body.emit_c_expr"
local literal = require "flux.body.literal"
local types = require "flux.body.types"
local walk = require "flux.body.walk"

local COMPARE, SUM, UNARY = emit_c_expr.COMPARE, emit_c_expr.SUM, emit_c_expr.UNARY
local statements = {}

-- Loops --------------------------------------------------------------------------------------------------------------------------

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

-- Lua's loop counts from -0 as from 0.
local function may_be_negative_zero(node)
  return not (node.lo or node.wide or node.const and not types.is_negative_zero(node.const))
end

-- `for (first; condition; advance) {`, its parts on lines of their own where one line is too long.
local function head(w, first, condition, advance, explained)
  local line = ("for (%s; %s; %s) {%s"):format(first, condition, advance, explained)
  if #line <= 110 then return w:line("%s", line) end
  w:line("for (%s;", first)
  w:line("     %s;", condition)
  w:line("     %s) {%s", advance, explained)
end

statements["for"] = function(self, s)
  local var, step = s.var, s.step
  local c_type = s.int and "int" or "double"
  local signed_zero = not s.int and may_be_negative_zero(s.first)
  local first = s.int and self:expr(s.first)
  if signed_zero then
    first = (s.first.k == "neg" and self:helper("number", s.first) or self:plain(s.first, SUM)) .. " + 0.0"
  elseif not first then
    first = self:plain(s.first)
  end
  local function bound(node, least) return s.int and self:expr(node, least) or self:plain(node, least) end
  local op = s.way == "down" and ">=" or "<="
  local last = not is_stable(s.last) and bound(s.last) or nil
  local by = not is_stable(step) and bound(step) or nil
  self.namer:open() -- after the bounds: their checks stand before the loop
  local counter = var.assigned and self.namer:fresh(var.name .. "_count") or self.namer:declare(var)
  local declared = ("%s %s = %s"):format(c_type, counter, first)
  local function keep(what, text)
    local name = self.namer:fresh(var.name .. what)
    declared = ("%s, %s = %s"):format(declared, name, text)
    return name
  end
  local condition
  if last then
    local name = keep("_last", last)
    condition = ("%s %s %s"):format(counter, op, name)
    last = name
  else
    condition = end_condition(self, s, counter, op)
  end
  by = by and keep("_step", by) or not step.const and bound(step, UNARY) or nil
  if not s.way then
    last = last or bound(s.last, COMPARE + 1)
    condition = ("%s > 0.0 ? %s <= %s : %s < 0.0 && %s >= %s"):format(by, counter, last, by, counter, last)
  end
  local advance
  if not step.const then
    advance = ("%s += %s"):format(counter, by)
  else
    local size = math.abs(step.const)
    advance = s.int and size == 1 and (step.const > 0 and "++" or "--") .. counter
      or ("%s %s= %s"):format(counter, step.const > 0 and "+" or "-", s.int and ("%d"):format(size) or literal.c_double(size))
  end
  self:flush()
  head(self.w, declared, condition, advance, signed_zero and " /* + 0.0: from -0 it counts as from 0 */" or "")
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

local function negated(self, cond) return "!" .. self:expr(cond, UNARY) end

statements["while"] = function(self, s)
  local cond, checks = self:apart(function() return self:expr(s.cond) end)
  if #checks == 0 then
    self.w:line("while (%s) {", cond)
    self:braced(s.block)
  else
    self.w:line("for (;;) {"):indent()
    for _, line in ipairs(checks) do self.w:line(line) end
    self.w:line("if (!(%s)) break;", cond)
    self.w:dedent()
    self:braced(s.block)
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
    self.w:line("if (%s) break;", cond)
    self.w:dedent():line "}"
  end
  self.namer:close()
end

statements["break"] = function(self) self.w:line "break;" end

return { statements = statements }
