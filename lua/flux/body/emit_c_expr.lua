-- SPDX-License-Identifier: MIT
-- C text of typed expressions; methods of the emitter of flux.body.emit_c.
--
-- A number is a double in C, or an int where its node has a range (lo, hi): such an expression is computed in int arithmetic with the
-- same value. Where an int meets a double the int converts; where two ints meet outside of a range one is cast.
-- What must happen before the expression (checks of indices) goes through self:before(line).

local emit_c_place = require "flux.body.emit_c_place"
local literal = require "flux.body.literal"
local types = require "flux.body.types"
local vanish = require "flux.body.vanish"
local walk = require "flux.body.walk"

local OR, AND, BITS, COMPARE, SUM, PRODUCT, UNARY, ATOM = 1, 2, 3, 4, 6, 7, 8, 9
local CONDITIONAL = 0
local precedence = { ["+"] = SUM, ["-"] = SUM, ["*"] = PRODUCT, ["/"] = PRODUCT, ["%"] = PRODUCT }
local spelled = { ["~="] = "!=" }

local M = { CONDITIONAL = CONDITIONAL, OR = OR, SUM = SUM, AND = AND, COMPARE = COMPARE, UNARY = UNARY, ATOM = ATOM }
local expressions, E = emit_c_place.expressions, emit_c_place.methods

---The text of a node and its precedence. A node is written once: its checks stand before the statement.
function E:leveled(node) return expressions[node.k](self, node) end

---The text of a node where at least the given precedence is needed.
function E:expr(node, least)
  local text, level = expressions[node.k](self, node)
  return level < (least or CONDITIONAL) and "(" .. text .. ")" or text
end

---A cast of a text.
function E.cast(_, c_type, text, level)
  return ("(%s)%s"):format(c_type, level < UNARY and "(" .. text .. ")" or text)
end

-- Whether C sees an integer type: int (a range), or uint32_t.
local function is_int(node) return node.type == "number" and (node.lo ~= nil or node.wide) end

-- A choice of integer constants, `up and 1 or -1`. Where a double is wanted the constants are written as doubles: converted when it is
-- chosen, clang 14 waits for what the register held before.
local function chooses_constants(node)
  if node.k ~= "select" or not node.lo or node.otherwise.k ~= "number" then return false end
  for _, case in ipairs(node.cases) do
    if case.value.k ~= "number" then return false end
  end
  return true
end

-- A number where C must see a double.
local function as_double(self, node, least)
  if chooses_constants(node) then return expressions.select(self, node, true) end
  if node.k == "number" then return literal.c_double(node.value), node.value < 0 and UNARY or ATOM end
  if is_int(node) or node.narrow then return "(double)" .. self:expr(node, UNARY), UNARY end
  return self:expr(node, least)
end

function E:double(node, least)
  if node.k == "number" and not types.is_finite(node.value) then return self:expr(node, least) end
  local text, level = as_double(self, node, least)
  return level and level < (least or CONDITIONAL) and "(" .. text .. ")" or text
end

---A value where C converts to double by itself; constants are written as doubles.
function E:plain(node, least)
  if node.k == "number" or chooses_constants(node) then return self:double(node, least) end
  return self:expr(node, least)
end

-- Both sides of an operation in double arithmetic: at least one of them is a double for C; a float is widened.
function E:doubles(left, right, level, right_level)
  local function side(node, least, other_is_double)
    if node.k == "number" or chooses_constants(node) then return self:double(node, least) end
    if node.narrow or (is_int(node) and not other_is_double) then return self:double(node, least) end
    return self:expr(node, least)
  end
  local left_double = not is_int(left) or left.k == "number"
  local right_double = not is_int(right) or right.k == "number"
  return side(left, level, right_double), side(right, right_level, left_double or not right_double)
end

function E:call(name, args, ints)
  local parts = {}
  for i, arg in ipairs(args) do
    parts[i] = type(arg) == "string" and arg or arg.type == "number" and not ints and self:plain(arg) or self:expr(arg)
  end
  return ("%s(%s)"):format(name, table.concat(parts, ", ")), ATOM
