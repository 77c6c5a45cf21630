-- SPDX-License-Identifier: MIT
-- Types expressions: turns syntax into typed nodes, or refuses. These are methods of the checker (flux.body.check).
--
-- A typed node is { k, type, pos, … }; a number may have `const` (its value) and `lo`, `hi` (see flux.body.types):
--   number { value }  integer { value: cdata }  bool { value }  symbol { symbol }  local { var }  port { input, field }  index
--   field { base = "self" | "event" | Input, field }  elem { array, index }  list { input, field, index }
--   arith { op, left, right }  wrap { op, left, right } (64-bit)  neg  compare { op, left, right }  not  and  or
--   select { cases = {{ cond, value }}, otherwise }  math, bits { fn, args }  tonumber  call { fn, args }
--   now  wall  cycle  ticked { input }  valid { input }
-- An index is { value = node, count, checked = bool, array = text, line }. Places that are no values (self, a list, ctx, a function)
-- are nodes without a type.

local ffi = require "ffi"
local fold = require "flux.body.fold"
local types = require "flux.body.types"

local SIDES = { "left", "right" }

local E = {}

local function has(node) return node.type ~= nil end

-- Operators ----------------------------------------------------------------------------------------------------------------------

---A constant integral number as a 64-bit integer; nil if the node is not one.
function E:adapt(node, type_name)
  if node.type ~= "number" or not node.const then return nil end
  local value = node.const
  if value ~= math.floor(value) then return nil end
  if not types.is_exact(value) then
    self:refuse(node.pos, ("%.17g is not exact as a number"):format(value), "write it as an integer: 9007199254740993LL")
  elseif type_name == "uint64" and value < 0 then
    self:refuse(node.pos, "a negative constant has no value as a uint64", "subtract: x - 1")
  end
  return { k = "integer", type = type_name, value = types.integer(type_name, value), pos = node.pos }
end

-- Brings the two sides of an operator to one type.
function E:balance(left, right, pos, op)
  if left.type == right.type then return left, right end
  if types.is_integer(left.type) then
    local other = self:adapt(right, left.type)
    if other then return left, other end
  elseif types.is_integer(right.type) then
    local other = self:adapt(left, right.type)
    if other then return other, right end
  end
  local reason = ("'%s' on %s and %s"):format(op, types.named[left.type], types.named[right.type])
  local integer, number = types.is_integer(left.type) or types.is_integer(right.type), left.type == "number" or right.type == "number"
  local advice = "compare and combine values of one type"
  if integer and number then
    advice = ("make it a number: tonumber(%s)"):format(types.is_integer(left.type) and self:text(left) or self:text(right))
  elseif types.is_integer(left.type) and types.is_integer(right.type) then
    advice = "keep to one kind of integer, or use tonumber on both"
  end
  self:refuse(pos, reason, advice)
end

-- How to make a number of what is none.
local as_number = { bool = "select a number: cond and 1 or 0", symbol = "its id is a number: tonumber(s)" }
E.as_number = as_number

local function arithmetic(c, node, left, right)
  local op = node.op
  for _, side in ipairs { left, right } do
    if side.type ~= "number" and not types.is_integer(side.type) then
      c:refuse(node.pos, "arithmetic on " .. types.named[side.type], as_number[side.type])
    end
  end
  left, right = c:balance(left, right, node.pos, op)
  if types.is_integer(left.type) then
    if op == "^" then c:refuse(node.pos, "'^' on integers", "multiply, or use tonumber(x) ^ y") end
    if left.k == "integer" and right.k == "integer" then
      return { k = "integer", type = left.type, value = types.wrap(op, left.value, right.value), pos = node.pos }
    end
    return { k = "wrap", op = op, type = left.type, left = left, right = right, pos = node.pos }
  end
  local const = left.const and right.const and types.fold(op, left.const, right.const)
  if op == "^" then
    if const then return c:constant(const, node.pos) end
    return c:power(left, right, node.pos)
  end
  local lo, hi = types.range(op, left, right)
  return { k = "arith", op = op, type = "number", left = left, right = right, const = const or nil, lo = lo, hi = hi, pos = node.pos }
end

local function comparison(c, node, left, right)
  local op = node.op
  left, right = c:balance(left, right, node.pos, op)
  if op ~= "==" and op ~= "~=" and (left.type == "bool" or left.type == "symbol") then
    c:refuse(node.pos, ("'%s' on %ss"):format(op, left.type == "bool" and "boolean" or "symbol"), "they only compare with == and ~=")
  end
  local known = fold.compare(op, left, right)
  if known ~= nil then return fold.bool(known, node.pos) end
  return { k = "compare", op = op, type = "bool", left = left, right = right, pos = node.pos }
