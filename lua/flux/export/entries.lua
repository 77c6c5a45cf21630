-- SPDX-License-Identifier: MIT
-- flux.export.entries: the public functions through which events come in (S1): one per event type, its batch form, dispatch by
-- type, buffering, trigger, advance.

local attention = require "flux.export.attention"
local audit = require "flux.export.audit"
local batch = require "flux.export.batch"
local c = require "flux.export.c"
local cycle = require "flux.export.cycle"
local errors = require "flux.export.errors"
local features = require "flux.export.features"
local queue = require "flux.export.queue"
local timers = require "flux.export.timers"

local M = {}

-- Where an entry's status may come from. `keep`: from more than one place, so that the first must be remembered (S16).
local function sources_of(x, entry, event, buffered)
  local f = x.features
  local moves = f.host_clock or (event and event.time ~= nil) or false
  local s = {
    trigger = not buffered and f.buffer and x.trigger_fails or false, -- these two end before the entry itself begins
    first = f.fresh and moves and x.first_fails or false,
    timers = #f.timers > 0 and x.timers_fail and (moves or next(x.once_slot) ~= nil),
    cycle = features.entry_fails(f, entry),
    posts = not buffered and queue.entry_posts(x, entry) and queue.fails(x),
  }
  s.apart = event ~= nil and x.timers_apart(event)
  s.keep = s.timers and not s.apart or (s.cycle and s.posts)
  return s
end

local function begin(x, s)
  if s.keep then x.out:line("int first_error = 0;") end
end

-- Inside a sink an event is a post (S12), or misuse.
local function inside_sink(x, event)
  local f = x.features
  if not event or not f.queue then return "FLUX_E_MISUSE" end
  local post = ("post_%s(g%s)"):format(x.names.event[event], event.record.size > 0 and ", event" or "")
  return f.twins and f.publishes and ("sink_posted(g, %s)"):format(post) or post
end

-- S13: late events; S14: timers first; then the time moves.
local function emit_time(x, s, event, catch_up)
  local f, out = x.features, x.out
  local has_timers = #f.timers > 0
  local field = event and event.time and "event->" .. event.time.name
  if catch_up then
    local late = f.reject_late and "" or field .. " < g->now || "
    out:line(("if (UNLIKELY(%s%s >= g->next_deadline)) return %s(g, event);"):format(late, field, catch_up))
    out:line(("g->now = %s;"):format(field))
    return
  end
  if field and not has_timers then return timers.emit_move(x, field) end
  if f.host_clock then
    if f.asks_clock then out:line("g->unread = " .. (has_timers and "g->next_deadline == INT64_MAX;" or "true;")) end
    if not has_timers then return end
    out:line("int64_t time = g->now;")
    c.open(out, "if (g->next_deadline < INT64_MAX) { /* a timer is armed */")
    out:line("time = g->clock(g->user);"):line("if (time < g->now) time = g->now;")
    c.close(out, "}")
  elseif field then
    out:line(("int64_t time = %s;"):format(field))
    if not f.reject_late then
      c.open(out, "if (UNLIKELY(time < g->now)) {")
      out:line("g->late++;"):line("time = g->now;")
      c.close(out, "}")
    end
  elseif has_timers and next(x.once_slot) then
    out:line("const int64_t time = g->now;")
  else
    return
  end
  if has_timers then timers.emit_before(x, s) end
  if field or f.host_clock then out:line("g->now = time;") end
end

