-- SPDX-License-Identifier: MIT
-- flux.export.batch: the batch entry of an event type.
--
-- Where nothing inside a cycle can change how the next event is entered (no posts, timers, errors), the batch keeps time and node
-- states in locals, which compilers keep in registers, and stores them where the host can look: at a sink, and at the end.
-- Elsewhere it is a loop over the typed entry.

local audit = require "flux.export.audit"
local c = require "flux.export.c"
local features = require "flux.export.features"

local M = {}

local MOST_BYTES, MOST_STEPS = 1024, 64

-- The nodes whose state the entry reads or writes, in schedule order; nil when a callback needs the instance itself.
local function nodes_of(x, entry)
  local used, list, bytes = {}, {}, 0
  for _, step in ipairs(entry.steps) do
    used[step.node] = true
    for _, arg in ipairs(step.callback and step.callback.body.args or {}) do
      if arg.what == "ctx" or arg.what == "list" then return nil end
      if arg.what == "input" then used[arg.input.elements[1].node] = true end
    end
  end
  for _, node in ipairs(x.resolved.order) do
    if used[node] and node.record.size > 0 then
      list[#list + 1] = node
      bytes = bytes + node.record.size
    end
  end
  return bytes <= MOST_BYTES and list or nil
end

---The nodes that a batch of this event keeps in locals, or nil.
---@param x table
---@param event flux.EventType
---@return flux.Node[]|nil
function M.plan(x, event)
  local f, entry = x.features, x.resolved.entry_of.event[event]
  if event.record.size == 0 or f.queue or #f.timers > 0 or f.host_clock or f.wall or f.reject_late then return nil end
  if features.entry_fails(f, entry) or #entry.copies > 0 or #entry.steps > MOST_STEPS then return nil end
  local nodes = nodes_of(x, entry)
  return nodes and #nodes > 0 and nodes or nil
end

local function emit_states(x, event, nodes)
  local out, n = x.out, x.names
  local struct = ("struct %s_batch"):format(n.event[event])
  c.comment(out, { ("What a batch of %s keeps at hand."):format(event.name) })
  c.open(out, struct .. " {")
  if event.time then out:line("int64_t now;") end
  out:line("uint64_t cycle;")
  for _, node in ipairs(nodes) do out:line(("%s %s;"):format(n.node_type[node], n.member[node])) end
  c.close(out, "};")
  out:blank()
  for _, way in ipairs { { "load", "s->%s = g->%s;", "const " }, { "store", "g->%s = s->%s;", "" } } do
    local head = way[1] == "load" and "%s *s, const %s *g" or "const %s *s, %s *g"
    c.open(out, ("static inline void %s_%s_batch(%s) {"):format(way[1], n.event[event], head:format(struct, n.graph_type)))
    local members = event.time and { "now", "cycle" } or { "cycle" }
    for _, node in ipairs(nodes) do members[#members + 1] = n.member[node] end
    for _, member in ipairs(members) do out:line(way[2]:format(member, member)) end
    c.close(out, "}")
    out:blank()
  end
end

---Prints the batch entry that keeps states in locals.
---@param x table
---@param event flux.EventType
---@param nodes flux.Node[] from M.plan
---@param print_cycle fun(entry: flux.Entry) prints the steps
function M.emit(x, event, nodes, print_cycle)
  local f, out, n = x.features, x.out, x.names
  local entry, word = x.resolved.entry_of.event[event], n.event[event]
  emit_states(x, event, nodes)
  c.open(out, ("long %s_on_%s_n(%s *restrict g, const %s *restrict events, size_t n) {"):format(n.prefix, word, n.graph_type,
    n.event_type[event]))
  audit.print_batch(x, event)
  if f.attention then
    out:line("size_t i = 0;")
    c.open(out, "if (n > 0 && g->attention != 0) { /* the first event sees to what an earlier entry left */")
    if x.can_fail(entry, event) then
      out:line(("const int status = %s_on_%s(g, &events[i++]);"):format(n.prefix, word))
      out:line("if (status < 0) return status;")
    else
      out:line(("%s_on_%s(g, &events[i++]);"):format(n.prefix, word))
    end
    c.close(out, "}")
  end
  out:line(("struct %s_batch s;"):format(word))
  out:line(("load_%s_batch(&s, g);"):format(word))
  c.open(out, f.attention and "for (; i < n; i++) {" or "for (size_t i = 0; i < n; i++) {")
  out:line(("const %s *event = &events[i];"):format(n.event_type[event]))
  if event.time then
    local field = "event->" .. event.time.name
    c.open(out, ("if (UNLIKELY(%s < s.now)) {"):format(field))
    out:line("g->late++;")
    out:dedent():line("} else {"):indent()
    out:line(("s.now = %s;"):format(field))
    c.close(out, "}")
  elseif not x.uses_event(entry) then
    out:line("(void)event;")
  end
  out:line("s.cycle++;")
  x.batch = { store = ("store_%s_batch(&s, g);"):format(word) }
  print_cycle(entry)
  x.batch = nil
  c.close(out, "}")
  out:line(("store_%s_batch(&s, g);"):format(word))
  out:line("return (long)n;")
  c.close(out, "}")
  out:blank()
end

return M
