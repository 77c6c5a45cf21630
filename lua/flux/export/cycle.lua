-- SPDX-License-Identifier: MIT
-- flux.export.cycle: one static function per entry that propagates, settles and publishes (S3, S4, S5).
--
-- It prints the entry's blocks as they are: a block is an `if`, a run of filters a `switch`, a dirty flag a local bool that is
-- declared in the smallest scope that needs it.

local c = require "flux.export.c"
local features = require "flux.export.features"
local flows = require "flux.export.flow"
local refs = require "flux.export.refs"
local writer = require "flux.writer"

local M = {}

-- The flags that one node's steps raise in an entry get the node's name, and the callback's where there are several.
local function name_flags(x, entry, flow)
  local count = {}
  for _, step in ipairs(entry.steps) do
    local flags = flow.flags[step]
    for _, kind in ipairs { "dirty", "ran" } do
      if flags and flags[kind] then
        local key = x.names.member[step.node] .. "_" .. kind
        count[key] = (count[key] or 0) + 1
      end
    end
  end
  x.flag_names = {}
  for _, step in ipairs(entry.steps) do
    local flags = flow.flags[step]
    if flags then
      local own = {}
      for _, kind in ipairs { "dirty", "ran" } do
        local short = x.names.member[step.node] .. "_" .. kind
        local long = step.callback and x.callbacks[step.callback].name or x.names.member[step.node]
        local name = (count[short] or 0) > 1 and long .. "_" .. kind or short
        own[kind] = flags[kind] and (flags[kind].shared and "f->" or "") .. name or nil
      end
      x.flag_names[step] = own
    end
  end
end

