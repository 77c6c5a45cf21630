-- SPDX-License-Identifier: MIT
-- Finds the text of a function: the file it was loaded from, the bytes of its expression, its syntax tree and its comments.
--
--   local source = source_of.fn(update)              -- a loaded Lua function
--   local source = source_of.text(text, origin)      -- a body given as text
--   source.tree, source.upvalues.alpha, source:place(pos), source:line_text(pos)
--
-- A Source is { file, text, tree, start, finish, names (of upvalues, in order), upvalues = { name → { value = … } }, comments, fn }.

local bytecode = require "flux.body.bytecode"
local grammar = require "flux.body.grammar"
local refuse = require "flux.body.refuse"
local syntax = require "flux.body.syntax"

local Source = {}
Source.__index = Source

local M = {}

-- Files and what is known of their texts, while M.keep is on: the bodies of one graph mostly stand in one file.
local kept

---Keeps files and their scans from now on, or (on = false) forgets them.
---@param on boolean
function M.keep(on) kept = on and { files = {}, scans = {}, trees = {}, comments = {} } or nil end

-- The byte at which each line starts.
local function line_starts(text)
  local starts = { 1 }
  for pos in text:gmatch "\n()" do starts[#starts + 1] = pos end
  return starts
end

---The line and the column of a byte.
---@param pos integer
---@return integer line
---@return integer column
function Source:place(pos)
  local starts = self.starts
  local low, high = 1, #starts
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if starts[middle] <= pos then low = middle else high = middle - 1 end
  end
  return low + self.line_base, pos - starts[low] + 1
end

---@param pos integer
---@return integer
function Source:line(pos) return (self:place(pos)) end

---The text of the line that holds a byte.
---@param pos integer
---@return string
function Source:line_text(pos)
  local line = self:place(pos) - self.line_base
  local last = self.starts[line + 1]
  return (self.text:sub(self.starts[line], last and last - 1 or -1):gsub("[\r\n]+$", ""))
end

---The text of the function itself.
---@return string
function Source:body_text() return self.text:sub(self.start, self.finish - 1) end

local function comments_of(text, start, finish)
  local known = kept and kept.comments[text] and kept.comments[text][start]
  if known then return known end
  local list = {}
  for _, comment in ipairs(grammar.comments(text:sub(start, finish - 1))) do
    comment.pos, comment.finish = comment.pos + start - 1, comment.finish + start - 1
    list[#list + 1] = comment
  end
  if kept then
    kept.comments[text] = kept.comments[text] or {}
    kept.comments[text][start] = list
  end
  return list
end

-- Where the lines of a text start, and where its functions do, by line.
local function scan_of(text)
  local scan = kept and kept.scans[text]
  if scan then return scan end
  scan = { starts = line_starts(text), functions = {} }
  local line = 1
  for _, pos in ipairs(grammar.functions(text)) do
    while scan.starts[line + 1] and scan.starts[line + 1] <= pos do line = line + 1 end
    scan.functions[line] = scan.functions[line] or {}
    table.insert(scan.functions[line], pos)
  end
  if kept then kept.scans[text] = scan end
  return scan
end

local function new(fields)
  fields.line_base = fields.line_base or 0
  fields.starts = scan_of(fields.text).starts
  fields.start, fields.finish = fields.tree.pos, fields.tree.finish
  fields.comments = comments_of(fields.text, fields.start, fields.finish)
  return setmetatable(fields, Source)
end

local function read_file(path)
  if kept and kept.files[path] then return kept.files[path] end
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  if kept then kept.files[path] = text end
  return text
end

-- The text that a chunk was loaded from, and the name to show for it; nil and the reason if it cannot be had.
local function chunk_text(info)
  local kind, rest = info.source:sub(1, 1), info.source:sub(2)
  if kind == "@" then
    local text = read_file(rest)
    if not text then return nil, rest, "its file cannot be read" end
    if text:sub(1, 1) == "#" then text = "--" .. text:gsub("^#.", "", 1) end
    return text, rest
  elseif kind == "=" then
    return nil, rest, "it was not loaded from a file"
  end
  return info.source, info.short_src
end

local function upvalues_of(fn)
  local names, values = {}, {}
  for index = 1, math.huge do
    local name, value = debug.getupvalue(fn, index)
    if not name then break end
    names[index], values[name] = name, { value = value }
  end
  return names, values
end

-- The function expressions of a text that start and end on the given lines.
local function candidates_in(text, first_line, last_line)
  local found = {}
  for _, pos in ipairs(scan_of(text).functions[first_line] or {}) do
    local tree = grammar.parse_function(text, pos)
    local _, breaks = text:sub(pos, (tree and tree.finish or pos) - 1):gsub("\n", "")
    if tree and first_line + breaks == last_line then found[#found + 1] = tree end
  end
  return found
end

-- A function's text as an expression: a statement `function M.f(x)` loses its name.
local function expression_text(text, tree)
  return (text:sub(tree.pos, tree.finish - 1):gsub("^function[^(]*%(", "function(", 1))
end

-- The trees that are this function's: its text stands between its lines. Functions that are made in a loop, or that a kind's
-- nodes share, have one tree; who types it binds its names anew.
local function trees_of(fn, info, text, names)
  local key = ("%d %d %s"):format(info.linedefined, info.lastlinedefined, info.source)
  local known = kept and kept.trees[key]
  if known and known.found then return known.found end
  local all = known or candidates_in(text, info.linedefined, info.lastlinedefined)
  local found = {}
  for _, tree in ipairs(all) do
    if bytecode.same(fn, expression_text(text, tree), names) then found[#found + 1] = tree end
  end
  if kept then kept.trees[key] = all end
  if #all == 1 and #found == 1 then all.found = found end
  return found
end

---The source of a loaded Lua function; refuses when it cannot be found or does not agree with what was loaded.
---@param fn function
---@return table source
function M.fn(fn)
  local info = debug.getinfo(fn, "S")
  local place = { file = info.short_src, line = math.max(info.linedefined, 0) }
  if info.what == "C" then refuse.near(place, "a C function has no Lua text", 'use flux.c or wrap it: flux.lua(fn)') end
  local text, file, reason = chunk_text(info)
  place.file = file
  if not text then
    refuse.near(place, "the text of this function cannot be found: " .. reason, "give the body as text: flux.body[[function(self) … end]]")
  end
  local names, upvalues = upvalues_of(fn)
  local found = trees_of(fn, info, text, names)
  if #found == 0 then
    refuse.near(place, "the text in the file is not that of the loaded function (was the file changed since?)", "load the script again")
  end
  return new { fn = fn, file = file, text = text, tree = found[1], names = names, upvalues = upvalues }
end

-- Where a literal text stands in the file that `origin` names: the occurrence nearest to origin's line.
local function locate(text, origin)
  local whole = origin and origin.file and read_file(origin.file)
  if not whole then return nil end
  local best, distance
  local starts, line, from = line_starts(whole), 1, 1
  while true do
    local pos = whole:find(text, from, true)
    if not pos then return best and whole, best end
    while starts[line + 1] and starts[line + 1] <= pos do line = line + 1 end
    local away = math.abs(line - (origin.line or line))
    if not best or away < distance then best, distance = pos, away end
    from = pos + 1
  end
end

---The source of a body given as text: one function expression. Free names are looked up in `values`.
---@param text string
---@param origin { file: string, line: integer }?
---@param values table<string, any>?
---@return table source
function M.text(text, origin, values)
  local file, base = origin and origin.file or "body", origin and origin.line and origin.line - 1 or 0
  local tree = grammar.parse_text(text)
  if not tree then
    local chunk = "return\n" .. text
    local _, reason = loadstring(chunk, "@body")
    if reason then error(syntax.refusal(file, chunk, reason, base - 1), 0) end
    refuse.near({ file = file, line = 1 + base }, "this is not one function expression",
      "write one function: flux.body[[function(self, x) … end]]")
  end
  local upvalues = {}
  for name, value in pairs(values or {}) do upvalues[name] = { value = value } end
  local whole, pos = locate(text, origin)
  if whole then
    tree = grammar.parse_function(whole, pos)
    if tree then return new { file = file, text = whole, tree = tree, names = {}, upvalues = upvalues } end
    tree = grammar.parse_text(text)
  end
  return new { file = file, text = text, tree = tree, names = {}, upvalues = upvalues, line_base = base }
end

return M
