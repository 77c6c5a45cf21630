-- SPDX-License-Identifier: MIT
-- What flux reads of C text: tokens only, outside of comments, strings and characters. It is the compiler that knows C.
--
--   ctext.names(text)                → the set of identifiers, without members (`self->x`, `.x`)
--   ctext.unbalanced(text)           → position and reason of a brace without its partner; nil when all have one
--   ctext.fn(text, "kalman_update")  → { parameters = { "self", "x" }, is_void, head (in parentheses), text (of its braces) };
--                                      nil when it is not there
--   ctext.defined(text)              → the set of names that a file defines or declares outside of functions
--   ctext.line(text, pos)            → 1 for the first line

local lpeg = require "lpeg"

local M = {}

local P, R, S, C, Cc, Cp, Ct = lpeg.P, lpeg.R, lpeg.S, lpeg.C, lpeg.Cc, lpeg.Cp, lpeg.Ct
local identifier = R("az", "AZ", "__") * R("az", "AZ", "09", "__") ^ 0
local function quoted(q) return P(q) * (P "\\" * 1 + (1 - S("\\\n" .. q))) ^ 0 * P(q) ^ -1 end
local comment = P "/*" * (1 - P "*/") ^ 0 * P "*/" ^ -1 + P "//" * (1 - P "\n") ^ 0
local number = R "09" * (R("09", "az", "AZ", "__") + ".") ^ 0
local member = (P "->" + ".") * S " \t\r\n" ^ 0 * identifier
local token = Ct(Cp() * Cc "member" * C(member)) + Ct(Cp() * Cc "name" * C(identifier)) + Ct(Cp() * Cc "mark" * C(S "(){}[],;=*"))
local tokens_patt = Ct((comment + quoted '"' + quoted "'" + number + token + 1) ^ 0)

local function tokens(text) return tokens_patt:match(text) end

---The set of identifiers in a C text that are no members.
---@param text string
---@return table<string, true>
function M.names(text)
  local set = {}
  for _, it in ipairs(tokens(text)) do
    if it[2] == "name" then set[it[3]] = true end
  end
  return set
end

local ENDS_NAME = { ["("] = true, ["="] = true, [";"] = true, [","] = true, ["["] = true }

---The names that a file defines or declares outside of functions: functions, variables, types, enumerators, macros.
---@param text string
---@return table<string, true>
function M.defined(text)
  local set, list, depth, enum = {}, tokens(text), 0, false
  for i, it in ipairs(list) do
    local mark = it[2] == "mark" and it[3]
    if mark == "{" or mark == "(" then
      depth = depth + 1
      enum = enum and mark == "{"
    elseif mark == "}" or mark == ")" then
      depth, enum = depth - 1, false
    elseif it[2] == "name" then
      local follower = list[i + 1]
      if enum and depth > 0 or depth == 0 and follower and follower[2] == "mark" and ENDS_NAME[follower[3]] then set[it[3]] = true end
      enum = enum or it[3] == "enum"
    end
  end
  for name in ("\n" .. text):gmatch "\n[ \t]*#[ \t]*define[ \t]+([%w_]+)" do set[name] = true end
  return set
end

---The line of a position, 1 for the first.
---@param text string
---@param pos integer
---@return integer
function M.line(text, pos)
  local _, count = text:sub(1, pos - 1):gsub("\n", "")
  return count + 1
end

---The first position of an identifier.
---@param text string
---@param name string
---@return integer|nil
function M.find(text, name)
  for _, it in ipairs(tokens(text)) do
    if it[2] == "name" and it[3] == name then return it[1] end
  end
end

---The first brace without a partner.
---@param text string
---@return integer|nil pos
---@return string|nil reason
function M.unbalanced(text)
  local open = {}
  for _, it in ipairs(tokens(text)) do
    if it[3] == "{" then
      open[#open + 1] = it[1]
    elseif it[3] == "}" then
      if #open == 0 then return it[1], "this '}' closes nothing" end
      open[#open] = nil
    end
  end
  if #open > 0 then return open[#open], "this '{' is never closed" end
end

-- Index of the token that closes the bracket at list[at].
local function closing(list, at)
  local close = list[at][3] == "(" and ")" or "}"
  local depth = 0
  for i = at, #list do
    if list[i][3] == list[at][3] then depth = depth + 1 end
    if list[i][3] == close then depth = depth - 1 end
    if depth == 0 then return i end
  end
end

-- The names of the parameters between two parentheses: of each the last identifier.
local function parameters(list, first, last)
  local out, name, depth = {}, nil, 0
  for i = first + 1, last do
    local mark = list[i][2] == "mark" and list[i][3]
    if depth == 0 and (mark == "," or i == last) then
      if name and not (name == "void" and #out == 0 and i == last) then out[#out + 1] = name end
      name = nil
    elseif mark == "[" or mark == "(" then
      depth = depth + 1
    elseif mark == "]" or mark == ")" then
      depth = depth - 1
    elseif list[i][2] == "name" and depth == 0 then
      name = list[i][3]
    end
  end
  return out
end

---A function that a C text defines.
---@param text string
---@param name string
---@return { parameters: string[], is_void: boolean, head: string, text: string, pos: integer }|nil
function M.fn(text, name)
  local list, void, pointer = tokens(text), false, false
  for i, it in ipairs(list) do
    if it[2] == "name" and it[3] == name and list[i + 1] and list[i + 1][3] == "(" then
      local last = closing(list, i + 1)
      local body = last and list[last + 1]
      if body and body[3] == "{" then
        local finish = closing(list, last + 1)
        return { parameters = parameters(list, i + 1, last), is_void = void and not pointer, pos = it[1],
          head = text:sub(list[i + 1][1], list[last][1]), text = text:sub(body[1], finish and list[finish][1] or -1) }
      end
    end
    if it[3] == ";" or it[3] == "}" then void, pointer = false, false end
    void, pointer = void or it[3] == "void", pointer or it[3] == "*"
    if it[3] == ")" then void, pointer = false, false end
  end
end

return M
