-- SPDX-License-Identifier: MIT
-- flux.export.values_text: the cycle of an entry that has a function for each value of a field, as C.

local alike = require "flux.alike"
local audit = require "flux.export.audit"
local c = require "flux.export.c"
local call = require "flux.export.call"
local export_alike = require "flux.export.alike"
local features = require "flux.export.features"
local ffi = require "ffi"
local names = require "flux.export.names"
local refs = require "flux.export.refs"
local schedules = require "flux.export.values"
local writer = require "flux.writer"

local M = {}

-- The steps of an entry as a writer.
local function printed(x, entry, print_steps)
  local inner = writer.new("  ")
  inner:indent()
  x.out = inner
  print_steps(x, entry)
  return inner
end

local function event_parameter(x, entry)
  return x.uses_event(entry) and (", const %s *event"):format(x.names.event_type[entry.event]) or ""
end

-- A function with these lines; of several values, those before it are pointers.
local function print_function(x, out, it)
  local index = it.pointers and ", int32_t i" or ""
  local apart = (x.audited or not it.pointers) and "APART " or ""
  c.open(out, ("%sstatic %s %s(%s *g%s%s) {"):format(apart, it.returns and "int" or "void", it.name, x.names.graph_type, index,
    event_parameter(x, it.entry)))
  for _, pointer in ipairs(it.pointers or {}) do c.call(out, pointer.head, pointer.arguments) end
  if not it.pointers and not it.lines:text():find("%f[%w_]g%f[^%w_]") then out:line("(void)g;") end
  if call.fails(x, it.entry) then out:line("int status;") end
  out:take(it.lines)
  if it.returns then out:line("return 0;") end
  c.close(out, "}")
  out:blank()
end

-- -- which of the values that are alike -----------------------------------------------------------------------------

local WIDE = { int64_t = true, uint64_t = true }

local function unsigned(value)
  if type(value) == "number" then return ffi.cast("uint64_t", ffi.cast("int64_t", value)) end
  return ffi.cast("uint64_t", value)
end

-- The step from each value to the next, if it is the same for all and small.
local function progression(values)
  local step = unsigned(values[2]) - unsigned(values[1])
  for i = 3, #values do
    if unsigned(values[i]) - unsigned(values[i - 1]) ~= step then return nil end
  end
  return step > 0ULL and step < 65536ULL and tonumber(step) or nil
end

-- A function that gives a value's number.
local function print_index(x, out, name, field, values)
  local ctype = field.type == "symbol" and "uint32_t" or field.type
  c.comment(out, { ("Which of the values that %s runs for: from 0; -1: none."):format(name) })
  local own = x.names.static:claim(name .. "_index")
  c.open(out, ("static int32_t %s(%s %s) {"):format(own, ctype, field.name))
  c.open(out, ("switch (%s) {"):format(field.name))
  out:dedent()
  for i, value in ipairs(values) do out:line(("case %s: return %d;"):format(refs.literal(x, field.type, value), i - 1)) end
  out:line("default: return -1;"):indent()
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
  return own
end

-- " - 5", " + 5", "": what makes a value its distance from this one, in unsigned arithmetic.
local function minus(x, field, value)
  if field.type == "symbol" then return " - " .. refs.literal(x, field.type, value) end
  local far, is_negative = unsigned(value), field.type ~= "uint64_t" and ffi.cast("int64_t", value) < 0
  if far == 0ULL then return "" end
  if is_negative then far = -far end
  return (is_negative and " + " or " - ") .. (WIDE[field.type] and refs.literal(x, "uint64_t", far) or ("%d"):format(tonumber(far)))
end

