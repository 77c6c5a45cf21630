-- SPDX-License-Identifier: MIT
-- flux.export.scan: a bit scan where few of many steps run.
--
-- Where filters on a key choose which nodes run, most of what depends on several of these nodes stays as it is, and a test for each
-- would cost time for every node that is declared. Such a region is a loop over the bits of words instead, one bit a step, in the
-- order of the schedule. A step sets the bits of those whose guard asks for it (it wakes them); the loop takes the lowest bit, clears
-- it, and runs its step, which only wakes later ones:
--
--   case 7: {
--     f8_on_tick_key_7(&g->f8, event);
--     g->awake[0] |= UINT64_C(0x180); /* d8, d9 */
--   …
--   while (g->awake[0] != 0) tick_cycle_part_1(g);
--
-- and in that function
--
--   switch (take_first(&g->awake[0])) {
--   case 0: {
--     d1_update(&g->d1, &g->f1, &g->f2);
--
-- The function stands apart from the loop since clang computes what it can before a loop: the addresses of all 64 steps. Filters that
-- stand between such steps wake by a `switch` on their field before the loop. A region of more steps than a word has bits has a loop
-- over the words in which something is awake. What was woken is always run in the same cycle, since a guard that holds implies those
-- around it. So the words are 0 between cycles, and live in the instance: no cycle has to clear them, but one that fails.
--
-- What runs costs more than with tests: a jump that cannot be predicted. Measured, 2 of 64 steps take 32 ns instead of 40, but 4 of 64
-- take 50 instead of 41, and 1 of 32 takes 29 instead of 24. So a region has at least M.LEAST steps, and filters say of each that it
-- runs in at most M.SHARE of the events. The option `scan = false` leaves every test; `scan = { least = 2, bits = 4 }` takes any region
-- of so many steps, with words of so many bits, whatever is known of it.

local switches = require "flux.export.switches"

local M = {}

---Fewest steps of a region, in what part of the events each of them runs at most, and the bits of a word.
M.LEAST, M.SHARE, M.BITS = 64, 1 / 32, 64

local WORD = 64 -- bits of a word of words

-- How many values of each integer field filters name.
local function named_values(entry)
  local seen, count = {}, {}
  for _, step in ipairs(entry.steps) do
    for _, condition in ipairs(step.seed == "filter" and step.callback.conditions or {}) do
      local field, value = condition.field, tostring(condition.value)
      if switches.INTEGER[field.type] then
        seen[field] = seen[field] or {}
        if not seen[field][value] then count[field] = (count[field] or 0) + 1 end
        seen[field][value] = true
      end
    end
  end
  return count
end

local function sum_of(guard, share)
  local sum = 0
  for _, flag in ipairs(guard) do sum = sum + (flag.step and share[flag.step] or 1) end
  return math.min(sum, 1)
end

-- In what part of the events each step runs at most, if the values that filters name are equally frequent.
local function shares_of(entry, values)
  local share = {}
  for _, step in ipairs(entry.steps) do
    local mine = 1
    if step.seed == "filter" then
      for _, condition in ipairs(step.callback.conditions) do mine = math.min(mine, 1 / (values[condition.field] or 1)) end
    elseif type(step.guard) == "table" then
      mine = sum_of(step.guard, share)
    end
    share[step] = mine
  end
  return share
end

local function case_values(item)
  local list = {}
  for i, case in ipairs(item.items) do
    if case.is_default then return nil end
    list[i] = case.condition.value
  end
  return list
end

-- What can be woken: a block by the flags of its guard, filters by the value of their field.
local function unit_of(self, item)
  local unit
  if item.kind == "block" then
    for _, flag in ipairs(item.guard) do
      if not flag.step then return nil end -- what buffered events left
    end
    unit = { kind = "unit", items = item.items, guard_of = item.guard, share = sum_of(item.guard, self.share) }
  elseif item.kind == "filtered" and item.condition then
    unit = { kind = "unit", items = item.items, field = item.condition.field, values = { item.condition.value } }
  elseif item.kind == "switch" then
    unit = { kind = "unit", items = { item }, field = item.field, values = case_values(item) }
  end
  if not unit or unit.field and not unit.values then return nil end
  unit.share = unit.share or #unit.values / self.values[unit.field]
  return unit.share <= self.most and unit or nil
end

-- A loop over the bits of one word.
local function loop(member, units)
  for i, unit in ipairs(units) do unit.bit = i - 1 end
  return { kind = "scan", member = member, items = { { kind = "pick", member = member, items = units } } }
end

-- The loops over a run of units: one, or one over words for each so many words.
local function loops(self, units)
  local list, bits, i = {}, self.bits, 1
  local wide = #units > bits
  while i <= #units do
    if wide then self.words = math.ceil(self.words / WORD) * WORD end -- a word of words counts from there
    local group, words = self.words / WORD, {}
    for k = 1, wide and bits or 1 do
      local mine = {}
      while #mine < bits and units[i] do
        units[i].word, units[i].wide = self.words, wide
        mine[#mine + 1], i = units[i], i + 1
      end
      if #mine > 0 then
        words[k] = loop(("awake[%d]"):format(self.words), mine)
        words[k].apart = true
        self.words = self.words + 1
      end
    end
    if wide then
      for k, inner in ipairs(words) do words[k] = { kind = "unit", items = { inner } } end
      list[#list + 1] = loop(("awake_words[%d]"):format(group), words)
      self.groups = math.max(self.groups, group + 1)
    else
      list[#list + 1] = words[1]
    end
  end
  return list
end

-- What wakes units before the loop: by field, in order, the values and whom each wakes.
local function heads_of(units)
  local list, by_field = {}, {}
  for _, unit in ipairs(units) do
    if unit.field then
      local head = by_field[unit.field]
      if not head then
        head = { field = unit.field, cases = {}, by_value = {} }
        by_field[unit.field], list[#list + 1] = head, head
      end
      for _, value in ipairs(unit.values) do
        local case = head.by_value[tostring(value)]
        if not case then
          case = { value = value, wakes = {} }
          head.by_value[tostring(value)], head.cases[#head.cases + 1] = case, case
        end
        M.add(case.wakes, unit)
      end
    end
  end
  return list
end

local function find(self, scope)
  local out, run, units = {}, {}, {}
  local function close()
    if #run >= self.least then
      local share = 0
      for _, unit in ipairs(units) do
        share = share + unit.share
        self.units[#self.units + 1] = unit
      end
      local list = loops(self, units)
      list[1].heads, list[1].steps, list[1].share = heads_of(units), #units, share
      for _, item in ipairs(list) do out[#out + 1] = item end
    else
      for _, item in ipairs(run) do out[#out + 1] = item end
    end
    run, units = {}, {}
  end
  for _, item in ipairs(scope.items) do
    if item.items then find(self, item) end
    local unit = unit_of(self, item)
    if unit then
      run[#run + 1], units[#units + 1] = item, unit
    else
      close()
      out[#out + 1] = item
    end
  end
  close()
  scope.items = out
end

---Makes loops of the wide quiet regions of an entry.
---@param root table the root scope of flux.export.flow
---@param entry flux.Entry
---@param option table|false|nil the option `scan`
---@return table|nil found { words, groups, units }; nil: there are none
function M.find(root, entry, option)
  if option == false then return nil end
  local least = option and option.least or M.LEAST
  if #entry.steps < least then return nil end
  local values, widest = named_values(entry), 0
  for _, count in pairs(values) do widest = math.max(widest, count) end -- the largest: in any order
  if not option and widest * M.SHARE < 1 then return nil end
  local self = {
    least = least, bits = option and option.bits or M.BITS, most = option and 1 or M.SHARE,
    values = values, share = shares_of(entry, values), units = {}, words = 0, groups = 0,
  }
  find(self, root)
  return #self.units > 0 and self or nil
end

-- -- who wakes whom -----------------------------------------------------------------------------------------------------

local function label(items)
  local step = items[1].step
  if not step then return label(items[1].items) end
  return step.sink and "sink " .. step.sink.name or step.node.name
end

---Adds a unit to a list of what is woken, which has an element for each word.
---@param list table[]
---@param unit table
---@param within integer|nil the word whose loop wakes it
---@param only_dirty boolean|nil woken only if the step was dirty
function M.add(list, unit, within, only_dirty)
  for _, wake in ipairs(list) do
    if wake.word == unit.word and wake.dirty == only_dirty then
      wake.mask = bit.bor(wake.mask, bit.lshift(1ULL, unit.bit))
      wake.names[#wake.names + 1] = label(unit.items)
      return
    end
  end
  list[#list + 1] = { dirty = only_dirty, word = unit.word, wide = unit.wide and unit.word ~= within,
    mask = bit.lshift(1ULL, unit.bit), names = { label(unit.items) } }
end

-- The word in whose loop a step is called.
local function word_around(flow, step)
  local scope = flow.home[step].scope
  while scope and not scope.word do scope = scope.parent end
  return scope and scope.word
end

---Notes for each step whom it wakes: flow.wakes[step] is a list for flux.export.scan_text.
---@param flow table
---@param found table from M.find
function M.note(flow, found)
  flow.wakes = {}
  for _, unit in ipairs(found and found.units or {}) do
    for _, flag in ipairs(unit.guard_of or {}) do
      local step = flag.step
      if flow.home[step] then
        flow.wakes[step] = flow.wakes[step] or {}
        M.add(flow.wakes[step], unit, word_around(flow, step), flag.kind == "dirty" or nil)
      end
    end
  end
end

return M