end

function E:helper(name, ...) return self:call(self.names.helper(name), { ... }) end

-- Operators ----------------------------------------------------------------------------------------------------------------------

function expressions.arith(self, node)
  local op, level = node.op, precedence[node.op]
  if node.const and not types.is_finite(node.const) and node.left.k == "number" and node.right.k == "number" then
    return expressions.number(self, { value = node.const })
  end
  if node.lo then
    return ("%s %s %s"):format(self:expr(node.left, level), op, self:expr(node.right, level + 1)), level
  end
  if op == "%" then return self:helper("mod", node.left, node.right) end
  if op == "/" and node.right.const == 0 then -- the same quotient; clang 14 takes x / -0.0 and -(x / 0.0) of x >= 0 for positive
    local sign = types.is_negative_zero(node.right.const) and "-" or ""
    return ("%s * %s%s"):format(self:double(node.left, level), sign, (self:helper "inf")), level
  end
  local hidden = vanish.hides(node, self.values)
  if hidden == "left" then return ("%s + %s"):format(self:helper("number", node.left), self:double(node.right, level + 1)), level end
  if hidden == "right" then return ("%s %s %s"):format(self:double(node.left, level), op, (self:helper("number", node.right))), level end
  local left, right = self:doubles(node.left, node.right, level, level + 1)
  return ("%s %s %s"):format(left, op, right), level
end

-- A uint64 that is plain constants for C, and so an int there.
local function is_plain(node)
  if node.k ~= "select" then return node.k == "integer" end
  for _, case in ipairs(node.cases) do
    if not is_plain(case.value) then return false end
  end
  return is_plain(node.otherwise)
end

-- A uint64 where nothing else makes C compute in uint64_t.
local function wide(self, node, least)
  if is_plain(node) then return "(uint64_t)" .. self:expr(node, UNARY) end
  return self:expr(node, least)
end

local wrap_helpers = { ["+"] = "i64_add", ["-"] = "i64_sub", ["*"] = "i64_mul", ["/"] = "i64_div", ["%"] = "i64_mod" }

function expressions.wrap(self, node)
  if node.type == "int64" then return self:helper(wrap_helpers[node.op], node.left, node.right) end
  if node.op == "/" or node.op == "%" then
    return self:helper(node.op == "/" and "u64_div" or "u64_mod", node.left, node.right)
  end
  local level = precedence[node.op]
  local left = is_plain(node.right) and wide(self, node.left, level) or self:expr(node.left, level)
  return ("%s %s %s"):format(left, node.op, self:expr(node.right, level + 1)), level
end

function expressions.neg(self, node)
  if node.type == "int64" then return self:helper("i64_neg", node.operand) end
  if node.type == "uint64" then return "0 - " .. wide(self, node.operand, SUM + 1), SUM end
  local operand = node.lo and self:expr(node.operand, UNARY) or self:double(node.operand, UNARY)
  return (operand:sub(1, 1) == "-" and "-(%s)" or "-%s"):format(operand), UNARY
end

-- A comparison with a constant outside of the other side's range is decided, and compilers warn of it: it is made in double. Whether it
-- is one of the range's ends is not; the ends of int have no plain constant in C.
local function decided(a, b, op)
  if b.k == "local" or b.k == "math" then return false end -- of an int nobody knows its range
  if a.k ~= "number" then return false end
  local is_end = (op == "==" or op == "~=") and (a.lo == b.lo or a.lo == b.hi) and a.lo > -2147483648 and a.lo < 2147483647
  return not (is_end and b.lo < b.hi or a.lo > b.lo and a.lo < b.hi)
end

-- ~x, also as -1 ^ x.
local function is_complement(node)
  if node.fn == "bnot" then return true end
  if node.fn ~= "bxor" then return false end
  for _, arg in ipairs(node.args) do
    if arg.k == "number" and arg.value == -1 then return true end
  end
  return false
end

