-- SPDX-License-Identifier: MIT
-- flux.export.timers: deadlines, what arms them, and the loop that runs them one deadline at a time (S14).
--
-- A node has a slot for its interval, and one for ctx.after when a callback of it arms that. A slot holds its next deadline;
-- INT64_MAX is none: a deadline at the end of time never comes.

local audit = require "flux.export.audit"
local c = require "flux.export.c"
local errors = require "flux.export.errors"
local features = require "flux.export.features"
local queue = require "flux.export.queue"
local refs = require "flux.export.refs"

local M = {}

local function arms(node)
  for _, callback in ipairs(node.callbacks) do
    if callback.body.facts.arms then return true end
  end
  return false
end

---Gives every timer its slots. Sets x.slots, x.timer_index, x.once_slot.
---@param x table
function M.plan(x)
  x.slots, x.timer_index, x.once_slot = {}, {}, {}
  for i, node in ipairs(x.features.timers) do
    x.timer_index[node] = i - 1
    if node.every then x.slots[#x.slots + 1] = { node = node, due = i - 1, every = node.every, offset = node.offset or 0LL } end
  end
  x.periodic_count = #x.slots
  for i, node in ipairs(x.features.timers) do
    if arms(node) then
      x.once_slot[node] = #x.slots
      x.slots[#x.slots + 1] = { node = node, due = i - 1 }
    end
  end
  local words = {}
  for i, slot in ipairs(x.slots) do words[i] = slot.node.name .. (slot.every and "" or " (once)") end
  x.slot_text = "by timer: " .. table.concat(words, ", ")
end

local function emit_table(x)
  local out = x.out
  if x.periodic_count == 0 then return end
  local once = false
  for i = 1, x.periodic_count do once = once or x.slots[i].node.missed == "once" end
  x.missed_once = once
  c.open(out, ("static const struct { int64_t every, offset; %s} interval[%d] = {"):format(once and "bool once; " or "", x.periodic_count))
  for i = 1, x.periodic_count do
    local slot = x.slots[i]
    local tail = once and (", " .. tostring(slot.node.missed == "once")) or ""
    out:line(("{ %s, %s%s }, /* %s */"):format(refs.int64(slot.every), refs.int64(slot.offset), tail, slot.node.name))
  end
  c.close(out, "};")
  out:blank()
end

-- The points of a timer's grid around a time, saturated.
local function emit_grid(x)
  if x.periodic_count == 0 then return end
  local out = x.out
  c.comment(out, { "How long after a deadline of a timer `time` is: intervals count from the epoch, moved by the offset." })
  c.open(out, "static int64_t since_deadline(int timer, int64_t time) {")
  out:line("const int64_t every = interval[timer].every;")
  out:line("const int64_t since = (time % every - interval[timer].offset % every) % every;")
  out:line("return since < 0 ? since + every : since;")
  c.close(out, "}")
  out:blank()
  c.comment(out, { "The first deadline of a timer after `time`." })
  c.open(out, "static int64_t deadline_after(int timer, int64_t time) {")
  out:line("const int64_t until = interval[timer].every - since_deadline(timer, time);")
  out:line("return time > INT64_MAX - until ? INT64_MAX : time + until;")
  c.close(out, "}")
  out:blank()
end

local function emit_find(x)
  local out = x.out
  c.open(out, ("static void find_next_deadline(%s *g) {"):format(x.names.graph_type))
  out:line("g->next_deadline = INT64_MAX;")
  c.open(out, ("for (int i = 0; i < %d; i++) {"):format(#x.slots))
  out:line("if (g->deadline[i] < g->next_deadline) g->next_deadline = g->deadline[i];")
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
end

-- Prints the test whether a timer is due.
local function emit_is_due(x)
  local out = x.out
  c.open(out, ("static inline bool is_due(const %s *g, int64_t time) {"):format(x.names.graph_type))
  out:line("return g->next_deadline <= time && g->next_deadline < INT64_MAX; /* INT64_MAX: none */")
  c.close(out, "}")
  out:blank()
end

local function emit_arm(x)
  local f, out = x.features, x.out
  if x.arms then
    c.comment(out, { "ctx.after: one pending deadline a node; arming again replaces it." })
    c.open(out, ("static int arm(%s *g, int slot, int64_t after) {"):format(x.names.graph_type))
    if f.fresh then out:line("if (g->attention & FRESH) return FLUX_E_TIME;") end
    if f.host_clock then out:line("const int64_t now = read_now(g);") end
    local now = f.host_clock and "now" or "g->now"
    out:line(("const int64_t most = %s > 0 ? INT64_MAX - %s : INT64_MAX;"):format(now, now))
    out:line(("g->deadline[slot] = after <= 0 ? %s : after > most ? INT64_MAX : %s + after;"):format(now, now))
    out:line("find_next_deadline(g);"):line("return 0;")
    c.close(out, "}")
    out:blank()
  end
  if x.cancels then
    c.comment(out, { "ctx.cancel" })
    c.open(out, ("static void cancel(%s *g, int slot) {"):format(x.names.graph_type))
    out:line("g->deadline[slot] = INT64_MAX;"):line("find_next_deadline(g);")
    c.close(out, "}")
    out:blank()
  end
end

---Prints what callbacks use of timers.
---@param x table
function M.emit_support(x)
  if #x.features.timers == 0 then return end
  emit_table(x)
  emit_grid(x)
  emit_find(x)
  emit_is_due(x)
  emit_arm(x)
end

---Prints the statements that set the time for the first time.
function M.emit_first(x)
  if x.periodic_count == 0 then return end
  x.out:line(("for (int i = 0; i < %d; i++) g->deadline[i] = deadline_after(i, time);"):format(x.periodic_count))
  x.out:line("find_next_deadline(g);")
end

local function emit_due(x)
  local out = x.out
  out:line("const int64_t deadline = g->next_deadline;")
  local same = #x.slots == #x.features.timers
  for i, slot in ipairs(x.slots) do same = same and slot.due == i - 1 end
  if same then
    c.open(out, ("for (int i = 0; i < %d; i++) {"):format(#x.slots))
    out:line("g->due[i] = g->deadline[i] == deadline;"):line("if (!g->due[i]) continue;")
  else
    out:line(("for (int i = 0; i < %d; i++) g->due[i] = false;"):format(#x.features.timers))
    out:line(("static const uint16_t timer_of[%d] = { %s };"):format(#x.slots, M.due_list(x)))
    c.open(out, ("for (int i = 0; i < %d; i++) {"):format(#x.slots))
    out:line("if (g->deadline[i] != deadline) continue;"):line("g->due[timer_of[i]] = true;")
  end
  if x.periodic_count > 0 and x.periodic_count == #x.slots then
    out:line("g->deadline[i] = deadline_after(i, deadline);")
  elseif x.periodic_count == 0 then
    out:line("g->deadline[i] = INT64_MAX;")
  else
    out:line(("g->deadline[i] = i < %d ? deadline_after(i, deadline) : INT64_MAX;"):format(x.periodic_count))
  end
  c.close(out, "}")
  out:line("find_next_deadline(g);")
  out:line("if (deadline > g->now) g->now = deadline;")
end

function M.due_list(x)
  local list = {}
  for i, slot in ipairs(x.slots) do list[i] = slot.due end
  return table.concat(list, ", ")
end

-- missed = "once": the deadlines that a jump leaves behind are one, the last.
local function emit_once(x)
  if not x.missed_once then return end
  local out = x.out
  out:line("const int64_t last = time < INT64_MAX ? time : INT64_MAX - 1; /* a deadline at INT64_MAX never comes */")
  c.open(out, ("for (int i = 0; i < %d; i++) {"):format(x.periodic_count))
  out:line("if (!interval[i].once || g->deadline[i] > last) continue;")
  out:line("const uint64_t behind = (uint64_t)last - (uint64_t)g->deadline[i];")
  out:line("g->deadline[i] = (int64_t)((uint64_t)last - behind % (uint64_t)interval[i].every);")
  c.close(out, "}")
  out:line("find_next_deadline(g);")
end

---Prints run_timers: every deadline up to `time`, each a cycle of its own, with its posts.
---@param x table
function M.emit_run(x)
  local f, out = x.features, x.out
  if #f.timers == 0 then return end
  local entry = x.resolved.entry_of.timer
  local posts = queue.entry_posts(x, entry)
  c.comment(out, { "Runs the timers that are due up to `time`, deadline by deadline." })
  c.open(out, ("static int run_timers(%s *g, int64_t time) {"):format(x.names.graph_type))
  local statuses = x.timers_fail
  if statuses then out:line("int first_error = 0;") end
  if f.asks_clock then out:line("g->unread = false;") end
  emit_once(x)
  c.open(out, "for (int64_t jumps = 0; is_due(g, time); jumps++) {")
  local most, ending = refs.int64(x.resolved.needs.max_missed), statuses and "first_error != 0 ? first_error : " or ""
  c.guarded(x, { "jumps == " .. most }, "&&", function()
    audit.print_refused(x, x.names.upper .. "_ENTRY_TIMER", "FLUX_E_DEADLINES")
    x.out:line(("return %sFLUX_E_DEADLINES;"):format(ending))
  end)
  if f.buffer then
    local held = f.queue and "(HELD | WAITING)" or "HELD"
    if x.trigger_fails then
      errors.keep(x, "run_trigger(g)", false, "g->attention & " .. held)
    else
      out:line(("if (g->attention & %s) run_trigger(g);"):format(held))
    end
    if next(x.once_slot) then out:line("if (!is_due(g, time)) break;") end
  end
  emit_due(x)
  out:line("g->cycle++;")
  local call = x.cycle_call(entry)
  if features.entry_fails(f, entry) then errors.keep(x, call) else out:line(call .. ";") end
  if posts then
    if queue.fails(x) then
      errors.keep(x, "run_posts(g)", false, "g->post_count > 0")
    else
      out:line("if (g->post_count > 0) run_posts(g);")
    end
  end
  c.close(out, "}")
  out:line(statuses and "return first_error;" or "return 0;")
  c.close(out, "}")
  out:blank()
end

---Prints how time moves to that of an event: never back.
function M.emit_move(x, time)
  local out = x.out
  if x.features.reject_late then
    out:line(("g->now = %s;"):format(time))
    return
  end
  c.open(out, ("if (UNLIKELY(%s < g->now)) {"):format(time))
  out:line("g->late++;")
  out:dedent():line("} else {"):indent()
  out:line(("g->now = %s;"):format(time))
  c.close(out, "}")
end

---Prints what an entry does first: the timers that are due; with too many deadlines the entry ends there. It need not ask whether there
---is a deadline at all: the loop of run_timers does.
---@param x table
---@param s table where the entry's status may come from
function M.emit_before(x, s)
  local out = x.out
  c.open(out, "if (UNLIKELY(time >= g->next_deadline)) {")
  if s.timers then
    errors.keep(x, "run_timers(g, time)")
    out:line("if (is_due(g, time)) return first_error; /* too many deadlines */")
  else
    out:line("const int late_timers = run_timers(g, time);")
    out:line("if (late_timers < 0) return late_timers; /* too many deadlines */")
  end
  c.close(out, "}")
end

---The same in a function of its own, with the rest of the entry, so that an entry before which no timer is due saves no registers for
---it. Late events go there too, and find none that is due: only with timers that are all periodic, whose deadlines are later than g->now.
---@param rest fun(kept: boolean) prints the rest of the entry; kept: there is a first_error
---@return string|nil what the entry calls when one is due
function M.emit_apart(x, s, event, buffered, rest)
  if not s.apart then return end
  local out, n = x.out, x.names
  local name = n.static:claim(("%s_%s"):format(buffered and "catch_up_buffer" or "catch_up", n.event[event]))
  local time = "event->" .. event.time.name
  c.comment(out, { x.features.reject_late and "The entry with the timers that are due before this event."
    or "The entry of an event that is late, or before which timers are due." })
  c.open(out, ("COLD static int %s(%s *g, const %s *event) {"):format(name, n.graph_type, n.event_type[event]))
  if s.timers then
    out:line("int first_error = 0;")
    errors.keep(x, ("run_timers(g, %s)"):format(time))
    out:line(("if (is_due(g, %s)) return first_error; /* too many deadlines */"):format(time))
  else
    if s.keep then out:line("int first_error = 0;") end
    out:line(("const int late_timers = run_timers(g, %s);"):format(time))
    out:line("if (late_timers < 0) return late_timers; /* too many deadlines */")
  end
  M.emit_move(x, time)
  rest(s.timers or s.keep)
  c.close(out, "}")
  out:blank()
  return name
end

return M
