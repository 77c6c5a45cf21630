-- SPDX-License-Identifier: MIT
-- flux.export.explain: the facts from which the exporter chose the shape of each entry, for `flux check --explain`.
--
--   for _, entry in ipairs(explain.entries(export.text(resolved, options).context)) do … entry.name, entry.facts … end
--
-- A fact is { what, text }; `what` is a word for tools: steps, tests, certain, switch, scan, values, apart, parts, batch, carried, locals,
-- predicated, clock.

local apart = require "flux.export.apart"
local batch = require "flux.export.batch"
local branchless = require "flux.export.branchless"
local call = require "flux.export.call"
local either = require "flux.export.either"
local features = require "flux.export.features"
local flows = require "flux.export.flow"

local M = {}

local ABSENT = { { "queue", "no queue" }, { "attention", "no test for earlier work" } }

local function number(n, one, many) return ("%d %s"):format(n, n == 1 and one or many or one .. "s") end

local function label(step)
  if step.role == "sink" then return "sink " .. step.sink.name end
  return step.node.name
end

local function guard_text(guard)
  local names, seen = {}, {}
  for _, flag in ipairs(guard) do
    local name = (flag.node or flag.step.node).name
    if not seen[name] then names[#names + 1] = name end
    seen[name] = true
  end
  return table.concat(names, " or ")
end

local function count_steps(item)
  if item.kind == "step" then return 1 end
  local n = 0
  for _, inner in ipairs(item.kind == "part" and item.body.items or item.items) do n = n + count_steps(inner) end
  return n
end

local function scan_text(item)
  return ("a bit scan finds which of %s an event wakes: at most %.1f on average"):format(number(item.steps, "guarded step"), item.share)
end

-- Walks the printed shape of an entry.
local function shape(x, entry, flow)
  local it = { tests = 0, certain = 0, merged = {}, switches = {}, scans = {}, predicated = {}, parts = 0 }
  local function walk(items, certain)
    for i, item in ipairs(items) do
      if item.kind == "step" then
        local tested = flows.tested(item) and not (i > 1 and either.is(x, items[i - 1], item))
        if tested then it.tests = it.tests + 1 elseif certain then it.certain = it.certain + 1 end
      elseif item.kind == "part" then
        it.parts = it.parts + 1
        walk(item.body.items, certain)
      elseif item.kind == "switch" then
        it.tests = it.tests + 1
        it.switches[#it.switches + 1] = ("one switch on %s for %s"):format(item.field.name, number(#item.items, "case"))
        for _, case in ipairs(item.items) do walk(case.items, false) end
      elseif item.kind == "scan" then
        if item.steps then it.scans[#it.scans + 1] = scan_text(item) end
        it.tests = it.tests + #(item.heads or {}) + 1
        walk(item.items, false)
      elseif item.kind == "pick" then
        for _, unit in ipairs(item.items) do walk(unit.items, false) end
      else
        it.tests = it.tests + 1
        local steps = count_steps(item)
        if item.kind == "block" and branchless.is_tail(x, entry, flow, item) then
          it.predicated[#it.predicated + 1] = ("%s after %s"):format(number(steps, "step"), guard_text(item.guard))
        elseif item.kind == "block" and steps > 1 then
          it.merged[#it.merged + 1] = ("%s for %s"):format(guard_text(item.guard), number(steps, "step"))
        end
        walk(item.items, false)
      end
    end
  end
  walk(flow.root.items, true)
  return it
end

-- Callbacks with a verdict that never arrest: nothing need ask them.
local function inferred(entry)
  local list = {}
  for _, step in ipairs(entry.steps) do
    local body = step.callback and step.callback.body
    if body and features.has_verdict(step.callback) and body.facts.always_dirty then list[#list + 1] = label(step) end
  end
  return list
end

local function listed(list, most)
  if #list <= most then return table.concat(list, ", ") end
  return table.concat(list, ", ", 1, most) .. (" and %d more"):format(#list - most)
end

local function clock_text(x, entry)
  for _, step in ipairs(entry.steps) do
    if step.callback and step.callback.body.facts.reads_now then
      if entry.event and entry.event.time then return "its time is the event's" end
      if entry.kind == "timer" then return "its time is the deadline's" end
      return x.features.host_clock and "the host's clock is read once for it" or "its time is that of the last event"
    end
  end
  return "no callback reads the time: no clock is read"
end

local function batch_facts(x, entry, add)
  local nodes = entry.kind == "event" and batch.plan(x, entry.event)
  if not nodes then return end
  local names = {}
  for i, node in ipairs(nodes) do names[i] = node.name end
  add("batch", "a batch keeps in registers: " .. listed(names, 12))
  local members, all = batch.carried(x, entry, nodes)
  if all then return end
  add("carried", "and stores at its end what one cycle leaves to the next: " .. (#members > 0 and listed(members, 12) or "nothing"))
end

local function values_text(entry, by_value)
  local text = ("a function for each of %s of %s, without tests of what the value decides: %s in place of %d"):format(
    number(#by_value.cases, "value"), by_value.field.name, number(by_value.printed, "step"), #entry.steps)
  for _, run in ipairs(by_value.runs) do text = ("%s; %d of the values are alike and have one"):format(text, #run.members) end
  return text
end

local function entry_facts(x, entry)
  local facts, flow = {}, flows.of(entry, call.reads(x, entry), x.options)
  local function add(what, text) facts[#facts + 1] = { what = what, text = text } end
  local it, never = shape(x, entry, flow), inferred(entry)
  local by_value, why = x.by_value[entry], x.apart[entry]
  if by_value then
    add("values", values_text(entry, by_value))
    if why then add("apart", "not one function for all: " .. apart.text(x, why)) end
    add("clock", clock_text(x, entry))
    return facts
  end
  add("steps", ("%s, %s; %d run in a straight line"):format(number(#entry.steps, "step"), number(it.tests, "test"), it.certain))
  if why then add("apart", "no function serves several values: " .. apart.text(x, why)) end
  if #never > 0 then add("certain", "never arrest, so nothing asks: " .. listed(never, 12)) end
  if #it.merged > 0 then add("tests", "one test serves several: " .. listed(it.merged, 6)) end
  for _, text in ipairs(it.switches) do add("switch", text) end
  for _, text in ipairs(it.scans) do add("scan", text) end
  if #it.predicated > 0 then add("predicated", "computed without a branch, as the profile says: " .. listed(it.predicated, 6)) end
  if it.parts > 0 then add("parts", ("printed as %s"):format(number(it.parts + 1, "function"))) end
  batch_facts(x, entry, add)
  add("clock", clock_text(x, entry))
  return facts
end

---The facts of each entry that has steps.
---@param x table the context of an export
---@return { name: string, facts: { what: string, text: string }[] }[]
function M.entries(x)
  local list = {}
  for _, entry in ipairs(x.all_entries) do
    if #entry.steps > 0 and entry.kind ~= "buffer" and entry.kind ~= "trigger" then
      list[#list + 1] = { name = entry.event and "event " .. entry.event.name or entry.kind, facts = entry_facts(x, entry) }
    end
  end
  return list
end

---What holds for the whole export.
---@param x table
---@return { what: string, text: string }[]
function M.graph(x)
  local facts, f, names = {}, x.features, {}
  for _, node in ipairs(x.resolved.order) do
    if x.locals[node] then names[#names + 1] = node.name end
  end
  local absent = {}
  for _, it in ipairs(ABSENT) do
    if not f[it[1]] then absent[#absent + 1] = it[2] end
  end
  if #f.timers == 0 then absent[#absent + 1] = "no timers" end
  if not f.host_clock then absent[#absent + 1] = "no clock" end
  if not f.rollback then absent[#absent + 1] = "no undo" end
  if #absent > 0 then facts[#facts + 1] = { what = "absent", text = "left out, since nothing needs it: " .. table.concat(absent, ", ") } end
  if #names > 0 then
    facts[#facts + 1] = { what = "locals", text = "nobody looks at these states between cycles: " .. listed(names, 12) }
  end
  local stored = {}
  for i, node in ipairs(x.stored) do stored[i] = node.name end
  facts[#facts + 1] = { what = "order", text = "states lie in schedule order: " .. listed(stored, 12) }
  return facts
end

return M