-- Whether a comparison is of one thing with itself, of an unsigned integer with zero, or of the complement of one; compilers warn of
-- them all.
local function is_silly(left, right)
  if left.k ~= "number" and walk.same(left, right) then return true end
  if left.type == "number" and (is_complement(left) or is_complement(right)) then return true end
  return left.type == "uint64" and (left.k == "integer" and left.value == 0 or right.k == "integer" and right.value == 0)
end

local function as_doubles(self, node)
  if node.type == "number" then return self:double(node, COMPARE + 1) end
  return "(double)" .. self:expr(node, UNARY)
end

function expressions.compare(self, node)
  local left, right, op = node.left, node.right, spelled[node.op] or node.op
  local a, b
  if left.type ~= "number" and is_silly(left, right) then
    a, b = as_doubles(self, left), as_doubles(self, right)
  elseif left.type ~= "number" then
    local least = left.type == "bool" and ATOM or COMPARE + 1
    a, b = self:expr(left, least), self:expr(right, least)
  elseif left.lo and right.lo and not decided(left, right, node.op) and not decided(right, left, node.op) and not is_silly(left, right) then
    a, b = self:expr(left, COMPARE + 1), self:expr(right, COMPARE + 1)
  elseif left.lo and right.lo then
    a, b = as_doubles(self, left), as_doubles(self, right)
  else
    a, b = self:doubles(left, right, COMPARE + 1, COMPARE + 1)
    if left.wide and is_silly(left, right) then a, b = as_doubles(self, left), as_doubles(self, right) end
  end
  return ("%s %s %s"):format(a, op, b), COMPARE
end

-- What flux.export.flatten makes of a condition, and of a choice by it.
function expressions.mask(self, node)
  local left, right = self:doubles(node.left, node.right, CONDITIONAL, CONDITIONAL)
  return ("%s(%s, %s)"):format(self.names.compared(node.op), left, right), ATOM
end

function expressions.choose(self, node)
  return self:call(self.names.chosen(node.field), { node.operand, node.value, node.otherwise })
end

function expressions.masked(self, node)
  local text = ("%s & %s"):format(self:expr(node.operand, ATOM), self:expr(node.value, ATOM))
  if node.type == "int64" then return ("(int64_t)(%s)"):format(text), UNARY end
  return ("(%s)"):format(text), ATOM
end

expressions["not"] = function(self, node) return "!" .. self:expr(node.operand, UNARY), UNARY end

-- The right side of && and || may need checks of its own, which must not be made unless the left side lets it run. An `and` under
-- an `or` keeps its parentheses, as compilers advise.
local function short_circuit(self, node, op, level)
  local left = self:expr(node.left, node.left.k == node.k and level or level == OR and COMPARE or AND + 1)
  local right, checks = self:apart(function() return self:expr(node.right, COMPARE) end)
  if #checks == 0 then return ("%s %s %s"):format(left, op, right), level end
  local name = self.namer:fresh(level == OR and "either" or "both")
  self:before(("bool %s = %s;"):format(name, left))
  self:before(("if (%s%s) {"):format(level == OR and "!" or "", name))
  self:before_all(checks, 1)
  self:before(("  %s = %s;"):format(name, right))
  self:before "}"
  return name, ATOM
end

expressions["and"] = function(self, node) return short_circuit(self, node, "&&", AND) end
expressions["or"] = function(self, node) return short_circuit(self, node, "||", OR) end

-- `a and b or c`: the cases from i on, as text and the checks that it needs. Numbers are brought to one C type: int, or double.
local function select_from(self, node, i, int)
  local case = node.cases[i]
  local function value(of)
    return self:apart(function() return (node.type ~= "number" or int) and self:expr(of) or self:double(of) end)
  end
  if not case then return value(node.otherwise) end
  local cond, cond_checks = self:apart(function() return self:expr(case.cond, OR) end)
  local chosen, checks = value(case.value)
  local rest, rest_checks = select_from(self, node, i + 1, int)
  if #checks + #rest_checks == 0 then return ("%s ? %s : %s"):format(cond, chosen, rest), cond_checks end
  local name = self.namer:fresh "chosen"
  local _, lines = self:apart(function()
    self:before_all(cond_checks, 0)
    self:before(("%s %s;"):format(int and "int" or types.c_type[node.type], name))
    self:before(("if (%s) {"):format(cond))
    self:before_all(checks, 1)
    self:before(("  %s = %s;"):format(name, chosen))
    self:before "} else {"
    self:before_all(rest_checks, 1)
    self:before(("  %s = %s;"):format(name, rest))
    self:before "}"
  end)
  return name, lines