local function emit_reject(x, event)
  local f, out = x.features, x.out
  if not (f.reject_late and event.time) then return end
  local bits = {}
  for _, bit in ipairs { { f.publishes, "PUBLISHING" }, { f.stops, "STOPPED" }, { f.idle, "IDLE" }, { f.fresh, "FRESH" } } do
    if bit[1] then bits[#bits + 1] = bit[2] end
  end
  local guard = #bits > 0 and (" && !(g->attention & (%s))"):format(table.concat(bits, " | ")) or ""
  c.open(out, ("if (UNLIKELY(event->%s < g->now%s)) {"):format(event.time.name, guard))
  out:line("g->late++;")
  audit.print_refused(x, x.names.event_id[event], "FLUX_E_LATE")
  out:line("return FLUX_E_LATE;")
  c.close(out, "}")
end

-- A cycle that leaves its only sink to its caller: whether something was posted is asked only where somebody listens.
local function emit_told(x, s, call, close)
  local out = x.out
  if s.posts and not s.keep then
    out:line(("return %s ? %s(g) : 0;"):format(call, close))
    return
  end
  if s.posts then
    errors.keep(x, close .. "(g)", true, call)
  else
    out:line(("if (%s) %s(g);"):format(call, close))
  end
  out:line(s.keep and "return first_error;" or "return 0;")
end

local function emit_cycle(x, s, entry, buffered, twin)
  local out = x.out
  out:line("g->cycle++;")
  local call = x.cycle_call(entry, "event", twin)
  local posts, told = queue.entry_posts(x, entry), x.told[entry]
  local run_after = posts and not buffered
  if told and not twin then return emit_told(x, s, call, x.close_name[told]) end
  if told and twin == "either" then call = ("if (%s) publish_%s(g)"):format(call, told.name) end
  if (s.cycle or audit.returns_zero(x, entry)) and not s.keep and not posts then
    out:line("return " .. call .. ";")
    return
  end
  if s.cycle and s.keep then errors.keep(x, call, true)
  elseif s.cycle then out:line("const int status = " .. call .. ";")
  else out:line(call .. ";") end
  if posts and buffered then
    local fresh = x.features.fresh and x.features.start_posts and " && !(g->attention & FRESH)" or ""
    out:line(("if (g->post_count > 0%s) g->attention |= WAITING;"):format(fresh))
  end
  if run_after and s.posts then
    if s.keep then
      errors.keep(x, "run_posts(g)", true, "g->post_count > 0")
    else
      out:line("return g->post_count > 0 ? run_posts(g) : 0;")
      return
    end
  elseif run_after then
    out:line("if (g->post_count > 0) run_posts(g);")
  end
  out:line(s.keep and "return first_error;" or s.cycle and "return status;" or "return 0;")
end

local function parameter(x, event)
  return event.record.size > 0 and (", const %s *event"):format(x.names.event_type[event]) or ""
end

-- What a typed entry is while the audit is on; what an earlier entry left has been seen to.
---@return string its name
local function emit_audited(x, s, entry, catch_up)
  local out, event = x.out, entry.event
  local name = x.names.static:claim("audited_" .. x.names.event[event])
  c.comment(out, { "The entry while the audit is on." })
  c.open(out, ("APART static int %s(%s *g%s) {"):format(name, x.names.graph_type, parameter(x, event)))
  begin(x, s)
  if event.record.size > 0 and not x.uses_event(entry) and not event.time then out:line("(void)event;") end
  emit_time(x, s, event, catch_up)
  emit_cycle(x, s, entry, false, "audited")
  c.close(out, "}")
  out:blank()
  return name
end

---The typed entry of an event, and of its buffered form.
function M.emit_event(x, event, buffered)
  local out, n = x.out, x.names
  local entry = x.resolved.entry_of[buffered and "buffer" or "event"][event]
  local s = sources_of(x, entry, event, buffered)
  local name = ("%s_%s_%s"):format(n.prefix, buffered and "buffer" or "on", n.event[event])
  local time = event.time and "event->" .. event.time.name or nil
  local catch_up = timers.emit_apart(x, s, event, buffered, function(kept)
    emit_cycle(x, setmetatable({ keep = kept }, { __index = s }), entry, buffered, not buffered and x.features.twins and "either" or nil)
  end)
  local audited = x.features.twins and not buffered and emit_audited(x, s, entry, catch_up) or nil
  local inside = inside_sink(x, not buffered and event or nil)
  local left = attention.emit_apart(x, s, event, name, inside, time, buffered, audited)
  c.open(out, ("int %s(%s *g%s) {"):format(name, n.graph_type, parameter(x, event)))
  begin(x, s)
  if event.record.size > 0 and not x.uses_event(entry) and not event.time and not (left and left:find("event", 1, true)) then
    out:line("(void)event;")
  end
  emit_reject(x, event)
  if left then out:line(left) end
  emit_time(x, s, event, catch_up)
  emit_cycle(x, s, entry, buffered)
  c.close(out, "}")
  out:blank()
end

-- The batch entry.
local function emit_batch(x, event)
  local out, n = x.out, x.names
  if event.record.size == 0 then return end
  local nodes = batch.plan(x, event)
  if nodes then return batch.emit(x, event, nodes, function(entry) cycle.print_steps(x, entry) end) end
  local entry = x.resolved.entry_of.event[event]
  local name = ("%s_on_%s"):format(n.prefix, n.event[event])
  c.open(out, ("long %s_n(%s *g, const %s *events, size_t n) {"):format(name, n.graph_type, n.event_type[event]))
  c.open(out, "for (size_t i = 0; i < n; i++) {")
  if not x.can_fail(entry, event) then
    out:line(("%s(g, &events[i]);"):format(name))
  else
    out:line(("const int status = %s(g, &events[i]);"):format(name))
    out:line("if (status < 0) return i > 0 ? (long)i : status;")
  end
  c.close(out, "}")
  out:line("return (long)n;")
  c.close(out, "}")
  out:blank()
end

-- dispatch and buffer by type.
local function emit_by_type(x, word)
  local f, out, n = x.features, x.out, x.names
  local untyped = true
  for _, event in ipairs(f.events) do untyped = untyped and event.record.size == 0 end
  local prefix = word == "dispatch" and "on" or "buffer"
  c.open(out, ("int %s_%s(%s *g, int type, const void *event) {"):format(n.prefix, word, n.graph_type))
  if untyped then out:line("(void)event;") end
  c.open(out, "switch (type) {")
  out:dedent()
  for _, event in ipairs(f.events) do
    local argument = event.record.size > 0 and ", event" or ""
    out:line(("case %s: return %s_%s_%s(g%s);"):format(n.event_id[event], n.prefix, prefix, n.event[event], argument))
  end
  local stopped = f.stops and "g->attention & STOPPED ? FLUX_E_STOPPED : " or ""
  if f.ignore_unhandled then
    out:line(f.stops and "default: if (!(g->attention & STOPPED)) g->unhandled++;" or "default: g->unhandled++;")
    out:line(("  return %s0;"):format(stopped))
  elseif f.twins then
    out:line("default:"):indent()
    if f.stops then out:line("if (g->attention & STOPPED) return FLUX_E_STOPPED;") end
    audit.print_refused(x, ("type >= 0 && type < %d ? type : -1"):format(#x.graph.events), "FLUX_E_UNHANDLED")
    out:line("return FLUX_E_UNHANDLED;"):dedent()
  else
    out:line(("default: return %sFLUX_E_UNHANDLED;"):format(stopped))
  end
  out:indent()
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
end

---The public trigger.
local function emit_trigger(x)
  local f, out, n = x.features, x.out, x.names
  c.open(out, ("int %s_trigger(%s *g) {"):format(n.prefix, n.graph_type))
  if f.publishes then out:line("if (g->attention & PUBLISHING) return FLUX_E_MISUSE;") end
  if f.idle then out:line("if (g->attention & IDLE) return FLUX_E_MISUSE; /* not started */") end
  if f.stops then out:line("if (g->attention & STOPPED) return FLUX_E_STOPPED;") end
  local held = f.queue and "(HELD | WAITING)" or "HELD"
  if x.trigger_fails then
    out:line(("return (g->attention & %s) != 0 ? run_trigger(g) : 0;"):format(held))
  else
    out:line(("if (g->attention & %s) run_trigger(g);"):format(held)):line("return 0;")
  end
  c.close(out, "}")
  out:blank()
end

local function emit_advance(x)
  local f, out, n = x.features, x.out, x.names
  local s = { first = f.fresh and x.first_fails, timers = x.timers_fail }
  s.keep = s.first or s.timers
  c.open(out, ("int %s_advance(%s *g, int64_t time) {"):format(n.prefix, n.graph_type))
  begin(x, s)
  attention.emit(x, s, "FLUX_E_MISUSE", "time", true)
  if #f.timers > 0 then
    out:line("if (time < g->now) time = g->now;")
    timers.emit_before(x, s)
    out:line("g->now = time;")
  else
    out:line("if (time > g->now) g->now = time;")
  end
  out:line(s.keep and "return first_error;" or "return 0;")
  c.close(out, "}")
  out:blank()
end

---Prints all public entries.
---@param x table
function M.emit(x)
  local f = x.features
  for _, event in ipairs(f.events) do
    M.emit_event(x, event, false)
    emit_batch(x, event)
  end
  emit_by_type(x, "dispatch")
  if f.buffer then
    for _, event in ipairs(f.events) do M.emit_event(x, event, true) end
    emit_by_type(x, "buffer")
    emit_trigger(x)
  end
  if f.advance then emit_advance(x) end
end

return M
