-- SPDX-License-Identifier: MIT
-- flux.jit.alike: schedules of values that are the same but for where their nodes stand, as one function for all: one trace, where each
-- would be a trace of its own (flux.alike).
--
--   parts.key_1 = function(event, state, i)
--     local s_128 = cast(states, cast(by_128, state) + i)
--     k1_on_tick(s_128.k1, event)
--     k1_1_update(s_128.k1_1, s_128.k1)
--   end
--
-- Callbacks are those of the first value's nodes; they are alike where their bodies say the same in the same lines of the script.
--
--   local marks = alike.new(resolved)
--   self.marks = marks; … lines are printed …; self.marks = nil
--   for _, run in ipairs(marks:runs(texts)) do local chunk = marks:chunk(self, run, chunks[run.members[1]]) … end

local alike = require "flux.alike"
local call = require "flux.jit.call"
local digest = require "flux.export.digest"
local parts = require "flux.jit.parts"

local M = {}

local Marks = {}
Marks.__index = Marks

---@param resolved flux.Resolved
---@return table marks
function M.new(resolved)
  return setmetatable({ resolved = resolved, number = {}, known = {}, count = 0, classes = {}, class_count = 0, texts = {} }, Marks)
end

-- A number for what is marked.
local function number_of(self, key, it)
  if not self.number[key] then
    self.count = self.count + 1
    self.number[key], self.known[self.count] = self.count, it
  end
  return self.number[key]
end

-- What tells things apart that do not differ in place alone; it is gone from the text in the end.
local function class(self, key)
  if not self.classes[key] then
    self.class_count = self.class_count + 1
    self.classes[key] = self.class_count
  end
  return ("\3%d\2"):format(self.classes[key])
end

---@param node flux.Node
---@return string
function Marks:node(node)
  return alike.mark(node.record.size > 0 and "m" or "z", number_of(self, node, node)) .. class(self, node.record)
end