end

function expressions.select(self, node, doubles)
  local text, checks = select_from(self, node, 1, node.lo and not doubles)
  self:before_all(checks, 0)
  return text, text:find "[^%w_]" and CONDITIONAL or ATOM
end

-- Calls --------------------------------------------------------------------------------------------------------------------------

local helper_math = { min = true, max = true, imin = true, imax = true, square = true, trunc = true, fraction = true, mantissa = true,
  exponent = true, ldexp = true }

function expressions.math(self, node)
  -- Compilers take fabs of an integer for a mistake.
  if node.fn == "abs" then return self:call(self.names.math "abs", { (self:double(node.args[1])) }) end
  return self:call(helper_math[node.fn] and self.names.helper(node.fn) or self.names.math(node.fn), node.args,
    node.fn == "imin" or node.fn == "imax")
end

local bit_operators = { band = "&", bor = "|", bxor = "^" }

-- Of 2 ^ 3 clang asks whether a power is meant: something else stands first.
local function keep_apart(args, texts)
  if not (args[1].const and args[2].const) then return end
  for i = 3, #args do
    if not args[i].const then return table.insert(texts, 1, table.remove(texts, i)) end
  end
end

function expressions.bits(self, node)
  local args, unary = {}, {}
  for i, arg in ipairs(node.args) do
    local text, level
    if arg.type == "number" and not arg.lo then
      text, level = self:helper("bits", arg)
    elseif node.type == "uint64" and arg.k == "select" and is_plain(arg) then
      text, level = wide(self, arg), UNARY
    else
      text, level = self:leveled(arg)
    end
    args[i], unary[i] = text, level < UNARY and "(" .. text .. ")" or text
  end
  if #args == 1 and bit_operators[node.fn] or node.fn == "tobit" then return unary[1], UNARY end
  if node.fn == "bxor" then keep_apart(node.args, unary) end
  if bit_operators[node.fn] then return table.concat(unary, " " .. bit_operators[node.fn] .. " "), BITS end
  if node.fn == "bnot" then return "~" .. unary[1], UNARY end
  local name = node.fn .. (node.type == "number" and "" or "64")
  if node.type ~= "uint64" then return self:helper(name, unpack(args)) end
  return "(uint64_t)" .. self:helper(name, "(int64_t)" .. unary[1], args[2]), UNARY
end

function expressions.tonumber(self, node)
  return (node.lo and "(int)" or "(double)") .. self:expr(node.value, UNARY), UNARY
end
function expressions.call(self, node) return self:call(self.names.fn(node.fn), node.args) end

---A value as it is stored to a field: conversions of numbers are explicit.
function expressions.store(self, node)
  local info, value = types.of_field[node.to], node.value
  if info.narrow then
    if value.narrow then return self:expr(value), ATOM end
    return "(float)" .. self:plain(value, UNARY), UNARY
  end
  if value.lo and info.lo and value.lo >= info.lo and value.hi <= info.hi then
    local same = value.k == "number" or info.hi == types.INT_MAX or value.field and value.field.type == node.to
    if same then return expressions[value.k](self, value) end
    return ("(%s)%s"):format(node.to, self:expr(value, UNARY)), UNARY
  elseif info.wide and value.wide then
    return expressions[value.k](self, value)
  elseif info.wide and value.lo and value.lo >= 0 then
    if value.k == "number" then return expressions.number(self, value) end
    return "(uint32_t)" .. self:expr(value, UNARY), UNARY
  end
  return self:helper(info.saturate, value)
end

M.methods = E
M.expressions = expressions
return M
