-- SPDX-License-Identifier: MIT
-- flux.export.values: a function for each value of a field that filters pick steps by.
--
-- Which steps an event can reach is known for each value that a filter names. Where readers of several picked nodes stand between,
-- that is worth more than a test of every guard: the cycle is a `switch`, and each value has the schedule that is left of the entry
-- when what the value rules out is gone. There most guards are certain. A reader of nodes of two values stands in two functions.
--
--   static void tick_cycle(g_t *g, const g_tick_event *event) {
--     switch (event->key) {
--     case 0: tick_cycle_key_0(g, event); break;
--
--   local by_value = values.of(x, entry)  --> nil, or { field, cases = { { condition, list = steps }, … }, rest = entry, steps }
--   local entry = values.entry(by_value, by_value.cases[1])
--
-- It is done where it leaves at most M.TIMES as many steps, none of the functions long, and many items that the plain form would test; or
-- where schedules are alike (flux.export.alike), so that no more steps are printed than the entry has.
-- The option `values = false` leaves it, `values = { least = 2, times = 50 }` takes every field with so many values.

local alike = require "flux.alike"
local features = require "flux.export.features"
local flows = require "flux.export.flow"
local new_table = require "table.new"
local parts = require "flux.export.parts"

local M = {}

---Fewest values, fewest items side by side in the plain form, and how many times the steps of the entry at most.
M.LEAST, M.ITEMS, M.TIMES = 8, 64, 2

-- The integer field for which filters name most values, and these in order.
local function field_of(entry)
  local by_field, best = {}, nil
  for _, step in ipairs(entry.steps) do
    for _, condition in ipairs(step.seed == "filter" and step.callback.conditions or {}) do
      local field = condition.field
      if flows.INTEGER[field.type] then
        local known = by_field[field] or { field = field, list = {}, seen = {} }
        by_field[field] = known
        if not known.seen[tostring(condition.value)] then
          known.seen[tostring(condition.value)] = true
          known.list[#known.list + 1] = condition
        end
        if not best or #known.list > #best.list then best = known end
      end
    end
  end
  return best
end

-- Of a filter: the condition on the field.
local function condition_on(callback, field)
  for _, condition in ipairs(callback.conditions or {}) do
    if condition.field == field then return condition end
  end
end

-- Does a filter of the step's node match every event with this value?
local function is_matched(step, field, key)
  for _, other in ipairs(step.node.callbacks) do
    if other.event == step.callback.event and #(other.conditions or {}) == 1 then
      local condition = condition_on(other, field)
      if condition and tostring(condition.value) == key then return true end
    end
  end
  return false
end

-- Who reads the flags of each step; the steps without a guard: those of each value, and those of any.
local function sources_of(entry, field)
  local readers, of_value, of_any = {}, {}, {}
  for _, step in ipairs(entry.steps) do
    local condition = step.seed == "filter" and condition_on(step.callback, field)
    if condition then
      local key = tostring(condition.value)
      of_value[key] = of_value[key] or {}
      table.insert(of_value[key], step)
    elseif type(step.guard) == "table" then
      for _, flag in ipairs(step.guard) do
        readers[flag.step] = readers[flag.step] or {}
        table.insert(readers[flag.step], step)
      end
    elseif step.guard ~= "never" then
      of_any[#of_any + 1] = step
    end
  end
  return readers, of_value, of_any
end

-- The steps that an event with the value can reach, in order. key nil: of no value that a filter names.
local function reach(self, key)
  local list, seen = {}, {}
  local function add(step)
    if not seen[step] then
      seen[step] = true
      list[#list + 1] = step
    end
  end
  for _, step in ipairs(key and self.of_value[key] or {}) do add(step) end
  for _, step in ipairs(self.of_any) do
    if not (key and step.seed == "otherwise" and is_matched(step, self.field, key)) then add(step) end
  end
  local i = 1
  while list[i] do
    for _, reader in ipairs(self.readers[list[i]] or {}) do add(reader) end
    i = i + 1
  end
  table.sort(list, function(a, b) return a.index < b.index end)
  return list
end

-- A guard over the steps that are left; nil: none of its flags is.
local function remapped(guard, copies, known)
  if type(guard) ~= "table" then return guard end
  if known[guard] == nil then
    local left = {}
    for _, flag in ipairs(guard) do
      if copies[flag.step] then left[#left + 1] = { kind = flag.kind, step = copies[flag.step] } end
    end
    known[guard] = #left > 0 and left
  end
  return known[guard] or nil
end

-- The entry with these steps alone. A filter on the field alone is certain of them.
local function entry_of(self, list)
  local entry = self.entry
  local copies, known, steps, blocks = {}, {}, {}, {}
  for i, step in ipairs(list) do
    local mine = new_table(0, 8)
    for key, value in pairs(step) do mine[key] = value end -- a copy: the order does not matter
    copies[step] = mine
    if step.seed == "filter" and #step.callback.conditions == 1 and condition_on(step.callback, self.field) then mine.seed = "always" end
    mine.guard, mine.unless = remapped(step.guard, copies, known), remapped(step.unless, copies, known)
    steps[i] = mine
    blocks[i] = type(mine.guard) == "table" and { block = true, guard = mine.guard, items = { mine } } or mine
  end
  local watches = entry.watches
  if next(watches) then
    watches = setmetatable({}, { __index = function(_, node) return remapped(entry.watches[node], copies, known) end })
  end
  return { kind = entry.kind, event = entry.event, steps = steps, blocks = blocks, watches = watches, copies = entry.copies, whole = entry }
end

---The schedule of one value, made when it is printed: of many values all together would be large.
---@param by_value table of M.of
---@param case table one of its cases
---@return table entry
function M.entry(by_value, case) return entry_of(by_value, case.list) end

local function find(x, entry)
  local option = x.options.values
  if option == false or x.options.merge == false or x.options.unpredictable or next(x.locals) then return nil end
  local buffered = entry.kind == "buffer" and not features.entry_fails(x.features, entry)
  if entry.kind ~= "event" and not buffered then return nil end
  local best = field_of(entry)
  local least = option and option.least or alike.LEAST
  if not best or #best.list < least then return nil end
  local self, most = { entry = entry, field = best.field, cases = {}, steps = 0 }, (option and option.times or M.TIMES) * #entry.steps
  self.if_alike = buffered or not option and (#best.list < M.LEAST or flows.width(entry) < M.ITEMS)
  self.readers, self.of_value, self.of_any = sources_of(entry, best.field)
  local function left(key)
    local list = reach(self, key)
    self.steps = self.steps + #list
    self.if_alike = self.if_alike or self.steps > most
    return list, #list > parts.STEPS
  end
  for i, condition in ipairs(best.list) do
    local list, is_long = left(tostring(condition.value))
    if is_long then return nil, { condition = condition, length = #list, most = parts.STEPS } end
    self.cases[i] = { condition = condition, list = list }
  end
  local rest, is_long = left(nil)
  if is_long then return nil end
  self.readers, self.of_value, self.of_any = nil, nil, nil
  self.rest = #rest > 0 and entry_of(self, rest) or nil
  if self.if_alike and x.options.alike == false then return nil end
  return self
end

---The schedules of an entry by the value of a field, where they may be worth it. `if_alike`: only if some are alike.
---@param x table
---@param entry flux.Entry
---@return table|nil { field, cases, rest, steps, if_alike }
---@return table|nil apart where a schedule is too long: for flux.export.apart
function M.of(x, entry)
  x.values = x.values or {}
  local known = x.values[entry]
  if not known then
    known = {}
    known.found, known.apart = find(x, entry)
    x.values[entry] = known
  end
  return known.found, known.apart
end

return M
