-- SPDX-License-Identifier: MIT
-- What a typed body uses, found in its tree and in the helpers that it calls: what was folded away is not there.
--
--   local uses = uses_of(block, functions)
--   -- uses = { self, event, index, now, wall, cycle, fails, arms, ticked = {Input}, valid = {Input}, posts = {EventType},
--   --          read = { {input, fields} }, own = {Field} of self that are read, written = {Field},
--   --          functions (those that are called, callees first) }

local walk = require "flux.body.walk"

local function once(list, item)
  for _, other in ipairs(list) do
    if other == item then return end
  end
  list[#list + 1] = item
end

local function reads(uses, input, field)
  local entry
  for _, other in ipairs(uses.read) do entry = other.input == input and other or entry end
  if not entry then
    entry = { input = input, fields = {} }
    uses.read[#uses.read + 1] = entry
  end
  if field then once(entry.fields, field) end
end

-- Notes that a place of self, of the event or of an input is read or written.
local function place(uses, node)
  local array = node.array
  local base, field = node.base or array and array.base, array and array.field or node.field
  if base == "self" or base == "event" then
    uses[base] = true
  else
    reads(uses, base, field)
  end
  if array and array.element and array.element.checked then uses.fails = true end
end

local rules = {}

function rules.port(uses, node) reads(uses, node.input, node.field) end
rules.list = rules.port
function rules.field(uses, node)
  place(uses, node)
  if node.base == "self" then once(uses.own, node.field) end
end
rules.elem = place
function rules.node(uses, node) reads(uses, node.input) end
function rules.ticked(uses, node) once(uses.ticked, node.input) end
function rules.valid(uses, node) once(uses.valid, node.input) end
function rules.call(uses, node) uses.called[node.fn] = true end
for _, word in ipairs { "self", "event", "index", "now", "wall", "cycle" } do
  rules[word] = function(uses) uses[word] = true end
end

local function checks(uses, index)
  if type(index) == "table" and index.checked then uses.fails = true end
end

local function statement(uses, s)
  for _, target in ipairs(s.targets or {}) do
    if target.k ~= "local" then
      place(uses, target)
      checks(uses, target.index)
      once(uses.written, target.field)
      uses.writes = true
    end
  end
  if s.k == "post" then
    once(uses.posts, s.event)
    uses.fails = true
  elseif s.k == "after" then
    uses.arms, uses.fails = true, true
  elseif s.k == "cancel" then
    uses.arms = true
  elseif s.k == "invoke" then
    uses.called[s.fn] = true
  end
end

local function collect(uses, block)
  walk.statements(block, function(s) statement(uses, s) end)
  walk.block(block, function(node)
    if rules[node.k] then rules[node.k](uses, node) end
    checks(uses, node.index)
  end)
end

-- Notes what a function that is called uses; callers come before their callees here.
local function take_in(uses, fn)
  local outer = uses.writes
  uses.writes = false
  collect(uses, fn.block)
  fn.writes = uses.writes or nil
  uses.writes = outer
end

-- Who calls a function that writes self hands on a self that can be written.
local function pass_on_writes(functions)
  for _, fn in ipairs(functions) do -- callees first
    walk.statements(fn.block, function(s) fn.writes = fn.writes or s.k == "invoke" and s.fn.writes or nil end)
  end
end

---@param block table a typed block
---@param functions table[] every helper that was typed, callees first
---@return table uses
return function(block, functions)
  local uses = { ticked = {}, valid = {}, posts = {}, read = {}, own = {}, written = {}, called = {}, functions = {} }
  collect(uses, block)
  for i = #functions, 1, -1 do
    if uses.called[functions[i]] then
      take_in(uses, functions[i])
      table.insert(uses.functions, 1, functions[i])
    end
  end
  pass_on_writes(uses.functions)
  return uses
end
