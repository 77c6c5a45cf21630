-- SPDX-License-Identifier: MIT
-- Emits typed bodies as Lua: the text of a function expression whose lines are the user's lines.
--
--   local text = emit_lua.body(body, names)       -- "function(self, event, fast, legs_value, now, ctx) … end"
--   local text = emit_lua.fn(fn, names)           -- a helper function
--   local text = emit_lua.numbers(body, cells, names)   -- the body as a function of numbers (see flux.body.numbers)
--
-- `names` are hooks that give text (see flux.body); a line of the result is the same line, counted from `function`, as in the source.

local arguments = require "flux.body.arguments"
local emit_lua_expr = require "flux.body.emit_lua_expr"
local naming = require "flux.body.naming"

local M = {}

local Emitter = {}
Emitter.__index = Emitter
for name, method in pairs(emit_lua_expr.methods) do Emitter[name] = method end

-- Statements ---------------------------------------------------------------------------------------------------------------------

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

-- Bounds that are neither constant nor small integers go through a helper: NaN, and a start at negative zero. So does a step
-- whose sign is not known.
local function bounds_of(self, s)
  local first, last, step = s.first, s.last, s.step
  local safe = (first.lo or first.const and first.const ~= 0) and (last.lo or last.const and last.const == last.const)
  if safe and (step.const or step.lo and s.way) then
    return "", { self:expr(first), self:expr(last), step.const ~= 1 and self:expr(step) or nil }, ""
  end
  local function named(what) return self.namer:fresh(s.var.name .. what) end
  if not step.const then
    local low, high, by = named "_first", named "_last", named "_step"
    return ("do local %s, %s, %s = %s "):format(low, high, by, (self:helper("steps", first, last, step))), { low, high, by }, " end"
  end
  local low, high = named "_first", named "_last"
  return ("do local %s, %s = %s "):format(low, high, (self:helper(s.way, first, last))),
    { low, high, step.const ~= 1 and self:expr(step) or nil }, " end"
end

statements["for"] = function(self, s)
  self.namer:open()
  local before, bounds, after = bounds_of(self, s)
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
  if self.results then
    self:put(s.line, ("return %s%s"):format(self.verdict and value and self:expr(value) or "true", self.results))
  elseif self.verdict == false and value then
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
function statements.invoke(self, s) self:put(s.line, (self:call(self.names.fn(s.fn), s.args))) end
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

-- Functions ----------------------------------------------------------------------------------------------------------------------

local function emitter(names, line)
  return setmetatable({ names = names, namer = naming.new(naming.lua_reserved), given = {}, out = {}, line = line, depth = 0 }, Emitter)
end

local function finish(self, parameters, block)
  self:put(block.end_line, "end")
  return ("function(%s)"):format(table.concat(parameters, ", ")) .. (self.out[1]:sub(1, 1) == "\n" and "" or " ") .. table.concat(self.out)
end

---@param body table a portable Body
---@param names table hooks
---@return string
function M.body(body, names)
  local typed, parameters = body.ast, {}
  local self = emitter(names, typed.line)
  self.verdict = typed.verdict
  for i, arg in ipairs(body.args) do
    parameters[i] = self.namer:fresh(arguments.name(arg, typed.event_name))
    self.given[arguments.slot(arg)] = parameters[i]
  end
  self:block(typed.block)
  return finish(self, parameters, typed.block)
end

---The same for a body of which flux.body.numbers gave the cells: takes their values, returns the verdict and the own ones' new values.
---@param body table
---@param cells table[]
---@param names table hooks
---@return string
function M.numbers(body, cells, names)
  local typed, parameters, results = body.ast, {}, {}
  local self = emitter(names, typed.line)
  self.verdict = typed.verdict
  for i, cell in ipairs(cells) do
    parameters[i] = self.namer:fresh(cell.name)
    self.given[cell.slot] = parameters[i]
    if cell.set then results[#results + 1] = ", " .. parameters[i] end
  end
  self.results = table.concat(results)
  self:block(typed.block)
  if typed.block.falls then self:put(typed.block.end_line, "return true" .. self.results) end
  return finish(self, parameters, typed.block)
end

---@param fn table a helper function of a Body
---@param names table hooks
---@return string
function M.fn(fn, names)
  local self, parameters = emitter(names, fn.line), {}
  for i, var in ipairs(fn.params) do
    parameters[i] = self.namer:declare(var)
    local place = var.place
    if place then self.given[arguments.slot_of_place(place)] = parameters[i] end
  end
  self:block(fn.block)
  return finish(self, parameters, fn.block)
end

return M
