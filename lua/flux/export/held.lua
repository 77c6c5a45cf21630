-- SPDX-License-Identifier: MIT
-- flux.export.held: work that waits for something: buffered events for their trigger (S15), posts for the first time (S12).

local c = require "flux.export.c"
local features = require "flux.export.features"
local queue = require "flux.export.queue"

local M = {}

-- What is buffered is triggered before the posts that waited for the time, at the old now (S12, S15).
local function emit_held_first(x)
  local f, out = x.features, x.out
  if not (f.buffer and f.fresh) then return "0" end
  local test = "(g->attention & HELD) && g->post_count > 0"
  if not x.trigger_fails then
    out:line(("if (%s) run_trigger(g);"):format(test))
    return "0"
  end
  out:line(("const int status = %s ? run_trigger(g) : 0;"):format(test))
  if f.stops then out:line("if (g->attention & STOPPED) return status;") end
  return "status"
end

---Prints set_first_time(): timers are armed, and posts that waited for a time run.
function M.emit_first_time(x)
  local f, out = x.features, x.out
  if not (f.fresh or f.host_clock) then return end
  c.open(out, ("static %s set_first_time(%s *g, int64_t time) {"):format(x.first_fails and "int" or "void", x.names.graph_type))
  local status = x.posts_wait and emit_held_first(x)
  if f.fresh then out:line("g->attention &= ~FRESH;") end
  out:line("g->now = time;")
  x.emit_first_timers()
  if x.posts_wait and x.posts_fail then
    out:line("const int later = g->post_count > 0 ? run_posts(g) : 0;")
    out:line(status == "0" and "return later;" or "return status != 0 ? status : later;")
  elseif x.posts_wait then
    out:line("if (g->post_count > 0) run_posts(g);")
    if x.first_fails then out:line(("return %s;"):format(status)) end
  end
  c.close(out, "}")
  out:blank()
end

---drop_waiting(): what is buffered or posted and has not run, when the graph stops (S17).
function M.emit_drop(x)
  local f, out = x.features, x.out
  local posts = f.queue and #f.queued > 0
  x.drops_waiting = (x.stop_entry or x.options.native) and (f.buffer or posts) and true or false
  if not x.drops_waiting then return end
  c.open(out, ("static void drop_waiting(%s *g) {"):format(x.names.graph_type))
  if f.buffer then out:line(("g->attention &= ~%s;"):format(f.queue and "(HELD | WAITING)" or "HELD")) end
  if x.has_pending then out:line("memset(&g->pending, 0, sizeof g->pending);") end
  if posts then out:line("g->post_count = 0;") end
  c.close(out, "}")
  out:blank()
end

---run_trigger(): the pending updates once, and the posts that waited for them (S15).
function M.emit_run_trigger(x)
  local f, out = x.features, x.out
  if not f.buffer then return end
  local entry = f.trigger
  local fails, posts = features.entry_fails(f, entry), f.queue and #f.queued > 0
  c.open(out, ("static %s run_trigger(%s *g) {"):format(x.trigger_fails and "int" or "void", x.names.graph_type))
  if f.asks_clock then out:line("g->unread = false; /* at the old now */") end
  out:line("g->attention &= ~HELD;")
  out:line("g->cycle++;")
  local call = x.cycle_call(entry)
  if not x.trigger_fails then
    out:line(call .. ";")
    if posts then out:line("if (g->post_count > 0) run_posts(g);") end
  elseif not posts then
    out:line("return " .. call .. ";")
  else
    out:line(("%s%s;"):format(fails and "const int status = " or "", call))
    if queue.fails(x) then
      out:line("const int later = g->post_count > 0 ? run_posts(g) : 0;")
      out:line(fails and "return status != 0 ? status : later;" or "return later;")
    else
      out:line("if (g->post_count > 0) run_posts(g);"):line("return status;")
    end
  end
  c.close(out, "}")
  out:blank()
end

return M
