-- SPDX-License-Identifier: MIT
-- flux.export.cycle: one static function per entry that propagates, settles and publishes (S3, S4, S5).
--
-- It prints the entry's blocks as they are: a block is an `if`, a run of filters a `switch`, a wide quiet region a loop over bits, a
-- dirty flag a local bool that is declared in the smallest scope that needs it.

local audit = require "flux.export.audit"
local branchless = require "flux.export.branchless"
local c = require "flux.export.c"
local call = require "flux.export.call"
local either = require "flux.export.either"
local ending = require "flux.export.ending"
local features = require "flux.export.features"
local flags = require "flux.export.flags"
local flows = require "flux.export.flow"
local locals = require "flux.export.locals"
local queue = require "flux.export.queue"
local refs = require "flux.export.refs"
local scan_text = require "flux.export.scan_text"
local schedule = require "flux.export.schedule"
local steps = require "flux.export.step"
local values = require "flux.export.values"
local values_text = require "flux.export.values_text"
local writer = require "flux.writer"

local M = {}

local print_items

local function print_block(x, entry, flow, item)
  if branchless.is_tail(x, entry, flow, item) then
    return branchless.print(x, entry, flow, item, function(sink) steps.print_sink(x, sink, true) end)
  end
  local inner = either.only_step(item)
  if inner then return steps.print(x, entry, flow, inner, item.guard) end
  c.guarded(x, refs.guard_terms(x, item.guard), "||", function() print_items(x, entry, flow, item.items) end)
end

local function print_declarations(x, item)
  if not item.declare then return end
  for _, flag in ipairs(item.declare) do
    if flag.node then x.out:line(("%s %s;"):format(x.names.node_type[flag.node], refs.state(x, flag.node))) end
  end
  for _, flag in ipairs(item.declare) do
    if flag.step then x.out:line(("bool %s = false;"):format(x.flag_names[flag.step][flag.kind])) end
  end
end