-- What of a guard is known before step `reader`: what buffered events left, and flags of earlier steps.
local function known_before(guard, reader)
  local out = {}
  for _, flag in ipairs(type(guard) == "table" and guard or {}) do
    if flag.node or flag.step.index < reader.index then out[#out + 1] = flag end
  end
  return #out > 0 and out or "never"
end

-- Is the node's own dirt certain before the step? Else: the flags of its earlier steps.
local function own_dirt(entry, reader)
  local out = {}
  for _, step in ipairs(entry.steps) do
    if step.index >= reader.index then break end
    if step.node == reader.node and step.callback and features.has_verdict(step.callback) then
      if step.seed == "always" and step.callback.body.facts.always_dirty then return "always" end
      out[#out + 1] = { kind = "dirty", step = step }
    end
  end
  return #out > 0 and out or "never"
end

-- Which nodes were dirty, as far as a callback asks: the guards that its arguments read. Only flux.prev reads a node that
-- comes later, or the node itself.
local function watched(x, entry, step, input)
  local guards = {}
  local settles = step.role == "after_update" or step.role == "after_cycle"
  for i, element in ipairs(input.elements) do
    local guard = entry.watches[element.node] or "never"
    if not settles and element.node == step.node and guard == "always" then
      guard = own_dirt(entry, step)
    elseif not settles and x.position[element.node] >= x.position[step.node] then
      guard = known_before(guard, step)
    end
    guards[i] = guard
  end
  return guards
end

local function reads(x, entry)
  return function(step)
    local list = {}
    if step.role == "on_arrest" and step.unless then list[#list + 1] = step.unless end
    for _, arg in ipairs(step.callback and step.callback.body.args or {}) do
      local guards = arg.what == "ticked" and watched(x, entry, step, arg.input) or {}
      local always = false
      for _, guard in ipairs(guards) do always = always or guard == "always" end
      for _, guard in ipairs(always and {} or guards) do list[#list + 1] = guard end
    end
    return list
  end
end

local function valid_terms(x, input)
  local terms, seen = {}, {}
  for _, element in ipairs(input.elements) do
    local term = "g->valid." .. x.names.member[element.node]
    if not seen[term] then terms[#terms + 1] = term end
    seen[term] = true
  end
  return terms
end

local ARG = {
  self = function(x, step) return "&" .. refs.state(x, step.node) end,
  event = function() return "event" end,
  input = function(x, _, arg)
    local element = arg.input.elements[1]
    local text = refs.element(x, arg.input, 0)
    return (element.field and not element.field.count) and text or (element.field and text or "&" .. text)
  end,
  index = function(_, step) return tostring(step.element) end,
  now = function(x, _, _, entry) return x.batch and entry.event.time and "s.now" or "g->now" end,
  cycle = function(x) return x.batch and "(int64_t)s.cycle" or "(int64_t)g->cycle" end,
  ticked = function(x, step, arg, entry) return refs.any(x, watched(x, entry, step, arg.input)) end,
  valid = function(x, _, arg)
    return table.concat(valid_terms(x, arg.input), " || ")
  end,
}

---The arguments of a callback's call.
---@param x table
---@param step table { callback, node, element }
---@param entry flux.Entry|table
---@return string[]
function M.arguments(x, step, entry)
  local out, args = {}, step.callback.body.args
  -- The instance stands where ctx does, or for all lists together.
  local instance = false
  for _, arg in ipairs(args) do instance = instance or arg.what == "ctx" end
  for _, arg in ipairs(args) do
    if arg.what ~= "list" then
      out[#out + 1] = arg.what == "ctx" and "g" or ARG[arg.what](x, step, arg, entry)
    elseif not instance then
      out[#out + 1], instance = "g", true
    end
  end
  return out
end

-- Tests around a step's own call.
local function own_test(x, item)
  local step = item.step
  local terms = {}
  if step.seed == "filter" and not item.selected then terms = refs.conditions(x, step.callback) end
  if step.seed == "otherwise" then
    for _, other in ipairs(step.node.callbacks) do
      if other.event == step.callback.event and #(other.conditions or {}) > 0 then
        local tests = refs.conditions(x, other)
        terms[#terms + 1] = #tests == 1 and tests[1]:find(" == ") and tests[1]:gsub(" == ", " != ")
          or "!(" .. table.concat(tests, " && ") .. ")"
      end
    end
  end
  if step.seed == "due" then terms[#terms + 1] = ("g->due[%d]"):format(x.timer_index[step.node]) end
  if step.when_all then
    for _, input in ipairs(step.node.inputs) do
      if not input.passive and not input.prev then
        local valid = valid_terms(x, input)
        terms[#terms + 1] = #valid == 1 and valid[1] or "(" .. table.concat(valid, " || ") .. ")"
      end
    end
  end
  if step.role == "on_arrest" and step.unless then
    local text = refs.guard(x, step.unless, true)
    if text ~= "false" then terms[#terms + 1] = "!" .. text end
  end
  return terms
end

-- What follows a call that was not an error: flags of buffered work and of `valid`.
local function marks(x, entry, step)
  local node, out = step.node, {}
  local verdict = step.callback and features.has_verdict(step.callback)
  local member = x.names.member[node]
  if verdict and x.features.valid[node] then out[#out + 1] = { dirty = true, text = ("g->valid.%s = true;"):format(member) } end
  if verdict and entry.kind == "buffer" then
    local pending = x.features.pending[node] or {}
    if pending.dirty then out[#out + 1] = { dirty = true, text = ("g->pending.%s_dirty = true;"):format(member) } end
    if pending.ran then out[#out + 1] = { text = ("g->pending.%s_ran = true;"):format(member) } end
    out[#out + 1] = { text = "g->attention |= HELD;" }
  end
  return out
end

local function print_marks(out, list, dirty)
  local conditional = {}
  for _, mark in ipairs(list) do
    if mark.dirty and dirty ~= "true" then conditional[#conditional + 1] = mark.text else out:line(mark.text) end
  end
  if #conditional == 1 then
    out:line(("if (%s) %s"):format(dirty, conditional[1]))
  elseif #conditional > 1 then
    c.open(out, ("if (%s) {"):format(dirty))
    for _, text in ipairs(conditional) do out:line(text) end
    c.close(out, "}")
  end
end

-- A call whose result is void or bool. Returns the C expression of "it was dirty".
local function print_call(x, step, flag, head, list)
  local out, info = x.out, x.callbacks[step.callback]
  local needs_result = flag or list.conditional
  if info.result == "void" then
    c.call(out, info.name .. "(", head)
    if flag then out:line(("%s%s = true;"):format(flag.inline and "const bool " or "", flag.name)) end
    return "true"
  end
  if flag then
    c.call(out, ("%s%s = %s("):format(flag.inline and "const bool " or "", flag.name, info.name), head)
    return flag.name
  end
  if needs_result then
    local name = x.traced and "dirty" or info.name .. "_dirty"
    c.call(out, ("const bool %s = %s("):format(name, info.name), head)
    return name
  end
  c.call(out, info.name .. "(", head)
end

-- What an error in this entry is called (see flux.export.header).
function M.entry_id(x, entry)
  if entry.event then return x.names.event_id[entry.event] end
  return x.names.upper .. "_ENTRY_" .. entry.kind:upper()
end

-- The end of a cycle in which this step fails (S16).
local function print_failure(x, entry, step, test, status)
  local out, info = x.out, x.callbacks[step.callback]
  local before = {}
  if x.traced then before[1] = ("g->trace(g->trace_user, %s, -1, %d);"):format(info.id, step.element or -1) end
  if entry.kind == "buffer" then
    local f = x.split and "f->" or ""
    if x.has_pending then before[#before + 1] = ("g->pending = %spending;"):format(f) end
    before[#before + 1] = ("g->attention = %sattention;"):format(f)
  end
  local final = ("return failed(g, %s, %s, %s);"):format(M.entry_id(x, entry), info.id, status)
  if #before == 0 then
    out:line(("if (%s) %s"):format(test, final))
    return
  end
  c.open(out, ("if (%s) {"):format(test))
  for _, line in ipairs(before) do out:line(line) end
  out:line(final)
  c.close(out, "}")
end

-- A call that may fail: its status is tested, and the cycle ends there.
local function print_failing(x, entry, step, flag, arguments)
  local out, info = x.out, x.callbacks[step.callback]
  c.call(out, ("status = %s("):format(info.name), arguments)
  print_failure(x, entry, step, "status < 0", "status")
  if flag then
    out:line(("%s%s = status != FLUX_ARREST;"):format(flag.inline and "const bool " or "", flag.name))
    return flag.name
  end
  return "status != FLUX_ARREST"
end

local function print_trace(x, step, dirty)
  if not x.traced then return end
  local info = x.callbacks[step.callback]
  x.out:line(("g->trace(g->trace_user, %s, %s, %d);"):format(info.id, dirty == "true" and "1" or dirty .. " ? 1 : 0", step.element or -1))
end

local function print_save(x, entry, node)
  local save = x.rollback_of and x.rollback_of(entry, node)
  if save then x.out:line(("save_%s(g);"):format(x.names.member[node])) end
end

local function print_sink(x, item)
  local out, sink = x.out, item.step.sink
  if not x.batch then
    out:line(("publish_%s(g);"):format(sink.name))
    return
  end
  c.open(out, ("if (g->%s != NULL) {"):format(x.names.sink[sink]))
  out:line(x.batch.store):line(("publish_%s(g);"):format(sink.name))
  c.close(out, "}")
end

local function flag_for(flow, x, step, kind)
  local flag = flow.flags[step] and flow.flags[step][kind]
  if not flag then return nil end
  return { name = x.flag_names[step][kind], inline = flag.inline and not flag.shared }
end

-- The tests around a step's call: those of the block that holds nothing else, and its own.
local function all_tests(x, item, guard)
  local tests = own_test(x, item)
  if guard and guard ~= "always" then table.insert(tests, 1, refs.guard(x, guard, #tests > 0)) end
  return tests
end

-- Prints the step; `word` is what its test begins with.
local function print_step(x, entry, flow, item, guard, word)
  local out, step = x.out, item.step
  if step.role == "sink" then return print_sink(x, item) end
  local tests = all_tests(x, item, guard)
  if #tests > 0 or word then c.condition(out, word or "if", tests, "&&") end
  local dirty_flag, ran_flag = flag_for(flow, x, step, "dirty"), flag_for(flow, x, step, "ran")
  print_save(x, entry, step.node)
  local list = marks(x, entry, step)
  for _, mark in ipairs(list) do list.conditional = list.conditional or mark.dirty end
  list.conditional = list.conditional or (x.traced and x.callbacks[step.callback].result ~= "void")
  local arguments = M.arguments(x, step, entry)
  local info = x.callbacks[step.callback]
  local scoped = x.traced and info.result == "bool" and not dirty_flag and list.conditional and #tests == 0
  if scoped then c.open(out, "{") end
  local dirty
  if x.features.faults then print_failure(x, entry, step, "injected(g)", "FLUX_E_CALLBACK") end
  if info.fails then
    dirty = print_failing(x, entry, step, dirty_flag, arguments)
  else
    dirty = print_call(x, step, dirty_flag, arguments, list)
  end
  print_marks(out, list, dirty or "true")
  print_trace(x, step, dirty or "true")
  if scoped then c.close(out, "}") end
  if ran_flag then out:line(("%s%s = true;"):format(ran_flag.inline and "const bool " or "", ran_flag.name)) end
  if #tests > 0 or word then c.close(out, "}") end
end

local print_items

-- A block that holds one step with a test of its own is one `if`.
local function only_step(item)
  local inner = item.kind == "block" and #item.items == 1 and item.items[1]
  return inner and inner.kind == "step" and inner.step.role ~= "sink" and not inner.declare and flows.tested(inner) and inner or nil
end

local function print_block(x, entry, flow, item)
  local inner = only_step(item)
  if inner then return print_step(x, entry, flow, inner, item.guard) end
  c.guarded(x, refs.guard_terms(x, item.guard), "||", function() print_items(x, entry, flow, item.items) end)
end

-- The on_arrest step that `item` is about, when it can be the `else` of a block under the guard that it must not have.
local function arrest_of(item, block)
  local inner = item and (item.kind == "step" and item or only_step(item))
  local step = inner and inner.step
  if step and step.role == "on_arrest" and step.unless == block.guard and block.kind == "block" then return inner end
end

local function print_declarations(x, item)
  for _, flag in ipairs(item.declare or {}) do
    x.out:line(("bool %s = false;"):format(x.flag_names[flag.step][flag.kind]))
  end
end

-- `if (updated) { … } else { on_arrest }`
local function print_alternative(x, entry, flow, item, arrest_item)
  local out, arrest = x.out, arrest_of(arrest_item, item)
  print_declarations(x, arrest_item)
  c.condition(out, "if", refs.guard_terms(x, item.guard), "||")
  print_items(x, entry, flow, item.items)
  out:dedent()
  local guard = arrest_item.kind == "block" and arrest_item.guard or nil
  local unless = arrest.step.unless
  arrest.step.unless = nil
  if guard then
    print_step(x, entry, flow, arrest, guard, "} else if")
  else
    out:line("} else {"):indent()
    print_step(x, entry, flow, arrest)
    c.close(out, "}")
  end
  arrest.step.unless = unless
end

local function print_switch(x, entry, flow, item)
  local out = x.out
  c.open(out, ("switch (event->%s) {"):format(item.field.name))
  for _, case in ipairs(item.items) do
    out:dedent()
    c.open(out, ("case %s: {"):format(refs.literal(x, item.field.type, case.condition.value)))
    print_items(x, entry, flow, case.items)
    out:line("break;")
    c.close(out, "}")
    out:indent()
  end
  out:dedent():line("default: break;"):indent()
  c.close(out, "}")
end

-- A function of its own for a part of a long entry.
local function print_part(x, entry, flow, item)
  local inner = writer.new("  ")
  inner:indent()
  x.out = inner
  print_items(x, entry, flow, item.body.items)
  local text = inner:text()
  local function mentions(pattern) return text:find(pattern) ~= nil end
  x.part_count = x.part_count + 1
  local name = ("%s_part_%d"):format(x.cycle, x.part_count)
  local parameters, arguments = { x.names.graph_type .. " *g" }, { "g" }
  if mentions("%f[%w_]event%f[^%w_]") then
    parameters[2], arguments[2] = ("const %s *event"):format(x.names.event_type[entry.event]), "event"
  end
  if mentions("%f[%w_]f%->") or mentions("[(,] ?f[,)]") then
    parameters[#parameters + 1], arguments[#arguments + 1] = ("struct %s_flags *f"):format(x.cycle), "f"
  end
  local fails = mentions("%f[%w_]status%f[^%w_]")
  local head, result = x.parts, fails and "int" or "void"
  head:line(("APART static %s %s(%s) {"):format(result, name, table.concat(parameters, ", ")))
  if fails then head:line("  int status;") end
  head:block(text)
  if fails then head:line("  return 0;") end
  head:line("}"):blank()
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
    if arrest_of(items[i + 1], item) and not only_step(item) then
      print_alternative(x, entry, flow, item, items[i + 1])
      i = i + 1
    elseif item.kind == "step" then
      print_step(x, entry, flow, item)
    elseif item.kind == "switch" then
      print_switch(x, entry, flow, item)
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

-- "fast || slow" as words for the schedule in the comment.
local function words(guard)
  if guard == "always" then return "" end
  local out, seen = {}, {}
  for _, flag in ipairs(guard or {}) do
    local node = flag.step and flag.step.node or flag.node
    local ran = flag.kind == "ran" or flag.kind == "pending_ran"
    local text = node.name .. (ran and " ran" or "")
    if not seen[text] then
      seen[text] = true
      out[#out + 1] = text
    end
  end
  if #out > 6 then return ("if any of %d: %s … %s"):format(#out, out[1], out[#out]) end
  return "if " .. table.concat(out, " or ")
end

local function label(step)
  if step.role == "sink" then return "sink " .. step.sink.name end
  local text = step.callback.label
  return step.element and ("%s[%d]"):format(text, step.element) or text
end

---The entry's schedule as the lines of a comment.
---@param entry flux.Entry
---@param title string
---@return string[]
function M.schedule(entry, title)
  local rows, wide_node, wide_label = {}, 0, 0
  for _, step in ipairs(entry.steps) do
    if step.role ~= "gate" then
      local condition = words(step.guard)
      if step.seed == "due" then condition = "if due" end
      if step.role == "on_arrest" then condition = condition == "" and "if not updated" or condition .. ", and not updated" end
      rows[#rows + 1] = { step.node.name, label(step), condition }
      wide_node, wide_label = math.max(wide_node, #step.node.name), math.max(wide_label, #label(step))
    end
  end
  local lines = { title, "" }
  for i, row in ipairs(rows) do
    if i > 60 and #rows > 64 then
      lines[#lines + 1] = ("  … and %d more steps"):format(#rows - 60)
      break
    end
    lines[#lines + 1] = ("  %-" .. wide_node .. "s  %-" .. wide_label .. "s  %s"):format(row[1], row[2], row[3])
  end
  return lines
end

local function has_steps(entry)
  for _, step in ipairs(entry.steps) do
    if step.role ~= "gate" then return true end
  end
  return false
end

---Does the entry call a function that returns a status?
function M.calls_failing(x, entry)
  for _, step in ipairs(entry.steps) do
    if step.callback and x.callbacks[step.callback].fails then return true end
  end
  return false
end

---Prints the steps of an entry where x.out stands.
---@param x table
---@param entry flux.Entry
function M.print_steps(x, entry)
  local flow = flows.of(entry, reads(x, entry))
  name_flags(x, entry, flow)
  print_items(x, entry, flow, flow.root.items)
end

---Does the entry call a function that returns a status?
function M.calls_failing(x, entry)
  for _, step in ipairs(entry.steps) do
    if step.callback and x.callbacks[step.callback].fails then return true end
  end
  return false
end

---Prints the steps of an entry where x.out stands.
---@param x table
---@param entry flux.Entry
function M.print_steps(x, entry)
  local flow = flows.of(entry, reads(x, entry))
  name_flags(x, entry, flow)
  print_items(x, entry, flow, flow.root.items)
end

-- The flags that cross the parts of a long entry, and what the trigger or a buffered cycle keeps.
local function print_flags(x, entry, flow)
  local out = x.out
  c.open(out, ("struct %s_flags {"):format(x.cycle))
  for _, flag in ipairs(flow.shared) do out:line(("bool %s;"):format((x.flag_names[flag.step][flag.kind]:gsub("^f%->", "")))) end
  if x.has_pending and (entry.kind == "trigger" or entry.kind == "buffer") then out:line(("%s_pending pending;"):format(x.names.prefix)) end
  if entry.kind == "buffer" then out:line("int32_t attention;") end
  c.close(out, "};")
  out:blank()
end

---Prints the cycle function of an entry.
---@param x table
---@param entry flux.Entry
---@param name string
---@param title string
---@param traced boolean
function M.emit(x, entry, name, title, traced)
  local out = x.out
  local fails = features.entry_fails(x.features, entry)
  local flow = flows.of(entry, reads(x, entry))
  x.traced, x.cycle, x.part_count, x.parts = traced, name, 0, writer.new("  ")
  name_flags(x, entry, flow)
  x.split = flow.split
  for _, part in ipairs(flow.split or {}) do print_part(x, entry, flow, part) end
  local inner = writer.new("  ")
  inner:indent()
  x.out = inner
  if not has_steps(entry) then inner:line("(void)g;") end
  print_items(x, entry, flow, flow.root.items)
  x.out = out
  local has_flags = flow.split and (#flow.shared > 0 or entry.kind == "trigger" or entry.kind == "buffer")
  if has_flags then print_flags(x, entry, flow) end
  out:block(x.parts:text())
  if flow.split then out:blank() end
  if not traced then c.comment(out, M.schedule(entry, title)) end
  local event = x.uses_event(entry) and (", const %s *event"):format(x.names.event_type[entry.event]) or ""
  c.open(out, ("static %s %s(%s *g%s) {"):format(fails and "int" or "void", name, x.names.graph_type, event))
  if has_flags then out:line(("struct %s_flags flags = { 0 }, *const f = &flags;"):format(name)) end
  x.prologue(entry)
  if M.calls_failing(x, entry) then out:line("int status;") end
  out:dedent():block(inner:text()):indent()
  if fails then out:line("return 0;") end
  c.close(out, "}")
  out:blank()
  x.traced, x.split = false, false
end

return M
