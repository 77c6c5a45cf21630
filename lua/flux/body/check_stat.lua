-- SPDX-License-Identifier: MIT
-- Types statements. These are methods of the checker (flux.body.check).
--
-- A typed block is a list of statements with `falls` (its end can be reached), `opening` and `closing` (comments). A typed statement is
-- { k, line, before = {comment}, after = comment, … }:
--   local { vars, values }  assign { targets, values }  if { clauses = {{ cond, block, line }}, orelse }  do { block }
--   for { var, first, last, step, block, int = bool, way = "up" | "down" | nil where the sign of the step is not known }
--   while { cond, block }  repeat { block, cond }  break  return { value }
--   post { event, fields = {{ field, value }} }  after { value }  cancel
-- A value that is stored where another type is kept is { k = "store", to = field type, value }.

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

function rules.Do(c, node)
  local block = c:block(node.body)
  return { k = "do", block = block, falls = block.falls }
end

function rules.If(c, node)
  local clauses, falls = {}, false
  local statement = { k = "if", clauses = clauses }
  local settled = false -- a condition that is constant true: what follows is never reached
  for _, clause in ipairs(node.clauses) do
    c.line = c.source:line(clause.pos)
    local line = c.line
    local cond = c:condition(clause.cond, "if")
    local alive = not settled and not (cond.k == "bool" and not cond.value)
    local block = c:branch(clause.body, alive)
    if alive then
      if cond.k == "bool" and cond.value and #clauses > 0 then
        statement.orelse, settled = block, true
      else
        clauses[#clauses + 1] = { cond = cond, block = block, line = line }
        settled = cond.k == "bool" and cond.value
      end
      falls = falls or block.falls
    end
  end
  if node.orelse then
    local block = c:branch(node.orelse, not settled)
    if not settled then
      statement.orelse = block
      falls = falls or block.falls
    end
  elseif not settled then
    falls = true
  end
  statement.falls = falls
  if #clauses == 0 then return { k = "do", block = statement.orelse or { falls = true }, falls = falls } end
  return statement
end

local function loop_body(c, node)
  local outer = c.loop
  c.loop = { breaks = false }
  local block = c:block(node)
  local breaks = c.loop.breaks
  c.loop = outer
  return block, breaks
end

function rules.Fornum(c, node)
  local first, last = c:scalar(node.first), c:scalar(node.last)
  local step = node.step and c:scalar(node.step) or c:constant(1, node.pos)
  for what, bound in pairs { first = first, last = last, step = step } do
    if bound.type ~= "number" then
      c:refuse(node[what].pos, ("a loop over %s"):format(types.named[bound.type]),
        types.is_integer(bound.type) and ("make it a number: tonumber(%s)"):format(c:text(bound)) or nil)
    end
  end
  if step.const == 0 or step.const and step.const ~= step.const then
    c:refuse(node.step.pos, "the step of a loop is zero", "give it a step that leads from the first value to the last")
  end
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
  local block = loop_body(c, node.body)
  return { k = "for", var = var, first = first, last = last, step = step, block = block, int = int and true or false,
    way = up and "up" or down and "down" or nil, falls = true }
end

function rules.While(c, node)
  local cond = c:condition(node.cond, "while")
  local block, breaks = loop_body(c, node.body)
  local forever = cond.k == "bool" and cond.value
  return { k = "while", cond = cond, block = block, falls = breaks or not forever }
end

function rules.Repeat(c, node)
  local block, breaks = loop_body(c, node.body)
  local line = c.line
  c.line = c.source:line(node.cond.pos)
  local cond = c:condition(node.cond, "until")
  local statement = { k = "repeat", block = block, cond = cond, until_line = c.line }
  c.line = line
  local never = cond.k == "bool" and not cond.value
  statement.falls = breaks or (block.falls and not never)
  return statement
end

function rules.Break(c, node)
  if not c.loop then c:refuse(node.pos, "break outside of a loop") end
  if not c.dead then c.loop.breaks = true end
  return { k = "break", falls = false }
end

function rules.Return(c, node)
  if #node.values > 1 then c:refuse(node.values[2].pos, "a body returns one value at most", "keep the others in the node's state") end
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

-- Blocks and comments ------------------------------------------------------------------------------------------------------------

-- Whether something else stands before a comment on its line.
local function follows_code(source, comment)
  local _, column = source:place(comment.pos)
  return source:line_text(comment.pos):sub(1, column - 1):find "%S" ~= nil
end

-- Gives a statement the comment behind it. Behind an `if` or a loop on one line it belongs to what is inside.
local function comment_behind(c, statement, text)
  local inner = statement.clauses and statement.clauses[1].block or statement.block
  if inner and not inner.opening and c.source:line(statement.finish - 1) == statement.line then
    inner.opening = text
  else
    statement.after = text
  end
end

-- Gives the comments before byte `pos` to the statements around them.
local function take_comments(c, block, previous, before, pos)
  local comments = c.source.comments
  while comments[c.comment_at] and comments[c.comment_at].pos < pos do
    local comment = comments[c.comment_at]
    c.comment_at = c.comment_at + 1
    local line = c.source:line(comment.pos)
    if previous and comment.pos < previous.finish then
      previous.before[#previous.before + 1] = comment.text
    elseif previous and line == c.source:line(previous.finish - 1) and not previous.after then
      comment_behind(c, previous, comment.text)
    elseif not previous and #before == 0 and not block.opening and follows_code(c.source, comment) then
      block.opening = comment.text
    else
      before[#before + 1] = comment.text
    end
  end
end

---Types a block.
function S:block(body)
  local block = { falls = true, end_line = self.source:line(body.finish) }
  local previous
  for _, node in ipairs(body) do
    local before = {}
    if self.comment_at then take_comments(self, block, previous, before, node.pos) end
    if refused[node.tag] then self:refuse(node.pos, refused[node.tag][1], refused[node.tag][2]) end
    self.line = self.source:line(node.pos)
    local line = self.line
    local statement = rules[node.tag](self, node)
    if statement.prelude then
      block[#block + 1] = statement.prelude
      statement.prelude.line, statement.prelude.before, before = line, before, {}
    end
    statement.line, statement.before, statement.finish = line, before, node.finish
    block[#block + 1] = statement
    if statement.falls == false then block.falls = false end
    previous = statement
  end
  block.closing = {}
  if self.comment_at then take_comments(self, block, previous, block.closing, body.finish) end
  return block
end

---Types a branch that may be known never to run: its returns and breaks then count for nothing.
function S:branch(body, alive)
  local outer = self.dead
  self.dead = outer or not alive
  local block = self:block(body)
  self.dead = outer
  return block
end

return S
