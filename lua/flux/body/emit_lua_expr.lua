-- SPDX-License-Identifier: MIT
-- Lua text of typed expressions; methods of the emitter of flux.body.emit_lua.

local literal = require "flux.body.literal"
local numbers = require "flux.body.numbers"
local types = require "flux.body.types"

local OR, AND, COMPARE, SUM, PRODUCT, UNARY, ATOM = 1, 2, 3, 5, 6, 7, 9
local precedence = { ["+"] = SUM, ["-"] = SUM, ["*"] = PRODUCT, ["/"] = PRODUCT, ["%"] = PRODUCT }

local E = {}

-- Expressions: each rule gives text and its precedence ---------------------------------------------------------------------------

local expressions = {}

---The text of a node where at least the given precedence is needed.
function E:expr(node, least)
  local text, level = expressions[node.k](self, node)
  return level < (least or OR) and "(" .. text .. ")" or text
end

function E:binary(left, op, right, level)
  return ("%s %s %s"):format(self:expr(left, level), op, self:expr(right, level + 1)), level
end

function E:call(name, args)
  local parts = {}
  for i, arg in ipairs(args) do parts[i] = type(arg) == "string" and arg or self:expr(arg) end
  return ("%s(%s)"):format(name, table.concat(parts, ", ")), ATOM
end

function E:helper(name, ...) return self:call(self.names.helper(name), { ... }) end

function expressions.number(self, node)
  local value = node.value
  if value ~= value then return "(0 / 0)", ATOM end
  if value == math.huge then return self.names.math "huge", ATOM end
  if value == -math.huge then return "-" .. self.names.math "huge", UNARY end
  if value == 0 and 1 / value < 0 then return "(0 / -1)", ATOM end -- a constant that LuaJIT neither folds nor merges with 0
  return literal.number(value), value < 0 and UNARY or ATOM
end

function expressions.integer(self, node)
  local text = self.results and ("%d"):format(tonumber(node.value)) or literal.lua_integer(node.value, node.type)
  return text, text:sub(1, 1) == "-" and UNARY or ATOM
end

function expressions.bool(_, node) return tostring(node.value), ATOM end
function expressions.symbol(self, node) return self.names.symbol(node.symbol), ATOM end
expressions["local"] = function(self, node) return self.namer:of(node.var), ATOM end
function expressions.port(self, node) return self.given["input:" .. node.input.name], ATOM end
function expressions.index(self) return self.given.index, ATOM end
function expressions.now(self) return self.given.now, ATOM end
function expressions.cycle(self) return self.given.cycle, ATOM end
function expressions.wall(self) return self.names.wall(), ATOM end
function expressions.ticked(self, node) return self.given["ticked:" .. node.input.name], ATOM end
function expressions.valid(self, node) return self.given["valid:" .. node.input.name], ATOM end

local function base_name(self, base)
  return self.given[type(base) == "string" and base or "input:" .. base.name]
end

-- Places as arguments of a helper function.
function expressions.self(self) return self.given.self, ATOM end
function expressions.event(self) return self.given.event, ATOM end
function expressions.node(self, node) return self.given["input:" .. node.input.name], ATOM end

-- The table of pointers to one field of a list's elements.
local function list_name(self, input, field) return self.given["list:" .. input.name .. "." .. field.name] end

local function index_text(self, index)
  local value = index.value
  if not index.checked then
    if types.is_integer(value.type) then return ("tonumber(%s)"):format(self:expr(value)) end
    return self:expr(value)
  end
  local helper = value.type == "int64" and "at_i64" or value.type == "uint64" and "at_u64" or "at"
  return (self:helper(helper, value, tostring(index.count), ("%q"):format(index.array)))
end

function expressions.field(self, node)
  if self.results then return self.given[numbers.slot(node)], ATOM end
  return ("%s.%s"):format(base_name(self, node.base), node.field.name), ATOM
end

-- An index within the array of one key, as a number.
function expressions.place(self, node) return index_text(self, node.index), ATOM end

