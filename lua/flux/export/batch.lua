-- SPDX-License-Identifier: MIT
-- flux.export.batch: the batch entry of an event type.
--
-- Where nothing inside a cycle can change how the next event is entered (no posts, timers, errors), the batch keeps time and node
-- states in locals, which compilers keep in registers, and stores them where the host can look: at a sink, and at the end. What
-- every cycle sets anew is not even kept: the last event goes through the typed entry, which stores everything.
-- Elsewhere it is a loop over the typed entry.

local audit = require "flux.export.audit"
local c = require "flux.export.c"
local call = require "flux.export.call"
local carry = require "flux.export.carry"
local features = require "flux.export.features"
local flows = require "flux.export.flow"

local M = {}

local MOST_BYTES = 2048 -- of a stack frame

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
    if used[node] and node.record.size > 0 and not x.locals[node] then
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
  if x.options.batch == false or f.profile then return nil end
  if event.record.size == 0 or f.queue or #f.timers > 0 or f.host_clock or f.wall or f.reject_late then return nil end
  if x.options.scan or x.options.values then return nil end -- tests force them
  if x.by_value[entry] then return nil end -- states in locals have no place to count from
  if features.entry_fails(f, entry) or #entry.copies > 0 then return nil end
  if flows.of(entry, call.reads(x, entry), x.options).split then return nil end -- functions that several entries share
  local nodes = nodes_of(x, entry)
  return nodes and #nodes > 0 and nodes or nil
end

---The members that a batch stores before its last event: whole nodes, or those fields that are carried from cycle to cycle.
---@param x table
---@param entry flux.Entry
---@param nodes flux.Node[] from M.plan
---@return string[] members
---@return boolean all every one of the nodes
function M.carried(x, entry, nodes)
  local carried = carry.of(x, entry)
  local list, all = {}, true
  for _, node in ipairs(nodes) do
    local fields = {}
    for _, field in ipairs(node.record.fields) do
      if x.options.carry == false or carried(node, field) then fields[#fields + 1] = field end
    end
    local member = x.names.member[node]
    if #fields == #node.record.fields then
      list[#list + 1] = member
    else
      all = false
      for _, field in ipairs(fields) do
        if field.count then list[#list + 1] = member end
        if field.count then break end
        list[#list + 1] = member .. "." .. field.name
      end
    end
  end
  return list, all
end

local function reads_cycle(entry)
  for _, step in ipairs(entry.steps) do
    if step.callback and step.callback.body.facts.reads_cycle then return true end
  end
  return false
end

local function emit_moves(x, event, name, head, way, members)
  local out = x.out
  c.open(out, ("static inline void %s_%s_batch(%s) {"):format(name, x.names.event[event], head))
  for _, member in ipairs(members) do out:line(way:format(member, member)) end
  if #members == 0 then out:line("(void)s;"):line("(void)g;") end
  c.close(out, "}")
  out:blank()
end

-- The struct that a batch works on, and the functions that load and store it. Returns the name of the one that ends the loop,
-- if one does, and whether something is left to the last event.
local function emit_states(x, event, nodes)
  local out, n = x.out, x.names
  local struct = ("struct %s_batch"):format(n.event[event])
  c.comment(out, { ("What a batch of %s keeps at hand."):format(event.name) })
  c.open(out, struct .. " {")
  local members, entry = {}, x.resolved.entry_of.event[event]
  local carried, all = M.carried(x, entry, nodes)
  local function hold(type, member)
    out:line(("%s %s;"):format(type, member))
    members[#members + 1] = member
  end
  if event.time then hold("int64_t", "now") end
  if reads_cycle(entry) then hold("uint64_t", "cycle") end
  for i = #members, 1, -1 do table.insert(carried, 1, members[i]) end
  for _, node in ipairs(nodes) do hold(n.node_type[node], n.member[node]) end
  c.close(out, "};")
  out:blank()
  local load_head, store_head = "%s *s, const %s *g", "const %s *s, %s *g"
  load_head, store_head = load_head:format(struct, n.graph_type), store_head:format(struct, n.graph_type)
  emit_moves(x, event, "load", load_head, "s->%s = g->%s;", members)
  local publishes = false
  for _, step in ipairs(entry.steps) do publishes = publishes or step.role == "sink" end
  if all or publishes then emit_moves(x, event, "store", store_head, "g->%s = s->%s;", members) end
  if all then return "store", false end
  if #carried == 0 then return nil, true end
  c.comment(out, { "Without what each cycle sets anew: the last event of the batch stores that." })
  emit_moves(x, event, "store_carried", store_head, "g->%s = s->%s;", carried)
  return "store_carried", true
end

---Prints the batch entry that keeps states in locals.
---@param x table
---@param event flux.EventType
---@param nodes flux.Node[] from M.plan
---@param print_cycle fun(entry: flux.Entry) prints the steps
function M.emit(x, event, nodes, print_cycle)
  local f, out, n = x.features, x.out, x.names
  local entry, word = x.resolved.entry_of.event[event], n.event[event]
  local ending, keeps_last = emit_states(x, event, nodes)
  c.open(out, ("long %s_on_%s_n(%s *restrict g, const %s *restrict events, size_t n) {"):format(n.prefix, word, n.graph_type,
    n.event_type[event]))
  audit.print_batch(x, event)
  out:line(("const %s *event = events, *const end = events + n;"):format(n.event_type[event]))
  if f.attention then
    c.open(out, "if (n > 0 && g->attention != 0) { /* the first event sees to what an earlier entry left */")
    if x.can_fail(entry, event) then
      out:line(("const int status = %s_on_%s(g, event++);"):format(n.prefix, word))
      out:line("if (status < 0) return status;")
    else
      out:line(("%s_on_%s(g, event++);"):format(n.prefix, word))
    end
    c.close(out, "}")
  end
  out:line("if (event == end) return (long)n;")
  local counts = reads_cycle(entry)
  if not counts then out:line(("const %s *const first = event;"):format(n.event_type[event])):line("const uint64_t before = g->cycle;") end
  out:line(("struct %s_batch s;"):format(word))
  out:line(("load_%s_batch(&s, g);"):format(word))
  c.open(out, ("for (; event < end%s; event++) {"):format(keeps_last and " - 1" or ""))
  if event.time then
    local field = "event->" .. event.time.name
    c.open(out, ("if (UNLIKELY(%s < s.now)) {"):format(field))
    out:line("g->late++;")
    out:dedent():line("} else {"):indent()
    out:line(("s.now = %s;"):format(field))
    c.close(out, "}")
  end
  if counts then out:line("s.cycle++;") end
  x.batch = { store = { ("store_%s_batch(&s, g);"):format(word) } }
  if not counts then x.batch.store[2] = "g->cycle = before + (uint64_t)(event - first) + 1;" end
  print_cycle(entry)
  x.batch = nil
  c.close(out, "}")
  if ending then out:line(("%s_%s_batch(&s, g);"):format(ending, word)) end
  if not counts then out:line("g->cycle = before + (uint64_t)(event - first);") end
  if keeps_last then out:line(("%s_on_%s(g, event);"):format(n.prefix, word)) end
  out:line("return (long)n;")
  c.close(out, "}")
  out:blank()
end

return M
