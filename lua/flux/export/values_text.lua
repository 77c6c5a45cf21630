-- SPDX-License-Identifier: MIT
-- flux.export.values_text: the cycle of an entry that has a function for each value of a field, as C.

local alike = require "flux.export.alike"
local audit = require "flux.export.audit"
local c = require "flux.export.c"
local call = require "flux.export.call"
local features = require "flux.export.features"
local ffi = require "ffi"
local names = require "flux.export.names"
local refs = require "flux.export.refs"
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
  for _, line in ipairs(it.pointers or {}) do out:line(line) end
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

-- The test for a run of values, and its number then. Prints what both need.
local function choice(x, functions, open, name, field, values)
  local step, variable = progression(values), #open == 0 and "i" or "i_" .. #open + 1
  if not step then
    local index = print_index(x, functions, name, field, values)
    open[#open + 1] = ("const int32_t %s = %s(event->%s);"):format(variable, index, field.name)
    return variable .. " >= 0", variable
  end
  local ctype = WIDE[field.type] and "uint64_t" or "uint32_t"
  local first, place = refs.literal(x, field.type, values[1]), ("event->%s"):format(field.name)
  if field.type ~= "symbol" and field.type ~= ctype then place = ("(%s)%s"):format(ctype, place) end
  if first:find("^%-?%d") then
    first = first:find("^%-") and " + " .. first:sub(2) or first ~= "0" and " - " .. first or ""
  else
    first = " - " .. first
  end
  open[#open + 1] = ("const %s %s = %s%s;"):format(ctype, variable, place, first)
  local number = step == 1 and variable or ("%s / %d"):format(variable, step)
  local test = ("%s < %d"):format(number, #values)
  if step > 1 then test = ("%s %% %d == 0 && %s"):format(variable, step, test) end
  return test, "(int32_t)" .. (step == 1 and number or "(" .. number .. ")")
end

-- -- the cycle ----------------------------------------------------------------------------------------------------------

-- Which values are alike, by what is printed for each; and how many steps all functions have together.
local function find_runs(x, by_value, print_steps)
  if x.options.alike == false then return {}, {}, by_value.steps end
  local texts, alone, steps = {}, {}, by_value.steps
  local restore = alike.mark(x)
  for i, case in ipairs(by_value.cases) do texts[i], alone[i] = printed(x, case.entry, print_steps):text(), true end
  restore()
  local runs = alike.runs(x, texts)
  for _, run in ipairs(runs) do
    for i, index in ipairs(run.members) do
      alone[index] = nil
      if i > 1 then steps = steps - #by_value.cases[index].entry.steps end
    end
  end
  return runs, alone, steps
end

---Prints the cycle function and those that it chooses from, unless that is not worth it.
---@param x table
---@param entry flux.Entry
---@param name string of the cycle function
---@param by_value table from flux.export.values
---@param print_steps fun(x: table, entry: table) prints the steps of an entry
---@param open fun(returns: boolean) prints what the cycle function begins with
---@return boolean done
function M.emit(x, entry, name, by_value, print_steps, open)
  local out, functions, calls, field = x.out, writer.new("  "), {}, by_value.field
  local returns = features.entry_fails(x.features, entry) or audit.returns_zero(x, entry)
  local runs, alone, steps = find_runs(x, by_value, print_steps)
  x.out = out
  if by_value.if_alike and (#runs == 0 or steps > #entry.steps) then return false end
  by_value.runs, by_value.printed = runs, steps
  local function name_of(word) return x.names.static:claim(("%s_%s_%s"):format(name, field.name, word)) end
  local function word_of(index) return names.condition_word(x.graph, by_value.cases[index].condition) end
  local opening, tests = {}, {}
  for i, run in ipairs(runs) do
    local values = {}
    for k, index in ipairs(run.members) do values[k] = by_value.cases[index].condition.value end
    local pointers, text = alike.text(x, run)
    local own = name_of(word_of(run.members[1]))
    c.comment(functions, { ("For %d values of %s; i: which of them, from 0. The names are those of the first's nodes."):format(#values,
      field.name) })
    local lines = writer.new("  "):block(text)
    local of = by_value.cases[run.members[1]].entry
    print_function(x, functions, { name = own, entry = of, returns = returns, pointers = pointers, lines = lines })
    local test, number = choice(x, functions, opening, own, field, values)
    local event = x.uses_event(of) and ", event" or ""
    tests[i] = { test = test, call = ("%s(g, %s%s);"):format(own, number, event) }
  end
  local function print(word, of)
    local own = name_of(word)
    local lines = printed(x, of, print_steps)
    x.out = out
    print_function(x, functions, { name = own, entry = of, returns = returns, lines = lines })
    return ("%s(g%s);"):format(own, x.uses_event(of) and ", event" or "")
  end
  for i, case in ipairs(by_value.cases) do
    if alone[i] or #runs == 0 then calls[#calls + 1] = { case = case, text = print(word_of(i), case.entry) } end
  end
  local rest = by_value.rest and print("other", by_value.rest)
  x.out = out
  audit.print_next(x)
  out:take(functions)
  open(returns)
  for _, line in ipairs(opening) do out:line(line) end
  for _, it in ipairs(tests) do
    if returns then
      out:line(("if (%s) return %s"):format(it.test, it.call))
    else
      c.open(out, ("if (%s) {"):format(it.test))
      out:line(it.call):line("return;")
      c.close(out, "}")
    end
  end
  local form = returns and "%s return %s" or "%s %s break;"
  if #calls > 0 then
    c.open(out, ("switch (event->%s) {"):format(field.name))
    out:dedent()
    for _, it in ipairs(calls) do
      out:line(form:format(("case %s:"):format(refs.literal(x, field.type, it.case.condition.value)), it.text))
    end
    out:line(rest and form:format("default:", rest) or returns and "default: return 0;" or "default: break;"):indent()
    c.close(out, "}")
  elseif rest then
    out:line(returns and "return " .. rest or rest)
  elseif returns then
    out:line("return 0;")
  end
  c.close(out, "}")
  out:blank()
  return true
end

return M