end

-- `a and b` where b is no boolean has a value only under `or`: it is a list of cases that still lacks its last.
local function logic_and(c, node)
  local left = c:condition(node.left, "and")
  local right = c:reached(fold.known(left) ~= false, c.eval, node.right)
  if right.type == "bool" then return fold.logic("and", left, right, node.pos) end
  if right.k == "cases" then
    local cases = {}
    for i, case in ipairs(right.cases) do
      cases[i] = { cond = fold.logic("and", left, case.cond, node.pos), value = case.value }
    end
    return { k = "cases", cases = cases, pos = node.pos }
  end
  return { k = "cases", cases = { { cond = left, value = c:value(right) } }, pos = node.pos }
end

local function logic_or(c, node)
  local left = c:eval(node.left)
  if left.k ~= "cases" then
    left = c:as_condition(left, node.left, "or")
    local right = c:reached(fold.known(left) ~= true, c.scalar, node.right)
    if right.type ~= "bool" then
      c:refuse(node.right.pos, ("'or' of a boolean and %s"):format(types.named[right.type]), "select: cond and a or b")
    end
    return fold.logic("or", left, right, node.pos)
  end
  local right = c:reached(fold.known(left.cases[#left.cases].cond) ~= true, c.eval, node.right)
  local cases = {}
  for i, case in ipairs(left.cases) do cases[i] = case end
  if right.k == "cases" then
    for _, case in ipairs(right.cases) do cases[#cases + 1] = case end
    return { k = "cases", cases = cases, pos = node.pos }
  end
  return c:selection(cases, c:value(right), node.pos)
end

---Brings the values of a selection to one type: a constant may come before the integer that says which.
function E:selection(cases, otherwise, pos)
  for _, case in ipairs(cases) do
    case.value, otherwise = self:balance(case.value, otherwise, pos, "and … or")
  end
  for _, case in ipairs(cases) do case.value = self:balance(case.value, otherwise, pos, "and … or") end
  cases, otherwise = fold.cases(cases, otherwise)
  if #cases == 0 then return otherwise end
  local node = { k = "select", type = otherwise.type, cases = cases, otherwise = otherwise, pos = pos }
  node.lo, node.hi = otherwise.lo, otherwise.hi
  for _, case in ipairs(cases) do
    if node.lo and case.value.lo then
      node.lo, node.hi = math.min(node.lo, case.value.lo), math.max(node.hi, case.value.hi)
    else
      node.lo, node.hi = nil, nil
    end
  end
  return node
end

function E:Op(node)
  if node.op == "and" then return logic_and(self, node) end
  if node.op == "or" then return logic_or(self, node) end
  if node.op == ".." then self:refuse(node.pos, "'..' joins strings, and strings are not portable", 'use flux.symbol "…" for names') end
  for _, side in ipairs(SIDES) do
    if node[side].tag == "Nil" then
      self:refuse(node[side].pos, "nothing in a portable body is nil", "use a bool field, ctx.valid(x), or a number that means none")
    end
  end
  local left, right = self:scalar(node.left), self:scalar(node.right)
  local compares = node.op == "==" or node.op == "~=" or node.op:find "[<>]"
  return (compares and comparison or arithmetic)(self, node, left, right)
end

function E:Unop(node)
  if node.op == "#" then self:refuse(node.pos, "'#' is not portable", "write legs.n for a list, the declared size for an array") end
  if node.op == "not" then
    return fold.negation(self:condition(node.operand, "not"), node.pos)
  end
  local operand = self:scalar(node.operand)
  if operand.type ~= "number" and not types.is_integer(operand.type) then
    self:refuse(node.pos, "arithmetic on " .. types.named[operand.type], as_number[operand.type])
  end
  if operand.k == "number" then return self:constant(-operand.value, node.pos) end
  if operand.k == "integer" then return { k = "integer", type = operand.type, value = -operand.value, pos = node.pos } end
  local lo, hi = operand.lo, operand.hi
  if not (lo and (lo > 0 or hi < 0) and lo > types.INT_MIN) then lo, hi = nil, nil end -- the negative of int zero lacks its sign
  return { k = "neg", type = operand.type, operand = operand, pos = node.pos, lo = lo and -hi, hi = hi and -lo,
    const = operand.const and -operand.const }
end

-- Leaves -------------------------------------------------------------------------------------------------------------------------

-- Whether a whole number is written that a double cannot hold: 9007199254740993 reads as its neighbour.
local function is_inexact(text, value)
  if text:find "^%d+$" then return ("%.0f"):format(value) ~= (text:gsub("^0+(%d)", "%1")) end
  local digits = text:match "^0[xX]0*(%x+)$"
  if not digits then return false end
  local read = 0ULL
  for digit in digits:gmatch "%x" do read = read * 16 + tonumber(digit, 16) end
  return #digits > 16 or value >= 2 ^ 64 or ffi.cast("uint64_t", value) ~= read
end

function E:Number(node)
  if type(node.value) == "number" then
    local text = self.source.text:sub(node.pos, node.finish - 1)
    if is_inexact(text, node.value) then
      self:refuse(node.pos, ("%s is not exact as a number: it would be %.0f"):format(text, node.value), node.value < 2 ^ 63
        and ("write it as an integer: %sLL"):format(text) or ("if it is meant, write it with an exponent: %.17g"):format(node.value))
    end
    return self:constant(node.value, node.pos)
  end
  if types.integer_kind(node.value) then return self:constant(node.value, node.pos, "this") end
  self:refuse(node.pos, "complex numbers are not portable", "keep the real and the imaginary part in two fields")
end

function E.True(_, node) return { k = "bool", type = "bool", value = true, pos = node.pos } end
function E.False(_, node) return { k = "bool", type = "bool", value = false, pos = node.pos } end
function E:Paren(node) return self:eval(node.inner) end

function E:Nil(node)
  self:refuse(node.pos, "nothing in a portable body is nil", "use a bool field, ctx.valid(x), or a number that means none")
end
function E:String(node)
  self:refuse(node.pos, "a string is not portable", ('outside of the function: local NAME = flux.symbol %s'):format(
    node.text or ("%q"):format(node.value)))
end
function E:Vararg(node) self:refuse(node.pos, "'...' is not portable", "name the parameters") end
function E:Function(node)
  self:refuse(node.pos, "a function inside a portable body", "define it outside of the body, as a local function of the script")
end
function E:Table(node)
  self:refuse(node.pos, "a table is not portable", "use fields of the node's state, or an array field: double w[64]")
end
function E:Method(node)
  self:refuse(node.pos, ("a method call ':%s' is not portable"):format(node.name), "call a function: f(self, x)")
end

-- Entry points -------------------------------------------------------------------------------------------------------------------

---Types what may be known never to run: there an index out of range is no mistake, and returns and breaks count for nothing.
---@param alive boolean
---@param method function of the checker
function E:reached(alive, method, ...)
  local outer = self.dead
  self.dead = outer or not alive
  local result, more = method(self, ...)
  self.dead = outer
  return result, more
end

-- What nests where it is written. Sums do not: a + b + c is one row.
local nests = { Paren = true, Unop = true, Call = true, Index = true }

---Types any expression; the result may be a place.
function E:eval(node)
  local rule = self[node.tag]
  if nests[node.tag] or node.op == "^" then return self:nested(self.EXPRESSION, node.pos, rule, node) end
  if node.tag == "Op" then return self:lengthened(node.pos, rule, node) end
  return rule(self, node)
end

local places = {
  self = "self is the node's state", event = "this is the event", node = "this is a node", element = "an element of this list is a node",
  nodelist = "this is a list of inputs", portlist = "this is a list of inputs", array = "this is an array", ctx = "ctx is no value",
  table = "a table is no value", event_type = "an event type is no value", ctx_function = "this is a function of ctx",
  ["function"] = "a function is no value",
}
local place_advice = {
  self = "write self.field", event = "write event.field", node = "name its field", element = "name its field",
  nodelist = "index it, or use .n",
  portlist = "index it, or use .n", table = "name an entry of it: T.key", event_type = "post one: ctx.post(Event, { … })",
  ctx = "name what you want of it: ctx.now", array = "index it: w[i]", ["function"] = "call it", ctx_function = "call it",
}

---A typed node that is a value; refuses places and cases without an `or`.
function E:value(node)
  if has(node) then return node end
  if node.k == "cases" then
    self:refuse(node.pos, "'and' with a value that is no boolean needs an 'or'", "select: cond and a or b")
  end
  self:refuse(node.pos, places[node.k] .. ", where a value is needed", place_advice[node.k])
end

---Types an expression that must be a value.
function E:scalar(node) return self:value(self:eval(node)) end

function E:as_condition(value, node, what)
  if value.type == "bool" then return value end
  value = self:value(value)
  self:refuse(node.pos, ("'%s' on %s, which is always true in Lua"):format(what, types.named[value.type]), "compare it: x ~= 0")
end

---Types an expression that must be a boolean.
function E:condition(node, what) return self:as_condition(self:eval(node), node, what) end

return E
