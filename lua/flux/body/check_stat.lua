-- SPDX-License-Identifier: MIT
-- Types statements. These are methods of the checker (flux.body.check).
--
-- A typed block is a list of statements with `falls` (its end can be reached), `opening` and `closing` (comments). A typed statement is
-- { k, line, before = {comment}, after = comment, … }:
--   local { vars, values }  assign { targets, values }  if { clauses = {{ cond, block, line }}, orelse }  do { block }
--   for { var, first, last, step, block, int = bool, way = "up" | "down" | nil where the sign of the step is not known }
--   while { cond, block }  repeat { block, cond }  break  return { value }
--   post { event, fields = {{ field, value }} }  after { value }  cancel
-- A rule that returns nothing has found that its statement never does anything. A `do` with `open` is no more than its statements.
-- A value that is stored where another type is kept is { k = "store", to = field type, value }.

local fold = require "flux.body.fold"
local types = require "flux.body.types"

local S = {}

-- Statements ---------------------------------------------------------------------------------------------------------------------

local rules = {}

-- The values of a list of expressions, of which so many are wanted: a function of two results at its end may give two. Then a
-- statement that must come before.
local function values_of(c, expressions, wanted)
  local values = {}
  local fn = #expressions < wanted and c:pair_called(expressions[#expressions])
  for i = 1, #expressions - (fn and 1 or 0) do values[i] = c:scalar(expressions[i]) end
  if not fn then return values end
  local first, second, prelude = c:pair_results(expressions[#expressions], fn)
  values[#values + 1], values[#values + 2] = first, second
  return values, prelude
end

function rules.Local(c, node)
  local values, prelude = values_of(c, node.values, #node.names)
  for i, name in ipairs(node.names) do
    if not values[i] then
      c:refuse(name.pos, ("local '%s' has no value"):format(name.name),
        ("give it one, which is also its type: local %s = 0"):format(name.name))
    end
  end
  if #node.values > #node.names then
    c:refuse(node.values[#node.names + 1].pos, "there are more values than locals", "remove it")
  end
  local vars = {}
  for i, name in ipairs(node.names) do
    local var, value = name.var, values[i]
    var.type = value.type
    if not var.assigned then var.lo, var.hi = value.lo, value.hi end
    vars[i] = var
  end
  return { k = "local", vars = vars, values = values, prelude = prelude }
end

function rules.Assign(c, node)
  local targets, values = {}, {}
  for i, target in ipairs(node.targets) do targets[i] = c:target(target) end
  local given, prelude = values_of(c, node.values, #targets)
  if #given ~= #targets then
    local at = node.values[#targets + 1] or node.targets[#given + 1]
    c:refuse(at.pos, ("%d value%s for %d target%s"):format(#given, #given == 1 and "" or "s", #targets, #targets == 1 and "" or "s"),
      "give each target one value")
  end
  for i, target in ipairs(targets) do
    local value, pos = given[i], (node.values[i] or node.values[#node.values]).pos
    if target.k == "local" then
      values[i] = c:for_local(target.var, value, pos)
    else
      values[i] = c:store(target.field, value, pos, target.array and target.array.name .. "[…]" or "self." .. target.field.name)
    end
  end
  return { k = "assign", targets = targets, values = values, prelude = prelude }
end

-- A block whose braces may say nothing; locals of it keep them.
local function block_of(block, open)
  for _, s in ipairs(block) do open = open and s.k ~= "local" end
  return #block > 0 and { k = "do", block = block, falls = block.falls, open = open } or nil
end

function rules.Do(c, node)
  local block = c:block(node.body)
  return block_of(block, not block.falls)
end

function rules.If(c, node)
  local clauses, falls = {}, false
  local statement = { k = "if", clauses = clauses }
  local settled = false -- a condition that is constant true: what follows is never reached
  for _, clause in ipairs(node.clauses) do
    c.line = c.source:line(clause.pos)
    local line = c.line
    local cond = c:attempt_node("bool", c.reached, not settled, c.condition, clause.cond, "if")
    local alive = not settled and fold.known(cond) ~= false
    local block = c:reached(alive, c.block, clause.body)
    if alive then
      settled = fold.known(cond) == true
      if settled then
        statement.orelse = block
      else
        clauses[#clauses + 1] = { cond = cond, block = block, line = line }
      end
      falls = falls or block.falls
    end
  end
  if node.orelse then
    local block = c:reached(not settled, c.block, node.orelse)
    if not settled then
      statement.orelse = block
      falls = falls or block.falls
    end
  elseif not settled then
    falls = true
  end
  if #clauses == 0 then return statement.orelse and block_of(statement.orelse, true) end
  if statement.orelse and #statement.orelse == 0 then statement.orelse = nil end
  statement.falls, statement.line = falls, clauses[1].line
  return statement
end

local function loop_body(c, node, alive)
  local outer = c.loop
  c.loop = { breaks = false }
  local block = c:reached(alive, c.block, node)
  local breaks = c.loop.breaks
  c.loop = outer
  return block, breaks
end

-- A bound of a numeric loop.
local function bound(c, node)
  local value = c:scalar(node)
  if value.type == "number" then return value end
  c:refuse(node.pos, ("a loop over %s"):format(types.named[value.type]),
    types.is_integer(value.type) and ("make it a number: tonumber(%s)"):format(c:text(value)) or "count with numbers: for i = 0, n - 1 do")
end

local function step_of(c, node)
  local step = bound(c, node)
  if step.const == 0 or step.const and step.const ~= step.const then
    local what = step.const == 0 and "zero" or "not a number"
    c:refuse(node.pos, "the step of a loop is " .. what, "give it a step that leads from the first value to the last")
  end
  return step
end

function rules.Fornum(c, node)
  local first, last = c:attempt_node("number", bound, node.first), c:attempt_node("number", bound, node.last)
  local step = node.step and c:attempt_node("number", step_of, node.step) or c:constant(1, node.pos)
  local var = node.var
  var.type = "number"
  local up = (step.const or step.lo or 0) > 0
  local down = (step.const or step.hi or 0) < 0
  local int = first.lo and last.lo and step.lo
    and (up and last.hi + step.hi <= types.INT_MAX or down and last.lo + step.lo >= types.INT_MIN)
  if int and not var.assigned then
    var.lo, var.hi = up and first.lo or last.lo, up and last.hi or first.hi
    if var.lo > var.hi then var.lo, var.hi = first.lo, first.hi end -- the body never runs
  end
  local alive = not fold.never_runs(first, last, step)
  local block = c:nested(1, node.pos, loop_body, node.body, alive)
  return alive and { k = "for", var = var, first = first, last = last, step = step, block = block, int = int and true or false,
    way = up and "up" or down and "down" or nil, falls = true } or nil
end

function rules.While(c, node)
  local cond = c:attempt_node("bool", c.condition, node.cond, "while")
  local known = fold.known(cond)
  local block, breaks = loop_body(c, node.body, known ~= false)
  return known ~= false and { k = "while", cond = cond, block = block, falls = breaks or not known } or nil
end

function rules.Repeat(c, node)
  local block, breaks = loop_body(c, node.body, true)
  local line = c.line
  c.line = c.source:line(node.cond.pos)
  local cond = c:attempt_node("bool", c.condition, node.cond, "until")
  local statement = { k = "repeat", block = block, cond = cond, until_line = c.line }
  c.line = line
  local known = fold.known(cond)
  if known and not breaks then return block_of(block, true) end
  statement.falls = breaks or (block.falls and known ~= false)
  return statement
end

function rules.Break(c, node)
  if not c.loop then c:refuse(node.pos, "break outside of a loop", "write `return` to end the callback") end
  if not c.dead then c.loop.breaks = true end
  return { k = "break", falls = false }
end

function rules.Return(c, node)
  if #node.values > 1 then
    local what = c.fn and ("'%s' returns %d values"):format(c.fn.name, #node.values) or "a body returns one value at most"
    c:refuse(node.values[2].pos, what, c.fn and "a helper returns one value: write one for each" or "keep the others in the node's state")
  end
  local expression = node.values[1]
  if c.fn then return c:helper_return(node, expression) end
  if expression and expression.tag == "Nil" then
    c:refuse(expression.pos, "return nil", "write `return` to propagate, `return false` to arrest")
  end
  local value = expression and c:scalar(expression)
  if value and value.type ~= "bool" then
    c:refuse(expression.pos, "a body returns a boolean, not " .. types.named[value.type],
      "write `return` to propagate, `return false` to arrest")
  end
  if not c.dead then
    if not value or value.k == "bool" and value.value then
      c.may_be_dirty = true
    elseif value.k == "bool" then
      c.may_arrest = true
    else
      c.may_be_dirty, c.may_arrest = true, true
    end
  end
  return { k = "return", value = value, falls = false }
end

function S:helper_return(node, expression)
  local fn = self.fn
  if not expression then
    if fn.result then
      self:refuse(node.pos, ("'%s' returns nothing here"):format(fn.name), "a helper returns one value on every path")
    end
    return { k = "return", falls = false }
  end
  local value = self:scalar(expression)
  if fn.result and fn.result ~= value.type then
    value = types.is_integer(fn.result) and self:adapt(value, fn.result) or self:refuse(expression.pos,
      ("'%s' returns %s here and %s elsewhere"):format(fn.name, types.named[value.type], types.named[fn.result]), "return one type")
  end
  fn.result = value.type
  return { k = "return", value = value, falls = false }
end

function rules.CallStat(c, node) return c:call_statement(node.call) end

local refused = {
  Forin = { "a generic for is not portable", "loop over indices: for i = 0, legs.n - 1 do" },
  Goto = { "goto is not portable", "use if, while and break" },
  Label = { "a label is not portable", "use if, while and break" },
  FunctionStat = { "a function inside a portable body", "define it outside of the body, as a local function of the script" },
  LocalFunction = { "a function inside a portable body", "define it outside of the body, as a local function of the script" },
}

---Types a statement; nothing when it never does anything.
function S:statement(node)
  if refused[node.tag] then self:refuse(node.pos, refused[node.tag][1], refused[node.tag][2]) end
  return rules[node.tag](self, node)
end

return S
