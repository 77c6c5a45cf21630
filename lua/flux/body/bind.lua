-- SPDX-License-Identifier: MIT
-- Binds names to locals before types are known: which declaration each name means, and which locals are ever assigned again.
--
--   bind(tree)   -- sets Name.var on every name that is a local or a parameter; the others are free (upvalues and globals)
--
-- A variable is { name, pos, kind = "param" | "local" | "loop", assigned = bool, read = bool }. Functions inside are not entered:
-- a portable body has none.

local ipairs = ipairs

local expression, block

local function lookup(scope, name)
  while scope do
    if scope.vars[name] then return scope.vars[name] end
    scope = scope.outer
  end
end

local function declare(scope, name, kind)
  local var = { name = name.name, pos = name.pos, kind = kind, assigned = false, read = false }
  scope.vars[name.name] = var
  name.var = var
  return var
end

local function new_scope(outer) return { vars = {}, outer = outer } end

local function each(scope, list)
  for _, item in ipairs(list) do expression(scope, item) end
end

local expressions = {
  Name = function(scope, e)
    e.var = lookup(scope, e.name)
    if e.var then e.var.read = true end
  end,
  Index = function(scope, e) expression(scope, e.object) expression(scope, e.key) end,
  Call = function(scope, e) expression(scope, e.callee) each(scope, e.args) end,
  Method = function(scope, e) expression(scope, e.object) each(scope, e.args) end,
  Op = function(scope, e) -- a loop: what is refused later may be as long as it likes
    local row = {}
    while e.tag == "Op" do row[#row + 1], e = e.right, e.left end
    expression(scope, e)
    for i = #row, 1, -1 do expression(scope, row[i]) end
  end,
  Unop = function(scope, e) expression(scope, e.operand) end,
  Paren = function(scope, e) expression(scope, e.inner) end,
  Table = function(scope, e)
    for _, item in ipairs(e.items) do
      if item.key then expression(scope, item.key) end
      expression(scope, item.value)
    end
  end,
}

function expression(scope, e)
  local rule = expressions[e.tag]
  if rule then rule(scope, e) end
end

local statements = {
  Local = function(scope, s)
    each(scope, s.values)
    for _, name in ipairs(s.names) do declare(scope, name, "local") end
  end,
  Assign = function(scope, s)
    for _, target in ipairs(s.targets) do
      if target.tag == "Name" then
        target.var = lookup(scope, target.name)
        if target.var then target.var.assigned = true end
      else
        expression(scope, target)
      end
    end
    each(scope, s.values)
  end,
  CallStat = function(scope, s) expression(scope, s.call) end,
  Do = function(scope, s) block(scope, s.body) end,
  While = function(scope, s) expression(scope, s.cond) block(scope, s.body) end,
  Repeat = function(scope, s) expression(block(scope, s.body), s.cond) end,
  If = function(scope, s)
    for _, clause in ipairs(s.clauses) do expression(scope, clause.cond) block(scope, clause.body) end
    if s.orelse then block(scope, s.orelse) end
  end,
  Fornum = function(scope, s)
    expression(scope, s.first)
    expression(scope, s.last)
    if s.step then expression(scope, s.step) end
    local inner = new_scope(scope)
    s.var = declare(inner, s.name, "loop")
    block(inner, s.body)
  end,
  Return = function(scope, s) each(scope, s.values) end,
}

function block(outer, body)
  local scope = new_scope(outer)
  for _, statement in ipairs(body) do
    local rule = statements[statement.tag]
    if rule then rule(scope, statement) end
  end
  return scope
end

---Binds the names of a function's tree.
---@param tree table
return function(tree)
  local scope = new_scope(nil)
  for _, name in ipairs(tree.parameters) do declare(scope, name, "param") end
  block(scope, tree.body)
end