-- What a body says and where. Bodies with knowledge of their node are like no other.
local function body_class(self, callback)
  local body = callback.body
  if body.language ~= "portable" or body.facts.arms or callback.node.is_keyed or callback.node.is_view then return class(self, callback) end
  if not self.texts[body.ast] then
    local words = { digest.emitted(body), body.origin.file, body.origin.line }
    for _, fn in ipairs(body.functions) do words[#words + 1] = (fn.origin or body.origin).file .. ":" .. fn.line end
    self.texts[body.ast] = table.concat(words, "\n")
  end
  return class(self, self.texts[body.ast])
end

---@param names table the set that the name goes to
---@param callback flux.Callback
---@return string
function Marks:callback(names, callback)
  local mark = alike.mark("f", number_of(self, callback, callback))
  names:add(mark)
  return mark .. body_class(self, callback)
end

---@param key string
---@param base string the name of a flag
---@return string
function Marks:flag(key, base) return alike.mark("d", number_of(self, key, base)) end

local function itself(number) return number end

---Runs of texts, see flux.alike.
---@param list (table|false)[] their skeletons
---@return table[]
function Marks:runs(list)
  local offset, known = self.resolved.offset, self.known
  local function place(number) return offset[known[number]] end
  return alike.runs(list, function(_, numbers)
    local slots = {}
    for i in ipairs(numbers.m) do slots[#slots + 1] = { letter = "m", i = i, place = place } end
    for i in ipairs(numbers.c) do slots[#slots + 1] = { letter = "c", i = i, place = itself } end
    for i in ipairs(numbers.v) do slots[#slots + 1] = { letter = "v", i = i, place = itself } end
    return slots
  end)
end

-- "5", "5 + 3 * i"
local function linear(first, step)
  if step == 0 then return tostring(first) end
  local by = math.abs(step) == 1 and "i" or ("%d * i"):format(math.abs(step))
  return ("%d %s %s"):format(first, step < 0 and "-" or "+", by)
end

-- The places of nodes that go on by one step: the name of their pointer, and the line that makes it.
local function pointer(self, names, step, members)
  local size = math.abs(step)
  local name = call.unique(self, step == 0 and "s" or ("s_%s%d"):format(step < 0 and "minus_" or "", size), "step " .. step)
  local layout = call.bind(self, names, call.unique(self, "states", members), { what = "layout", members = members })
  local at = "state"
  if step ~= 0 then
    local by = call.bind(self, names, call.unique(self, "by_" .. size, "by " .. size), { what = "stride", size = size })
    at = ("cast(%s, state) %s i"):format(by, step < 0 and "-" or "+")
  end
  call.bind(self, names, "cast", { what = "cast" })
  return name, ("local %s = cast(%s, %s)"):format(name, layout, at)
end

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
  return lines
end

-- Which callbacks each callback of the first value stands for, by i.
local function callbacks_of(self, run)
  local of = {}
  for i, first in ipairs(run.numbers.f) do
    local list = {}
    for k, numbers in ipairs(run.all) do list[k - 1] = self.known[numbers.f[i]] end
    of[self.known[first]] = list
  end
  return of
end

---Has a function room for what a run names?
---@param run table of Marks:runs
---@param chunk table of the first of its members, with marks
---@return boolean
function M.fits(run, chunk)
  local steps = parts.set()
  for _, slot in ipairs(run.slots) do steps:add(slot.letter == "m" and slot.step or 0) end
  return #chunk.names.list + 2 * #steps.list + 3 <= parts.MAX_NAMES
end

---The function of a run.
---@param printer table a caller (flux.jit.call)
---@param run table of Marks:runs
---@param chunk table of the first of its members, with marks
---@return table chunk with `value` and `run`: names of where i is kept, and of what hears of it (flux.runtime.failure)
function Marks:chunk(printer, run, chunk)
  local names, by_step, steps, flags, step_of = parts.set(), {}, {}, {}, { c = {}, v = {} }
  for _, name in ipairs(chunk.names.list) do
    if not name:find("^\1") then names:add(name) end
  end
  local where, callbacks = {}, callbacks_of(self, run)
  for _, slot in ipairs(run.slots) do
    local number = run.numbers[slot.letter][slot.i]
    if slot.letter == "m" then
      if not by_step[slot.step] then
        by_step[slot.step] = {}
        steps[#steps + 1] = slot.step
      end
      local node = self.known[number]
      table.insert(by_step[slot.step], { name = node.name, node = node })
      where[slot.i] = slot.step
    else
      step_of[slot.letter][slot.i] = slot.step
    end
  end
  local opening, pointers = {}, {}
  for i, step in ipairs(steps) do pointers[step], opening[i] = pointer(printer, names, step, by_step[step]) end
  local text = run.bare:gsub("\3%d+\2", ""):gsub("\1(%a)(%d+)\2", function(letter, i)
    i = tonumber(i)
    local number = run.numbers[letter][i]
    local it = self.known[number]
    if letter == "m" then return pointers[where[i]] .. "." .. it.name end
    if letter == "z" then return call.node_name(printer, names, it) end
    if letter == "f" then return call.function_name(printer, names, it) end
    if letter == "d" then
      flags[i] = call.unique(printer, it, "flag " .. number)
      return flags[i]
    end
    return linear(number, step_of[letter][i])
  end)
  if #flags > 0 then
    opening[#opening + 1] = ("local %s = %sfalse"):format(table.concat(flags, ", "), ("false, "):rep(#flags - 1))
  end
  local value = call.bind(printer, names, call.unique(printer, "value", run), { what = "value" })
  local known = call.bind(printer, names, call.unique(printer, "run", callbacks), { what = "run", callbacks = callbacks })
  opening[#opening + 1] = value .. "[0] = i"
  for _, line in ipairs(lines_of(text)) do opening[#opening + 1] = line end
  return { lines = opening, names = names, weight = chunk.weight, value = value, run = known }
end

return M