-- The test for a run of values, and its number then. Prints what both need.
local function choice(x, functions, open, name, field, values)
  local step, variable = progression(values), #open == 0 and "i" or "i_" .. #open + 1
  if not step then
    local index = print_index(x, functions, name, field, values)
    open[#open + 1] = ("const int32_t %s = %s(event->%s);"):format(variable, index, field.name)
    return variable .. " >= 0", variable
  end
  local ctype = WIDE[field.type] and "uint64_t" or "uint32_t"
  local place = ("event->%s"):format(field.name)
  if field.type ~= "symbol" and field.type ~= ctype then place = ("(%s)%s"):format(ctype, place) end
  open[#open + 1] = ("const %s %s = %s%s;"):format(ctype, variable, place, minus(x, field, values[1]))
  local number = step == 1 and variable or ("%s / %d"):format(variable, step)
  local test = ("%s < %d"):format(number, #values)
  if step > 1 then test = ("%s %% %d == 0 && %s"):format(variable, step, test) end
  return test, "(int32_t)" .. (step == 1 and number or "(" .. number .. ")")
end

-- -- the cycle ----------------------------------------------------------------------------------------------------------

-- Which values are alike, by what is printed for each; how many steps all functions have together; and what keeps the first of the others
-- apart (flux.export.apart).
local function find_runs(x, by_value, print_steps)
  local runs, apart = {}, nil
  if x.options.alike ~= false then
    local list, restore = {}, export_alike.mark(x)
    for i, case in ipairs(by_value.cases) do
      list[i] = alike.skeleton(printed(x, schedules.entry(by_value, case), print_steps):text())
    end
    restore()
    runs, apart = export_alike.runs(x, list)
  end
  local function condition(it) return it and by_value.cases[it.index].condition end
  if apart then apart.field, apart.condition, apart.other_condition = by_value.field, condition(apart.one), condition(apart.other) end
  local alone, spared = alike.without(runs, by_value.cases)
  return runs, alone, by_value.steps - spared, apart
end

-- The functions of an entry's values, as the cycle calls them: `self` has x, entry, name, by_value, returns, print_steps, functions.
local function name_of(self, word)
  return self.x.names.static:claim(("%s_%s_%s"):format(self.name, self.by_value.field.name, word))
end

local function word_of(self, index) return names.condition_word(self.x.graph, self.by_value.cases[index].condition) end

-- One function for a run of values. Returns its test and its call; what these need is added to `opening`.
local function emit_run(self, run, opening)
  local x, field, values = self.x, self.by_value.field, {}
  for k, index in ipairs(run.members) do values[k] = self.by_value.cases[index].condition.value end
  local entry = schedules.entry(self.by_value, self.by_value.cases[run.members[1]])
  local name = name_of(self, word_of(self, run.members[1]))
  local pointers, text = export_alike.text(x, run)
  c.comment(self.functions, {
    ("For %d values of %s; i: which of them, from 0. The names are those of the first's nodes."):format(#values, field.name),
  })
  local lines = writer.new("  "):block(text)
  print_function(x, self.functions, { name = name, entry = entry, returns = self.returns, pointers = pointers, lines = lines })
  local test, number = choice(x, self.functions, opening, name, field, values)
  return { test = test, call = ("%s(g, %s%s);"):format(name, number, x.uses_event(entry) and ", event" or "") }
end

-- The function of one value, or of all others. Returns its call.
local function emit_one(self, word, entry)
  local x, name = self.x, name_of(self, word)
  local lines = printed(x, entry, self.print_steps)
  print_function(x, self.functions, { name = name, entry = entry, returns = self.returns, lines = lines })
  return ("%s(g%s);"):format(name, x.uses_event(entry) and ", event" or "")
end

-- What chooses among runs, then among values: `cases` is a list of { value, call }.
local function print_choice(self, opening, runs, cases, rest)
  local x, out, returns, field = self.x, self.x.out, self.returns, self.by_value.field
  for _, line in ipairs(opening) do out:line(line) end
  for i, run in ipairs(runs) do
    if returns then
      out:line(("if (%s) return %s"):format(run.test, run.call))
    elseif i == #runs and #cases == 0 and not rest then
      out:line(("if (%s) %s"):format(run.test, run.call))
    else
      c.open(out, ("if (%s) {"):format(run.test))
      out:line(run.call):line("return;")
      c.close(out, "}")
    end
  end
  if #cases == 0 then
    if rest or returns then out:line((returns and "return " or "") .. (rest or "0;")) end
    return
  end
  local form = returns and "%s return %s" or "%s %s break;"
  c.open(out, ("switch (event->%s) {"):format(field.name))
  out:dedent()
  for _, case in ipairs(cases) do out:line(form:format(("case %s:"):format(refs.literal(x, field.type, case.value)), case.call)) end
  out:line(rest and form:format("default:", rest) or returns and "default: return 0;" or "default: break;"):indent()
  c.close(out, "}")
end

---Prints the cycle function and those that it chooses from, unless that is not worth it.
---@param x table
---@param entry flux.Entry
---@param name string of the cycle function
---@param by_value table from flux.export.values
---@param print_steps fun(x: table, entry: table) prints the steps of an entry
---@param open fun(returns: boolean) prints what the cycle function begins with
---@return boolean done
---@return table|nil apart what keeps values apart: for flux.export.apart
function M.emit(x, entry, name, by_value, print_steps, open)
  local out = x.out
  local runs, alone, steps, apart = find_runs(x, by_value, print_steps)
  x.out = out
  if by_value.if_alike and (#runs == 0 or steps > #entry.steps) then
    return false, #runs > 0 and { steps = steps, plain = #entry.steps } or apart
  end
  by_value.runs, by_value.printed = {}, steps
  for i, run in ipairs(runs) do by_value.runs[i] = { members = run.members } end
  local self = {
    x = x, entry = entry, name = name, by_value = by_value, print_steps = print_steps, functions = writer.new("  "),
    returns = features.entry_fails(x.features, entry) or audit.returns_zero(x, entry),
  }
  local opening, chosen, cases = {}, {}, {}
  for i, run in ipairs(runs) do chosen[i] = emit_run(self, run, opening) end
  for i, case in ipairs(by_value.cases) do
    if alone[i] then
      cases[#cases + 1] = { value = case.condition.value, call = emit_one(self, word_of(self, i), schedules.entry(by_value, case)) }
    end
  end
  local rest = by_value.rest and emit_one(self, "other", by_value.rest)
  x.out = out
  audit.print_next(x)
  out:take(self.functions)
  open(self.returns)
  print_choice(self, opening, chosen, cases, rest)
  c.close(out, "}")
  out:blank()
  return true, apart
end

return M
