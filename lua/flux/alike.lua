-- SPDX-License-Identifier: MIT
-- flux.alike: texts that are the same but for what they name, this by equal steps from text to text, as one text for all.
--
-- A loop of a script declares the same nodes for each key, so that what stands for them has equal distances. Texts are printed with a
-- mark for what differs: a letter, that says of what kind it is, and a number. Those that differ in marks alone are a run if each mark's
-- place goes on by one step. Places, and which marks have one, are the printer's to say (flux.export.alike, flux.jit.alike).
--
--   local text = "run(" .. alike.mark("m", 3) .. ")"
--   list[i] = alike.skeleton(text)
--   for _, run in ipairs(alike.runs(list, slots_of)) do … run.members … end

local M = {}

---As few texts stay apart.
M.LEAST = 4

---@param letter string
---@param number integer
---@return string
function M.mark(letter, number) return ("\1%s%d\2"):format(letter, number) end

local EMPTY = { __index = function(list, letter)
  list[letter] = {}
  return list[letter]
end }

---A text without its marks' numbers, each by when it came first, and the numbers of each letter in this order. Of many texts that are
---alike it is less than these.
---@param text string
---@return table skeleton { bare, numbers, index: set by M.runs }
function M.skeleton(text)
  local numbers, order = setmetatable({}, EMPTY), setmetatable({}, EMPTY)
  local bare = text:gsub("\1(%a)(%d+)\2", function(letter, number)
    number = tonumber(number)
    if not order[letter][number] then
      table.insert(numbers[letter], number)
      order[letter][number] = #numbers[letter]
    end
    return M.mark(letter, order[letter][number])
  end)
  return { bare = bare, numbers = numbers, index = false }
end

-- Of a slot: the step from one text to the next; nil where a place is not known.
local function step_of(slot, one, two)
  local a, b = slot.place(one[slot.letter][slot.i]), slot.place(two[slot.letter][slot.i])
  return a and b and b - a
end

-- How many texts from `first` on differ by equal steps, and the slot that ends it. Sets the slots' steps.
local function length_of_run(texts, first, slots)
  local count = 1
  while texts[first + count] do
    for _, slot in ipairs(slots) do
      local step = step_of(slot, texts[first + count - 1].numbers, texts[first + count].numbers)
      if count == 1 then slot.step = step end
      if not step or step ~= slot.step then return count, slot end
    end
    count = count + 1
  end
  return count
end

-- Texts in groups of those that differ in marks alone, in the order in which these begin; and all texts.
local function grouped(list)
  local groups, known, all = {}, {}, {}
  for i, skeleton in ipairs(list) do
    local it = skeleton or M.skeleton(tostring(i))
    if not known[it.bare] then
      known[it.bare] = {}
      groups[#groups + 1] = known[it.bare]
    end
    it.index, all[i] = i, it
    table.insert(known[it.bare], it)
  end
  return groups, all
end

-- Adds the runs of a group. Returns why the first text that is in none stays apart, as M.runs does.
local function add_runs(runs, group, slots_of)
  local at, apart, ended = 1, nil, nil
  while #group - at + 1 >= M.LEAST do
    local slots, line = slots_of(group[at].bare, group[at].numbers)
    if not slots then return apart or { one = group[at], line = line } end
    local count, slot = length_of_run(group, at, slots)
    if count >= M.LEAST then
      local members, numbers = {}, {}
      for i = at, at + count - 1 do members[#members + 1], numbers[#numbers + 1] = group[i].index, group[i].numbers end
      runs[#runs + 1] = { bare = group[at].bare, numbers = group[at].numbers, members = members, all = numbers, slots = slots }
      at, ended = at + count, slot
    else
      apart = apart or { one = group[at], other = group[at + count], slot = slot }
      at = at + math.max(count - 1, 1)
    end
  end
  return apart or group[at] and { one = group[at], other = group[at - 1], slot = ended, is_few = true }
end

-- The next text that differs in more than marks, or else the one before.
local function unlike(all, it)
  for i = it.index + 1, #all do
    if all[i].bare ~= it.bare then return all[i] end
  end
  for i = it.index - 1, 1, -1 do
    if all[i].bare ~= it.bare then return all[i] end
  end
end

---Runs of texts that one can stand for, each of LEAST texts or more.
---@param list (table|false)[] skeletons of texts that are printed with marks; false: stays apart
---@param slots_of fun(bare: string, numbers: table): table[]|nil, string? what of a text depends on places: { letter, i, place =
--- fun(number) }; `bare` has marks whose number is the i-th of `numbers[letter]`; nil, and which line says so: it stays apart
---@return table[] { members = indices of texts, all = their numbers, bare, numbers = those of the first, slots = { …, step } }
---@return table|nil apart of the first text that is in no run { one, other = { index, bare, numbers }, line, slot }: the line that keeps
--- it apart, or the slot whose place does not go on to `other` by the step of others, or neither: `one` differs from `other` otherwise
function M.runs(list, slots_of)
  local runs, apart = {}, nil
  local groups, all = grouped(list)
  for _, group in ipairs(groups) do
    local why = add_runs(runs, group, slots_of)
    if why and (not apart or why.one.index < apart.one.index) then apart = why end
  end
  local other = apart and apart.is_few and unlike(all, apart.one)
  if other then apart.other, apart.slot = other, nil end
  return runs, apart
end

---What is left when runs are taken out.
---@param runs table[] of M.runs
---@param cases { list: table[] }[] the steps that the texts are of
---@return table<integer, true> alone indices of the others
---@return integer spared steps that are not printed
function M.without(runs, cases)
  local alone, spared = {}, 0
  for i in ipairs(cases) do alone[i] = true end
  for _, run in ipairs(runs) do
    for i, index in ipairs(run.members) do
      alone[index] = nil
      if i > 1 then spared = spared + #cases[index].list end
    end
  end
  return alone, spared
end

return M
