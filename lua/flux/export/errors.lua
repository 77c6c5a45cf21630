-- SPDX-License-Identifier: MIT
-- flux.export.errors: what happens when a callback fails (S16): the record of the error, the policy, and for `rollback` the
-- copies that undo a cycle.

local c = require "flux.export.c"
local features = require "flux.export.features"

local M = {}

-- Nodes that can run in a cycle before something in it fails, in schedule order: these must be saved.
local function nodes_at_risk(x)
  local at_risk, per_entry = {}, {}
  local function scan(entry)
    if not entry or not features.entry_fails(x.features, entry) then return end
    local last = 0
    for i, step in ipairs(entry.steps) do
      if step.callback and features.may_fail(x.features, step.callback) then last = i end
    end
    local mine = {}
    for i = 1, last do
      local step = entry.steps[i]
      if step.callback then mine[step.node], at_risk[step.node] = true, true end
    end
    per_entry[entry] = mine
  end
  for _, entry in ipairs(x.all_entries) do scan(entry) end
  return at_risk, per_entry
end

local function arms(node)
  for _, callback in ipairs(node.callbacks) do
    if callback.body.facts.arms then return true end
  end
  return false
end

---Decides which nodes are saved, and in which entries. Sets x.saved and x.rollback_of.
---@param x table
function M.plan(x)
  x.saved = {}
  if not x.features.rollback then return end
  local at_risk, per_entry = nodes_at_risk(x)
  for _, node in ipairs(x.resolved.order) do
    local slot = arms(node) and x.once_slot[node]
    if at_risk[node] and (node.record.size > 0 or x.features.valid[node] or slot) then
      x.saved[#x.saved + 1] = { node = node, index = #x.saved, slot = slot }
      x.saved[node] = x.saved[#x.saved]
    end
  end
  x.rollback_of = function(entry, node)
    local mine = per_entry[entry.whole or entry]
    return x.saved[node] and mine and mine[node]
  end
end

local function bit_of(save)
  return math.floor(save.index / 64), ("UINT64_C(1) << %d"):format(save.index % 64)
end

local function emit_save(x, save)
  local out, member = x.out, x.names.member[save.node]
  local word, mask = bit_of(save)
  c.open(out, ("static void save_%s(%s *g) {"):format(member, x.names.graph_type))
  out:line(("if (g->saved.nodes[%d] & %s) return;"):format(word, mask))
  out:line(("g->saved.nodes[%d] |= %s;"):format(word, mask))
  if save.node.record.size > 0 then out:line(("g->saved.%s = g->%s;"):format(member, member)) end
  if x.features.valid[save.node] then out:line(("g->saved.valid.%s = g->valid.%s;"):format(member, member)) end
  if save.slot then out:line(("g->saved.deadline.%s = g->deadline[%d];"):format(member, save.slot)) end
  c.close(out, "}")
  out:blank()
end

local function emit_restore(x)
  local out = x.out
  c.comment(out, { "Undoes what the nodes did in a cycle that failed." })
  c.open(out, ("static void restore_nodes(%s *g) {"):format(x.names.graph_type))
  local timers = false
  for _, save in ipairs(x.saved) do
    local word, mask = bit_of(save)
    local member = x.names.member[save.node]
    c.open(out, ("if (g->saved.nodes[%d] & %s) {"):format(word, mask))
    if save.node.record.size > 0 then out:line(("g->%s = g->saved.%s;"):format(member, member)) end
    if x.features.valid[save.node] then out:line(("g->valid.%s = g->saved.valid.%s;"):format(member, member)) end
    if save.slot then
      out:line(("g->deadline[%d] = g->saved.deadline.%s;"):format(save.slot, member))
      timers = true
    end
    c.close(out, "}")
  end
  if timers then out:line("find_next_deadline(g);") end
  c.close(out, "}")
  out:blank()
end

---Prints a call whose status is kept when it is the entry's first, and after which the entry goes on unless the policy has
---stopped the graph.
---@param x table
---@param call string
---@param last boolean|nil nothing but the return follows
---@param condition string|nil under which it is called
function M.keep(x, call, last, condition)
  local out = x.out
  local statement = ("keep_first(&first_error, %s);"):format(call)
  local ends = x.features.stops and not last
  if condition and not ends then
    out:line(("if (%s) %s"):format(condition, statement))
    return
  end
  if condition then c.open(out, ("if (%s) {"):format(condition)) end
  out:line(statement)
  if ends then out:line("if (g->attention & STOPPED) return first_error;") end
  if condition then c.close(out, "}") end
end

local POLICY = { stop = 0, skip = 1, rollback = 2 } -- in an audit's record

local WORDS = {
  stop = "Policy stop: what waits is dropped, and entries are refused until %s_reset or %s_resume.",
  skip = "Policy skip: the next entry runs normally.",
  rollback = "Policy rollback: the nodes are as before the cycle, and the next entry runs normally.",
}

---The function that ends a cycle in which a callback failed.
---@param x table
function M.emit(x)
  local f, out, p = x.features, x.out, x.names.prefix
  if not f.fails then return end
  if #x.saved > 0 then
    for _, save in ipairs(x.saved) do emit_save(x, save) end
    emit_restore(x)
  end
  c.comment(out, { "Ends a cycle in which a callback failed.", (WORDS[f.on_error]:gsub("%%s", p)) })
  c.open(out, ("static int failed(%s *g, int32_t entry, int32_t callback, int status) {"):format(x.names.graph_type))
  if f.twins then
    out:line(("if (g->audit.ring != NULL) audit_append(g, AUDIT_ERROR, %d, (uint32_t)callback, status);"):format(POLICY[f.on_error]))
  end
  c.open(out, "if (g->error.status == 0) {")
  out:line("g->error.status = status;"):line("g->error.callback = callback;"):line("g->error.entry = entry;")
  out:line("g->error.cycle = g->cycle;")
  if f.now then out:line("g->error.now = g->now;") end
  if x.has_index or x.has_line then out:line("g->error.line = g->site.line;") end
  if x.has_index then
    out:line("g->error.array = g->site.array;"):line("g->error.index = g->site.index;"):line("g->error.count = g->site.count;")
  end
  c.close(out, "}")
  if x.has_index or x.has_line then out:line("memset(&g->site, 0, sizeof g->site); /* the next error may not know its line */") end
  out:line("g->skipped++;")
  if f.stops then
    out:line("g->attention |= STOPPED;")
    if f.queue then out:line("g->post_count = 0;") end
    if f.queue and f.buffer then out:line("g->attention &= ~WAITING;") end
  elseif f.queue then
    out:line("if (g->post_count > g->posts_before) g->post_count = g->posts_before;")
  end
  if #x.saved > 0 then out:line("restore_nodes(g);") end
  if x.awake_words then out:line("memset(g->awake, 0, sizeof g->awake);") end
  if x.awake_words and x.awake_groups > 0 then out:line("memset(g->awake_words, 0, sizeof g->awake_words);") end
  out:line("return status;")
  c.close(out, "}")
  out:blank()
end

return M