-- Was a return written last? Then nothing that follows is reached.
local function has_returned(out)
  local last = out.lines[#out.lines]
  return last ~= nil and last:find("^%s*return ") ~= nil
end

-- Does text that stands in no block of its own declare a variable? Statements begin as these.
local STATEMENTS = {
  "^%s", "^}", "^if %(", "^for %(", "^switch %(", "^case ", "^default:", "^return ", "^break;", "^[%w_>%-]+%(", "^[%w_>.%-]+ .?=",
}

local function declares(out)
  for _, line in ipairs(out.lines) do
    local is_statement = false
    for _, pattern in ipairs(STATEMENTS) do is_statement = is_statement or line:sub(#out.margin + 1):find(pattern) ~= nil end
    if not is_statement then return true end
  end
  return false
end

local function print_switch(x, entry, flow, item)
  local out = x.out
  c.open(out, ("switch (event->%s) {"):format(item.field.name))
  for _, case in ipairs(item.items) do
    out:dedent()
    local value = not case.is_default and refs.literal(x, item.field.type, case.condition.value)
    local inner = out:inner()
    x.out = inner
    print_items(x, entry, flow, case.items)
    if not has_returned(inner) then inner:line("break;") end
    x.out = out
    local label = value and ("case %s:"):format(value) or "default:"
    local needs_scope = declares(inner)
    c.open(out, label .. (needs_scope and " {" or ""))
    out:take(inner)
    out:dedent()
    if needs_scope then out:line("}") end
    out:indent()
  end
  if not item.items[#item.items].is_default then out:dedent():line("default: break;"):indent() end
  c.close(out, "}")
end

-- A function of its own for a part of a long entry, unless an earlier entry has the same.
local function print_part(x, entry, flow, item)
  local inner = writer.new("  ")
  inner:indent()
  x.out = inner
  print_items(x, entry, flow, item.body.items)
  local text = inner:text()
  local function mentions(word, pattern) return text:find(word, 1, true) and text:find(pattern) ~= nil end
  local parameters, arguments = { x.names.graph_type .. " *g" }, { "g" }
  if mentions("event", "%f[%w_]event%f[^%w_]") then
    parameters[2], arguments[2] = ("const %s *event"):format(x.names.event_type[entry.event]), "event"
  end
  if mentions("f->", "%f[%w_]f%->") or mentions("f", "[(,] ?f[,)]") then
    parameters[#parameters + 1], arguments[#arguments + 1] = ("struct %s_flags *f"):format(x.cycle), "f"
  end
  local fails = mentions("status", "%f[%w_]status%f[^%w_]")
  local head, result = ("(%s) {"):format(table.concat(parameters, ", ")), fails and "int" or "void"
  local name = x.part_names[head .. result .. text]
  if not name then
    x.part_count = x.part_count + 1
    name = ("%s_part_%d"):format(x.cycle, x.part_count)
    x.part_names[head .. result .. text] = name
    local out = x.parts:line(("APART static %s %s%s"):format(result, name, head))
    if fails then out:line("  int status;") end
    out:take(inner)
    if fails then out:line("  return 0;") end
    out:line("}"):blank()
  end
  item.call, item.fails = ("%s(%s);"):format(name, table.concat(arguments, ", ")), fails
end

local function print_part_call(x, item)
  if item.fails then
    x.out:line("status = " .. item.call):line("if (status < 0) return status;")
  else
    x.out:line(item.call)
  end
end

function print_items(x, entry, flow, items)
  local i = 1
  while i <= #items do
    local item = items[i]
    print_declarations(x, item)
    if either.is(x, item, items[i + 1]) then
      print_declarations(x, items[i + 1])
      either.print(x, item, items[i + 1], function(inner) print_items(x, entry, flow, inner) end,
        function(step, guard, word) steps.print(x, entry, flow, step, guard, word) end)
      i = i + 1
    elseif item.kind == "step" then
      steps.print(x, entry, flow, item)
    elseif item.kind == "switch" then
      print_switch(x, entry, flow, item)
    elseif item.kind == "when" then
      local tests = steps.tests(x, { kind = "step", step = item.step }, item.guard)
      c.guarded(x, tests, "&&", function() print_items(x, entry, flow, item.items) end)
    elseif item.kind == "scan" then
      scan_text.print_loop(x, item, function(inner) print_items(x, entry, flow, inner) end)
    elseif item.kind == "pick" then
      scan_text.print_pick(x, item, function(inner) print_items(x, entry, flow, inner) end)
    elseif item.kind == "part" then
      print_part_call(x, item)
    elseif item.kind == "filtered" then
      c.guarded(x, refs.conditions(x, item.callback), "&&", function() print_items(x, entry, flow, item.items) end)
    else
      print_block(x, entry, flow, item)
    end
    i = i + 1
  end
end

local function has_steps(entry)
  for _, step in ipairs(entry.steps) do
    if step.role ~= "gate" then return true end
  end
  return false
end

---Prints the steps of an entry where x.out stands.
---@param x table
---@param entry flux.Entry
function M.print_steps(x, entry)
  local flow = flows.of(entry, call.reads(x, entry), x.options)
  locals.place(x, entry, flow)
  flags.name(x, entry, flow)
  print_items(x, entry, flow, flow.root.items)
end

-- The flags that cross the parts of a long entry, and what the trigger or a buffered cycle keeps.
local function print_flags(x, entry, flow)
  local out = x.out
  c.open(out, ("struct %s_flags {"):format(x.cycle))
  for _, flag in ipairs(flow.shared) do out:line(("bool %s;"):format((x.flag_names[flag.step][flag.kind]:gsub("^f%->", "")))) end
  if x.has_pending and (entry.kind == "trigger" or entry.kind == "buffer") then out:line(("%s_pending pending;"):format(x.names.prefix)) end
  if entry.kind == "buffer" and features.entry_fails(x.features, entry) then out:line("int32_t attention;") end
  c.close(out, "};")
  out:blank()
end

-- Most steps of an event's cycle that stands twice in the code, where the event comes in and where posts run, or after timers.
local MOST_TWICE = 32

local function is_twice(x, entry)
  if entry.kind ~= "event" or #entry.steps > MOST_TWICE then return false end
  return x.timers_apart(entry.event) or x.features.queue and queue.is_queued(x, entry.event)
end

-- What the cycle function of an entry begins with.
local function open_cycle(x, entry, name, title, returns)
  local out = x.out
  if title and x.told[entry] then title = title .. "; returns whether its caller is to publish" end
  if title then c.comment(out, schedule.lines(entry, title)) end
  local event = x.uses_event(entry) and (", const %s *event"):format(x.names.event_type[entry.event]) or ""
  local storage = not title and "APART static" or is_twice(x, entry) and "static INLINED" or "static"
  local result = x.told[entry] and "bool" or returns and "int" or "void"
  c.open(out, ("%s %s %s(%s *g%s) {"):format(storage, result, name, x.names.graph_type, event))
  if title and audit.chooses(x, entry) then audit.print_choice(x, name, event == "" and "g" or "g, event", returns) end
end

-- The cycle function as one for each value of a field, where that is worth it: a twin may have them where the other has not.
---@return boolean done
---@return boolean|nil possible
local function emit_by_value(x, entry, name, title)
  local by_value, too_long = values.of(x, entry)
  if not by_value then
    x.apart[entry] = too_long
    return false
  end
  x.audited, x.cycle, x.split = not title, name, false
  local done, apart = values_text.emit(x, entry, name, by_value, M.print_steps, function(returns)
    open_cycle(x, entry, name, title, returns)
    if x.audited then audit.print_cycle(x, entry, steps.entry_id(x, entry)) end
    x.prologue(entry)
  end)
  x.audited = false
  if title then x.by_value[entry], x.apart[entry] = done and by_value or nil, apart end
  return done, true
end

---Prints the cycle function of an entry.
---@param x table
---@param entry flux.Entry
---@param name string
---@param title string|nil nil: this is the audited twin
function M.emit(x, entry, name, title)
  local done, possible = emit_by_value(x, entry, name, title)
  if done then return end
  local out = x.out
  local fails = features.entry_fails(x.features, entry)
  local flow = flows.of(entry, call.reads(x, entry), x.options)
  locals.place(x, entry, flow)
  x.audited, x.cycle, x.part_count, x.parts = not title, name, 0, writer.new("  ")
  x.last_sink = title and ending.sink(x, entry)
  flags.name(x, entry, flow)
  x.split = flow.split
  x.told[entry] = not (flow.split or flow.scan or possible) and queue.last_sink(x, entry) or nil
  x.tells = x.told[entry] and not x.audited
  scan_text.reserve(x, flow.scan)
  for _, part in ipairs(flow.split or {}) do print_part(x, entry, flow, part) end
  local inner = writer.new("  ")
  inner:indent()
  x.out = inner
  if not has_steps(entry) then inner:line("(void)g;") end
  print_items(x, entry, flow, flow.root.items)
  x.out = out
  audit.print_next(x)
  local keeps = entry.kind == "trigger" and x.has_pending or entry.kind == "buffer" and fails
  local has_flags = flow.split and (#flow.shared > 0 or keeps)
  if has_flags then print_flags(x, entry, flow) end
  out:take(x.parts)
  if flow.split then out:blank() end
  local returns = fails or audit.returns_zero(x, entry)
  open_cycle(x, entry, name, title, returns)
  if has_flags then out:line(("struct %s_flags flags = { 0 }, *const f = &flags;"):format(name)) end
  if x.audited then audit.print_cycle(x, entry, steps.entry_id(x, entry)) end
  x.prologue(entry)
  if call.fails(x, entry) then out:line("int status;") end
  out:take(inner)
  if x.told[entry] and not has_returned(out) then out:line(x.audited and "return false; /* it has published */" or "return false;") end
  if returns then out:line("return 0;") end
  c.close(out, "}")
  out:blank()
  x.audited, x.split, x.tells, x.last_sink = false, false, false, nil
end

return M
