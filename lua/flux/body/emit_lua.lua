-- SPDX-License-Identifier: MIT
-- Emits typed bodies as Lua: the text of a function expression whose lines are the user's lines.
--
--   local text = emit_lua.body(body, names)       -- "function(self, event, fast, legs_value, now, ctx) … end"
--   local text = emit_lua.fn(fn, names)           -- a helper function
--
-- `names` are hooks that give text (see flux.body); a line of the result is the same line, counted from `function`, as in the source.

local literal = require "flux.body.literal"
local naming = require "flux.body.naming"
local types = require "flux.body.types"

local M = {}

local OR, AND, COMPARE, SUM, PRODUCT, UNARY, ATOM = 1, 2, 3, 5, 6, 7, 9
local precedence = { ["+"] = SUM, ["-"] = SUM, ["*"] = PRODUCT, ["/"] = PRODUCT, ["%"] = PRODUCT }

local Emitter = {}
Emitter.__index = Emitter

-- Expressions: each rule gives text and its precedence ----------------------------------------------------------------------------------

local expressions = {}

---The text of a node where at least the given precedence is needed.
function Emitter:expr(node, least)
  local text, level = expressions[node.k](self, node)
  return level < (least or OR) and "(" .. text .. ")" or text
end

function Emitter:binary(left, op, right, level)
  return ("%s %s %s"):format(self:expr(left, level), op, self:expr(right, level + 1)), level
end

function Emitter:call(name, args)
  local parts = {}
  for i, arg in ipairs(args) do parts[i] = type(arg) == "string" and arg or self:expr(arg) end
  return ("%s(%s)"):format(name, table.concat(parts, ", ")), ATOM
end

function Emitter:helper(name, ...) return self:call(self.names.helper(name), { ... }) end

function expressions.number(self, node)
  local value = node.value
  if value ~= value then return "(0 / 0)", ATOM end
  if value == math.huge then return self.names.math "huge", ATOM end
  if value == -math.huge then return "-" .. self.names.math "huge", UNARY end
  if value == 0 and 1 / value < 0 then return "(0 / -1)", ATOM end -- a constant that LuaJIT neither folds nor merges with 0
  return literal.number(value), value < 0 and UNARY or ATOM
end

function expressions.integer(_, node)
  local text = literal.lua_integer(node.value, node.type)
  return text, text:sub(1, 1) == "-" and UNARY or ATOM
end

function expressions.bool(_, node) return tostring(node.value), ATOM end
function expressions.symbol(self, node) return self.names.symbol(node.symbol), ATOM end
expressions["local"] = function(self, node) return self.namer:of(node.var), ATOM end
function expressions.port(self, node) return self.given[node.input.name], ATOM end
function expressions.index(self) return self.given.index, ATOM end
function expressions.now(self) return self.given.now, ATOM end
function expressions.cycle(self) return self.given.cycle, ATOM end
function expressions.wall(self) return self.names.wall(), ATOM end
function expressions.ticked(self, node) return self.given["ticked_" .. node.input.name], ATOM end
function expressions.valid(self, node) return self.given["valid_" .. node.input.name], ATOM end

local function base_name(self, base)
  return self.given[base == "self" and "self" or base == "event" and self.event_name or base.name]
end

-- The table of pointers to one field of a list's elements.
local function list_name(self, input, field) return self.given[input.name .. "_" .. field.name] end

local function index_text(self, index)
  local value = index.value
  if not index.checked then
    if types.is_integer(value.type) then return ("tonumber(%s)"):format(self:expr(value)) end
    return self:expr(value)
  end
  local helper = value.type == "int64" and "at_i64" or value.type == "uint64" and "at_u64" or "at"
  return (self:helper(helper, value, tostring(index.count), ("%q"):format(index.array)))
end

function expressions.field(self, node) return ("%s.%s"):format(base_name(self, node.base), node.field.name), ATOM end

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
expressions.wrap = expressions.arith
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

local helper_math = { min = true, max = true, imin = true, imax = true, square = true }

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
  return self:call(bits_name(self, node.fn), args)
end

function expressions.tonumber(self, node)
  if node.value.type == "uint64" then return self:helper("u64_number", node.value) end
  return self:call("tonumber", { node.value })
end

function expressions.call(self, node) return self:call(self.names.fn(node.fn), node.args) end

function expressions.store(self, node)
  local info, value = types.of_field[node.to], node.value
  if not info.saturate then return self:expr(value), OR end
  if value.lo and (info.lo and value.lo >= info.lo and value.hi <= info.hi or info.wide and value.lo >= 0) then
    return expressions[value.k](self, value)
  end
  return self:helper(info.saturate, value)
end

-- Statements ------------------------------------------------------------------------------------------------------------------------------

