-- SPDX-License-Identifier: MIT
-- Reads a declaration of C fields: text → list of fields as written, before layout.
--
--   declaration.read("double price, size; // of the trade\n int64_t time;", fail)
--     → { { name = "price", type = "double", comment = "of the trade" }, … }
--
-- lpeg cuts the text into tokens; a small parser reads them, because it can say what it expected and where. Comments are
-- tokens of no meaning that are given to a field afterwards: one that follows code on its line belongs to what it follows,
-- one on a line of its own to what comes next.

local lpeg = require "lpeg"
local names = require "flux.names"
local values = require "flux.values"

local SHARED = { false, true }

local C, Cc, Cg, Cp, Ct, P, R, S = lpeg.C, lpeg.Cc, lpeg.Cg, lpeg.Cp, lpeg.Ct, lpeg.P, lpeg.R, lpeg.S

local M = {}

local function token(kind, pattern)
  return Ct(Cg(Cp(), "position") * Cg(Cc(kind), "kind") * Cg(C(pattern), "text"))
end

local digit, letter = R "09", R("az", "AZ") + "_"
local exponent = S "eE" * S "+-" ^ -1 * digit ^ 1
local number = P "0" * S "xX" * R("09", "af", "AF") ^ 1
  + (digit ^ 1 * (P "." * digit ^ 0) ^ -1 + P "." * digit ^ 1) * exponent ^ -1
local comment = P "//" * (1 - P "\n") ^ 0 + P "/*" * (1 - P "*/") ^ 0 * P "*/"
local lexer = Ct((S " \t\r\n" ^ 1
  + token("comment", comment)
  + token("name", letter * (letter + digit) ^ 0)
  + token("number", number * (letter + digit) ^ 0) -- letters that stick to a number are refused with it
  + token("string", P '"' * (1 - S '"\n') ^ 0 * P '"')
  + token("mark", S ";,[]=-+")
  + token("other", P(1))) ^ 0)

-- What people write for a type → what it is called here.
local alias = {
  int = "int32_t", long = "int64_t", short = "int16_t", char = "int8_t", unsigned = "uint32_t", size_t = "uint64_t",
  string = "symbol", number = "double", boolean = "bool", int8 = "int8_t", int16 = "int16_t", int32 = "int32_t",
  int64 = "int64_t", uint8 = "uint8_t", uint16 = "uint16_t", uint32 = "uint32_t", uint64 = "uint64_t", const = nil,
}

--- The text of a comment without its marks, on one line.
local function comment_text(text)
  text = text:match("^//+!?<?(.*)$") or text:match("^/%*+!?<?(.-)%**/$") or text
  text = text:gsub("\n%s*%*+", "\n"):gsub("%s+", " "):gsub("%*/", "* /")
  return text:match("^ ?(.-) ?$")
end

local Reader = {}
Reader.__index = Reader

function Reader:fail(at, message, ...)
  self.report(at.position, message:format(...))
end

--- Is the next token this mark (or of this kind)? Takes it if so.
function Reader:take(text, owners)
  local t = self.tokens[self.at]
  if t.text ~= text then return false end
  t.owners = owners
  self.at = self.at + 1
  return t
end

local function describe(t)
  return t.kind == "end" and "the end of the text" or ("'%s'"):format(t.text)
end

function Reader:type(owners)
  local t = self.tokens[self.at]
  if t.kind ~= "name" then self:fail(t, "expected a type, found %s", describe(t)) end
  if not values.type[t.text] then
    local meant = alias[t.text]
    local hint = meant and (" (did you mean '%s'?)"):format(meant) or names.hint(t.text, values.types)
    if hint == "" then hint = "; the types are " .. table.concat(values.types, ", ") end
    self:fail(t, "unknown type '%s'%s", t.text, hint)
  end
  t.owners = owners
  self.at = self.at + 1
  return t.text
end

function Reader:name(field)
  local t = self.tokens[self.at]
  if t.kind ~= "name" then self:fail(t, "expected the name of a field, found %s", describe(t)) end
  local reason = names.refused(t.text, self.what)
  if reason then self:fail(t, "%s '%s': %s", self.what, t.text, reason) end
  local first = self.seen[t.text]
  if first then self:fail(t, "duplicate field '%s'", t.text) end
  self.seen[t.text] = true
  t.owners = { field }
  self.at = self.at + 1
  return t.text