function expressions.list(self, node)
  return ("%s[%s][0]"):format(list_name(self, node.input, node.field), index_text(self, node.index)), ATOM
end

function expressions.elem(self, node)
  local array = node.array
  local base = array.element and ("%s[%s]"):format(list_name(self, array.base, array.field), index_text(self, array.element))
    or ("%s.%s"):format(base_name(self, array.base), array.field.name)
  return ("%s[%s]"):format(base, index_text(self, node.index)), ATOM
end

function expressions.arith(self, node) return self:binary(node.left, node.op, node.right, precedence[node.op]) end

function expressions.wrap(self, node)
  if node.op ~= "/" or node.left.k == "integer" or node.right.k == "integer" then return expressions.arith(self, node) end
  return ("%s / %s"):format(self:expr(node.left, PRODUCT), (self:helper("divisor", node.right))), PRODUCT
end

function expressions.compare(self, node)
  return ("%s %s %s"):format(self:expr(node.left, COMPARE + 1), node.op, self:expr(node.right, COMPARE + 1)), COMPARE
end
expressions["and"] = function(self, node) return self:binary(node.left, "and", node.right, AND) end
expressions["or"] = function(self, node) return self:binary(node.left, "or", node.right, OR) end
expressions["not"] = function(self, node) return "not " .. self:expr(node.operand, UNARY), UNARY end

function expressions.neg(self, node)
  local text = self:expr(node.operand, UNARY)
  return (text:sub(1, 1) == "-" and "-(%s)" or "-%s"):format(text), UNARY
end

function expressions.select(self, node)
  local parts = {}
  for i, case in ipairs(node.cases) do parts[i] = self:expr(case.cond, AND) .. " and " .. self:expr(case.value, AND + 1) end
  parts[#parts + 1] = self:expr(node.otherwise, OR + 1)
  return table.concat(parts, " or "), OR
end

-- Functions that LuaJIT's library does not give as C does; see flux.body.support.
local helper_math = { min = true, max = true, imin = true, imax = true, square = true, ceil = true, trunc = true, fraction = true,
  mantissa = true, exponent = true, ldexp = true }

function expressions.math(self, node)
  local name = helper_math[node.fn] and self.names.helper(node.fn) or self.names.math(node.fn)
  return self:call(name, node.args)
end

local function bits_name(self, fn) return self.names.bit and self.names.bit(fn) or "bit." .. fn end

function expressions.bits(self, node)
  local args = {}
  for i, arg in ipairs(node.args) do
    args[i] = (arg.type ~= "number" or arg.lo) and arg or (self:helper("bits", arg))
  end
  local shift64 = node.type ~= "number" and #args == 2 and not node.fn:find "^b"
  return self:call(shift64 and self.names.helper(node.fn .. "64") or bits_name(self, node.fn), args)
end

function expressions.tonumber(self, node)
  if self.results then return expressions[node.value.k](self, node.value) end -- it is one (flux.body.numbers)
  if node.value.type == "uint64" then return self:helper("u64_number", node.value) end
  return self:call("tonumber", { node.value })
end

function expressions.call(self, node) return self:call(self.names.fn(node.fn), node.args) end

-- A sum of integers as the value of a field: one or two bounds, which a trace has without a branch.
function E:bounded(field_type, value, lo, hi)
  local info = types.of_field[field_type]
  local least, most = info.lo or info.least, info.hi or info.most
  if hi > most then value = (self:helper("imin", value, ("%d"):format(most))) end
  if lo < least then value = (self:helper("imax", value, ("%d"):format(least))) end
  return value, ATOM
end

function expressions.store(self, node)
  local value = node.value
  local helper, lo, hi = types.saturation(node.to, value)
  if lo then return self:bounded(node.to, value, lo, hi) end
  if helper and self.results then return self:helper(helper, value) .. " + 0", SUM end -- no integer is -0
  if helper then return self:helper(helper, value) end
  if types.of_field[node.to].saturate then return expressions[value.k](self, value) end
  return self:expr(value), OR
end

return { methods = E }
