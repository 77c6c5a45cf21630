-- SPDX-License-Identifier: MIT
-- flux.export.step: one step of a cycle: its call, the flags that it raises, and what a failure, the audit or a rollback adds.

local audit = require "flux.export.audit"
local branchless = require "flux.export.branchless"
local c = require "flux.export.c"
local call = require "flux.export.call"
local features = require "flux.export.features"
local profile = require "flux.export.profile"
local refs = require "flux.export.refs"
local scan_text = require "flux.export.scan_text"

local M = {}

local NONE = {}

-- What follows a call that was not an error: flags of buffered work and of `valid`, and steps that it wakes.
local function marks(x, entry, flow, step)
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
  for _, wake in ipairs(flow.wakes[step] or NONE) do
    out[#out + 1] = { dirty = wake.dirty, text = scan_text.wake(wake) }
  end
  return out
end

local function print_marks(out, list, dirty)
  if #list == 0 then return end
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

-- A call whose result is void or bool. `asked`: something besides the flag asks whether it was dirty. Returns the C expression of that.
local function print_call(x, step, flag, head, asked)
  local out, info = x.out, x.callbacks[step.callback]
  if info.result == "void" then
    c.call(out, info.name .. "(", head)
    if flag then out:line(("%s%s = true;"):format(flag.inline and "const bool " or "", flag.name)) end
    return "true"
  end
  if flag then
    local declared = flag.is_mask and "const uint64_t " or flag.inline and "const bool " or ""
    c.call(out, ("%s%s = %s("):format(declared, flag.name, info.name), head)
    return flag.name
  end
  if asked then
    c.call(out, ("const bool dirty = %s("):format(info.name), head)
    return "dirty"
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
  if x.audited then before[1] = audit.call_text(x, step, "failed") end
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

local function print_save(x, entry, node)
  local save = x.rollback_of and x.rollback_of(entry, node)
  if save then x.out:line(("save_%s(g);"):format(x.names.member[node])) end
end

---@param tested boolean|nil it is known that somebody listens
function M.print_sink(x, item, tested)
  local out, sink = x.out, item.step.sink
  if x.audited then audit.print_sink(x, item.step) end
  if x.tells then
    out:line(tested and "return true;" or ("return g->%s != NULL;"):format(x.names.sink[sink]))
  elseif not x.batch then
    local test = tested and "" or ("if (g->%s != NULL) "):format(x.names.sink[sink])
    out:line(("%s%spublish_%s(g);"):format(test, x.last_sink == item.step and "return " or "", sink.name))
    if x.audited then audit.print_sink_posts(x, item.step) end
  else
    if not tested then c.open(out, ("if (HEARD(g->%s != NULL)) {"):format(x.names.sink[sink])) end
    for _, line in ipairs(x.batch.store) do out:line(line) end
    out:line(("publish_%s(g);"):format(sink.name))
    if not tested then c.close(out, "}") end
  end
end

local function flag_for(flow, x, step, kind)
  local flag = flow.flags[step] and flow.flags[step][kind]
  if not flag then return nil end
  return {
    name = x.flag_names[step][kind], inline = flag.inline and not flag.shared,
    is_mask = kind == "dirty" and branchless.is_mask(x, flag, step),
  }
end

---The tests around a step's call: those of the block that holds nothing else, and its own.
---@return string[] terms of an AND
function M.tests(x, item, guard)
  local tests = call.tests(x, item)
  if guard and guard ~= "always" then table.insert(tests, 1, refs.guard(x, guard, #tests > 0)) end
  return tests
end

---Prints a step.
---@param x table
---@param entry flux.Entry
---@param flow table
---@param item table the step's item
---@param guard table|nil of the block that holds nothing else
---@param word string|nil what its test begins with; default "if"
function M.print(x, entry, flow, item, guard, word)
  local out, step = x.out, item.step
  if step.role == "sink" then return M.print_sink(x, item) end
  local tests = M.tests(x, item, guard)
  if #tests > 0 or word then c.condition(out, word or "if", tests, "&&") end
  local dirty_flag, ran_flag = flag_for(flow, x, step, "dirty"), flag_for(flow, x, step, "ran")
  print_save(x, entry, step.node)
  local list = marks(x, entry, flow, step)
  local asked = x.audited or profile.judges(x, step)
  for _, mark in ipairs(list) do asked = asked or mark.dirty end
  local arguments = call.arguments(x, step, entry)
  local info = x.callbacks[step.callback]
  local scoped = asked and info.result ~= "void" and not info.fails and not dirty_flag and #tests == 0
  if scoped then c.open(out, "{") end
  local dirty
  audit.print_enter(x, step)
  if x.features.faults then print_failure(x, entry, step, "injected(g)", "FLUX_E_CALLBACK") end
  profile.print_enter(x, step)
  if info.fails then
    dirty = print_failing(x, entry, step, dirty_flag, arguments)
  elseif branchless.calls_on_copy(x, entry, item) then
    local written = step.callback.body.facts.writes
    branchless.on_copy(x, step.node, written, arguments, function() dirty = print_call(x, step, dirty_flag, arguments, asked) end)
  else
    dirty = print_call(x, step, dirty_flag, arguments, asked)
  end
  profile.print_leave(x, step, dirty or "true")
  print_marks(out, list, dirty or "true")
  audit.print_leave(x, step, dirty or "true")
  if scoped then c.close(out, "}") end
  if ran_flag then out:line(("%s%s = true;"):format(ran_flag.inline and "const bool " or "", ran_flag.name)) end
  if #tests > 0 or word then c.close(out, "}") end
end

return M
