-- SPDX-License-Identifier: MIT
-- flux.export.values_text: the cycle of an entry that has a function for each value of a field, as C.

local audit = require "flux.export.audit"
local c = require "flux.export.c"
local call = require "flux.export.call"
local features = require "flux.export.features"
local names = require "flux.export.names"
local refs = require "flux.export.refs"
local writer = require "flux.writer"

local M = {}

-- A function for what one value of a field leaves of an entry. Returns its call.
local function print_value(x, out, name, entry, returns, print_steps)
  local inner = writer.new("  ")
  inner:indent()
  x.out = inner
  print_steps(x, entry)
  local sized = x.uses_event(entry)
  local event = sized and (", const %s *event"):format(x.names.event_type[entry.event]) or ""
  c.open(out, ("APART static %s %s(%s *g%s) {"):format(returns and "int" or "void", name, x.names.graph_type, event))
  if not inner:text():find("%f[%w_]g%f[^%w_]") then out:line("(void)g;") end
  if call.fails(x, entry) then out:line("int status;") end
  out:take(inner)
  if returns then out:line("return 0;") end
  c.close(out, "}")
  out:blank()
  return ("%s(g%s);"):format(name, sized and ", event" or "")
end

---Prints the cycle function and those that it chooses from.
---@param x table
---@param entry flux.Entry
---@param name string of the cycle function
---@param by_value table from flux.export.values
---@param print_steps fun(x: table, entry: table) prints the steps of an entry
---@param open fun(returns: boolean) prints what the cycle function begins with
function M.emit(x, entry, name, by_value, print_steps, open)
  local out, functions, calls = x.out, writer.new("  "), {}
  local returns = features.entry_fails(x.features, entry) or audit.returns_zero(x, entry)
  local function print(word, of_value)
    local own = x.names.static:claim(("%s_%s_%s"):format(name, by_value.field.name, word))
    return print_value(x, functions, own, of_value, returns, print_steps)
  end
  for i, case in ipairs(by_value.cases) do calls[i] = print(names.condition_word(x.graph, case.condition), case.entry) end
  local rest = by_value.rest and print("other", by_value.rest)
  x.out = out
  audit.print_next(x)
  out:take(functions)
  open(returns)
  local form = returns and "%s return %s" or "%s %s break;"
  c.open(out, ("switch (event->%s) {"):format(by_value.field.name))
  out:dedent()
  for i, case in ipairs(by_value.cases) do
    out:line(form:format(("case %s:"):format(refs.literal(x, by_value.field.type, case.condition.value)), calls[i]))
  end
  out:line(rest and form:format("default:", rest) or returns and "default: return 0;" or "default: break;"):indent()
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
end

return M