-- Puts text on a line, indented; on the line that is being written, after a space.
function Emitter:put(line, text)
  if line > self.line then
    self.out[#self.out + 1] = ("\n"):rep(line - self.line) .. ("  "):rep(self.depth)
    self.line = line
  elseif #self.out > 0 then
    self.out[#self.out + 1] = " "
  end
  self.out[#self.out + 1] = text
end

function Emitter:list(nodes)
  local parts = {}
  for i, node in ipairs(nodes) do parts[i] = self:expr(node) end
  return table.concat(parts, ", ")
end

local statements = {}

statements["local"] = function(self, s)
  local values, names = self:list(s.values), {}
  for i, var in ipairs(s.vars) do names[i] = self.namer:declare(var) end
  self:put(s.line, ("local %s = %s"):format(table.concat(names, ", "), values))
end

function statements.assign(self, s) self:put(s.line, self:list(s.targets) .. " = " .. self:list(s.values)) end

statements["do"] = function(self, s)
  self:put(s.line, "do")
  self:block(s.block)
  self:put(s.block.end_line or s.line, "end")
end

statements["if"] = function(self, s)
  for i, clause in ipairs(s.clauses) do
    self:put(clause.line, ("%s %s then"):format(i == 1 and "if" or "elseif", self:expr(clause.cond)))
    self:block(clause.block)
  end
  local last = s.clauses[#s.clauses].block
  if s.orelse then
    self:put(last.end_line, "else")
    self:block(s.orelse)
    last = s.orelse
  end
  self:put(last.end_line, "end")
end

-- Bounds that are neither constant nor small integers go through a helper: NaN, and a start at negative zero.
local function bounds_of(self, s)
  local first, last = s.first, s.last
  if first.lo or first.const and first.const ~= 0 then
    if last.lo or last.const and last.const == last.const then return "", { self:expr(first), self:expr(last) }, "" end
  end
  local low, high = self.namer:fresh(s.var.name .. "_first"), self.namer:fresh(s.var.name .. "_last")
  return ("do local %s, %s = %s "):format(low, high, (self:helper(s.step.const > 0 and "up" or "down", first, last))), { low, high }, " end"
end

statements["for"] = function(self, s)
  self.namer:open()
  local before, bounds, after = bounds_of(self, s)
  if s.step.const ~= 1 then bounds[3] = self:expr(s.step) end
  self:put(s.line, ("%sfor %s = %s do"):format(before, self.namer:declare(s.var), table.concat(bounds, ", ")))
  self:block(s.block)
  self.namer:close()
  self:put(s.block.end_line, "end" .. after)
end

statements["while"] = function(self, s)
  self:put(s.line, ("while %s do"):format(self:expr(s.cond)))
  self:block(s.block)
  self:put(s.block.end_line, "end")
end

statements["repeat"] = function(self, s)
  self:put(s.line, "repeat")
  self.namer:open()
  self.depth = self.depth + 1
  self:statements(s.block)
  self.depth = self.depth - 1
  self:put(s.block.end_line, "until " .. self:expr(s.cond))
  self.namer:close()
end

statements["break"] = function(self, s) self:put(s.line, "break") end

statements["return"] = function(self, s)
  local value = s.value
  if self.verdict == false and value then
    self:put(s.line, value.k == "bool" and "return" or ("local _ = %s return"):format(self:expr(value)))
  elseif not value or (self.verdict and value.k == "bool" and value.value) then
    self:put(s.line, "return")
  else
    self:put(s.line, "return " .. self:expr(value))
  end
end

function statements.post(self, s)
  local fields = {}
  for i, given in ipairs(s.fields) do
    local text = self:expr(given.value)
    fields[i], fields[given.field.name] = { field = given.field, text = text }, text
  end
  self:put(s.line, self.names.post(s.event, fields))
end

function statements.after(self, s) self:put(s.line, self.names.after((self:expr(s.value)))) end
function statements.cancel(self, s) self:put(s.line, self.names.cancel()) end

function Emitter:statements(block)
  for _, statement in ipairs(block) do statements[statement.k](self, statement) end
end

function Emitter:block(block)
  self.namer:open()
  self.depth = self.depth + 1
  self:statements(block)
  self.depth = self.depth - 1
  self.namer:close()
end

-- Functions -------------------------------------------------------------------------------------------------------------------------------

local function emitter(names, line)
  return setmetatable({ names = names, namer = naming.new(naming.lua_reserved), given = {}, out = {}, line = line, depth = 0 }, Emitter)
end

local function finish(self, parameters, block)
  self:put(block.end_line, "end")
  return ("function(%s)"):format(table.concat(parameters, ", ")) .. (self.out[1]:sub(1, 1) == "\n" and "" or " ") .. table.concat(self.out)
end

---The Lua name of an argument.
---@param arg table
---@param event_name string?
---@return string
function M.argument(arg, event_name)
  local what = arg.what
  if what == "event" then return event_name or "event" end
  if what == "input" then return arg.input.name end
  if what == "list" then return arg.input.name .. "_" .. arg.field.name end
  if what == "ticked" or what == "valid" then return what .. "_" .. arg.input.name end
  return what
end

---@param body table a portable Body
---@param names table hooks
---@return string
function M.body(body, names)
  local typed, parameters = body.ast, {}
  local self = emitter(names, typed.line)
  self.verdict, self.event_name = typed.verdict, typed.event_name or "event"
  for i, arg in ipairs(body.args) do
    local name = M.argument(arg, typed.event_name)
    parameters[i] = self.namer:fresh(name)
    self.given[name] = parameters[i]
  end
  self:block(typed.block)
  return finish(self, parameters, typed.block)
end

---@param fn table a helper function of a Body
---@param names table hooks
---@return string
function M.fn(fn, names)
  local self, parameters = emitter(names, fn.line), {}
  for i, var in ipairs(fn.params) do parameters[i] = self.namer:declare(var) end
  self:block(fn.block)
  return finish(self, parameters, fn.block)
end

return M
