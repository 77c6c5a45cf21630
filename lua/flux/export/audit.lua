-- SPDX-License-Identifier: MIT
-- flux.export.audit: what the exported C records when its audit is on: a twin of each cycle function, which the plain one hands over
-- to in its first line; the functions that the twins call; and PREFIX_audit, _audit_init, _audit_node, _audit_read for the host.
--
-- The records are those of every backend; core/flux_abi.h says what they mean. Left out with `flux export --no-audit`. The texts are in
-- audit_text.lua, the types and declarations in audit_header.lua.

local c = require "flux.export.c"
local c_text = require "flux.export.audit_text"
local ending = require "flux.export.ending"
local features = require "flux.export.features"
local names = require "flux.export.names"
local queue = require "flux.export.queue"

local M = {}

local TYPE, WIDTH = {}, { 8, 4, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4 } -- by FLUX_T_, from 0
for code, name in pairs(require("flux.audit").TYPE) do TYPE[name] = code end -- a set: the order does not matter

local ENTRY = { event = "EVENT", buffer = "BUFFER", trigger = "TRIGGER", timer = "TIMER", stop = "STOP" }

---Names nodes and sinks and finds out how large the largest state is. Sets x.node_id, x.poster, x.scratch.
---@param x table
function M.plan(x)
  x.node_id, x.scratch, x.left = {}, 0, {}
  for _, node in ipairs(x.resolved.order) do
    x.node_id[node] = x.names.static:claim("NODE_" .. node.name:upper())
    x.scratch = math.max(x.scratch, node.record.size)
  end
  x.poster = {}
  for _, sink in ipairs(x.features.used_sinks) do x.poster[sink] = x.names.static:claim("SINK_" .. sink.name:upper()) end
end

-- -- what the twins print ---------------------------------------------------------------------------------------------

---The line by which a plain cycle hands over to its twin.
---@param x table
---@param name string of the plain function
---@param arguments string
---@param returns boolean it returns a status
function M.print_choice(x, name, arguments, returns)
  local call = ("%s_audited(%s);"):format(name, arguments)
  if returns then
    x.out:line("if (UNLIKELY(g->audit.ring != NULL)) return " .. call)
    return
  end
  c.open(x.out, "if (UNLIKELY(g->audit.ring != NULL)) {")
  x.out:line(call):line("return;")
  c.close(x.out, "}")
end

---Does a cycle hand over to its twin itself? That of an event does not: who calls it chooses.
---@param x table
---@param entry flux.Entry
---@return boolean
function M.chooses(x, entry) return x.features.twins and entry.kind ~= "event" end

---Does the cycle return 0 though nothing in it fails? So that its entry ends with its call, which is then a jump that saves no registers:
---where the cycle itself hands over to its twin, where two functions call it (flux.export.timers), and where it ends in a sink.
---@param x table
---@param entry flux.Entry
---@return boolean
function M.returns_zero(x, entry)
  if features.entry_fails(x.features, entry) or queue.entry_posts(x, entry) then return false end
  if entry.kind == "buffer" then return x.features.twins end
  return entry.kind == "event" and (x.timers_apart(entry.event) or ending.sink(x, entry) ~= nil)
end

---What a twin begins with.
function M.print_cycle(x, entry, id)
  local kind = ENTRY[entry.kind] or entry == x.init_entry and "INIT" or "START"
  x.out:line(("audit_cycle(g, AUDIT_%s, %s);"):format(kind, id))
end

-- Above so many callbacks a twin calls what it records with: inlined, each call is three branches more, and compilers take minutes.
local MOST_INLINED = 256

local function inlines(x) return #x.callback_list <= MOST_INLINED end

---What stands before a callback's call. Where it follows a call's record one function does both: half as many calls for compilers.
function M.print_enter(x, step)
  if not x.audited or step.node.record.size == 0 then return end
  local out, left, id = x.out, x.left, x.node_id[step.node]
  if left.lines == out.lines and left.count == #out.lines then
    out:replace(("audit_next(g, %s, %s, %s, %s);"):format(left.node, left.callback, left.outcome, id))
    x.calls_next = true
  else
    out:line(("audit_enter(g, %s);"):format(id))
  end
