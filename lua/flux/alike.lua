-- SPDX-License-Identifier: MIT
-- flux.alike: texts that are the same but for what they name, this by equal steps from text to text, as one text for all.
--
-- A loop of a script declares the same nodes for each key, so that what stands for them has equal distances. Texts are printed with a
-- mark for what differs: a letter, that says of what kind it is, and a number. Those that differ in marks alone are a run if each mark's
-- place goes on by one step. Places, and which marks have one, are the printer's to say (flux.export.alike, flux.jit.alike).
--
--   local text = "run(" .. alike.mark("m", 3) .. ")"
--   for _, run in ipairs(alike.runs(texts, slots_of)) do … run.members … end

local M = {}

---As few texts stay apart.
M.LEAST = 4

---@param letter string
---@param number integer
---@return string
function M.mark(letter, number) return ("\1%s%d\2"):format(letter, number) end

-- A text without its marks' numbers, each by when it came first, and the numbers of each letter in this order.
local function skeleton(text)
  local empty = { __index = function(list, letter)
    list[letter] = {}
    return list[letter]
  end }
  local numbers, order = setmetatable({}, empty), setmetatable({}, empty)
  local bare = text:gsub("\1(%a)(%d+)\2", function(letter, number)
    number = tonumber(number)
    if not order[letter][number] then
      table.insert(numbers[letter], number)
      order[letter][number] = #numbers[letter]
    end
    return M.mark(letter, order[letter][number])
  end)
  return bare, numbers
end

-- Of a slot: the step from one text to the next; nil where a place is not known.
local function step_of(slot, one, two)
  local a, b = slot.place(one[slot.letter][slot.i]), slot.place(two[slot.letter][slot.i])
  return a and b and b - a
end

-- How many texts from `first` on differ by equal steps. Sets the slots' steps.
local function length_of_run(texts, first, slots)
  local count = 1
  while texts[first + count] do
    for _, slot in ipairs(slots) do
      local step = step_of(slot, texts[first + count - 1].numbers, texts[first + count].numbers)
      if count == 1 then slot.step = step end
      if not step or step ~= slot.step then return count end
    end
    count = count + 1
  end
  return count
end

---Runs of texts that one can stand for, each of LEAST texts or more.
---@param texts (string|false)[] printed with marks; false: stays apart
---@param slots_of fun(bare: string, numbers: table): table[]|nil what of a text depends on places: { letter, i, place = fun(number) };
--- `bare` has marks whose number is the i-th of `numbers[letter]`; nil: it stays apart
---@return table[] { members = indices of texts, all = their numbers, bare, numbers = those of the first, slots = { …, step } }
function M.runs(texts, slots_of)
  local groups, order, runs = {}, {}, {}
  for i, text in ipairs(texts) do
    local bare, numbers = skeleton(text or tostring(i))
    if not groups[bare] then
      groups[bare] = {}
      order[#order + 1] = bare
    end
    table.insert(groups[bare], { numbers = numbers, index = i })
  end
  for _, bare in ipairs(order) do
    local group, at = groups[bare], 1
    while #group - at + 1 >= M.LEAST do
      local slots = slots_of(bare, group[at].numbers)
      if not slots then break end
      local count = length_of_run(group, at, slots)
      if count >= M.LEAST then
        local members, all = {}, {}
        for i = at, at + count - 1 do members[#members + 1], all[#all + 1] = group[i].index, group[i].numbers end
        runs[#runs + 1] = { bare = bare, numbers = group[at].numbers, members = members, all = all, slots = slots }
        at = at + count
      else
        at = at + math.max(count - 1, 1)
      end
    end
  end
  return runs
end

---What is left when runs are taken out.
---@param runs table[] of M.runs
---@param cases { entry: flux.Entry }[] what the texts are of
---@return table<integer, true> alone indices of the others
---@return integer spared steps that are not printed
function M.without(runs, cases)
  local alone, spared = {}, 0
  for i in ipairs(cases) do alone[i] = true end
  for _, run in ipairs(runs) do
    for i, index in ipairs(run.members) do
      alone[index] = nil
      if i > 1 then spared = spared + #cases[index].entry.steps end
    end
  end
  return alone, spared
end

return M
