-- SPDX-License-Identifier: MIT
-- C text of typed leaves: constants, arguments, fields, elements with their checks; rules and methods for flux.body.emit_c_expr.

local literal = require "flux.body.literal"
local types = require "flux.body.types"

local COMPARE, UNARY, ATOM = 4, 8, 9
local expressions = {}

local E = {}

-- Leaves -------------------------------------------------------------------------------------------------------------------------

function expressions.number(self, node)
  local value = node.value
  if value ~= value then return self:helper "nan" end
  if value == math.huge then return self:helper "inf" end
  if value == -math.huge then return "-" .. self:helper "inf", UNARY end
  local text = node.lo and literal.number(value) or literal.c_double(value)
  if value == types.INT_MIN then return "INT32_MIN", ATOM end
  return text, text:sub(1, 1) == "-" and UNARY or ATOM
end

function expressions.integer(_, node)
  local text = node.type == "int64" and literal.c_int64(node.value) or literal.c_uint64(node.value)
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

-- Fields and elements ------------------------------------------------------------------------------------------------------------

local function base_name(self, base)
  return self.given[type(base) == "string" and base or "input:" .. base.name]
end

-- Places as arguments of a helper function.
function expressions.self(self) return self.given.self, ATOM end
function expressions.event(self) return self.given.event, ATOM end
function expressions.node(self, node) return self.given["input:" .. node.input.name], ATOM end

-- The name of an index that is kept for its check and its use.
local function keep_index(self, index, text)
  local name = self.namer:fresh((index.array:match "[%w_]+$" or index.array:match "[%w_]+" or "w") .. "_at")
  self:before(("const int %s = %s;"):format(name, text))
  return name
end

-- An index as a C int: proved, or checked before the statement. One check serves equal indices of one statement. An index that is
-- itself an element is read once.
function E:index(index)
  local value = index.value
  if not index.checked then
    if types.is_integer(value.type) then return "(int)" .. self:expr(value, UNARY) end
    return self:expr(value)
  end
  local text, level = self:leveled(value)
  local key = ("%s|%d"):format(text, index.count)
  if self.checked[key] then return self.checked[key] end
  local result
  if value.lo and value.hi >= 0 and value.lo < index.count then -- else no index fits, and compilers warn of the test
    if text:find("[", 1, true) and value.lo >= types.INT_MIN and value.hi <= types.INT_MAX then
      text, level = keep_index(self, index, text), ATOM
    end
    local test = level > COMPARE and text or "(" .. text .. ")"
    local tests = {}
    if value.lo < 0 then tests[1] = test .. " < 0" end
    if value.hi >= index.count then tests[#tests + 1] = ("%s >= %d"):format(test, index.count) end
    self:check(table.concat(tests, " || "), index, text)
    result = text
  else
    local helper = value.type == "int64" and "at_i64" or value.type == "uint64" and "at_u64" or "at"
    result = keep_index(self, index, (self:helper(helper, text, tostring(index.count))))
    self:check(result .. " < 0", index, types.is_integer(value.type) and self:cast("double", text, level) or text)
  end
  self.checked[key] = result
  return result
end

function expressions.field(self, node)
  return ("%s->%s"):format(base_name(self, node.base), node.field.name), ATOM
end

-- An index within the array of one key, as a number.
function expressions.place(self, node)
  local text = self:index(node.index)
  return text, text:find "[^%w_]" and 0 or ATOM
end

function expressions.list(self, node)
  return self.names.element(node.input, node.field, self:index(node.index)), ATOM
end

function expressions.elem(self, node)
  local array = node.array
  local base = array.element and self.names.element(array.base, array.field, self:index(array.element))
    or ("%s->%s"):format(base_name(self, array.base), array.field.name)
  return ("%s[%s]"):format(base, self:index(node.index)), ATOM
end

return { methods = E, expressions = expressions }
