-- SPDX-License-Identifier: MIT
-- flux.jit.values: a schedule for each value of a field that filters pick steps by (flux.export.values), where that is worth it; values
-- whose schedules are alike have one function (flux.jit.alike).
--
--   local at = numbers[event.key]
--   if not at then
--     …                             -- no filter names the value: what runs for any
--   elseif at < 0 then
--     …                             -- a tree of comparisons (flux.jit.choice)
--   elseif at < 1250 then
--     part_1(event, state, at)
--   end

local alike = require "flux.alike"
local call = require "flux.jit.call"
local choice = require "flux.jit.choice"
local export_values = require "flux.export.values"
local ffi = require "ffi"
local jit_alike = require "flux.jit.alike"
local parts = require "flux.jit.parts"

local M = {}

local RUNS = 16 -- which of so many an event is of is asked one after the other
local WIDE = { int64_t = true, uint64_t = true }
local EXACT = 2 ^ 53

-- How far a value is from the least one, as a number; nil where that is not exact.
local function distance(field, value, least)
  if not WIDE[field.type] then return tonumber(value) - tonumber(least) end
  local far = ffi.cast("uint64_t", ffi.cast(field.type, value)) - ffi.cast("uint64_t", ffi.cast(field.type, least))
  return far < EXACT and tonumber(far) or nil
end

-- What is printed of each value with marks, and what is alike of that.
local function find_runs(self, found, chunk_of)
  local marks, list, chunks = jit_alike.new(self.resolved), {}, {}
  local define, cut, is_long = self.define, self.cut, {}
  self.marks = marks
  for i, case in ipairs(found.cases) do
    function self.define()
      is_long[i] = true
      return "long"
    end
    self.cut = self.define
    chunks[i] = chunk_of(export_values.entry(found, case), true)
    list[i] = not is_long[i] and alike.skeleton(table.concat(chunks[i].lines, "\n"))
  end
  self.marks, self.define, self.cut = nil, define, cut
  found.marks, found.chunks, found.runs = marks, chunks, {}
  for _, run in ipairs(marks:runs(list)) do
    if #found.runs < RUNS and jit_alike.fits(run, chunks[run.members[1]]) then found.runs[#found.runs + 1] = run end
  end
end

---The values of an entry, where they are worth schedules of their own: for M.fragments.
---@param self table the printer of flux.jit.emit, of any form
---@param chunk_of fun(entry: flux.Entry, members: boolean): table prints a schedule
---@return table|nil found
function M.find(self, chunk_of)
  if self.entry.kind ~= "event" then return nil end
  local found = export_values.of({ options = {}, locals = {} }, self.entry)
  if not found then return nil end
  table.sort(found.cases, function(a, b) return choice.less(found.field, a.condition.value, b.condition.value) end)
  for _, case in ipairs(found.cases) do
    case.far = distance(found.field, case.condition.value, found.cases[1].condition.value)
    if not case.far then return nil end
  end
  find_runs(self, found, chunk_of)
  local spared
  found.alone, spared = alike.without(found.runs, found.cases)
  if found.if_alike and (#found.runs == 0 or found.steps - spared > #self.entry.steps) then return nil end
  return found
end

-- The numbers by values: of those that are alike from 0 on, run after run; -1 of all others.
local function numbers_of(found)
  local dense = found.cases[#found.cases].far < 8 * #found.cases
  local numbers = dense and require "table.new"(found.cases[#found.cases].far + 2, 0) or {}
  for _, case in ipairs(found.cases) do numbers[case.far] = -1 end
  local count = 0
  for _, run in ipairs(found.runs) do
    run.begins = count
    for _, index in ipairs(run.members) do numbers[found.cases[index].far], count = count, count + 1 end
    run.ends = count
  end
  return numbers
end

local function number_text(self, names, found)
  local field, least = found.field, found.cases[1].condition.value
  local text, first = "event." .. field.name, choice.literal(field, least)
  if first:find("^%-") then text = text .. " + " .. first:sub(2) elseif first:find("[1-9]") then text = text .. " - " .. first end
  if not WIDE[field.type] then return text end
  return ("%s(%s)"):format(call.bind(self, names, "tonumber", { what = "tonumber" }), text)
end

local function add(whole, test, chunk, define)
  chunk = parts.shorten(chunk, whole.names, define)
  whole.lines[#whole.lines + 1] = (#whole.lines == 1 and "if %s then" or "elseif %s then"):format(test)
  for _, line in ipairs(chunk.lines) do whole.lines[#whole.lines + 1] = "  " .. line end
  whole.names:union(chunk.names)
  whole.weight = math.max(whole.weight, chunk.weight + choice.TEST)
  if chunk.head then whole.head = math.max(whole.head or 0, chunk.head + choice.TEST) end
end

---Fragments (flux.jit.parts) that run what an event's value asks for.
---@param self table the printer
---@param found table of M.find
---@param chunk_of fun(entry: flux.Entry): table
---@return table[]
function M.fragments(self, found, chunk_of)
  local cases = {}
  for i, case in ipairs(found.cases) do
    if found.alone[i] then cases[#cases + 1] = { value = case.condition.value, chunk = chunk_of(export_values.entry(found, case)) } end
  end
  self.switches = #cases > 0
  local tree = #cases > 0 and choice.fragments(found.field, cases, self.define, self.cut)
  if #found.runs == 0 and not found.rest then return tree end
  local names = parts.set()
  local whole = { lines = {}, names = names, weight = choice.TEST }
  local numbers = call.bind(self, names, "numbers", { what = "numbers", numbers = numbers_of(found) })
  whole.lines[1] = ("local at = %s[%s]"):format(numbers, number_text(self, names, found))
  local calls = {} -- of functions that take `at`: here, whatever else goes to functions for want of room
  for i, run in ipairs(found.runs) do
    local chunk = found.marks:chunk(self, run, found.chunks[run.members[1]])
    local name = self.define_run(chunk)
    names:add(name)
    local line = ("%s(event, state, %s)"):format(name, run.begins == 0 and "at" or "at - " .. run.begins)
    calls[i] = { lines = { line }, names = parts.set(), weight = chunk.weight }
  end
  local nothing = { lines = { "-- no filter names it" }, names = parts.set(), weight = 0 }
  add(whole, "not at", found.rest and chunk_of(found.rest) or nothing, self.define)
  if tree then add(whole, "at < 0", parts.fold(tree, self.define, self.cut), self.define) end
  for i, run in ipairs(found.runs) do add(whole, "at < " .. run.ends, calls[i], self.define) end
  whole.lines[#whole.lines + 1] = "end"
  return { whole }
end

return M