end

local function outcome_of(step, dirty)
  if dirty == "failed" then return "AUDIT_FAILED" end
  return not features.has_verdict(step.callback) and "AUDIT_RAN" or dirty == "true" and "AUDIT_DIRTY" or dirty
end

---The line that records a call. `dirty`: a C expression, "true", or "failed".
---@return string
function M.call_text(x, step, dirty)
  local outcome = outcome_of(step, dirty)
  return ("audit_call(g, %s, %s, %d, %s);"):format(x.node_id[step.node], x.callbacks[step.callback].id, step.element or -1, outcome)
end

---What stands behind a callback's call.
function M.print_leave(x, step, dirty)
  if not x.audited then return end
  x.out:line(M.call_text(x, step, dirty))
  local left = x.left -- one table for all
  left.lines = not inlines(x) and not step.element and x.out.lines or nil
  if left.lines then
    left.count, left.node, left.callback = #x.out.lines, x.node_id[step.node], x.callbacks[step.callback].id
    left.outcome = outcome_of(step, dirty)
  end
  local facts = step.callback.body.facts
  if x.features.queue and (#facts.posts > 0 or facts.may_post) then
    x.out:line(("audit_posts(g, %s, %s);"):format(x.node_id[step.node], x.callbacks[step.callback].id))
  end
end

---What stands before a sink is published.
function M.print_sink(x, step) x.out:line(("audit_sink(g, %s, %d);"):format(x.node_id[step.node], step.sink.index)) end

---What stands behind it: the host may have sent events.
function M.print_sink_posts(x, step)
  if not (x.features.queue and #x.features.queued > 0) then return end
  x.out:line(("audit_posts(g, %s, %s);"):format(x.node_id[step.node], x.poster[step.sink]))
end

---What a batch that keeps states in locals begins with: audited, it is a loop over the entry.
function M.print_batch(x, event)
  if not x.features.twins then return end
  local out, name = x.out, ("%s_on_%s"):format(x.names.prefix, x.names.event[event])
  c.open(out, "if (UNLIKELY(g->audit.ring != NULL)) {")
  c.open(out, "for (size_t i = 0; i < n; i++) {")
  if x.can_fail(x.resolved.entry_of.event[event], event) then
    out:line(("const int status = %s(g, &events[i]);"):format(name))
    out:line("if (status < 0) return i > 0 ? (long)i : status;")
  else
    out:line(("%s(g, &events[i]);"):format(name))
  end
  c.close(out, "}")
  out:line("return (long)n;")
  c.close(out, "}")
end

-- -- the runtime -------------------------------------------------------------------------------------------------------

-- Fills in the names, and the lines that only some graphs have: `lines` by @word@; what is not given goes.
local function fill(x, text, lines)
  text = text:gsub("@(%a+)@", function(word)
    local line = lines and lines[word]
    return line or ""
  end)
  text = text:gsub("INLINE static", inlines(x) and "static inline" or "APART static")
  return names.fill(x.names, text, { CAPACITY = tostring(x.features.capacity or 0), NAME = c.quote(x.graph.name:sub(1, 15)) })
end

-- Long lists of small numbers, several a line.
local function print_numbers(out, head, numbers)
  local words = {}
  for i, number in ipairs(numbers) do words[i] = tostring(number) end
  c.list(out, head .. " = { ", words, ",", " };")
end

local function emit_tables(x)
  local out, n = x.out, x.names
  local types, first, value = {}, {}, 0
  for i, node in ipairs(x.resolved.order) do
    first[i] = ("{ %d, %d }"):format(#types, value)
    for _, field in ipairs(node.record.fields) do
      types[#types + 1] = TYPE[field.type]
      value = value + (field.count or 1)
    end
  end
  out:line("/* Bytes of the types double, float, bool, int8_t, uint8_t and so on, uint64_t, symbol; the type of each field; and")
  out:line(" * which field and which value of all is a node's first. */")
  print_numbers(out, "static const uint8_t audit_width[12]", WIDTH)
  print_numbers(out, ("static const uint8_t audit_types[%d]"):format(#types), types)
  c.list(out, ("static const struct { uint32_t field, value; } audit_first[%s_NODES] = { "):format(n.upper), first, ",", " };")
  out:blank()
end

local function node_ids(x)
  local out, ids = x.out, {}
  for i, node in ipairs(x.resolved.order) do ids[i] = x.node_id[node] .. (i == 1 and " = 0" or "") end
  out:line(("/* Indices into %s_nodes. */"):format(x.names.prefix))
  c.list(out, "enum { ", ids, ",", " };")
  if x.features.queue and x.features.publishes then
    local posters = {}
    for i, sink in ipairs(x.features.used_sinks) do posters[i] = ("%s = 0x%08x"):format(x.poster[sink], 0x40000000 + sink.index) end
    out:line("/* Sinks, where a record says who has posted. */")
    c.list(out, "enum { ", posters, ",", " };")
  end
  out:blank()
end

local function may_refuse(f)
  local late = false
  for _, event in ipairs(f.events) do late = late or f.reject_late and event.time ~= nil end
  return late or #f.timers > 0 or not f.ignore_unhandled
end

---Prints what the twins and the failing paths call. Before the cycles.
---@param x table
function M.emit(x)
  local f, out = x.features, x.out
  if not f.twins then return end
  local queued = f.queue and #f.queued > 0
  node_ids(x)
  out:block(c_text.constants):blank()
  if x.scratch > 0 then emit_tables(x) end
  out:block(fill(x, c_text.append, { now = f.now and "g->now" or "0" })):blank()
  if x.scratch > 0 then out:block(fill(x, c_text.values .. c_text.enter)):blank() end
  local values = "  if (UNLIKELY(g->audit.level[node] >= UPPER_AUDIT_VALUES)) audit_values(g, node);\n"
  out:block(fill(x, c_text.call, { values = x.scratch > 0 and values }))
  out:blank()
  out:block(fill(x, c_text.cycle, {
    posts = queued and "  g->audit.posts = g->post_count;\n", cause = queued and "g->audit.cause" or "0",
    clear = queued and "  g->audit.cause = 0;\n",
  })):blank()
  if queued then out:block(fill(x, c_text.posts)):blank() end
  if f.publishes then out:block(fill(x, c_text.sink, { kept = queued and "  g->audit.sink = sink;\n" })):blank() end
  if f.publishes and queued then out:block(fill(x, c_text.sink_posted)):blank() end
  if may_refuse(f) then out:block(fill(x, c_text.refused)):blank() end
  out:block(fill(x, c_text.mark)):blank()
end

---Prints, before the first twin that calls it, what print_enter may make of two calls.
---@param x table
function M.print_next(x)
  if not x.calls_next or x.has_next then return end
  x.has_next = true
  x.out:block(fill(x, c_text.next)):blank()
end

---Prints the host's functions.
---@param x table
function M.emit_host(x)
  local f = x.features
  if not f.twins then return end
  x.out:block(fill(x, c_text.host, {
    attention = f.attention and "  g->attention = ring != NULL ? g->attention | AUDITING : g->attention & ~AUDITING;\n",
    publishing = f.publishes and "  if (g->attention & PUBLISHING) return FLUX_E_MISUSE;\n",
    unknown = f.queue and #f.queued > 0 and
      "  if (g->audit.ring == NULL) memset(g->audit.cause_of, 0, sizeof g->audit.cause_of);\n  g->audit.cause = 0;\n",
  })):blank()
end

-- -- lines in other functions -------------------------------------------------------------------------------------------

---Prints the statement that records a refusal.
function M.print_refused(x, event, status)
  if x.features.twins then x.out:line(("if (g->audit.ring != NULL) audit_refused(g, %s, %s);"):format(event, status)) end
end

---Prints the statement that records a mark.
function M.print_mark(x, what, condition)
  if not x.features.twins then return end
  x.out:line(("if (%sg->audit.ring != NULL) audit_mark(g, %d);"):format(condition and condition .. " && " or "", what))
end

return M