end

function Reader:count(field)
  if not self:take("[", { field }) then return nil end
  local t = self.tokens[self.at]
  local count = t.kind == "number" and t.text:match("^%d+$") and tonumber(t.text)
  if not count or count < 1 or count > 2 ^ 24 then
    self:fail(t, "field '%s': the length of an array is a whole number from 1 to 16777216, found %s", field.name, describe(t))
  end
  t.owners = { field }
  self.at = self.at + 1
  if not self:take("]", { field }) then
    self:fail(self.tokens[self.at], "expected ']' after the length of '%s', found %s", field.name, describe(self.tokens[self.at]))
  end
  if self.tokens[self.at].text == "[" then self:fail(self.tokens[self.at], "field '%s': arrays have one dimension", field.name) end
  return count
end

function Reader:default(field)
  local equals = self:take("=", { field })
  if not equals then return nil end
  if field.count then self:fail(equals, "field '%s': an array has no default; it starts at zero, set its elements in init", field.name) end
  local sign = (self:take("-", { field }) or self:take("+", { field }) or { text = "" }).text
  local t = self.tokens[self.at]
  if t.kind ~= "number" and t.kind ~= "name" and t.kind ~= "string" then
    self:fail(t, "field '%s': expected a value, found %s", field.name, describe(t))
  end
  local text = t.kind == "string" and t.text:sub(2, -2) or t.text
  local value, reason = values.read(field.type, sign .. text, t.kind == "string")
  if value == nil then self:fail(t, "field '%s': %s", field.name, reason) end
  t.owners = { field }
  self.at = self.at + 1
  return value
end

--- One declaration: type name [count] = default, name …;
function Reader:declaration(fields)
  local owners = {}
  local type_name = self:type(owners)
  repeat
    local field = { type = type_name }
    field.name = self:name(field)
    field.count = self:count(field)
    field.default = self:default(field)
    owners[#owners + 1], fields[#fields + 1] = field, field
  until not self:take(",", { field })
  if not self:take(";", owners) then
    local t = self.tokens[self.at]
    self:fail(t, "expected ';' or ',' after '%s', found %s", fields[#fields].name, describe(t))
  end
end

--- Gives each comment to its fields. A comment on a whole declaration goes to those of its fields that have none of their own.
local function attach(comments, fields)
  local own = {}
  for _, shared in ipairs(SHARED) do
    for _, c in ipairs(comments) do
      local owners = (c.trailing and c.before or c.after).owners
      if owners and (#owners > 1) == shared then
        for _, field in ipairs(owners) do
          if not shared or not own[field] then
            own[field] = own[field] or not shared
            field.comment = field.comment and field.comment .. " " .. c.text or c.text
          end
        end
      end
    end
  end
  return fields
end

--- Cuts the text into tokens; comments go to a list that notes their neighbours.
local function tokens_of(text)
  local tokens, comments = {}, {}
  local pending = {}
  for _, t in ipairs(lexer:match(text)) do
    if t.kind == "comment" then
      local before = tokens[#tokens]
      local gap = before and text:sub(before.position + #before.text, t.position - 1)
      local c = { text = comment_text(t.text), before = before, trailing = before and not gap:find("\n") }
      comments[#comments + 1], pending[#pending + 1] = c, c
    else
      tokens[#tokens + 1] = t
      for i = #pending, 1, -1 do pending[i].after, pending[i] = t, nil end
    end
  end
  local last = { kind = "end", text = "", position = #text + 1 }
  for _, c in ipairs(pending) do c.after = last end
  tokens[#tokens + 1] = last
  return tokens, comments
end

--- Reads a declaration.
---@param text string
---@param what string which rule of names applies: "field", "state field" or "param"
---@param report fun(position: integer, message: string) raises; the position is a byte of the text
---@return flux.Field[] fields without layout
function M.read(text, what, report)
  local tokens, comments = tokens_of(text)
  local reader = setmetatable({ tokens = tokens, at = 1, seen = {}, what = what, report = report }, Reader)
  local fields = {}
  while tokens[reader.at].kind ~= "end" do reader:declaration(fields) end
  return attach(comments, fields)
end

return M
