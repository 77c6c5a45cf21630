-- SPDX-License-Identifier: MIT
-- The grammar of Lua 5.1 (with LuaJIT's literals and goto), in lpeg.
--
-- It parses all of Lua, also what a portable body may not contain, so that a refusal can name the construct. Every token skips the
-- space before it, so `pos` is the first byte of a node and `finish` the first byte after it.
--
--   local tree = grammar.parse_function(text, pos)     -- pos: the byte where the keyword `function` stands
--   for _, at in ipairs(grammar.functions(text)) do … end
--
-- Expressions { tag, pos, … }: Nil True False Vararg Function; Number { value, integer }; String { value }; Name { name };
--   Index { object, key, dot }; Call { callee, args }; Method { object, name, args }; Table { items }; Op { op, left, right };
--   Unop { op, operand }; Paren { inner }
-- Statements { tag, pos, finish, … }: Local { names, values }; Assign { targets, values }; CallStat { call }; Do { body };
--   While { cond, body }; Repeat { body, cond }; If { clauses = {{ cond, body }}, orelse }; Fornum { name, first, last, step, body };
--   Forin; FunctionStat; LocalFunction; Return { values }; Break; Goto; Label

local lpeg = require "lpeg"
local P, R, S, V, C, Cc, Cf, Cg, Cmt, Cp, Ct = lpeg.P, lpeg.R, lpeg.S, lpeg.V, lpeg.C, lpeg.Cc, lpeg.Cf, lpeg.Cg, lpeg.Cmt, lpeg.Cp, lpeg.Ct
lpeg.setmaxstack(20000)

local M = {}

local long_bracket = Cmt(P "[" * C(P "=" ^ 0) * "[", function(text, pos, equals)
  local _, last = text:find("]" .. equals .. "]", pos, true)
  return last and last + 1
end)
local line_comment = P "--" * (1 - P "\n") ^ 0
local comment = P "--" * long_bracket + line_comment
local space = (S " \t\r\n\f\v" + comment) ^ 0
local name_start, name_char = R("az", "AZ", "__", "\128\255"), R("az", "AZ", "09", "__", "\128\255")

local keywords = P(false)
for word in ("and break do else elseif end false for function if in local nil not or repeat return then true until while"):gmatch "%a+" do
  keywords = keywords + P(word) * -name_char
end

local identifier = name_start * name_char ^ 0 - keywords
local function short_string(quote) return P(quote) * (P "\\" * 1 + (1 - S("\\\n" .. quote))) ^ 0 * quote end
local string_token = short_string '"' + short_string "'" + long_bracket

local exponent = S "eE" * S "+-" ^ -1 * R "09" ^ 1
local number_text = P "0" * S "xX" * (R("09", "af", "AF") + ".") ^ 1 * (S "pP" * S "+-" ^ -1 * R "09" ^ 1) ^ -1
  + (R "09" ^ 1 * ("." * R "09" ^ 0) ^ -1 + "." * R "09" ^ 1) * exponent ^ -1
local suffix = S "uU" ^ -1 * S "lL" * S "lL" + S "iI"
local number_token = C(number_text * suffix ^ -1) / function(text) return (assert(loadstring("return " .. text)))() end

-- Inside the grammar space and identifiers are rules of their own: a pattern is copied into every pattern that it is part of.
local blank, word = V "Blank", V "Word"
local function kw(text) return blank * P(text) * -name_char end
local function sym(text) return blank * P(text) end

-- A node: its tag, where it starts, its fields, where it ends.
local function node(tag, fields)
  return blank * Ct(Cg(Cc(tag), "tag") * Cg(Cp(), "pos") * fields * Cg(Cp(), "finish"))
end

local Name = node("Name", Cg(C(word), "name"))
local name_text = blank * C(word)

-- Operators with their left and right priorities, as in Lua's own parser.
local priority = { ["or"] = { 1, 1 }, ["and"] = { 2, 2 }, [".."] = { 5, 4 }, ["^"] = { 10, 9 } }
for op in ("< > <= >= ~= =="):gmatch "%S+" do priority[op] = { 3, 3 } end
for op in ("+ -"):gmatch "%S+" do priority[op] = { 6, 6 } end
for op in ("* / %"):gmatch "%S+" do priority[op] = { 7, 7 } end
local UNARY = 8

local binary_patt = P(false)
for op in ("<= >= ~= == < > + - * / % ^"):gmatch "%S+" do binary_patt = binary_patt + op end
binary_patt = binary_patt + P ".." * -P "." + (P "and" + "or") * -name_char

local function token(kind, patt) return blank * Ct(Cg(Cp(), "pos") * Cg(C(patt), kind)) end
local binary_token = token("binary", binary_patt)
local unary_token = token("unary", P "not" * -name_char + S "-#")

-- Makes a tree of a flat list of tokens and operands, by priorities.
local function climb(_, finish, list)
  local at = 1
  local function operators_above(limit)
    local left = list[at]
    at = at + 1
    if left.unary then
      local operand = operators_above(UNARY)
      left = { tag = "Unop", op = left.unary, pos = left.pos, finish = operand.finish, operand = operand }
    end
    while list[at] and priority[list[at].binary][1] > limit do
      local op = list[at]
      at = at + 1
      local right = operators_above(priority[op.binary][2])
      left = { tag = "Op", op = op.binary, pos = op.pos, finish = right.finish, left = left, right = right }
    end
    return left
  end
  return finish, operators_above(0)
end

-- The value of a pattern at once, so that nested captures do not pile up: lpeg nests them 200 deep at most.
local function at_once(patt) return Cmt(patt, function(_, finish, value) return finish, value end) end

local function apply_suffix(object, suffix_node)
  local slot = suffix_node.tag == "Call" and "callee" or "object"
  suffix_node[slot] = object
  return suffix_node
end

local separator = blank * S ",;"
-- Targets without values are a call, whatever is written.
local function statement_of(statement)
  if statement.values then return statement end
  return { tag = "CallStat", pos = statement.pos, finish = statement.finish, call = statement.targets[1] }
end

local expression_list = Ct(V "Expr" * (sym "," * V "Expr") ^ 0)
local name_list = Ct(Name * (sym "," * Name) ^ 0)

M.rules = {
  "FunctionBody",
  Expr = Cmt(Ct(unary_token ^ 0 * V "Simple" * (binary_token * unary_token ^ 0 * V "Simple") ^ 0), climb),
  Simple = node("Nil", kw "nil") + node("True", kw "true") + node("False", kw "false")
    + node("Number", Cg(number_token, "value")) + node("String", Cg(C(string_token), "text")) + node("Vararg", P "...")
    + V "Function" + V "Table" + V "Suffixed",
  Function = node("Function", kw "function" * V "FunctionBody"),
  FunctionBody = sym "(" * Cg(V "Parameters", "parameters") * sym ")" * Cg(V "Block", "body") * kw "end",
  Parameters = Ct((Name * (sym "," * Name) ^ 0 * (sym "," * sym "..." * Cg(Cc(true), "vararg")) ^ -1
    + sym "..." * Cg(Cc(true), "vararg")) ^ -1),
  Table = node("Table", sym "{" * Cg(Ct((V "Item" * (separator * V "Item") ^ 0 * separator ^ -1) ^ -1), "items") * sym "}"),
  Item = node("Item", sym "[" * Cg(V "Expr", "key") * sym "]" * sym "=" * Cg(V "Expr", "value"))
    + node("Item", Cg(C(word), "name") * blank * P "=" * -P "=" * Cg(V "Expr", "value"))
    + node("Item", Cg(V "Expr", "value")),
  Prefix = Name + node("Paren", sym "(" * Cg(V "Expr", "inner") * sym ")"),
  Suffixed = Cf(V "Prefix" * V "Suffix" ^ 0, apply_suffix),
  Suffix = node("Index", P "." * -P "." * Cg(node("String", Cg(C(word), "value")), "key") * Cg(Cc(true), "dot"))
    + node("Index", P "[" * Cg(V "Expr", "key") * sym "]")
    + node("Method", P ":" * -P ":" * Cg(name_text, "name") * Cg(V "Args", "args"))
    + node("Call", Cg(V "Args", "args")),
  Args = sym "(" * (expression_list + Ct(true)) * sym ")" + Ct(V "Table") + Ct(node("String", Cg(C(string_token), "text"))),

  Block = at_once(Ct((at_once(V "Stat") * sym ";" ^ 0) ^ 0 * (V "Last" * sym ";" ^ 0) ^ -1 * blank * Cg(Cp(), "finish"))),
  Last = node("Return", kw "return" * Cg(expression_list + Ct(true), "values")) + node("Break", kw "break"),
  Stat = node("LocalFunction", kw "local" * kw "function" * Cg(Name, "name") * Cg(node("Function", V "FunctionBody"), "fn"))
    + node("Local", kw "local" * Cg(name_list, "names") * Cg(sym "=" * expression_list + Ct(true), "values"))
    + node("If", kw "if" * Cg(Ct(V "Clause" * (kw "elseif" * V "Clause") ^ 0), "clauses") * (kw "else" * Cg(V "Block", "orelse")) ^ -1
      * kw "end")
    + node("While", kw "while" * Cg(V "Expr", "cond") * kw "do" * Cg(V "Block", "body") * kw "end")
    + node("Do", kw "do" * Cg(V "Block", "body") * kw "end")
    + node("Fornum", kw "for" * Cg(Name, "name") * sym "=" * Cg(V "Expr", "first") * sym "," * Cg(V "Expr", "last")
      * (sym "," * Cg(V "Expr", "step")) ^ -1 * kw "do" * Cg(V "Block", "body") * kw "end")
    + node("Forin", kw "for" * name_list * kw "in" * expression_list * kw "do" * V "Block" * kw "end")
    + node("Repeat", kw "repeat" * Cg(V "Block", "body") * kw "until" * Cg(V "Expr", "cond"))
    + node("FunctionStat", kw "function" * name_text * (S ".:" * name_text) ^ 0 * Cg(node("Function", V "FunctionBody"), "fn"))
    + node("Goto", kw "goto" * Cg(name_text, "label"))
    + node("Label", P "::" * Cg(name_text, "label") * sym "::")
    + node("Break", kw "break") * -(blank * (kw "end" + kw "else" + kw "elseif" + kw "until" + -1))
    + V "Assignment",
  Clause = node("Clause", Cg(V "Expr", "cond") * kw "then" * Cg(V "Block", "body")),
  Assignment = node("Assign", Cg(Ct(V "Suffixed" * (sym "," * V "Suffixed") ^ 0), "targets")
    * (blank * P "=" * -P "=" * Cg(expression_list, "values")) ^ -1) / statement_of,
}

local function rooted(patt)
  local rules = {}
  for rule, definition in pairs(M.rules) do rules[rule] = definition end
  rules[1] = "Root"
  rules.Root, rules.Blank, rules.Word = patt, space, identifier
  return P(rules)
end

local function_patt = rooted(node("Function", kw "function" * (name_text * (S ".:" * name_text) ^ 0) ^ -1 * V "FunctionBody"))
local text_patt = rooted(V "Function" * sym ";" ^ -1 * blank * -1)

---Parses the function whose keyword `function` (after optional space) stands at `pos`; nil if there is none.
---@param text string
---@param pos integer?
---@return table?
function M.parse_function(text, pos) return function_patt:match(text, pos or 1) end

---Parses a text that is one function expression and nothing else.
---@param text string
---@return table?
function M.parse_text(text) return text_patt:match(text) end

local skip = string_token + identifier + keywords + number_text + 1
local function_scan = Ct((comment + Cp() * P "function" * -name_char + skip) ^ 0)
local comment_scan = Ct((Ct(Cg(Cp(), "pos") * Cg(C(comment), "text") * Cg(Cp(), "finish")) + skip) ^ 0)
local token_scan = Ct((comment + string_token + C(identifier + keywords) + number_text + 1) ^ 0)

---The positions of every keyword `function` in a text, outside comments and strings.
---@param text string
---@return integer[]
function M.functions(text) return function_scan:match(text) end

---The comments { pos, text, finish } of a text.
---@param text string
---@return table[]
function M.comments(text) return comment_scan:match(text) end

---The identifiers and keywords of a text in order.
---@param text string
---@return string[]
function M.tokens(text) return token_scan:match(text) end

return M
