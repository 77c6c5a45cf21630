-- SPDX-License-Identifier: MIT
-- Text of bodies from pieces: `$name` is replaced by a value; a piece of several lines keeps the indentation of its place.
--
--   text.fill("if self.count == $n then\n  $clear\nend", { n = 20, clear = "self.count = 0\nself.sum = 0" })
--
-- A window is the same loop around a different sum, and a portable body has no functions over arrays; so the bodies of windows are
-- put together from text, once, when the node is declared.

local origins = require "flux.origin"
local sources = require "flux.source"

local M = {}

--- A number as a body can write it.
---@param value number
---@return string
function M.number(value)
  if value ~= value then return "0 / 0" end
  if value == math.huge then return "1 / 0" end
  if value == -math.huge then return "-1 / 0" end
  local short = ("%.15g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
end

local function shown(value)
  if type(value) == "number" then return M.number(value) end
  return (tostring(value):gsub("^\n+", ""):gsub("%s+$", ""))
end

-- A text's lines: a text; { indent, name } of a line that only holds a piece; or { text, name, text, name, … text }.
local function parsed(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local indent, name = line:match("^(%s*)%$([%a_][%w_]*)$")
    local parts, last = {}, 1
    for from, key, to in line:gmatch("()%$([%a_][%w_]*)()") do
      parts[#parts + 1], parts[#parts + 2], last = line:sub(last, from - 1), key, to
    end
    parts[#parts + 1] = line:sub(last)
    lines[#lines + 1] = name and { indent = indent, name = name } or #parts > 1 and parts or line
  end
  return lines
end

-- A node's texts are the same for each node of its kind; those of options that differ are forgotten now and then.
local known, count, MOST = {}, 0, 1000

local function lines_of(text)
  local lines = known[text]
  if not lines then
    if count == MOST then known, count = {}, 0 end
    lines = parsed(text)
    known[text], count = lines, count + 1
  end
  return lines
end

local function filled(parts, values)
  local out = { parts[1] }
  for i = 2, #parts, 2 do
    local value = values[parts[i]]
    if value == nil then error("no value for $" .. parts[i], 0) end
    out[i], out[i + 1] = shown(value), parts[i + 1]
  end
  return table.concat(out)
end

--- Replaces `$name` in a text. A line that only holds a piece that is empty disappears.
---@param text string
---@param values table<string, string|number|ffi.cdata*>
---@return string
function M.fill(text, values)
  text = text:gsub("^\n+", ""):gsub("%s+$", "")
  if not text:find("$", 1, true) then return text end
  local lines = {}
  for _, line in ipairs(lines_of(text)) do
    if type(line) == "string" then
      lines[#lines + 1] = line
    elseif line.name then
      local piece = shown(assert(values[line.name], line.name))
      if piece ~= "" then lines[#lines + 1] = (M.fill(piece, values):gsub("([^\n]+)", line.indent .. "%1")) end
    else
      lines[#lines + 1] = filled(line, values)
    end
  end
  return table.concat(lines, "\n")
end

--- A portable body from a text; messages name the node's file.
---@param name string the node's name in flux.nodes
---@param text string
---@param values table
---@param full string? what the error says when an index of one of its arrays is out of range: see M.full
---@return flux.BodySource
function M.body(name, text, values, full)
  local source = sources.body_at(M.fill(text, values), origins.library_node(name))
  source.full = full
  return source
end

--- What an error says of a capacity that is used up. A node that finds it so writes beyond its array, which ends the cycle.
---@param capacity integer
---@param what string "values"
---@param instead string what to do
---@return string
function M.full(capacity, what, instead)
  return ("its capacity of %d %s is used up; declare a larger one, or %s"):format(capacity, what, instead)
end

--- That text with the line of the node.
---@param full string?
---@param origin flux.Origin?
---@return string?
function M.declared(full, origin) return full and ("%s (declared at %s)"):format(full, origins.text(origin)) end

--- The text without it: where a node stands is no part of what it computes.
function M.undeclared(text) return (text:gsub(" %(declared at [^\n]-:%d+%)", "")) end

--- "a, b" for names with a prefix before each.
---@param names string[]
---@param prefix string?
---@return string
function M.list(names, prefix)
  local out = {}
  for i, name in ipairs(names) do out[i] = (prefix or "") .. name end
  return table.concat(out, ", ")
end

return M
